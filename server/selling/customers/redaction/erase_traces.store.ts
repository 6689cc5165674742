/**
 * Erases a customer from all that says it beside its row: texts that people wrote about its orders, papers and documents from
 * which orders came, events and answers that are stored, and files. The rows stay, with their quantities, money and days.
 */
import type { Sql } from '../../../contract/sql.ts'
import { removeAfterCommit } from '../../../files/remove_after.ts'
import { rewriteEvents } from '../../../outbox/rewrite_events.ts'
import { forgetSessionAnswers, rewriteAnswers } from '../../../pipeline/remembered/rewrite_answers.ts'
import { documentSubject } from '../../order_documents/document.store.ts'
import { sourceKey } from '../../order_documents/source_file.ts'
import { erasedFileName, erasedText, withoutPerson, writtenTexts } from './without_person.rules.ts'

/** Locked first, as every write of an order does: an event that is being written is there before events are rewritten. */
export const lockOrdersOf = (sql: Sql, organization_id: string, customer_id: string) => sql`
  select from sales_orders where organization_id = ${organization_id} and customer_id = ${customer_id}
  order by order_id for update`

/** The reference of a consumer can be a name; that of an account is the number of its purchase order. */
async function eraseTexts(sql: Sql, organization_id: string, customer_id: string): Promise<string[]> {
  const orders = await sql<{ order_id: string }[]>`
    update sales_orders set notes = null, cancel_reason = case when cancel_reason is not null then ${erasedText} end,
      reference = case when is_wholesale then reference end
    where organization_id = ${organization_id} and customer_id = ${customer_id}
    returning order_id`
  const ids = orders.map(({ order_id }) => order_id)
  await sql`
    update order_holds set note = null, release_note = null
    where organization_id = ${organization_id} and order_id = any(${ids}::uuid[])`
  await sql`
    update voided_shipments set void_reason = ${erasedText}
    where organization_id = ${organization_id} and order_id = any(${ids}::uuid[])`
  await sql`
    update refunds set reason = case when reason is not null then ${erasedText} end
    where organization_id = ${organization_id} and (order_id = any(${ids}::uuid[]) or return_id in (
      select return_id from returns where organization_id = ${organization_id} and customer_id = ${customer_id}))`
  await sql`
    update return_inspections i set note = null, revert_reason = case when i.revert_reason is not null then ${erasedText} end
    from returns r
    where i.organization_id = ${organization_id} and r.organization_id = ${organization_id} and r.return_id = i.return_id
      and (r.customer_id = ${customer_id} or r.order_id = any(${ids}::uuid[]))`
  await sql`
    update return_exchanges set cancel_reason = case when cancel_reason is not null then ${erasedText} end
    where organization_id = ${organization_id} and order_id = any(${ids}::uuid[])`
  await sql`
    update order_changes c set changes = (
      select jsonb_agg(case
        when e ->> 'field' = any(${[...writtenTexts]}::text[])
          or (e ->> 'field' = 'reference' and not o.is_wholesale)
        then e || '{"previous_value": null, "value": null}' else e end order by at)
      from jsonb_array_elements(c.changes) with ordinality w(e, at))
    from sales_orders o
    where c.organization_id = ${organization_id} and c.order_id = any(${ids}::uuid[])
      and o.organization_id = ${organization_id} and o.order_id = c.order_id
      and jsonb_array_length(c.changes) > 0`
  await sql`
    update warehouse_requests w set message = jsonb_set(jsonb_set(w.message, '{order,notes}', 'null'),
      '{order,reference}', case when o.is_wholesale then w.message #> '{order,reference}' else 'null' end)
    from sales_orders o
    where w.organization_id = ${organization_id} and w.order_id = any(${ids}::uuid[])
      and o.organization_id = ${organization_id} and o.order_id = w.order_id`
  return ids
}

/** Payments for orders of consumers: a bank's reference can be a name. */
async function erasePayments(sql: Sql, organization_id: string, order_ids: readonly string[]): Promise<void> {
  const payments = await sql<{ customer_payment_id: string }[]>`
    update customer_payments set reference = null, reason = case when reason is not null then ${erasedText} end
    where organization_id = ${organization_id} and order_id = any(${[...order_ids]}::uuid[])
    returning customer_payment_id`
  const ids = payments.map(({ customer_payment_id }) => customer_payment_id)
  await sql`
    update payment_allocations set reason = ${erasedText}
    where organization_id = ${organization_id} and customer_payment_id = any(${ids}::uuid[]) and reason is not null`
}

