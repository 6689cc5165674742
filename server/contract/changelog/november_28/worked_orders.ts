/** Orders whose money, imports and shipments can be worked on. Newest first. */
import type { ChangelogEntry } from '../entry.ts'

export const workedOrders: readonly ChangelogEntry[] = [
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
