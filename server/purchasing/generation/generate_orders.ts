/**
 * Proposes draft orders once a day for each organisation that enabled it. The day is claimed before anything is proposed,
 * so no draft is created twice. If a run dies halfway, the rest waits for the next day, which counts the existing drafts.
 */
import { isBusyError } from '../../../db/client/database.ts'
import type { Sql } from '../../contract/call.ts'
import { Refusal } from '../../contract/refusals.ts'
import { createOrders } from '../order_creation/creation.ts'
import type { OrderDraft } from '../order_creation/draft.ts'
import { readGenerationSettings } from './generation.store.ts'
import {
  draftsOf,
  type ProposalSettings,
  proposeOrders,
  type SupplyCandidate,
  supplyGroups,
} from './proposals.rules.ts'
import { readSupplyCandidates } from './proposals.store.ts'
import { forEachDue, type Job, type Only, type Step, within } from '../../jobs/job.ts'

/** Maximum number of lines per transaction, unless a single order has more. */
const linesPerTransactionMax = 4_000
const generationActor = 'service:generation'

interface Generating {
  organization_id: string
  currency: string
  time_zone: string
}

const startOf = (now: string) => `${now.slice(0, 10)}T00:00:00Z`

const readDue = (sql: Sql, now: string, only: Only) => sql<Generating[]>`
  select g.organization_id, o.currency, o.time_zone from purchase_generation_settings g
  join organizations o on o.organization_id = g.organization_id
  where g.auto_generate and (g.generated_at is null or g.generated_at < ${startOf(now)})
    and ${within(sql, only, sql`g.organization_id`)}
  order by g.organization_id`

/** A failed run is tried once more on the same day. */
const claimDay = (sql: Sql, now: string, organization_id: string) => sql`
  update purchase_generation_settings set generated_at = ${now}, generation_fault = null,
    generated_orders = case when generated_at >= ${startOf(now)} then generated_orders else 0 end
  where organization_id = ${organization_id}`

async function readNeeds(sql: Sql, organization_id: string) {
  const settings = await readGenerationSettings(sql, organization_id)
  return { settings, candidates: await readSupplyCandidates(sql, organization_id, settings, { basket: 'counts' }) }
}

/** Works order by order outside a transaction, and yields in between so that the process can serve requests. */
async function proposeDrafts(candidates: readonly SupplyCandidate[], settings: ProposalSettings) {
  const drafts: OrderDraft[] = []
  for (const group of supplyGroups(candidates, settings)) {
    drafts.push(...draftsOf(proposeOrders(group, settings), settings.horizon_days))
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return drafts
}

/** Splits the drafts into batches that fit one transaction each. */
function batchesOf(drafts: readonly OrderDraft[]): OrderDraft[][] {
  const batches: OrderDraft[][] = []
  let lines = Number.POSITIVE_INFINITY
  for (const draft of drafts) {
    lines += draft.line_items.length
    if (lines > linesPerTransactionMax) {
      batches.push([])
      lines = draft.line_items.length
    }
    batches.at(-1)!.push(draft)
  }
  return batches
}

async function generate(step: Step, organization: Generating): Promise<void> {
  const { organization_id } = organization
  await step((sql, now) => claimDay(sql, now, organization_id))
  const { candidates, settings } = await step((sql) => readNeeds(sql, organization_id))
  const drafts = await proposeDrafts(candidates, settings)
  for (const batch of batchesOf(drafts)) {
    await step(async (sql, now) => {
      await createOrders(sql, { ...organization, actor: generationActor }, now, batch)
      await sql`
        update purchase_generation_settings set generated_orders = generated_orders + ${batch.length}
        where organization_id = ${organization_id}`
    })
  }
}

const tooBusy =
  'The database was too busy to propose all orders, so the rest will follow tomorrow. If this happens again, select fewer variants.'

/** Sentence about what stopped an organisation's run; null for errors that have nothing to do with the organisation. */
function faultOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.desc
  return isBusyError(error) ? tooBusy : null
}

export const generateOrders: Job = {
  name: 'generate_orders',
  every_seconds: 3_600,
  run: (step) =>
    forEachDue(step, readDue, async (organization) => {
      const { organization_id } = organization
      try {
        await generate(step, organization)
      } catch (error) {
        // What the organisation can know is stored with its settings.
        const fault = faultOf(error)
        if (fault === null) throw error
        await step(
          (sql) => sql`
            update purchase_generation_settings set generation_fault = ${fault}
            where organization_id = ${organization_id}`,
        )
      }
    }),
}
