import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { newSession } from '../../support/service/session.ts'
import { path } from '../support/orders.ts'
import { cents, invoicesPath, openInvoicedShop, proveInvoices } from './invoiced_shop.ts'

setDefaultTimeout(60_000)

const year = new Date().getUTCFullYear()

test('an invoice bills what shipped at the agreed price, and the next one what shipped since', async () => {
  const shop = await openInvoicedShop()
  const order = await shop.wholesale({
    reference: 'PO 77120',
    terms: '2/10 net 45',
    lines: [
      { sku: 'J-S', quantity: 4, buyer_sku: '771-S' },
      { sku: 'J-M', quantity: 3, unit_price_cents: 3100 },
    ],
  })
  await shop.ship(order, [
    { sku: 'J-S', quantity: 3 },
    { sku: 'J-M', quantity: 1 },
  ])
  const answer = await shop.invoice(order, { tax_cents: 500, freight_cents: 1250 })
  expect([answer.status, answer.body.message.desc]).toEqual([201, `Invoice INV-${year}-0001 issued for ${order.name}.`])
  const first = answer.body.data
  expect(first).toMatchObject({
    name: `INV-${year}-0001`,
    state: 'issued',
    currency: 'USD',
    terms: '2/10 net 45',
    account: { name: 'Nordhaus', trading_partner_id: shop.account_id },
    order: { name: order.name, order_id: order.order_id },
    voided_at: null,
    ledger: { state: 'not_connected', sentence: 'No accounting system is connected.', ledger: null, posted_at: null },
    edi: { state: 'not_connected', sentence: 'The invoice is not sent over EDI.', document_id: null, sent_at: null },
    lines: [
      { line_number: 1, sku: 'J-S', buyer_sku: '771-S', line_item_id: order.line_items[0].line_item_id },
      { line_number: 2, sku: 'J-M', buyer_sku: null },
    ],
  })
  expect(first.created_by).toMatch(/^key:/)
  expect((Date.parse(first.due_on) - Date.parse(first.issued_on)) / 86_400_000).toBe(45)
  expect(cents(first)).toEqual({
    lines: [
      [3, 2500, 0, 7500],
      [1, 3100, 0, 3100],
    ],
    tax: 500,
    freight: 1250,
    total: 12_350,
  })
  expect((await shop.invoice(order)).body).toMatchObject({
    code: 'nothing_to_invoice',
    message: { desc: `Every shipped unit of ${order.name} is invoiced.` },
  })
  await shop.ship(order, [
    { sku: 'J-S', quantity: 1 },
    { sku: 'J-M', quantity: 2 },
  ])
  const second = await shop.invoiced(order)
  expect(cents(second)).toEqual({
    lines: [
      [1, 2500, 0, 2500],
      [2, 3100, 0, 6200],
    ],
    tax: null,
    freight: null,
    total: 8700,
  })
  expect(second.freight.reason).toBe('No freight was supplied.')
  expect(await shop.read(first)).toEqual(first)
  const read = await shop.get(order)
  expect(read).toMatchObject({
    invoiced_units: 7,
    line_items: [{ invoiced_quantity: 4 }, { invoiced_quantity: 3 }],
    invoices: [
      { invoice_id: first.invoice_id, name: first.name, state: 'issued', total: { cents: 12_350 } },
      { invoice_id: second.invoice_id, name: `INV-${year}-0002`, total: { cents: 8700 } },
    ],
  })
  const listed = await shop.tenant.get(path)
  expect(listed.body.data.rows[0].invoiced_units).toBe(7)
  // Invoicing changes neither stock nor sales, and announces nothing of its own.
  expect(await shop.events()).toEqual([
    'order.created',
    'exception.opened',
    'order.updated',
    'exception.opened',
    'order.fulfilled',
  ])
  await proveInvoices(shop)
})

test('discount, tax and freight of the order are divided to the cent, and the last invoice takes the remainder', async () => {
  const shop = await openInvoicedShop()
  const order = await shop.wholesale({
    freight_cents: 1000,
    freight_tax_cents: 100,
    lines: [
      { sku: 'J-S', quantity: 3, discount_cents: 1000, tax_cents: 200 },
      { sku: 'J-M', quantity: 4, unit_price_cents: 3333, discount_cents: 1, tax_cents: 77 },
    ],
  })
  const invoices: any[] = []
  for (const sku of ['J-S', 'J-M', 'J-S', 'J-M', 'J-M', 'J-S', 'J-M']) {
    await shop.ship(order, [{ sku, quantity: 1 }])
    invoices.push(await shop.invoiced(order))
  }
  const sum = (of: (invoice: any) => number) => invoices.reduce((all, one) => all + of(one), 0)
  expect(sum(({ lines }) => lines[0].discount.cents)).toBe(1001)
  expect(sum(({ tax }) => tax.cents)).toBe(377)
  expect(sum(({ freight }) => freight.cents)).toBe(1000)
  expect(sum(({ total }) => total.cents)).toBe(3 * 2500 + 4 * 3333 - 1001 + 377 + 1000)
  // A seventh of the freight, rounded once over all units so far.
  expect(invoices.map(({ freight }) => freight.cents)).toEqual([143, 143, 143, 142, 143, 143, 143])
  await proveInvoices(shop)
})

