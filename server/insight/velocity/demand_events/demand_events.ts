/** Session operations on demand events. */
import { uuidv7 } from 'uuidv7'
import { daysBetween } from '../../../calendar/days.ts'
import { limits } from '../../../contract/limits.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { actorOf } from '../../../ledger/actor.ts'
import {
  DemandEvent,
  DemandEventChanges,
  type DemandEventFields,
  EventPath,
  NewDemandEvent,
  service,
} from './demand_event.model.ts'
import {
  checkScope,
  type EventScope,
  lockEvent,
  readEvent,
  type StoredEvent,
  writeScope,
} from './demand_events.store.ts'

function checkDays({ starts_on, ends_on }: Pick<StoredEvent, 'starts_on' | 'ends_on'>): void {
  if (ends_on < starts_on) refuseField('ends_on', 'must not be before starts_on')
  if (daysBetween(starts_on, ends_on) >= limits.demand_event_days_max)
    refuseField('ends_on', `must be at most ${limits.demand_event_days_max - 1} days after starts_on`)
}

const scopeOf = ({ variant_ids, category_ids, sales_channel_ids }: DemandEventFields) => ({
  ...(variant_ids === undefined ? {} : { variant_ids }),
  ...(category_ids === undefined ? {} : { category_ids }),
  ...(sales_channel_ids === undefined ? {} : { sales_channel_ids }),
})

const sorted = (ids: readonly string[]) => ids.toSorted().join()

function isUnchanged(stored: DemandEvent, next: StoredEvent, changedScope: Partial<EventScope>): boolean {
  const { variants, categories, sales_channels } = stored.scope
  const scope: EventScope = {
    variant_ids: variants.map(({ variant_id }) => variant_id),
    category_ids: categories.map(({ category_id }) => category_id),
    sales_channel_ids: sales_channels.map(({ sales_channel_id }) => sales_channel_id),
  }
  const fields = Object.keys(next) as (keyof StoredEvent)[]
  const parts = Object.keys(changedScope) as (keyof EventScope)[]
  return (
    fields.every((field) => stored[field] === next[field]) &&
    parts.every((part) => sorted(scope[part]) === sorted(changedScope[part]!))
  )
}

const trimmed = (note: string | null | undefined) => note?.trim() || null

export const createDemandEvent = sessionOperation({
  id: 'session.create_demand_event',
  route: 'POST /api/v1/demand-events',
  summary: 'Create a demand event',
  desc: ({ name }) => `Event ${name} created.`,
  description:
    'Records a period that changes demand, such as a promotion, and what it concerns: variants and categories, or all goods if neither are listed, in some sales channels or in all. Velocity reads measure the uplift of an event, and forecasts take events into account. An event may lie in the future.',
  service,
  status: 201,
  body: NewDemandEvent,
  answer: DemandEvent,
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    checkDays(body)
    const scope = await checkScope(sql, organization_id, scopeOf(body))
    const event_id = uuidv7()
    await sql`
      insert into demand_events (organization_id, event_id, name, kind, starts_on, ends_on, note, created_by,
        created_at, updated_at)
      values (${organization_id}, ${event_id}, ${body.name.trim()}, ${body.kind}, ${body.starts_on}, ${body.ends_on},
        ${trimmed(body.note)}, ${actorOf(caller)}, ${now}, ${now})`
    await writeScope(sql, organization_id, event_id, scope)
    return readEvent(sql, organization_id, event_id)
  },
})

export const getDemandEventOfSession = sessionOperation({
  id: 'session.get_demand_event',
  route: 'GET /api/v1/demand-events/{event_id}',
  summary: 'Get a demand event',
  description: 'Returns an event with what it concerns, also when it is archived.',
  service,
  params: EventPath,
  answer: DemandEvent,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readEvent(sql, caller.organization_id, params.event_id),
})

export const updateDemandEvent = sessionOperation({
  id: 'session.update_demand_event',
  route: 'PATCH /api/v1/demand-events/{event_id}',
  summary: 'Update a demand event',
  desc: ({ name }) => `Event ${name} saved.`,
  description:
    'Changes only the fields that are sent; a list of ids replaces the existing one, and an empty list removes it.',
  service,
  params: EventPath,
  body: DemandEventChanges,
  answer: DemandEvent,
  refusals: ['not_found'],
  async run({ sql, caller, params: { event_id }, body, now }) {
    const { organization_id } = caller
    await lockEvent(sql, organization_id, event_id)
    const stored = await readEvent(sql, organization_id, event_id)
    const { name, kind, starts_on, ends_on } = { ...stored, ...body }
    checkDays({ starts_on, ends_on })
    const note = body.note === undefined ? stored.note : trimmed(body.note)
    const scope = await checkScope(sql, organization_id, scopeOf(body))
    const next = { name: name.trim(), kind, starts_on, ends_on, note }
    if (isUnchanged(stored, next, scope)) return stored
    await sql`
      update demand_events set name = ${next.name}, kind = ${kind}, starts_on = ${starts_on}, ends_on = ${ends_on},
        note = ${note}, updated_at = ${now}
      where organization_id = ${organization_id} and event_id = ${event_id}`
    await writeScope(sql, organization_id, event_id, scope)
    return readEvent(sql, organization_id, event_id)
  },
})

const changeArchive = (act: 'archive' | 'restore', summary: string, description: string) =>
  sessionOperation({
    id: `session.${act}_demand_event`,
    route: `POST /api/v1/demand-events/{event_id}/${act}`,
    summary,
    desc: ({ name, is_archived }) => `Event ${name} is ${is_archived ? 'archived' : 'in use'}.`,
    description,
    service,
    params: EventPath,
    answer: DemandEvent,
    refusals: ['not_found'],
    async run({ sql, caller: { organization_id }, params: { event_id }, now }) {
      await lockEvent(sql, organization_id, event_id)
      await sql`
        update demand_events set archived_at = ${act === 'archive' ? now : null}, updated_at = ${now}
        where organization_id = ${organization_id} and event_id = ${event_id}
          and (archived_at is null) = ${act === 'archive'}`
      return readEvent(sql, organization_id, event_id)
    },
  })

export const archiveDemandEvent = changeArchive(
  'archive',
  'Archive a demand event',
  'Archives an event: it stays readable and no longer explains sales. Archiving an archived event changes nothing.',
)

export const restoreDemandEvent = changeArchive(
  'restore',
  'Restore a demand event',
  'Takes an archived event into use again. Restoring an event that is not archived changes nothing.',
)
