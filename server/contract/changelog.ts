/**
 * Changes to the API, newest first. Every difference between the document and the last release needs an entry here:
 * `covers` names it as a subject (`products.list_variants`, `event:order.created`, `code:…`, `limit:…`, `answers`), as
 * one fact of a subject (`products.list_variants in query.colour`), or as a pattern (`suppliers.*`). Entries of a release
 * are never edited; a later change gets a new entry.
 */
import type { Resource } from './resources.ts'
import type { Train } from './trains.ts'

export const changelogAreas = {
  platform: 'Every operation',
  developer: 'Keys and organisations',
  webhooks: 'Webhooks',
  receiver_kit: 'Receiver kit',
} as const

export interface ChangelogEntry {
  /** Permanent id of the entry: its anchor on the page and its guid in the feed. */
  id: string
  /** Date from which it can be used. */
  date: string
  train: Train
  /** breaking: only as part of a train that is not published yet. */
  kind: 'additive' | 'breaking'
  areas: readonly (Resource | keyof typeof changelogAreas)[]
  title: string
  /** Markdown. */
  detail: string
  /** What callers must do, as a sentence; null if nothing. */
  action_required: string | null
  covers: readonly string[]
}

export const changelog: readonly ChangelogEntry[] = [
  {
    id: 'sales-orders',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Sales orders',
    detail: `Create, list, read, change, allocate, confirm and cancel sales orders of consumers and wholesale accounts. Allocation reserves
    stock and shows in positions and available to promise at once; shipments are recorded in the app and book the ledger. The order
    events carry the whole order, and two kinds of exceptions report what a warehouse shipped otherwise. Invoices, shipping notices, order documents and imports of orders follow.`,
    action_required: null,
    covers: ['orders.*', 'event:order.*', 'event:exception.* out body.kind*', 'session.*'],
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