test('cancelling the rest leaves the shipped units invoiceable, with all of the freight', async () => {
  const shop = await openInvoicedShop()
  const order = await shop.wholesale({ freight_cents: 900, lines: [{ sku: 'J-S', quantity: 6, discount_cents: 600 }] })
  await shop.ship(order, [{ sku: 'J-S', quantity: 2 }])
  expect(cents(await shop.invoiced(order))).toMatchObject({ lines: [[2, 2500, 200, 4800]], freight: 300 })
  await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
  await shop.act(order, 'cancel')
  expect(cents(await shop.invoiced(order))).toMatchObject({ lines: [[1, 2500, 100, 2400]], freight: 600, total: 3000 })
  await proveInvoices(shop)
})

test('all invoices of an order add up to it, also where the rest is cancelled or taken off after the last of them', async () => {
  const shop = await openInvoicedShop()
  const admin = await newSession(shop.tenant)
  const ends: ((order: any) => Promise<any>)[] = [
    (order) => shop.act(order, 'cancel'),
    (order) => shop.act(order, 'cancel', { lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 3 }] }),
    (order) =>
      admin.patch(`${path}/${order.order_id}`, {
        lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 2 }],
      }),
  ]
  for (const end of ends) {
    const lines = [{ sku: 'J-S', quantity: 5, discount_cents: 103, tax_cents: 207 }]
    const order = await shop.wholesale({ freight_cents: 1001, freight_tax_cents: 99, lines })
    await shop.ship(order, [{ sku: 'J-S', quantity: 2 }])
    const { total } = await shop.invoiced(order)
    const ended = await end(order)
    expect([ended.status, ended.text]).toEqual([200, ended.text])
    expect(ended.body.data).toMatchObject({ lifecycle: 'fulfilled', grand_total: { cents: total.cents } })
    expect((await shop.invoice(order)).body.code).toBe('nothing_to_invoice')
  }
  const gone = await shop.wholesale({ freight_cents: 550, lines: [{ sku: 'J-S', quantity: 1 }] })
  expect((await shop.act(gone, 'cancel')).body.data).toMatchObject({ total: { cents: 0 }, grand_total: { cents: 0 } })
  await proveInvoices(shop)
})

test('a void invoice keeps its number, and its units are billed by the next one to the same cent', async () => {
  const shop = await openInvoicedShop()
  const order = await shop.wholesale({
    freight_cents: 1000,
    lines: [{ sku: 'J-S', quantity: 3, discount_cents: 100, tax_cents: 50 }],
  })
  const invoices: any[] = []
  for (let i = 0; i < 3; i++) {
    await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
    invoices.push(await shop.invoiced(order))
  }
  const [first, second, third] = invoices
  const voided = await shop.voided(first, ' Wrong freight ')
  expect([voided.status, voided.body.message.desc]).toEqual([200, `Invoice ${first.name} is void.`])
  expect(voided.body.data).toMatchObject({
    name: first.name,
    state: 'void',
    void_reason: 'Wrong freight',
    voided_by: 'user:Ada Merchant',
    total: first.total,
    ledger: { state: 'not_connected' },
  })
  await shop.voided(third)
  expect((await shop.voided(first)).body).toMatchObject({
    code: 'conflict',
    message: { desc: `${first.name} is void already.` },
  })
  expect(await shop.get(order)).toMatchObject({ invoiced_units: 1, line_items: [{ invoiced_quantity: 1 }] })
  const again = await shop.invoiced(order)
  expect(again.name).toBe(`INV-${year}-0004`)
  expect(again.lines[0].quantity).toBe(2)
  expect(again.total.cents + second.total.cents).toBe(3 * 2500 - 100 + 50 + 1000)
  const rows = (await shop.tenant.get(`${invoicesPath}?state=void`)).body.data.rows
  expect(rows.map(({ name }: any) => name)).toEqual([third.name, first.name])
  const member = await newSession(shop.tenant, { role: 'member' })
  expect((await member.post(`${invoicesPath}/${again.invoice_id}/void`, { reason: 'x' })).body.code).toBe(
    'admin_required',
  )
  expect((await shop.voided(again, '  ')).body.data.field).toBe('reason')
  expect((await shop.voided({ invoice_id: 7 })).body.code).toBe('invoice_not_on_file')
  const byKey = await shop.tenant.post(`${invoicesPath}/${again.invoice_id}/void`, { reason: 'x' })
  expect(byKey.body.code).toBe('not_public')
  await proveInvoices(shop)
})

