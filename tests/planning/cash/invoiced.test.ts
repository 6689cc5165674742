/** What suppliers have invoiced is owed by the invoice, and the rest by the order: nothing twice, nothing lost. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo } from '../../stock/kept_stock.ts'
import { type InvoicedShop, invoicedShop } from '../../purchasing/supplier_invoices/invoice_fixture.ts'
import { gatePath, inDays, weekOf } from './cash_fixture.ts'

setDefaultTimeout(60_000)

/** Ten coats at 10.00 are ordered of a supplier with terms of 28 days. */
async function shopWithTerms(deposit_bp: number | null = null): Promise<InvoicedShop> {
  const shop = await invoicedShop()
  await shop.tenant.service.database.sql`
    update suppliers set payment_terms = 'net_28', deposit_bp = ${deposit_bp}
    where organization_id = ${shop.tenant.organization_id} and name = 'Mill'`
  return shop
}

/** Draws by week, without weeks of nothing, over half a year. */
async function drawn({ tenant }: InvoicedShop): Promise<Record<number, number>> {
  const answer = await tenant.get(`${gatePath}?weeks=26`)
  expect(answer.status, answer.text).toBe(200)
  const weeks: Record<number, number> = {}
  for (const { weekly_draw_usd } of answer.body.data.groups)
    for (const [at, usd] of weekly_draw_usd.entries()) if (usd !== 0) weeks[at] = (weeks[at] ?? 0) + usd
  return weeks
}

const at = (...amounts: [days: number, usd: number][]) => {
  const weeks: Record<number, number> = {}
  for (const [days, usd] of amounts) weeks[weekOf(inDays(days))] = (weeks[weekOf(inDays(days))] ?? 0) + usd
  return weeks
}

async function reported({ tenant }: InvoicedShop): Promise<Record<string, number>> {
  const { sections } = (await tenant.get('/api/v1/finance/reports/cash-from-the-buy')).body.data
  const months = sections.find((one: any) => one.key === 'months')
  const { cells } = months.rows.find((one: any) => one.key === 'total')
  const wanted = cells.filter(({ column }: any) => /balances|committed/.test(column))
  return Object.fromEntries(wanted.map(({ column, cents }: any) => [column, cents / 100]))
}

test('a delivery that was invoiced is owed by the invoice: its amount, on its day', async () => {
  const shop = await shopWithTerms()
  await shop.received(10)
  expect(await drawn(shop)).toEqual(at([28, 100]))
  await shop.invoice([shop.line(10, 110)], { payment_terms: 'net_60' })
  expect(await drawn(shop)).toEqual(at([60, 110]))
})

test('what is not yet invoiced of a delivery, and what has not come, stays by the order', async () => {
  const shop = await shopWithTerms()
  await shop.received(7)
  await shop.invoice([shop.line(5, 55)], { payment_terms: 'net_60' })
  // 55.00 by the invoice, 2 that came by the order, 3 that are expected now.
  expect(await drawn(shop)).toEqual(at([60, 55], [28, 20], [28, 30]))
})

test('units that are invoiced before they come are owed once, and stay so when they come', async () => {
  const shop = await shopWithTerms()
  await shop.invoice([shop.line(6, 60)], { payment_terms: 'net_60' })
  expect(await drawn(shop)).toEqual(at([60, 60], [28, 40]))
  await shop.received(6)
  expect(await drawn(shop)).toEqual(at([60, 60], [28, 40]))
})

test('credit notes and a void follow: a credited price lowers what is owed, credited and void units go back to the order', async () => {
  const shop = await shopWithTerms()
  await shop.received(10)
  const { supplier_invoice_id: id } = await shop.invoice([shop.line(10, 110)], { payment_terms: 'net_60' })
  const credit = async (invoice_number: string, line: object) => {
    const answer = await shop.act(id, 'credits', {
      invoice_number,
      invoice_date: dayAgo(0),
      lines: [{ line_number: 1, ...line }],
    })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body.data.supplier_invoice_id as string
  }
  const ofPrice = await credit('CN-1', { amount: 6 })
  expect(await drawn(shop)).toEqual(at([60, 104]))
  await credit('CN-2', { quantity: 2, amount: 20.8 })
  expect(await drawn(shop)).toEqual(at([60, 83.2], [28, 20]))
  expect((await shop.act(ofPrice, 'void', { reason: 'Wrong supplier' })).status).toBeLessThan(300)
  expect(await drawn(shop)).toEqual(at([60, 89.2], [28, 20]))
})

test('a void invoice is owed by the order again', async () => {
  const shop = await shopWithTerms()
  await shop.received(10)
  const { supplier_invoice_id } = await shop.invoice([shop.line(10, 110)], { payment_terms: 'net_60' })
  expect((await shop.act(supplier_invoice_id, 'void', { reason: 'Wrong supplier' })).status).toBeLessThan(300)
  expect(await drawn(shop)).toEqual(at([28, 100]))
})

test('charges are owed by the invoice too, with an order and without one', async () => {
  const shop = await shopWithTerms()
  await shop.received(10)
  const freight = { kind: 'freight', amount: 15 }
  await shop.invoice([shop.line(10, 100), freight], { payment_terms: 'net_60' })
  await shop.invoice([{ ...freight, amount: 7 }], { payment_terms: 'net_45' })
  expect(await drawn(shop)).toEqual(at([60, 115], [45, 7]))
  const { planned_out_coverage } = (await shop.tenant.get(gatePath)).body.data
  expect(planned_out_coverage.orders_counted).toBe(1)
})

test('a deposit is credited to the invoice, and a payment settles it', async () => {
  const shop = await shopWithTerms(3_000)
  await shop.received(10, { received_at: `${dayAgo(0)}T00:00:01Z` })
  await shop.invoice([shop.line(10, 110)], { payment_terms: 'net_60' })
  // The order is delivered, so the deposit is what was paid of it.
  const pay = (body: object) =>
    shop.session.post('/api/v1/supplier-payments', {
      supplier_id: shop.supplier_id,
      purchase_order_id: shop.order,
      currency: 'USD',
      paid_on: dayAgo(0),
      ...body,
    })
  const paid = await pay({ kind: 'deposit', amount_cents: 3_000 })
  expect(paid.status, paid.text).toBe(201)
  expect(await drawn(shop)).toEqual(at([60, 80]))
  expect((await pay({ kind: 'balance', amount_cents: 8_000 })).status).toBe(201)
  expect(await drawn(shop)).toEqual({})
})

test('an invoice in another currency is owed at the newest rate, without one it is listed with its amount', async () => {
  const shop = await invoicedShop({ supplier: 'EUR mill' })
  await shop.session.post('/api/v1/exchange-rates', {
    rates: [{ currency: 'EUR', rate_date: dayAgo(9), organization_currency_per_unit: 1.1 }],
  })
  await shop.received(10)
  await shop.invoice([shop.line(10, 120)], { payment_terms: 'net_60' })
  expect(await drawn(shop)).toEqual(at([60, 132]))
})

test('the report of cash from the buy has the same', async () => {
  const shop = await shopWithTerms()
  await shop.received(7)
  await shop.invoice([shop.line(5, 55)], { payment_terms: 'net_60' })
  expect(await reported(shop)).toEqual({ balances_received: 75, balances_expected: 30, committed: 105 })
})
