/** The entries of 22 November about wholesale, planning and invoices, newest first; those before them are in earlier.ts. */
import type { ChangelogEntry } from './entry.ts'

export const partnersAndPlanning: readonly ChangelogEntry[] = [
  {
    id: 'audited-insight',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'reports', 'metrics'],
    title: 'Days of stock in the sales table, overdue units and figures without a rate',
    detail: `Sell-through and stockout losses of the sales table count stock by the days of the organisation's time zone, as sales count. Units
    of suppliers are overdue from the day after they are due, so that the on-time rate of a window that reaches today or later does not count
    them before. Return rates and other figures without amounts are answered also while an exchange rate is missing, in metric queries and in
    the sales overview. The report of cash from the buy for a later day counts the open buy that is due until then. The dictionary states why
    sell-out is not queried.`,
    action_required: null,
    covers: ['sales.list_sales', 'sales.get_new_overview', 'metrics.*', 'reports.get_cash_from_the_buy'],
  },
  {
    id: 'audited-selling',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'order_book', 'sell_out'],
    title: 'Cancel dates of lines, rejected bookings and restated doors',
    detail: `Cancel dates of order lines are acted on: a passed one opens \`date_slip\` and releases the holds of its line where the account's
    setting says so. A booking with the verdict rejected is cancelled. A re-reported door loses the rows of its earlier report even if no item of
    the new one is on file, and a preview refuses overlapping periods as the import does. Returns of imported orders are announced with
    \`return.created\`, too. In the app, the items of accounts can be imported from files (kind \`account_items\`).`,
    action_required: null,
    covers: ['orders.*', 'order_book.*', 'sell_out.*', 'session.*'],
  },
  {
    id: 'plans-are-read',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'order_book', 'cash'],
    title: 'Commitment draw, style grades and cash gate read plans and invoices',
    detail: `The commitment draw of a purchase order reads the plan of record: budgets by category and fiscal month of the newest locked
    version, with \`budget_source\`, \`plan\` and the months in which the order draws. Without a locked version it reads the declared budgets
    as before. The anchor of the order book grades styles by the planned sales of their category, and names the plans. The cash gate states
    committed money in from issued invoices by due date; those past due are listed in \`not_measured\`, since payments of customers are not
    recorded. In the app, payments to suppliers can be imported from a file (\`supplier_payments\`).`,
    action_required: null,
    covers: ['purchase_orders.get_commitment_draw', 'order_book.get_account_anchor', 'cash.get_cash_gate', 'session.*'],
  },
  {
    id: 'days-and-currencies-of-sales',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Channel revenue is converted, and velocity follows your time zone',
    detail: `\`GET /api/v1/sales/performance/channels\` converts sales in other currencies with the newest rate on or before their day; a figure
    that lacks a rate is null and names the currency. Windows, in-stock days and stockout days of velocity are days in the time zone of the
    organisation.`,
    action_required: null,
    covers: ['sales.*'],
  },
  {
    id: 'report-schedules',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['reports'],
    title: 'Scheduled reports',
    detail: `In the app, a report is mailed as PDF and workbook on days of the week or of the month, at a time of a time zone. Each time it
    is due, a delivery receipt states who got it, and \`report.delivered\` or \`report.failed\` sends that receipt. Its body gains
    \`schedule_name\`, \`as_of\`, \`files\` and \`outcomes\`. Requires Pro.`,
    action_required: null,
    covers: ['event:report.*', 'limit:*', 'session.*'],
  },
  {
    id: 'portal-seats',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts'],
    title: 'Portal for retailers',
    detail: `Invite people of a trading account to a portal in which they see their open orders, shipments and invoices, and download
    invoices as PDF. In the app, seats are listed, invited, sent again and revoked; a seat belongs to one e-mail address of one account.
    \`portal_seats\` of \`GET /api/v1/wholesale/retailers\` now counts them and states when the portal was last opened. With Essentials+.`,
    action_required: null,
    covers: ['session.*', 'accounts.list_retailers', 'limit:*'],
  },
  {
    id: 'reports',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['reports'],
    title: 'Reports',
    detail: `Read three reports of one shape: the open-to-buy of a fiscal year, the trade of a fiscal week by category, channel or commitment
    against plan and last year, and the cash that the buy will cost by fiscal month. Each head figure names the section, row and column
    that it equals. In the app, reports can be downloaded as PDF and as workbook. Scope: \`reports:read\`, with Pro.`,
    action_required: null,
    covers: ['reports.*', 'session.get_report_file'],
  },
  {
    id: 'cash-gate',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['cash'],
    title: 'Cash gate',
    detail: `\`GET /api/v1/commitments/cash-gate\` returns when the buy draws on cash, week by week and by group of suppliers with the same
    payment terms: unpaid deposits and balances of open orders, unpaid deliveries, and the open buy of the live buy plan. Terms are measured
    from payments, or declared. Levers state what would release cash, and the plan's sales project what comes in. In the app, payments to
    suppliers are recorded, opening balance and floor are set, and scenarios delay receipts, cut the open buy or change terms. Scope:
    \`cash:read\`.`,
    action_required: null,
    covers: ['cash.*', 'limit:*', 'session.*'],
  },
  {
    id: 'plan-of-record',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['planning'],
    title: 'Plans of record of commitments, and planning cycles',
    detail: `Read the plan of record of a commitment at cost by category and fiscal month: budget, planned sales, markdowns and closing stock,
    next to what its orders have drafted, on order and received, what is open to commit and which markdowns were realised. List its locked
    versions, and the accounts that booked against it with the totals of the whole book. The plan side of a buy plan shows the four cost
    lines of commitments. In the app, monthly plans are set, locked as versions that never change, and season totals declared; planning
    cycles are opened, their steps closed and the cycle signed, which sends \`cycle.step_closed\` and \`cycle.signed\`.
    Scope: \`planning:read\`.`,
    action_required: null,
    covers: ['planning.*', 'event:cycle.*', 'limit:*', 'session.*'],
  },
  {
    id: 'sell-out',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['sell_out'],
    title: 'Sell-out',
    detail: `Import what accounts sell to consumers, from the files that they send: CSV, XLSX or XLS, by door, variant and period. Declare how an
    account reports, preview a file before it is imported, and read which weeks were reported and what each door sold. A corrected report
    replaces the doors that it covers, and importing a file again changes nothing. In the app, the mapping of an unknown format can be
    confirmed, and rows whose item or door was not on file can be imported later. Scopes: \`sell_out:read\` and \`sell_out:write\`.`,
    action_required: null,
    covers: ['sell_out.*', 'limit:*', 'session.*'],
  },
  {
    id: 'order-book',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['order_book'],
    title: 'Order book',
    detail: `Record what accounts book for a season, line by line, and read the book: the summary of a season, accounts side by side, the
    bookings curve, how much can still be cancelled, lines that are being cut, moved or held, one style over all accounts, and for a
    single account its styles, its size curve and what its doors can be expected to sell. Each figure stands next to the prior season.
    Lines have revisions that never change, so \`as_of\` shows the book as it was known at any day. A confirmed sales order records its
    verdict on the booked line. Scopes: \`order_book:read\` and \`order_book:write\`, with Essentials+.`,
    action_required: null,
    covers: ['order_book.*', 'limit:*'],
  },
  {
    id: 'order-papers',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Order papers',
    detail: `File the order papers of retailers as PDF, CSV, workbook or photographed page. They are read in the background; scans and photographs
    are recognised on the service itself. A paper of which every line is sure becomes a draft order, others are refused with their reasons and
    can be taken as a draft with the open points as exceptions. Every value states its place on the paper and its confidence, and the file can
    be downloaded to check them. Whole orders name the paper that they came from. Scopes: \`orders:read\` and \`orders:write\`; plans with
    trading-partner connectivity.`,
    action_required: null,
    covers: ['orders.*', 'event:order.*', 'code:order_document_not_on_file', 'limit:*', 'session.*'],
  },
  {
    id: 'buy-plans',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['planning'],
    title: 'Buy plans and open-to-buy',
    detail: `List buy plans (merchandise financial plans), read one as a table of net sales or margin, read its money figures by cell, category
    and year, list its published versions, and get the open-to-buy by category and month at retail and at cost, with the orders that consume
    it. In the app, plans are created from last year's actuals or empty, edited, spread so that sums agree to the cent, compared, locked,
    archived and published; a published version never changes. Scope: \`planning:read\`.`,
    action_required: null,
    covers: ['planning.*', 'limit:*', 'session.*'],
  },
  {
    id: 'edi-orders',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Orders over EDI and shipping notices',
    detail: `Purchase orders (850) and changes (860) of accounts become drafts, and confirming one queues its 855. Orders show
    \`requested_unit_price\` and \`unmatched_lines\`. \`POST /api/v1/sales/orders/{order_id}/shipping-notice\` builds an 856 from the cartons
    of a shipment. Invoices are queued as 810 for accounts that take one; \`edi\` of the invoice follows that document. In the app, a person
    decides on held orders and changes, names unknown items, and sends an inventory advice (846). Scope: \`orders:write\`.`,
    action_required: null,
    covers: [
      'orders.send_shipping_notice',
      'orders.*',
      'event:order.*',
      'event:exception.*',
      'exceptions.*',
      'session.*',
    ],
  },
  {
    id: 'edi-advice-and-retention',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sell_out'],
    title: 'Weekly inventory advice, retention of EDI documents, refused sell-out rows',
    detail: `Accounts whose EDI profile lists 846 get an inventory advice every week. The bytes of EDI interchanges are erased at the end of
    their retention, seven years by default; \`file_path\` is then null, and documents, control numbers and the recognition of duplicates
    stay. In the app, the refused rows of sell-out reports are listed with their field, value, rule and allowed values, and downloaded as
    CSV. A group of EDI documents whose trailer disagrees is rejected as a whole.`,
    action_required: null,
    covers: ['accounts.list_edi_documents', 'sell_out.import', 'session.*', 'limit:*'],
  },
  {
    id: 'edi-documents',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts'],
    title: 'EDI documents of accounts',
    detail: `List the X12 documents traded with accounts, in both directions, with their state, their interchange and the order that they are
    about. In the app, an account's EDI profile has a connection: a folder, a gateway or an SFTP server. Interchanges are received, archived,
    read once and answered with functional acknowledgements; documents are sent with gapless control numbers and the same bytes on every
    attempt. Interchanges with a reused control number, an unknown sender or another receiver are held for a person. New kinds of exceptions:
    \`edi_undelivered\` and \`edi_held\`. Scope: \`accounts:read\`.`,
    action_required: null,
    covers: ['accounts.list_edi_documents', 'event:exception.*', 'session.*'],
  },
  {
    id: 'invoices',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Invoices',
    detail: `Invoice what has shipped of a wholesale order, list invoices and read one. Discounts, tax and freight of the order are divided over
    its invoices to the cent, and numbers have no gaps within a year. Orders show their invoiced units and their invoices, and customers the
    invoices of their account. In the app, an invoice can be voided, downloaded as PDF, and posted to a connected accounting system, which
    never changes the invoice itself. Scopes: \`orders:read\` and \`orders:write\`.`,
    action_required: null,
    covers: [
      'orders.list_invoices',
      'orders.get_invoice',
      'orders.invoice',
      'orders.*',
      'event:order.*',
      'code:invoice_not_on_file',
      'code:nothing_to_invoice',
      'limit:*',
      'session.*',
    ],
  },
]
