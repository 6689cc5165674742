/** SQL of the connections that are polled: due, claimed and ended ones. Each account has one, which is a job of its own. */
import { edi_connections } from '../../../db/schema/wholesale/edi.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import type { Allotment, Ended, Job, QueueTable } from '../../queue/kind.ts'
import { claimedJobs, dueGroups } from '../../queue/statements.ts'
import { aboutAccount, openOnce, resolveAbout } from '../exceptions.ts'
import { storedDetail } from '../../queue/detail.ts'

const connectionsTable: QueueTable = {
  name: 'edi_connections',
  id: 'trading_partner_id',
  group: 'trading_partner_id',
  group_type: 'uuid',
  states: { waiting: 'polled', done: 'polled', failed: 'polled' },
  lease_seconds: limits.outbound_lease_seconds,
  retry_seconds: [],
  isWaiting: (sql) => sql`d.state = 'polled'`,
}

export const findDueGroups = (sql: Sql) => dueGroups(sql, connectionsTable, 'group')

const claimedColumns = selection(edi_connections, 'c', ['trading_partner_id'])
export interface ClaimedConnection extends Job, RowOf<typeof claimedColumns> {}

export const claimConnections = (sql: Sql, allotments: readonly Allotment[]) => sql<ClaimedConnection[]>`
  with ${claimedJobs(sql, connectionsTable, allotments)}
  select c.organization_id, c.trading_partner_id::text as destination, c.attempts as attempt, ${claimedColumns}
  from claimed c`

export interface PollOutcome {
  /** Why nothing could be fetched; null if that was no problem. */
  fault: string | null
  is_timed_out: boolean
  /** More files are waiting. */
  is_more: boolean
}

const endedRows = recordset(edi_connections, ['organization_id', 'trading_partner_id', 'fault'], {
  alias: 'r',
  extra: { attempt: 'int', is_more: 'boolean' },
})

/** After so many failures in a row a person is notified; the waits double up to an hour. */
const failuresTold = 4
const waitDoublesMax = 7

/** Makes the connections due again. A connection that keeps failing opens an exception about its account. */
export async function finishConnections(
  sql: Sql,
  ended: readonly Ended<ClaimedConnection, PollOutcome>[],
): Promise<number> {
  const rows = ended.map(({ job: { organization_id, trading_partner_id, attempt }, outcome }) => ({
    organization_id,
    trading_partner_id,
    attempt,
    fault: storedDetail(outcome.fault),
    is_more: outcome.is_more,
  }))
  const settled = await sql<
    {
      organization_id: string
      trading_partner_id: string
      round_failures: number
      fault: string | null
      account_name: string
      now: string
    }[]
  >`
    with held as (
      select e.* from (select * from ${endedRows.from(rows)} order by organization_id, trading_partner_id) e
      cross join lateral (
        select from edi_connections d
        where d.organization_id = e.organization_id and d.trading_partner_id = e.trading_partner_id
          and d.attempts = e.attempt and d.leased_until is not null and d.state = 'polled'
        for update
      ) d
    ), settled as (
      update edi_connections d set leased_until = null, fault = h.fault, last_polled_at = now(),
        round_failures = case when h.fault is null then 0 else least(d.round_failures + 1, 1000) end,
        next_attempt_at = now() + make_interval(secs => case when h.is_more then 0
          when h.fault is null then ${limits.edi_poll_seconds}
          else ${limits.edi_poll_seconds} * power(2, least(d.round_failures, ${waitDoublesMax})) end)
      from held h where d.organization_id = h.organization_id and d.trading_partner_id = h.trading_partner_id
      returning d.organization_id, d.trading_partner_id, d.round_failures, d.fault
    )
    select s.organization_id, s.trading_partner_id, s.round_failures::int as round_failures, s.fault,
      t.name as account_name, now() as now
    from settled s
    join trading_partners t on t.organization_id = s.organization_id and t.trading_partner_id = s.trading_partner_id`
  for (const { organization_id, trading_partner_id, round_failures, fault, account_name, now: at } of settled) {
    const now = new Date(at).toISOString()
    const about = { kind: 'edi_undelivered', subject: aboutAccount(trading_partner_id) } as const
    if (fault === null) await resolveAbout(sql, organization_id, now, { ...about, resolution: 'fetched' })
    else if (round_failures >= failuresTold)
      await openOnce(sql, organization_id, now, {
        ...about,
        severity: 'blocking',
        sentence: `Interchanges of ${account_name} cannot be fetched: ${fault.slice(0, 300)}. Correct its EDI profile, or ask ${account_name}.`,
      })
  }
  return settled.length
}
