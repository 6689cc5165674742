/** Orders that can be worked on until they ship. */
import type { ChangelogEntry } from '../entry.ts'

export const liveOrders: readonly ChangelogEntry[] = [
  {
    id: 'orders-change-until-they-ship',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'An order can be changed until it ships, and held back',
    detail: `Quantities, prices and the location of an order can change while it holds stock: a smaller quantity gives stock back, a larger one
    holds what is available, and another location moves the holds, in one transaction. So can freight, channel and customer. A warehouse that
    was asked to ship the order gets the next revision of the request; after an 855, an 865 follows. A line at quantity 0 keeps its discount and
    tax for the quantity that returns. In the app, orders are unallocated, put on hold with a reason, and released; orders have
    \`hold\` and \`is_allocated_on_request\`. A short allocation opens \`allocation_short\`, and its message states the units that are held.
    A line whose quantity was changed in the draft is confirmed as \`quantity_changed\`. Exceptions have the kind \`shipped_on_hold\`.`,
    action_required: null,
    covers: ['orders.*', 'session.*'],
  },
  {
    id: 'orders-split-merge-and-cancel-in-part',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Orders are cancelled in part, split, merged and duplicated',
    detail: `\`cancel\` takes \`lines\` with quantities. In the app, orders are split by line, location or date, merged where they are alike, and
    duplicated; \`related_orders\` names what an order came from and what came out of it. Units, holds, discounts, taxes and freight are
    divided to the cent, and a consumer sale stays on its day. An order that arrived over EDI and was split is acknowledged as a whole, with an
    answer for each ship date.`,
    action_required: null,
    covers: ['orders.*', 'session.*'],
  },
]
