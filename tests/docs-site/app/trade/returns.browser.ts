/** What comes back, and what is adjusted by hand, in a browser. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { type Catalogue, setFixture } from '../../../support/fixtures/catalogue.ts'
import { call } from '../../../support/service/tenant.ts'
import { type App, faultsOf, openApp, password } from '../rig.ts'

let app: App
let ids: Catalogue

beforeAll(async () => {
  app = await openApp('returns_in_a_browser')
  ids = await setFixture(app.tenant, {
    locations: ['Main'],
    sales_channels: ['Online'],
    products: [
      {
        title: 'Jumper',
        variants: [{ sku: 'J-S', price_cents: 5000, unit_cost: '20.0000', stock: { Main: { on_hand: 10 } } }],
      },
    ],
  })
})
afterAll(() => app.close())

const onHand = async (): Promise<number> => {
  const [level] = await app.database.sql`
    select on_hand::int from stock_levels where organization_id = ${app.tenant.organization_id}`
  return level!.on_hand
}

const effects = (page: any): Promise<string> => page.locator('.effects').innerText()

/** A consumer order of which everything has shipped. */
async function shipped(): Promise<string> {
  const { body } = await app.tenant.post(
    '/api/v1/sales/orders',
    { location_id: ids.locations.Main, lines: [{ variant_id: ids.variants['J-S'], quantity: 4 }] },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  const { order_id, line_items } = body.data
  const email = await app.newPerson('member')
  const signedIn = await call(app.service, 'POST', '/auth/sign-in/email', {
    body: { email, password },
    headers: { 'X-Forwarded-For': '10.4.7.1' },
  })
  const recorded = await call(app.service, 'POST', `/api/v1/sales/orders/${order_id}/shipments`, {
    body: { lines: [{ line_item_id: line_items[0].line_item_id, quantity: 4 }] },
    headers: {
      Authorization: `Bearer ${signedIn.body.token}`,
      'X-Organization-ID': app.tenant.organization_id,
    },
  })
  expect(recorded.status).toBe(201)
  return order_id
}

test('a return is created on the page of its order and received in part; the rest is written off', async () => {
  const order_id = await shipped()
  expect(await onHand()).toBe(6)
  const { page, context, wrong } = await app.openPage()
  const address = `/app/orders/sales?order=${order_id}`
  await app.signIn(page, await app.newPerson('member'), `?next=${encodeURIComponent(address)}`)
  await page.getByRole('link', { name: 'Create a return' }).click()
  await page.getByLabel('Units of J-S').fill('3')
  await page.getByLabel('Reason').selectOption('wrong_size')
  expect(await effects(page)).toContain('Expects 3 units back')
  const faults = await faultsOf(page, 'return_new')
  await page.getByRole('button', { name: 'Create the return' }).click()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Receive…' }).click()
  await dialog.getByLabel('Units of J-S').fill('2')
  await dialog.getByText('J-S: 6 on hand before, 8 after').waitFor()
  expect(await effects(page)).toContain('1 unit left to come.')
  faults.push(...(await faultsOf(page, 'return_receive')))
  await dialog.getByRole('button', { name: 'Record what arrived' }).click()
  await page.getByText('2 units of 3 received, 2 back in stock.').waitFor()
  expect(await onHand()).toBe(8)
  await page.getByRole('region', { name: 'Stock movements' }).getByText('+2').waitFor()

  await page.getByRole('button', { name: 'Receive…' }).click()
  await dialog.getByLabel('What becomes of J-S').selectOption('write_off')
  expect(await effects(page)).toContain('In no stock: 1 unit of J-S (write off).')
  expect(await effects(page)).toContain('the return is closed')
  await dialog.getByRole('button', { name: 'Record what arrived' }).click()
  await page.getByText('closed', { exact: true }).waitFor()
  expect(await onHand()).toBe(8)
  expect(await page.getByRole('button', { name: 'Receive…' }).count()).toBe(0)
  faults.push(...(await faultsOf(page, 'return_closed')))
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('an adjustment says what stock becomes, keeps what was refused, and is undone', async () => {
  const { page, context, wrong } = await app.openPage()
  const before = await onHand()
  await app.signIn(page, await app.newPerson('member'), '?next=/app/stock/adjustments')
  await page.getByText('No stock has been adjusted by hand.').waitFor()
  await page.getByRole('link', { name: 'Adjust stock' }).click()
  const place = page.getByLabel('Location', { exact: true })
  await place.locator('option', { hasText: 'Main' }).waitFor({ state: 'attached' })
  await place.selectOption({ label: 'Main' })
  await page.getByLabel('Add a variant').fill('j-s')
  await page.getByRole('button', { name: 'J-S', exact: true }).waitFor()
  await page.getByLabel('Add a variant').press('Enter')
  await page.getByLabel('Change of J-S').fill('3')
  await page.getByRole('button', { name: 'Adjust the stock' }).click()
  // Damage only removes units: the service says so, and the entries stay.
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('Change of J-S').inputValue()).toBe('3')
  await page.getByLabel('Change of J-S').fill('-2')
  await page.getByText(`J-S: ${before} on hand before, ${before - 2} after`).waitFor()
  const faults = await faultsOf(page, 'adjustment_new')
  await page.getByRole('button', { name: 'Adjust the stock' }).click()
  await page.getByRole('region', { name: 'Adjustments' }).waitFor()
  expect(await onHand()).toBe(before - 2)
  faults.push(...(await faultsOf(page, 'adjustments')))
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.getByText('puts 2 units back').waitFor()
  await page.getByRole('button', { name: 'Undo the adjustment' }).click()
  await page.getByText('undone', { exact: true }).waitFor()
  expect(await onHand()).toBe(before)
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('a viewer sees returns and adjustments, and no action', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'), '?next=/app/stock/adjustments')
  await page.getByRole('region', { name: 'Adjustments' }).waitFor()
  expect(await page.locator('main').getByRole('button').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Adjust stock' }).count()).toBe(0)
  await page.goto(`${app.service.base_url}/app/orders/returns?organization=${app.tenant.organization_id}`)
  await page.getByRole('region', { name: 'Returns' }).waitFor()
  const faults = await faultsOf(page, 'returns_list')
  await page.locator('tbody td:first-child a').first().click()
  await page.getByRole('region', { name: 'Lines' }).waitFor()
  expect(await page.locator('main').getByRole('button').count()).toBe(0)
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)
