/** What the pages of the built site say, held against the document and the service. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'bun:test'
import { newSession } from '../support/service/session.ts'
import { newTenant } from '../support/service/tenant.ts'
import { dist, errors, hrefOf, openapi, operations, serveSite } from './built_site.ts'

const site = serveSite()
afterAll(site.stop)

type Json = Record<string, any>
const named = (reference: string): Json =>
  reference
    .slice(2)
    .split('/')
    .reduce((node: Json, step) => node[step], openapi)
const whole = (node: Json): Json => (node.$ref === undefined ? node : { ...named(node.$ref), ...node, $ref: undefined })

/** Every field of a schema and of what it holds, by name. */
function fieldNames(given: Json | undefined): string[] {
  if (given === undefined) return []
  const schema = whole(given)
  const own = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, one]) => [name, ...fieldNames(one)])
  const others = schema.additionalProperties
  if (typeof others === 'object') own.push('any name', ...fieldNames(others))
  const inner = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [...own, ...inner.flatMap((one) => fieldNames(one))]
}

const html = (path: string) => readFileSync(join(dist, path, 'index.html'), 'utf8')
const textsOf = (page: string, element: RegExp) =>
  [...page.matchAll(element)].map(([, text]) =>
    text!
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#34;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&#38;', '&')
      .replaceAll('&amp;', '&'),
  )
const shownFields = (page: string) => textsOf(page, /<code class="name"[^>]*>([^<]*)</g)
/** What the copy buttons hold: the code of a block as it is. */
const copied = (page: string) => textsOf(page, /\sdata-copy="([^"]*)"/g)

test("each code's section is found by its exact id, with cause, fix, retry, sample and the operations that answer it", async () => {
  const { page, foreign } = await site.open('/api/guides/errors')
  const shown: Json[] = await page.evaluate(`[...${JSON.stringify(errors.map(({ code }) => code))}].map((code) => {
    const section = document.getElementById(code)?.closest('section')
    const answers = section?.querySelector('dd:last-of-type')
    return section && {
      code,
      status: Number(section.querySelector('.status').textContent),
      facts: [...section.querySelectorAll('dt')].map((dt) => [dt.textContent, dt.nextElementSibling.textContent.trim() !== '']),
      sample: JSON.parse(section.querySelector('[data-copy]').dataset.copy),
      operations: [...answers.querySelectorAll('a')].map((one) => one.getAttribute('href')),
      words: answers.textContent.trim(),
    }
  })`)
  const facts = ['Cause', 'Fix', 'Retry', 'Returned by'].map((term) => [term, true])
  const grouped = (words: string) => words.startsWith('Every ')
  for (const [i, { code, status, sample }] of errors.entries()) {
    const { operations: listed, words, ...rest } = shown[i]!
    // The service writes its own address over the one that the site was built with.
    const served = JSON.parse(JSON.stringify(sample).replace('https://docs.service.example', site.base_url))
    expect(rest).toEqual({ code, status, facts, sample: served })
    const answering = operations.filter((one) =>
      one['x-service-refusals'].some((refusal: Json) => refusal.code === code),
    )
    // A large group is described instead of listed; an empty list is replaced by a sentence.
    const expected = grouped(words) ? [] : answering.map(hrefOf)
    expect([code, listed]).toEqual([code, expected])
    if (answering.length === 0) expect(words.length).toBeGreaterThan(20)
  }
  expect(foreign).toEqual([])
  await page.close()
}, 60_000)

test('each event has a page with every field of its body, nested ones too, its headers and a sample body', () => {
  const events = Object.entries<Json>(openapi.webhooks)
  expect(events.length).toBe(16)
  const index = html('/webhooks/events')
  for (const [name, { post }] of events) {
    expect([name, index.includes(`href="/webhooks/events/${name}"`)]).toEqual([name, true])
    const page = html(`/webhooks/events/${name}`)
    const { schema, examples } = post.requestBody.content['application/json']
    const headers = post.parameters.map((one: Json) => one.name)
    const fields = fieldNames(schema)
    expect(fields.length).toBeGreaterThan(5)
    expect([name, shownFields(page)]).toEqual([name, [...fields, ...headers]])
    const [request, body] = copied(page)
    expect(JSON.parse(body!)).toEqual(examples.sample.value)
    for (const header of headers) expect(request).toContain(`\n${header}: `)
  }
})

test("each operation's page shows every parameter, field, key, refusal, sample and answer that the document has", () => {
  for (const operation of operations) {
    const page = html(hrefOf(operation))
    const parameters: Json[] = (operation.parameters ?? []).map(whole)
    const keys = parameters.flatMap(({ schema }) => (schema['x-filter-keys'] ?? []).map(({ key }: Json) => key))
    const bodies = (content: Json | undefined) => fieldNames(content?.['application/json']?.schema)
    const answers = Object.entries<Json>(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([, one]) => whole(one).content?.['application/json'])
    const fields = [
      ...parameters.map(({ name }) => name),
      ...keys,
      ...bodies(operation.requestBody?.content),
      ...answers.flatMap((one) => fieldNames(one?.schema)),
    ]
    expect([operation.operationId, shownFields(page).toSorted()]).toEqual([operation.operationId, fields.toSorted()])
    const refusals = textsOf(page, /<a href="\/api\/guides\/errors#([^"]+)"/g)
    for (const { code } of operation['x-service-refusals']) expect(refusals).toContain(code)
    const panels = textsOf(page, /<div role="tabpanel"[^>]*data-language="([^"]+)"/g)
    // The client calls with a key, or with a session in an organisation.
    const client = /apiKey|organization/.test(JSON.stringify(operation.security)) && operation.security.length === 1
    const plain = ['Python', 'curl', 'JavaScript', 'Go', 'PHP', 'Ruby']
    expect(panels).toEqual(client ? ['TypeScript', ...plain] : plain)
    const samples = copied(page).map((one) => JSON.parse(one))
    expect(samples).toEqual(answers.flatMap((one) => (one?.examples === undefined ? [] : [one.examples.sample.value])))
  }
})

