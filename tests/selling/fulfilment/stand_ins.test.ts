/** Shipments that were corrected because another variant left than the order had. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'

setDefaultTimeout(60_000)

const act = (shop: OrderShop, { order_id }: { order_id: string }, shipment_id: string, verb: string, body: object) =>
  shop.admin.post(`${path}/${order_id}/shipments/${shipment_id}/${verb}`, { reason: 'Another size left', ...body })

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

async function shipped(shop: OrderShop, lines: object[], own: object, units: number, shipped_at = ago(30)) {
  const placed = await shop.placed({ lifecycle: 'open', ...own, lines })
  await shop.act(placed, 'allocate')
  const body = { shipped_at, lines: [{ sku: 'J-S', quantity: units }] }
  const { data: order } = (await shop.admin.post(`${path}/${placed.order_id}/shipments`, body)).body
  return { order, line: order.line_items[0].line_item_id as string, shipment: order.shipments[0].shipment_id as string }
}

const wholesale = (shop: OrderShop) => ({ trading_partner_id: shop.account_id })

const insteadOf = (line_item_id: string, ordered_units: string, more: object = {}) => ({
  instead_of: { line_item_id, ordered_units, ...more },
})

/** Sales by variant: day, units, gross, discount and tax. */
const sales = async ({ tenant }: OrderShop) => {
  const rows = await tenant.service.database.sql`
    select v.sku, s.day::text as day, s.units, s.gross_sales_cents::float8 as gross, s.discounts_cents::float8 as discount,
      s.taxes_cents::float8 as tax
    from sales_daily s
    join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    where s.organization_id = ${tenant.organization_id} and s.units <> 0 order by v.sku, s.day`
  return rows.map(({ sku, day, units, gross, discount, tax }: any) => [sku, day, units, gross, discount, tax])
}

const linesOf = (order: any) =>
  order.line_items.map((line: any) => [
    line.sku,
    line.ordered_quantity,
    line.quantity,
    line.fulfilled_quantity,
    line.cancelled_quantity,
    line.allocated_quantity,
  ])

test('units that replace the ordered ones leave stock and count at the price of their line with its discount and tax', async () => {
  const shop = await openOrderShop()
  const line = { sku: 'J-S', quantity: 5, unit_price_cents: 2000, discount_cents: 501, tax_cents: 1003 }
  const shipped_at = ago(30)
  const day = shipped_at.slice(0, 10)
  const { order, line: ordered, shipment } = await shipped(shop, [line], wholesale(shop), 5, shipped_at)
  const stock = async () => [await shop.stock('J-S'), await shop.stock('J-M')]
  const [, mediums] = await stock()
  expect(await sales(shop)).toEqual([['J-S', day, 5, 10_000, 501, 1003]])
  const corrected = await act(shop, order, shipment, 'correct', {
    lines: [
      { sku: 'J-S', quantity: 3 },
      { sku: 'J-M', quantity: 2, ...insteadOf(ordered, 'replaced') },
    ],
  })
  expect([corrected.status, corrected.body.data?.consequences]).toEqual([
    200,
    [
      `${order.name}-1 has 3 units of J-S and 2 units of J-M; it was recorded with 5 units of J-S.`,
      '2 units of J-M left in place of J-S, of which 2 units are cancelled.',
    ],
  ])
  const { order: after } = corrected.body.data
  expect(after).toMatchObject({ lifecycle: 'fulfilled', fulfilled_units: 5, allocated_units: 0 })
  expect(linesOf(after)).toEqual([
    ['J-S', 5, 5, 3, 2, 0],
    ['J-M', 0, 2, 2, 0, 0],
  ])
  expect(after.line_items.map(({ instead_of_line_item_id }: any) => instead_of_line_item_id)).toEqual([null, ordered])
  expect(await stock()).toEqual([
    [7, 0],
    [mediums![0] - 2, mediums![1]],
  ])
  expect(await sales(shop)).toEqual([
    ['J-M', day, 2, 4000, 200, 401],
    ['J-S', day, 3, 6000, 301, 602],
  ])
  await proveBooks(shop)
  const again = await act(shop, order, after.shipments[0].shipment_id, 'correct', {
    lines: [
      { sku: 'J-S', quantity: 3 },
      { sku: 'J-M', quantity: 2, ...insteadOf(ordered.toUpperCase(), 'replaced') },
    ],
  })
  expect(again.body.data.consequences).toEqual(['Nothing changed.'])
  const carrier = (await act(shop, order, after.shipments[0].shipment_id, 'correct', { carrier: 'UPS' })).body.data
  expect(linesOf(carrier.order)).toEqual(linesOf(after))
  const whole = await act(shop, order, carrier.order.shipments[0].shipment_id, 'correct', {
    lines: [{ sku: 'J-S', quantity: 5 }],
  })
  expect(linesOf(whole.body.data.order)).toEqual([
    ['J-S', 5, 5, 5, 0, 0],
    ['J-M', 0, 0, 0, 0, 0],
  ])
  expect(await sales(shop)).toEqual([['J-S', day, 5, 10_000, 501, 1003]])
  expect(await stock()).toEqual([[5, 0], mediums!])
  await proveBooks(shop)
})

