/**
 * Changes to the API, newest first. Every difference between the document and the last release needs an entry here:
 * `covers` names it as a subject (`products.list_variants`, `event:order.created`, `code:…`, `limit:…`, `answers`), as
 * one fact of a subject (`products.list_variants in query.colour`), or as a pattern (`suppliers.*`). Entries of a release
 * are never edited; a later change gets a new entry.
 */
import { documentsForGenerators } from './changelog/documents_for_generators.ts'
import { earlierEntries } from './changelog/earlier.ts'
import { corrections } from './changelog/corrections.ts'
import type { ChangelogEntry } from './changelog/entry.ts'
import { columnsOfFiles } from './changelog/columns_of_files.ts'
import { filesAndSums } from './changelog/files_and_sums.ts'
import { app } from './changelog/november_29/app.ts'
import { clients } from './changelog/november_29/clients.ts'
import { coverageOfSales } from './changelog/november_29/coverage_of_sales.ts'
import { costsAndDays } from './changelog/november_29/costs_and_days.ts'
import { dataIn } from './changelog/november_29/data_in.ts'
import { demand } from './changelog/november_29/demand.ts'
import { docs } from './changelog/november_29/docs.ts'
import { ediChanges } from './changelog/november_29/edi_changes.ts'
import { ediIn } from './changelog/november_29/edi_in.ts'
import { ediOut } from './changelog/november_29/edi_out.ts'
import { forecastsRead } from './changelog/november_29/forecasts_read.ts'
import { moneyOfOrders } from './changelog/november_29/money_of_orders.ts'
import { tradeFigures } from './changelog/november_29/trade_figures.ts'
import { partnersIn } from './changelog/november_29/partners_in.ts'
import { bundles } from './changelog/november_28/bundles.ts'
import { personalData } from './changelog/november_28/personal_data.ts'
import { heldUnits } from './changelog/november_28/held_units.ts'
import { purchaseUnits } from './changelog/november_28/purchase_units.ts'
import { supplierInvoices } from './changelog/november_28/supplier_invoices.ts'
import { stockAndCost } from './changelog/stock_and_cost.ts'
import { followingChanges } from './changelog/following_changes.ts'
import { payments } from './changelog/november_28/payments.ts'
import { statedForeignCosts } from './changelog/november_28/stated_foreign_costs.ts'
import { costsThatLack } from './changelog/november_28/costs_that_lack.ts'
import { creditNotes } from './changelog/november_28/credit_notes.ts'
import { parties } from './changelog/november_28/parties.ts'
import { ordersOfAccounts } from './changelog/november_28/orders_of_accounts.ts'
import { partnersAndPlanning } from './changelog/partners_and_planning.ts'
import { secretsKeysAndHeaders } from './changelog/secrets_keys_and_headers.ts'
import { importsOfShops } from './changelog/november_28/imports_of_shops.ts'
import { knownAndUnknown } from './changelog/november_28/known_and_unknown.ts'
import { workedOrders } from './changelog/november_28/worked_orders.ts'
import { voidedShipments } from './changelog/november_28/voided_shipments.ts'
import { unreadableDocuments } from './changelog/november_28/unreadable_documents.ts'
import { understoodEdi } from './changelog/november_28/understood_edi.ts'
import { understoodPapers } from './changelog/november_28/understood_papers.ts'
import { timeZones } from './changelog/time_zones.ts'
import { refundsAndReturns } from './changelog/november_28/refunds_and_returns.ts'
import { rulesTested } from './changelog/rules_tested.ts'
import { rowsAndFilters } from './changelog/rows_and_filters.ts'
import { liveOrders } from './changelog/november_28/live_orders.ts'
import { namedConflicts } from './changelog/named_conflicts.ts'
import { security } from './changelog/security.ts'
import { sharesOfCompute } from './changelog/shares_of_compute.ts'

export { type ChangelogEntry, changelogAreas } from './changelog/entry.ts'

const entries: readonly ChangelogEntry[] = [
  ...tradeFigures,
  ...forecastsRead,
  ...demand,
  ...app,
  ...docs,
  ...clients,
  ...dataIn,
  ...coverageOfSales,
  ...costsAndDays,
  ...moneyOfOrders,
  ...partnersIn,
  ...ediChanges,
  ...ediIn,
  ...ediOut,
  ...importsOfShops,
  ...bundles,
  ...refundsAndReturns,
  ...heldUnits,
  ...liveOrders,
  ...payments,
  ...creditNotes,
  ...parties,
  ...ordersOfAccounts,
  ...personalData,
  ...purchaseUnits,
  ...statedForeignCosts,
  ...costsThatLack,
  ...supplierInvoices,
  ...knownAndUnknown,
  ...understoodEdi,
  ...workedOrders,
  ...understoodPapers,
  ...unreadableDocuments,
  ...voidedShipments,
  ...stockAndCost,
  ...rulesTested,
  ...secretsKeysAndHeaders,
  ...timeZones,
  ...columnsOfFiles,
  ...filesAndSums,
  ...documentsForGenerators,
  ...rowsAndFilters,
  ...followingChanges,
  ...namedConflicts,
  ...security,
  ...sharesOfCompute,
  {
    id: 'refused-values-have-a-key',
    date: '2026-11-25',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform', 'metrics'],
    title: 'Refusals name the value that is not allowed',
    detail: `If a value is not in the list of allowed values, \`data.key\` of the 400 response contains the refused value, beside \`field\`,
    \`rule\` and \`allowed\`. Metrics queries do this for every value that they refuse.`,
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
  ...partnersAndPlanning,
  ...earlierEntries,
]

export const changelog: readonly ChangelogEntry[] = entries.map((entry) =>
  entry.id in corrections ? { ...entry, corrects: corrections[entry.id] } : entry,
)
