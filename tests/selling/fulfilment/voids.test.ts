/** Shipments that were recorded in error: voided or corrected in one act with all that followed from them. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'

setDefaultTimeout(60_000)

const ship = (shop: OrderShop, { order_id }: { order_id: string }, body: object) =>
  shop.admin.post(`${path}/${order_id}/shipments`, body)

const act = (shop: OrderShop, { order_id }: { order_id: string }, shipment_id: string, verb: string, body: object) =>
  shop.admin.post(`${path}/${order_id}/shipments/${shipment_id}/${verb}`, { reason: 'Mistyped', ...body })

async function openOrder(shop: OrderShop, lines: object[], more: object = {}) {
  const own = { trading_partner_id: shop.account_id, lifecycle: 'open' }
  const order = await shop.placed({ ...own, ...more, lines })
  await shop.act(order, 'allocate')
  return order
}

const sales = async ({ tenant }: OrderShop) => {
  const rows = await tenant.service.database.sql`
    select v.sku, s.day::text as day, w.name as location, s.units, s.discounts_cents::float8 as discounts,
      s.known_cost_cents::float8 as cost
    from sales_daily s
    join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    join locations w on w.organization_id = s.organization_id and w.location_id = s.location_id
    where s.organization_id = ${tenant.organization_id} order by v.sku, s.day`
  return [...rows]
}

const movements = async ({ tenant }: OrderShop, kind: string) => {
  const rows = await tenant.service.database.sql`
    select m.movement_id::float8 as id, m.quantity_delta as units, m.unit_cost::float8 as cost, m.occurred_at as at,
      m.reverses_movement_id::float8 as reverses, m.document_type, m.evidence
    from stock_movements m where m.organization_id = ${tenant.organization_id} and m.kind = ${kind} order by m.entry`
  return rows.map((row: any) => ({ ...row, at: new Date(row.at).toISOString() }))
}

const cost = async ({ tenant, ids }: OrderShop, sku: string, location = 'Main') => {
  const [level] = await tenant.service.database.sql`
    select average_cost::float8 as cost from stock_levels where organization_id = ${tenant.organization_id}
      and variant_id = ${ids.variants[sku]!} and location_id = ${ids.locations[location]!}`
  return level!.cost
}

/** More jumpers at another cost. */
async function add(shop: OrderShop, quantity: number, unit_cost: number) {
  const lines = [{ sku: 'J-S', location_id: shop.ids.locations.Main, quantity, unit_cost }]
  expect((await shop.admin.post('/api/v1/stock-adjustments', { reason: 'found', lines })).status).toBe(201)
}

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const dayOf = (at: string) => at.slice(0, 10)

test('a voided shipment leaves no trace in stock, sales and order, and the order keeps it with who and why', async () => {
  const shop = await openOrderShop()
  const order = await openOrder(shop, [{ sku: 'J-S', quantity: 3, discount_cents: 1000 }])
  const shipped_at = ago(72)
  const shipped = (await ship(shop, order, { shipped_at, lines: [{ sku: 'J-S', quantity: 3 }] })).body.data
  expect(shipped.lifecycle).toBe('fulfilled')
  const [shipment] = shipped.shipments
  const { status, body } = await act(shop, order, shipment.shipment_id, 'void', {})
  expect(status).toBe(200)
  expect(body.message.desc).toBe(`Shipment of ${order.name} voided; the order is allocated.`)
  expect(body.data.order).toMatchObject({
    lifecycle: 'allocated',
    fulfilled_at: null,
    allocated_units: 3,
    fulfilled_units: 0,
    shipments: [],
    voided_shipments: [
      {
        shipment_id: shipment.shipment_id,
        name: `${order.name}-1`,
        voided_by: 'user:Ada Merchant',
        reason: 'Mistyped',
        replaced_by: null,
        lines: [{ sku: 'J-S', quantity: 3, carton_number: null }],
      },
    ],
  })
  expect(body.data.consequences).toEqual([
    '3 units of J-S did not leave Main.',
    `3 units held for ${order.name} again.`,
  ])
  expect(await shop.stock('J-S')).toEqual([10, 3])
  expect(await sales(shop)).toEqual([])
  const [out, back] = await movements(shop, 'fulfilment')
  expect(back).toMatchObject({ units: 3, cost: 20, at: shipped_at, reverses: out!.id })
  expect((await shop.events()).slice(-1)).toEqual(['order.updated'])
  const again = await act(shop, order, shipment.shipment_id, 'void', {})
  expect([again.status, again.body.code, again.body.error?.data?.reason ?? again.body.data?.reason]).toEqual([
    409,
    'conflict',
    'voided',
  ])
  const next = (await ship(shop, order, { lines: [{ sku: 'J-S', quantity: 1 }] })).body.data
  expect(next.shipments.map(({ name }: any) => name)).toEqual([`${order.name}-2`])
  await proveBooks(shop)
})

