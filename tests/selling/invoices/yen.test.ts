/** Amounts are hundredths of every currency, and must be amounts that the currency has. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Answer } from '../../support/service/tenant.ts'
import { openInvoicedShop } from './invoiced_shop.ts'

setDefaultTimeout(60_000)

test('prices of lists, charges of invoices and refunds are whole yen, and any cents of dollars', async () => {
  const shop = await openInvoicedShop()
  const { admin, ids } = shop
  const lists = '/api/v1/wholesale/price-lists'
  const price = async (currency: string, price_cents: number) => {
    const made = await admin.post(lists, { name: `${currency} ${price_cents}`, currency })
    expect(made.status).toBe(201)
    return admin.post(`${lists}/${made.body.data.price_list_id}/prices`, { prices: [{ sku: 'J-S', price_cents }] })
  }
  const shipped = async (currency: string) => {
    const order = await shop.wholesale({ currency, lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 100_000 }] })
    await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
    // On terms, what was not paid is credited and not refunded.
    const paid = {
      order_id: order.order_id,
      amount_cents: 100_000,
      currency,
      paid_on: new Date().toISOString().slice(0, 10),
    }
    expect((await admin.post('/api/v1/sales/payments', paid)).status).toBe(201)
    return order
  }
  const charge = async (currency: string, field: string, cents: number) =>
    shop.invoice(await shipped(currency), { [field]: cents })
  const refund = async (currency: string, amounts: object) =>
    admin.post('/api/v1/sales/returns', {
      order_id: (await shipped(currency)).order_id,
      location_id: ids.locations.Main,
      lines: [{ variant_id: ids.variants['J-S'], expected_quantity: 1 }],
      refund: { status: 'partial', cents: 10_000, ...amounts },
    })
  const writes: [field: string, write: (currency: string, cents: number) => Promise<Answer>][] = [
    ['prices[0].price_cents', price],
    ['tax_cents', (currency, cents) => charge(currency, 'tax_cents', cents)],
    ['freight_cents', (currency, cents) => charge(currency, 'freight_cents', cents)],
    ['refund.cents', (currency, cents) => refund(currency, { cents })],
    ['refund.tax_cents', (currency, tax_cents) => refund(currency, { tax_cents })],
    ['refund.freight_cents', (currency, freight_cents) => refund(currency, { freight_cents })],
  ]
  for (const [field, write] of writes) {
    const refused = await write('JPY', 1050)
    expect([field, refused.status, refused.body.data.field]).toEqual([field, 400, field])
    for (const [currency, cents] of [
      ['JPY', 1100],
      ['USD', 1050],
    ] as const)
      expect([field, currency, (await write(currency, cents)).status < 300]).toEqual([field, currency, true])
  }
})

test('what is said of a credit has the decimals of its currency', async () => {
  const shop = await openInvoicedShop()
  const credited = async (currency: string) => {
    const order = await shop.wholesale({ currency, lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 10_000 }] })
    await shop.ship(order, [{ sku: 'J-S', quantity: 2 }])
    await shop.invoice(order)
    const at = `/api/v1/sales/orders/${order.order_id}`
    const { shipments } = (await shop.tenant.get(at)).body.data
    const body = { reason: 'Counted again', lines: [{ sku: 'J-S', quantity: 1 }] }
    const corrected = await shop.admin.post(`${at}/shipments/${shipments[0].shipment_id}/correct`, body)
    return corrected.body.data.consequences.find((one: string) => one.includes(' credits '))
  }
  expect(await credited('JPY')).toContain(' credits 100 JPY of ')
  expect(await credited('USD')).toContain(' credits 100.00 USD of ')
})
