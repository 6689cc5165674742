/** Deletes what has served its time: spent allowances, remembered writes, the usage of keys, sessions, account mail, audit events, invitations and the weeks of inventory advices. */
import type { Fragment, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { batchJob, type Job } from './job.ts'

/** Rows that one transaction deletes; the rest waits for the next. */
const batchRows = 5_000

/** Deletes the rows of a table that `isExpired` selects, in batches until one comes out short. */
const deleteExpired = (
  table: string,
  every_seconds: number,
  isExpired: (sql: Sql) => Fragment,
  name = `delete_${table}`,
): Job =>
  batchJob(name, every_seconds, batchRows, async (sql) => {
    const { count } = await sql`
      delete from ${sql(table)} d using (
        select ctid from ${sql(table)} where ${isExpired(sql)} limit ${batchRows}) old
      where d.ctid = old.ctid`
    return count
  })

export const deleteJobs: readonly Job[] = [
  deleteExpired('allowances', 600, (sql) => sql`minute < now() - interval '1 hour'`),
  deleteExpired('remembered_writes', 3_600, (sql) => sql`forget_at < now()`),
  deleteExpired('key_usage', 3_600, (sql) => sql`at < now() - make_interval(days => ${limits.usage_days})`),
  deleteExpired('session', 3_600, (sql) => sql`"expiresAt" < now()`, 'delete_sessions'),
  deleteExpired('session_allowances', 600, (sql) => sql`minute < now() - interval '1 hour'`),
  deleteExpired(
    'mails',
    3_600,
    // A queued mail is left to the worker, which records that it expired; without a worker it is deleted later.
    (sql) => sql`expires_at < now() and (state <> 'queued' or expires_at < now() - interval '7 days')`,
  ),
  // The trigger refuses to delete younger events.
  deleteExpired('audit_events', 86_400, (sql) => sql`at <= now() - make_interval(days => ${limits.audit_event_days})`),
  deleteExpired(
    'used_totp_codes',
    3_600,
    (sql) => sql`used_at < now() - make_interval(mins => ${limits.totp_code_minutes})`,
  ),
  deleteExpired('verification', 3_600, (sql) => sql`"expiresAt" < now()`),
  deleteExpired('password_resets', 3_600, (sql) => sql`expires_at < now() - interval '1 hour'`),
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