test('a void needs a reason and a shipment of the order', async () => {
  const shop = await openOrderShop()
  const order = await openOrder(shop, [{ sku: 'J-S', quantity: 1 }])
  const other = await openOrder(shop, [{ sku: 'J-S', quantity: 1 }])
  const { shipments } = (await ship(shop, order, { lines: [{ sku: 'J-S', quantity: 1 }] })).body.data
  const { shipment_id } = shipments[0]
  expect((await act(shop, order, shipment_id, 'void', { reason: ' ' })).body.code).toBe('bad_request')
  expect((await act(shop, other, shipment_id, 'void', {})).body.code).toBe('not_found')
  expect((await act(shop, { order_id: crypto.randomUUID() }, shipment_id, 'void', {})).body.code).toBe(
    'order_not_on_file',
  )
  expect((await shop.get(order)).shipments).toHaveLength(1)
})

test('a consumer sale stays on the day of its order when its shipment is voided, at the cost of the order', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ ordered_at: ago(96), lines: [{ sku: 'J-S', quantity: 2 }] })
  await add(shop, 10, 23)
  const { shipments } = (await ship(shop, order, { lines: [{ sku: 'J-S', quantity: 1 }] })).body.data
  expect(await sales(shop)).toMatchObject([{ units: 2, cost: 2150 + 2000 }])
  const { body } = await act(shop, order, shipments[0].shipment_id, 'void', {})
  expect(body.data.order).toMatchObject({ lifecycle: 'partially_allocated', fulfilled_units: 0 })
  expect(await sales(shop)).toMatchObject([{ day: dayOf(ago(96)), units: 2, cost: 4000 }])
  await proveBooks(shop)
})

test('a count between the shipment and its void stands', async () => {
  const shop = await openOrderShop()
  const order = await openOrder(shop, [{ sku: 'J-S', quantity: 4 }])
  const { shipments } = (await ship(shop, order, { shipped_at: ago(5), lines: [{ sku: 'J-S', quantity: 4 }] })).body
    .data
  await count(shop, 'J-S', 10)
  expect(await shop.stock('J-S')).toEqual([10, 0])
  const { body } = await act(shop, order, shipments[0].shipment_id, 'void', {})
  expect(await shop.stock('J-S')).toEqual([10, 4])
  expect(body.data.order.lifecycle).toBe('allocated')
  const offset = (await movements(shop, 'stocktake')).at(-1)!
  expect(offset).toMatchObject({ units: -4, document_type: 'count_offset' })
  expect(offset.evidence).toContain('was voided or corrected after it')
  await proveBooks(shop)
})

async function count(shop: OrderShop, sku: string, counted_quantity: number) {
  const variant_id = shop.ids.variants[sku]!
  const made = await shop.tenant.post('/api/v1/stocktakes', {
    name: 'Count',
    counted_on: new Date().toISOString().slice(0, 10),
    location_ids: [shop.ids.locations.Main],
    variant_ids: [variant_id],
  })
  const counted = `/api/v1/stocktakes/${made.body.data.id}`
  const counts = [{ variant_id, location_id: shop.ids.locations.Main, counted_quantity }]
  expect((await shop.tenant.patch(`${counted}/counts`, { counts })).status).toBe(204)
  expect((await shop.tenant.post(`${counted}/post`)).status).toBe(200)
}

