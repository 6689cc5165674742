import { beforeAll, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { newSession } from '../../support/service/session.ts'
import { type OrderFixture, orderFixture, refusedField } from '../order_fixture.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await orderFixture()
})

const make = (...orders: Record<string, unknown>[]) =>
  fixture.tenant.post(fixture.at('/manufacturing/bulk'), {
    manufacturing_orders: orders.map((one) => ({
      variant_id: fixture.ids.variants['C-S'],
      location_id: fixture.ids.locations.Main,
      quantity: 10,
      ...one,
    })),
  })
const counted = async () => (await fixture.tenant.get(fixture.at('?limit=1'))).body.data.filtered_max_size

test('each order is a draft of one variant, with components from its location or the recommended one', async () => {
  const { ids, tenant } = fixture
  const admin = await newSession(tenant)
  const webhook = await admin.post('/api/v1/webhooks', {
    hook_url: 'http://127.0.0.1:9/hook',
    type: 'new_purchase_order',
  })
  const made = await make(
    { order_date: '2026-11-02', expected_delivery_date: '2026-11-20' },
    { variant_id: ids.variants['C-M'], recommended_location_id: ids.locations.Store, quantity: 3 },
  )
  expect(made.status).toBe(200)
  const { purchase_orders, total_created } = made.body.data
  expect(total_created).toBe(2)
  const [{ id, ...first }, second] = purchase_orders
  expect(first).toEqual({
    external_id: null,
    name: 'MO-1001',
    order_type: 'manufacturing',
    status: 'draft',
    supplier_id: null,
    location_id: ids.locations.Main,
    source_location_id: ids.locations.Main,
    expected_delivery_date: '2026-11-20',
    total_line_items: 1,
  })
  expect(second).toMatchObject({
    name: 'MO-1002',
    location_id: ids.locations.Main,
    source_location_id: ids.locations.Store,
    expected_delivery_date: null,
  })
  const read = await fixture.read(id)
  expect(read).toMatchObject({ order_date: '2026-11-02', currency: 'USD', total_cost: 200 })
  expect(read.line_items.map(({ sku, quantity }: any) => [sku, quantity])).toEqual([['C-S', 10]])
  const announced = await admin.get(`/api/v1/webhooks/${webhook.body.data.webhook_id}/deliveries`)
  expect(announced.body.data.filtered_max_size).toBe(2)
})

test('a refusal names the field of the request, and no order is created', async () => {
  const { ids } = fixture
  const before = await counted()
  const cases: [Record<string, unknown>, string][] = [
    [{ variant_id: uuidv7() }, 'manufacturing_orders[1].variant_id'],
    [{ variant_id: ids.variants.OLD }, 'manufacturing_orders[1].variant_id'],
    [{ location_id: uuidv7() }, 'manufacturing_orders[1].location_id'],
    [{ location_id: ids.locations.Closed }, 'manufacturing_orders[1].location_id'],
    [{ recommended_location_id: uuidv7() }, 'manufacturing_orders[1].recommended_location_id'],
    [{ recommended_location_id: ids.locations.Closed }, 'manufacturing_orders[1].recommended_location_id'],
    [{ quantity: 0 }, 'manufacturing_orders[1].quantity'],
    [{ quantity: 1.5 }, 'manufacturing_orders[1].quantity'],
    [{ order_date: '2026-02-30' }, 'manufacturing_orders[1].order_date'],
    [
      { order_date: '2026-11-02', expected_delivery_date: '2026-11-01' },
      'manufacturing_orders[1].expected_delivery_date',
    ],
    [{ supplier_id: ids.suppliers.Mill }, 'manufacturing_orders[1].supplier_id'],
  ]
  for (const [one, field] of cases) {
    const answer = await make({}, one)
    expect([one, refusedField(answer)]).toEqual([one, [400, 'bad_request', field]])
    expect(answer.body.message.desc).toStartWith(field)
  }
  expect(refusedField(await make())).toEqual([400, 'bad_request', 'manufacturing_orders'])
  expect(refusedField(await make(...Array.from({ length: 101 }, () => ({}))))).toEqual([
    400,
    'bad_request',
    'manufacturing_orders',
  ])
  expect(await counted()).toBe(before)
})
