/** The console of the built site: how it is reached, what it lists, and how it looks. */
import { afterAll, expect, test } from 'bun:test'
import { axeSource, faultsOf, isWhole, themes, widths } from './audit.ts'
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
  for (const [tag, id] of [
    ['stock', 'inventory.position'],
    ['products', 'products.list_products'],
  ] as const) {
    await page.evaluate(`location.hash = '#tag/${tag}/${id}'`)
    const before = sent.length
    const section = page.locator(`[id$="/${id}"]`).first()
    await section
      .getByRole('button', { name: /test request/i })
      .first()
      .click({ timeout: 60_000 })
    await page.getByRole('button', { name: /^send/i }).first().click({ timeout: 60_000 })
    for (let waited = 0; waited < 20_000 && sent.length === before; waited += 200) await page.waitForTimeout(200)
    await page.keyboard.press('Escape')
  }
  expect(sent).toEqual([
    { url: '/api/v1/inventory/position?variant_id=v-1', key: 'Bearer svc_eu_key' },
    { url: '/api/v1/products/table?limit=8', key: 'Bearer svc_eu_key' },
  ])
  await page.close()
}, 180_000)
