/** What is noticed in documents that accounts send over EDI. */
import type { ChangelogEntry } from '../entry.ts'

export const ediIn: readonly ChangelogEntry[] = [
  {
    id: 'edi-changes-in-order',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'A change over EDI that is repeated, or older than one that was applied, overrides nothing',
    detail: `The same change (860, BCH05) with the same content changes nothing, and the \`sentence\` of its document says so; with other content it is held. So is
    a change whose number is lower, or whose day (BCH11) or interchange is earlier, than that of one that was applied; the exception names both. A held
    change that another overtook stays held once more when it is taken. Before, each was applied as it arrived.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-lines-of-changes',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'A line of a change over EDI is found by its number, and says no more than its code',
    detail: `An 860 whose line number the order lacks is held instead of changing a line with the item, and so is one without a number where several lines have the
    item, an addition (AI) of a number that the order has, a deletion (DI) with a part of the quantity, another quantity under PC or CT, another price under QI,
    QD or CT, and a negative quantity. A held change that cannot be read against its order can be declined now.`,
    action_required: null,
    covers: ['session.decide_edi_document'],
  },
  {
    id: 'edi-identifiers-that-disagree',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'Numbers of one line over EDI that name two items are never settled silently',
    detail: `Your own SKU under SK, IN, BP, VN or VC lost to the barcode of another item on the line. Such a line of an 850 becomes none of the draft, and
    opens an exception of the new kind \`identifiers_disagree\`; an 860 is held, and a row of an 852 is left out. A barcode that is unknown where the item has another,
    and one without the form of a barcode, open \`not_understood\`.`,
    action_required: null,
    covers: [
      'session.match_edi_line',
      'component:ExceptionKind',
      'exceptions.*',
      'event:exception.*',
      'session.*exception*',
    ],
  },
  {
    id: 'edi-sell-out-left-out',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts'],
    title: 'Rows of an 852 that are left out open an exception that counts and names them',
    detail: `Rows of unknown items or stores, and rows without a figure, were counted in the \`sentence\` of the document alone. Now it says which, and an exception,
    \`not_understood\`, about the document names up to 20 of them. A report that names one item by numbers of two of one kind is held.`,
    action_required: null,
    covers: [],
  },
]
