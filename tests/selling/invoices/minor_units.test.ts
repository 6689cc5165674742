/**
 * Money that is divided, in a currency without decimals, with two and with three: every amount on file is one that the
 * currency has, and the parts add up to the whole.
 */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { pdfPages } from '../../support/pdf.ts'
import { path } from '../support/orders.ts'
import { invoicesPath, type InvoicedShop, openInvoicedShop, proveInvoices } from './invoiced_shop.ts'

setDefaultTimeout(120_000)

const steps = { JPY: 100, KWD: 1, USD: 1 } as const

/** Every column of cents in the tables of orders, as [table, column]. */
async function centColumns({ tenant }: InvoicedShop): Promise<[string, string][]> {
  const rows = await tenant.service.database.sql`
    select table_name, column_name from information_schema.columns
    where column_name like '%\_cents' and table_schema = 'public' and table_name = any(${[
      'sales_orders',
      'order_lines',
      'fulfilment_lines',
      'invoices',
      'invoice_lines',
      'credit_notes',
      'credit_note_lines',
      'refunds',
      'refund_lines',
      'return_lines',
      'return_receipt_lines',
      'sales_daily',
    ]}) and column_name <> 'known_cost_cents'`
  return rows.map(({ table_name, column_name }) => [table_name, column_name])
}

/** Amounts that the currency does not have, as [table, column, cents]. */
async function oddAmounts(shop: InvoicedShop, step: number) {
  const { sql } = shop.tenant.service.database
  const odd: unknown[] = []
  for (const [table, column] of await centColumns(shop)) {
    const rows = await sql.unsafe(
      `select ${column}::float8 as cents from ${table} where organization_id = $1 and ${column} % $2 <> 0`,
      [shop.tenant.organization_id, step],
    )
    odd.push(...rows.map(({ cents }) => [table, column, cents]))
  }
  return odd
}

const money = (step: number) => ({ freight_cents: 101 * step, freight_tax_cents: 10 * step })

