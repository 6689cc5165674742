/** Accepted prices of supplier invoices: what is owned is revalued, what has left is a variance, and all of it can be undone. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo, noonAgo } from '../../stock/kept_stock.ts'
import { invoicedShop, type InvoicedShop } from './invoice_fixture.ts'

setDefaultTimeout(60_000)

const salesDays = ({ tenant }: InvoicedShop) => tenant.service.database.sql`
  select day::text as day, units, known_cost_cents::float8 as cost from sales_daily
  where organization_id = ${tenant.organization_id} order by day`

async function sell(shop: InvoicedShop, units: number): Promise<void> {
  const sold = await shop.sold('COAT', units, { ordered_at: noonAgo(2) })
  const shipped = await shop.ship(sold, 'COAT', units, { shipped_at: noonAgo(2) })
  expect(shipped.status).toBeLessThan(300)
}

test('an invoice above the order changes no cost until its price is accepted', async () => {
  const shop = await invoicedShop()
  const delivery_id = await shop.received(10, { received_at: noonAgo(3) })
  await sell(shop, 4)
  const sales = [...(await salesDays(shop))]
  const invoice = await shop.invoice([shop.line(10, 110)])
  expect(invoice).toMatchObject({ match: 'price_difference', cost_changes: [], stock_value_change: 0 })
  expect(invoice.lines[0]).toMatchObject({
    match: 'price_difference',
    unit_cost: 11,
    price_difference: 10,
    price_difference_each: 1,
    price_accepted_at: null,
  })
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 60 })
  expect((await shop.open(invoice.supplier_invoice_id))[0]![0]).toBe('price_mismatch')

  const accepted = (await shop.act(invoice.supplier_invoice_id, 'accept-price')).body.data
  expect(accepted).toMatchObject({ match: 'matched', stock_value_change: 6, cost_variance: 4 })
  expect(accepted.cost_changes).toMatchObject([
    { line_number: 1, delivery_id, units: 10, difference: 10, stock_value: 6, variance: 4, booked_on: dayAgo(0) },
  ])
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 66 })
  expect(await shop.adjustments(delivery_id)).toEqual([
    ['left', 4, 4],
    ['on_hand', 6, 6],
  ])
  expect([...(await salesDays(shop))]).toEqual(sales)
  expect(await shop.open(invoice.supplier_invoice_id)).toEqual([])
  await shop.prove()

  // Again: nothing more is booked.
  expect((await shop.act(invoice.supplier_invoice_id, 'accept-price')).status).toBe(200)
  expect(await shop.adjustments(delivery_id)).toHaveLength(2)
})

test('a void invoice gives back what it changed, by new entries of the day', async () => {
  const shop = await invoicedShop()
  const delivery_id = await shop.received(10, { received_at: noonAgo(3) })
  await sell(shop, 4)
  const { supplier_invoice_id } = await shop.invoice([shop.line(10, 110, { accept_price: true })])
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 66 })
  const voided = await shop.act(supplier_invoice_id, 'void', { reason: 'Wrong supplier' })
  expect(voided.body.data).toMatchObject({
    state: 'void',
    match: null,
    void_reason: 'Wrong supplier',
    stock_value_change: 0,
    cost_variance: 0,
  })
  expect(voided.body.data.cost_changes).toMatchObject([
    { units: 10, stock_value: 6, variance: 4 },
    { units: -10, difference: -10, stock_value: -6, variance: -4 },
  ])
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 60 })
  expect(await shop.adjustments(delivery_id)).toHaveLength(4)
  await shop.prove()
})

test('part of a delivery follows the accepted price, the rest keeps its cost', async () => {
  const shop = await invoicedShop()
  await shop.received(10)
  await shop.invoice([shop.line(6, 66, { accept_price: true })])
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 106 })
  const second = await shop.invoice([shop.line(4, 48, { accept_price: true })])
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 114 })
  await shop.act(second.supplier_invoice_id, 'void', { reason: 'Sent twice' })
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 106 })
  await shop.prove()
})

test('units that come after the price was accepted cost it when they arrive', async () => {
  const shop = await invoicedShop()
  const { supplier_invoice_id, match } = await shop.invoice([shop.line(10, 110, { accept_price: true })])
  expect(match).toBe('not_received')
  await shop.received(4)
  expect(await shop.stock('COAT')).toEqual({ units: 4, value: 44 })
  expect((await shop.read(supplier_invoice_id)).match).toBe('short')
  const second = await shop.received(6)
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 110 })
  expect((await shop.read(supplier_invoice_id)).match).toBe('matched')
  expect((await shop.tenant.delete(shop.at(`/${shop.order}/deliveries/${second}`))).status).toBe(204)
  expect(await shop.stock('COAT')).toEqual({ units: 4, value: 44 })
  const read = await shop.read(supplier_invoice_id)
  expect([read.match, read.stock_value_change]).toEqual(['short', 4])
  await shop.prove()
})

test('units of a line that are recorded again after it had none cost what the order says, whatever it cost before', async () => {
  const shop = await invoicedShop({ others: [['HAT', 4, 3]] })
  const delivered = await shop.deliver(shop.order, [
    ['COAT', 6],
    ['HAT', 4],
  ])
  const { delivery_id } = delivered.body.data
  const correct = async (line: object) => {
    const line_items = [{ variant_id: shop.ids.variants.COAT, ...line }]
    const answer = await shop.tenant.patch(shop.at(`/${shop.order}/deliveries/${delivery_id}`), { line_items })
    expect([answer.status, answer.text]).toEqual([200, answer.text])
  }
  await correct({ unit_cost: 9 })
  const { supplier_invoice_id } = await shop.invoice([shop.line(6, 44, { accept_price: true })])
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 44 })
  await correct({ received_quantity: 0 })
  expect((await shop.act(supplier_invoice_id, 'void', { reason: 'Sent twice' })).status).toBe(200)
  await correct({ received_quantity: 6 })
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 60 })
  // It follows no invoice any more, so it can be corrected.
  await correct({ unit_cost: 8 })
  expect(await shop.stock('COAT')).toEqual({ units: 6, value: 48 })
  await shop.prove()
})

test('fewer units than recorded keep the accepted price', async () => {
  const shop = await invoicedShop()
  const delivery_id = await shop.received(10)
  const { supplier_invoice_id } = await shop.invoice([shop.line(10, 110, { accept_price: true })])
  const corrected = await shop.tenant.patch(shop.at(`/${shop.order}/deliveries/${delivery_id}`), {
    line_items: [{ variant_id: shop.ids.variants.COAT, received_quantity: 8 }],
  })
  expect(corrected.status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 8, value: 88 })
  expect((await shop.read(supplier_invoice_id)).lines[0]).toMatchObject({ match: 'short', short_quantity: 2 })
  await shop.act(supplier_invoice_id, 'void', { reason: 'Recorded twice' })
  expect(await shop.stock('COAT')).toEqual({ units: 8, value: 80 })
  await shop.prove()
})

test('a cost that follows an invoice is corrected there, not on the delivery', async () => {
  const shop = await invoicedShop()
  const delivery_id = await shop.received(10)
  const { supplier_invoice_id } = await shop.invoice([shop.line(10, 110, { accept_price: true })])
  const correct = (unit_cost: number) =>
    shop.tenant.patch(shop.at(`/${shop.order}/deliveries/${delivery_id}`), {
      line_items: [{ variant_id: shop.ids.variants.COAT, unit_cost }],
    })
  const answer = await correct(12)
  expect([answer.status, answer.body.code, answer.body.data.supplier_invoice_id]).toEqual([
    409,
    'conflict',
    supplier_invoice_id,
  ])
  expect((await correct(11)).status).toBe(200)
  await shop.act(supplier_invoice_id, 'void', { reason: 'Wrong price' })
  expect((await correct(12)).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 120 })
  // An invoice at what was corrected already changes nothing.
  const next = await shop.invoice([shop.line(10, 120, { accept_price: true })])
  expect([next.match, next.stock_value_change]).toEqual(['matched', 0])
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 120 })
})

test('a price in another currency is converted at the rate at which the units came', async () => {
  const shop = await invoicedShop({ supplier: 'EUR mill', unit_cost: 40 })
  const rate = (rate_date: string, organization_currency_per_unit: number) =>
    shop.session.post('/api/v1/exchange-rates', {
      rates: [{ currency: 'EUR', rate_date, organization_currency_per_unit }],
    })
  await rate(dayAgo(5), 1.1)
  await shop.received(10, { received_at: noonAgo(2) })
  await rate(dayAgo(1), 3)
  const invoice = await shop.invoice([shop.line(10, 410, { accept_price: true })])
  expect(invoice.lines[0]).toMatchObject({ price_difference: 10, price_difference_each: 1 })
  expect(invoice).toMatchObject({ currency: 'EUR', stock_value_change: 11, cost_variance: 0 })
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 451 })
  await shop.prove()
})

test('a price of units of unknown cost cannot be accepted, and nothing is recorded', async () => {
  const shop = await invoicedShop({ supplier: 'SEK mill', unit_cost: 40 })
  await shop.received(10)
  const answer = await shop.tryInvoice([shop.line(10, 410, { accept_price: true })])
  expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
  expect(answer.body.message.desc).toContain('SEK')
  const { supplier_invoice_id } = await shop.invoice([shop.line(10, 410)])
  expect((await shop.act(supplier_invoice_id, 'accept-price')).status).toBe(409)
})

test('an amount that its units do not divide is in stock to the cent', async () => {
  const shop = await invoicedShop({ units: 7_000 })
  await shop.received(7_000)
  const invoice = await shop.invoice([shop.line(7_000, 70_000.35, { accept_price: true })])
  expect(invoice.lines[0]).toMatchObject({ price_difference: 0.35, price_difference_each: 0.00005 })
  expect(invoice.stock_value_change).toBe(0.35)
  expect(await shop.stock('COAT')).toEqual({ units: 7_000, value: 70_000.35 })
  await shop.prove()
})
