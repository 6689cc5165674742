/** What counts and stated costs make of stock, and days without a time in files of orders. */
import type { ChangelogEntry } from '../entry.ts'

export const costsAndDays: readonly ChangelogEntry[] = [
  {
    id: 'variances-of-provisional-costs',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['metrics', 'inventory', 'sales'],
    title: 'Units sold at the cost of a later delivery have a variance once their own is stated',
    detail: `Units that came without a cost take that of a later delivery until theirs is stated. What was sold or missed by a count meanwhile keeps that cost, and
    the difference is now in \`cost_variance\` of the domain \`movements\`, on the day on which the stated cost became known; before, it was in no figure. Where
    units of unknown cost are taken back, what was sold with them has the cost of the remaining stock; before, it stayed unknown.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'transfers-at-costs-that-became-known',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'inventory'],
    title: 'Transfers keep a cost that became known after their units left',
    detail: `A transfer whose units left at an unknown cost shows that cost on the lines of its deliveries once it is known, and a corrected
    delivery of it books the units again at that cost; before, it was unknown again. Freight, duty and corrections that are booked while such
    units are on the way are part of their cost once that is known; before, they were lost. A corrected quantity of a transfer moves units between its
    destination and the way at their own cost, and leaves freight that was billed since where it is; before, it was a variance.`,
    action_required: null,
    covers: ['purchase_orders.correct_delivery'],
  },
  {
    id: 'variances-at-the-cost-of-the-count',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['stocktakes', 'inventory'],
    title: 'What a count finds costs what a unit cost when it was counted',
    detail: `Posting a stocktake books its variance at the cost of a unit at the instant of the count, without what came since or was recorded
    since; before, at the average of the time of posting. So the value is the same whether a delivery, also one with \`not_in_count\`, is
    recorded before or after the count is posted.`,
    action_required: null,
    covers: ['stocktakes.post'],
  },
  {
    id: 'stated-costs-of-corrected-deliveries',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'inventory', 'sales'],
    title: 'Stated costs reach what was sold before their delivery was corrected',
    detail: `Units that came without a cost, were sold, and whose delivery was then corrected at a stated cost have it in the cost of sales of
    their days; before, it stayed unknown. Each line of a delivery is corrected at the exchange rate at which it came.
    \`landed_reason\` and the reasons of unknown values name no exchange rate of the organisation's own currency: what lacks there is a
    stated cost.`,
    action_required: null,
    covers: ['purchase_orders.correct_delivery'],
  },
  {
    id: 'days-without-a-time-in-order-files',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Days without a time in files of orders',
    detail: `A shipment, cancellation or refund whose date has no time, or that of midnight, and is the day of the order in the organisation's
    time zone, is taken as not before the order, and a refund as not before the shipment that came back. Before, such an order was refused,
    as midnight lies before it. The day before is refused as it was.`,
    action_required: null,
    covers: [],
  },
]
