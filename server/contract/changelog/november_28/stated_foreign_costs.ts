/** Costs that are stated after the goods came, in any currency, and stock that bundles do not get. */
import type { ChangelogEntry } from '../entry.ts'

export const statedForeignCosts: readonly ChangelogEntry[] = [
  {
    id: 'costs-stated-late-in-any-currency',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'suppliers'],
    title: 'Costs of goods that came without one can be stated in any currency',
    detail: `\`unit_cost\` of Correct a delivery states what units cost that came without a cost, or whose cost awaits an exchange rate, also in
    the currency of another supplier: it is converted at the rate of the day of arrival, or the newest before. Until one is on file it stays
    null, and the reason names the currency. Before, such a correction was refused with \`conflict\`. \`landed_reason\` of a delivery says
    when a stated cost is about to enter the stock.`,
    action_required: null,
    covers: ['purchase_orders.correct_delivery', 'purchase_orders.get_delivery'],
  },
  {
    id: 'no-own-stock-of-bundles-by-any-way',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['inventory', 'purchase_orders'],
    title: 'No stock of bundles that are assembled when sold, however it would come',
    detail: `Posting a stocktake that counted units of such a bundle is refused with \`bad_request\`. Correcting a delivery upwards, removing
    one whose components would return, and undoing an adjustment or an import that removed such units are refused while the bundle is
    \`assembled_when_sold\`, also where it is switched at the same time. Units that customers return, and transfers, are booked as before.`,
    action_required: null,
    covers: [
      'stocktakes.post',
      'purchase_orders.correct_delivery',
      'purchase_orders.remove_delivery',
      'session.undo_stock_adjustment',
    ],
  },
  {
    id: 'no-lines-of-closed-days',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'inventory'],
    title: 'Deliveries and imports from before books_from get no further units',
    detail: `Correct a delivery refuses a further line, with \`conflict\`, where the delivery is from before \`books_from\`; changed and removed
    lines were refused already. Undoing an import of stock refuses the records that were written before that day and undoes the others.`,
    action_required: null,
    covers: ['purchase_orders.correct_delivery'],
  },
]