test('a correction keeps name, id and cost, and moves units, place and day', async () => {
  const shop = await openOrderShop()
  const order = await openOrder(shop, [
    { sku: 'J-S', quantity: 5, discount_cents: 500 },
    { sku: 'J-M', quantity: 2, unit_price_cents: 3000 },
  ])
  const first = (
    await ship(shop, order, { shipped_at: ago(72), external_id: 'DN-1', lines: [{ sku: 'J-S', quantity: 4 }] })
  ).body.data.shipments[0]
  await add(shop, 6, 40)
  const shipped_at = ago(30)
  const { status, body } = await act(shop, order, first.shipment_id, 'correct', {
    shipped_at,
    carrier: 'UPS',
    lines: [
      { sku: 'J-S', quantity: 2 },
      { sku: 'J-M', quantity: 1 },
    ],
  })
  expect([status, body.data?.consequences]).toEqual([
    200,
    [
      `${order.name}-1 has 2 units of J-S and 1 unit of J-M; it was recorded with 4 units of J-S.`,
      `${order.name}-1 left on ${dayOf(shipped_at)}, not on ${dayOf(first.shipped_at)}.`,
    ],
  ])
  const { order: after } = body.data
  const [shipment] = after.shipments
  expect(after).toMatchObject({ lifecycle: 'partially_fulfilled', fulfilled_units: 3, allocated_units: 4 })
  expect(shipment).toMatchObject({ name: first.name, carrier: 'UPS', corrects: first.shipment_id })
  expect(after.voided_shipments).toMatchObject([
    { shipment_id: first.shipment_id, replaced_by: shipment.shipment_id, lines: [{ quantity: 4 }] },
  ])
  expect(await shop.stock('J-S')).toEqual([14, 3])
  expect(await sales(shop)).toMatchObject([
    { sku: 'J-M', day: dayOf(shipped_at), units: 1, cost: 2500 },
    { sku: 'J-S', day: dayOf(shipped_at), units: 2, cost: 4000, discounts: 200 },
  ])
  // Twelve units at 30.00 and two of the four that are back at 20.00.
  expect(await cost(shop, 'J-S')).toBeCloseTo((12 * 30 + 2 * 20) / 14, 8)
  const moved = await act(shop, order, shipment.shipment_id, 'correct', { location_id: shop.ids.locations.Store })
  expect([moved.status, moved.body.data.consequences.includes(`${order.name}-1 left Store, not Main.`)]).toEqual([
    200,
    true,
  ])
  expect(await shop.stock('J-S', 'Main')).toEqual([16, 3])
  expect(await shop.stock('J-S', 'Store')).toEqual([-2, 0])
  expect(await shop.stock('J-M', 'Store')).toEqual([-1, 0])
  expect((await sales(shop)).map(({ location }: any) => location)).toEqual(['Store', 'Store'])
  const repeated = await act(shop, order, first.shipment_id, 'correct', { carrier: 'DHL' })
  expect(repeated.body.code).toBe('conflict')
  await proveBooks(shop)
})

test('a correction that changes nothing writes nothing, and one of a tracking number moves no stock', async () => {
  const shop = await openOrderShop()
  const order = await openOrder(shop, [{ sku: 'J-S', quantity: 3 }])
  const lines = [{ sku: 'J-S', quantity: 3 }]
  const first = (
    await ship(shop, order, { carrier: 'UPS', cartons: [{ sscc: '106141411234567897', weight_kg: 4.5, lines }] })
  ).body.data.shipments[0]
  const before = (await movements(shop, 'fulfilment')).length
  const same = await act(shop, order, first.shipment_id, 'correct', {
    carrier: 'UPS',
    location_id: first.location.location_id.toUpperCase(),
    shipped_at: first.shipped_at,
    cartons: [{ weight_kg: 4.5, lines }],
  })
  expect(same.body.data.consequences).toEqual(['Nothing changed.'])
  expect(await movements(shop, 'fulfilment')).toHaveLength(before)
  const { body } = await act(shop, order, first.shipment_id, 'correct', { tracking_number: '1Z' })
  expect(body.data.order).toMatchObject({
    lifecycle: 'fulfilled',
    shipments: [{ tracking_number: '1Z', cartons: [{ sscc: '106141411234567897', weight_kg: 4.5 }] }],
  })
  expect(await shop.stock('J-S')).toEqual([7, 0])
  expect((await shop.events()).slice(-2)).toEqual(['order.fulfilled', 'order.updated'])
  await proveBooks(shop)
})

test('discounts of all shipments add up after one of them was voided', async () => {
  const shop = await openOrderShop()
  const order = await openOrder(shop, [{ sku: 'J-S', quantity: 7, discount_cents: 100 }])
  const shipped: any[] = []
  for (let i = 0; i < 3; i++)
    shipped.push((await ship(shop, order, { lines: [{ sku: 'J-S', quantity: 2 }] })).body.data.shipments[i])
  await act(shop, order, shipped[0].shipment_id, 'void', {})
  await act(shop, order, shipped[1].shipment_id, 'correct', { lines: [{ sku: 'J-S', quantity: 1 }] })
  const last = (await ship(shop, order, { lines: [{ sku: 'J-S', quantity: 4 }] })).body.data
  expect(last.lifecycle).toBe('fulfilled')
  expect((await sales(shop)).reduce((sum: number, { discounts }: any) => sum + discounts, 0)).toBe(100)
  await proveBooks(shop)
})

