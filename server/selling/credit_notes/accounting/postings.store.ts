/**
 * Queues credit notes for the accounting system, and is the only writer of their ledger columns, with attempts.store.ts. A
 * posting's row is locked before its credit note's, as the worker does.
 */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import type { Sql } from '../../../contract/sql.ts'
import { readActive } from '../../invoices/accounting/postings.store.ts'

/** The notification channel that wakes workers. */
export const creditPostingsChannel = 'credit_note_postings'

async function markQueued(sql: Sql, organization_id: string, ids: readonly string[], ledger: string): Promise<void> {
  await sql`
    update credit_notes set ledger_state = 'queued', ledger_sentence = null, ledger_name = ${ledger}
    where organization_id = ${organization_id} and credit_note_id = any(${arrayLiteral(ids)}::uuid[])`
  await sql`select pg_notify(${creditPostingsChannel}, '')`
}

/**
 * Queues credit notes that were issued or cancelled, if an accounting system is connected; one that was queued before gets
 * the next revision. Ending the lease of an attempt that is being made drops its outcome, since it is no longer the newest.
 * One that was issued before a system was connected is not in its books, so its cancellation is not posted either.
 */
export async function queueCreditPostings(sql: Sql, organization_id: string, ids: readonly string[]): Promise<void> {
  const connection = await readActive(sql, organization_id)
  if (connection === null) return
  const queued = await sql<{ credit_note_id: string }[]>`
    insert into credit_note_postings as p (organization_id, credit_note_id, accounting_connection_id, revision, state,
      next_attempt_at)
    select ${organization_id}, c.credit_note_id, ${connection.accounting_connection_id}, 1, 'queued', now()
    from credit_notes c
    where c.organization_id = ${organization_id} and c.credit_note_id = any(${arrayLiteral(ids)}::uuid[])
      and (c.state = 'issued' or c.ledger_state <> 'not_connected')
    order by c.credit_note_id
    on conflict on constraint credit_note_postings_pk do update set revision = p.revision + 1, state = 'queued',
      round_failures = 0, accounting_connection_id = excluded.accounting_connection_id, next_attempt_at = now(),
      leased_until = null, ended_at = null
    returning p.credit_note_id`
  const queuedIds = queued.map(({ credit_note_id }) => credit_note_id)
  if (queuedIds.length > 0) await markQueued(sql, organization_id, queuedIds, connection.name)
}

/** Queues a credit note once more, under the same revision, over the connection that is active now. One that is due is left. */
export async function queueCreditAgain(
  sql: Sql,
  organization_id: string,
  credit_note_id: string,
): Promise<'queued' | 'no_connection' | 'already_posted'> {
  const connection = await readActive(sql, organization_id)
  if (connection === null) return 'no_connection'
  const [posting] = await sql<{ state: string; accounting_connection_id: string; is_under_way: boolean }[]>`
    select state, accounting_connection_id,
      coalesce(leased_until > now(), false) or coalesce(next_attempt_at <= now(), false) as is_under_way
    from credit_note_postings
    where organization_id = ${organization_id} and credit_note_id = ${credit_note_id} for update`
  const isSame = posting?.accounting_connection_id === connection.accounting_connection_id
  if (posting?.state === 'posted' && isSame) return 'already_posted'
  if (posting?.is_under_way && isSame) return 'queued'
  await sql`
    insert into credit_note_postings as p (organization_id, credit_note_id, accounting_connection_id, revision, state,
      next_attempt_at)
    values (${organization_id}, ${credit_note_id}, ${connection.accounting_connection_id}, 1, 'queued', now())
    on conflict on constraint credit_note_postings_pk do update set state = 'queued', round_failures = 0,
      accounting_connection_id = excluded.accounting_connection_id, next_attempt_at = now(), leased_until = null,
      ended_at = null`
  await markQueued(sql, organization_id, [credit_note_id], connection.name)
  return 'queued'
}
