/** The entries of 28 November about units that orders hold. */
import type { ChangelogEntry } from '../entry.ts'

export const heldUnits: readonly ChangelogEntry[] = [
  {
    id: 'no-order-holds-units-that-are-gone',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'inventory', 'purchase_orders'],
    title: 'No order holds units that are gone',
    detail: `Where a stocktake, an adjustment, a correction or any other write leaves fewer units on hand than orders hold, the
    holds of the orders that can wait longest are released in the same write, as a shipment did before. Each of them opens
    \`allocation_short\`, sends \`order.updated\`, and gets the units back by the next allocation. Orders that a warehouse was asked to
    ship keep their holds. Exceptions of kind \`stock_negative\` end in the write that brings the stock back to zero or above.`,
    action_required: null,
    covers: [
      'stocktakes.post',
      'session.create_stock_adjustment',
      'session.undo_stock_adjustment',
      'purchase_orders.issue',
      'purchase_orders.correct_delivery',
      'purchase_orders.remove_delivery',
      'purchase_orders.record_delivery',
      'purchase_orders.record_deliveries',
      'purchase_orders.mark_delivered',
      'purchase_orders.update',
    ],
  },
  {
    id: 'voids-give-back-what-they-took',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'A voided shipment gives other orders their units back',
    detail: `Voiding or correcting a shipment first holds units again for the orders whose holds it had taken, and only then for its
    own order; \`consequences\` names them. An order that is short afterwards opens \`allocation_short\`. \`shipped_unallocated\` states
    the units of the corrected shipment, and \`shipped_on_hold\` ends with the void.`,
    action_required: null,
    covers: ['session.void_shipment'],
  },
  {
    id: 'merged-orders-keep-days-and-parcels',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Merged orders keep their days, their doors and their parcels',
    detail: `Lines that are merged into an order with another requested ship date, cancel date or door keep those of their own
    order. Orders of different doors can be merged; orders with two different ship windows cannot, since lines have none. A request to a
    warehouse states the days of such a line. A shipment that a warehouse or a person reports of an order that was merged is booked on the
    order that has its lines.`,
    action_required: null,
    covers: ['session.merge_orders', 'session.record_shipment'],
  },
  {
    id: 'invoices-add-up-to-their-order',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'All invoices of an order add up to it, and corrections reach what came back',
    detail: `If the rest of an order is cancelled or taken off after everything that shipped was invoiced, its freight falls to what the
    invoices have billed of it, so that they add up to \`grand_total\`; that of a cancelled order is 0. Units of a consumer that came back
    as surplus count as returned once a corrected shipment, or more agreed units, leave fewer units beyond the order. An order that is short of
    everything holds what there is where it moves to. A change (860) of a split order is refused with the names of the parts that
    have units to ship.`,
    action_required: null,
    covers: ['orders.cancel', 'orders.update', 'session.correct_shipment', 'session.decide_edi_document'],
  },
]
