/** Deletes what has served its time: spent allowances, remembered writes, the usage of keys, sessions, sign-in mail, audit events, invitations and the weeks of inventory advices. */
import type { Fragment, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { batchJob, type Job, type Only, within } from './job.ts'

/** Rows that one transaction deletes; the rest waits for the next. */
const batchRows = 5_000

interface Expired {
  name?: string
  /** Nothing refers to rows without an organisation, so that none of them can be in the way of others. */
  isOwned?: boolean
}

/** Deletes the rows of a table that `isExpired` selects, in batches until one comes out short. */
const deleteExpired = (
  table: string,
  every_seconds: number,
  isExpired: (sql: Sql, only: Only) => Fragment,
  { name = `delete_${table}`, isOwned = true }: Expired = {},
): Job =>
  batchJob(
    name,
    every_seconds,
    batchRows,
    async (sql, only) => {
      const { count } = await sql`
        delete from ${sql(table)} d using (
          select ctid from ${sql(table)} where ${isExpired(sql, only)} limit ${batchRows}) old
        where d.ctid = old.ctid`
      return count
    },
    { isApart: isOwned },
  )

const unowned = { isOwned: false }
const ofTurn = (sql: Sql, only: Only) => within(sql, only, sql`organization_id`)

export const deleteJobs: readonly Job[] = [
  deleteExpired('allowances', 600, (sql) => sql`minute < now() - interval '1 hour'`, unowned),
  deleteExpired('remembered_writes', 3_600, (sql, only) => sql`forget_at < now() and ${ofTurn(sql, only)}`),
  deleteExpired('remembered_session_writes', 3_600, (sql, only) => sql`forget_at < now() and ${ofTurn(sql, only)}`),
  deleteExpired(
    'key_usage',
    3_600,
    (sql, only) => sql`at < now() - make_interval(days => ${limits.usage_days}) and ${ofTurn(sql, only)}`,
  ),
  deleteExpired('session', 3_600, (sql) => sql`"expiresAt" < now()`, { ...unowned, name: 'delete_sessions' }),
  deleteExpired('session_allowances', 600, (sql) => sql`minute < now() - interval '1 hour'`, unowned),
  deleteExpired(
    'mails',
    3_600,
    // A queued mail is left to the worker, which records that it expired; without a worker it is deleted later.
    (sql, only) => sql`
      expires_at < now() and (state <> 'queued' or expires_at < now() - interval '7 days')
        and ${within(sql, only, sql`sender_id`)}`,
  ),
  // The trigger refuses to delete younger events.
  deleteExpired(
    'audit_events',
    86_400,
    (sql, only) => sql`at <= now() - make_interval(days => ${limits.audit_event_days}) and ${ofTurn(sql, only)}`,
  ),
  deleteExpired(
    'used_totp_codes',
    3_600,
    (sql) => sql`used_at < now() - make_interval(mins => ${limits.totp_code_minutes})`,
    unowned,
  ),
  deleteExpired('verification', 3_600, (sql) => sql`"expiresAt" < now()`, unowned),
  deleteExpired('password_resets', 3_600, (sql) => sql`expires_at < now() - interval '1 hour'`, unowned),
  deleteExpired(
    'edi_inventory_advices',
    86_400,
    (sql, only) => sql`
      week_start < current_date - 7 * ${limits.edi_advice_weeks}::int and ${ofTurn(sql, only)}`,
  ),
  deleteExpired(
    'invitations',
    3_600,
    (sql, only) => sql`
      expires_at < now() - make_interval(days => ${limits.invitation_listed_days}) and ${ofTurn(sql, only)}`,
  ),
  deleteExpired('portal_sessions', 3_600, (sql, only) => sql`expires_at < now() and ${ofTurn(sql, only)}`),
  deleteExpired(
    'portal_invitations',
    3_600,
    (sql, only) => sql`
      expires_at < now() - make_interval(days => ${limits.invitation_listed_days}) and ${ofTurn(sql, only)}`,
  ),
]