async function wholesaleWork(shop: InvoicedShop, currency: keyof typeof steps) {
  const step = steps[currency]
  const line = {
    sku: 'J-S',
    quantity: 7,
    unit_price_cents: 1000 * step,
    discount_cents: 100 * step,
    tax_cents: 55 * step,
  }
  const order = await shop.wholesale({ currency, ...money(step), lines: [line] })
  const [{ line_item_id }] = order.line_items
  const split = await shop.admin.post(`${path}/${order.order_id}/split`, {
    by: 'line',
    lines: [{ line_item_id, quantity: 2 }],
  })
  expect(split.status, split.text).toBe(200)
  const invoices = []
  for (const quantity of [1, 3]) {
    await shop.ship(order, [{ sku: 'J-S', quantity }])
    invoices.push(await shop.invoiced(order))
  }
  // One unit of the five is not wanted after all: its shares leave the order.
  expect(
    (await shop.act(order, 'cancel', { reason: 'Not wanted', lines: [{ line_item_id, quantity: 1 }] })).status,
  ).toBe(200)
  const [first, second] = invoices
  const credit = await shop.admin.post(`${invoicesPath}/${second.invoice_id}/credit-notes`, {
    reason: 'Late',
    amount_cents: 101 * step,
  })
  expect(credit.status).toBe(201)
  const created = await shop.tenant.post(
    '/api/v1/sales/returns',
    {
      order_id: order.order_id,
      location_id: shop.ids.locations.Main,
      lines: [{ order_line_item_id: line_item_id, expected_quantity: 2 }],
    },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  const received = await shop.tenant.post(`/api/v1/sales/returns/${created.body.data.id}/receive`, {
    lines: [{ sku: 'J-S', received_quantity: 1, disposition: 'restock' }],
  })
  expect(received.status).toBe(200)
  expect((await shop.admin.post(`/api/v1/sales/returns/${created.body.data.id}/credit-notes`)).status).toBe(201)
  return { order: await shop.get(order), first, second }
}

async function consumerWork(shop: InvoicedShop, currency: keyof typeof steps) {
  const step = steps[currency]
  const line = {
    sku: 'J-M',
    quantity: 5,
    unit_price_cents: 999 * step,
    discount_cents: 101 * step,
    tax_cents: 77 * step,
  }
  const order = await shop.placed({
    currency,
    lifecycle: 'open',
    sales_channel_id: shop.ids.sales_channels.Online,
    ...money(step),
    lines: [line],
  })
  const [{ line_item_id }] = order.line_items
  const changed = await shop.tenant.patch(`${path}/${order.order_id}`, { lines: [{ line_item_id, quantity: 4 }] })
  expect(changed.status).toBe(200)
  await shop.ship(order, [{ sku: 'J-M', quantity: 3 }])
  expect((await shop.act(order, 'cancel', { reason: 'Sold out' })).status).toBe(200)
  const takeBack = async (expected_quantity: number, refund?: object) => {
    const made = await shop.tenant.post(
      '/api/v1/sales/returns',
      {
        order_id: order.order_id,
        location_id: shop.ids.locations.Main,
        lines: [{ order_line_item_id: line_item_id, expected_quantity }],
        ...(refund === undefined ? {} : { refund }),
      },
      { headers: { 'Idempotency-Key': uuidv7() } },
    )
    expect([made.status, made.body.error]).toEqual([200, undefined])
    const lines = [{ sku: 'J-M', received_quantity: expected_quantity, disposition: 'restock' }]
    expect((await shop.tenant.post(`/api/v1/sales/returns/${made.body.data.id}/receive`, { lines })).status).toBe(200)
  }
  await takeBack(1)
  await takeBack(1, { status: 'partial', cents: 101 * step })
  return shop.get(order)
}

for (const currency of ['JPY', 'KWD', 'USD'] as const)
  test(`amounts of ${currency} stay amounts of the currency, wherever they are divided`, async () => {
    const shop = await openInvoicedShop()
    const step = steps[currency]
    const { order, first, second } = await wholesaleWork(shop, currency)
    const consumer = await consumerWork(shop, currency)
    expect(await oddAmounts(shop, step)).toEqual([])
    for (const { total, grand_total } of [order, consumer])
      expect([total.cents % step, grand_total.cents % step]).toEqual([0, 0])
    // Both invoices together bill what is left of the order, to the last unit.
    const sum = (of: (invoice: any) => number) => of(first) + of(second)
    expect(sum(({ freight }) => freight.cents)).toBe(order.freight.cents)
    expect(sum(({ total }) => total.cents)).toBe(order.grand_total.cents)
    await proveInvoices(shop)
  })

test('documents print amounts with the decimals of their currency', async () => {
  const shop = await openInvoicedShop()
  const printed = async (currency: string) => {
    const line = { sku: 'J-S', quantity: 2, unit_price_cents: 123_400, discount_cents: 100 }
    const order = await shop.wholesale({ currency, freight_cents: 500, lines: [line] })
    await shop.ship(order, [{ sku: 'J-S', quantity: 2 }])
    const { invoice_id } = await shop.invoiced(order)
    const { export_url } = (await shop.admin.get(`${invoicesPath}/${invoice_id}/file`)).body.data
    const { pathname, search } = new URL(export_url)
    const response = await fetch(`${shop.tenant.service.base_url}${pathname}${search}`)
    return (await pdfPages(new Uint8Array(await response.arrayBuffer())))[0]
  }
  const [yen, dinars, dollars] = [await printed('JPY'), await printed('KWD'), await printed('USD')]
  for (const text of ['Goods JPY 2,467', 'Freight JPY 5', 'Total JPY 2,472', 'Discount 1']) expect(yen).toContain(text)
  expect(yen).not.toContain('1,234.')
  for (const text of ['Goods KWD 2,467.000', 'Freight KWD 5.000', 'Total KWD 2,472.000']) expect(dinars).toContain(text)
  for (const text of ['Goods USD 2,467.00', 'Freight USD 5.00', 'Total USD 2,472.00']) expect(dollars).toContain(text)
  expect(dollars).not.toContain('2,467.000')
})

test('amounts of credit notes are whole yen, and any cents of dollars', async () => {
  const shop = await openInvoicedShop()
  const credited = async (currency: string, body: object) => {
    const line = { sku: 'J-S', quantity: 1, unit_price_cents: 100_000 }
    const order = await shop.wholesale({ currency, freight_cents: 5000, lines: [{ ...line, tax_cents: 5000 }] })
    await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
    const { invoice_id } = await shop.invoiced(order)
    return shop.admin.post(`${invoicesPath}/${invoice_id}/credit-notes`, { reason: 'Late', ...body })
  }
  const bodies: [field: string, body: (cents: number) => object][] = [
    ['amount_cents', (amount_cents) => ({ amount_cents })],
    ['lines[0].amount_cents', (amount_cents) => ({ lines: [{ line_number: 1, amount_cents }] })],
    ['tax_cents', (tax_cents) => ({ tax_cents })],
    ['freight_cents', (freight_cents) => ({ freight_cents })],
  ]
  for (const [field, body] of bodies) {
    const refused = await credited('JPY', body(1050))
    expect([refused.status, refused.body.data.field]).toEqual([400, field])
    expect((await credited('JPY', body(1100))).status).toBe(201)
    expect((await credited('USD', body(1050))).status).toBe(201)
  }
})
