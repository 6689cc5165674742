import { expect, test } from 'bun:test'
import { newTenant } from '../../support/service/tenant.ts'
import { incomingFixture } from './incoming_fixture.ts'

test("a product lists its open orders once each, with its own variants on them and no other product's units", async () => {
  const { tenant, ids } = await incomingFixture()
  const answer = await tenant.get(`/api/v1/product/${ids.products.Coat}/incoming-pos`)
  expect(answer.status).toBe(200)
  expect(answer.body.data).toMatchObject({ size: 3, filtered_max_size: 3 })
  const [late, soon, transfer] = answer.body.data.rows
  expect(late).toMatchObject({
    name: 'PO-LATE',
    ordered_quantity: 115,
    delivered_quantity: 47,
    outstanding_quantity: 70,
    by_supply_class: { in_transit: 20, confirmed: 40, on_order: 10 },
    outstanding_cost: { cents: 73_500 },
  })
  expect(late.variants).toEqual([
    {
      variant_id: ids.variants['C-S']!,
      sku: 'C-S',
      variant_title: 'Coat S',
      ordered_quantity: 105,
      confirmed_quantity: 90,
      in_transit_quantity: 20,
      delivered_quantity: 35,
      outstanding_quantity: 70,
      by_supply_class: { in_transit: 20, confirmed: 40, on_order: 10 },
    },
    {
      variant_id: ids.variants['C-M']!,
      sku: 'C-M',
      variant_title: 'Coat M',
      ordered_quantity: 10,
      confirmed_quantity: null,
      in_transit_quantity: 0,
      delivered_quantity: 12,
      outstanding_quantity: 0,
      by_supply_class: { in_transit: 0, confirmed: 0, on_order: 0 },
    },
  ])
  expect(soon).toMatchObject({
    name: 'PO-SOON',
    ordered_quantity: 12,
    confirmed_quantity: 8,
    outstanding_quantity: 12,
    by_supply_class: { in_transit: 0, confirmed: 8, on_order: 4 },
    supply_class: 'on_order',
    outstanding_cost: { cents: 13_000 },
  })
  expect(soon.variants.map((row: any) => row.sku)).toEqual(['C-S', 'C-M'])
  expect(transfer).toMatchObject({ name: 'TO-1', outstanding_quantity: 6 })
})

test('a location narrows the orders, and an unknown one is refused', async () => {
  const { tenant, ids } = await incomingFixture()
  const path = `/api/v1/product/${ids.products.Coat}/incoming-pos`
  const store = await tenant.get(`${path}?location_id=${ids.locations.Store}`)
  expect(store.body.data.rows.map((row: any) => row.name)).toEqual(['PO-SOON', 'TO-1'])
  const unknown = await tenant.get(`${path}?location_id=nowhere`)
  expect(unknown.status).toBe(404)
  expect(unknown.body.code).toBe('location_not_on_file')
})

test("an unknown product, and another organisation's, is refused alike", async () => {
  const { ids } = await incomingFixture()
  const stranger = await newTenant()
  for (const product_id of [ids.products.Coat, crypto.randomUUID(), 'nonsense']) {
    const answer = await stranger.get(`/api/v1/product/${product_id}/incoming-pos`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('product_not_on_file')
  }
})
