/** SQL of the connections that are polled: due, claimed and ended ones. Each account has one, which is a job of its own. */
import { edi_connections } from '../../../db/schema/wholesale/edi.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import type { Allotment, Ended, Job } from '../../queue/kind.ts'
import { dueAgain, failuresTold, heldPolls, polledTable } from '../../queue/polled.ts'
import { claimedJobs, dueGroups } from '../../queue/statements.ts'
import { aboutAccount, openOnce, resolveAbout } from '../exceptions.ts'
import { storedDetail } from '../../queue/detail.ts'

const connectionsTable = polledTable('edi_connections', 'trading_partner_id')

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

/** The waits double up to an hour. */
const wait_doubles_max = 7

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
    with ${heldPolls(sql, connectionsTable, endedRows.from(rows))}, settled as (
      update edi_connections d set ${dueAgain(sql, { poll_seconds: limits.edi_poll_seconds, wait_doubles_max })},
        last_polled_at = now()
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
