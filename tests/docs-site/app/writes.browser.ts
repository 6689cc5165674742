/** Writes beside lists and records: created from the list, corrected on the record, and seen in what changed, as far as the role allows. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type App, faultsOf, hostile, openApp } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('writes_in_a_browser')
  await app.tenant.post('/api/v1/sandbox/seed')
})
afterAll(() => app.close())

const open = async (page: any, path: string, role: string): Promise<void> => {
  await app.signIn(page, await app.newPerson(role), `?next=${encodeURIComponent(`/app/${path}`)}`)
  await page.locator('main table').waitFor()
}

/** What stands beside a name in the fields of the record. */
const fieldOf = (page: any, name: string) =>
  page.locator('main > dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')

test('a supplier is created from the list and corrected on its page; the amount is sent in hundredths, once', async () => {
  const { page, context, wrong } = await app.openPage()
  await open(page, 'lists/suppliers/list', 'member')
  await page.getByRole('button', { name: 'Create suppliers' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').first().fill(hostile)
  await dialog.getByLabel('Min order value (optional)').fill('1250.5')
  const faults = await faultsOf(page, 'create_supplier')
  await dialog.getByRole('button', { name: 'Create suppliers' }).click()
  await page.waitForURL(/\/app\/records\/suppliers\/get\?/)
  await page.getByRole('heading', { name: hostile }).waitFor()
  expect(await fieldOf(page, 'Min order value').innerText()).toBe('$1,250.50')

  await page.getByRole('button', { name: 'Change', exact: true }).click()
  expect(await dialog.getByLabel('Min order value (optional)').inputValue()).toBe('1250.50')
  expect(await dialog.getByLabel('Name').inputValue()).toBe(hostile)
  await dialog.getByLabel('Min order value (optional)').fill('19.999')
  await dialog.getByRole('button', { name: 'Update a supplier' }).click()
  expect(await dialog.getByRole('alert').innerText()).toContain('at most two decimals')
  await dialog.getByLabel('Min order value (optional)').fill('0.29')
  await dialog.getByLabel('Lead time days (optional)').fill('45')
  await dialog.getByRole('button', { name: 'Update a supplier' }).click()
  await page.getByText('Done: Change.').waitFor()
  await page.getByText('$0.29').waitFor()
  const [stored] = await app.database.sql`
    select min_order_value_cents::int, lead_time_days from suppliers
    where organization_id = ${app.tenant.organization_id} and name = ${hostile}`
  expect(stored).toEqual({ min_order_value_cents: 29, lead_time_days: 45 })
  faults.push(...(await faultsOf(page, 'record_supplier')))
  expect(await page.title()).toStartWith(hostile)
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('a location is created, corrected and found by its name; the organisation sees who did it', async () => {
  const { page, context, wrong } = await app.openPage()
  await open(page, 'lists/session/list_locations', 'admin')
  await page.getByRole('button', { name: 'Create a location' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Harbour depot')
  await dialog.getByRole('button', { name: 'Create a location' }).click()
  await page.waitForURL(/\/app\/records\/session\/get_location\?/)
  await page.getByRole('heading', { name: 'Harbour depot' }).waitFor()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByLabel('Name (optional)').fill('Harbour depot 2')
  await dialog.getByRole('button', { name: 'Update a location' }).click()
  await page.getByRole('heading', { name: 'Harbour depot 2' }).waitFor()
  await page.getByRole('link', { name: 'All: Locations' }).click()
  await page.getByRole('link', { name: 'Harbour depot 2' }).waitFor()
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('a product is created and corrected, its price list gets a price, and its changes are a list', async () => {
  const { page, context, wrong } = await app.openPage()
  await open(page, 'lists/products/list_products', 'admin')
  await page.getByRole('button', { name: 'Create a product' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title', { exact: true }).fill('Oilskin coat')
  await dialog.getByRole('button', { name: 'Create a product' }).click()
  await page.waitForURL(/\/app\/records\/products\/get_product\?/)
  await page.getByRole('heading', { name: 'Oilskin coat' }).waitFor()
  await page.getByRole('button', { name: 'Add variants' }).click()
  await dialog.getByLabel('SKU').first().fill('COAT-1')
  await dialog.getByLabel('Price (optional)', { exact: true }).fill('199')
  await dialog.getByRole('button', { name: 'Add variants to a product' }).click()
  await page.getByText('Done: Add variants.').waitFor()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByLabel('Vendor (optional)').fill('Northside')
  await dialog.getByRole('button', { name: 'Update a product' }).click()
  await page.getByText('Done: Change.').waitFor()
  await page.getByRole('link', { name: 'Catalogue changes' }).click()
  await page.waitForURL(/list_catalogue_events/)
  await page.locator('main table').waitFor()
  expect(await page.locator('main tbody').innerText()).toContain('vendor')
  const [stored] = await app.database.sql`
    select price_cents::int, variant_id from variants
    where organization_id = ${app.tenant.organization_id} and sku = 'COAT-1'`
  expect(stored!.price_cents).toBe(19_900)

  await page.goto(
    `${app.service.base_url}/app/lists/session/list_price_lists?organization=${app.tenant.organization_id}`,
  )
  await page.getByRole('button', { name: 'Create a price list' }).click()
  await dialog.getByLabel('Name').fill('Trade 2027')
  await dialog.getByRole('button', { name: 'Create a price list' }).click()
  await page.getByRole('heading', { name: 'Trade 2027' }).waitFor()
  await page.getByRole('button', { name: 'Set prices' }).click()
  await dialog.getByLabel('Variant (optional)').selectOption(stored!.variant_id)
  await dialog.getByLabel('Price', { exact: true }).fill('120')
  await dialog.getByRole('button', { name: 'Set prices of a price list' }).click()
  await page.getByText('Done: Set prices.').waitFor()
  await page.getByText('Prices of a price list').click()
  await page.getByRole('link', { name: 'COAT-1' }).waitFor()
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('a viewer finds no write beside a list or a record, and a member does', async () => {
  for (const [role, count] of [
    ['viewer', 0],
    ['member', 1],
    ['admin', 1],
  ] as const) {
    const { page, context, wrong } = await app.openPage()
    await open(page, 'lists/session/list_locations', role)
    expect([role, await page.getByRole('button', { name: 'Create a location' }).count()]).toEqual([role, count])
    await page.locator('tbody td:first-child a').first().click()
    await page.locator('main > dl').waitFor()
    expect([role, await page.getByRole('button', { name: 'Change', exact: true }).count()]).toEqual([role, count])
    expect(wrong).toEqual([])
    await context.close()
  }
}, 120_000)

test('of two tabs, the later change of the same version is refused, and its entries stay', async () => {
  const { page, context } = await app.openPage()
  await open(page, 'lists/suppliers/list', 'member')
  await page.locator('tbody td:first-child a').first().click()
  await page.locator('main > dl').waitFor()
  const other = await context.newPage()
  await other.goto(page.url())
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Change', exact: true }).click()
    await tab.getByRole('dialog').getByLabel('Lead time days (optional)').waitFor()
  }
  const save = async (tab: any, days: string) => {
    await tab.getByRole('dialog').getByLabel('Lead time days (optional)').fill(days)
    await tab.getByRole('dialog').getByRole('button', { name: 'Update a supplier' }).click()
  }
  await save(page, '61')
  await page.getByText('Done: Change.').waitFor()
  await save(other, '62')
  await other.getByRole('dialog').getByRole('alert').waitFor()
  expect(await other.getByRole('dialog').getByLabel('Lead time days (optional)').inputValue()).toBe('62')
  await context.close()
}, 120_000)
