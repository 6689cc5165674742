/** The generic records of the app: a row opens its record, with everything that the service says and the reads beside it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { dist } from '../built_site.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { type App, faultsOf, hostile, openApp } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('records_in_a_browser')
  await app.tenant.post('/api/v1/sandbox/seed')
})
afterAll(() => app.close())

const records = readdirSync(join(dist, 'app/records'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /^.+[\\/].+[\\/]index\.html$/.test(file))
  .map((file) => file.replace(/[\\/]index\.html$/, '').replaceAll('\\', '/'))

const addressOf = (record: string, id: string) =>
  `${app.service.base_url}/app/records/${record}?organization=${app.tenant.organization_id}&id=${id}`

/** What stands beside a name in the fields of the record. */
const fieldOf = (page: any, name: string): Promise<string> =>
  page
    .locator('main > dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .innerText()

async function order(): Promise<string> {
  const { sql } = app.database
  const { organization_id } = app.tenant
  const [place] = await sql<{ sales_channel_id: string; location_id: string; variant_id: string }[]>`
    select
      (select sales_channel_id from sales_channels
        where organization_id = ${organization_id} and channel_type <> 'wholesale' limit 1),
      (select location_id from locations where organization_id = ${organization_id} limit 1),
      (select variant_id from variants where organization_id = ${organization_id} order by sku limit 1)`
  const { sales_channel_id, location_id, variant_id } = place!
  const body = {
    sales_channel_id,
    location_id,
    notes: hostile,
    lines: [{ variant_id, quantity: 2, unit_price_cents: 1_999 }],
  }
  const created = await app.tenant.post('/api/v1/sales/orders', body, { headers: { 'Idempotency-Key': uuidv7() } })
  expect(created.status).toBe(201)
  return created.body.data.order_id
}

test('a row leads to its record: its fields, its lines, its timeline, and the records that it names', async () => {
  const order_id = await order()
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'), `?next=${encodeURIComponent('/app/lists/orders/list')}`)
  await page.locator('tbody td:first-child a').first().click()
  await page.waitForURL(new RegExp(`/app/records/orders/get\\?.*id=${order_id}`))
  await page.getByRole('region', { name: 'Line items' }).waitFor()
  const { body } = await app.tenant.get(`/api/v1/sales/orders/${order_id}`)
  expect(await fieldOf(page, 'Lifecycle')).toBe(body.data.lifecycle)
  expect(await fieldOf(page, 'Notes')).toBe(hostile)
  // An object that only names a record is drawn as its name.
  expect(await fieldOf(page, 'Location')).toBe(body.data.location.name)
  expect(await page.title()).not.toBe('taken')
  expect(await page.getByRole('region', { name: 'Line items' }).innerText()).toContain('$19.99')
  await page.getByText('Timeline of a sales order').click()
  await page.getByText('created', { exact: false }).first().waitFor()
  const faults = await faultsOf(page, 'record_order')
  await page.getByRole('region', { name: 'Line items' }).getByRole('link').first().click()
  await page.waitForURL(/\/app\/records\/products\/get_variant\?/)
  await page.locator('main > dl').waitFor()
  const variant = await app.tenant.get(`/api/v1/variants/${body.data.line_items[0].variant_id}`)
  expect(await fieldOf(page, 'SKU')).toBe(variant.body.data.sku)
  faults.push(...(await faultsOf(page, 'record_variant')))
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('every record page says what the service says of an id that is not known', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('admin'))
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  expect(records.length).toBeGreaterThan(30)
  const others: string[] = []
  for (const record of records) {
    await page.goto(addressOf(record, uuidv7()))
    let text: string = await page.getByRole('alert').innerText()
    if (text.includes('must be a whole number')) {
      await page.goto(addressOf(record, '2000000000'))
      text = await page.getByRole('alert').innerText()
    }
    if (!/not_on_file|not_found|NO_RESULT_FOUND|NOT_FOUND/.test(text)) others.push(`${record}: ${text}`)
  }
  expect(others).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 300_000)

test('the record of another organisation is not on file here, and no action is offered beside it', async () => {
  const other = await newTenant({ service: app.service })
  await other.post('/api/v1/sandbox/seed')
  const theirs = async (path: string, id: string): Promise<string> => (await other.get(path)).body.data.rows[0][id]
  const supplier_id = await theirs('/api/v1/inventory/suppliers/table', 'id')
  const variant_id = await theirs('/api/v1/variants/table', 'variant_id')
  const own = await app.tenant.get('/api/v1/inventory/suppliers/table')
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('admin'))
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  await page.goto(addressOf('suppliers/get', own.body.data.rows[0].id))
  await page.getByRole('button', { name: 'Change', exact: true }).waitFor()
  for (const [record, id] of [
    ['suppliers/get', supplier_id],
    ['products/get_variant', variant_id],
  ] as const) {
    await page.goto(addressOf(record, id))
    expect(await page.getByRole('alert').innerText()).toMatch(/not_on_file|NO_RESULT_FOUND/)
    expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual([])
  }
  // The page's own way to the service, with the person's cookie, changes nothing of theirs either.
  const answer = await page.evaluate(
    ([id, organization_id]: [string, string]) =>
      fetch(`/app/api/v1/inventory/suppliers/${id}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'X-Organization-ID': organization_id },
        body: JSON.stringify({ name: 'taken' }),
      }).then(({ status }) => status),
    [supplier_id, app.tenant.organization_id],
  )
  expect(answer).toBe(404)
  expect((await other.get(`/api/v1/inventory/suppliers/${supplier_id}`)).text).not.toContain('taken')
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)
