/** Orders from a file: what happened to them before and after the cut-over, in sales, stock, returns and events. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openImportShop, proveImport, salesOf } from './order_shop.ts'

setDefaultTimeout(60_000)

const header =
  'Order number,Order date,Status,SKU,Quantity,Unit price,Line discount,Line tax,Shipped quantity,Shipped at,Tracking number,Refunded quantity,Restocked quantity,Refunded at,Refunded amount,Email,Customer name,Country,Shipping'

const states = [
  header,
  // Shipped in two shipments before the cut-over; one unit came back and was refunded before it.
  'A-1,2026-10-05T10:00:00Z,shipped,J-S,3,50.00,15.00,10.50,,2026-10-06T09:00:00Z,T1,1,1,2026-10-20T08:00:00Z,48.50,ann@example.com,Ann Hill,PT,5.00',
  'A-1,2026-10-05T10:00:00Z,shipped,J-M,1,60.00,,4.80,,2026-10-07T09:00:00Z,T2,,,,,,,,',
  // Part shipped before the cut-over: the rest is open.
  'A-2,2026-10-30T10:00:00Z,part shipped,J-S,4,50.00,,,1,2026-10-31T09:00:00Z,,,,,,ANN@example.com,,,',
  // Open since before the cut-over, and since after it.
  'A-3,2026-10-31T23:30:00Z,open,J-M,2,60.00,,,,,,,,,,bo@example.com,Bo Ek,Sweden,',
  'A-4,2026-11-05T10:00:00Z,open,J-S,1,50.00,,,,,,,,,,,,,',
  // Shipped after the cut-over; one came back into stock, one did not.
  'A-5,2026-10-31T10:00:00Z,shipped,J-S,3,50.00,,,,2026-11-02T09:00:00Z,,2,1,2026-11-10T08:00:00Z,100.00,,,,',
  // Cancelled before it shipped, with the money paid back: no sale and no refund is left.
  'A-6,2026-10-12T10:00:00Z,cancelled,J-M,1,60.00,,,,,,,,,60.00,,,,',
  // Refunded whole.
  'A-7,2026-10-13T10:00:00Z,refunded,J-M,2,60.00,,10.00,,2026-10-14T10:00:00Z,,,,2026-10-25T10:00:00Z,,,,,',
  // Money alone, without units.
  'A-8,2026-10-14T10:00:00Z,shipped,J-L,1,40.00,,,,2026-10-14T12:00:00Z,,,,2026-10-16T10:00:00Z,10.00,,,,',
].join('\n')

test('orders in every state come in, and only what happened after the cut-over moves stock', async () => {
  const shop = await openImportShop()
  const before = await shop.stock('J-S')
  const done = await shop.imported(states)
  expect(await shop.report(done.import_id)).toMatchObject(
    Array.from({ length: 9 }, () => [expect.any(String), 'created', '', '', '']),
  )
  expect(done.result.records).toMatchObject({ created: 8, refused: 0 })
  const lifecycles = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map(async (n) => {
      const order = await shop.order(`A-${n}`)
      return [order.lifecycle, order.units, order.fulfilled_units, order.cancelled_units, order.origin]
    }),
  )
  expect(lifecycles).toEqual([
    ['fulfilled', 4, 4, 0, 'import'],
    ['partially_fulfilled', 4, 1, 0, 'import'],
    ['open', 2, 0, 0, 'import'],
    ['open', 1, 0, 0, 'import'],
    ['fulfilled', 3, 3, 0, 'import'],
    ['cancelled', 0, 0, 1, 'import'],
    ['fulfilled', 2, 2, 0, 'import'],
    ['fulfilled', 1, 1, 0, 'import'],
  ])
  // Three units left after the cut-over, and one of them came back into stock.
  expect(await shop.stock('J-S')).toEqual([before[0] - 2, 0])
  expect(await shop.stock('J-M')).toEqual([5, 0])
  const first = await shop.order('A-1')
  expect(
    first.shipments.map(({ name, shipped_on, tracking_number }: any) => [name, shipped_on, tracking_number]),
  ).toEqual([
    ['A-1-1', '2026-10-06', 'T1'],
    ['A-1-2', '2026-10-07', 'T2'],
  ])
  expect(first.freight.cents).toBe(500)
  expect(first.customer.display_name).toBe('Ann H.')
  await proveImport(shop)
})

test('sales by day are those that the file adds up to, counted by other means', async () => {
  const shop = await openImportShop()
  await shop.imported(states)
  // Straight from the rows: consumer sales on the order's day, refunds and returned units on their own.
  const expected = new Map<string, number[]>()
  const add = (day: string, sku: string, figures: number[]) => {
    const found = expected.get(`${day} ${sku}`) ?? [0, 0, 0, 0, 0, 0]
    expected.set(
      `${day} ${sku}`,
      found.map((one, i) => one + figures[i]!),
    )
  }
  for (const row of states.split('\n').slice(1)) {
    const [, ordered, state, sku, quantity, price, discount, tax, , , , back, , refunded, amount] = row.split(',')
    if (state === 'cancelled') continue
    const [units, cents] = [Number(quantity), Math.round(Number(price) * 100)]
    const taxes = Math.round(Number(tax) * 100)
    add(ordered!.slice(0, 10), sku!, [units, units * cents, Math.round(Number(discount) * 100), 0, 0, taxes])
    const net = units * cents - Math.round(Number(discount) * 100)
    if (state === 'refunded') add(refunded!.slice(0, 10), sku!, [0, 0, 0, units, net, -taxes])
    else if (amount !== '') {
      const paid = Math.round(Number(amount) * 100)
      const paidTax = Math.round((paid * taxes) / (net + taxes))
      add(refunded!.slice(0, 10), sku!, [0, 0, 0, Number(back), paid - paidTax, -paidTax])
    }
  }
  const rows = [...expected].map(([key, figures]) => [...key.split(' '), ...figures]).toSorted()
  expect((await salesOf(shop)).toSorted()).toEqual(rows)
  await proveImport(shop)
})

test('importing the file again changes nothing and says so', async () => {
  const shop = await openImportShop()
  await shop.imported(states)
  const [sales, stock] = [await salesOf(shop), await shop.stock('J-S')]
  const again = await shop.imported(states)
  expect(again.result.records).toMatchObject({ created: 0, changed: 0, unchanged: 8, refused: 0 })
  expect(await salesOf(shop)).toEqual(sales)
  expect(await shop.stock('J-S')).toEqual(stock)
  const [count] = await shop.tenant.service.database.sql`
    select count(*)::int as customers, sum(orders_count)::int as orders from customers
    where organization_id = ${shop.tenant.organization_id}`
  expect(count).toEqual({ customers: 2, orders: 3 })
})

test('every order is announced, history as such, and what happened before the cut-over is not announced beside it', async () => {
  const shop = await openImportShop()
  for (const type of ['return.created', 'return.received'])
    await shop.admin.post('/api/v1/webhooks', { hook_url: 'http://127.0.0.1:9/hook', type })
  await shop.imported(states)
  const events = await shop.events()
  const counts = ['order.created', 'order.fulfilled', 'return.created', 'return.received'].map(
    (name) => events.filter((event) => event === name).length,
  )
  expect(counts).toEqual([8, 1, 1, 1])
  const back = events.filter((event) => event.startsWith('return.'))
  expect(back).toEqual(['return.created', 'return.received'])
  const { sql } = shop.tenant.service.database
  const created = await sql`
    select body::jsonb ->> 'name' as name, (body::jsonb ->> 'imported')::boolean as imported from webhook_events
    where organization_id = ${shop.tenant.organization_id} and event = 'order.created' order by 1`
  const { rows } = (await shop.tenant.get('/api/v1/sales/orders')).body.data
  expect([...created]).toEqual(
    rows
      .map(({ name, imported }: any) => ({ name, imported }))
      .toSorted((a: any, b: any) => (a.name < b.name ? -1 : 1)),
  )
  expect(created.flatMap(({ name, imported }) => (imported ? [name] : []))).toEqual(['A-1', 'A-6', 'A-7', 'A-8'])
})

test('a webhook that leaves history out receives only orders with something to ship or shipped since the cut-over', async () => {
  const shop = await openImportShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const subscribe = async (include_imported?: boolean) =>
    (
      await shop.admin.post('/api/v1/webhooks', {
        hook_url: `http://127.0.0.1:9/${include_imported}`,
        type: 'order.created',
        ...(include_imported === undefined ? {} : { include_imported }),
      })
    ).body.data
  await sql`update webhooks set is_active = false where organization_id = ${organization_id}`
  const live = await subscribe(false)
  expect([live.include_imported, (await subscribe()).include_imported]).toEqual([false, true])
  await shop.imported(states)
  const events = await sql`
    select w.include_imported, count(*)::int as orders,
      count(*) filter (where (e.body::jsonb ->> 'imported')::boolean)::int as history
    from webhook_deliveries d join webhooks w using (organization_id, webhook_id)
    join webhook_events e using (organization_id, event_id)
    where d.organization_id = ${organization_id} group by 1 order by 1`
  expect([...events]).toEqual([
    { include_imported: false, orders: 4, history: 0 },
    { include_imported: true, orders: 8, history: 4 },
  ])
})

test('an open order is allocated, shipped and returned like any other, and a historical unit can be returned', async () => {
  const shop = await openImportShop()
  await shop.imported(states)
  const open = await shop.order('A-4')
  expect((await shop.act(open, 'allocate')).body.data.lifecycle).toBe('allocated')
  const shipped = await shop.admin.post(`/api/v1/sales/orders/${open.order_id}/shipments`, {
    lines: [{ sku: 'J-S', quantity: 1 }],
  })
  expect(shipped.body.data.lifecycle).toBe('fulfilled')
  const old = await shop.order('A-1')
  const returned = await shop.tenant.post(
    '/api/v1/sales/returns',
    { order_id: old.order_id, location_id: shop.ids.locations.Main, lines: [{ sku: 'J-S', expected_quantity: 2 }] },
    { headers: { 'Idempotency-Key': 'return-of-history' } },
  )
  expect(returned.status).toBe(200)
  const more = await shop.tenant.post(
    '/api/v1/sales/returns',
    { order_id: old.order_id, location_id: shop.ids.locations.Main, lines: [{ sku: 'J-S', expected_quantity: 1 }] },
    { headers: { 'Idempotency-Key': 'one-too-many' } },
  )
  expect(more.body.code).toBe('return_more_than_sold')
  const [on_hand] = await shop.stock('J-S')
  await shop.tenant.post(`/api/v1/sales/returns/${returned.body.data.id}/receive`, {
    lines: [{ sku: 'J-S', received_quantity: 2, disposition: 'restock' }],
  })
  expect((await shop.stock('J-S'))[0]).toBe(on_hand + 2)
  await proveImport(shop)
})

test('days are those of the time zone of the organisation, whatever offset the file writes', async () => {
  const shop = await openImportShop('America/New_York')
  const file = [
    'Order number,Order date,Status,SKU,Quantity,Unit price',
    'Z-1,2026-10-06 02:30:00 +0100,open,J-S,1,50.00',
    'Z-2,2026-10-06 05:30:00 +0100,open,J-S,1,50.00',
    'Z-3,2026-10-06 23:59:00,open,J-S,1,50.00',
  ].join('\n')
  await shop.imported(file)
  expect((await salesOf(shop)).map(([day, , units]) => [day, units])).toEqual([
    ['2026-10-05', 1],
    ['2026-10-06', 2],
  ])
  await proveImport(shop)
})

test('a day of a channel comes from orders or from an import, in either order of the two', async () => {
  const shop = await openImportShop()
  const daily = 'Day,SKU,Channel,Location,Units,Gross sales\n2026-10-05,J-S,Online,Main,1,50.00\n'
  await shop.importer.imported(daily, { kind: 'daily_sales' })
  const done = await shop.imported(states)
  const refused = (await shop.report(done.import_id)).filter(([, outcome]) => outcome === 'refused')
  expect(refused[0]).toEqual([
    '2',
    'refused',
    'ordered_at',
    '2026-10-05',
    'is on a day whose sales were imported for the channel; a day comes from orders or from an import',
  ])
  const other = await shop.importer.imported(daily.replace('2026-10-05', '2026-10-30'), { kind: 'daily_sales' })
  expect(other.result.records).toMatchObject({ created: 0, refused: 1 })
  await proveImport(shop)
})

test('undoing takes back what nothing depends on: orders, returns, sales and the days they had claimed', async () => {
  const shop = await openImportShop()
  const done = await shop.imported(states)
  const open = await shop.order('A-3')
  expect((await shop.act(open, 'allocate')).status).toBe(200)
  await shop.importer.step(done.import_id, 'undo')
  await shop.importer.work()
  const undone = await shop.importer.get(done.import_id)
  expect(undone).toMatchObject({ state: 'partly_undone', undo_result: { records: { undone: 6, refused: 2 } } })
  const { sql } = shop.tenant.service.database
  const left = await sql`
    select name from sales_orders where organization_id = ${shop.tenant.organization_id} order by name`
  expect(left.map(({ name }) => name)).toEqual(['A-3', 'A-5'])
  expect((await salesOf(shop)).map(([day, sku, units]) => [day, sku, units])).toEqual([
    ['2026-10-31', 'J-M', 2],
    ['2026-10-31', 'J-S', 3],
    ['2026-11-10', 'J-S', 0],
  ])
  expect((await shop.events()).filter((event) => event === 'order.cancelled').length).toBe(2)
  await proveImport(shop)
  const daily = 'Day,SKU,Channel,Location,Units,Gross sales\n2026-10-05,J-S,Online,Main,1,50.00\n'
  expect((await shop.importer.imported(daily, { kind: 'daily_sales' })).result.records).toMatchObject({ created: 1 })
  expect((await shop.imported(states)).result.records).toMatchObject({ created: 5, unchanged: 2, refused: 1 })
})

test('an imported order whose units are partly cancelled keeps at least those when its quantities change', async () => {
  const shop = await openImportShop()
  await shop.imported(
    [
      'Order number,Order date,Status,SKU,Quantity,Cancelled quantity,Unit price',
      'C-1,2026-11-05T10:00:00Z,open,J-S,3,2,50.00',
    ].join('\n'),
  )
  const order = await shop.order('C-1')
  const [{ line_item_id }] = order.line_items
  const patch = (quantity: number, rest: object = {}) =>
    shop.tenant.patch(`/api/v1/sales/orders/${order.order_id}`, { lines: [{ line_item_id, quantity }], ...rest })
  const below = await patch(1, { new_lines: [{ sku: 'J-M', quantity: 1 }] })
  expect([below.status, below.body.data.field]).toEqual([400, 'lines[0].quantity'])
  const nothing = await patch(2)
  expect([nothing.status, nothing.body.data.field]).toEqual([400, 'lines'])
  expect((await patch(4)).body.data).toMatchObject({ lifecycle: 'open', units: 2, cancelled_units: 2 })
  expect(await salesOf(shop)).toEqual([['2026-11-05', 'J-S', 2, 10_000, 0, 0, 0, 0]])
  await proveImport(shop)
})

test('units of a part-cancelled line that came back bring back exactly what was sold', async () => {
  const shop = await openImportShop()
  await shop.imported(
    [
      'Order number,Order date,Status,SKU,Quantity,Cancelled quantity,Unit price,Line discount,Shipped quantity,Shipped at,Refunded quantity,Refunded at',
      'D-1,2026-10-05T10:00:00Z,shipped,J-S,4,1,50.00,0.02,3,2026-10-06T10:00:00Z,3,2026-10-20T10:00:00Z',
    ].join('\n'),
  )
  expect(await salesOf(shop)).toEqual([
    ['2026-10-05', 'J-S', 3, 15_000, 2, 0, 0, 0],
    ['2026-10-20', 'J-S', 0, 0, 0, 3, 14_998, 0],
  ])
  await proveImport(shop)
})
