/** The generic lists of the app: each one opens, and filter, sort, search, columns and export do what they say. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { call } from '../../support/service/tenant.ts'
import { dist } from '../built_site.ts'
import { type App, faultsOf, openApp } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('lists_in_a_browser')
  await app.tenant.post('/api/v1/sandbox/seed')
})
afterAll(() => app.close())

const folder = join(dist, 'app/lists')
const lists = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^.+[\\/].+[\\/]index\.html$/.test(file))
  .map((file) => file.replace(/[\\/]index\.html$/, '').replaceAll('\\', '/'))

const addressOf = (list: string, query: Record<string, string> = {}) =>
  `${app.service.base_url}/app/lists/${list}?${new URLSearchParams({ organization: app.tenant.organization_id, ...query }).toString()}`

/** Texts of a column, from the top. */
const columnOf = async (page: any, label: string): Promise<string[]> => {
  const labels: string[] = await page.getByRole('columnheader').allInnerTexts()
  const at = labels.findIndex((one) => one.startsWith(label))
  expect([label, at]).not.toEqual([label, -1])
  return page.locator(`tbody tr td:nth-child(${at + 1})`).allInnerTexts()
}

/** As the app draws the name of a column. */
const labelled = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replace(/\bpct\b/, '%')
    .replace(/^./, (letter) => letter.toUpperCase())

const settled = (page: any) =>
  page.getByText(/(No row matches|There are no rows yet|[\d,]+ rows?\b|\d+ to \d+ of \d+ rows)/).waitFor()

test('every list of the document opens without a refusal, for an administrator', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('admin'))
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  expect(lists.length).toBeGreaterThan(40)
  const refused: string[] = []
  for (const list of lists) {
    await page.goto(addressOf(list))
    await Promise.race([settled(page), page.getByRole('alert').waitFor()])
    for (const text of await page.getByRole('alert').allInnerTexts()) refused.push(`${list}: ${text}`)
    if (!(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))) refused.push(`${list}: too wide`)
  }
  expect(refused).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 300_000)

