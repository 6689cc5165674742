import { expect, test } from 'bun:test'
import { insertOrders } from '../../support/fixtures/stock_fixture.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { dayFromToday, incomingFixture } from './incoming_fixture.ts'

test('a variant lists the open orders that still bring it, the first expected on top, with every unit accounted for', async () => {
  const { tenant, ids } = await incomingFixture()
  const answer = await tenant.get(`/api/v1/variants/${ids.variants['C-S']}/incoming-pos`)
  expect(answer.status).toBe(200)
  expect(answer.body.data).toMatchObject({ size: 2, offset: 0, filtered_max_size: 2 })
  expect(answer.body.data.rows[0]).toEqual({
    id: ids.purchase_orders['PO-LATE']!,
    name: 'PO-LATE',
    external_id: 'ext-9',
    order_type: 'purchase',
    status: 'partially_delivered',
    on_hold: false,
    hold_reason: null,
    supplier_id: ids.suppliers.Mill!,
    supplier_name: 'Mill',
    location_id: ids.locations.Main!,
    location_name: 'Main',
    source_location_id: null,
    source_location_name: null,
    order_date: '2026-01-05',
    expected_delivery_date: dayFromToday(-3),
    ordered_quantity: 105,
    confirmed_quantity: 90,
    in_transit_quantity: 20,
    delivered_quantity: 35,
    outstanding_quantity: 70,
    by_supply_class: { in_transit: 20, confirmed: 40, on_order: 10 },
    supply_class: 'on_order',
    days_late: 3,
    days_late_reason_code: null,
    days_late_reason: null,
    outstanding_cost: { cents: 73_500, currency: 'USD', reason: null, usd: 735 },
  })
  expect(answer.body.data.rows[1]).toMatchObject({
    name: 'PO-SOON',
    status: 'approved',
    on_hold: true,
    hold_reason: 'Wrong price',
    confirmed_quantity: null,
    outstanding_quantity: 4,
    by_supply_class: { in_transit: 0, confirmed: 0, on_order: 4 },
    days_late: 0,
  })
})

test('a transfer without a date is listed last, its lateness and its cost null with reasons', async () => {
  const { tenant, ids } = await incomingFixture()
  const { rows } = (await tenant.get(`/api/v1/variants/${ids.variants['C-M']}/incoming-pos`)).body.data
  expect(rows.map((row: any) => row.name)).toEqual(['PO-SOON', 'TO-1'])
  expect(rows[0]).toMatchObject({
    supply_class: 'confirmed',
    outstanding_quantity: 8,
    outstanding_cost: { cents: 9000 },
  })
  expect(rows[1]).toMatchObject({
    order_type: 'transfer',
    supplier_id: null,
    supplier_name: null,
    location_name: 'Store',
    source_location_id: ids.locations.Main!,
    source_location_name: 'Main',
    in_transit_quantity: 9,
    outstanding_quantity: 6,
    by_supply_class: { in_transit: 6, confirmed: 0, on_order: 0 },
    supply_class: 'in_transit',
    expected_delivery_date: null,
    days_late: null,
    days_late_reason_code: 'no_expected_date',
    days_late_reason: 'The order has no expected delivery date.',
    outstanding_cost: { cents: null, reason: 'An outstanding line has no unit cost.' },
  })
})

test('a variant without open orders has an empty page, and pages neither skip nor repeat rows', async () => {
  const { tenant, ids } = await incomingFixture()
  const none = await tenant.get(`/api/v1/variants/${ids.variants['C-L']}/incoming-pos`)
  expect(none.body.data).toEqual({ rows: [], size: 0, offset: 0, filtered_max_size: 0 })
  await insertOrders(
    tenant,
    Array.from({ length: 10 }, (_, i) => ({
      name: `EXTRA-${i}`,
      location: 'Main',
      expected_delivery_date: dayFromToday(9),
      lines: [{ sku: 'C-L', quantity: 1 }],
    })),
    {
      ...ids,
      purchase_orders: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`EXTRA-${i}`, crypto.randomUUID()])),
    },
  )
  const first = await tenant.get(`/api/v1/variants/${ids.variants['C-L']}/incoming-pos`)
  const rest = await tenant.get(`/api/v1/variants/${ids.variants['C-L']}/incoming-pos?offset=8&limit=5`)
  expect(first.body.data).toMatchObject({ size: 8, filtered_max_size: 10 })
  expect(rest.body.data).toMatchObject({ size: 2, offset: 8, filtered_max_size: 10 })
  expect([...first.body.data.rows, ...rest.body.data.rows].map((row: any) => row.name)).toEqual(
    Array.from({ length: 10 }, (_, i) => `EXTRA-${i}`),
  )
})

test('a location narrows the orders to those that arrive there', async () => {
  const { tenant, ids } = await incomingFixture()
  const path = `/api/v1/variants/${ids.variants['C-S']}/incoming-pos`
  const store = await tenant.get(`${path}?location_id=${ids.locations.Store}`)
  expect(store.body.data.rows.map((row: any) => row.name)).toEqual(['PO-SOON'])
  const unknown = await tenant.get(`${path}?location_id=${crypto.randomUUID()}`)
  expect(unknown.status).toBe(404)
  expect(unknown.body.code).toBe('location_not_on_file')
})

test("an unknown variant, and another organisation's, is refused alike", async () => {
  const { ids } = await incomingFixture()
  const stranger = await newTenant()
  for (const variant_id of [ids.variants['C-S'], crypto.randomUUID(), 'nonsense']) {
    const answer = await stranger.get(`/api/v1/variants/${variant_id}/incoming-pos`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('variant_not_on_file')
  }
})

test('a page beyond 100 rows is refused', async () => {
  const { tenant, ids } = await incomingFixture()
  const answer = await tenant.get(`/api/v1/variants/${ids.variants['C-S']}/incoming-pos?limit=101`)
  expect(answer.status).toBe(400)
  expect(answer.body.data.field).toBe('limit')
})

test("what is on order here is what the variant's position expects, class by class", async () => {
  const { tenant, ids } = await incomingFixture()
  for (const sku of ['C-S', 'C-M', 'C-L']) {
    const { rows } = (await tenant.get(`/api/v1/variants/${ids.variants[sku]}/incoming-pos`)).body.data
    const position = await tenant.get(`/api/v1/inventory/position?variant_id=${ids.variants[sku]}`)
    const expected = position.body.data.expected_inbound
    expect(rows.reduce((sum: number, row: any) => sum + row.outstanding_quantity, 0)).toBe(expected.quantity)
    const classes = rows.flatMap((row: any) =>
      Object.entries(row.by_supply_class).flatMap(([supply_class, units]) =>
        units === 0 ? [] : [`${row.name} ${supply_class} ${String(units)}`],
      ),
    )
    const documents = expected.by_document.map((one: any) => `${one.name} ${one.supply_class} ${one.quantity}`)
    expect(classes.toSorted()).toEqual(documents.toSorted())
  }
})
