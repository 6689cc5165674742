/** What is read of files and documents that accounts send. */
import type { ChangelogEntry } from '../entry.ts'

export const partnersIn: readonly ChangelogEntry[] = [
  {
    id: 'currencies-in-headers-of-order-papers',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'A column of an order paper that states a currency and is none of money is reported',
    detail: `A column such as \`Weight (USD)\` or \`Length (EUR)\` was passed over, and \`Units (EUR)\` was read as a quantity. Both are named
    with \`column_unknown\` now, and stop the automatic draft. Retail prices and margins are still passed over in any currency.`,
    action_required: null,
    covers: ['orders.file_document'],
  },
]
