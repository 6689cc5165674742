import { uuidv7 } from 'uuidv7'
import type { Caller, Sql } from '../../contract/call.ts'
import { isCurrency } from '../../contract/money.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { actorOf } from '../../ledger/actor.ts'
import { checkDay } from '../../ledger/books.ts'
import { amountText, dueDayOf } from './amounts.rules.ts'
import { readInvoice } from './invoices.store.ts'
import { ordersNamed, type ResolvedLine, resolveLines, sumOf } from './resolve_lines.ts'
import { NewInvoice, service, SupplierInvoice } from './supplier_invoice.model.ts'
import { checkNumber, insertLines, invoicesChanged, known, lockOrders, lockSupplierInvoices } from './write.store.ts'

/** Lines as written, with who accepted the prices that are accepted. */
export const acceptedBy = (lines: readonly ResolvedLine[], caller: Caller, now: string) =>
  lines.map(({ accept_price, sku: _sku, ...line }) => ({
    ...line,
    price_accepted_at: accept_price ? now : null,
    price_accepted_by: accept_price ? actorOf(caller) : null,
  }))

/** Refuses accepted prices of units whose received cost is unknown: there is nothing to correct. */
export async function refuseUnknownCosts(
  sql: Sql,
  { organization_id, currency: own }: Caller,
  supplier_invoice_id: string,
  among: 'accepted' | 'all' = 'accepted',
) {
  const [unknown] = await sql<{ line_number: number; sku: string; currency: string; is_stated: boolean }[]>`
    select l.line_number, v.sku, o.currency, exists (select from unrated_arrivals u
      where u.organization_id = n.organization_id and u.movement_id = n.movement_id and u.stated_unit_cost is not null) as is_stated
    from supplier_invoice_lines l
    join purchase_orders o on o.organization_id = l.organization_id and o.purchase_order_id = l.purchase_order_id
    join purchase_order_delivery_lines n on n.organization_id = l.organization_id
      and n.purchase_order_id = l.purchase_order_id and n.line_id = l.line_id
    join purchase_order_deliveries d on d.organization_id = n.organization_id and d.delivery_id = n.delivery_id
    join variants v on v.organization_id = n.organization_id and v.variant_id = n.variant_id
    where l.organization_id = ${organization_id} and l.supplier_invoice_id = ${supplier_invoice_id}
      and (${among === 'all'} or l.price_accepted_at is not null) and d.removed_at is null and n.received_quantity > 0 and n.unit_cost is null
    order by l.line_number limit 1`
  if (unknown === undefined) return
  const { line_number, sku, currency, is_stated } = unknown
  const advice =
    currency === own || !is_stated
      ? 'State what it cost with unit_cost of Correct a delivery first.'
      : `Set an exchange rate of ${currency} for the day of its arrival, or an earlier one, first.`
  refuse('conflict', {
    desc: `The cost at which ${sku} was received is unknown, so the price of line ${line_number} cannot be accepted. ${advice}`,
    data: { line_number },
  })
}

async function findSupplier(sql: Sql, organization_id: string, id: string) {
  const [supplier] = await sql<{ supplier_id: string; payment_terms: string | null }[]>`
    select supplier_id, payment_terms from suppliers
    where organization_id = ${organization_id} and supplier_id = ${known(id)}`
  return supplier ?? refuseField('supplier_id', 'must be a supplier of this organisation')
}

export const recordSupplierInvoice = sessionOperation({
  id: 'session.record_supplier_invoice',
  route: 'POST /api/v1/supplier-invoices',
  summary: 'Record a supplier invoice',
  desc: ({ invoice_number, supplier }) => `Invoice ${invoice_number} of ${supplier} recorded.`,
  description:
    'Records an invoice of a supplier as it came: goods of order lines, with or without the delivery that brought them, and charges such as freight and duty as lines of their own. Each received unit is billed by one line; units that another invoice bills already are refused with `conflict`, which names it.\n\nThe response states for each line, and for the invoice as a whole, how it agrees with order and deliveries. A price difference changes no cost by itself: while nobody accepts it, an exception `price_mismatch` is open, and while more is billed than came, `quantity_short`. They close when a delivery, a credit note, an accepted price, a correction or a void ends their cause.\n\n`accept_price` of a line corrects what its units cost: stock that is still owned is revalued, and the share of units that have left is a variance of the day. Charges are part of what is owed and change no cost; freight and duty of a delivery are recorded with Correct a delivery.',
  service,
  status: 201,
  body: NewInvoice,
  answer: SupplierInvoice,
  refusals: ['conflict'],
  conflict:
    'The number is on file already for the supplier, other invoices bill the units already, an order was not issued, or the received cost of units with an accepted price is unknown.',
  emits: ['movement.recorded', 'purchase_order_updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    const { currency, invoice_date } = body
    if (!isCurrency(currency)) refuseField('currency', 'must be an ISO 4217 code')
    await checkDay(sql, organization_id, now, 'invoice_date', invoice_date)
    const { supplier_id, payment_terms: usual } = await findSupplier(sql, organization_id, body.supplier_id)
    const terms = dueDayOf(invoice_date, body, usual)
    const stated_total = body.stated_total == null ? null : amountText(body.stated_total, currency, 'stated_total')
    const invoice_number = body.invoice_number.trim()
    await lockSupplierInvoices(sql, organization_id, supplier_id)
    await checkNumber(sql, organization_id, supplier_id, invoice_number)
    const orders = await lockOrders(sql, organization_id, ordersNamed(body.lines))
    const lines = await resolveLines(sql, organization_id, { supplier_id, currency }, orders, body.lines)
    const supplier_invoice_id = uuidv7()
    const lines_total = sumOf(lines)
    await sql`
      insert into supplier_invoices (organization_id, supplier_invoice_id, kind, supplier_id, invoice_number, currency,
        invoice_date, payment_terms, due_on, stated_total, lines_total, match, created_by, created_at, updated_at)
      values (${organization_id}, ${supplier_invoice_id}, 'invoice', ${supplier_id}, ${invoice_number}, ${currency},
        ${invoice_date}, ${terms.payment_terms}, ${terms.due_on}, ${stated_total}, ${lines_total}, 'matched',
        ${actorOf(caller)}, ${now}, ${now})`
    await insertLines(sql, organization_id, supplier_invoice_id, acceptedBy(lines, caller, now))
    await refuseUnknownCosts(sql, caller, supplier_invoice_id)
    await invoicesChanged(sql, caller, now, orders, supplier_invoice_id)
    return readInvoice(sql, organization_id, supplier_invoice_id)
  },
})
