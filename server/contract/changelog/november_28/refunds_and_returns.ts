/** The entries of 28 November about refunds and returned units, newest first. */
import type { ChangelogEntry } from '../entry.ts'

export const refundsAndReturns: readonly ChangelogEntry[] = [
  {
    id: 'units-in-excess-and-the-rest',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['returns', 'sales'],
    title: 'Units in excess leave the cost of sales, and the rest of a restocked arrival is in quarantine',
    detail: `Units that come back beyond all that an order shipped no longer lower the cost of sales. They have a receipt of their own, enter
    stock at its average cost, and are no \`return_losses\`. If fewer units are restocked than received, and the disposition is \`restock\`
    or left out, the others are in \`quarantine\`, on a receipt of their own: they can be
    [inspected](/reference/session/inspect_returned_units), and the summary of returns counts them there.`,
    action_required: null,
    covers: ['returns.receive', 'session.inspect_returned_units', 'metrics.*'],
  },
  {
    id: 'refunds-of-exchanges-and-files-limited',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['returns', 'orders'],
    title: 'Refunds of exchanges and of files are limited by payments',
    detail: `The refund that settles an exchange is at most what payments of the order paid less what was refunded: more answers 409 \`conflict\` with
    \`data.reason\` \`unpaid\` and \`data.refundable_cents\`, the amount that is left. What was exchanged is not refunded beside it. A later file of
    orders that says that more was paid back is refused with the amount that is left, as a first file is beyond what the order came to.
    Without a payment on file, both are limited by what the order came to.`,
    action_required: null,
    covers: ['session.exchange_return'],
  },
  {
    id: 'money-alone-is-a-return',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['returns', 'orders'],
    title: 'Money that an order history paid back without units is shown as a return',
    detail: `An import of orders makes a closed return without units of money that was paid back alone: it is on the order and in
    \`returns.list\`, with the amount in \`refund\` and lines that expect 0. It lowered net sales before, and no return showed it. It can be
    corrected with \`session.correct_refund\`. One after the cut-over sends \`return.created\`.`,
    action_required: null,
    covers: ['returns.*', 'session.correct_refund'],
  },
  {
    id: 'returns-count-what-was-sold',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['returns', 'orders'],
    title: 'Returns count what the order sold, and refunds leave freight out of net sales',
    detail: `Units that come back beyond all that an order shipped are outside sales, and do not keep the others from being credited.
    An unexpected variant counts as returned, at its price, if the order shipped a unit of it that is in no return.
    \`credit.is_due\` of a return is true again once its credit note is cancelled, and while units that came after it are not credited.
    A refund without \`freight_cents\` that exceeds the goods that are left of the order pays back freight with the rest, which is no part of
    net sales. Tax and freight that only an invoice states count as paid, so they can be paid back.`,
    action_required: null,
    covers: [
      'returns.*',
      'session.correct_refund',
      'session.accept_returned_units',
      'session.inspect_returned_units',
      'session.revert_inspection',
      'event:return.created',
      'event:return.received',
    ],
  },
  {
    id: 'returns-are-exchanged',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['returns', 'orders'],
    title: 'Returns are exchanged for another order',
    detail: `In the app, [an exchange](/reference/session/exchange_return) creates the order that replaces what comes back, before or after its
    units arrive. It answers the priced difference and how it is settled: charged, refunded, by credit note and invoice, or none.
    \`exchanges\` of the return shows the order and the difference, and the order names the return in \`exchanged_return_id\`. Net sales count both once: the returned units leave at their
    price, and the replacement is a sale of its own. Until a replacement ships, [the exchange is cancelled](/reference/session/cancel_exchange)
    with it. What an exchange promises for units that have not arrived cannot be refunded beside it. The summary of returns has
    \`units_exchanged\`.`,
    action_required: null,
    covers: ['returns.*', 'session.list_exchanges', 'session.exchange_return', 'session.cancel_exchange'],
  },
  {
    id: 'units-in-quarantine-are-inspected',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['returns', 'metrics'],
    title: 'Lines show their receipts, and units in quarantine are inspected',
    detail: `\`receipts\` of a line of a return has each receipt with its units, disposition, location, time and author. In the app,
    [an inspection](/reference/session/inspect_returned_units) restocks units in quarantine, writes them off or returns them to the
    supplier, and can be [reverted](/reference/session/revert_inspection) until something depends on it. The summary of returns and
    \`return_losses\` count the units under the disposition of the inspection, on the day on which they arrived.`,
    action_required: null,
    covers: [
      'returns.*',
      'session.inspect_returned_units',
      'session.revert_inspection',
      'session.accept_returned_units',
      'session.correct_refund',
      'event:return.created',
      'event:return.received',
      'metrics.*',
    ],
  },
  {
    id: 'refunds-are-limited',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['returns', 'orders'],
    title: 'Refunds are limited by what was paid, and can be corrected',
    detail: `A refund takes at most what was paid for the order, taxes and freight included, less what was paid back before; beyond that,
    creating and importing a return answer \`conflict\` with the amount left. A status of \`none\` states that nothing is paid back:
    the price stays in net sales. \`refund.is_stated\` tells it from a return that states no refund, whose price counts as units
    arrive. Cancelling a return takes its refund back unless \`refund.is_paid_out\`. The app can
    [correct a refund](/reference/session/correct_refund): what counted is taken back on that day by a row of its own. Units received as
    \`missing\` count in \`missing_quantity\` and \`units_missing\`: they are neither received nor paid back. Units that shipped beyond
    the order of a consumer come back first, and outside sales. Reasons and dispositions of the summary add up to its
    \`units_returned\`; \`units_outside_sales\` has the others.`,
    action_required: null,
    covers: [
      'returns.*',
      'session.correct_refund',
      'orders.get_customer',
      'event:return.created',
      'event:return.received',
    ],
  },
]