test('a list is searched, filtered, sorted and paged, and its address shows the same again', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'), `?next=${encodeURIComponent('/app/lists')}`)
  await page.getByRole('link', { name: 'Variants', exact: true }).click()
  await settled(page)
  const { body } = await app.tenant.get('/api/v1/variants/table?limit=100&sort_args=-sku')
  const skus: string[] = body.data.rows.map(({ sku }: { sku: string }) => sku)
  const faults = await faultsOf(page, 'variants')
  await page.getByRole('button', { name: /^SKU/ }).click()
  await page.locator('th[aria-sort="ascending"]').waitFor()
  await page.getByRole('button', { name: /^SKU/ }).click()
  await page.locator('th[aria-sort="descending"]').waitFor()
  await page.getByText(`${skus.length} rows`).waitFor()
  await expectRows(page, skus)

  const searched = skus[0]!
  await page.getByRole('searchbox').fill(searched)
  await page.getByRole('button', { name: 'Search' }).click()
  await expectRows(page, [searched])
  await page.reload()
  await expectRows(page, [searched])
  await page.goBack()
  await expectRows(page, skus)

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Filter by').selectOption('sku')
  await page.getByLabel('Condition').selectOption('in')
  await page.getByLabel('Values, separated by commas').fill(`${skus[1]}, ${skus[2]}`)
  await page.getByRole('button', { name: 'Add' }).click()
  await expectRows(page, [skus[1]!, skus[2]!])
  faults.push(...(await faultsOf(page, 'filtered')))
  await page.getByLabel('Filter by').selectOption('on_hand_qty')
  await page.getByLabel('Condition').selectOption('gte')
  await page.getByLabel('Value').fill('1000000')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('No row matches.').waitFor()
  await page.getByRole('button', { name: 'Remove the filter: on hand quantity at least 1000000' }).click()
  await expectRows(page, [skus[1]!, skus[2]!])
  await page.getByRole('button', { name: 'Columns' }).click()
  faults.push(...(await faultsOf(page, 'columns')))
  for (const box of await page.getByRole('dialog').getByRole('checkbox').all()) await box.uncheck()
  await page.getByRole('checkbox', { name: 'SKU', exact: true }).check()
  await page.getByRole('button', { name: 'Show these' }).click()
  await page.reload()
  await expectRows(page, [skus[1]!, skus[2]!])
  expect(await page.getByRole('columnheader').count()).toBe(2)
  await page.getByRole('button', { name: 'Show', exact: true }).first().click()
  await page.getByRole('dialog').getByText(skus[1]!, { exact: true }).waitFor()
  faults.push(...(await faultsOf(page, 'row')))
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

/** Waits until the rows are these, which is when the service has answered. */
async function expectRows(page: any, skus: readonly string[]) {
  for (let times = 0; times < 100; times++) {
    const shown = await columnOf(page, 'SKU').catch(() => [])
    if (shown.join() === skus.join()) return
    await page.waitForTimeout(100)
  }
  expect(await columnOf(page, 'SKU')).toEqual([...skus])
}

test('every drawn figure is the answer’s, and what is not known is drawn so, with the reason', async () => {
  const { page, context } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'))
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  await page.goto(addressOf('products/list_variants', { sort: 'sku', columns: 'sku,on_hand_qty,price,unit_cost' }))
  await settled(page)
  const { body } = await app.tenant.get('/api/v1/variants/table?limit=50&sort_args=sku')
  const rows: any[] = body.data.rows
  expect(await columnOf(page, 'On hand quantity')).toEqual(rows.map(({ on_hand_qty }) => String(on_hand_qty)))
  const figureIn = (text: string) => (text.startsWith('unknown') ? null : Number(text.replaceAll(/[^\d.-]/g, '')))
  const prices = (await columnOf(page, 'Price')).map(figureIn)
  expect(prices).toEqual(rows.map(({ price }) => (price.cents === null ? null : price.cents / 100)))

  await page.goto(addressOf('sales/list_velocity'))
  await settled(page)
  const velocity = await app.tenant.get('/api/v1/sales/velocity/table?limit=1')
  for (const [name, value] of Object.entries<any>(velocity.body.data.rows[0])) {
    if (value?.cents !== null || value?.reason === undefined) continue
    await page.goto(addressOf('sales/list_velocity', { columns: name }))
    await settled(page)
    const [first] = await columnOf(page, labelled(name))
    expect(first).toStartWith('unknown')
    expect(first).toContain(value.reason)
  }
  await context.close()
}, 120_000)

test('a list is saved as CSV with its filters', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'))
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  const { body } = await app.tenant.get('/api/v1/inventory/table?limit=1&sort_args=-on_hand_qty')
  const { sku } = body.data.rows[0]
  const filters = JSON.stringify([{ key: 'sku', operation: 'eq', value: sku }])
  await page.goto(addressOf('inventory/list_inventory', { filters }))
  await settled(page)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save every row as CSV' }).click(),
  ])
  const text = await Bun.file(await saved.path()).text()
  const lines = text.trim().split('\n').slice(1)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => !line.includes(sku))).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('an address that names filters the list does not have is refused with the service’s sentence', async () => {
  const { page, context } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'))
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  await page.goto(addressOf('products/list_variants', { filters: '[{"key":"nothing","operation":"eq","value":1}]' }))
  expect(await page.getByRole('alert').innerText()).toContain('bad_request')
  expect(await page.getByRole('table').count()).toBe(0)
  for (const filters of ['[null]', '[{}]', '{}', 'no JSON']) {
    await page.goto(addressOf('products/list_variants', { filters }))
    await settled(page)
    expect([filters, await page.getByRole('table').count()]).toEqual([filters, 1])
  }
  const refused = await call(app.service, 'GET', '/app/api/v1/variants/table')
  expect(refused.status).toBe(401)
  await context.close()
}, 60_000)
