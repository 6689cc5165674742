/** The entry of 28 November about what is understood of order papers. */
import type { ChangelogEntry } from '../entry.ts'

export const understoodPapers: readonly ChangelogEntry[] = [
  {
    id: 'order-papers-refuse-what-is-not-understood',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'What an order paper says and is not understood refuses it by name',
    detail: `Columns, sheets, units, discounts, currencies and cells that are in no list of what is understood refuse a paper, with a
    problem that names the column or the cell; the lists are in the guide. Dozens, cartons with their content, prices per 100, discounts,
    currencies in headers and cells, cover sheets, further sheets, merged cells, stores across, and German and French headers are read. A
    file with a column of order numbers becomes a paper and a draft of each; \`part_of\` names the paper that was filed. Lines have
    \`discount_cents\`, \`door_reference\`, \`requested_ship_date\` and \`cancel_date\`. In the app, a person corrects a refused paper before it is taken; \`corrected\` names what
    was corrected, and the account's own numbers are learned as its items.`,
    action_required: null,
    covers: ['session.correct_order_document'],
  },
  {
    id: 'sell-out-layouts-and-undo',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sell_out'],
    title: 'Reports of sell-out with titles, weeks or stores across, and an import that is undone',
    detail: `Rows above the headers are passed over, and the week that they state dates an undated report. A report with weeks or stores
    across is read as one with a row for each cell: its headers end in \`Week ending\`, \`Date\` or \`Store\`, and \`Units\`; a blank cell is
    absent. Imports read negative amounts in parentheses, such as (45.00). In the app, an import for the wrong account or the wrong weeks is
    undone.`,
    action_required: null,
    covers: ['session.undo_sell_out_import'],
  },
  {
    id: 'season-values-and-weekly-deviation',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['order_book', 'accounts'],
    title: 'A line without a price no longer hides the value of a season',
    detail: `\`booked_value_usd\` is the value of the lines with a price, with a reason that counts the others; it was null while the price of
    one line was open. \`units_without_price\` of the summary are the units of those lines. Ship windows of a twentieth of a season's units
    no longer move its start. The safety stock of an account that reports by day uses the deviation of whole weeks.`,
    action_required: null,
    covers: [],
  },
]
