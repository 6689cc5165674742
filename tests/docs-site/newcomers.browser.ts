/** The search of the built site, asked for every title and what newcomers type, with typing errors and in other words. */
import { afterAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { at, hrefOf, operations, serveSite } from './built_site.ts'

const site = serveSite()
afterAll(site.stop)

/** For each query the addresses of the first results, as the dialog shows them. */
async function resultsOf(queries: string[], most: number): Promise<string[][]> {
  const { page } = await site.open('/reference')
  const found: string[][] = await page.evaluate(
    async ([all, count]: [string[], number]) => {
      const path = '/pagefind/pagefind.js'
      const search = await import(path)
      const lists: string[][] = []
      for (const query of all) {
        const { results } = await search.search(query)
        const read = await Promise.all(results.slice(0, count).map((one: any) => one.data()))
        lists.push(read.map((one) => one.url.replace(/(.)\/$/, '$1')))
      }
      return lists
    },
    [queries, most] as [string[], number],
  )
  await page.close()
  return found
}

test('the exact title of an operation finds it first', async () => {
  const addresses = new Map<string, string[]>()
  for (const operation of operations)
    addresses.set(operation.summary, [...(addresses.get(operation.summary) ?? []), hrefOf(operation)])
  const titles = [...addresses.keys()]
  // Two operations with one title are the first two.
  const found = await resultsOf(titles, 2)
  const missed = titles.filter((title, i) => {
    const right = addresses.get(title)!
    return !found[i]!.slice(0, right.length).every((address) => right.includes(address))
  })
  expect(titles.length).toBeGreaterThan(400)
  expect(missed).toEqual([])
}, 300_000)

/** What people type who do not know the words of the pages, each with the pages that help. */
const byHand: [string, ...string[]][] = [
  ['sdk', '/api/guides/typescript-client'],
  ['oauth', '/api/guides/authentication'],
  ['timezone', '/api/guides/dates-and-calendars'],
  ['gdpr delete customer', '/reference/session/redact_customer'],
  ['850', '/api/guides/edi-with-a-retailer', '/api/guides/orders-to-suppliers'],
  ['login', '/api/guides/authentication', '/api/guides/members', '/reference/auth/sign_in'],
  ['retrun', '/reference/returns', '/api/guides/returns', '/reference/returns/list_returns'],
  ['how do I authenticate', '/api/guides/authentication'],
  ['access token', '/api/guides/authentication'],
  ['forgot my pasword', '/reference/auth/request_password_reset'],
  ['single sign-on', '/api/guides/members'],
  ['python', '/quick-start/python'],
  ['javascript example', '/quick-start/javascript', '/api/guides/typescript-client'],
  ['npm install', '/api/guides/typescript-client', '/quick-start/javascript', '/receivers/kit'],
  ['curl example', '/quick-start'],
  ['base url', '/quick-start', '/reference', '/api/guides/regions'],
  ['webook signature', '/webhooks/events'],
  ['hmac', '/webhooks/events', '/webhooks/playground'],
  ['idempotancy', '/api/guides/idempotency'],
  ['pagnation', '/api/guides/paging'],
  ['cursor', '/api/guides/paging', '/api/guides/follow-changes'],
  ['incremental sync', '/api/guides/follow-changes'],
  ['updated since', '/api/guides/follow-changes'],
  ['delta export', '/api/guides/follow-changes'],
  ['polling', '/api/guides/follow-changes'],
  ['quota exceded', '/api/guides/rate-limits'],
  ['500 error', '/api/guides/errors', '/api/guides/retries'],
  ['cors', '/api/guides/security'],
  ['invite a coleague', '/api/guides/members', '/reference/session/invite'],
  ['user roles', '/api/guides/members'],
  ['revoke api key', '/reference/session/revoke_key', '/api/guides/security', '/api/guides/authentication'],
  ['delete product', '/reference/session/archive_product'],
  ['new vendor', '/reference/suppliers/create'],
  ['make a po', '/reference/purchase_orders/create'],
  [
    'purchse order',
    '/reference/purchase_orders',
    '/reference/purchase_orders/create',
    '/reference/purchase_orders/list',
  ],
  ['wherehouse', '/api/guides/warehouses'],
  ['inventroy', '/reference/inventory', '/reference/inventory/list_inventory'],
  ['adjust stock', '/reference/session/create_stock_adjustment'],
  ['transfer stock between stores', '/api/guides/moving-and-making'],
  ['barcode', '/api/guides/import-fields', '/api/guides/import-data', '/reference/products/list_variants'],
  ['ean', '/api/guides/import-fields', '/api/guides/import-data', '/reference/products/list_variants'],
  ['exchange rate', '/reference/session/list_exchange_rates', '/reference/session/set_exchange_rates'],
  ['multi currency', '/api/guides/currencies'],
  ['gross margin', '/api/guides/metrics'],
  ['reorder point', '/reference/accounts/list_replenishment_recommendations', '/api/guides/purchasing'],
  ['quickbooks', '/reference/session/create_accounting_connection'],
  [
    'amazon',
    '/reference/orders/import',
    '/api/guides/import-data',
    '/api/guides/weekly-sell-out',
    '/api/guides/import-fields',
  ],
  ['send invoice by email', '/api/guides/selling'],
  ['refund customer', '/api/guides/returns'],
  ['self host', '/operate/production'],
]

/** Words of a trade or of other services, each with the one page that has to come first. */
const firstOf: [string, string][] = [
  ['pagination', '/api/guides/paging'],
  ['cursor', '/api/guides/paging'],
  ['SDK', '/api/guides/typescript-client'],
  ['rate limit', '/api/guides/rate-limits'],
  ['429', '/api/guides/rate-limits'],
  ['retry', '/api/guides/retries'],
  ['time out', '/api/guides/retries'],
  ['gdpr', '/api/guides/customers-and-privacy'],
  ['backorder', '/api/guides/backorders'],
  ['back order', '/api/guides/backorders'],
  ['deprecation', '/api/guides/versioning'],
  ['breaking change', '/api/guides/versioning'],
  ['sandbox', '/api/guides/sandbox'],
  ['timezone', '/api/guides/dates-and-calendars'],
  ['fiscal year', '/api/guides/dates-and-calendars'],
  ['currency', '/api/guides/currencies'],
  ['VAT', '/api/guides/taxes'],
  ['tax', '/api/guides/taxes'],
  ['custom field', '/api/guides/custom-fields'],
  ['metafields', '/api/guides/custom-fields'],
  ['support', '/api/guides/help'],
  ['status page', '/api/guides/help'],
  ['webhook', '/webhooks'],
  ['webhooks', '/webhooks'],
]

test('a word of the trade or of other services finds its page first', async () => {
  const found = await resultsOf(
    firstOf.map(([typed]) => typed),
    1,
  )
  const missed = firstOf.flatMap(([typed, right], i) =>
    found[i]![0] === right ? [] : [`${typed}: ${found[i]!.join()}`],
  )
  expect(missed).toEqual([])
}, 60_000)

const readJson = (path: string) => JSON.parse(readFileSync(at(path), 'utf8'))

const seed = 20_261_129
/** Numbers below 1 that are the same in every run. */
function numbersOf(text: string): () => number {
  let at = 0
  return () => Number(Bun.hash(`${text} ${at++}`, seed) % 1_000n) / 1_000
}

/** A word as a hurried hand types it: with two neighbours swapped, a letter left out or one doubled. */
function mistyped(word: string, random: () => number): string {
  const i = 1 + Math.floor(random() * (word.length - 2))
  const [before, here, next, after] = [word.slice(0, i), word[i]!, word[i + 1]!, word.slice(i + 2)]
  const kind = Math.floor(random() * 3)
  if (kind === 0) return before + next + here + after
  return kind === 1 ? before + next + after : before + here + here + next + after
}
function withTypo(text: string): string {
  const longest = text.split(' ').toSorted((one, other) => other.length - one.length)[0]!
  return /^[a-z]{5,}$/i.test(longest) ? text.replace(longest, mistyped(longest, numbersOf(text))) : text
}
/** Those whose name hashes lowest: what is added later seldom takes the place of one that was drawn. */
const drawn = <One>(all: One[], count: number, nameOf: (one: One) => string): One[] =>
  all
    .map((one) => ({ one, rank: Bun.hash(nameOf(one), seed) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one)

const twins = new Map<string, string>()
function twinHas(address: string, phrases: string[]): boolean {
  const text = twins.get(address) ?? readFileSync(at(`docs-site/dist${address.split('#')[0]}.md`), 'utf8').toLowerCase()
  twins.set(address, text)
  return phrases.every((phrase) => text.includes(phrase.toLowerCase()))
}

type Query = [string, (address: string) => boolean]

/** 25 terms of the glossary, and 25 entries of the changelog that name operations; about half of them with a typing error. */
function bySeed(): Query[] {
  const spelled = (text: string) => (numbersOf(`spell ${text}`)() < 0.5 ? withTypo(text) : text)
  const terms: { term: string }[] = readJson('docs-site/src/data/glossary.json').flatMap((group: any) => group.terms)
  const entries: { title: string; covers: string[] }[] = readJson('docs-site/src/data/changelog.json').entries
  const covering = entries.filter(({ covers }) => covers.some((one) => /^\w+\.\w+( |$)/.test(one)))
  const ofGlossary = drawn(terms, 25, ({ term }) => term).map(({ term }): Query => [
    spelled(term),
    (address) => twinHas(address, [term]),
  ])
  const ofChangelog = drawn(covering, 25, ({ title }) => title).map(({ title, covers }): Query => {
    const addresses = covers.map((one) => `/reference/${one.split(' ')[0]!.replace('.', '/')}`)
    const helps = (address: string) =>
      /^\/(changelog|api\/guides)/.test(address) || addresses.includes(address) || twinHas(address, title.split(' '))
    return [spelled(title), helps]
  })
  return [...ofGlossary, ...ofChangelog]
}

test('what newcomers type leads to a page that helps', async () => {
  const seededQueries = bySeed()
  expect([byHand.length, seededQueries.length]).toEqual([50, 50])
  const queries: Query[] = [
    ...byHand.map(([typed, ...right]): Query => [typed, (one) => right.includes(one)]),
    ...seededQueries,
  ]
  const found = await resultsOf(
    queries.map(([typed]) => typed),
    3,
  )
  const missed = queries.flatMap(([typed, helps], i) =>
    found[i]!.some(helps) ? [] : [`${typed}: ${found[i]!.join(', ')}`],
  )
  expect(missed).toEqual([])
}, 120_000)