test('ordered units that are still owed hold the stock that came back, and the others count at the price that is stated', async () => {
  const shop = await openOrderShop()
  const { order, line, shipment } = await shipped(shop, [{ sku: 'J-S', quantity: 4 }], wholesale(shop), 4)
  const unpriced = { lines: [{ sku: 'J-M', quantity: 4, ...insteadOf(line, 'owed') }] }
  const refused = await act(shop, order, shipment, 'correct', unpriced)
  expect([refused.status, refused.body.message.desc]).toEqual([400, expect.stringContaining('unit_price_cents')])
  const free = { lines: [{ sku: 'J-M', quantity: 4, ...insteadOf(line, 'owed', { unit_price_cents: 0 }) }] }
  const { data } = (await act(shop, order, shipment, 'correct', free)).body
  expect(data.consequences).toContain('4 units of J-M left in place of J-S, which is still owed.')
  expect(data.order.lifecycle).toBe('partially_fulfilled')
  expect(linesOf(data.order)).toEqual([
    ['J-S', 4, 4, 0, 0, 4],
    ['J-M', 0, 4, 4, 0, 0],
  ])
  expect(await shop.stock('J-S')).toEqual([10, 4])
  expect((await sales(shop)).map(([sku, , units, gross]: any) => [sku, units, gross])).toEqual([['J-M', 4, 0]])
  await proveBooks(shop)
  const sent = await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines: [{ sku: 'J-S', quantity: 4 }] })
  expect(sent.body.data.lifecycle).toBe('fulfilled')
  const voided = await act(shop, order, data.order.shipments[0].shipment_id, 'void', {})
  expect(voided.body.data.order.lifecycle).toBe('fulfilled')
  expect(linesOf(voided.body.data.order)).toEqual([
    ['J-S', 4, 4, 4, 0, 0],
    ['J-M', 0, 0, 0, 0, 0],
  ])
  await proveBooks(shop)
})

test('a void of units that replaced ordered ones owes those again, and holds them', async () => {
  const shop = await openOrderShop()
  const { order, line, shipment } = await shipped(shop, [{ sku: 'J-S', quantity: 3 }], wholesale(shop), 2)
  const lines = [{ sku: 'J-M', quantity: 2, ...insteadOf(line, 'replaced', { unit_price_cents: 1500, tax_cents: 90 }) }]
  const { data } = (await act(shop, order, shipment, 'correct', { lines })).body
  expect(linesOf(data.order)).toEqual([
    ['J-S', 3, 3, 0, 2, 1],
    ['J-M', 0, 2, 2, 0, 0],
  ])
  expect((await sales(shop)).map(([sku, , ...rest]: any) => [sku, ...rest])).toEqual([['J-M', 2, 3000, 0, 90]])
  const back = (await act(shop, order, data.order.shipments[0].shipment_id, 'void', {})).body.data
  expect(back.order.lifecycle).toBe('allocated')
  expect(linesOf(back.order)).toEqual([
    ['J-S', 3, 3, 0, 0, 3],
    ['J-M', 0, 0, 0, 0, 0],
  ])
  expect(await sales(shop)).toEqual([])
  expect(await shop.stock('J-S')).toEqual([10, 3])
  await proveBooks(shop)
})

test('a consumer sale moves to what the customer got on the day of the order', async () => {
  const shop = await openOrderShop()
  const ordered_at = ago(96)
  const lines = [{ sku: 'J-S', quantity: 2, discount_cents: 300, tax_cents: 0 }]
  const { order, line, shipment } = await shipped(shop, lines, { ordered_at }, 2)
  const [before] = await sales(shop)
  const two = [{ sku: 'J-M', quantity: 1, ...insteadOf(line, 'replaced') }]
  await act(shop, order, shipment, 'correct', { lines: [{ sku: 'J-S', quantity: 1 }, ...two] })
  const [, , , gross] = before!
  const day = ordered_at.slice(0, 10)
  expect(await sales(shop)).toEqual([
    ['J-M', day, 1, gross / 2, 150, 0],
    ['J-S', day, 1, gross / 2, 150, 0],
  ])
  await proveBooks(shop)
})