/** What the buyer wrote on an order that arrived over EDI, and the bytes that it arrived or left in, once they are no longer needed. */
async function eraseEdi(sql: Sql, organization_id: string, order_ids: readonly string[]): Promise<void> {
  await sql`
    update edi_orders set header = jsonb_set(header, '{notes}', 'null')
    where organization_id = ${organization_id} and order_id = any(${[...order_ids]}::uuid[]) and header ? 'notes'`
  await sql`
    update edi_interchanges i set content = ''::bytea, content_erased_at = now()
    where i.organization_id = ${organization_id} and i.content_erased_at is null and i.state not in ('received', 'held')
      and i.interchange_id in (
        select d.interchange_id from edi_documents d
        where d.organization_id = ${organization_id} and d.order_id = any(${[...order_ids]}::uuid[]))
      and not exists (
        select from edi_documents w
        where w.organization_id = ${organization_id} and w.interchange_id = i.interchange_id
          and w.state in ('held', 'queued'))`
}

interface Paper {
  document_id: string
  sha256: string
  file_name: string
  is_shared: boolean
}

/** The papers of its orders: what was read, the name of the file, and the file unless another paper is the same file. */
async function erasePapers(sql: Sql, organization_id: string, order_ids: readonly string[]): Promise<void> {
  const papers = await sql<Paper[]>`
    select d.document_id, d.sha256, d.file_name, exists (
        select from order_documents o
        where o.organization_id = ${organization_id} and o.sha256 = d.sha256 and o.document_id <> d.document_id
      ) as is_shared
    from order_documents d
    where d.organization_id = ${organization_id} and d.order_id = any(${[...order_ids]}::uuid[])`
  if (papers.length === 0) return
  const ids = papers.map(({ document_id }) => document_id)
  await sql`
    update exceptions e set sentence = replace(e.sentence, d.file_name, ${erasedFileName})
    from order_documents d
    where e.organization_id = ${organization_id} and e.subject_type = ${documentSubject}
      and e.subject_id = any(${ids}::text[])
      and d.organization_id = ${organization_id} and d.document_id::text = e.subject_id`
  await sql`
    update order_documents set reading = null, problems = '[]', file_name = ${erasedFileName}
    where organization_id = ${organization_id} and document_id = any(${ids}::uuid[])`
  const keys = papers.filter(({ is_shared }) => !is_shared).map(({ sha256 }) => sourceKey(sha256))
  await removeAfterCommit(sql, organization_id, keys)
  const names = papers.map(({ file_name }) => JSON.stringify(file_name).slice(1, -1))
  const rewrite = (text: string) => names.reduce((after, name) => after.replaceAll(name, erasedFileName), text)
  const which = { texts: ids, field: 'document_id', values: ids }
  await rewriteEvents(sql, organization_id, which, rewrite)
  await rewriteAnswers(sql, organization_id, which, rewrite)
}

/** Exports of the organisation that have the person: written ones are deleted, and one that is being written begins again. */
async function withdrawExports(sql: Sql, organization_id: string): Promise<void> {
  await sql`
    update organization_exports set expires_at = now()
    where organization_id = ${organization_id} and state = 'ready' and expires_at > now()`
  await sql`
    update organization_exports set leased_until = null, next_attempt_at = now(), attempts = attempts + 1
    where organization_id = ${organization_id} and state = 'queued' and leased_until is not null`
}

/** The customer's row is redacted already: orders that are read from here on have no name. */
export async function eraseTraces(sql: Sql, organization_id: string, customer_id: string): Promise<void> {
  const order_ids = await eraseTexts(sql, organization_id, customer_id)
  await erasePayments(sql, organization_id, order_ids)
  await eraseEdi(sql, organization_id, order_ids)
  await erasePapers(sql, organization_id, order_ids)
  const redacted = { customer_id, order_ids: new Set(order_ids) }
  const rewrite = (text: string) => withoutPerson(text, redacted)
  const which = { texts: [customer_id], field: 'order_id', of: 'order', values: order_ids }
  await rewriteEvents(sql, organization_id, which, rewrite)
  await rewriteAnswers(sql, organization_id, which, rewrite)
  await forgetSessionAnswers(sql, organization_id)
  await withdrawExports(sql, organization_id)
}
