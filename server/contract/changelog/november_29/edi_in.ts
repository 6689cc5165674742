/** What is noticed in documents that accounts send over EDI. */
import type { ChangelogEntry } from '../entry.ts'

export const ediIn: readonly ChangelogEntry[] = [
  {
    id: 'edi-remittances-explained',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'A remittance advice names what of its payment nothing explains',
    detail: `Where the items and deductions of an 820 do not add up to its payment, its \`sentence\` and its exception name both amounts and the difference; before, they named the sum alone. Up to 20 segments that
    are not understood, such as adjustments, are named instead of 3.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-groups-checked',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts'],
    title: 'The code and the version of a functional group are checked',
    detail: `A set that arrives in a group of another code (GS01), such as an 850 in PC, is rejected by its 997 with code 6 in AK502. A group of a version (GS08) other than 004010 to 005010, with any suffix, is
    rejected with code 2 in AK905. The \`sentence\` of each document and an exception name both. Before, both were passed over.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-rates-and-price-bases',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'Rates of allowances and further bases of prices are read over EDI',
    detail: `A rate (SAC08) whose product with its quantity (SAC10) is the amount (SAC05) opens no exception, and without an amount it is the allowance; a rate without a quantity, and one that contradicts the amount
    or the percentage, is named with both. PO105 may be NT, CT, QT or WH (one of the ordered unit), WE, TE, QE or LE (each), PD, WD or TD (a dozen), WC, TC or QH (a hundred), WM, TM or QS (a thousand) and TT (10,000);
    before, these prices stayed open. \`not_understood\` about an order names all that is found against it, in several exceptions where there is more than one can hold; before, it stopped after 20 places.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-matched-lines-settled',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'Allowances of an order with an unknown item are applied, and matching a line renames no item',
    detail: `Allowances and charges of an order that arrived over EDI with an unknown item are applied when its last item is matched, and otherwise when the order is confirmed, on the lines that it keeps; before, they
    were lost. A matched line at another price than that of the list opens \`price_mismatch\`. A buyer's SKU that is an item of the account already keeps its variant when a line is matched with another one, unless that
    variant is archived; before, all later orders followed the match.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-items-of-reports-and-repeated-allowances',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'Barcodes and sizes of sell-out over EDI are compared, and an allowance that a line repeats is reported',
    detail: `An 852 that names an item by its number and by an unknown barcode opens \`not_understood\`, and one with the size of another variant is held. An allowance that an order states as
    a whole and again in a line is reported. Ordinary segments open no exception any more: payment terms in days and in words whose numbers agree (ITD12), back orders (CSH N, Y, BK),
    SAC N, references CT and ZZ, FOB DE, PB and PS, papers (PWK) and measures (MEA) of a line, and the units of a retail price (CTP) in an 852.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-sell-out-by-figure',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts'],
    title: 'A sell-out report over EDI replaces the figures that it states',
    detail: `An 852 replaced all rows of the stores that it names, so one with the stock erased the sales of the week, and one for each item those of the others. Now it replaces
    the units or the stock on hand of the items that it states, and the rest stays. Two sets of one interchange that state a figure differently are held, and so is a report
    that was sent before the one on file and states a figure differently; the exception names both. Returns (QU) in a set without units sold are held. Undoing an 852
    takes back the figures that it stated. Files replace the stores that they name, as before.`,
    action_required:
      'An 852 no longer removes an item that it leaves out: state it with zero, or undo the earlier import.',
    covers: [],
  },
  {
    id: 'edi-values-no-longer-silent',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'Days, texts, sizes and doubled values over EDI are reported, and ordinary segments are understood',
    detail: `\`not_understood\` names a day on which an order or a line cannot ship (after its cancel date, or outside its ship window, also after a change), an allowance that is stated twice, a colour in
    other words than the item's, the text of a change (MSG, NTE), which is added to \`notes\`, what of a cancellation is not understood, and a change of a price (PC, PQ) that states none. A size or colour of another variant than the numbers name
    opens \`identifiers_disagree\`, and the line becomes none of the draft. An 852 that states a figure twice for an item and store, or returns (QU) below zero, is held, and so is one that names two stores before its first item; a store (N1) beside those of SDQ is named.
    A carrier (TD5) is the \`shipping_method\`; references, packaging in words (PKG), NTE, and who pays the freight (FOB) open no exception any more, and the \`sentence\` of the document names the
    references. A change that brings back the agreed price, or takes off an unknown item, resolves \`price_mismatch\` or \`unknown_sku\` with the resolution \`changed\`.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-replacements-whole',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'A replacement over EDI states all of its order, and contradicting changes wait',
    detail: `What a replacement (850 BEG01 05, 860 BCH01 05, or a line under RZ) no longer states (days, place, terms, allowances, price, doors, pack) goes from the order, and
    \`not_understood\` names it; references and the currency stay and are named. One without lines or units, one that is dated before its order, a cancellation that names some of the lines or changes
    them, and a change whose PO4 packs otherwise than the order are held. A change whose BCH06 is not the day of the order is named. Before, these values stayed or were applied silently.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-allowances-of-changes',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'Allowances of an order over EDI stay right when the account changes the order',
    detail: `After a change (860), an amount (SAC05) stays as it is stated, and a percentage (SAC07) follows added lines, prices and quantities. A line that is added or replaced has the
    allowances that it states. Where units have shipped, are invoiced or cancelled, where the discount was changed here, or where the order was split, nothing is computed anew and \`not_understood\` names
    the difference. Before, each discount was scaled with the quantity of its line.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-invoices-paid-twice',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'A remittance advice that pays an invoice twice, or more than is open, says so',
    detail: `The \`sentence\` of an 820, and its exception, name an invoice that the advice names several times with what it comes to, an invoice that an earlier advice of
    the account paid with the document of that advice, what is more than open, and a payment (TRN) that was advised before. No payment is booked, as before.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-values-that-contradict',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'Amounts, packs, totals and days of an order over EDI that contradict each other are reported',
    detail: `\`not_understood\` names both: the amount of an allowance (SAC05, which counts) against its percentage of the goods (07) and its rate times its quantity (08, 10); the price
    and units of a pack against its items (SLN); two totals; days that cannot all hold, or are before the day of the order; a number or a store that is named twice, freight that is collected and prepaid; a
    price of nothing or less. A date of the order (BEG05) that has not come anywhere is named, and the day on which the order arrived is kept. Before, one of the values counted silently.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-quantities-that-are-not-whole',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'A quantity over EDI that is not whole leaves out its line instead of rejecting the order',
    detail: `The 997 accepts an 850 with a line of \`2.5\` EA or \`12.75\` YD; the line is in \`unmatched_lines\` with the quantity in its \`reason\`, \`not_understood\` names it, and the 855 rejects
    it alone. \`quantity\` there is the whole part. A change is held, and so is a report of sell-out. Units that measure, such as pounds, are never counted by a PO4. Decimals that are whole are read as before.`,
    action_required: null,
    covers: ['orders.*', 'component:UnmatchedLine', 'component:SalesOrder', 'session.*order*', 'event:order.*'],
  },
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
