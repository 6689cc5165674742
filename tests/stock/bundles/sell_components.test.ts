/** A bundle that is assembled when it is sold sells its components. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo, noonAgo } from '../kept_stock.ts'
import { bundleShop, setShop } from './sold_bundles.ts'

setDefaultTimeout(60_000)

const lineOf = (order: any) => order.line_items[0]

test('of 5 A1 and 4 B1, two bundles of 2 × A1 and 1 × B1 are available, held, shipped and taken from the components', async () => {
  const shop = await setShop()
  const position = await shop.position('SET')
  expect([position.atp, position.on_hand, position.reserved]).toEqual([2, 0, 0])
  expect(position.locations.map((one: any) => [one.location_name, one.atp])).toEqual([
    ['A', 2],
    ['B', 0],
  ])
  expect(position.components.map((one: any) => [one.sku, one.quantity, one.atp])).toEqual([
    ['A1', 2, 5],
    ['B1', 1, 4],
  ])
  expect((await shop.position('A1')).components).toEqual([])

  const order = await shop.sold('SET', 3)
  const allocated = await shop.act(order, 'allocate')
  expect([lineOf(allocated).allocated_quantity, allocated.lifecycle]).toEqual([2, 'partially_allocated'])
  expect([await shop.level('A1'), await shop.level('B1'), await shop.level('SET')]).toEqual([
    [5, 4],
    [4, 2],
    [0, 0],
  ])
  expect((await shop.position('SET')).atp).toBe(0)

  const shipped = await shop.ship(order, 'SET', 2)
  expect(shipped.status).toBe(201)
  expect([await shop.level('A1'), await shop.level('B1'), await shop.level('SET')]).toEqual([
    [1, 0],
    [2, 0],
    [0, 0],
  ])
  const moved = await shop.movements(
    `document_type=fulfilment_request&document_id=${shipped.body.data.shipments[0].shipment_id}`,
  )
  expect(moved.map((row: any) => [row.sku, row.quantity_delta, row.document_line_id]).toSorted()).toEqual([
    ['A1', -4, lineOf(order).line_item_id],
    ['B1', -2, lineOf(order).line_item_id],
  ])
  await shop.prove()
})

test('one bundle less than a component suffices for is not held, and one that just suffices is', async () => {
  const shop = await bundleShop({ SET: 0, A1: 3, B1: 1 })
  await shop.bundle('SET', { A1: 4, B1: 1 })
  expect((await shop.position('SET')).atp).toBe(0)
  const order = await shop.sold('SET', 1)
  expect(lineOf(await shop.act(order, 'allocate')).allocated_quantity).toBe(0)
  await shop.change('SET', { components: shop.parts({ A1: 3, B1: 1 }) })
  expect((await shop.position('SET')).atp).toBe(1)
  expect(lineOf(await shop.act(order, 'allocate')).allocated_quantity).toBe(1)
})

test('of two bundles that share the last component, one is allocated', async () => {
  const shop = await bundleShop({ X: 0, Y: 0, A1: 1 })
  await shop.bundle('X', { A1: 1 })
  await shop.bundle('Y', { A1: 1 })
  const placed = [await shop.sold('X', 1), await shop.sold('Y', 1)]
  const done = await Promise.all(placed.map((order) => shop.act(order, 'allocate')))
  expect(done.map((order) => lineOf(order).allocated_quantity).toSorted()).toEqual([0, 1])
  expect(await shop.level('A1')).toEqual([1, 1])
  await shop.prove()
})

test('bundles that race for the units of a component hold them to the last, and no more', async () => {
  const shop = await bundleShop({ X: 0, Y: 0, A1: 5, B1: 9 })
  await shop.bundle('X', { A1: 2, B1: 1 })
  await shop.bundle('Y', { B1: 1, A1: 1 })
  const placed = []
  for (let i = 0; i < 5; i++) placed.push(await shop.sold('X', 1), await shop.sold('Y', 1))
  const done = await Promise.all(placed.map((order) => shop.act(order, 'allocate')))
  const held = (sku: string) =>
    done.reduce((sum, order) => sum + (lineOf(order).sku === sku ? lineOf(order).allocated_quantity : 0), 0)
  expect(held('X') * 2 + held('Y')).toBe(5)
  expect([await shop.level('A1'), await shop.level('B1')]).toEqual([
    [5, 5],
    [9, held('X') + held('Y')],
  ])
  await shop.prove()
})

test('nested bundles come down to their variants, and one that is reached twice is summed', async () => {
  const shop = await bundleShop({ CRATE: 0, BOX: 0, A1: 11, B1: 9 })
  await shop.bundle('BOX', { A1: 2, B1: 1 })
  await shop.bundle('CRATE', { BOX: 2, A1: 1 })
  const position = await shop.position('CRATE')
  expect(position.components.map((one: any) => [one.sku, one.quantity])).toEqual([
    ['A1', 5],
    ['B1', 2],
  ])
  expect(position.atp).toBe(2)
  const order = await shop.sold('CRATE', 2)
  await shop.act(order, 'allocate')
  await shop.ship(order, 'CRATE', 2)
  expect([await shop.level('A1'), await shop.level('B1'), await shop.level('BOX')]).toEqual([
    [1, 0],
    [5, 0],
    [0, 0],
  ])
})

test('a line keeps the components that it holds when the bundle changes, and releases exactly those', async () => {
  const shop = await setShop()
  const held = await shop.sold('SET', 1)
  await shop.act(held, 'allocate')
  await shop.change('SET', { components: shop.parts({ B1: 3 }) })
  expect((await shop.position('SET')).atp).toBe(1)
  const fresh = await shop.sold('SET', 1)
  await shop.act(fresh, 'allocate')
  expect([await shop.level('A1'), await shop.level('B1')]).toEqual([
    [5, 2],
    [4, 4],
  ])
  await shop.prove()
  await shop.act(held, 'cancel')
  expect([await shop.level('A1'), await shop.level('B1')]).toEqual([
    [5, 0],
    [4, 3],
  ])
  await shop.change('SET', { is_active: false })
  await shop.ship(fresh, 'SET', 1)
  expect([await shop.level('A1'), await shop.level('B1'), await shop.level('SET')]).toEqual([
    [5, 0],
    [1, 0],
    [0, 0],
  ])
  await shop.prove()
})

test('a released line takes the bundle as it is when it holds stock again', async () => {
  const shop = await setShop()
  const { sql } = shop.tenant.service.database
  const order = await shop.sold('SET', 1, { ship_window_end: '2099-01-01' })
  await shop.act(order, 'allocate')
  await sql`update order_lines set allocated_quantity = 0 where line_id = ${lineOf(order).line_item_id}`
  await sql`update stock_levels set committed = 0 where organization_id = ${shop.tenant.organization_id}`
  await shop.change('SET', { stocking: 'ready_made' })
  expect(lineOf(await shop.act(order, 'allocate')).allocated_quantity).toBe(0)
  await shop.change('SET', { stocking: 'assembled_when_sold', components: shop.parts({ B1: 4 }) })
  expect(lineOf(await shop.act(order, 'allocate')).allocated_quantity).toBe(1)
  expect([await shop.level('A1'), await shop.level('B1')]).toEqual([
    [5, 0],
    [4, 4],
  ])
  await shop.prove()
})

test('the sale is of the bundle, its cost that of the components, and a return brings them back at the cost they left at', async () => {
  const shop = await bundleShop({ SET: 0, A1: 5, B1: 4 })
  const bought = await shop.ordered([['B1', 4, 20]])
  await shop.deliver(bought, [['B1', 4]])
  await shop.bundle('SET', { A1: 2, B1: 1 })
  const order = await shop.sold('SET', 2)
  await shop.act(order, 'allocate')
  await shop.ship(order, 'SET', 2)
  const { sql } = shop.tenant.service.database
  const [shipped] = await sql`
    select t.unit_cost, t.variant_id = ${shop.ids.variants.SET!} as is_bundle from fulfilment_lines t
    where t.organization_id = ${shop.tenant.organization_id}`
  expect([shipped!.unit_cost, shipped!.is_bundle]).toEqual(['40.0000', true])
  const sales = await sql`
    select variant_id, units, known_cost_cents::float8 as cost from sales_daily
    where organization_id = ${shop.tenant.organization_id}`
  expect(sales.map((row) => [row.variant_id, row.units, row.cost])).toEqual([[shop.ids.variants.SET, 2, 8_000]])

  const again = await shop.ordered([
    ['A1', 10, 30],
    ['B1', 10, 30],
  ])
  await shop.deliver(again, [
    ['A1', 10],
    ['B1', 10],
  ])
  const { id } = (
    await shop.returned({
      order_id: order.order_id,
      location_id: shop.ids.locations.A,
      lines: [{ sku: 'SET', expected_quantity: 1 }],
    })
  ).body.data
  const received = await shop.tenant.post(`/api/v1/sales/returns/${id}/receive`, {
    lines: [{ sku: 'SET', received_quantity: 1, disposition: 'restock' }],
  })
  expect(received.status).toBe(200)
  const back = await shop.movements(`document_type=return&document_id=${id}`)
  expect(back.map((row: any) => [row.sku, row.quantity_delta, row.unit_cost.usd]).toSorted()).toEqual([
    ['A1', 2, 12],
    ['B1', 1, 16],
  ])
  expect([await shop.level('A1'), await shop.level('B1'), await shop.level('SET')]).toEqual([
    [13, 0],
    [17, 0],
    [0, 0],
  ])
  await shop.prove()
})

test('a bundle with stock of its own is ready-made unless it is said to be assembled when sold', async () => {
  const shop = await bundleShop({ SET: 3, A1: 5 })
  const created = await shop.bundle('SET', { A1: 2 })
  expect(created.body.data.stocking).toBe('ready_made')
  expect((await shop.position('SET')).atp).toBe(3)
  const order = await shop.sold('SET', 2)
  await shop.act(order, 'allocate')
  expect([await shop.level('SET'), await shop.level('A1')]).toEqual([
    [3, 2],
    [5, 0],
  ])
  const assembled = () => shop.change('SET', { stocking: 'assembled_when_sold' })
  const stranding = await assembled()
  expect([stranding.status, stranding.body.data.field, stranding.body.data.rule]).toEqual([
    400,
    'stocking',
    'must leave SET ready_made while it has stock of its own: 3 on hand and 2 held for orders',
  ])
  await shop.ship(order, 'SET', 2)
  expect([await shop.level('SET'), await shop.level('A1')]).toEqual([
    [1, 0],
    [5, 0],
  ])
  await shop.ship(await shop.sold('SET', 1), 'SET', 1)
  const bought = await shop.ordered([['SET', 4, 20]])
  expect((await assembled()).body.data.rule).toEndWith('stock of its own: open orders PO-1001')
  await shop.tenant.patch(`/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders/${bought}`, {
    status: 'cancelled',
  })
  expect((await assembled()).body.data.stocking).toBe('assembled_when_sold')
  expect((await shop.position('SET')).atp).toBe(2)
  await shop.prove()
})

test('a shipment that reports a component of a bundle in its place is refused by name', async () => {
  const shop = await setShop()
  const order = await shop.sold('SET', 1)
  const answer = await shop.ship(order, 'A1', 2)
  expect([answer.status, answer.body.data.field, answer.body.data.rule]).toEqual([
    400,
    'cartons[0].lines[0].sku',
    'is a component of the bundle SET of the order; state whole bundles',
  ])
  expect(await shop.level('A1')).toEqual([5, 0])
})

test('an order of bundles that changes gives back and holds whole sets of components', async () => {
  const shop = await setShop()
  const order = await shop.sold('SET', 1)
  await shop.act(order, 'allocate')
  const id = lineOf(order).line_item_id
  const change = async (quantity: number) => {
    const path = `/api/v1/sales/orders/${order.order_id}`
    const answer = await shop.tenant.patch(path, { lines: [{ line_item_id: id, quantity }] })
    expect([answer.status, answer.text]).toEqual([200, answer.text])
    return lineOf(answer.body.data).allocated_quantity
  }
  const levels = async () => [await shop.level('A1'), await shop.level('B1')]
  const holding = (sets: number): [number, number][] => [
    [5, sets * 2],
    [4, sets],
  ]
  expect([await change(3), await levels()]).toEqual([2, holding(2)])
  expect([await change(1), await levels()]).toEqual([1, holding(1)])
  expect(await change(2)).toBe(2)
  const given = await shop.session.post(`/api/v1/sales/orders/${order.order_id}/unallocate`, {
    lines: [{ line_item_id: id, quantity: 1 }],
  })
  expect(given.status).toBe(200)
  expect(await levels()).toEqual(holding(1))
  await shop.prove()
})

test('the cost of a bundle is unknown while that of a component is, and becomes known with it', async () => {
  const shop = await bundleShop({ SET: 0, A1: 0, B1: 4 })
  await shop.bundle('SET', { A1: 2, B1: 1 })
  const bought = await shop.ordered([['A1', 4, 100]], { supplier: 'SEK mill' })
  expect((await shop.deliver(bought, [['A1', 4]], { received_at: noonAgo(3) })).status).toBe(200)
  const order = await shop.sold('SET', 2)
  expect((await shop.ship(order, 'SET', 2)).status).toBe(201)
  const costs = async () => {
    const [row] = await shop.tenant.service.database.sql`
      select t.unit_cost::float8 as unit_cost, s.known_cost_cents::float8 as cost from fulfilment_lines t
      join sales_daily s on s.organization_id = t.organization_id
      where t.organization_id = ${shop.tenant.organization_id}`
    return [row!.unit_cost, row!.cost]
  }
  expect(await costs()).toEqual([null, 0])
  const rates = [{ currency: 'SEK', rate_date: dayAgo(9), organization_currency_per_unit: 0.1 }]
  expect((await shop.session.post('/api/v1/exchange-rates', { rates })).status).toBeLessThan(300)
  expect(await costs()).toEqual([32, 6_400])
  await shop.prove()
})
