/**
 * Queues invoices for the accounting system, and is the only writer of the ledger columns of invoices, with
 * attempts.store.ts. A posting's row is locked before its invoice's, as the worker does, to avoid deadlocks.
 */
import type { Sql } from '../../../contract/sql.ts'

/** The notification channel that wakes workers. */
export const postingsChannel = 'invoice_postings'

const wakePostings = (sql: Sql) => sql`select pg_notify(${postingsChannel}, '')`

interface ActiveConnection {
  accounting_connection_id: string
  name: string
}

/** The connection over which documents are posted; null without one. */
export async function readActive(sql: Sql, organization_id: string): Promise<ActiveConnection | null> {
  const [connection] = await sql<ActiveConnection[]>`
    select accounting_connection_id, name from accounting_connections
    where organization_id = ${organization_id} and is_active`
  return connection ?? null
}

async function markQueued(sql: Sql, organization_id: string, invoice_id: number, ledger: string | null): Promise<void> {
  await sql`
    update invoices set ledger_state = 'queued', ledger_sentence = null,
      ledger_name = coalesce(${ledger}::text, ledger_name)
    where organization_id = ${organization_id} and invoice_id = ${invoice_id}`
  await wakePostings(sql)
}

/** Queues an invoice that was never posted, if an accounting system is connected. */
export async function queuePosting(sql: Sql, organization_id: string, invoice_id: number): Promise<void> {
  const connection = await readActive(sql, organization_id)
  if (connection === null) return
  await sql`
    insert into invoice_postings (organization_id, invoice_id, accounting_connection_id, revision, state, next_attempt_at)
    values (${organization_id}, ${invoice_id}, ${connection.accounting_connection_id}, 1, 'queued', now())`
  await markQueued(sql, organization_id, invoice_id, connection.name)
}

/**
 * Queues the invoice again under the next revision, if it was ever queued. Ending the lease of an attempt that is being
 * made drops its outcome, since what it sent is no longer the newest.
 */
export async function queueVoid(sql: Sql, organization_id: string, invoice_id: number): Promise<void> {
  const connection = await readActive(sql, organization_id)
  const { count } = await sql`
    update invoice_postings p set revision = p.revision + 1, state = 'queued', round_failures = 0,
      accounting_connection_id = coalesce(${connection?.accounting_connection_id ?? null}::uuid, p.accounting_connection_id),
      next_attempt_at = now(), leased_until = null, ended_at = null
    where p.organization_id = ${organization_id} and p.invoice_id = ${invoice_id}`
  if (count > 0) await markQueued(sql, organization_id, invoice_id, connection?.name ?? null)
}

export type PostingOutcome = 'queued' | 'no_connection' | 'already_posted'

/** Queues the invoice once more, over the connection that is active now. A posting that waits becomes due at once. */
export async function queueAgain(sql: Sql, organization_id: string, invoice_id: number): Promise<PostingOutcome> {
  const connection = await readActive(sql, organization_id)
  if (connection === null) return 'no_connection'
  const [posting] = await sql<{ state: string; accounting_connection_id: string; is_under_way: boolean }[]>`
    select state, accounting_connection_id,
      coalesce(leased_until > now(), false) or coalesce(next_attempt_at <= now(), false) as is_under_way
    from invoice_postings
    where organization_id = ${organization_id} and invoice_id = ${invoice_id} for update`
  if (posting === undefined) {
    await queuePosting(sql, organization_id, invoice_id)
    return 'queued'
  }
  const isSame = posting.accounting_connection_id === connection.accounting_connection_id
  if (posting.state === 'posted' && isSame) return 'already_posted'
  if (posting.is_under_way && isSame) return 'queued'
  await sql`
    update invoice_postings set accounting_connection_id = ${connection.accounting_connection_id}, state = 'queued', round_failures = 0,
      next_attempt_at = now(), leased_until = null, ended_at = null
    where organization_id = ${organization_id} and invoice_id = ${invoice_id}`
  await markQueued(sql, organization_id, invoice_id, connection.name)
  return 'queued'
}
