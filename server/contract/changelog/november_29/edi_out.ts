/** What goes to accounts over EDI: notices, corrections, profiles and deadlines. */
import type { ChangelogEntry } from '../entry.ts'

export const ediOut: readonly ChangelogEntry[] = [
  {
    id: 'edi-prepacks-in-their-unit',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'The 856 and the 810 count a prepack in the unit of its order',
    detail: `Where a prepack is shipped or invoiced in whole packs, the 856 and the 810 state it as the 855 does: one item with the numbers, the unit (such as AS), the quantity and, in the 810, the price of the
    pack. SLN names its contents. If a carton or an invoice has only part of a pack, its items are stated in single units, as before.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-parts-of-cases-answered',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'The 855 states a part of a case in single units, and a carton of several stores has no 856',
    detail: `Where the agreed units of a line are no whole cases or dozens, ACK of the 855 and 865 states them in EA, as the 856 and the 810 do; before, they were rounded down to whole ones, or the line was rejected
    while it shipped, and its verdict was \`accepted\`. A prepack of which no whole packs are agreed is answered in
    the units of all its items, and a note (MSG) says how many of each; before, it was rejected while it shipped. A shipping notice fails with \`conflict\` and the reason \`several_stores\` where a carton
    has units of several stores and no \`door_reference\`; before, it named none of them.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-every-line-answered',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title:
      'The 855 answers every line and says why one is rejected, and the 856 names no place to ship to as the buyer',
    detail: `A line of an 850 that orders no units, or fewer than none, is rejected in the 855 and named by \`not_understood\`; before, the 855 left it out. A line that became none of ours states its
    reason in a note (N9, MSG) of the 855. Where an order names no buyer or store (BY), the order level of the 856 has no BY, or the account with its \`buyer_id\` where \`requirements\` of the profile ask
    for N1 BY; before, it repeated the place to ship to. A buyer that is named without a number is in the 856 by its name.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-invoiced-allowances',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'An 810 states each allowance of its order',
    detail: `The discount that an 810 bills is stated as the allowances (SAC) of the order: with their codes, those of a line in its line, with the percentage and SAC12 of the order.
    Their sum is the discount of the invoice, to the cent. Before, it was one allowance with the code C310. Where the discount was changed here, or the order was split, it still is,
    and so it is on credit memos.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-allowances-as-agreed',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'Allowances of an order over EDI follow what you confirm and ship',
    detail: `Where a confirmation or an update states another quantity or price, an amount (SAC05) stays as it is stated, and a percentage (SAC07) of an allowance or of
    freight is computed anew; before, both were scaled with the quantity, and freight stayed. A discount or freight that you send counts as it is. Units that ship beyond
    the order have its percentages on their invoice; before, they had no discount. Where the discount was changed here, units have shipped, or the order was split,
    \`not_understood\` names the difference.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-acknowledgements-with-faults',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'A 997 that accepts a document with faults opens an exception',
    detail: `A document that an account accepts with faults (E in AK501 or AK901) is \`accepted\`, and \`edi_rejected\` (\`warning\`) names the faults. M, W and X of AK501 and
    AK901 reject, and P of AK501 accepts with faults; before, such a 997 was rejected as unreadable. A 997 that finds faults in a group or set that was not sent is held.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-item-titles-of-notices',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'A shipping notice describes its items in words only where the account requires it',
    detail: `The 856 stated the title of each item in a PID, which no public guide of ours asks for, and which some read as a statement of the order. Now it does so if
    \`requirements\` of the profile name the PID of its items.`,
    action_required:
      'If an account needs the titles, add the PID of the items of the 856 to the `requirements` of its EDI profile.',
    covers: [],
  },
  {
    id: 'carton-labels',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'Carton labels with the SSCC as bar code (GS1-128) can be printed',
    detail: `\`session.get_carton_labels\` answers a link to the labels of a shipment's cartons as PDF: a page of 4 by 6 inches for each carton, with
    the SSCC as bar code, the parties, the store, the order number, the carrier and which of how many cartons it is, as the shipping notice states
    them. A carton without SSCC is refused and named.`,
    action_required: null,
    covers: ['session.get_carton_labels'],
  },
  {
    id: 'edi-days-of-split-orders',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'An 865 says which day moved for one part of a split order alone',
    detail: `Where a cancel date or a ship window moves for one part of an order that was split, or ends, the 865 says so in a note (N9 L1, MSG) with
    our number of the part and its lines. Before, nothing was said of a day that the parts do not share.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-transport-of-shipments',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales', 'inventory'],
    title: 'Shipping notices state carrier code, bill of lading, arrival, addresses, pallets and pounds',
    detail: `A shipment takes \`carrier_scac\`, \`bill_of_lading\` and \`deliver_on\`, and a carton \`pallet_sscc\`, when a person or a warehouse reports
    it; corrections change them, and \`session.get_shipment_transport\` reads them, also of a voided shipment. The 856 states them, with the
    addresses of the place to ship to and of the location, which has a new \`address\`. Without \`deliver_on\` it counts the account's days in transit.
    The profile's new \`weight_unit\` and \`has_pallet_level\` say whether weights are in pounds and whether pallets are named. The 855, 865,
    856 and 810 repeat every reference (REF) of the order, the 855 and 865 also the customer's order reference, and the 810 the bill of lading.`,
    action_required: null,
    covers: [
      'session.record_shipment',
      'session.correct_shipment',
      'session.get_shipment_transport',
      'session.set_account_edi_profile',
      'session.*_location*',
      'session.list_locations',
      'warehouses.*',
    ],
  },
  {
    id: 'edi-corrected-documents',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'A document that could not be sent, was rejected or was wrong is made anew and sent in its place',
    detail: `\`session.correct_edi_document\` makes an 810, 855, 856 or 865 anew from what is on file now and queues it: as an original where the
    first one never took effect at the account, and with code 05 (replacement) where it did. Documents have \`corrects_document_id\` and
    \`correction_reason\`, and a document that was corrected is not resent. A shipping notice is taken back by voiding its shipment, as before.`,
    action_required: null,
    covers: [
      'session.correct_edi_document',
      'session.resend_edi_document',
      'accounts.list_edi_documents',
      'session.*_edi_document*',
    ],
  },
  {
    id: 'edi-profiles-as-guides-require',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts'],
    title: 'EDI profiles carry what a retailer requires, documents are checked against it, and previewed',
    detail: `A profile takes version 4030, \`group_version\` (GS08, such as 004010VICS), \`character_set\`, \`delimiters\` and \`requirements\`: segments,
    codes and elements that a document must have in its header, lines or levels. A document that lacks one is not sent; its exception names
    what is missing. \`guide\` begins from the published guide of a retailer, which \`session.list_edi_guides\` lists with its documentation.
    \`session.preview_edi_document\` shows an 810, 855 or 856 as it would be written now, and what keeps it from being sent, without effect.`,
    action_required: null,
    covers: [
      'session.set_account_edi_profile',
      'session.list_edi_guides',
      'session.preview_edi_document',
      'session.*_account*',
    ],
  },
  {
    id: 'edi-advices-and-messages',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts'],
    title: 'What accounts say of documents over EDI (824, 864) is read and shown on them',
    detail: `An 824 marks the document that it names as accepted or rejected, with its faults in \`sentence\`; a document that was rejected or taken
    with faults has the exception \`edi_rejected\`. An 864 is shown on the documents whose numbers it names, and held until a person discards it as
    read. Before, both were rejected as unknown. Other types, such as 820, 940, 945, 753 and 754, are still kept and not processed, and are named.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-days-taken-away',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'An 865 states the cancel date, and says which day of an order no longer applies',
    detail: `After an 855, an order whose cancel date changes, or that loses its requested ship date, its cancel date or a day of its ship window,
    is followed by an 865 with all lines. The days that stand are in DTM 010, 001, 037 and 038; a day that was taken away is named in a note
    (N9 L1, MSG). Before, the loss of the only day sent nothing.`,
    action_required: null,
    covers: [],
  },
]
