/** The entries before those in partners_and_planning.ts, newest first. */
import type { ChangelogEntry } from './entry.ts'

export const earlierEntries: readonly ChangelogEntry[] = [
  {
    id: 'order-imports',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Imports of orders',
    detail: `Import orders from CSV and Excel files with what happened to them: shipments, cancellations, returns and refunds. Order exports of
    Shopify, WooCommerce, BigCommerce, Square and Lightspeed are recognised by their headers. What shipped before the cut-over counts
    in sales and can be returned, and moves no stock. Each row is reported; importing a file again changes nothing. In mappings of
    imports, times without an offset are read in the organisation's time zone, and a column can be followed by another one. Scope:
    \`orders:write\`.`,
    action_required: null,
    covers: ['orders.import', 'session.*'],
  },
  {
    id: 'orders-lines-and-warehouses',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'webhooks'],
    title: "Lines added to orders, the account's own SKUs, and reports of warehouses",
    detail: `Updating an order takes \`new_lines\`. Lines of an account's orders can name a variant by \`buyer_sku\` alone, once the app knows
    which variant it is. Orders are released to a warehouse in the app; the warehouse reports shipments and counts in signed
    requests, and cartons without a code are numbered under the GS1 company prefix of the organisation. A passed ship window or
    cancel date opens an exception of kind \`date_slip\`, a shipment that is short one of kind \`quantity_short\`, and a request that a
    warehouse does not take one of kind \`warehouse_request_undelivered\`.`,
    action_required: null,
    covers: ['orders.*', 'code:signature_invalid', 'limit:*', 'session.*', 'event:exception.* out body.kind*'],
  },
  {
    id: 'sales-analytics',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Net sales, sales analytics and the sales table',
    detail: `Read net sales by category, channel type and period, revenue by category and month, an overview with cards and charts, and a table of sales by variant
    or product with sell-through, stockout losses and price sensitivity. Days are those of the organisation's time zone, other
    currencies are converted with the rate of the day, and a product that changes its category takes its sales along.`,
    action_required: null,
    covers: [
      'sales.get_analytics*',
      'sales.list_filters*',
      'sales.get_net_sales*',
      'sales.get_new_overview*',
      'sales.list_sales*',
    ],
  },
  {
    id: 'velocity',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Velocity and demand events',
    detail: `\`GET /api/v1/sales/velocity/table\` returns the velocity of variants or products over 4, 13 or 26 weeks: units sold per in-stock
    day, with stockout days, lost units and lost revenue, the trend, weeks of cover and the class by contribution, with totals over
    every matching row, filter values and an export. Bundle contributions tell how much of a variant's velocity comes from bundles.
    Demand events such as promotions are recorded in the app and read by key, with the uplift of an event against the expected level and
    suggestions of periods that sold unusually. Scope: \`sales:read\`.`,
    action_required: null,
    covers: [
      'sales.list_velocity',
      'sales.list_velocity_filters',
      'sales.get_velocity_totals',
      'sales.get_bundle_contributions',
      'sales.list_demand_events',
      'sales.get_demand_event',
      'sales.get_event_analytics',
      'sales.list_suggested_events',
      'session.*_demand_event',
    ],
  },
  {
    id: 'forecasts',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'inventory', 'products', 'purchase_orders'],
    title: 'Weekly forecasts of sales',
    detail: `Sales are forecast every week for each variant and sales channel, with an 80% interval. \`GET
    /api/v1/sales/velocity/forecast-config\` returns the configuration and, for requested variants, the chosen method and the reason
    for it; administrators change the configuration in the app. Forecast accuracy takes \`lag_weeks\` and measures each week with
    the forecast made that long before it. Days of cover, health and order proposals use the newest forecast, and the sales rate
    where there is none.`,
    action_required: null,
    covers: [
      'sales.get_forecast_config',
      'session.update_forecast_config',
      'inventory.forecast_accuracy in query.lag_weeks',
      'inventory.forecast_accuracy out body.data.scope.lag_weeks',
    ],
  },
  {
    id: 'metrics',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['metrics'],
    title: 'Metric dictionary and metrics query',
    detail: `\`GET /api/v1/metrics\` returns every measure with its definition, unit, dimensions, grains and exclusions.
    \`POST /api/v1/metrics/query\` answers measures of sales, returns, inventory, stock movements, purchasing, suppliers and orders,
    split by dimensions and by day, week or month, in the currency of the organisation. Sell-out follows.`,
    action_required: null,
    covers: ['metrics.*'],
  },
  {
    id: 'sales-orders',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Sales orders',
    detail: `Create, list, read, change, allocate, confirm and cancel sales orders of consumers and wholesale accounts. Allocation reserves
    stock and shows in positions and available to promise at once; shipments are recorded in the app and book the ledger. The order
    events carry the whole order, and two kinds of exceptions report what a warehouse shipped otherwise. Invoices, shipping notices and order documents follow.`,
    action_required: null,
    covers: ['orders.*', 'event:order.*', 'event:exception.* out body.kind*', 'session.*'],
  },
  {
    id: 'stock-on-hand-window',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['inventory'],
    title: 'Stock on hand states the end of its window twice',
    detail: `The window of stock on hand has \`end_exclusive\`, the day after its last day, as the windows of sales and returns have.`,
    action_required: null,
    covers: ['inventory.stock_on_hand out body.data.window.end_exclusive'],
  },
  {
    id: 'returns',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['returns'],
    title: 'Returns',
    detail: `Create returns of an order or of products, one by one or from a file, receive them in one or several arrivals, and cancel them.
    Restocked units come back into stock at the cost at which they left; returned units count in sales on the day of receipt, and
    refunds on the day they are paid. A summary tells what comes back, why, and of which products and channels. Scopes:
    \`returns:read\` and \`returns:write\`.`,
    action_required: null,
    covers: ['returns.*'],
  },
  {
    id: 'customers',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Customers',
    detail: `Customers can be listed, found by their name or their whole e-mail address, and read with their orders, returns and refunds. They
    are pseudonyms: no street, phone number or e-mail address is stored. Scope: \`orders:read\`.`,
    action_required: null,
    covers: ['orders.list_customers', 'orders.get_customer'],
  },
  {
    id: 'bring-your-own-data',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer', 'products', 'inventory'],
    title: 'Bring your own data',
    detail: `The app creates and changes products, variants, prices and costs, categories, families, custom fields, bundles, locations, sales
    channels, exchange rates, trading accounts and price lists, and adjusts stock. Imports read CSV and Excel files: a preview shows
    what each row would change, a run can be cancelled and undone, and importing a file again changes nothing. Products have a
    handle and seasons, variants a lead time of their own, and organisations a time zone.`,
    action_required: null,
    covers: ['session.*', 'products.get_product out *', 'products.get_variant out *'],
  },
  {
    id: 'the-api-opens',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'The public API is available on the train 2026-11',
    detail: `One response envelope and one list of error codes for all operations. Rate limits per key and minute, with the current state in
    response headers. Safe retries with \`Idempotency-Key\`. Money exact to the cent, opaque ids, ISO 8601 dates and instants. An OpenAPI
    3.1 document generated from the code. Requests of one organisation do not delay those of another.`,
    action_required: null,
    covers: ['answers', 'code:*', 'limit:*'],
  },
  {
    id: 'keys-organizations-and-sign-in',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer'],
    title: 'Keys, organisations and sign-in',
    detail: `API keys with scopes, an expiry date, an IP allowlist and an overlap when they are replaced, and a log of each key's calls. Sign-in
    with e-mail and password, password resets and invitations by mail, organisations and their members. \`POST /auth/where\` returns
    the region of a key, a user token or an e-mail address.`,
    action_required: null,
    covers: ['session.*', 'auth.*'],
  },
  {
    id: 'sandboxes',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['sandbox'],
    title: 'Sandbox organisations with starter data',
    detail: `Create a sandbox organisation in the app. \`POST /api/v1/sandbox/seed\` fills it with products, suppliers, locations and stock.`,
    action_required: null,
    covers: ['sandbox.*'],
  },
  {
    id: 'webhooks',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['webhooks'],
    title: 'Signed webhooks for sixteen events',
    detail: `Subscribe a URL to an event, and the service posts the record to it: signed with the subscription's own secret, at least once, with
    the same delivery id on every attempt. You can list attempts with their statuses and responses, redeliver one delivery or all failed
    ones, and send a test event at any time, marked with \`X-Service-Test\`. The bodies of all sixteen events are published, including
    those that no operation sends yet.`,
    action_required: null,
    covers: ['session.*webhook*', 'session.redeliver*', 'event:*', 'limit:webhook_*'],
  },
  {
    id: 'receiver-kit-0-1-0',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['receiver_kit'],
    title: 'Receiver kit 0.1.0',
    detail: `A package for Node, Bun, Deno and Workers that verifies webhook signatures, handles each delivery once and responds so that failed
    deliveries are retried. It includes adapters for Fetch, Express, Fastify, Elysia, Node and Lambda, six stores, types of the sixteen
    events, a command-line tool, and signature test vectors for receivers in any language.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'catalogue-and-product-data',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['products', 'pim'],
    title: 'Catalogue and product data',
    detail: `Products and variants with prices, suppliers, stock and custom fields; their open purchase orders; a timeline of their changes; the
    data that planning still requires; price sensitivity. Product data, included with Essentials+ and Pro, shows which attributes of its
    family's template a product has and which system owns each value.`,
    action_required: null,
    covers: ['products.*', 'pim.*'],
  },
  {
    id: 'stock-and-its-ledger',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['inventory', 'movements'],
    title: 'Stock and its ledger',
    detail: `Stock by variant and location with days of cover and health; a variant's position and available to promise; stock over time by
    category; the allocation matrix; forecast accuracy. \`GET /api/v1/inventory/movements\` reads the ledger that all stock figures are
    based on: rows are appended and never changed.`,
    action_required: null,
    covers: ['inventory.*', 'movements.*'],
  },
  {
    id: 'stocktakes',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['stocktakes'],
    title: 'Stocktakes',
    detail: `Create a stocktake for a selection of variants and locations, record or import the counts, and post it to the ledger once. Movements
    between counting and posting are preserved. Variances can be read by supplier.`,
    action_required: null,
    covers: ['stocktakes.*'],
  },
  {
    id: 'suppliers',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['suppliers'],
    title: 'Suppliers and their contacts',
    detail: `Suppliers with their terms, the variants they supply, a scorecard of five measured figures, what needs attention, contacts and
    notes. Files create many suppliers at once, with a result for each row; vendors of products can be converted to suppliers. Scopes:
    \`suppliers:read\` and \`suppliers:write\`.`,
    action_required: null,
    covers: ['suppliers.*'],
  },
  {
    id: 'purchase-orders',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders'],
    title: 'Purchase orders',
    detail: `Purchase, manufacturing and transfer orders from draft to delivered: create them one by one, in bulk, from a basket or by daily order
    generation; approve, issue, hold and duplicate them; record deliveries, which update stock and its cost in the same transaction, and
    correct them. Issuing an order mails it as a PDF, sends an X12 850 or creates a link for the supplier. Commitments, supplier updates,
    bills of materials and warehouse connections are managed in the app. Scopes: \`purchase_orders:read\` and \`purchase_orders:write\`.`,
    action_required: null,
    covers: ['purchase_orders.*'],
  },
  {
    id: 'channel-performance',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Performance of sales channels',
    detail: `\`GET /api/v1/sales/performance/channels\` returns the net sales of each sales channel by day, week or month, compared with the
    preceding window of the same length. Scope: \`sales:read\`.`,
    action_required: null,
    covers: ['sales.get_channel_performance'],
  },
  {
    id: 'accounts',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts'],
    title: 'Accounts and their stock',
    detail: `Trading accounts with velocity, sell-through and the day of their next order; the contacts, stock overview and products of an
    account, and what it should be sent next. Figures come from the account's sell-out reports, from shipments and from open orders. Scope:
    \`accounts:read\`.`,
    action_required: null,
    covers: ['accounts.*'],
  },
  {
    id: 'customer-redaction',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Redaction of customers',
    detail: `The app can redact a customer: name, pseudonym, e-mail domain and external id are erased, and orders and figures stay.`,
    action_required: null,
    covers: ['session.redact_customer'],
  },
]
