/** Prose of the document: about the API as a whole and about each resource. */
import { limits } from '../limits.ts'
import { type Resource, resources, rung_words } from '../resources.ts'
import { current_train } from '../trains.ts'

const about: Record<Resource, string> = {
  products: 'The catalogue: products, their variants, custom fields and the timeline of their changes.',
  pim: 'Product data: the attributes that a family requires, their completeness, and the owner of each value.',
  inventory: 'Stock by variant and location: on hand, committed, incoming, cover and available to promise.',
  suppliers: 'Suppliers, the variants they supply, their contacts and notes on contacts.',
  purchase_orders: 'Purchase, manufacturing and transfer orders, their deliveries and their settings.',
  sales: 'Sales analytics, net sales, channels and velocity.',
  orders: 'Sales orders with their customers, invoices, shipping notices and order documents.',
  returns: 'Customer returns: announced, received, restocked or written off.',
  stocktakes: 'Stock counts: created from a selection, counted or imported, and posted to the ledger once.',
  sandbox: 'Starter data for a sandbox organisation.',
  movements: 'The stock ledger: every movement of a variant at a location, or of a document. Entries are immutable.',
  accounts: 'Trading accounts: their contacts, products, replenishment and EDI documents.',
  order_book: 'Wholesale bookings for a season, how firm they are, and by style, size and door.',
  sell_out: 'Sales that accounts report at their own doors: declarations, imports and coverage.',
  planning: 'Buy plans, their published versions, open-to-buy and the plan of record.',
  cash: 'When the buy draws on cash, and what would release cash.',
  reports: 'Trade reports: the trading week, open-to-buy and cash from the buy.',
  metrics: 'A dictionary of metrics and a query compiler over it.',
}

export const developerTag = {
  name: 'Developer',
  description:
    'Operations of the app, on a user session: set up an organisation, its keys and webhooks, maintain its catalogue, accounts and plans, and import files. API keys cannot call them.',
}

export const signInTag = {
  name: 'Sign-in',
  description:
    'Sign users in to the app, end sessions, and find the region of a caller. Send the token as `Authorization: Bearer` to the Developer operations. An API key can call only `/auth/where`.',
}

export const eventsTag = {
  name: 'Events',
  description: 'Webhook deliveries to subscribed URLs: signed, sent at least once, one delivery for each event.',
}

export function tagOf(resource: Resource): { name: string; description: string } {
  const { word, sold_with, verbs } = resources[resource]
  const plan =
    sold_with === 'every_plan'
      ? 'every plan that has the public API'
      : `${rung_words[sold_with]}${sold_with === 'pro' ? '' : ' and above'}`
  const scopes = verbs.map((verb) => `\`${resource}:${verb}\``).join(', ')
  return { name: word, description: `${about[resource]} Scopes: ${scopes}. Sold with ${plan}.` }
}

/** Addresses in the files of the documents; a running service names its own BASE_URL and DOCS_URL. */
export const sampleBaseUrl = 'https://api.service.example'
export const sampleDocsUrl = 'https://docs.service.example'

export const info = {
  title: 'Merchant API',
  version: current_train,
  summary:
    'Catalogue, stock, purchasing, sales orders, wholesale trading, analytics and planning of merchandisers, over HTTP.',
  description: `JSON in and JSON out, over an organisation's own data.

## Authentication

Send \`Authorization: Bearer <API_KEY>\` with every request. A key belongs to one organisation and one region, and has
scopes: \`resource:read\` allows reads, \`resource:write\` allows writes and reads. An administrator creates keys
under Settings, Developer, API keys; the full key is shown once.

## Responses

A success is \`{data, message}\`. An error is \`{code, message}\`: branch on \`message.code\`, show \`message.desc\`, and keep
\`message.request_id\`, which equals the \`X-Request-Id\` header. \`message.doc_url\` is the URL of the code's entry in the errors
guide. Fields and values may be added at any time: ignore those that you do not know.

## Limits

Each key may make ${limits.reads_per_minute} reads and ${limits.writes_per_minute} writes a minute; \`X-RateLimit-Remaining\` is the number left, and a 429
states in \`Retry-After\` how many seconds to wait. Requests on a user session do not count against any key: each user has ${limits.session_reads_per_minute.toLocaleString('en-US')} reads and
${limits.session_writes_per_minute} writes a minute. Lists are paged with \`offset\` and \`limit\`, at most ${limits.page_limit_max.toLocaleString('en-US')} rows a page. A JSON body
may have at most ${limits.body_bytes_max.toLocaleString('en-US')} bytes unless its operation states more.

## Writing safely

Send a new \`Idempotency-Key\` with each write. A retry with the same key and body does not run the write again: it
returns the first response, with \`Idempotency-Replayed: true\`, for ${limits.idempotency_hours} hours. A failed write releases its key.

## Versions

This is the version train \`${current_train}\`. A key is pinned to the train on which it was created; \`Service-Version\` selects another.
Changes within a train are additive only. The changelog at \`/changelog\` lists every change, newest first, additive
ones included; \`/changelog.xml\` on the docs site is its feed.`,
  contact: { name: 'Documentation', url: sampleDocsUrl },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
} as const

export const docsLink = {
  url: `${sampleDocsUrl}/changelog`,
  description: 'Changelog: every change of the API, newest first',
} as const

export const servers = [
  {
    url: sampleBaseUrl,
    description:
      'The service that serves this document. A key of the other region gets `wrong_region`, which states the address of its region.',
  },
]
