import { expect, test } from 'bun:test'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { dayFromToday, incomingFixture } from './incoming_fixture.ts'

const drawer = (product_id: string | undefined) => `/api/v1/product/${product_id}/incoming-pos/drawer`

test('the drawer sums every open order, by variant and by month, whatever page is shown', async () => {
  const { tenant, ids } = await incomingFixture()
  const answer = await tenant.get(`${drawer(ids.products.Coat)}?limit=1`)
  expect(answer.status).toBe(200)
  const { rows, totals, by_variant, by_month, ...rest } = answer.body.data
  expect(rest).toEqual({
    size: 1,
    offset: 0,
    filtered_max_size: 3,
    product_id: ids.products.Coat!,
    as_of: dayFromToday(0),
  })
  expect(rows.map((row: any) => row.name)).toEqual(['PO-LATE'])
  expect(totals).toEqual({
    orders: 3,
    ordered_quantity: 133,
    confirmed_quantity: 98,
    in_transit_quantity: 29,
    delivered_quantity: 47,
    outstanding_quantity: 88,
    by_supply_class: { in_transit: 26, confirmed: 48, on_order: 14 },
    late_orders: 1,
    late_quantity: 70,
    held_orders: 1,
    held_quantity: 12,
    outstanding_cost: {
      cents: null,
      currency: 'USD',
      reason: 'An outstanding line has no unit cost.',
      usd: null,
    },
    next_delivery: {
      purchase_order_id: ids.purchase_orders['PO-LATE']!,
      name: 'PO-LATE',
      order_type: 'purchase',
      location_id: ids.locations.Main!,
      location_name: 'Main',
      expected_delivery_date: dayFromToday(-3),
      days_late: 3,
      on_hold: false,
      outstanding_quantity: 70,
    },
    next_delivery_reason_code: null,
    next_delivery_reason: null,
  })
  expect(by_variant.map((row: any) => [row.sku, row.orders, row.outstanding_quantity, row.next_delivery_date])).toEqual(
    [
      ['C-S', 2, 74, dayFromToday(-3)],
      ['C-M', 2, 14, dayFromToday(40)],
      ['C-L', 0, 0, null],
    ],
  )
  expect(by_month.map((row: any) => [row.month, row.orders, row.outstanding_quantity])).toEqual([
    [dayFromToday(-3).slice(0, 7), 1, 70],
    [dayFromToday(40).slice(0, 7), 1, 12],
    [null, 1, 6],
  ])
})

test('a location narrows totals and breakdowns with the orders', async () => {
  const { tenant, ids } = await incomingFixture()
  const store = await tenant.get(`${drawer(ids.products.Coat)}?location_id=${ids.locations.Store}`)
  expect(store.body.data.totals).toMatchObject({ orders: 2, outstanding_quantity: 18, late_orders: 0 })
  const unknown = await tenant.get(`${drawer(ids.products.Coat)}?location_id=${crypto.randomUUID()}`)
  expect(unknown.status).toBe(404)
  expect(unknown.body.code).toBe('location_not_on_file')
})

test('orders in several currencies have no total cost, with a reason', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    products: [{ title: 'Coat', variants: [{ sku: 'C' }] }],
    purchase_orders: [
      { name: 'A', location: 'Main', currency: 'EUR', lines: [{ sku: 'C', quantity: 2, unit_cost: '3.3333' }] },
      { name: 'B', location: 'Main', currency: 'USD', lines: [{ sku: 'C', quantity: 1, unit_cost: '1.0000' }] },
    ],
  })
  const { rows, totals, by_month } = (await tenant.get(drawer(ids.products.Coat))).body.data
  expect(rows[0].outstanding_cost).toEqual({ cents: 667, currency: 'EUR', reason: null, usd: null })
  expect(totals.outstanding_cost).toEqual({
    cents: null,
    currency: null,
    reason: 'The open orders are in several currencies.',
    usd: null,
  })
  expect(totals).toMatchObject({ next_delivery: null, next_delivery_reason_code: 'no_expected_date' })
  expect(by_month.map((row: any) => [row.month, row.orders])).toEqual([[null, 2]])
})

test('a product without open orders shows zeros, not nulls', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, { products: [{ title: 'Coat', variants: [{ sku: 'C' }] }] })
  const { rows, totals, by_variant, by_month } = (await tenant.get(drawer(ids.products.Coat))).body.data
  expect([rows, by_month]).toEqual([[], []])
  expect(totals).toMatchObject({
    orders: 0,
    ordered_quantity: 0,
    confirmed_quantity: null,
    outstanding_quantity: 0,
    outstanding_cost: { cents: 0, currency: 'USD' },
    next_delivery: null,
    next_delivery_reason_code: 'nothing_on_order',
    next_delivery_reason: 'Nothing is on order.',
  })
  expect(by_variant).toMatchObject([{ sku: 'C', orders: 0, outstanding_quantity: 0, next_delivery_date: null }])
})

test("an unknown product, and another organisation's, is refused alike", async () => {
  const { ids } = await incomingFixture()
  const stranger = await newTenant()
  for (const product_id of [ids.products.Coat, crypto.randomUUID(), 'nonsense']) {
    const answer = await stranger.get(drawer(product_id))
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('product_not_on_file')
  }
})
