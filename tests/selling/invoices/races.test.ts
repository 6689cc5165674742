import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import type { Answer } from '../../support/service/tenant.ts'
import { type InvoicedShop, openInvoicedShop, proveInvoices } from './invoiced_shop.ts'

setDefaultTimeout(60_000)

const codes = (answers: readonly Answer[]) =>
  answers.map(({ status, body }) => (status < 300 ? status : body.code)).toSorted()

async function shippedOrder(shop: InvoicedShop, units = 1, more: object = {}) {
  const order = await shop.wholesale({ ...more, lines: [{ sku: 'J-S', quantity: units + 1, discount_cents: 7 }] })
  await shop.ship(order, [{ sku: 'J-S', quantity: units }])
  return order
}

test('of many invoices of one order at once, one bills its units', async () => {
  const shop = await openInvoicedShop()
  const order = await shippedOrder(shop)
  const answers = await Promise.all(Array.from({ length: 6 }, () => shop.invoice(order)))
  expect(codes(answers)).toEqual([201, ...Array.from({ length: 5 }, () => 'nothing_to_invoice')] as never)
  expect(await shop.get(order)).toMatchObject({ invoiced_units: 1 })
  await proveInvoices(shop)
})

test('numbers have no gaps when many orders are invoiced at once and some of the transactions are rolled back', async () => {
  const shop = await openInvoicedShop()
  const orders = []
  for (let i = 0; i < 9; i++) orders.push(await shippedOrder(shop, 1, { terms: i % 3 === 0 ? 'fails' : 'net_30' }))
  const { sql } = shop.tenant.service.database
  // Fails after the number was taken, when the lines are written.
  await sql.unsafe(`
    create or replace function refuse_invoice_line() returns trigger language plpgsql as $$ begin
      if (select terms from invoices i where i.organization_id = new.organization_id and i.invoice_id = new.invoice_id) = 'fails'
      then raise exception 'canceled' using errcode = '40001'; end if; return new; end $$;
    create or replace trigger refuse_invoice_line before insert on invoice_lines for each row execute function refuse_invoice_line()`)
  try {
    const answers = await Promise.all(orders.map((order) => shop.invoice(order)))
    expect(answers.map(({ status }) => status < 300)).toEqual(orders.map((_order, i) => i % 3 !== 0))
  } finally {
    await sql.unsafe('drop trigger refuse_invoice_line on invoice_lines')
  }
  for (const order of orders) await shop.invoice(order)
  const rows = await sql`
    select invoice_number from invoices where organization_id = ${shop.tenant.organization_id} order by 1`
  expect(rows.map(({ invoice_number }) => invoice_number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  await proveInvoices(shop)
})

test('years have numbers of their own, and the day is that of the time zone', async () => {
  const shop = await openInvoicedShop('Pacific/Kiritimati')
  const order = await shippedOrder(shop)
  const { issued_on, issued_at, name } = await shop.invoiced(order)
  expect(issued_on).toBe(new Date(Date.parse(issued_at) + 14 * 3_600_000).toISOString().slice(0, 10))
  const year = issued_on.slice(0, 4)
  const { sql } = shop.tenant.service.database
  await sql`
    update sales_document_numbers set year = ${Number(year) - 1}
    where organization_id = ${shop.tenant.organization_id} and document_type = 'invoice'`
  await sql`
    update invoices set invoice_year = ${Number(year) - 1} where organization_id = ${shop.tenant.organization_id}`
  const next = await shop.invoiced(await shippedOrder(shop))
  expect([name, next.name]).toEqual([`INV-${year}-0001`, `INV-${year}-0001`])
})

test('the same idempotency key issues one invoice', async () => {
  const shop = await openInvoicedShop()
  const order = await shippedOrder(shop)
  const send = (body?: object) =>
    shop.tenant.post(`/api/v1/sales/orders/${order.order_id}/invoice`, body, { headers: { 'Idempotency-Key': key } })
  const key = uuidv7()
  const first = await send()
  const second = await send()
  expect([first.status, second.text]).toEqual([201, first.text])
  expect((await send({ tax_cents: 1 })).body.code).toBe('idempotency_conflict')
})

test('invoicing against cancelling bills the shipped units once, in either order', async () => {
  const shop = await openInvoicedShop()
  for (let i = 0; i < 4; i++) {
    const order = await shippedOrder(shop, 1, { freight_cents: 300 })
    const [invoiced, cancelled] = await Promise.all([shop.invoice(order), shop.act(order, 'cancel')])
    expect([invoiced.status, cancelled.status]).toEqual([201, 200])
    expect(await shop.get(order)).toMatchObject({ lifecycle: 'fulfilled', invoiced_units: 1, cancelled_units: 1 })
  }
  await proveInvoices(shop)
})

test('invoicing against voiding and shipping never bills a unit twice', async () => {
  const shop = await openInvoicedShop()
  for (let i = 0; i < 3; i++) {
    const order = await shippedOrder(shop, 1)
    const first = await shop.invoiced(order)
    const answers = await Promise.all([
      shop.invoice(order),
      shop.voided(first),
      shop.ship(order, [{ sku: 'J-S', quantity: 1 }]).then(() => ({ status: 201 }) as Answer),
      shop.invoice(order),
      shop.voided(first, 'Twice'),
    ])
    expect(codes([answers[1], answers[4]])).toEqual([200, 'conflict'] as never)
    await proveInvoices(shop)
    await shop.invoice(order)
    expect(await shop.get(order)).toMatchObject({ fulfilled_units: 2, invoiced_units: 2 })
  }
  await proveInvoices(shop)
})