test('the search finds every code, every operation and every event, and asks nothing of another origin', async () => {
  const { page, foreign } = await site.open('/reference')
  const wanted = [
    ...errors.map(({ code }) => ({ asked: code, address: `/api/guides/errors#${code}` })),
    ...operations.map((operation) => ({ asked: operation.summary, address: hrefOf(operation) })),
    ...Object.keys(openapi.webhooks).map((name) => ({ asked: name, address: `/webhooks/events/${name}` })),
  ]
  const missed = await page.evaluate(async (list: typeof wanted) => {
    const path = '/pagefind/pagefind.js'
    const search = await import(path)
    const missed: string[] = []
    // Most are found at the first result, and each result that is opened is loaded and parsed.
    const leadsTo = async (result: any, address: string) => {
      const one = await result.data()
      const addresses: string[] = [one.url, ...one.sub_results.map((sub: any) => sub.url)]
      return addresses.some((found) => found.replace(/\/(#|$)/, '$1') === address)
    }
    for (const { asked, address } of list) {
      const { results } = await search.search(asked)
      let isFound = false
      for (const result of results.slice(0, 8)) isFound ||= await leadsTo(result, address)
      if (!isFound) missed.push(asked)
    }
    return missed
  }, wanted)
  expect(missed).toEqual([])
  expect(foreign).toEqual([])
  await page.close()
}, 120_000)

test('the dialog of the search leads to a code and to an operation', async () => {
  const wanted = [
    ['key_invalid', '/api/guides/errors#key_invalid'],
    ['Create a stocktake', '/reference/stocktakes/create'],
  ]
  for (const [query, address] of wanted) {
    const { page, foreign } = await site.open('/api/guides/versioning')
    await page.click('button[data-open-modal]')
    await page.fill('dialog[open] input', query)
    await page.locator(`dialog[open] a[href="${address}"]`).first().click({ timeout: 20_000 })
    await page.waitForURL(site.base_url + address, { timeout: 20_000 })
    expect(foreign).toEqual([])
    await page.close()
  }
}, 90_000)

test('a copy button copies the code of its block as it is, on every kind of page that has one', async () => {
  const blocks: [string, string][] = [
    ['/', 'import { createServiceClient }'],
    ['/reference/stocktakes/create', 'import { createServiceClient }'],
    ['/api/guides/errors', '{\n  "code": "'],
    ['/api/guides/paging', 'curl -G "'],
    ['/webhooks/receivers', 'import { createHmac'],
    ['/webhooks/events/order.created', 'POST /hooks HTTP/1.1\n'],
  ]
  for (const [path, start] of blocks) {
    const { page } = await site.open(path, {})
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('.code-block .copy').first().click()
    await page.waitForFunction("document.querySelector('.code-block .copy').textContent === 'Copied'", null, {
      timeout: 10_000,
    })
    const copied: string = await page.evaluate('navigator.clipboard.readText()')
    expect([path, copied.slice(0, start.length)]).toEqual([path, start])
    await page.close()
  }
}, 60_000)

test('a language that is chosen is shown on every page', async () => {
  const { page } = await site.open('/reference/stocktakes/create')
  await page.click('[role=tab][data-language=Ruby]')
  await page.goto(`${site.base_url}/reference/stocktakes/get`, { waitUntil: 'load' })
  expect(await page.evaluate("document.querySelector('[role=tabpanel]:not([hidden])').dataset.language")).toBe('Ruby')
  await page.close()
}, 30_000)

test('the scope matrix is the one that the service answers', async () => {
  const member = await newSession(await newTenant(), { role: 'member' })
  const { resources } = (await member.get('/api/v1/developer/scopes')).body.data
  const { page } = await site.open('/reference/scopes')
  const shown = await page.evaluate(`[...document.querySelectorAll('#matrix tbody tr')].map((row) => ({
    resource: row.dataset.resource,
    word: row.querySelector('th').innerText,
    scopes: [...row.querySelectorAll('td:nth-child(2) code')].map((one) => one.textContent),
    operations: Number(row.querySelector('.count').innerText),
    sold_with: row.querySelector('td:nth-child(4)').innerText.split('\\n')[0],
    listed: document.getElementById(row.dataset.resource).closest('section').querySelectorAll('a[href^="/reference/"]').length,
  }))`)
  const planWords: Record<string, string> = {
    every_plan: 'Every plan with the public API',
    essentials_plus: 'Essentials+ and Pro',
    pro: 'Pro',
  }
  expect(shown).toEqual(
    resources.map(({ resource, word, scopes, operations, sold_with }: any) => ({
      resource,
      word,
      scopes,
      operations,
      sold_with: planWords[sold_with],
      listed: operations,
    })),
  )
  await page.close()
}, 60_000)
