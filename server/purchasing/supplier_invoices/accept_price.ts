import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { counted } from '../../contract/outcome.ts'
import { actorOf } from '../../ledger/actor.ts'
import { readInvoice } from './invoices.store.ts'
import { matchesOf, readMatchFacts } from './match.store.ts'
import { refuseUnknownCosts } from './record.ts'
import { InvoicePath, PriceAcceptance, service, SupplierInvoice } from './supplier_invoice.model.ts'
import { holdInvoice, invoicesChanged, lockOrdersOf, refuseVoid } from './write.store.ts'

export const acceptSupplierInvoicePrice = sessionOperation({
  id: 'session.accept_supplier_invoice_price',
  route: 'POST /api/v1/supplier-invoices/{supplier_invoice_id}/accept-price',
  summary: 'Accept the prices of a supplier invoice',
  desc: ({ invoice_number, lines }) =>
    `${counted(lines.filter(({ price_accepted_at }) => price_accepted_at !== null).length, 'line')} of ${invoice_number} accepted at the billed price.`,
  description:
    'Accepts the billed price of lines. Their received units cost it from now on: stock that is still owned is revalued where it is, and the share of units that have left is a variance of the day; sales keep the cost of their days. Both are in `cost_changes`. Units that come later cost the accepted price when they arrive. Accepting again changes nothing. While the cost at which units were received is unknown, their price is refused with `conflict`, also where no line is named and none can be accepted.',
  service,
  params: InvoicePath,
  body: PriceAcceptance,
  answer: SupplierInvoice,
  refusals: ['not_found', 'conflict'],
  conflict: 'The invoice is void or a credit note, or the cost at which units were received is unknown.',
  emits: ['movement.recorded', 'purchase_order_updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params, body: { line_numbers }, now }) {
    const { organization_id } = caller
    const invoice = await holdInvoice(sql, organization_id, params.supplier_invoice_id)
    const { supplier_invoice_id } = invoice
    refuseVoid(invoice)
    if (invoice.kind === 'credit_note')
      refuse('conflict', {
        desc: `${invoice.invoice_number} is a credit note; it has no price to accept.`,
        data: { kind: invoice.kind },
      })
    const orders = await lockOrdersOf(sql, organization_id, invoice)
    const facts = await readMatchFacts(
      sql,
      organization_id,
      orders.map(({ purchase_order_id }) => purchase_order_id),
    )
    const matches = matchesOf(facts, supplier_invoice_id)
    line_numbers?.forEach((line_number, i) => {
      if (!matches.has(line_number)) refuseField(`line_numbers[${i}]`, 'must be a line of goods of the invoice')
    })
    const accepted = line_numbers ?? [...matches].flatMap(([line, { is_price_open }]) => (is_price_open ? [line] : []))
    await sql`
      update supplier_invoice_lines set price_accepted_at = ${now}, price_accepted_by = ${actorOf(caller)}
      where organization_id = ${organization_id} and supplier_invoice_id = ${supplier_invoice_id}
        and line_number = any(${accepted}::int[]) and price_accepted_at is null`
    await refuseUnknownCosts(sql, caller, supplier_invoice_id, accepted.length === 0 ? 'all' : 'accepted')
    await invoicesChanged(sql, caller, now, orders, supplier_invoice_id)
    return readInvoice(sql, organization_id, supplier_invoice_id)
  },
})
