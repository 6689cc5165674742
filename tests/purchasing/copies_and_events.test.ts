import { expect, test } from 'bun:test'
import { newSession } from '../support/service/session.ts'
import { type OrderFixture, orderFixture, refusedField } from './order_fixture.ts'

/** Nothing listens at this URL, and the tests deliver nothing. */
async function subscribe({ tenant }: OrderFixture): Promise<void> {
  const session = await newSession(tenant)
  for (const type of ['new_purchase_order', 'purchase_order_updated']) {
    const body = { hook_url: 'http://127.0.0.1:9/hook', type }
    expect((await session.post('/api/v1/webhooks', body)).status).toBe(201)
  }
}

const eventsOf = async ({ tenant }: OrderFixture) =>
  (
    await tenant.service.database.sql<{ event: string; body: string }[]>`
      select event, body from webhook_events where organization_id = ${tenant.organization_id} order by event_id`
  ).map(({ event, body }) => [event, JSON.parse(body)] as [string, any])

test('each write on an order sends one event with its current state and an unchanged set of fields', async () => {
  const fixture = await orderFixture()
  await subscribe(fixture)
  const { tenant, ids, at } = fixture
  const id = await fixture.order({ order_date: '2026-11-02', external_id: 'E-1' })
  await tenant.post(at(`/${id}/hold`), { reason: 'Look' })
  await tenant.post(at(`/${id}/hold`), { on_hold: false })
  await tenant.post(at(`/${id}/approve`))
  await tenant.post(at(`/${id}/approve`))
  await tenant.patch(at(`/${id}`), { notes: 'x' })
  await tenant.patch(at(`/${id}`), { status: 'cancelled' })
  await tenant.post(at(`/${id}/duplicate`))
  const events = await eventsOf(fixture)
  expect(events.map(([event, { name, status }]) => [event, name, status])).toEqual([
    ['new_purchase_order', 'PO-1001', 'draft'],
    ['purchase_order_updated', 'PO-1001', 'draft'],
    ['purchase_order_updated', 'PO-1001', 'draft'],
    ['purchase_order_updated', 'PO-1001', 'approved'],
    ['purchase_order_updated', 'PO-1001', 'approved'],
    ['purchase_order_updated', 'PO-1001', 'cancelled'],
    ['new_purchase_order', 'PO-1002', 'draft'],
  ])
  expect(events[0]![1]).toMatchObject({
    id,
    external_id: 'E-1',
    name: 'PO-1001',
    order_type: 'purchase',
    status: 'draft',
    supplier_id: ids.suppliers.Mill,
    supplier_name: 'Mill',
    location_id: ids.locations.Main,
    currency: 'EUR',
    order_date: '2026-11-02',
    expected_delivery_date: '2026-11-12',
    total_cost: 414,
    line_items: [
      {
        variant_id: ids.variants['C-S'],
        sku: 'C-S',
        quantity: 24,
        delivered_quantity: 0,
        unit_cost: 17.25,
        total_cost: 414,
      },
    ],
  })
})

test("a copy is a draft of today with the original's lines, costs and terms, but not its history", async () => {
  const fixture = await orderFixture()
  const { tenant, ids, at } = fixture
  const id = await fixture.order({
    order_date: '2026-01-02',
    cancel_date: '2026-03-01',
    external_id: 'E-1',
    notes: 'Fragile',
    freight_per_container_cents: 1000,
    container_type_id: 3,
    line_items: [{ variant_id: ids.variants['C-S'], quantity: 24, unit_cost: 16, duty_bp: 700 }],
  })
  await tenant.post(at(`/${id}/hold`), { reason: 'Look' })
  const { status, body } = await tenant.post(at(`/${id}/duplicate`))
  expect(status).toBe(200)
  const today = new Date().toISOString().slice(0, 10)
  const copy = await fixture.read(body.data.id)
  expect(copy).toMatchObject({
    name: 'PO-1002',
    status: 'draft',
    external_id: null,
    on_hold: false,
    order_date: today,
    cancel_date: null,
    expected_delivery_date: new Date(Date.parse(today) + 10 * 86_400_000).toISOString().slice(0, 10),
    notes: 'Fragile',
    currency: 'EUR',
    total_cost: 384,
    container_plan: { container_type_id: 3, freight_per_container_cents: 1000 },
  })
  expect(copy.line_items[0]).toMatchObject({ sku: 'C-S', quantity: 24, unit_cost: 16, duty_bp: 700 })
  await tenant.service.database.sql`update products set status = 'ARCHIVED' where product_id = ${ids.products.Coat!}`
  const archived = await tenant.post(at(`/${id}/duplicate`))
  expect(refusedField(archived)).toEqual([400, 'bad_request', 'line_items[0].variant_id'])
})

