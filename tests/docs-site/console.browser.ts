/** The console of the built site: how it is reached, what it lists, and how it looks. */
import { afterAll, expect, test } from 'bun:test'
import { axeSource, faultsOf, isWhole, themes, widths } from './audit.ts'
import { newTenant } from '../support/service/tenant.ts'
import { operations, serveSite } from './built_site.ts'

const site = serveSite()
afterAll(() => site.stop())

/** The operations that API keys can call. */
const keyed = operations.filter((operation) => operation['x-service-surface'] === undefined)

async function openConsole(page: any): Promise<void> {
  await page.click('#open-console')
  await page.waitForSelector('#console h1', { timeout: 60_000 })
}

test('a page of the reference leads to its own operation in the console', async () => {
  const { page, foreign } = await site.open('/reference/stocktakes/create')
  await page.click('.code-column a[href^="/console#"]')
  await page.waitForSelector('[id$="/stocktakes.create"]', { timeout: 60_000 })
  await page.waitForFunction(
    `(() => { const { top } = document.querySelector('[id$="/stocktakes.create"]').getBoundingClientRect(); return top > -200 && top < innerHeight })()`,
  )
  expect(foreign).toEqual([])
  await page.close()
}, 90_000)

/** Each width and each theme is opened once, and asked everything; the whole audit opens every combination. */
const isOpened = (width: string, theme: string) => isWhole || (width === 'desktop') === (theme === 'light')

test('the console has the operations of the keyed document, asks nothing of another origin, and axe finds no violation in it', async () => {
  const summary = JSON.stringify(keyed[0].summary)
  const faults: string[] = []
  for (const colorScheme of themes)
    for (const [width, viewport] of Object.entries(widths).filter(([one]) => isOpened(one, colorScheme))) {
      const options = { colorScheme, viewport, bypassCSP: true, reducedMotion: 'reduce' }
      const { page, foreign } = await site.open('/console', options)
      await openConsole(page)
      // On a phone the list of operations is behind a button.
      const listed = `document.querySelector('#console').innerText.includes(${summary})`
      if (width === 'desktop') await page.waitForFunction(listed, null, { timeout: 60_000 })
      await page.evaluate(axeSource)
      faults.push(...(await faultsOf(page, `console ${width} ${colorScheme}`)))
      await page.evaluate("location.hash = '#tag/stocktakes/stocktakes.create'")
      await page.waitForSelector('[id$="/stocktakes.create"]', { timeout: 60_000 })
      await page.waitForFunction('document.getAnimations().length === 0', null, { timeout: 20_000 })
      faults.push(...(await faultsOf(page, `an operation in the console ${width} ${colorScheme}`)))
      expect(foreign).toEqual([])
      await page.close()
    }
  expect(faults).toEqual([])
}, 240_000)

/** Sends an operation as the console has filled it in, and waits until `sent` has the request. */
async function sendAsFilled(page: any, address: string, sent: readonly unknown[]): Promise<void> {
  await page.evaluate(`location.hash = '#tag/${address}'`)
  const before = sent.length
  const section = page.locator(`[id$="/${address.split('/')[1]}"]`).first()
  await section
    .getByRole('button', { name: /test request/i })
    .first()
    .click({ timeout: 60_000 })
  await page.getByRole('button', { name: /^send/i }).first().click({ timeout: 60_000 })
  for (let waited = 0; waited < 20_000 && sent.length === before; waited += 200) await page.waitForTimeout(200)
  await page.keyboard.press('Escape')
}

test('what is filled in is what the console sends, with values of the key that is entered', async () => {
  const { page } = await site.open('/console')
  const sent: { url: string; key: string | null }[] = []
  await page.route('**/api/v1/**', async (route: any) => {
    const request = route.request()
    sent.push({ url: request.url().slice(site.base_url.length), key: request.headers()['authorization'] ?? null })
    const row = { variant_id: 'v-1', product_id: 'p-1', location_id: 'l-1', category: 'Shirts' }
    await route.fulfill({ json: { data: { rows: [row], retailers: [{ id: 'a-1' }] } } })
  })
  await page.fill('#console-key', 'svc_eu_key')
  await openConsole(page)
  // The document that describes the app as well is not loaded.
  const loaded: string[] = await page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
  expect(loaded.filter((name) => name.includes('/openapi/'))).toEqual([])
  expect(sent.every(({ key }) => key === 'Bearer svc_eu_key')).toBe(true)
  sent.length = 0
  for (const address of ['stock/inventory.position', 'products/products.list_products'])
    await sendAsFilled(page, address, sent)
  expect(sent).toEqual([
    { url: '/api/v1/inventory/position?variant_id=v-1', key: 'Bearer svc_eu_key' },
    { url: '/api/v1/products/table?limit=8', key: 'Bearer svc_eu_key' },
  ])
  await page.close()
}, 180_000)

test('reads of a category and of an account succeed as filled in, in a sandbox with its starter data alone', async () => {
  const tenant = await newTenant()
  await tenant.post('/api/v1/sandbox/seed')
  const { page } = await site.open('/console')
  const answered: { path: string; status: number }[] = []
  await page.route('**/api/v1/**', async (route: any) => {
    const { pathname, search } = new URL(route.request().url())
    const headers = { Authorization: route.request().headers()['authorization'] ?? '' }
    const response = await fetch(tenant.service.base_url + pathname + search, { headers })
    answered.push({ path: pathname, status: response.status })
    await route.fulfill({ status: response.status, json: await response.json() })
  })
  await page.fill('#console-key', tenant.api_key)
  await openConsole(page)
  answered.length = 0
  const reads = [
    ['products/products.list_product_subcategories', '/api/v1/product-subcategories'],
    ['order-book/order_book.get_account_anchor', '/api/v1/order-book/account-anchor'],
    ['sell-out/sell_out.get_doors', '/api/v1/sell-out/doors'],
  ] as const
  for (const [address] of reads) await sendAsFilled(page, address, answered)
  expect(answered).toEqual(reads.map(([, path]) => ({ path, status: 200 })))
  await page.close()
}, 180_000)
