/** The price of units that have shipped changes where nothing is settled at it: their day counts as sold at the new one. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openInvoicedShop, proveInvoices } from '../invoices/invoiced_shop.ts'
import { path, proveBooks } from '../support/orders.ts'
import { soldOf } from './changed_orders.ts'

setDefaultTimeout(60_000)

async function openShop() {
  const shop = await openInvoicedShop()
  const reprice = (order: any, change: object, i = 0) =>
    shop.tenant.patch(`${path}/${order.order_id}`, {
      lines: [{ line_item_id: order.line_items[i].line_item_id, ...change }],
    })
  return { ...shop, reprice }
}

test('a wholesale order that has shipped in parts counts as sold at its new price on the days it left, and is invoiced at it', async () => {
  const shop = await openShop()
  const order = await shop.wholesale({
    lines: [{ sku: 'J-S', quantity: 7, unit_price_cents: 2500, discount_cents: 100, tax_cents: 50 }],
  })
  const earlier = new Date(Date.now() - 86_400_000)
  const ship = (quantity: number, shipped_at?: string) =>
    shop.admin.post(`${path}/${order.order_id}/shipments`, { shipped_at, lines: [{ sku: 'J-S', quantity }] })
  expect((await ship(2, earlier.toISOString())).status).toBe(201)
  expect((await ship(1)).status).toBe(201)
  expect(await soldOf(shop)).toMatchObject([
    { units: 2, gross: 5000, discounts: 29, taxes: 14 },
    { units: 1, gross: 2500, discounts: 14, taxes: 7 },
  ])
  const changed = await shop.reprice(order, { unit_price_cents: 2000, discount_cents: 700 })
  expect([changed.status, changed.body.data.total.cents]).toEqual([200, 7 * 2000 - 700])
  expect(await soldOf(shop)).toMatchObject([
    { units: 2, gross: 4000, discounts: 200, taxes: 14 },
    { units: 1, gross: 2000, discounts: 100, taxes: 7 },
  ])
  await proveBooks(shop)
  expect((await ship(4)).status).toBe(201)
  const events = (await shop.events()).length
  const whole = await shop.reprice(order, { unit_price_cents: 1900, tax_cents: 70 })
  expect([whole.status, whole.body.data.lifecycle]).toEqual([200, 'fulfilled'])
  expect((await shop.events()).slice(events)).toEqual(['order.updated'])
  const days = await soldOf(shop)
  expect(days.map(({ gross, discounts, taxes }: any) => [gross, discounts, taxes])).toEqual([
    [3800, 200, 20],
    [9500, 500, 50],
  ])
  const invoice = await shop.invoiced(order)
  expect(invoice.lines[0]).toMatchObject({ quantity: 7, unit_price: { cents: 1900 }, discount: { cents: 700 } })
  expect([invoice.tax.cents, invoice.total.cents]).toEqual([70, 7 * 1900 - 700 + 70])
  await proveBooks(shop)
  await proveInvoices(shop)
})

test('a price at which units are invoiced stays, until the invoice is voided; other lines change', async () => {
  const shop = await openShop()
  const order = await shop.wholesale({
    lines: [
      { sku: 'J-S', quantity: 2, unit_price_cents: 2500 },
      { sku: 'J-M', quantity: 1, unit_price_cents: 3000 },
    ],
  })
  await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
  const invoice = await shop.invoiced(order)
  for (const change of [{ unit_price_cents: 2000 }, { discount_cents: 1 }, { tax_cents: 1 }]) {
    const refused = await shop.reprice(order, change)
    expect([refused.status, refused.body.data.act, refused.body.data.invoices]).toEqual([
      409,
      'update_prices',
      [{ invoice_id: invoice.invoice_id, name: invoice.name }],
    ])
    expect(refused.body.message.desc).toContain(`are invoiced by ${invoice.name}`)
  }
  expect((await shop.reprice(order, { unit_price_cents: 2900 }, 1)).status).toBe(200)
  expect((await shop.reprice(order, { quantity: 3 })).status).toBe(200)
  await shop.voided(invoice)
  expect((await shop.reprice(order, { unit_price_cents: 2000 })).status).toBe(200)
  expect(await soldOf(shop)).toMatchObject([{ units: 1, gross: 2000 }])
  await proveBooks(shop)
})

test('a price at which a return takes units back stays; that of a consumer order moves the sales of its day', async () => {
  const shop = await openShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 2 }] })
  await shop.ship(order, [{ sku: 'J-S', quantity: 2 }])
  expect((await shop.reprice(order, { unit_price_cents: 4000 })).status).toBe(200)
  expect(await soldOf(shop)).toMatchObject([{ units: 2, gross: 8000 }])
  await proveBooks(shop)
  const made = await shop.admin.post('/api/v1/sales/returns', {
    order_id: order.order_id,
    location_id: shop.ids.locations.Main,
    reason: 'unwanted',
    lines: [{ variant_id: shop.ids.variants['J-S'], expected_quantity: 1 }],
  })
  expect(made.status).toBe(200)
  const refused = await shop.reprice(order, { unit_price_cents: 3000 })
  expect([refused.status, refused.body.data.returns.length]).toEqual([409, 1])
  expect(refused.body.message.desc).toContain('are taken back by')
  await proveBooks(shop)
})
