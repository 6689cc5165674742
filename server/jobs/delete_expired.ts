/** Deletes what has served its time: spent allowances, remembered writes, the usage of keys, sessions, account mail and invitations. */
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import type { Job } from './job.ts'

/** Rows that one transaction deletes; the rest waits for the next. */
const batchRows = 5_000

/** Deletes in batches until one comes out short. `some` deletes at most `batch_rows`. */
const deleteInBatches = (
  name: string,
  every_seconds: number,
  some: (sql: Sql) => PromiseLike<{ count: number }>,
): Job => ({
  name,
  every_seconds,
  async run(step) {
    while ((await step(async (sql) => (await some(sql)).count)) === batchRows);
  },
})

export const deleteJobs: readonly Job[] = [
  deleteInBatches(
    'delete_allowances',
    600,
    (sql) => sql`
      delete from allowances a using (
        select ctid from allowances where minute < now() - interval '1 hour' limit ${batchRows}) old
      where a.ctid = old.ctid`,
  ),
  deleteInBatches(
    'delete_remembered_writes',
    3_600,
    (sql) => sql`
      delete from remembered_writes w using (
        select ctid from remembered_writes where forget_at < now() limit ${batchRows}) old
      where w.ctid = old.ctid`,
  ),
  deleteInBatches(
    'delete_key_usage',
    3_600,
    (sql) => sql`
      delete from key_usage u using (
        select ctid from key_usage where at < now() - make_interval(days => ${limits.usage_days}) limit ${batchRows}) old
      where u.ctid = old.ctid`,
  ),
  deleteInBatches(
    'delete_sessions',
    3_600,
    (sql) => sql`
      delete from session s using (
        select ctid from session where "expiresAt" < now() limit ${batchRows}) old
      where s.ctid = old.ctid`,
  ),
  deleteInBatches(
    'delete_session_allowances',
    600,
    (sql) => sql`
      delete from session_allowances a using (
        select ctid from session_allowances where minute < now() - interval '1 hour' limit ${batchRows}) old
      where a.ctid = old.ctid`,
  ),
  deleteInBatches(
    'delete_mails',
    3_600,
    (sql) => sql`
      delete from mails m using (select mail_id from mails where expires_at < now() limit ${batchRows}) old
      where m.mail_id = old.mail_id`,
  ),
  deleteInBatches(
    'delete_password_resets',
    3_600,
    (sql) => sql`
      delete from password_resets r using (
        select token_hash from password_resets where expires_at < now() - interval '1 hour' limit ${batchRows}) old
      where r.token_hash = old.token_hash`,
  ),
  deleteInBatches(
    'delete_invitations',
    3_600,
    (sql) => sql`
      delete from invitations i using (
        select ctid from invitations
        where expires_at < now() - make_interval(days => ${limits.invitation_listed_days}) limit ${batchRows}) old
      where i.ctid = old.ctid`,
  ),
]