test('what an invoice billed of the ordered units is credited, a return of them refuses, and counts stand', async () => {
  const shop = await openOrderShop()
  const { order, line, shipment } = await shipped(shop, [{ sku: 'J-S', quantity: 3 }], wholesale(shop), 3, ago(5))
  for (const [sku, counted_quantity] of [
    ['J-S', 7],
    ['J-M', 3],
  ] as const)
    await count(shop, sku, counted_quantity)
  expect((await shop.act(order, 'invoice')).status).toBe(201)
  const lines = [{ sku: 'J-M', quantity: 3, ...insteadOf(line, 'replaced') }]
  const { status, body } = await act(shop, order, shipment, 'correct', { lines })
  expect(status).toBe(200)
  const { rows } = (await shop.admin.get(`/api/v1/sales/credit-notes?order_id=${order.order_id}`)).body.data
  expect(rows).toMatchObject([{ kind: 'void' }])
  expect(body.data.order.line_items.map((one: any) => one.invoiced_quantity)).toEqual([0, 0])
  expect(await shop.stock('J-S')).toEqual([7, 0])
  expect(await shop.stock('J-M')).toEqual([3, 0])
  const back = await shop.tenant.post(
    '/api/v1/sales/returns',
    { order_id: order.order_id, location_id: shop.ids.locations.Main, lines: [{ sku: 'J-M', expected_quantity: 1 }] },
    { headers: { 'Idempotency-Key': 'return-1' } },
  )
  expect(back.status).toBe(200)
  const [{ shipment_id }] = body.data.order.shipments
  const refused = await act(shop, order, shipment_id, 'correct', { lines: [{ sku: 'J-S', quantity: 3 }] })
  expect([refused.status, refused.body.error?.data?.reason ?? refused.body.data?.reason]).toEqual([409, 'returned'])
  await proveBooks(shop)
})

async function count(shop: OrderShop, sku: string, counted_quantity: number) {
  const variant_id = shop.ids.variants[sku]!
  const made = await shop.tenant.post('/api/v1/stocktakes', {
    name: `Count ${sku}`,
    counted_on: new Date().toISOString().slice(0, 10),
    location_ids: [shop.ids.locations.Main],
    variant_ids: [variant_id],
  })
  const counted = `/api/v1/stocktakes/${made.body.data.id}`
  const counts = [{ variant_id, location_id: shop.ids.locations.Main, counted_quantity }]
  expect((await shop.tenant.patch(`${counted}/counts`, { counts })).status).toBe(204)
  expect((await shop.tenant.post(`${counted}/post`)).status).toBe(200)
}

test('units in place of others name a known variant, an ordered line, and no more than had shipped of it', async () => {
  const shop = await openOrderShop()
  const { order, line, shipment } = await shipped(shop, [{ sku: 'J-S', quantity: 4 }], wholesale(shop), 2)
  const of = insteadOf(line, 'replaced')
  const refusals: [object, string, string][] = [
    [{ sku: 'J-M', line_item_id: line, quantity: 1, ...of }, 'lines[0].sku', 'is required with instead_of'],
    [{ line_item_id: line, quantity: 1, ...of }, 'lines[0].sku', 'is required with instead_of'],
    [{ sku: 'J-S', quantity: 1, ...of }, 'lines[0].sku', 'must differ'],
    [{ sku: 'NOPE', quantity: 1, ...of }, 'lines[0].sku', 'must'],
    [{ sku: 'J-M', quantity: 1, ...insteadOf(crypto.randomUUID(), 'replaced') }, 'line_item_id', 'line of the order'],
    [{ sku: 'J-M', quantity: 1, ...insteadOf(line, 'replaced', { tax_cents: 1 }) }, 'tax_cents', 'without unit_price'],
    [{ sku: 'J-M', quantity: 3, ...of }, 'lines', 'must not replace more units of J-S'],
  ]
  for (const [one, field, rule] of refusals) {
    const { status, body } = await act(shop, order, shipment, 'correct', { lines: [one] })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)])
    expect(JSON.stringify(body)).toContain(rule)
  }
  const most = await act(shop, order, shipment, 'correct', { lines: [{ sku: 'J-M', quantity: 2, ...of }] })
  expect(most.status).toBe(200)
  const [, standIn] = most.body.data.order.line_items
  const [{ shipment_id }] = most.body.data.order.shipments
  const nested = [{ sku: 'J-S', quantity: 1, ...insteadOf(standIn.line_item_id, 'replaced') }]
  const refused = await act(shop, order, shipment_id, 'correct', { lines: nested })
  expect(JSON.stringify(refused.body)).toContain('must be a line that was ordered')
  expect(linesOf(await shop.get(order))).toEqual(linesOf(most.body.data.order))
})