test('nothing is invoiced before it ships, for consumers, or at a price that was never agreed', async () => {
  const shop = await openInvoicedShop()
  const draft = await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-S', quantity: 1 }] })
  const open = await shop.wholesale({ lines: [{ sku: 'J-S', quantity: 1 }] })
  const consumer = await shop.placed({ lines: [{ sku: 'J-S', quantity: 1 }] })
  await shop.ship(consumer, [{ sku: 'J-S', quantity: 1 }])
  const refused = async (order: { order_id: string }, body?: object) => (await shop.invoice(order, body)).body
  expect(await refused(draft)).toMatchObject({ code: 'conflict', data: { act: 'invoice', lifecycle: 'draft' } })
  expect(await refused(open)).toMatchObject({ code: 'conflict', data: { lifecycle: 'open' } })
  expect(await refused(consumer)).toMatchObject({
    code: 'conflict',
    message: { desc: `${consumer.name} is a consumer order; only orders of trading accounts are invoiced.` },
  })
  expect(await refused({ order_id: uuidv7() })).toMatchObject({ code: 'order_not_on_file' })
  for (const [body, field] of [
    [{ tax_cents: -1 }, 'tax_cents'],
    [{ freight_cents: 1.5 }, 'freight_cents'],
    [{ freight_cents: 1_000_000_000_001 }, 'freight_cents'],
    [{ total_cents: 5 }, 'total_cents'],
  ] as const)
    expect((await refused(open, body)).data.field).toBe(field)
  // A rejected line whose price stayed open, which the warehouse shipped all the same.
  const twoLines = await shop.placed({
    trading_partner_id: shop.account_id,
    lines: [
      { sku: 'J-S', quantity: 1 },
      { sku: 'J-L', quantity: 1 },
    ],
  })
  const [small, large] = twoLines.line_items.map(({ line_item_id }: any) => line_item_id)
  await shop.act(twoLines, 'confirm', {
    lines: [
      { line_item_id: small, verdict: 'accepted' },
      { line_item_id: large, verdict: 'rejected' },
    ],
  })
  await shop.ship(twoLines, [{ sku: 'J-L', quantity: 1 }])
  expect(await refused(twoLines)).toMatchObject({ code: 'nothing_to_invoice' })
  await shop.ship(twoLines, [{ sku: 'J-S', quantity: 1 }])
  expect((await shop.invoiced(twoLines)).lines).toMatchObject([{ sku: 'J-S', quantity: 1 }])
  const { sql } = shop.tenant.service.database
  const rows = await sql`select from invoices where organization_id = ${shop.tenant.organization_id}`
  expect(rows).toHaveLength(1)
  await proveInvoices(shop)
})

test('units that shipped before the organisation came here are not invoiced again', async () => {
  const shop = await openInvoicedShop()
  const order = await shop.wholesale({ freight_cents: 100, lines: [{ sku: 'J-S', quantity: 4, discount_cents: 40 }] })
  await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
  const { sql } = shop.tenant.service.database
  await sql`update fulfilments set is_historical = true where organization_id = ${shop.tenant.organization_id}`
  expect((await shop.invoice(order)).body.code).toBe('nothing_to_invoice')
  await shop.ship(order, [{ sku: 'J-S', quantity: 3 }])
  expect(cents(await shop.invoiced(order))).toEqual({
    lines: [[3, 2500, 30, 7470]],
    tax: null,
    freight: 75,
    total: 7545,
  })
})

test('an account whose order names no terms is invoiced on its own, and unreadable terms give no due date', async () => {
  const shop = await openInvoicedShop()
  const { sql } = shop.tenant.service.database
  const orders = [null, 'due_on_receipt', 'as agreed'].map((terms) => ({ terms, lines: [{ sku: 'J-S', quantity: 1 }] }))
  const due: unknown[] = []
  for (const body of orders) {
    const order = await shop.wholesale(body)
    if (body.terms === null) await sql`update sales_orders set terms = null where order_id = ${order.order_id}`
    await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
    const { terms, issued_on, due_on } = await shop.invoiced(order)
    due.push([terms, due_on === null ? null : (Date.parse(due_on) - Date.parse(issued_on)) / 86_400_000])
  }
  expect(due).toEqual([
    ['net_30', 30],
    ['due_on_receipt', 0],
    ['as agreed', null],
  ])
})

