/** What becomes of changes that accounts send over EDI, and how they are answered. */
import type { ChangelogEntry } from '../entry.ts'

export const ediChanges: readonly ChangelogEntry[] = [
  {
    id: 'edi-changes-taken-as-answered',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'A held change over EDI says what it asks for, and is taken as it is answered',
    detail: `The \`sentence\` of a held change (860) and its exception \`order_change\` name quantities, prices, lines, days and texts that it asks for with what was ordered, what of it cannot be applied, and the lines
    that the 865 would reject with the reason. Taking it fails with \`conflict\` if it states otherwise what stays (places, terms, currency, references, who pays the freight, allowances), if every line would be
    rejected, or if nothing of it is understood. Rejected lines are named in the \`sentence\` after the decision; what is not understood beside lines that are taken is in a note of the 865, whose BCA02 is \`AC\`. A
    line of which units have shipped takes no other price until the others are split off. Before, such parts were passed over, and the 865 said that all was accepted.`,
    action_required: null,
    covers: [],
  },
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