test('a copied transfer takes the costs at which its source holds the lines today', async () => {
  const fixture = await orderFixture()
  const { tenant, ids, at } = fixture
  const id = await fixture.order({
    order_type: 'transfer',
    supplier_id: undefined,
    location_id: ids.locations.Store,
    source_location_id: ids.locations.Main,
  })
  await tenant.service.database
    .sql`update stock_levels set average_cost = 20 where variant_id = ${ids.variants['C-S']!}`
  const { body } = await tenant.post(at(`/${id}/duplicate`))
  expect((await fixture.read(body.data.id)).total_cost).toBe(480)
})

test('bulk orders of any type are created in order, all or none', async () => {
  const fixture = await orderFixture()
  await subscribe(fixture)
  const { tenant, ids, at } = fixture
  const line = { variant_id: ids.variants['C-S'], quantity: 2 }
  const orders = [
    { location_id: ids.locations.Main, supplier_id: ids.suppliers.Mill, line_items: [line] },
    {
      location_id: ids.locations.Store,
      order_type: 'transfer',
      source_location_id: ids.locations.Main,
      line_items: [line],
    },
    { location_id: ids.locations.Main, order_type: 'manufacturing', line_items: [line] },
    { location_id: ids.locations.Main, supplier_id: ids.suppliers.Forge },
  ]
  const made = await tenant.post(at('/bulk'), { purchase_orders: orders })
  expect(made.status).toBe(200)
  expect(made.body.data.total_created).toBe(4)
  expect(
    made.body.data.purchase_orders.map((one: any) => [
      one.name,
      one.order_type,
      one.source_location_id,
      one.total_line_items,
    ]),
  ).toEqual([
    ['PO-1001', 'purchase', null, 1],
    ['TO-1001', 'transfer', ids.locations.Main, 1],
    ['MO-1001', 'manufacturing', ids.locations.Main, 1],
    ['PO-1002', 'purchase', null, 0],
  ])
  expect((await eventsOf(fixture)).map(([event, { name }]) => [event, name])).toEqual([
    ['new_purchase_order', 'PO-1001'],
    ['new_purchase_order', 'TO-1001'],
    ['new_purchase_order', 'MO-1001'],
    ['new_purchase_order', 'PO-1002'],
  ])
  const refused = await tenant.post(at('/bulk'), {
    purchase_orders: [orders[0], { ...orders[1], line_items: [{ ...line, quantity: 999 }] }],
  })
  expect(refusedField(refused)).toEqual([400, 'bad_request', 'purchase_orders[1].line_items[0].quantity'])
  const many = Array.from({ length: 3 }, () => ({ ...orders[0], line_items: Array.from({ length: 700 }, () => line) }))
  expect(refusedField(await tenant.post(at('/bulk'), { purchase_orders: many }))).toEqual([
    400,
    'bad_request',
    'purchase_orders',
  ])
  expect(refusedField(await tenant.post(at('/bulk'), { purchase_orders: [] }))).toEqual([
    400,
    'bad_request',
    'purchase_orders',
  ])
  expect((await tenant.get(at('?limit=1'))).body.data.filtered_max_size).toBe(4)
})

test('an order of two thousand lines is written, read and changed completely', async () => {
  const fixture = await orderFixture()
  const { tenant, ids, at } = fixture
  const line_items = Array.from({ length: 2000 }, (_, i) => ({
    variant_id: ids.variants['C-S'],
    quantity: 1 + (i % 3),
  }))
  const id = await fixture.order({ line_items })
  expect((await tenant.post(at(`/${id}/approve`))).status).toBe(200)
  const read = await fixture.read(id)
  expect(read).toMatchObject({ total_line_items: 2000, total_cost: 3999 * 17.25 })
  expect(read.line_items.map(({ quantity }: any) => quantity)).toEqual(line_items.map(({ quantity }) => quantity))
  const more = await tenant.patch(at(`/${id}`), { line_items: [{ variant_id: ids.variants['C-S'], quantity: 1 }] })
  expect(refusedField(more)).toEqual([400, 'bad_request', 'line_items'])
}, 20_000)