test('the list filters, pages and counts, newest first, and takes the global cap in one page', async () => {
  const shop = await openInvoicedShop()
  const orders: any[] = []
  for (let i = 0; i < 3; i++) {
    const order = await shop.wholesale({ lines: [{ sku: 'J-S', quantity: 2 }] })
    await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
    orders.push({ order, invoice: await shop.invoiced(order) })
  }
  await shop.voided(orders[1].invoice)
  const list = async (query: string) => (await shop.tenant.get(`${invoicesPath}?${query}`)).body
  const names = async (query: string) => {
    const { rows, size, filtered_max_size } = (await list(query)).data
    expect(size).toBe(rows.length)
    return [rows.map(({ name }: any) => Number(name.slice(-1))), filtered_max_size]
  }
  expect(await names('')).toEqual([[3, 2, 1], 3])
  expect(await names('limit=1&offset=1')).toEqual([[2], 3])
  expect(await names('state=issued')).toEqual([[3, 1], 2])
  expect(await names(`order_id=${orders[0].order.order_id}&limit=10000`)).toEqual([[1], 1])
  expect(await names(`trading_partner_id=${shop.account_id}&state=void`)).toEqual([[2], 1])
  expect((await list('limit=1')).data.rows[0]).toEqual(await shop.read(orders[2].invoice))
  for (const [query, field] of [
    ['limit=10001', 'limit'],
    ['limit=0', 'limit'],
    ['offset=2147483647', 'offset'],
    ['state=draft', 'state'],
    [`order_id=${uuidv7()}`, 'order_id'],
    [`trading_partner_id=${uuidv7()}`, 'trading_partner_id'],
  ])
    expect([query, (await list(query!)).data.field]).toEqual([query, field])
  expect((await shop.tenant.get(`${invoicesPath}/${uuidv7().length}`)).body.code).toBe('invoice_not_on_file')
  const customers = (await shop.tenant.get('/api/v1/sales/customers')).body.data.rows
  expect(customers).toEqual([])
})

test('a key of one account finds, lists and invoices its own orders only', async () => {
  const shop = await openInvoicedShop()
  const other_id = uuidv7()
  const { sql } = shop.tenant.service.database
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${shop.tenant.organization_id}, ${other_id}, 'Meridian')`
  const order = await shop.wholesale({ lines: [{ sku: 'J-S', quantity: 2 }] })
  await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
  const invoice = await shop.invoiced(order)
  await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
  const [own, other] = await Promise.all(
    [shop.account_id, other_id].map(
      async (trading_partner_id) => (await shop.tenant.mint({ trading_partner_id })).api_key,
    ),
  )
  const get = async (key: string, at: string) => (await shop.tenant.get(`${invoicesPath}${at}`, { key })).body
  expect((await get(own!, `/${invoice.invoice_id}`)).data.name).toBe(invoice.name)
  expect((await get(other!, `/${invoice.invoice_id}`)).code).toBe('invoice_not_on_file')
  expect((await get(own!, '')).code).toBe('account_mismatch')
  expect((await get(own!, `?trading_partner_id=${other_id}`)).code).toBe('account_mismatch')
  expect((await get(own!, `?trading_partner_id=${shop.account_id}`)).data.size).toBe(1)
  expect((await get(other!, `?trading_partner_id=${other_id}&order_id=${order.order_id}`)).data.field).toBe('order_id')
  const act = (key: string) => shop.tenant.post(`${path}/${order.order_id}/invoice`, undefined, { key })
  expect((await act(other!)).body.code).toBe('order_not_on_file')
  expect((await act(own!)).status).toBe(201)
  await proveInvoices(shop)
})

test("the customer of an account shows the account's invoices, a consumer none", async () => {
  const shop = await openInvoicedShop()
  const order = await shop.wholesale({
    customer: { email: 'buyer@nordhaus.example' },
    lines: [{ sku: 'J-S', quantity: 2 }],
  })
  const consumer = await shop.placed({ customer: { email: 'ada@example.com' }, lines: [{ sku: 'J-S', quantity: 1 }] })
  await shop.ship(order, [{ sku: 'J-S', quantity: 2 }])
  const invoice = await shop.invoiced(order)
  const of = async ({ customer }: any) =>
    (await shop.tenant.get(`/api/v1/sales/customers/${customer.customer_id}`)).body.data.invoices
  const { invoice_id, name, state, issued_on, due_on, total } = invoice
  expect(await of(order)).toEqual([{ invoice_id, name, state, issued_on, due_on, total }])
  expect(await of(consumer)).toEqual([])
})
