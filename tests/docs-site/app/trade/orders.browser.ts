/** A sales order in a browser, from its lines to the payment, as member and as viewer. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { type Catalogue, insertRows, setFixture } from '../../../support/fixtures/catalogue.ts'
import { newSession } from '../../../support/service/session.ts'
import { type App, faultsOf, hostile, openApp } from '../rig.ts'

let app: App
let ids: Catalogue

beforeAll(async () => {
  app = await openApp('orders_in_a_browser')
  const { tenant, database } = app
  ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Online'],
    products: [
      {
        title: 'Jumper',
        variants: [
          { sku: 'J-S', price_cents: 5000, unit_cost: '20.0000', stock: { Main: { on_hand: 10 } } },
          { sku: 'J-M', price_cents: 6000, unit_cost: '25.0000', stock: { Main: { on_hand: 3 } } },
        ],
      },
    ],
  })
  const [price_list_id, account_id] = [uuidv7(), uuidv7()]
  await insertRows(tenant, 'price_lists', [
    { price_list_id, name: 'Trade', currency: 'USD', created_at: new Date(), updated_at: new Date() },
  ])
  await insertRows(tenant, 'price_list_prices', [
    { price_list_id, variant_id: ids.variants['J-S'], price_cents: 2500, updated_at: new Date() },
  ])
  await database.sql`
    insert into trading_partners (organization_id, trading_partner_id, name, price_list_id, payment_terms)
    values (${tenant.organization_id}, ${account_id}, ${`Nordhaus ${hostile}`}, ${price_list_id}, 'net_30')`
  await database.sql`
    insert into sales_channels (organization_id, sales_channel_id, name, channel_type, trading_partner_id)
    values (${tenant.organization_id}, ${uuidv7()}, 'Trade', 'wholesale', ${account_id})`
})
afterAll(() => app.close())

const orderIn = (page: any): string => new URL(page.url()).searchParams.get('order')!

const orderNow = async (order_id: string): Promise<any> =>
  (await app.tenant.get(`/api/v1/sales/orders/${order_id}`)).body.data

const stock = async (sku: string) => {
  const [level] = await app.database.sql`
    select on_hand::int, committed::int from stock_levels
    where organization_id = ${app.tenant.organization_id} and variant_id = ${ids.variants[sku]!}`
  return level
}

const cells = async (page: any, table: string): Promise<string[][]> => {
  const rows = await page.getByRole('region', { name: table, exact: true }).locator('tbody tr').all()
  return Promise.all(rows.map((row: any) => row.locator('td').allInnerTexts()))
}

const effects = (page: any): Promise<string> => page.locator('.effects').innerText()

const money = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

test('a member takes an order from its lines to the payment, and sees beforehand what each step does', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('member'), '?next=/app/orders/sales')
  await page.getByText('No order has been placed yet.').waitFor()
  await page.getByRole('link', { name: 'Create an order' }).click()
  const account = page.getByRole('combobox', { name: 'Account' })
  await account.locator('option', { hasText: 'Nordhaus' }).waitFor({ state: 'attached' })
  await account.selectOption({ index: 1 })
  for (const sku of ['J-S', 'J-M']) {
    await page.getByLabel('Add a variant').fill(sku)
    await page.getByRole('list', { name: 'Variants that were found' }).getByRole('button', { name: sku }).waitFor()
    await page.getByLabel('Add a variant').press('Enter')
  }
  await page.getByLabel('Units of J-S, line 1').fill('4')
  await page.getByLabel('Units of J-M, line 2').fill('5')
  await page.getByLabel('Unit price of J-M, line 2').fill('30.50')
  expect(await effects(page)).toContain('the price list Trade')
  expect(await effects(page)).toContain('9 units, unknown')
  // What was entered outlives a reload.
  await page.reload()
  expect(await page.getByLabel('Unit price of J-M, line 2').inputValue()).toBe('30.50')
  await page.getByLabel('Unit price of J-S, line 1').fill('25')
  expect(await effects(page)).toContain(`9 units, ${money(4 * 2500 + 5 * 3050)}`)
  const faults = await faultsOf(page, 'order_new')
  await page.getByRole('button', { name: 'Create the order' }).click()

  await page.getByRole('region', { name: 'Lines' }).waitFor()
  const order_id = orderIn(page)
  expect((await orderNow(order_id)).total.cents).toBe(4 * 2500 + 5 * 3050)
  faults.push(...(await faultsOf(page, 'order_draft')))

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Confirm…' }).click()
  const second = dialog.getByRole('group', { name: 'J-M' })
  await second.getByText('3 units available').waitFor()
  expect(await effects(page)).toContain('Holds 7 units at Main; no stock is available for 2 units more.')
  await second.getByLabel('Verdict').selectOption('quantity_changed')
  await second.getByLabel('Agreed units').fill('3')
  expect(await effects(page)).toContain(`Agrees 7 units for ${money(4 * 2500 + 3 * 3050)}`)
  expect(await effects(page)).toContain('Holds 7 units at Main.')
  faults.push(...(await faultsOf(page, 'order_confirm')))
  await dialog.getByRole('button', { name: 'Confirm the order' }).click()
  await page.getByText('The order is confirmed.').waitFor()
  await page.getByText('7 of 7 units to ship hold stock.').waitFor()
  expect(await stock('J-M')).toEqual({ on_hand: 3, committed: 3 })

  await page.getByRole('button', { name: 'Ship…' }).click()
  await dialog.getByLabel('In cartons').check()
  await dialog.getByLabel('Units of J-M in carton 1').fill('0')
  await dialog.getByRole('button', { name: 'Add a carton' }).click()
  await dialog.getByLabel('Units of J-M in carton 2').fill('2')
  await dialog.getByLabel('Weight of carton 2 in kg').fill('1.5')
  expect(await effects(page)).toContain('Books 6 units out of Main')
  expect(await effects(page)).toContain('J-S: 10 on hand before, 6 after; J-M: 3 on hand before, 1 after')
  expect(await effects(page)).toContain('1 unit left to ship.')
  faults.push(...(await faultsOf(page, 'order_ship')))
  await dialog.getByRole('button', { name: 'Record the shipment' }).click()
  await page.getByText('The shipment is recorded.').waitFor()
  expect([await stock('J-S'), await stock('J-M')]).toEqual([
    { on_hand: 6, committed: 0 },
    { on_hand: 1, committed: 1 },
  ])
  expect((await orderNow(order_id)).shipments[0].cartons.map((carton: any) => carton.weight_kg)).toEqual([null, 1.5])

  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  expect(await effects(page)).toContain('Gives back the stock held for 1 unit.')
  await dialog.getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByText('What had not shipped is cancelled.').waitFor()
  await page.getByText('fulfilled', { exact: true }).waitFor()

  const billed = 4 * 2500 + 2 * 3050
  await page.getByRole('button', { name: 'Invoice…' }).click()
  expect(await effects(page)).toContain('Bills 6 units: 4 of J-S, 2 of J-M.')
  expect(await effects(page)).toContain(money(billed))
  faults.push(...(await faultsOf(page, 'order_invoice')))
  await dialog.getByRole('button', { name: 'Issue the invoice' }).click()
  await page.getByText(/^Invoice .* is issued\.$/).waitFor()
  await page.getByRole('region', { name: 'Invoices' }).waitFor()
  expect((await cells(page, 'Invoices'))[0]!.slice(3, 8)).toEqual([
    'open',
    money(billed),
    money(0),
    money(0),
    money(billed),
  ])

  await page.getByRole('button', { name: /^Credit invoice/ }).click()
  await dialog.getByLabel('Amount off the goods').fill('11')
  await dialog.getByLabel('Reason').fill(hostile)
  await dialog.getByRole('button', { name: 'Issue the credit note' }).click()
  await page.getByText(/^Credit note .* is issued\.$/).waitFor()

  await page.getByRole('button', { name: 'Record a payment…' }).click()
  expect(await dialog.getByLabel('Amount in USD').inputValue()).toBe('150.00')
  await dialog.getByLabel('Amount in USD').fill('160')
  expect(await effects(page)).toContain(`Pays ${money(15_000)} of invoice`)
  expect(await effects(page)).toContain(`${money(1000)} is held on the order.`)
  faults.push(...(await faultsOf(page, 'order_payment')))
  await dialog.getByLabel('Amount in USD').fill('150')
  await dialog.getByRole('button', { name: 'Record the payment' }).click()
  await page.getByText('The payment is recorded.').waitFor()
  await page.getByText('Nothing is open.').waitFor()
  expect((await cells(page, 'Invoices'))[0]!.slice(3, 8)).toEqual([
    'paid',
    money(billed),
    money(1100),
    money(15_000),
    money(0),
  ])
  expect((await cells(page, 'Payments'))[0]!.slice(4, 6)).toEqual([money(15_000), money(0)])
  faults.push(...(await faultsOf(page, 'order_paid')))

  // The lines and figures are those of the record.
  const { line_items, grand_total } = await orderNow(order_id)
  expect((await cells(page, 'Lines')).map((row) => row.slice(1, 7))).toEqual(
    line_items.map((line: any) =>
      ['ordered', '', 'allocated', 'fulfilled', 'cancelled', 'invoiced'].map((word) =>
        String(line[word === '' ? 'quantity' : `${word}_quantity`]),
      ),
    ),
  )
  expect(await page.locator('.totals').first().innerText()).toContain(`Total ${money(grand_total.cents)}`)
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 240_000)

test('an open order is changed and allocated; what the service refuses is said and nothing entered is lost', async () => {
  const { page, context, wrong } = await app.openPage()
  const { body } = await app.tenant.post(
    '/api/v1/sales/orders',
    { location_id: ids.locations.Main, lines: [{ variant_id: ids.variants['J-S'], quantity: 1 }] },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  const { order_id } = body.data
  await app.signIn(
    page,
    await app.newPerson('member'),
    `?next=${encodeURIComponent(`/app/orders/sales?order=${order_id}`)}`,
  )
  await page.getByRole('link', { name: 'Change the order' }).click()
  await page.getByLabel('Units of J-S, line 1').fill('2')
  expect(await effects(page)).toContain(`2 units, ${money(10_000)}`)
  // Somebody else changes the order first.
  await app.tenant.patch(`/api/v1/sales/orders/${order_id}`, { reference: 'PO 1' })
  await page.getByRole('button', { name: 'Save the changes' }).click()
  expect(await page.getByRole('alert').innerText()).toContain('conflict')
  expect(await page.getByLabel('Units of J-S, line 1').inputValue()).toBe('2')
  await page.reload()
  await page.getByLabel('Units of J-S, line 1').fill('2')
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await page.getByRole('region', { name: 'Lines' }).waitFor()
  expect((await orderNow(order_id)).units).toBe(2)

  await page.getByRole('button', { name: 'Allocate…' }).click()
  await page.getByText('Holds 2 units at Main.').waitFor()
  const faults = await faultsOf(page, 'order_allocate')
  await page.getByRole('dialog').getByRole('button', { name: 'Hold the stock' }).click()
  await page.getByText('The order holds 2 units.').waitFor()
  await page.getByRole('button', { name: 'Ship…' }).click()
  await page.getByRole('dialog').getByLabel('Units of J-S').fill('3')
  expect(await effects(page)).toContain('More than the order by 1 unit, which is recorded as over-shipped')
  await page.keyboard.press('Escape')
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('of a bundle that is assembled when sold no stock is claimed: its components are named', async () => {
  const admin = await newSession(app.tenant)
  const product = await app.database.sql`
    select product_id from variants where variant_id = ${ids.variants['J-S']!}`
  const bundle_variant_id = uuidv7()
  await app.database.sql`
    insert into variants (organization_id, variant_id, product_id, sku, title, position, price_cents)
    values (${app.tenant.organization_id}, ${bundle_variant_id}, ${product[0]!.product_id}, 'SET', 'Set', 9, 9000)`
  const bundle = { bundle_variant_id, components: [{ component_variant_id: ids.variants['J-S'], quantity: 2 }] }
  expect((await admin.post('/api/v1/bundles', bundle)).body.data.stocking).toBe('assembled_when_sold')
  const { body } = await app.tenant.post(
    '/api/v1/sales/orders',
    { location_id: ids.locations.Main, lines: [{ variant_id: bundle_variant_id, quantity: 1 }] },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  const { page, context, wrong } = await app.openPage()
  const address = `/app/orders/sales?order=${body.data.order_id}`
  await app.signIn(page, await app.newPerson('member'), `?next=${encodeURIComponent(address)}`)
  await page.getByRole('button', { name: 'Allocate…' }).click()
  await page.getByText('for 1 unit of bundles it holds their components').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Ship…' }).click()
  await page.getByRole('dialog').getByLabel('Units of SET').fill('1')
  await page.getByText('SET: its components leave the stock').waitFor()
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)

test('a viewer sees the same order and no action', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'), '?next=/app/orders/sales')
  await page.getByRole('region', { name: 'Sales orders' }).waitFor()
  const faults = await faultsOf(page, 'orders_list')
  expect(await page.getByRole('link', { name: 'Create an order' }).count()).toBe(0)
  for (const row of ['last', 'first'] as const) {
    await page.locator('tbody tr td:first-child a')[row]().click()
    await page.getByRole('region', { name: 'Lines' }).waitFor()
    await page.getByRole('heading', { name: 'Payments' }).waitFor()
    expect(await page.locator('main').getByRole('button').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Change the order' }).count()).toBe(0)
    await page.getByRole('link', { name: 'All sales orders' }).click()
    await page.getByRole('region', { name: 'Sales orders' }).waitFor()
  }
  // The address of a form leads a viewer to the orders.
  await page.goto(`${app.service.base_url}/app/orders/sales?organization=${app.tenant.organization_id}&new=true`)
  await page.getByRole('region', { name: 'Sales orders' }).waitFor()
  expect(await page.getByRole('button', { name: 'Create the order' }).count()).toBe(0)
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('an order of another organisation is not found', async () => {
  const [order] = await app.database
    .sql`select order_id from sales_orders where organization_id = ${app.tenant.organization_id} limit 1`
  const other = await app.newOrganization()
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('admin', other))
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  await page.goto(`${app.service.base_url}/app/orders/sales?organization=${other}&order=${order!.order_id}`)
  expect(await page.getByRole('alert').first().innerText()).toMatch(/not_found|not_on_file|NO_RESULT_FOUND/)
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)
