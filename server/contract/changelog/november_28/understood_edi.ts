/** The entry of 28 November about what is understood of documents over EDI. */
import type { ChangelogEntry } from '../entry.ts'

export const understoodEdi: readonly ChangelogEntry[] = [
  {
    id: 'edi-reports-what-is-not-understood',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales', 'sell_out'],
    title: 'What a document over EDI says and is not understood is reported',
    detail: `An EDI document has \`not_understood\`: segments, elements and codes of an 850, 860 or 852 that are in no list of what is
    understood. The new exception \`not_understood\` about the order or the report names them; the lists are in the EDI guide. Prices follow
    their basis (PE, HP, TP, HT), retail prices are never agreed, and the profile's new \`each_price\` says what PE means for goods in packs.
    Allowances and charges (SAC) are in the order and its invoice as SAC12 says, and the stated total is compared with the lines. A store that
    orders through a distribution centre is the door of the lines. \`units_per_ordered_unit\` answers for a line in cases how many units one has. An 850 without lines is rejected by the 997, one that is sent again
    (BEG01 07) changes nothing, and a blanket order is held. In an 852, stores before items, cases and dozens, TS, OH and Q1, and a
    single day are read; a report of which a quantity cannot be told is held with the reason.`,
    action_required: null,
    covers: [
      'session.match_edi_line in body.units_per_ordered_unit',
      'accounts.list_edi_documents out body.data*',
      'session.resend_edi_document out body.data*',
      'session.set_account_edi_profile',
    ],
  },
  {
    id: 'edi-cases-schedules-and-bill-backs',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales', 'sell_out'],
    title: 'Numbers in any case, lines by day, and allowances that are billed back',
    detail: `Item numbers of orders, changes and reports over EDI match in any case where one item alone has the number; of several, the
    line names them. A line that an 850 or 860 schedules by several days (SCH) becomes a line for each day. Orders and invoices have
    \`allowances_apart\`: allowances and charges that the buyer bills back, pays by check or credits, and that reduce neither. The
    profile's new \`item_qualifier\` says how the 846 marks the account's item numbers.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'edi-units-and-stores-of-notices',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'Notices and invoices over EDI speak the unit of the order',
    detail: `An 856 and an 810 count in the unit of the order, such as cases, with its price, where every quantity is whole in it; before,
    they always stated single units. What the API publishes stays in units. Both repeat the customer's order reference (REF CO). An 856 names the store that ordered (BY) at its cartons, where
    before the place to ship to could stand there, and one carton without weight no longer keeps it from being written.`,
    action_required: null,
    covers: [],
  },
]
