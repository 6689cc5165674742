/** Orders whose money, imports and shipments can be worked on. Newest first. */
import type { ChangelogEntry } from '../entry.ts'

export const workedOrders: readonly ChangelogEntry[] = [
  {
    id: 'ranges-that-exclude-each-other',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'purchase_orders', 'sales'],
    title: 'A range of days that ends before it begins is refused',
    detail: `A list whose last day or time is before its first one, such as \`ship_until\` before \`ship_from\`, fails with \`bad_request\` naming both; it
    answered an empty list. One and the same day stays allowed. A changed date that contradicts a stored one is refused under the name of the
    field that was sent, with the stored day: \`ship_window_start\` alone was refused as \`cancel_date\`.`,
    action_required: null,
    covers: ['orders.list', 'orders.update', 'session.*'],
  },
  {
    id: 'shipments-that-state-another-variant',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'webhooks'],
    title: 'A recorded shipment can state another variant, and reaches the warehouse that was asked',
    detail: `A line of \`session.record_shipment\` can have \`instead_of\`, as that of a correction, so that units of another variant need no second
    act. If a warehouse was asked to ship the order, it gets the next revision with what is left to ship when a person records a part of it, or
    voids or corrects a shipment; it kept the whole request. Orders that were split off an order which a shipment had dated get their day back with
    it when the shipment is voided or corrected. A verdict \`quantity_changed\` with the quantity that was ordered is stored as \`accepted\`. An 865
    tells another requested ship date or ship window in DTM segments 010, 037 and 038.`,
    action_required: null,
    covers: [
      'session.record_shipment',
      'session.void_shipment',
      'session.correct_shipment',
      'orders.confirm',
      'orders.*',
    ],
  },
  {
    id: 'shipments-on-the-lines-asked-for',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'A SKU that several lines have ships on the lines that were asked for',
    detail: `Units that a warehouse reports by SKU are booked on the lines of its request, and those of a corrected shipment on the lines that it
    had, before other open lines of the SKU. Where a shipment dated a consumer order, correcting or voiding it gives the order and its sales
    their day back. Orders that are merged hold what is available for all lines if one of them held stock, and the answer is the order that has
    the lines, also if it is the newest. A change of the reference leaves a question about doors open, and the other way round.`,
    action_required: null,
    covers: [
      'orders.update',
      'session.merge_orders',
      'session.record_shipment',
      'session.void_shipment',
      'session.correct_shipment',
    ],
  },
  {
    id: 'account-keys-agree-no-terms-or-units',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'A key of an account sets no payment terms, and adds no units to a confirmed order',
    detail: `A key that is bound to a trading account is refused with \`conflict\` (\`data.reason\` is \`account_key\`) if it states payment terms that are
    not those of the account, or asks for more units of an order that the seller has confirmed. It can take fewer units, and change its drafts.`,
    action_required: 'Send more units as a new order, and leave out `terms`, if your key is bound to an account.',
    covers: ['orders.create', 'orders.update'],
  },
  {
    id: 'questions-about-orders-end',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Repeated references in files are reported, and questions end with their cause',
    detail: `An order that an import brings and that is still to ship opens \`duplicate_order\` where an earlier order of the account has its
    reference, on file or in the same file. \`duplicate_order\` closes when the last other order with the reference is cancelled, merged or
    states another one, and \`unknown_door\` when every door that the order names is in use at the account. Voiding and correcting a shipment
    answer \`given_back_to\`: the orders that got units back, with how many.`,
    action_required: null,
    covers: [
      'orders.*',
      'session.void_shipment',
      'session.correct_shipment',
      'session.create_account_doors',
      'session.update_account_door',
    ],
  },
  {
    id: 'cancelled-after-a-refund',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'returns'],
    title: 'Cancelling units that were refunded lowers net sales once',
    detail: `Units of a consumer order that are cancelled after money was paid back for them leave the sales of their day, and the refund counts
    back as far as it is more than the goods that are left. An order that was refunded in full and then cancelled nets to zero; it went below
    zero by the price of the cancelled units. The amount of the refund stays as it was stated.`,
    action_required: null,
    covers: ['orders.cancel', 'orders.update', 'returns.*', 'session.correct_refund'],
  },
  {
    id: 'shares-are-amounts-of-the-currency',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'returns'],
    title: 'Shares of money are whole amounts of the currency',
    detail: `Discounts, taxes and freight that are divided over lines, shipments, invoices, credit notes, refunds and the parts of an order
    are divided into the smallest unit of the currency, whole yen for example, and the parts add up to the whole. Amounts that a currency
    cannot have are also refused in credit notes, in bookings and in files, and prices and allowances over EDI that state one are not taken.
    PDFs of invoices, credit notes and purchase orders print the decimals of the currency.`,
    action_required: null,
    covers: ['orders.*', 'returns.*', 'session.*', 'order_book.record_lines'],
  },
]
