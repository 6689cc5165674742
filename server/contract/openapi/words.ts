/** What the document says in prose: about the interface as a whole and about each resource. */
import { limits } from '../limits.ts'
import { regions, type Resource, resources, rung_words } from '../resources.ts'
import { current_train } from '../trains.ts'

const about: Record<Resource, string> = {
  products: 'The catalogue: products, their variants, custom fields and the timeline of their changes.',
  pim: 'The attributes that a family asks of its products, which of them are filled, and who owns each value.',
  inventory: 'Stock by variant and location: on hand, committed, incoming, cover, and what can be promised.',
  suppliers: 'Suppliers, the variants they supply, their contacts and the notes kept on them.',
  purchase_orders: 'Purchase, manufacturing and transfer orders, their deliveries and their settings.',
  sales: 'What sold, where and how fast: analytics, net sales, channels and velocity.',
  orders: 'Sales orders with their customers, invoices, shipping notices and filed order papers.',
  returns: 'What customers send back: promised, received at the dock, restocked or written off.',
  stocktakes: 'Counts of stock: opened from a selection, counted, imported, and posted to the ledger once.',
  sandbox: 'Starter data for a sandbox organisation.',
  movements: 'The ledger of stock: every movement of a variant at a location, or of a document. Nothing in it changes.',
  accounts: 'Trading accounts: their contacts, products, replenishment and EDI documents.',
  order_book: 'What wholesale accounts have booked for a season, how firm it is, and by style, size and door.',
  sell_out: 'What accounts report as sold at their own doors: declarations, imports and coverage.',
  planning: 'Buy plans, their published versions, open-to-buy and the plan of record.',
  cash: 'When the buy draws on cash, and what would release some.',
  reports: 'Trade reports: the trading week, open-to-buy and cash from the buy.',
  metrics: 'A dictionary of metrics and a query compiler over it.',
}

export const developerTag = {
  name: 'Developer',
  description:
    'What people do on a user session: keys, sandbox organisations, webhooks, papers, baskets, commitments. No API key can call these.',
}

export const signInTag = {
  name: 'Sign-in',
  description:
    'How a person signs in to the app and ends sessions, and which region a caller belongs to. The token goes into `Authorization: Bearer` of the Developer operations. An API key reaches `/auth/where` alone.',
}

export const eventsTag = {
  name: 'Events',
  description:
    'What the service sends to subscribed addresses: signed, at least once, one delivery for each thing that happened.',
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

export const info = {
  title: 'Merchant API',
  version: current_train,
  summary: 'Catalogue, stock, suppliers, purchase orders and stocktakes of merchandisers, over HTTP.',
  description: `JSON in and JSON out, over an organisation's own data.

## Authentication

Send \`Authorization: Bearer <API_KEY>\` with every request. A key belongs to one organisation and one region, and reaches
what its scopes allow: \`resource:read\` for reads, \`resource:write\` for writes and reads. Keys are minted by an administrator
under Settings, Developer, API keys; the full key is shown once.

## Answers

A success is \`{data, message}\`. A refusal is \`{code, message}\`: branch on \`message.code\`, show \`message.desc\`, and keep
\`message.request_id\`, which equals the \`X-Request-Id\` header. \`message.doc_url\` leads to the code's entry in the errors
guide. Fields and values may be added at any time; read those you know and ignore the rest.

## Limits

Each key may make ${limits.reads_per_minute} reads and ${limits.writes_per_minute} writes a minute; \`X-RateLimit-Remaining\` says how many are left, and a 429
says in \`Retry-After\` how long to wait. Requests of the app, on a user session, are not counted against any key: each person has ${limits.session_reads_per_minute.toLocaleString('en-US')} reads and
${limits.session_writes_per_minute} writes a minute of their own. Tables page by \`offset\` and \`limit\`, at most ${limits.page_limit_max.toLocaleString('en-US')} rows a page. A JSON body
holds at most ${limits.body_bytes_max.toLocaleString('en-US')} bytes, where its operation does not state more.

## Writing safely

Send a fresh \`Idempotency-Key\` with each write. Sent again with the same key and body, the write does not run again: its
first answer is replayed, marked \`Idempotency-Replayed: true\`, for ${limits.idempotency_hours} hours. A write that failed releases its key.

## Versions

This is the train \`${current_train}\`. A key is pinned to the train it was minted on, and \`Service-Version\` asks for another by name.
Within a train nothing breaks: changes only add. The changelog at \`/changelog\` records every change, additive
ones included, newest first; \`/changelog.xml\`, on the docs site, is its feed.`,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
} as const

/** Relative to the document, so that it leads to the changelog of whichever service answered it. */
export const docsLink = {
  url: '../changelog',
  description: 'Changelog: every change of the interface, newest first',
} as const

export const servers = [
  {
    url: 'https://{region}.api.service.example',
    description: 'The address of the region in which the organisation lives.',
    variables: {
      region: {
        default: 'us',
        enum: [...regions],
        description: "The organisation's region. A key of the other region is refused wrong_region, which names it.",
      },
    },
  },
  {
    url: '{base_url}',
    description: 'A service of your own.',
    variables: { base_url: { default: 'http://localhost:3000', description: 'Where the service listens.' } },
  },
]
