/** What becomes of changes that accounts send over EDI, and how they are answered. */
import type { ChangelogEntry } from '../entry.ts'

export const ediChanges: readonly ChangelogEntry[] = [
  {
    id: 'edi-changes-compared-whole',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'What a change over EDI states otherwise is named with both values',
    detail: `The exception about a change (860) names terms, allowances, charges and references with those of the order, and newly a place to ship to without a number or with another name or address, who
    pays the freight (FOB01), a barcode that is unknown beside the item, and what is left to ship (POC04) where it fits neither the quantity nor what has shipped. The total (AMT TT) of a change is compared with the order as
    it is then, or with the changed lines, instead of being reported as not understood. A place of a line (N1 ST) without a number is reported, also of an order.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-accepted-deletions',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'The 865 accepts cancellations and deletions that were taken',
    detail: `BCA02 of the 865 is \`RD\` only where every line of a change is rejected. Lines that a change takes off (ACK \`ID\`) count as accepted: a cancellation that is applied is \`AD\`, and a change of which
    some lines are rejected is \`AC\`. An 860 that names no line is answered by all lines under \`NC\` (no change) instead of \`CA\`. Before, an accepted cancellation was answered as a rejection.`,
    action_required: null,
    covers: [],
  },
]
