/** A count on a phone: codes are scanned or typed, differences are seen, and the posted stocktake moves the stock. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Catalogue, setFixture } from '../../../support/fixtures/catalogue.ts'
import { type App, faultsOf, openApp } from '../rig.ts'

let app: App
let ids: Catalogue

beforeAll(async () => {
  app = await openApp('counts_in_a_browser')
  const { tenant, database } = app
  ids = await setFixture(tenant, {
    locations: ['Main', 'Shop'],
    products: [
      {
        title: 'Jumper',
        variants: [
          {
            sku: 'J-S',
            price_cents: 5000,
            unit_cost: '20.0000',
            stock: { Main: { on_hand: 10 }, Shop: { on_hand: 2 } },
          },
          { sku: 'J-M', price_cents: 6000, unit_cost: '25.0000', stock: { Main: { on_hand: 3 } } },
        ],
      },
    ],
  })
  await database.sql`
    update variants set barcode = '4006381333931'
    where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants['J-M']!}`
})
afterAll(() => app.close())

const phone = { width: 360, height: 740 }

const onHand = async (sku: string, place: string): Promise<number> => {
  const [level] = await app.database.sql`
    select on_hand::int from stock_levels where organization_id = ${app.tenant.organization_id}
      and variant_id = ${ids.variants[sku]!} and location_id = ${ids.locations[place]!}`
  return level!.on_hand
}

const differences = async (page: any): Promise<string[][]> => {
  const rows = await page.getByRole('region', { name: 'Differences' }).locator('tbody tr').all()
  return Promise.all(rows.map((row: any) => row.locator('td').allInnerTexts()))
}

test('a member counts on a phone with keys alone, sees the differences, and posts the stocktake', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('member'), '?next=/app/stock/counts')
  await page.getByText('No stock has been counted yet.').waitFor()
  const faults = await faultsOf(page, 'counts_empty')
  await page.setViewportSize(phone)
  await page.getByRole('link', { name: 'Start a stocktake' }).click()
  await page.getByLabel('Name').fill('November count')
  await page.getByLabel('Main', { exact: true }).check()
  await page.getByLabel('Shop', { exact: true }).check()
  faults.push(...(await faultsOf(page, 'count_new')))
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Start the stocktake' }).click()
  await page.getByText('0 of 4 lines counted').waitFor()
  const stocktake_id = new URL(page.url()).searchParams.get('stocktake')!

  await page.getByLabel('Location that you count').selectOption('Main')
  // A scanner types the code and Enter.
  await page.getByLabel('Barcode or SKU').focus()
  await page.keyboard.type('4006381333931\n')
  await page.getByText('J-M', { exact: true }).first().waitFor()
  await page.waitForFunction("document.activeElement.closest('.counting') !== null")
  faults.push(...(await faultsOf(page, 'count_line')))
  await page.setViewportSize(phone)
  await page.keyboard.type('5')
  // What was entered outlives a reload of the phone.
  await page.reload()
  await page.getByLabel('Units counted').waitFor()
  expect(await page.getByLabel('Units counted').inputValue()).toBe('5')
  await page.getByLabel('Units counted').press('Enter')
  await page.getByText('J-M at Main: 5 counted.').waitFor()
  await page.getByText('1 of 4 lines counted').waitFor()
  await page.waitForFunction("document.activeElement.closest('.count') !== null")

  await page.getByLabel('Each scan counts one unit').check()
  await page.getByLabel('Barcode or SKU').focus()
  for (const counted of [1, 2]) {
    await page.keyboard.type('j-s\n')
    await page.getByText(`J-S at Main: ${counted} counted.`).waitFor()
  }
  await page.keyboard.type('unheard-of\n')
  expect(await page.getByRole('alert').innerText()).toContain('“unheard-of”')
  // The next scan takes the place of the code that was not found.
  await page.keyboard.type('J-S\n')
  await page.getByText('J-S at Main: 3 counted.').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

  const { body } = await app.tenant.get(`/api/v1/stocktakes/${stocktake_id}`)
  expect(body.data).toMatchObject({ counted_line_count: 2, counted_total: 8, variance_total: -5 })
  await page.getByRole('cell', { name: 'J-S', exact: true }).waitFor()
  expect((await differences(page)).map((row) => [row[0], row[2], row[3], row[4], row[5]])).toEqual([
    ['J-S', 'Main', '10', '3', '-7'],
    ['J-M', 'Main', '3', '5', '+2'],
  ])
  faults.push(...(await faultsOf(page, 'count_differences')))
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Post the stocktake…' }).click()
  await page.getByText('for each of 2 lines that differ: -5 units in all').waitFor()
  expect(await page.locator('.effects').innerText()).toContain('2 uncounted lines stay unchanged.')
  faults.push(...(await faultsOf(page, 'count_post')))
  await page.getByRole('dialog').getByRole('button', { name: 'Post the stocktake' }).click()
  await page.getByText('posted', { exact: true }).waitFor()
  expect(await Promise.all([onHand('J-S', 'Main'), onHand('J-M', 'Main'), onHand('J-S', 'Shop')])).toEqual([3, 5, 2])
  // A posted stocktake cannot be counted any further.
  expect(await page.getByLabel('Barcode or SKU').count()).toBe(0)
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 180_000)

test('the camera reads a barcode where the browser has both', async () => {
  const started = await app.tenant.post('/api/v1/stocktakes', {
    name: 'Camera count',
    counted_on: new Date().toISOString().slice(0, 10),
    location_ids: [ids.locations.Main],
    include_all_variants: true,
  })
  const { page, context, wrong } = await app.openPage()
  await page.addInitScript(`
    globalThis.BarcodeDetector = class { async detect() { return [{ rawValue: '04006381333931' }] } }
    Object.defineProperty(HTMLMediaElement.prototype, 'readyState', { get: () => 4 })
    HTMLMediaElement.prototype.play = async () => {}
    Object.defineProperty(navigator, 'mediaDevices', {
      value: { getUserMedia: async () => new MediaStream() } })`)
  await page.setViewportSize(phone)
  const address = `/app/stock/counts?stocktake=${started.body.data.id}`
  await app.signIn(page, await app.newPerson('member'), `?next=${encodeURIComponent(address)}`)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await page.getByLabel('Units counted').waitFor()
  await page.locator('.counting', { hasText: 'J-M' }).waitFor()
  await page.getByRole('button', { name: 'Close the camera' }).click()
  await page.getByLabel('Camera').waitFor({ state: 'detached' })
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)

test('a viewer sees the stocktakes with their differences and counts nothing', async () => {
  const { page, context, wrong } = await app.openPage()
  await page.setViewportSize(phone)
  await app.signIn(page, await app.newPerson('viewer'), '?next=/app/stock/counts')
  await page.getByRole('region', { name: 'Stocktakes' }).waitFor()
  expect(await page.getByRole('link', { name: 'Start a stocktake' }).count()).toBe(0)
  const faults = await faultsOf(page, 'counts_list')
  for (const name of ['Camera count', 'November count']) {
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { name: 'Differences' }).waitFor()
    expect(await page.locator('main').getByRole('button').count()).toBe(0)
    expect(await page.getByLabel('Barcode or SKU').count()).toBe(0)
    await page.getByRole('link', { name: 'All stocktakes' }).click()
  }
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)
