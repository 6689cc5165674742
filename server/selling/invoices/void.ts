import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { listOf } from '../../contract/outcome.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Shape } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { withdrawInvoice } from '../edi_orders/outbound/queue_invoice.ts'
import { type LockedOrder, lockOrder } from '../orders/locked_order.store.ts'
import { Label } from '../orders/model.ts'
import { freeVoided } from '../payments/free_allocations.ts'
import { queueVoid } from './accounting/postings.store.ts'
import { readInvoice } from './invoice.store.ts'
import { Invoice, InvoicePath } from './model.ts'
import { countInvoiced } from './new_invoice.store.ts'

/** Locks the order of the invoice, like every write that changes what is invoiced of it. */
export async function lockOrderOf(sql: Sql, caller: Caller, invoice_id: number): Promise<LockedOrder> {
  const [invoice] = await sql<{ order_id: string }[]>`
    select order_id from invoices where organization_id = ${caller.organization_id} and invoice_id = ${invoice_id}`
  if (invoice === undefined) refuse('invoice_not_on_file')
  return lockOrder(sql, caller, invoice.order_id)
}

async function checkUncredited(
  sql: Sql,
  organization_id: string,
  { invoice_id, name }: { invoice_id: number; name: string },
): Promise<void> {
  const notes = await sql<{ credit_note_id: string; name: string }[]>`
    select credit_note_id, name from credit_notes
    where organization_id = ${organization_id} and invoice_id = ${invoice_id} and state = 'issued'
    order by credit_year, credit_number`
  if (notes.length > 0)
    refuse('conflict', {
      desc: `${name} is credited by ${listOf(
        notes.map((one) => one.name),
        'and',
      )}. Credit the rest of it in place of voiding it.`,
      data: { reason: 'credited', credit_notes: notes },
    })
}

export const voidInvoice = sessionOperation({
  id: 'session.void_invoice',
  route: 'POST /api/v1/sales/invoices/{invoice_id}/void',
  summary: 'Void an invoice',
  desc: ({ name }) => `Invoice ${name} is void.`,
  description:
    'Withdraws an invoice for good. It keeps its number and stays listed, and its units can be invoiced again. If the invoice was queued for an accounting system, the void is queued for it too. An 810 that is still queued is withdrawn; one that was sent stays sent, and `edi.sentence` says so. What payments paid of it is unallocated money of the account again. Fails with `conflict` if the invoice is void already, or if a credit note credits it: what was credited stays on file.',
  service: 'sales',
  needs: 'admin',
  params: InvoicePath,
  body: Shape({ reason: Label('Reason for voiding the invoice.', ['Issued with the wrong freight']) }),
  answer: Invoice,
  refusals: ['invoice_not_on_file', 'conflict'],
  conflict: 'The invoice is already void, or a credit note credits it.',
  async run({ sql, caller, params: { invoice_id }, body, now }) {
    const { organization_id } = caller
    const reason = body.reason.trim()
    if (reason === '') refuseField('reason', 'must not be blank')
    await lockOrderOf(sql, caller, invoice_id)
    const { name, state, voided_at } = await readInvoice(sql, caller, invoice_id)
    if (state === 'void') refuse('conflict', { desc: `${name} is void already.`, data: { voided_at } })
    await checkUncredited(sql, organization_id, { invoice_id, name })
    await queueVoid(sql, organization_id, invoice_id)
    await withdrawInvoice(sql, organization_id, invoice_id)
    await sql`
      update invoices set state = 'void', voided_at = ${now}::timestamptz, voided_by = ${actorOf(caller)},
        void_reason = ${reason}
      where organization_id = ${organization_id} and invoice_id = ${invoice_id}`
    await countInvoiced(sql, organization_id, invoice_id, -1)
    const today = dayInTimeZone(caller.time_zone, now)
    await freeVoided(sql, { organization_id, actor: actorOf(caller), now, today }, invoice_id)
    return readInvoice(sql, caller, invoice_id)
  },
})
