/** SQL of inbound interchanges that wait to be read: due, claimed and ended ones. They queue by account. */
import { isConnectionError } from '../../../db/client/database.ts'
import { edi_documents, edi_interchanges } from '../../../db/schema/wholesale/edi.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import type { Allotment, Ended, Job, QueueTable } from '../../queue/kind.ts'
import { claimedJobs, dueGroups, settledJobs } from '../../queue/statements.ts'
import { aboutInterchange, openOnce } from '../exceptions.ts'

export const readAttemptSeconds = 30

const interchangesTable: QueueTable = {
  name: 'edi_interchanges',
  id: 'interchange_id',
  group: 'trading_partner_id',
  group_type: 'uuid',
  states: { waiting: 'received', done: 'read', failed: 'held' },
  lease_seconds: limits.outbound_lease_seconds,
  retry_seconds: limits.edi_read_retry_seconds,
  isWaiting: (sql) => sql`d.state = 'received'`,
}

export const findDueGroups = (sql: Sql) => dueGroups(sql, interchangesTable, 'group')

const claimedColumns = selection(edi_interchanges, 'c', [
  'interchange_id',
  'trading_partner_id!',
  'control_number::float8',
  'content',
  'round_failures',
])
export interface ClaimedInterchange extends Job, RowOf<typeof claimedColumns> {}

export const claimInterchanges = (sql: Sql, allotments: readonly Allotment[]) => sql<ClaimedInterchange[]>`
  with ${claimedJobs(sql, interchangesTable, allotments)}
  select c.organization_id, c.trading_partner_id::text as destination, c.attempts as attempt, ${claimedColumns}
  from claimed c`

export interface ReadOutcome {
  /** read: the attempt itself recorded the end. more: the rest is read in another attempt. failed: it is tried again. */
  result: 'read' | 'more' | 'failed'
  detail: string | null
}

const endedRows = recordset(edi_interchanges, ['organization_id', 'interchange_id as id'], {
  alias: 'r',
  extra: { attempt: 'int', is_done: 'boolean', is_final: 'boolean', is_more: 'boolean', detail: 'text | null' },
})

type EndedRead = Ended<ClaimedInterchange, ReadOutcome>

/** Frees what is not read to its end, and counts failures; returns how many attempts were still valid. */
export async function finishInterchanges(sql: Sql, ended: readonly EndedRead[]): Promise<number> {
  const read = ended.filter(({ outcome }) => outcome.result === 'read').length
  const rows = ended
    .filter(({ outcome }) => outcome.result !== 'read')
    .map(({ job, outcome: { result, detail } }) => ({
      organization_id: job.organization_id,
      id: job.interchange_id,
      attempt: job.attempt,
      is_done: false,
      is_final: false,
      is_more: result === 'more',
      detail: detail?.toWellFormed().replaceAll('\u0000', '').slice(0, 2_000) ?? null,
    }))
  if (rows.length === 0) return read
  const settled = await sql<
    { organization_id: string; id: string; state: string; is_more: boolean; detail: string | null; now: string }[]
  >`
    with ended as (
      select * from ${endedRows.from(rows)}
    ), ${settledJobs(sql, interchangesTable)}
    select s.organization_id, s.id, s.state, h.is_more, h.detail, now() as now
    from settled s
    join held h using (organization_id, id)`
  for (const { organization_id, id, state, is_more, detail, now } of settled) {
    if (is_more)
      await sql`
        update edi_interchanges set state = 'received', next_attempt_at = now(), ended_at = null, round_failures = 0
        where organization_id = ${organization_id} and interchange_id = ${id}`
    else if (state === 'held') {
      const sentence = `The interchange could not be read: ${detail ?? 'the reason is unknown'}. Release it once the cause is fixed.`
      await sql`
        update edi_interchanges set sentence = ${sentence}
        where organization_id = ${organization_id} and interchange_id = ${id}`
      await openOnce(sql, organization_id, new Date(now).toISOString(), {
        kind: 'edi_held',
        severity: 'blocking',
        subject: aboutInterchange(id),
        sentence,
      })
    }
  }
  return read + settled.length
}

/** The attempt no longer holds its interchange: another worker has it, or a person discarded it. */
export class LeaseLost extends Error {}

/** Not the fault of the document: another attempt, or another worker, takes it. */
export const isTransient = (error: unknown): boolean => error instanceof LeaseLost || isConnectionError(error)

/** Locks the interchange for a step of the attempt. */
export async function checkLease(sql: Sql, { organization_id, interchange_id, attempt }: ClaimedInterchange) {
  const [row] = await sql<{ now: string }[]>`
    select now() as now from edi_interchanges
    where organization_id = ${organization_id} and interchange_id = ${interchange_id} and state = 'received'
      and attempts = ${attempt} and leased_until > now()
    for no key update`
  if (row === undefined) throw new LeaseLost()
  return new Date(row.now).toISOString()
}

const setColumns = selection(edi_documents, 'd', ['group_control_number!', 'set_control_number!', 'state', 'record'])
export type RecordedSet = RowOf<typeof setColumns>

/** Sets of an interchange that are recorded. */
export const readRecordedSets = (sql: Sql, organization_id: string, interchange_id: string) => sql<RecordedSet[]>`
  select ${setColumns} from edi_documents d
  where d.organization_id = ${organization_id} and d.interchange_id = ${interchange_id} and d.direction = 'inbound'`

export const endRead = (
  sql: Sql,
  { organization_id, interchange_id }: Pick<ClaimedInterchange, 'organization_id' | 'interchange_id'>,
  { state, sentence }: { state: 'read' | 'rejected'; sentence: string },
) => sql`
  update edi_interchanges set state = ${state}, sentence = ${sentence}, next_attempt_at = null, leased_until = null,
    ended_at = now()
  where organization_id = ${organization_id} and interchange_id = ${interchange_id}`
