/** Invoices of suppliers, matched with orders and deliveries. */
import type { ChangelogEntry } from '../entry.ts'

export const supplierInvoices: readonly ChangelogEntry[] = [
  {
    id: 'supplier-invoices',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'inventory'],
    title: 'Supplier invoices',
    detail: `Members record invoices and credit notes of suppliers at \`/api/v1/supplier-invoices\`. Each line is matched with its order and
    deliveries, and each received unit is billed once. A price that is accepted corrects what the units cost; \`cost_changes\` has the change
    of the stock's value and the variance. While a cost follows an invoice, Correct a delivery refuses another \`unit_cost\` of these units
    with \`conflict\`. An order line that is invoiced cannot be removed, and its order cannot be deleted. Deliveries can send
    \`exception.opened\` and \`exception.resolved\` about invoices. Payments to suppliers are not dated before the books begin. See
    [How stock and cost are kept](/api/guides/stock-and-cost).`,
    action_required: null,
    covers: [
      'purchase_orders.*',
      'session.*_supplier_invoice*',
      'session.record_supplier_payment',
      'limit:supplier_invoice*',
    ],
  },
]
