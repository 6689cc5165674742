/**
 * The changes of the interface, newest first. Every difference between the document and the last release needs an entry
 * here: `covers` names it as a subject (`products.list_variants`, `event:order.created`, `code:…`, `limit:…`, `answers`),
 * as one fact of a subject (`products.list_variants in query.colour`), or as a pattern (`suppliers.*`). Entries of a
 * release stay as they are; a later change gets a new entry.
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
  /** Names the entry for good: its anchor on the page and its guid in the feed. */
  id: string
  /** The day it can be used. */
  date: string
  train: Train
  /** breaking: only as part of a train that is not published yet. */
  kind: 'additive' | 'breaking'
  areas: readonly (Resource | keyof typeof changelogAreas)[]
  title: string
  /** Markdown. */
  detail: string
  /** What callers must do, as a sentence; null where nothing. */
  action_required: string | null
  covers: readonly string[]
}

export const changelog: readonly ChangelogEntry[] = [
  {
    id: 'the-api-opens',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'The public API opens on the train 2026-11',
    detail: `One request envelope and one list of error codes for every operation. Rate limits per key and minute, with their state in response
headers. Safe retries with \`Idempotency-Key\`. Cent-exact money, opaque ids, ISO 8601 dates and instants. An OpenAPI 3.1
document that is built from the code that answers. Requests of one organisation do not delay those of another.`,
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
    detail: `API keys with scopes, an expiry, allowed addresses and an overlap when they are replaced; their usage, call by call. Sign-in with
e-mail and password, password resets and invitations by mail, organisations and their members. \`POST /auth/where\` finds the
region of a key, a user token or an e-mail address.`,
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
    detail: `A sandbox organisation is created in the app. \`POST /api/v1/sandbox/seed\` fills it with products, suppliers, locations and
stock.`,
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
    detail: `Subscribe an address to an event, and the service posts the record to it: signed with the subscription's own secret, at least once,
with one delivery id over all attempts. Attempts, statuses and responses can be listed. A delivery can be sent again, alone or
together with all that failed, and a test event can be sent at any time, marked with \`X-Service-Test\`. The bodies of all sixteen
events are published, including those that no operation sends yet.`,
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
    detail: `A package for Node, Bun, Deno and Workers that verifies a webhook's signature, handles each delivery once and answers so that a
failed delivery is sent again; with adapters for Fetch, Express, Fastify, Elysia, Node and Lambda, six stores, types of the sixteen
events, a command line, and a file of signature vectors for receivers in any language.`,
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
    detail: `Products and variants with prices, suppliers, stock and custom fields; their open purchase orders; a timeline of every change; the
fields that planning still lacks; price sensitivity of sales. Product data, sold with Essentials+ and Pro, shows which attributes
of its family's template a product has and who owns each value.`,
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
    detail: `Stock by variant and location with days of cover and health; the position of a variant and what can be promised; stock over time by
category; the allocation matrix; forecast accuracy. \`GET /api/v1/inventory/movements\` reads the ledger behind all of it: rows are
appended and never changed.`,
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
    detail: `Open a stocktake over a selection of variants and locations, record or import the counts, and post it to the ledger once. Movements
between count and posting are kept. Variances can be read by supplier.`,
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
notes. Files create many at once and are answered row by row; vendors named by products can become suppliers. Scopes:
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
    detail: `Purchase, manufacturing and transfer orders from draft to delivered: create them one by one, in bulk, from a basket or once a day
from generation; approve, issue, hold and duplicate them; record deliveries, which move stock and its cost in the same transaction,
and correct them. Issuing mails the printed order, sends an 850 or makes a link for the supplier. Commitments, supplier updates,
bills of materials and connected warehouses are kept in the app. Scopes: \`purchase_orders:read\` and \`purchase_orders:write\`.`,
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
    detail: `\`GET /api/v1/sales/performance/channels\` returns the net sales of each sales channel by day, week or month, and compares them with
the window of equal length before. Scope: \`sales:read\`.`,
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
