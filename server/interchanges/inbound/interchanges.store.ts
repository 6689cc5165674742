/** SQL of inbound interchanges that wait to be read: due, claimed and ended ones. They queue by account. */
import { isConnectionError } from '../../../db/client/database.ts'
import { edi_documents, edi_interchanges } from '../../../db/schema/wholesale/edi.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import type { Allotment, Ended, Job, QueueTable } from '../../queue/kind.ts'
import { claimedJobs, dueGroups, isOver, settledJobs } from '../../queue/statements.ts'
import { aboutInterchange, openOnce } from '../exceptions.ts'
import { storedDetail } from '../../queue/detail.ts'

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
  'read_at',
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

const endedRows = recordset(edi_interchanges, ['organization_id', 'interchange_id as id', 'sentence'], {
  alias: 'r',
  extra: { attempt: 'int', is_done: 'boolean', is_final: 'boolean' },
})

type EndedRead = Ended<ClaimedInterchange, ReadOutcome>

const rowOf = ({ job, outcome: { detail } }: EndedRead) => {
  const reason = storedDetail(detail) ?? 'the reason is unknown'
  return {
    organization_id: job.organization_id,
    id: job.interchange_id,
    sentence: `The interchange could not be read: ${reason}. Release it once the cause is fixed.`,
    attempt: job.attempt,
    is_done: false,
    is_final: false,
  }
}

/** Makes interchanges due again whose attempt left the rest to another one. */
const resume = (sql: Sql, more: readonly EndedRead[]) => sql`
  update edi_interchanges d set leased_until = null, next_attempt_at = now(), round_failures = 0
  from ${endedRows.from(more.map(rowOf))}
  where d.organization_id = r.organization_id and d.interchange_id = r.id and d.attempts = r.attempt
    and d.state = 'received' and d.leased_until is not null`

/** Frees what is not read to its end, and counts failures; returns how many attempts were still valid. */
export async function finishInterchanges(sql: Sql, ended: readonly EndedRead[]): Promise<number> {
  const by = Map.groupBy(ended, ({ outcome }) => outcome.result)
  const [left, failed] = [by.get('more') ?? [], by.get('failed') ?? []]
  const resumed = left.length === 0 ? 0 : (await resume(sql, left)).count
  const valid = resumed + (by.get('read')?.length ?? 0)
  if (failed.length === 0) return valid
  const isHeld = sql`d.state = 'received' and ${isOver(sql, interchangesTable)}`
  const more = sql`sentence = case when ${isHeld} then h.sentence else d.sentence end,`
  const settled = await sql<{ organization_id: string; id: string; state: string; sentence: string; now: string }[]>`
    with ended as (
      select * from ${endedRows.from(failed.map(rowOf))}
    ), ${settledJobs(sql, interchangesTable, more)}
    select s.organization_id, s.id, s.state, h.sentence, now() as now
    from settled s
    join held h using (organization_id, id)`
  for (const { organization_id, id, state, sentence, now } of settled)
    if (state === 'held')
      await openOnce(sql, organization_id, new Date(now).toISOString(), {
        kind: 'edi_held',
        severity: 'blocking',
        subject: aboutInterchange(id),
        sentence,
      })
  return valid + settled.length
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
