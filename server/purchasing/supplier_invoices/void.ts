import type { Sql } from '../../contract/call.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { actorOf } from '../../ledger/actor.ts'
import { readInvoice, readLines } from './invoices.store.ts'
import { readMatchFacts, unitsToBill } from './match.store.ts'
import { InvoicePath, service, SupplierInvoice, VoidReason } from './supplier_invoice.model.ts'
import { holdInvoice, type InvoiceOnFile, invoicesChanged, lockOrdersOf, refuseVoid } from './write.store.ts'

/** Refuses invoices that credit notes still reduce: these are void first. */
export async function refuseCredited(sql: Sql, organization_id: string, invoice: InvoiceOnFile, done: string) {
  const [credit] = await sql<{ supplier_invoice_id: string; invoice_number: string }[]>`
    select supplier_invoice_id, invoice_number from supplier_invoices
    where organization_id = ${organization_id} and credits_invoice_id = ${invoice.supplier_invoice_id}
      and state = 'recorded' order by supplier_invoice_id limit 1`
  if (credit === undefined) return
  refuse('conflict', {
    desc: `The credit note ${credit.invoice_number} reduces ${invoice.invoice_number}, so it cannot be ${done}. Void the credit note first.`,
    data: { supplier_invoice_id: credit.supplier_invoice_id, invoice_number: credit.invoice_number },
  })
}

/** Refuses a credit note whose units a later invoice bills: without it they would be billed twice. */
async function refuseBilledAgain(sql: Sql, organization_id: string, credit: InvoiceOnFile, orders: readonly string[]) {
  const credited = await readLines(sql, organization_id, credit.supplier_invoice_id)
  const { billed, ordered } = await readMatchFacts(sql, organization_id, orders)
  for (const { line_id, quantity, sku } of credited) {
    if (line_id === null || quantity === null || quantity === 0) continue
    const ofLine = billed.filter((one) => one.line_id === line_id)
    const units = ofLine.reduce((sum, one) => sum + one.units, quantity)
    const later = ofLine.findLast((one) => one.units > 0 && one.supplier_invoice_id > credit.supplier_invoice_id)
    if (later === undefined || units <= unitsToBill(ordered.get(line_id)!)) continue
    refuse('conflict', {
      desc: `Units of ${sku} that ${credit.invoice_number} credits are billed again by ${later.invoice_number}. Void that invoice first.`,
      data: { supplier_invoice_id: later.supplier_invoice_id, invoice_number: later.invoice_number },
    })
  }
}

export const voidSupplierInvoice = sessionOperation({
  id: 'session.void_supplier_invoice',
  route: 'POST /api/v1/supplier-invoices/{supplier_invoice_id}/void',
  summary: 'Void a supplier invoice',
  desc: ({ invoice_number }) => `${invoice_number} is void.`,
  description:
    'Makes an invoice or credit note void for good. It stays on file, and its number and its units can be recorded again. What it changed in costs is taken back by new entries of the day. Fails with `conflict` if it is void already, if credit notes reduce the invoice, or if a later invoice bills the units of the credit note again.',
  service,
  params: InvoicePath,
  body: VoidReason,
  answer: SupplierInvoice,
  refusals: ['not_found', 'conflict'],
  conflict:
    'It is void already, credit notes that are not void reduce it, or a later invoice bills the units of the credit note again.',
  emits: ['movement.recorded', 'purchase_order_updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params, body, now }) {
    const { organization_id } = caller
    const invoice = await holdInvoice(sql, organization_id, params.supplier_invoice_id)
    const { supplier_invoice_id } = invoice
    refuseVoid(invoice)
    await refuseCredited(sql, organization_id, invoice, 'void')
    const orders = await lockOrdersOf(sql, organization_id, invoice)
    const orderIds = orders.map(({ purchase_order_id }) => purchase_order_id)
    if (invoice.kind === 'credit_note') await refuseBilledAgain(sql, organization_id, invoice, orderIds)
    await sql`
      update supplier_invoices set state = 'void', match = null, void_reason = ${body.reason.trim()},
        voided_at = ${now}, voided_by = ${actorOf(caller)}, updated_at = ${now}
      where organization_id = ${organization_id} and supplier_invoice_id = ${supplier_invoice_id}`
    await invoicesChanged(sql, caller, now, orders, invoice.credits_invoice_id ?? supplier_invoice_id)
    return readInvoice(sql, organization_id, supplier_invoice_id)
  },
})