test('units that a return takes back stay shipped, invoiced or not', async () => {
  const shop = await openOrderShop()
  const order = await openOrder(shop, [{ sku: 'J-S', quantity: 6 }])
  const ids: string[] = []
  for (const quantity of [4, 2]) {
    const { shipments } = (await ship(shop, order, { lines: [{ sku: 'J-S', quantity }] })).body.data
    ids.push(shipments.find((one: any) => !ids.includes(one.shipment_id)).shipment_id)
  }
  const [four, two] = ids as [string, string]
  const refusedBy = async (answer: Promise<any>) => {
    const { status, body } = await answer
    const data = body.data ?? body.error?.data
    return [status, data?.reason, data?.returns?.map(({ name }: any) => name)]
  }
  const back = await shop.tenant.post(
    '/api/v1/sales/returns',
    { order_id: order.order_id, location_id: shop.ids.locations.Main, lines: [{ sku: 'J-S', expected_quantity: 3 }] },
    { headers: { 'Idempotency-Key': 'return-1' } },
  )
  expect(back.status).toBe(200)
  expect(await refusedBy(act(shop, order, four, 'void', {}))).toEqual([409, 'returned', [back.body.data.name]])
  expect(await refusedBy(act(shop, order, four, 'correct', { lines: [{ sku: 'J-S', quantity: 1 }] }))).toEqual([
    200,
    undefined,
    undefined,
  ])
  expect(await refusedBy(act(shop, order, two, 'void', {}))).toEqual([409, 'returned', [back.body.data.name]])
  expect((await shop.act(order, 'invoice')).status).toBe(201)
  const last = (await shop.get(order)).shipments.find(({ corrects }: any) => corrects !== null)
  expect(await refusedBy(act(shop, order, last.shipment_id, 'void', {}))).toEqual([
    409,
    'returned',
    [back.body.data.name],
  ])
  expect((await act(shop, order, last.shipment_id, 'correct', { carrier: 'UPS' })).status).toBe(200)
  await proveBooks(shop)
})

test('a repeated external_id with the same content answers the shipment, and with other content names the difference', async () => {
  const shop = await openOrderShop()
  const order = await openOrder(shop, [{ sku: 'J-S', quantity: 6 }])
  const [line] = order.line_items
  const body = { external_id: 'DN-7', carrier: 'UPS', lines: [{ sku: 'J-S', quantity: 3 }] }
  const first = await ship(shop, order, body)
  expect(first.status).toBe(201)
  const repeats = [body, { ...body, lines: [{ line_item_id: line.line_item_id.toUpperCase(), quantity: 3 }] }]
  for (const repeat of repeats) {
    const answer = await ship(shop, order, repeat)
    expect([answer.status, answer.body.data.shipments.length]).toEqual([201, 1])
  }
  const others: [object, string][] = [
    [{ lines: [{ sku: 'J-S', quantity: 4 }] }, '4 units of J-S, recorded with 3'],
    [{ carrier: 'DHL' }, 'carrier DHL, recorded with UPS'],
    [{ tracking_number: '1Z' }, 'tracking_number 1Z, recorded with none'],
    [{ location_id: shop.ids.locations.Store }, 'another location'],
    [{ shipped_at: '2026-03-01T00:00:00Z' }, 'shipped_at 2026-03-01T00:00:00.000Z, recorded with'],
  ]
  for (const [change, difference] of others) {
    const { status, body: refused } = await ship(shop, order, { ...body, ...change })
    expect([status, refused.code]).toEqual([409, 'conflict'])
    expect(refused.message.desc).toContain(difference)
  }
  const [shipment] = first.body.data.shipments
  await act(shop, order, shipment.shipment_id, 'void', {})
  const fresh = await ship(shop, order, { ...body, carrier: 'DHL' })
  expect(fresh.body.data.shipments).toMatchObject([{ name: `${order.name}-2`, carrier: 'DHL' }])
  await proveBooks(shop)
})

const raced = (answers: readonly { status: number; body: any }[]) =>
  answers.map(({ status, body }) => (status < 300 ? 'done' : body.code)).toSorted()

