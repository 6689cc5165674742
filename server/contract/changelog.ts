/**
 * Changes to the API, newest first. Every difference between the document and the last release needs an entry here:
 * `covers` names it as a subject (`products.list_variants`, `event:order.created`, `code:…`, `limit:…`, `answers`), as
 * one fact of a subject (`products.list_variants in query.colour`), or as a pattern (`suppliers.*`). Entries of a release
 * are never edited; a later change gets a new entry.
 */
import { earlierEntries } from './changelog/earlier.ts'
import type { ChangelogEntry } from './changelog/entry.ts'

export { type ChangelogEntry, changelogAreas } from './changelog/entry.ts'

export const changelog: readonly ChangelogEntry[] = [
  {
    id: 'refused-values-have-a-key',
    date: '2026-11-25',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform', 'metrics'],
    title: 'Refusals name the value that is not allowed',
    detail: `Where a value is not one of a list, \`data\` of the 400 has it as \`key\`, beside \`field\`, \`rule\` and \`allowed\`. Queries of metrics
    name the key of every value that they refuse.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'sales-figures-agree',
    date: '2026-11-25',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'metrics', 'inventory', 'returns'],
    title: 'Sell-through, stockouts and rates agree between reads',
    detail: `The sell-through of metrics counts stock that opens the ledger of a variant within the window, as the table of sales does. With a
    filter on channels, the table counts a day with sales in any channel as a day with stock. Stock that moved as a day began no longer counts
    for that day. Lost units are present where only their value lacks an exchange rate, and are rounded by variant as in velocity. Sales that
    were taken back need no rate. Rows of metrics without a figure come last, also where an exchange rate is missing. The totals of the table
    and the summary of returns round the return rate as rows do, and \`as_sold_units_per_day\` of a product is the sum of its variants.`,
    action_required: null,
    covers: [
      'sales.list_sales',
      'sales.get_new_overview',
      'sales.list_velocity',
      'metrics.get_dictionary',
      'metrics.query',
      'returns.summarize',
      'products.get_variant_drawer_overview',
    ],
  },
  {
    id: 'window-start',
    date: '2026-11-25',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'inventory'],
    title: 'The window of net sales and of stock on hand has start',
    detail: `\`window.start\` of net sales and of stock on hand is the first day of the window, the same as \`start_date\`.`,
    action_required: null,
    covers: ['sales.get_net_sales out body.data.window.start', 'inventory.stock_on_hand out body.data.window.start'],
  },
  {
    id: 'shared-connections',
    date: '2026-11-25',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'Slow requests of one organisation no longer delay another',
    detail: `Requests that wait in the database use at most their organisation's share of its connections. Before, many such requests of one
    organisation could delay requests of others, or have them refused with 503.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'figures-before-records-begin',
    date: '2026-11-25',
    train: '2026-11',
    kind: 'additive',
    areas: ['reports', 'planning'],
    title: 'Weekly trade and open-to-buy do not report zero before records begin',
    detail: `Figures of a week, or of its week of last year, that ends before the first recorded sale of the organisation are null with a
    reason, as are receipts of a month that ended before the first stock movement. They were zero before.`,
    action_required: null,
    covers: ['reports.get_weekly_trade', 'planning.get_open_to_buy', 'reports.get_open_to_buy_report'],
  },
  {
    id: 'orders-and-cash-that-plans-count',
    date: '2026-11-25',
    train: '2026-11',
    kind: 'additive',
    areas: ['planning', 'cash', 'reports'],
    title: 'Late orders, own production and cancelled orders in plans and cash',
    detail: `The plan side of a buy plan counts the orders of a commitment also in months of the year that its plan does not have, so late
    goods are deducted from \`open_to_commit\`. The cash gate and the report of cash from the buy draw nothing for manufacturing orders
    without a supplier, because their components are paid. Both add up published plans of different categories. Levers that cancel orders
    release the deposit beyond what has arrived.`,
    action_required: null,
    covers: ['planning.get_buy_plan_side', 'cash.get_cash_gate', 'reports.get_cash_from_the_buy'],
  },
  {
    id: 'partners-counted-once',
    date: '2026-11-25',
    train: '2026-11',
    kind: 'additive',
    areas: ['sell_out', 'accounts', 'orders'],
    title: 'Units of trading accounts are counted once and in full',
    detail: `Refused sell-out rows of a door that is not on file yet count once, whatever leading zeros each file writes. Rows that add up to
    more than a figure can hold refuse the file instead of failing, as does a mapped header that two columns have; a row with negative returns is
    refused. The stock timeline of a variant has reported weeks without sales as zero where
    the account omits rows, and the estimated stock counts every shipment since the last count. Order papers are read below subtotals, and an item
    number that names two variants, or sizes that are not the quantity of their row, are refused. Over EDI, contents of prepacks in dozens are counted in units, and a change in another unit than
    the line was ordered in waits for a decision.`,
    action_required: null,
    covers: ['accounts.get_overview'],
  },
  {
    id: 'returned-units',
    date: '2026-11-25',
    train: '2026-11',
    kind: 'additive',
    areas: ['returns', 'orders'],
    title: 'Returned units bring back exactly what was paid and what they cost',
    detail: `Units that come back between two shipments of a line, and units of orders in other currencies, come back at the cost they left at.
    Units that a consumer got beyond the order bring back no money, since none was paid. \`refund.cents\` may be null, which is answered
    \`refund_needs_an_amount\` where an amount is needed. A quantity below the cancelled units of its line is refused with its field. To a key
    of one account, a customer shows that account's orders, returns and refunds only.`,
    action_required: null,
    covers: ['returns.create', 'returns.receive', 'orders.update', 'orders.get_customer'],
  },
  {
    id: 'order-numbers',
    date: '2026-11-23',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders'],
    title: 'Concurrent order creation no longer waits for order numbers',
    detail: `Purchase, manufacturing and transfer orders are numbered like sales orders: numbers are unique and almost in order, and may have
    gaps. Exports of an organisation have format version 2, since both kinds of numbers are now in one table.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'days-of-purchasing',
    date: '2026-11-23',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'products', 'suppliers'],
    title: 'Purchasing follows your time zone',
    detail: `Lateness of incoming orders, the scorecard of a supplier and what needs attention at it count the days of the organisation's time
    zone instead of UTC. So do the order date of an order without one, and the day of issue on documents.`,
    action_required: null,
    covers: [
      'products.list_variant_incoming',
      'products.list_product_incoming',
      'products.get_product_incoming_drawer',
      'suppliers.get_overview',
      'suppliers.get_needs_attention',
    ],
  },
  {
    id: 'portal-links',
    date: '2026-11-23',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts'],
    title: 'Portal users can request a new link themselves',
    detail: `On the portal's page /portal/new-link, people of a trading account whose link was lost or has expired enter their e-mail address and
    get a new link by mail. The page is the same for every address. The seat then has no \`invited_by\`. These links are limited to three
    an hour per seat, apart from the invitations that you send.`,
    action_required: null,
    covers: ['session.*'],
  },
  {
    id: 'days-of-stock-and-cover',
    date: '2026-11-23',
    train: '2026-11',
    kind: 'additive',
    areas: ['inventory', 'products', 'sales'],
    title: 'Stock, cover and forecasts follow your time zone',
    detail: `Stock on hand, days of cover, weekly forecasts, the variant overview and the weeks of forecast accuracy count the days of the
    organisation's time zone, as sales and velocity do. In the velocity table, a product without variants has a velocity of zero instead of
    none. Long windows of stock on hand, forecast accuracy and velocity by product are answered from sums that follow every change at once.`,
    action_required: null,
    covers: [
      'inventory.stock_on_hand',
      'inventory.forecast_accuracy',
      'products.get_variant_drawer_overview',
      'sales.list_velocity',
      'sales.get_velocity_totals',
    ],
  },
  {
    id: 'plans-without-categories',
    date: '2026-11-23',
    train: '2026-11',
    kind: 'additive',
    areas: ['planning'],
    title: 'Buy plans of organisations without categories',
    detail: `In the app, a buy plan can be created where no category is active: it covers the products without a category. Such a request was
    refused before, even though their sales and stock could be planned.`,
    action_required: null,
    covers: ['session.create_buy_plan'],
  },
  {
    id: 'days-of-price-sensitivity',
    date: '2026-11-23',
    train: '2026-11',
    kind: 'additive',
    areas: ['products', 'sales'],
    title: 'Price sensitivity counts days of the organisation; faster reads over all products',
    detail: `Weeks and days of stock in price sensitivity are those of the organisation's time zone, as sales and velocity count them; they
    were those of UTC. The sales table shows price sensitivities that are measured once a week, and again when sales or stock of those weeks
    change. The overview of products, completeness and sell-through by product answer from sums that are kept by product.`,
    action_required: null,
    covers: ['products.get_price_sensitivity', 'sales.list_sales'],
  },
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
  ...earlierEntries,
]
