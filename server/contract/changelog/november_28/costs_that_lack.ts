/** Costs that are unknown, wherever the units go, and what is owed by invoices. */
import type { ChangelogEntry } from '../entry.ts'

export const costsThatLack: readonly ChangelogEntry[] = [
  {
    id: 'made-and-lost-units-of-unknown-cost',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['inventory', 'purchase_orders', 'planning'],
    title: 'Made and lost units have no cost while that of their components or units is unknown',
    detail: `Units that are made of components of unknown cost, units that a transfer loses or brings from stock without a cost, and
    receipts without a cost that join stock which waits for a rate took an average before. Their cost is null now, and the reason says
    what is lacking: exchange rates by currency, or a stated cost. Made units have theirs once each component does, in stock and in
    the cost of sales of their days. Receipts whose cost becomes known count at it in the open-to-buy, and those that were taken back
    lack none.`,
    action_required: null,
    covers: ['planning.get_open_to_buy', 'movements.list', 'purchase_orders.get_delivery'],
  },
  {
    id: 'supplier-invoices-in-purchase-units',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'products'],
    title: 'Supplier invoices in purchase units',
    detail: `Lines of supplier invoices accept \`purchase_quantity\`, \`purchase_unit\` and \`purchase_unit_cost\`, as deliveries do, and show
    both. While stock of a bundle's own is ordered or added, the bundle is not switched to \`assembled_when_sold\`: of two such requests at
    once one is refused.`,
    action_required: null,
    covers: ['session.*_supplier_invoice*', 'session.create_bundle', 'session.update_bundle'],
  },
  {
    id: 'cash-owes-by-supplier-invoices',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['planning'],
    title: 'The cash gate owes what suppliers have invoiced by their invoices',
    detail: `What a supplier's invoice bills is owed by the invoice: its amount less credit notes, on the day on which it is due. The units
    that it bills are no longer owed by their order, whether they came or not, and the rest of the order stays. Void invoices and
    credited units are owed by the order again. The report of cash from the buy has the same figures.`,
    action_required: null,
    covers: ['cash.get_cash_gate', 'reports.*cash_from_the_buy*'],
  },
]
