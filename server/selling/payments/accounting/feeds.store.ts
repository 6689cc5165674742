/** SQL of payment feeds: due, claimed and ended ones. A connection has at most one, which is a job that never ends. */
import { accounting_connections, accounting_payment_feeds } from '../../../../db/schema/selling/accounting.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import { type RowOf, selection, selections } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'
import { openExceptions, readOpenKinds, resolveExceptions } from '../../../exceptions/open.ts'
import { storedDetail } from '../../../queue/detail.ts'
import type { Allotment, Ended, Job } from '../../../queue/kind.ts'
import { dueAgain, failuresTold, heldPolls, polledTable } from '../../../queue/polled.ts'
import { claimedJobs, dueGroups } from '../../../queue/statements.ts'
import { aboutPaymentFeed, accountingService } from './exceptions.ts'
import { feedLimits } from './feed_limits.ts'
import { notRead } from './page.rules.ts'

/** The notification channel that wakes workers. */
export const paymentFeedsChannel = 'accounting_payment_feeds'

const feedsTable = polledTable('accounting_payment_feeds', 'accounting_connection_id')

export const findDueFeeds = (sql: Sql) => dueGroups(sql, feedsTable, 'group')

const claimedColumns = selection(accounting_payment_feeds, 'c', ['accounting_connection_id', 'url', 'cursor'])
export interface ClaimedFeed extends Job, RowOf<typeof claimedColumns> {}

export const claimFeeds = (sql: Sql, allotments: readonly Allotment[]) => sql<ClaimedFeed[]>`
  with ${claimedJobs(sql, feedsTable, allotments)}
  select c.organization_id, c.accounting_connection_id::text as destination, c.attempts as attempt, ${claimedColumns}
  from claimed c`

const connectionColumns = selection(accounting_connections, 'c', ['name', 'encrypted_token'])

/** The connection as it is now; none once it is deactivated. */
export async function readActiveConnection(sql: Sql, { organization_id, accounting_connection_id }: ClaimedFeed) {
  const [connection] = await sql<RowOf<typeof connectionColumns>[]>`
    select ${connectionColumns} from accounting_connections c
    where c.organization_id = ${organization_id} and c.accounting_connection_id = ${accounting_connection_id}
      and c.is_active`
  return connection
}

export const insertFeed = async (
  sql: Sql,
  organization_id: string,
  accounting_connection_id: string,
  url: string,
): Promise<void> => {
  await sql`
    insert into accounting_payment_feeds (organization_id, accounting_connection_id, url, state, next_attempt_at)
    values (${organization_id}, ${accounting_connection_id}, ${url}, 'polled', now())`
  await wakeFeeds(sql)
}

const wakeFeeds = (sql: Sql) => sql`select pg_notify(${paymentFeedsChannel}, '')`

export const deleteFeed = (sql: Sql, organization_id: string, accounting_connection_id: string) => sql`
  delete from accounting_payment_feeds
  where organization_id = ${organization_id} and accounting_connection_id = ${accounting_connection_id}`

/**
 * Makes the feed due from its beginning; an attempt under way loses its lease, and with it its cursor. Returns whether there
 * is one.
 */
export async function beginAgain(
  sql: Sql,
  organization_id: string,
  accounting_connection_id: string,
): Promise<boolean> {
  const { count } = await sql`
    update accounting_payment_feeds
    set cursor = null, next_attempt_at = least(next_attempt_at, now()), leased_until = null, round_failures = 0
    where organization_id = ${organization_id} and accounting_connection_id = ${accounting_connection_id}`
  await wakeFeeds(sql)
  return count > 0
}

export interface ReadOutcome {
  /** Why no payments could be read; null if that was no problem. */
  fault: string | null
  is_timed_out: boolean
  /** Where the next page begins; null keeps the cursor. */
  next: string | null
  is_more: boolean
}

const endedRows = recordset(
  accounting_payment_feeds,
  ['organization_id', 'accounting_connection_id', 'fault', 'cursor'],
  {
    alias: 'r',
    extra: { attempt: 'int', is_more: 'boolean' },
  },
)

/** The waits double up to forty minutes. */
const wait_doubles_max = 3

interface Settled extends RowOf<typeof settledColumns> {
  now: string
}
const settledColumns = selections(
  selection(accounting_payment_feeds, 's', [
    'organization_id',
    'accounting_connection_id',
    'round_failures::int',
    'fault',
  ]),
  selection(accounting_connections, 'c', ['name']),
)

/** Makes the feeds due again. One that keeps failing opens an exception about its connection. */
export async function finishFeeds(sql: Sql, ended: readonly Ended<ClaimedFeed, ReadOutcome>[]): Promise<number> {
  const rows = ended.map(({ job: { organization_id, accounting_connection_id, attempt }, outcome }) => ({
    organization_id,
    accounting_connection_id,
    attempt,
    fault: storedDetail(outcome.fault),
    cursor: outcome.next,
    is_more: outcome.is_more,
  }))
  const settled = await sql<Settled[]>`
    with ${heldPolls(sql, feedsTable, endedRows.from(rows))}, settled as (
      update accounting_payment_feeds d set ${dueAgain(sql, { poll_seconds: feedLimits.poll_seconds, wait_doubles_max })},
        cursor = coalesce(h.cursor, d.cursor), last_read_at = case when h.fault is null then now() else d.last_read_at end
      from held h
      where d.organization_id = h.organization_id and d.accounting_connection_id = h.accounting_connection_id
      returning d.organization_id, d.accounting_connection_id, d.round_failures, d.fault
    )
    select ${settledColumns}, now() as now
    from settled s
    join accounting_connections c on c.organization_id = s.organization_id
      and c.accounting_connection_id = s.accounting_connection_id`
  for (const feed of settled) await updateException(sql, feed)
  return settled.length
}

async function updateException(sql: Sql, feed: Settled): Promise<void> {
  const { organization_id, accounting_connection_id, round_failures, fault, name } = feed
  const now = new Date(feed.now).toISOString()
  const about = aboutPaymentFeed(accounting_connection_id)
  if (fault === null) {
    const end = { ...about, resolution: 'payments_read', resolved_by: accountingService }
    return resolveExceptions(sql, organization_id, now, end)
  }
  if (round_failures < failuresTold) return
  const open = await readOpenKinds(sql, organization_id, about.subject.type, [about.subject.id])
  if (open.length === 0)
    await openExceptions(sql, organization_id, now, [{ ...about, severity: 'warning', sentence: notRead(name, fault) }])
}