test('cartons state what left in place of others, and units of one line in two cartons are one line', async () => {
  const shop = await openOrderShop()
  const { order, line, shipment } = await shipped(shop, [{ sku: 'J-S', quantity: 3 }], wholesale(shop), 3)
  const medium = (quantity: number) => ({ sku: 'J-M', quantity, ...insteadOf(line, 'replaced') })
  const cartons = [{ lines: [medium(1), { sku: 'J-S', quantity: 1 }] }, { lines: [medium(1)] }]
  const { data } = (await act(shop, order, shipment, 'correct', { cartons })).body
  expect(linesOf(data.order)).toEqual([
    ['J-S', 3, 3, 1, 2, 0],
    ['J-M', 0, 2, 2, 0, 0],
  ])
  expect(data.order.shipments[0].lines.map((one: any) => [one.sku, one.carton_number, one.quantity])).toEqual([
    ['J-M', 1, 1],
    ['J-S', 1, 1],
    ['J-M', 2, 1],
  ])
  await proveBooks(shop)
})

test('a shipment states at once which units left in place of ordered ones, and frees what those held', async () => {
  const shop = await openOrderShop()
  const [small, medium] = [await shop.stock('J-S'), await shop.stock('J-M')]
  const line = { sku: 'J-S', quantity: 5, unit_price_cents: 2000, discount_cents: 501, tax_cents: 1003 }
  const placed = await shop.placed({ lifecycle: 'open', ...wholesale(shop), lines: [line] })
  await shop.act(placed, 'allocate')
  const order = await shop.get(placed)
  expect(await shop.stock('J-S')).toEqual([small[0], small[1] + 5])
  const { line_item_id } = placed.line_items[0]
  const send = (lines: object[], more: object = {}) =>
    shop.admin.post(`${path}/${placed.order_id}/shipments`, { lines, ...more })
  const unstated = await send([{ sku: 'J-M', quantity: 2 }])
  expect([unstated.status, unstated.body.data.field]).toEqual([400, 'lines[0].sku'])
  expect(unstated.body.data.rule).toContain('says in instead_of which units it left in place of')
  const left = (units: number) => [
    { sku: 'J-S', quantity: 3 },
    { sku: 'J-M', quantity: units, ...insteadOf(line_item_id, 'replaced') },
  ]
  const tooMany = await send(left(3))
  expect([tooMany.status, tooMany.body.data.allowed]).toEqual([400, ['at most 2 units in place of J-S']])
  expect(linesOf(await shop.get(placed))).toEqual(linesOf(order))
  const shipped_at = ago(30)
  const day = shipped_at.slice(0, 10)
  const stated = { shipped_at, external_id: 'DN-77' }
  const sent = await send(left(2), stated)
  expect([sent.status, sent.body.data.lifecycle]).toEqual([201, 'fulfilled'])
  expect(linesOf(sent.body.data)).toEqual([
    ['J-S', 5, 5, 3, 2, 0],
    ['J-M', 0, 2, 2, 0, 0],
  ])
  expect(await shop.stock('J-S')).toEqual([small[0] - 3, small[1]])
  expect(await shop.stock('J-M')).toEqual([medium[0] - 2, medium[1]])
  expect(await sales(shop)).toEqual([
    ['J-M', day, 2, 4000, 200, 401],
    ['J-S', day, 3, 6000, 301, 602],
  ])
  await proveBooks(shop)
  expect(linesOf((await send(left(2), stated)).body.data)).toEqual(linesOf(sent.body.data))
  expect((await send(left(1), stated)).status).toBe(409)
  const voided = await act(shop, placed, sent.body.data.shipments[0].shipment_id, 'void', {})
  expect(linesOf(voided.body.data.order)).toEqual([
    ['J-S', 5, 5, 0, 0, 5],
    ['J-M', 0, 0, 0, 0, 0],
  ])
  expect(await shop.stock('J-S')).toEqual([small[0], small[1] + 5])
  expect(await shop.stock('J-M')).toEqual(medium)
  expect(await sales(shop)).toEqual([])
  await proveBooks(shop)
})

test('units that left in place of ones still owed leave those their hold', async () => {
  const shop = await openOrderShop()
  const placed = await shop.placed({ lifecycle: 'open', lines: [{ sku: 'J-S', quantity: 3 }] })
  await shop.act(placed, 'allocate')
  const { line_item_id } = placed.line_items[0]
  const owed = insteadOf(line_item_id, 'owed', { unit_price_cents: 0 })
  const cartons = [{ lines: [{ sku: 'J-S', quantity: 1 }] }, { lines: [{ sku: 'J-M', quantity: 1, ...owed }] }]
  const sent = await shop.admin.post(`${path}/${placed.order_id}/shipments`, { cartons })
  expect([sent.status, sent.body.data.lifecycle]).toEqual([201, 'partially_fulfilled'])
  expect(linesOf(sent.body.data)).toEqual([
    ['J-S', 3, 3, 1, 0, 2],
    ['J-M', 0, 1, 1, 0, 0],
  ])
  await proveBooks(shop)
})
