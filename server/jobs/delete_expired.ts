/** Deletes what has served its time: spent allowances, remembered writes, the usage of keys, sessions, account mail, invitations and the weeks of inventory advices. */
import { fragment } from '../../db/sql/fragment.ts'
import type { Fragment, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { batchJob, type Job, type Only, within } from './job.ts'

/** Rows that one transaction deletes; the rest waits for the next. */
const batchRows = 5_000

/**
 * Deletes the rows of a table that `isExpired` selects, in batches until one comes out short; those of each `owner` apart if
 * that fails. Nothing refers to rows without an owner, so that none can be in the way of others.
 */
function deleteExpired(
  table: string,
  every_seconds: number,
  isExpired: (sql: Sql) => Fragment,
  { name = `delete_${table}`, isOwned = true } = {},
  owner: Fragment = fragment`organization_id`,
): Job {
  const deleteSome = async (sql: Sql, only: Only) => {
    const { count } = await sql`
      delete from ${sql(table)} d using (
        select ctid from ${sql(table)}
        where ${isExpired(sql)} and ${within(sql, only, owner)} limit ${batchRows}) old
      where d.ctid = old.ctid`
    return count
  }
  return batchJob(name, every_seconds, batchRows, deleteSome, { isApart: isOwned })
}

const unowned = { isOwned: false }

export const deleteJobs: readonly Job[] = [
  deleteExpired('allowances', 600, (sql) => sql`minute < now() - interval '1 hour'`, unowned),
  deleteExpired('remembered_writes', 3_600, (sql) => sql`forget_at < now()`),
  deleteExpired('key_usage', 3_600, (sql) => sql`at < now() - make_interval(days => ${limits.usage_days})`),
  deleteExpired('session', 3_600, (sql) => sql`"expiresAt" < now()`, {
    ...unowned,
    name: 'delete_sessions',
  }),
  deleteExpired('session_allowances', 600, (sql) => sql`minute < now() - interval '1 hour'`, unowned),
  deleteExpired(
    'mails',
    3_600,
    // A queued mail is left to the worker, which records that it expired; without a worker it is deleted later.
    (sql) => sql`(expires_at < now() and (state <> 'queued' or expires_at < now() - interval '7 days'))`,
    // Account mail has no organisation.
    {},
    fragment`sender_id`,
  ),
  deleteExpired('password_resets', 3_600, (sql) => sql`expires_at < now() - interval '1 hour'`, unowned),
  deleteExpired(
    'edi_inventory_advices',
    86_400,
    (sql) => sql`week_start < current_date - 7 * ${limits.edi_advice_weeks}::int`,
  ),
  deleteExpired(
    'invitations',
    3_600,
    (sql) => sql`expires_at < now() - make_interval(days => ${limits.invitation_listed_days})`,
  ),
  deleteExpired('portal_sessions', 3_600, (sql) => sql`expires_at < now()`),
  deleteExpired(
    'portal_invitations',
    3_600,
    (sql) => sql`expires_at < now() - make_interval(days => ${limits.invitation_listed_days})`,
  ),
]
