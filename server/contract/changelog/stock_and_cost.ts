/** The entries of 27 and 28 November about stock and cost, newest first. */
import type { ChangelogEntry } from './entry.ts'

export const stockAndCost: readonly ChangelogEntry[] = [
  {
    id: 'own-stock-of-bundles',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['inventory', 'purchase_orders', 'suppliers'],
    title: 'Bundles that are assembled when sold have no stock of their own',
    detail: `Stock adjustments, imports of stock, purchase orders and manufacturing orders refuse units of a bundle that is assembled when it
    is sold, with \`bad_request\`. A variant becomes such a bundle only without units on hand, holds and open orders of its own; the
    refusal names them. Filters and sorts of List inventory compare the available units and the health that its rows show, also of
    bundles at one location. A \`batch_size\` and a \`purchase_unit_factor\` of which neither contains the other are refused.`,
    action_required: null,
    covers: ['inventory.list_inventory'],
  },
  {
    id: 'costs-of-units-sold-before-their-delivery',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'metrics', 'purchase_orders'],
    title: 'Units sold before their delivery was booked get its cost',
    detail: `Units that left before any cost of their stock was known cost what the first arrival of known cost shows, on the days on which they were
    sold, within a minute. Where a margin or a cost of sales is null, its reason says of how many units: they have not shipped yet, lack an
    exchange rate of a currency, have no stated cost, or were imported without one.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'dates-of-orders-and-goods',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'stocktakes', 'orders'],
    title: 'Goods move after their order was placed',
    detail: `\`order_date\`, \`counted_on\` and \`reported_at\` are refused with \`bad_request\` before the books begin (\`books_from\`; 400 days back
    without one); an order may be planned up to 400 days ahead, a stocktake and a signal are never in the future. Goods that arrive, leave
    or ship before the date that their order states are refused, naming both, and so is an \`order_date\` after its first goods. An order
    that states no date is dated by the first of its goods where these moved before it was recorded. \`shipped_at\` of Issue a purchase
    order is when a transfer left its source.`,
    action_required: null,
    covers: ['purchase_orders.issue', 'purchase_orders.*', 'stocktakes.create'],
  },
  {
    id: 'exact-cost-of-sales',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'metrics'],
    title: 'Cost of sales is not rounded sale by sale',
    detail: `Cost of sales is kept exactly and rounded where it is shown: 25 units at 0.004 cost 0.10 and a case of 3 at 1.00 costs 1.00,
    however they are sold. Days on which orders were sold before are summed again, so their figures may change by cents. Figures that are
    each rounded may differ from their total by parts of a cent.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'costs-stated-later',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'inventory'],
    title: 'Costs that were unknown on arrival can be stated',
    detail: `\`unit_cost\` of Correct a delivery states the cost of units in the organisation's own currency that arrived without one. Within a
    minute it enters the stock, and the cost of sales of the days on which units were sold, as a rate that is set late does. While that cost
    is unknown, prices of supplier invoices are refused with \`conflict\`, which says how to state it, also where no line is named.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'late-costs-follow-returned-units',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'inventory'],
    title: 'Late costs follow returned units',
    detail: `Late freight, corrected costs and accepted prices follow units that customers returned into stock: they are owned again, and
    no longer count as newer stock.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'deliveries-of-closed-transfers',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'inventory'],
    title: 'Deliveries of closed transfers keep their units',
    detail: `Closing a transfer writes off what has not arrived. Afterwards Delete a delivery, and Correct a delivery with a lower quantity,
    are refused with \`conflict\`, as their units would be in transit on an order that can neither receive them nor write them off.
    Adjust the stock at the destination instead. Time, reference and the other fields of such a delivery can still be corrected.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'return-losses',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['metrics', 'returns'],
    title: 'The cost of returned units that are lost',
    detail: `The measure \`return_losses\` of the domain \`returns\` is the cost at which units left that came back and were written off or
    returned to the supplier; by \`disposition\` it tells them apart. Cost of sales takes back the cost of all returned units, and
    stock has only those that were restocked. Units in quarantine count in neither.`,
    action_required: null,
    covers: ['metrics.*'],
  },
  {
    id: 'whole-amounts-of-purchasing',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'inventory'],
    title: 'Costs in currencies without decimals are whole',
    detail: `Freight and duty, planned or billed, are refused with \`bad_request\` unless they are multiples of 100 hundredths where the
    currency has no decimals, such as JPY; so are costs of stock adjustments and of imported stock, and imported payments to
    suppliers, unless they are whole. Costs of orders, deliveries and suppliers were refused already.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'costs-are-exact',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['inventory', 'purchase_orders', 'products', 'sales', 'metrics'],
    title: 'Unit costs are exact, and so is the value of stock',
    detail: `Unit costs are kept with up to ten decimals. \`usd\` of a unit cost has all of them, so that units times their cost come to the
    value of the stock; \`cents\` stay rounded. The value after each movement is kept, and the sum of valued movements is proved against
    units at their average cost. A rate that is set late fills in the freight and duty of goods that came without one, and the cost of
    units that were returned meanwhile. Where a cost is unknown for want of a rate, the reason of products, variants, deliveries and
    movements names the currency. Units that leave at a cost which a later arrival shows to be wrong, as when stock is below zero, are a
    cost variance of the day of that arrival.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'costs-follow-the-units',
    date: '2026-11-27',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'inventory', 'sales', 'metrics'],
    title: 'Foreign costs, late freight and corrected costs',
    detail: `Goods bought in another currency enter stock at the newest rate on or before the day of their arrival; movements state it in
    \`stated_cost\`. Without a rate their cost is unknown, and the reason names the currency, until a rate of that day or an earlier one is
    set. Cost of sales is in the organisation's currency, whatever the order's. Freight that is billed late follows units inside the
    organisation. Correct a delivery accepts \`unit_cost\` of lines at any time. What had left is a variance, in the measure
    \`cost_variance\`. The guide [How stock and cost are kept](/api/guides/stock-and-cost) has worked figures.`,
    action_required: null,
    covers: [
      'purchase_orders.*',
      'movements.list',
      'metrics.query',
      'inventory.position',
      'event:movement.recorded',
      'event:new_purchase_order',
      'event:purchase_order_updated',
      'event:receipt.recorded',
      'event:return.created',
      'event:return.received',
    ],
  },
  {
    id: 'counts-include-late-entries',
    date: '2026-11-27',
    train: '2026-11',
    kind: 'additive',
    areas: ['stocktakes', 'purchase_orders', 'returns', 'orders'],
    title: 'A count includes whatever happened before it',
    detail: `Deliveries, shipments, returns, transfers and adjustments that are dated before a count and recorded after it are offset at the
    count, as corrections of deliveries were already (document type \`count_offset\`). \`not_in_count\` of a delivery or a return says that
    its units were not counted. Counts accept \`counted_at\`. Dates before what they depend on, or before the lock date of the organisation
    (\`books_from\`; 400 days back without one), are refused with \`bad_request\`.`,
    action_required: null,
    covers: [
      'stocktakes.post',
      'stocktakes.record_counts',
      'stocktakes.import',
      'purchase_orders.record_delivery',
      'purchase_orders.mark_delivered',
      'returns.receive',
      'orders.create',
    ],
  },
]
