/** The built site in a real browser. `bun run test:browser` runs it after `bun run docs:build`; it leaves nothing out. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { docUrl } from '../../server/contract/envelope.ts'
import { type RefusalCode, refusals } from '../../server/contract/refusals.ts'
import { openSite } from '../../server/reference/site.ts'
import { newSession } from '../support/session.ts'
import { newTenant } from '../support/tenant.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const dist = at('docs-site/dist')
if (!existsSync(dist)) throw new Error('build the site first: bun run docs:build')

const tools = createRequire(at('tests/tools/package.json'))
const chromium_path = process.env.CHROMIUM ?? Bun.which('chromium') ?? Bun.which('google-chrome')
if (chromium_path === null) throw new Error('install a Chromium, or name one in CHROMIUM')
const { chromium } = tools('playwright-core')
const axe_source = readFileSync(tools.resolve('axe-core/axe.min.js'), 'utf8')

const openapi = JSON.parse(readFileSync(at('docs-site/public/openapi/2026-11.json'), 'utf8'))
const errors = JSON.parse(readFileSync(at('docs-site/src/data/errors.json'), 'utf8')) as { code: string }[]
const operations = Object.values<Record<string, any>>(openapi.paths).flatMap((methods) => Object.values(methods))

const addressesIn = (text: string) =>
  [...text.matchAll(/https:\/\/docs\.service\.example([^\s)<]*)/g)].map((one) => one[1]!)
const pages = addressesIn(readFileSync(join(dist, 'sitemap-0.xml'), 'utf8')).map((path) => path || '/')

let site: ReturnType<typeof openSite> = null
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => (await site!.answer(request)) ?? (await site!.missing()),
})
const base_url = `http://127.0.0.1:${server.port}`
site = openSite(dist, base_url)
let browser: any
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: chromium_path, args: ['--no-sandbox', '--disable-gpu'] })
})
afterAll(async () => {
  await browser?.close()
  await server.stop(true)
})

async function open(path: string, options: object = {}) {
  const page = await browser.newPage(options)
  const foreign: string[] = []
  page.on('request', (request: any) => {
    if (!request.url().startsWith(base_url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url())
  })
  await page.goto(base_url + path, { waitUntil: 'load' })
  return { page, foreign }
}

test("each code's section is found by its exact id, with cause, fix and sample", async () => {
  const { page, foreign } = await open('/api/guides/errors')
  const found = await page.evaluate(`[...${JSON.stringify(errors)}].map(({ code }) => {
    const section = document.getElementById(code)?.closest('section')
    return section ? code + ['Cause', 'Fix', 'Retry', 'Answered by'].filter((word) => !section.innerText.includes(word)) : 'missing ' + code
  })`)
  expect(found).toEqual(errors.map(({ code }) => code))
  expect(foreign).toEqual([])
  await page.close()
}, 60_000)

test('the search finds ten codes and ten operations, and asks nothing of another origin', async () => {
  const { page, foreign } = await open('/reference')
  const every = <T>(all: T[]) => all.filter((_, index) => index % Math.ceil(all.length / 10) === 0).slice(0, 10)
  const wanted = [
    ...every(errors).map(({ code }) => ({ asked: code, address: `/api/guides/errors#${code}` })),
    ...every(operations).map((operation) => ({
      asked: operation.summary,
      address: `/reference/${operation.operationId.replace('.', '/')}`,
    })),
  ]
  const missed = await page.evaluate(async (list: typeof wanted) => {
    const path = '/pagefind/pagefind.js'
    const search = await import(path)
    const missed: string[] = []
    for (const { asked, address } of list) {
      const { results } = await search.search(asked)
      const seen = await Promise.all(results.slice(0, 8).map((one: any) => one.data()))
      const addresses = seen.flatMap((one: any) => [one.url, ...one.sub_results.map((sub: any) => sub.url)])
      if (!addresses.map((one: string) => one.replace(/\/(#|$)/, '$1')).includes(address)) missed.push(asked)
    }
    return missed
  }, wanted)
  expect(missed).toEqual([])
  expect(foreign).toEqual([])
  await page.close()
}, 60_000)

test('the console opens with the operations of the document and asks nothing of another origin', async () => {
  const { page, foreign } = await open('/console')
  await page.click('#open-console')
  await page.waitForFunction(
    `document.querySelector('#console').innerText.includes(${JSON.stringify(operations[0].summary)})`,
    null,
    {
      timeout: 60_000,
    },
  )
  expect(foreign).toEqual([])
  await page.close()
}, 90_000)

test('a page of the reference leads to its own operation in the console', async () => {
  const { page, foreign } = await open('/reference/stocktakes/create')
  await page.click('.code-column a[href^="/console#"]')
  await page.waitForSelector('[id$="/stocktakes.create"]', { timeout: 60_000 })
  await page.waitForFunction(
    `(() => { const { top } = document.querySelector('[id$="/stocktakes.create"]').getBoundingClientRect(); return top > -200 && top < innerHeight })()`,
  )
  expect(foreign).toEqual([])
  await page.close()
}, 90_000)

test('the dialog of the search leads to a code and to an operation', async () => {
  const wanted = [
    ['key_invalid', '/api/guides/errors#key_invalid'],
    ['Create a stocktake', '/reference/stocktakes/create'],
  ]
  for (const [asked, address] of wanted) {
    const { page, foreign } = await open('/api/guides/versioning')
    await page.click('button[data-open-modal]')
    await page.fill('dialog[open] input', asked)
    await page.locator(`dialog[open] a[href="${address}"]`).first().click({ timeout: 20_000 })
    await page.waitForURL(base_url + address, { timeout: 20_000 })
    expect(foreign).toEqual([])
    await page.close()
  }
}, 90_000)

test('a language that is chosen is shown on every page', async () => {
  const { page } = await open('/reference/stocktakes/create')
  await page.click('[role=tab][data-language=Ruby]')
  await page.goto(`${base_url}/reference/stocktakes/get`, { waitUntil: 'load' })
  expect(await page.evaluate("document.querySelector('[role=tabpanel]:not([hidden])').dataset.language")).toBe('Ruby')
  await page.close()
}, 30_000)

test('axe finds no violation on any page, in either theme, and no page is wider than a phone', async () => {
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 844 }, bypassCSP: true })
    for (const path of [...pages, '/404']) {
      await page.goto(base_url + path, { waitUntil: 'load' })
      await page.evaluate(axe_source)
      const found = await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ' ' + nodes[0].target + ' ' + nodes[0].html.slice(0, 120)))`)
      faults.push(...found.map((one: string) => `${colorScheme} ${path}: ${one}`))
      if (!(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')))
        faults.push(`${path} is too wide`)
    }
    await page.close()
  }
  expect(faults).toEqual([])
}, 600_000)

test('no link of any page is broken, and every anchor that a link names is there', async () => {
  const html = new Map(pages.map((path) => [path, readFileSync(join(dist, path, 'index.html'), 'utf8')]))
  const broken = new Set<string>()
  for (const [path, text] of html)
    for (const [, address] of text.matchAll(/\s(?:href|src)="([^"]+)"/g)) {
      if (/^(data|mailto):/.test(address!)) continue
      const { pathname, hash, origin } = new URL(address!, `https://docs.service.example${path}`)
      if (origin !== 'https://docs.service.example') continue
      const known = html.get(decodeURIComponent(pathname))
      if (known === undefined && !existsSync(join(dist, decodeURIComponent(pathname))))
        broken.add(`${path}: ${address}`)
      // The console makes its own places, by the operations' ids.
      if (pathname === '/console' && hash.startsWith('#tag/')) {
        if (!operations.some(({ operationId }) => hash.endsWith(`/${operationId}`))) broken.add(`${path}: ${address}`)
        continue
      }
      if (hash && !known?.includes(`id="${decodeURIComponent(hash.slice(1))}"`)) broken.add(`${path}: ${address}`)
    }
  expect([...broken]).toEqual([])
})

test('llms.txt lists as many addresses as the sitemap, each is a file, and every operation has a page', () => {
  const twins = addressesIn(readFileSync(join(dist, 'llms.txt'), 'utf8'))
  expect(twins.length).toBe(pages.length)
  expect(twins.filter((twin) => !existsSync(join(dist, twin)))).toEqual([])
  for (const { operationId } of operations) expect(pages).toContain(`/reference/${operationId.replace('.', '/')}`)
})

test('the served site names itself at its own address: sitemap, llms.txt, twins, feed and canonical links', async () => {
  const read = async (path: string) => (await fetch(base_url + path)).text()
  const locations = (text: string) => [...text.matchAll(/<loc>([^<]+)/g)].map((one) => one[1]!)
  const [map] = locations(await read('/sitemap-index.xml'))
  expect(map).toBe(`${base_url}/sitemap-0.xml`)
  const listed = locations(await (await fetch(map!)).text())
  expect(listed.map((one) => one.slice(base_url.length) || '/')).toEqual(pages)
  for (const page of listed) {
    const answer = await fetch(page)
    expect([page, answer.status]).toEqual([page, 200])
    const html = await answer.text()
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
    expect([canonical, html.includes('docs.service.example')]).toEqual([page.replace(/\/$/, ''), false])
  }
  for (const path of ['/llms.txt', '/llms-full.txt', '/changelog.xml', '/api/guides/errors.md'])
    expect([path, (await read(path)).includes('docs.service.example')]).toEqual([path, false])
  const [twin] = (await read('/llms.txt')).match(/http[^)]+\.md/)!
  expect((await fetch(twin)).status).toBe(200)
}, 60_000)

test('every doc_url that the service writes leads to the section of its code', async () => {
  for (const code of Object.keys(refusals)) {
    const address = docUrl(base_url, code as RefusalCode)
    const page = await (await fetch(address)).text()
    expect([code, page.includes(`id="${address.split('#')[1]}"`)]).toEqual([code, true])
  }
}, 60_000)

test('the scope matrix is the one that the service answers', async () => {
  const member = await newSession(await newTenant(), { role: 'member' })
  const { resources } = (await member.get('/api/v1/developer/scopes')).body.data
  const { page } = await open('/reference/scopes')
  const shown = await page.evaluate(`[...document.querySelectorAll('#matrix tbody tr')].map((row) => ({
    resource: row.dataset.resource,
    word: row.querySelector('th').innerText,
    scopes: [...row.querySelectorAll('td:nth-child(2) code')].map((one) => one.textContent),
    operations: Number(row.querySelector('.count').innerText),
    sold_with: row.querySelector('td:nth-child(4)').innerText.split('\\n')[0],
    listed: document.getElementById(row.dataset.resource).closest('section').querySelectorAll('a[href^="/reference/"]').length,
  }))`)
  const plan_words: Record<string, string> = {
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
      sold_with: plan_words[sold_with],
      listed: operations,
    })),
  )
  await page.close()
}, 60_000)

test('both collections hold every operation', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(dist, 'collections', name), 'utf8'))
  const postman = read('merchant-api.postman_collection.json').item.flatMap((folder: any) => folder.item)
  const bruno = read('merchant-api.bruno.json').items.flatMap((folder: any) => folder.items)
  expect(postman.length).toBe(operations.length)
  expect(bruno.length).toBe(operations.length)
  expect(readdirSync(join(dist, 'openapi'))).toEqual(readdirSync(at('docs-site/public/openapi')))
})