test('of a void and an invoice at once the void credits the invoice, or leaves nothing to invoice', async () => {
  const shop = await openOrderShop()
  for (let i = 0; i < 6; i++) {
    const order = await openOrder(shop, [{ sku: 'J-S', quantity: 1 }])
    const { shipments } = (await ship(shop, order, { lines: [{ sku: 'J-S', quantity: 1 }] })).body.data
    const both = [() => shop.act(order, 'invoice'), () => act(shop, order, shipments[0].shipment_id, 'void', {})]
    const answers = await Promise.all((i % 2 === 0 ? both : both.toReversed()).map((one) => one()))
    const { invoices, fulfilled_units, invoiced_units } = await shop.get(order)
    expect(raced(answers)).toEqual(invoices.length === 0 ? ['conflict', 'done'] : ['done', 'done'])
    expect([fulfilled_units, invoiced_units]).toEqual([0, 0])
    const { rows } = (await shop.admin.get(`/api/v1/sales/credit-notes?order_id=${order.order_id}`)).body.data
    expect(rows.map(({ total }: any) => total.cents)).toEqual(invoices.map(({ total }: any) => total.cents))
    await shop.act(order, 'cancel')
  }
  await proveBooks(shop)
})

test('of a void and a return at once one wins', async () => {
  const shop = await openOrderShop()
  for (let i = 0; i < 6; i++) {
    const order = await openOrder(shop, [{ sku: 'J-S', quantity: 1 }])
    const { shipments } = (await ship(shop, order, { lines: [{ sku: 'J-S', quantity: 1 }] })).body.data
    const back = {
      order_id: order.order_id,
      location_id: shop.ids.locations.Main,
      lines: [{ sku: 'J-S', expected_quantity: 1 }],
    }
    const both = [
      () => shop.tenant.post('/api/v1/sales/returns', back, { headers: { 'Idempotency-Key': `return-${i}` } }),
      () => act(shop, order, shipments[0].shipment_id, 'void', {}),
    ]
    const answers = await Promise.all((i % 2 === 0 ? both : both.toReversed()).map((one) => one()))
    const { fulfilled_units } = await shop.get(order)
    expect(raced(answers)).toEqual(fulfilled_units === 1 ? ['conflict', 'done'] : ['done', 'return_before_shipment'])
    await shop.act(order, 'cancel')
  }
  await proveBooks(shop)
})

test('of voids and corrections of one shipment at once, each is done once', async () => {
  const shop = await openOrderShop()
  const order = await openOrder(shop, [{ sku: 'J-S', quantity: 4 }])
  const { shipments } = (await ship(shop, order, { lines: [{ sku: 'J-S', quantity: 2 }] })).body.data
  const { shipment_id } = shipments[0]
  const answers = await Promise.all([
    act(shop, order, shipment_id, 'void', {}),
    act(shop, order, shipment_id, 'correct', { lines: [{ sku: 'J-S', quantity: 3 }] }),
    act(shop, order, shipment_id, 'void', {}),
    act(shop, order, shipment_id, 'correct', { carrier: 'DHL' }),
  ])
  expect(raced(answers)).toEqual(['conflict', 'conflict', 'conflict', 'done'])
  expect((await shop.get(order)).voided_shipments).toHaveLength(1)
  await proveBooks(shop)
})

test('a corrected or voided shipment of an order in another currency moves its sales in that currency', async () => {
  const shop = await openOrderShop()
  const lines = [{ sku: 'J-S', quantity: 4, unit_price_cents: 2100 }]
  const order = await openOrder(shop, lines, { currency: 'EUR' })
  const [first] = (await ship(shop, order, { shipped_at: ago(60), lines: [{ sku: 'J-S', quantity: 4 }] })).body.data
    .shipments
  const corrected = await act(shop, order, first.shipment_id, 'correct', { lines: [{ sku: 'J-S', quantity: 3 }] })
  expect(corrected.status).toBe(200)
  const { sql } = shop.tenant.service.database
  const counted = () => sql`
    select currency, units, gross_sales_cents::float8 as gross from sales_daily
    where organization_id = ${shop.tenant.organization_id}`
  expect([...(await counted())]).toEqual([{ currency: 'EUR', units: 3, gross: 6300 }])
  const [after] = corrected.body.data.order.shipments
  expect((await act(shop, order, after.shipment_id, 'void', {})).status).toBe(200)
  expect([...(await counted())]).toEqual([])
  await proveBooks(shop)
})
