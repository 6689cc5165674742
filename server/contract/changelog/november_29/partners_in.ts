/** What is read of files and documents that accounts send, and what they expect in return. */
import type { ChangelogEntry } from '../entry.ts'

export const partnersIn: readonly ChangelogEntry[] = [
  {
    id: 'months-in-words',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'accounts', 'products', 'inventory'],
    title: 'Dates name their month in six languages, and corrected papers name days that contradict',
    detail: `Order papers, reports of sell-out and imports read \`15. Januar 2027\`, \`15 janv. 2027\` and \`15-Jan-27\`; only English names and four digits of the year were read. A style on an
    order paper is found by its handle where that is the title in other letters, and by options called Farbe, Größe, Couleur or Taille. Corrected days of a paper that cannot both
    be meant are a problem until another correction settles it; the draft had them without a word.`,
    action_required: null,
    covers: ['session.correct_order_document', 'orders.get_document'],
  },
  {
    id: 'struck-out-cells-and-due-formulas',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'accounts', 'products', 'inventory'],
    title: 'Cells that are struck out, and formulas without results, are not read as values',
    detail: `In XLSX files, a cell that is struck out has \`(struck out)\` behind its text, and a formula whose result the writing program left out is its text (\`=3+4\`). On order papers both stop
    the draft with \`cell_unknown\` and their cell: struck lines were ordered, and lines with such a formula were left out. In imports and sell-out reports they are unreadable where a figure is
    expected. A note, text box, header or footer of a sell-out workbook that is not known (\`in cartons\`) refuses the report, like a title; it was passed over.`,
    action_required: null,
    covers: ['sell_out.import', 'sell_out.preview'],
  },
  {
    id: 'comparisons-in-sell-out-reports',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts'],
    title: 'Rows and columns of last year or a budget are named, and never sold',
    detail: `In a sell-out report, a row of \`Last year\`, \`Budget\` or \`Variance\` is refused as \`unreadable_value\` with its words; it was \`unknown_item\`, and one of a known item whose
    \`Measure\` is \`LY\` was counted as sold. A column such as \`LY Units\` or \`+/-%\` is proposed for no field, with the reason, and refuses the report where a mapping reads it as a
    figure. A store across with last year beside it (\`Store 0117 LY\`) is in \`ignored_columns\`.`,
    action_required: null,
    covers: ['sell_out.import', 'sell_out.preview'],
  },
  {
    id: 'further-sheets-of-workbooks',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'accounts', 'products', 'inventory'],
    title: 'Further sheets of workbooks are read, or refuse the file by their names',
    detail: `Sheets that are not hidden and have the headers of the first one are read with it, in imports and in reports of sell-out; they were passed over. A report can have a sheet for
    each store (\`Store 0117\`), week or day (\`WE 2026-11-15\`), or for goods. A name that says something else (\`Last year\`, \`Returns\`, \`Summary\`, \`North\`), and a sheet with other headers
    that is no title, refuse the report with \`unreadable_file\`. In imports, a sheet with the same headers in another order refuses the file. Rows of a further sheet are numbered on.`,
    action_required: null,
    covers: ['sell_out.import', 'sell_out.preview', 'stocktakes.import', 'returns.import', 'orders.import'],
  },
  {
    id: 'errors-and-blocks-of-partner-files',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'accounts'],
    title: 'Errors of spreadsheets on order papers, and blocks of sell-out reports without a week',
    detail: `On order papers, a cell with \`#REF!\`, \`#N/A\` or \`########\` in a column that is read, and words such as \`half\` in the place of a discount or an amount, are reported with
    \`cell_unknown\` and their cell; a discount of them was read as none. \`PVP\` and other names of retail prices are passed over. In a sell-out report with weeks between its rows,
    repeated headers without a week refuse the report with their row; their rows were of the week above. The refusal of a title such as \`Previous week\`, \`Budget\` or \`Stock\` says what its figures are.`,
    action_required: null,
    covers: ['sell_out.import', 'sell_out.preview'],
  },
  {
    id: 'workbooks-as-they-are-seen',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'accounts', 'products', 'inventory'],
    title: 'Workbooks are read as a person sees them',
    detail: `The text of a number format is read as if it stood in the cell, by the section that the number has: \`0 "dz"\`, \`0 "per 100"\`, \`[$€-407] 0.00\`. A number that is shown as
    another one (\`0,\`, \`0.0,"k"\`, \`;;;\`) is read as neither. On order papers, hidden rows, columns and sheets with lines, figures or facts of an order are reported with \`cell_unknown\`;
    they were read as lines or passed over. In imports and reports of sell-out, such numbers are unreadable where a number is expected, hidden rows with values refuse the file, and a hidden
    first sheet is not read; digits alone were read, of hidden rows and sheets too.`,
    action_required: null,
    covers: ['sell_out.import', 'sell_out.preview'],
  },
  {
    id: 'order-papers-totals-in-words',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Totals that an order paper states in words are compared with its lines',
    detail: `\`Amount due 300\`, \`Total 24 pcs\`, \`Total lines: 2\`, \`Gesamt 300,00 EUR\` and \`Total TTC\`, above, below and beside the lines, are compared with their units, their
    amounts before or after discounts, or their number. An equal one passes; it stopped the draft as unknown text. A differing one is \`total_differs\` with both values, also
    a second total of units below the lines, which was not compared. \`total_units\` and \`total_cents\` have such a total where no other is stated. The guide lists the words.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'sell-out-titles-that-are-known',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts'],
    title: 'Titles and headings of sell-out reports that are not known refuse them',
    detail: `A title above the headers, and a note or a heading between the rows, is passed over only where each of its words is known: \`Weekly sales report\`. \`Quantities in
    cartons\`, \`Forecast\`, \`Returns report\` and \`Previous week\` refuse the report with \`unreadable_file\` and the title; they were passed over. A header of a figure that
    states another unit or currency (\`Units (dozens)\`, \`Sales GBP\`) refuses it as well.`,
    action_required: null,
    covers: ['sell_out.import', 'sell_out.preview'],
  },
  {
    id: 'order-papers-pass-over-known-text-alone',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Text on an order paper that is on no list stops the automatic draft',
    detail: `Text outside the table of an order paper is passed over only where it is a known shape: an address, a contact, a register, terms of payment, hours of delivery, a
    greeting, a title of an order, a group of goods, or a name of the account. The guide lists them. Every other text refuses the paper with \`cell_unknown\`, which names it and its cell; it was
    passed over unless it had one of a list of words. Values of labels are compared with what their label says, and a row of one text between the lines
    (\`Second delivery\`, \`Not ordered\`, \`Free\`) is reported. A further column of an item, such as \`Our SKU\`, \`Style\` or \`Description\`, that names another item than the first is
    \`identifiers_disagree\`. Totals of parts are compared with their lines (\`total_differs\`), and several totals of one cell are read.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'weeks-and-totals-of-sell-out',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts'],
    title: 'Each week of a sell-out report is read as its own, and totals are compared',
    detail: `A row such as \`Week ending 22 Nov 2026\` between the rows dates those below it: they were imported for the first week of the file. Repeated headers are no rows. Rows
    and columns of totals are compared with what they add up, and a difference refuses the report with \`unreadable_file\`, the row and both figures; they were refused
    rows before. A note below the rows that names a store, a unit or another currency refuses the report.`,
    action_required: null,
    covers: ['sell_out.import', 'sell_out.preview'],
  },
  {
    id: 'order-papers-say-what-they-mean',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'What an order paper says beside its lines is read or stops the automatic draft',
    detail: `Sentences such as \`Order cancelled\`, \`All quantities are in dozens\` or \`Deliver to store 0102\`, in cells, names of sheets, printed headers and
    notes, are reported with \`cell_unknown\`. Rows between lines such as \`Store 0101\` are the store or the date of the lines below. Two values of one label, such
    as two order numbers, are reported with \`columns_disagree\`, and contradicting dates with \`date_unreadable\`. Currencies, units and percentages in
    number formats of cells are read. If a line has an amount and no price, its price is the amount divided by the quantity, and the new \`derived\` says so; amounts without a quantity
    are reported with \`charge_unread\`, a total without prices with \`price_missing\`. The reading has \`order_date\`. A corrected number no longer
    becomes an item of the account if its line also has a colour, a size or a style.`,
    action_required: null,
    covers: [
      'orders.file_document',
      'orders.get_document',
      'session.correct_order_document',
      'component:PaperLine',
      'component:PaperReading',
    ],
  },
  {
    id: 'changes-that-contradict-their-order',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'A change over EDI that contradicts its order waits for a person',
    detail: `An 860 that names another item than the line with its number has, or an increase to no more than was ordered, or a decrease to no less, is held
    with the reason; it changed the line with the number. An 850 whose place to ship to has no number opens \`unknown_door\`: its name and address
    are not stored, as they may be those of a person, and answers named \`REDACTED\` in their place. Its 856 waits until the order has a door.`,
    action_required: null,
    covers: [],
  },
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
  {
    id: 'order-papers-learn-corrections',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Order papers are read as a person corrected earlier ones with the same headers',
    detail: `The variant that a person named for a line, and the order of day and month, are learned for papers of the account with the same
    headers. The new \`learned\` of the reading and of each line names such fields, and \`matched_by\` has \`correction\`. Where a number on
    the paper names another variant, the line has \`identifiers_disagree\`. Dates of the order in \`values\`
    stay as they stand on the paper when a person corrects them, as those of lines do.`,
    action_required: null,
    covers: ['orders.get_document', 'session.correct_order_document', 'component:PaperLine', 'component:PaperReading'],
  },
  {
    id: 'stores-across-have-numbers',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'accounts'],
    title: 'Columns about stores are not read as stores, and words in the place of quantities are named',
    detail: `Columns of sizes and stores are recognised by one reader in order papers, reports of sell-out and sheets of stock. A store needs a
    number: \`Shop margin\` beside \`Shop rank\` was read as two stores, and so were years. A word below a size or a store, such as \`ten\`, was passed over;
    now its line has no quantity, which stops the automatic draft.`,
    action_required: null,
    covers: ['orders.file_document'],
  },
  {
    id: 'order-papers-in-html',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Order papers that a web application saved as .xls, which are pages in HTML, are read',
    detail: `Their format is \`xls\`. Each table is a sheet, and the text beside the tables is read as well. A page with nested tables, hidden or struck text
    or fields to fill in is refused. Before, such a file was refused as one without a table of lines.`,
    action_required: null,
    covers: ['orders.file_document'],
  },
  {
    id: 'edi-names-descriptions-and-credit-notes',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'More of what accounts send over EDI is read or reported',
    detail: `More of the name of a party (N2) is kept with it and repeated in answers. A description by codes alone (PID01 S) is reported. An 850 that
    replaces an order which is not on file is a draft with an exception, and can be taken where it was held. The list of what is
    understood covers the 820, whose items that name a credit note are compared with it instead of being called unknown invoices.`,
    action_required: null,
    covers: ['session.decide_edi_document'],
  },
  {
    id: 'edi-deadlines',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'Deadlines of acknowledgements and shipping notices',
    detail: `EDI profiles have \`acknowledge_within_hours\` (855 after the order) and \`notice_before_hours\` (856 before the day of arrival).
    \`session.list_edi_deadlines\` lists what is due, late, missed or sent; what is pressing opens an exception of the new kind \`edi_deadline\` about
    the order, or about the 850 that is held.`,
    action_required: null,
    covers: [
      'session.list_edi_deadlines',
      'session.set_account_edi_profile',
      'accounts.*',
      'session.*_account*',
      'component:ExceptionKind',
      'exceptions.*',
      'event:exception.*',
    ],
  },
  {
    id: 'edi-remittance-advices',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales'],
    title: 'Remittance advices (820) are read',
    detail: `An 820 is held for a person, with a sentence that names what is paid for which invoices, discounts, deductions and their reasons, and
    what does not agree with the books or is not understood. Each 810 shows what is paid of it. No payment is booked. Before, an 820 was kept
    and rejected as unknown.`,
    action_required: null,
    covers: ['session.receive_edi_interchanges', 'accounts.list_edi_documents'],
  },
  {
    id: 'keys-of-buyers-state-no-freight',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'A key that is bound to an account states no freight and no tax, and moves no confirmed order',
    detail: `Both are the seller's, as prices and discounts are: a new order with freight or tax, and a change of the tax of a line, are refused
    with \`conflict\` and the reason \`account_key\`. A zero is not refused. A change of freight was refused already. The location and the
    channel of an order that is confirmed are the seller's too: another location gives back what the order holds.`,
    action_required: 'Leave out freight and tax in orders that you send with the key of an account.',
    covers: [],
  },
]
