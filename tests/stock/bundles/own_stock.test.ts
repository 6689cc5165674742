/** A bundle that is assembled when sold gets no stock of its own, and keeps what lines hold when it changes. */
import { expect, test } from 'bun:test'
import type { Answer } from '../../support/service/tenant.ts'
import { bundleShop, setShop } from './sold_bundles.ts'

const refused = ({ status, body }: Answer) => [status, body.data?.field, body.data?.rule]
const rule =
  'must not be of SET, a bundle that is assembled when sold and has no stock of its own; take its components, or set its stocking to ready_made'

test('an adjustment adds no units of a bundle that has no stock of its own', async () => {
  const shop = await setShop()
  const adjust = (more: object) =>
    shop.session.post('/api/v1/stock-adjustments', {
      reason: 'correction',
      lines: [{ location_id: shop.ids.locations.A, quantity: 1, ...more }],
    })
  expect(refused(await adjust({ sku: 'SET' }))).toEqual([400, 'lines[0].sku', rule])
  expect(refused(await adjust({ variant_id: shop.ids.variants.SET }))).toEqual([400, 'lines[0].variant_id', rule])
  expect(await shop.level('SET')).toEqual([0, 0])
  expect((await adjust({ sku: 'A1' })).status).toBe(201)
  await shop.change('SET', { stocking: 'ready_made' })
  expect((await adjust({ sku: 'SET' })).status).toBe(201)
  expect(await shop.level('SET')).toEqual([1, 0])
})

test('an order brings no units of a bundle that has no stock of its own', async () => {
  const shop = await setShop()
  const orders = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders`
  const { SET: variant_id, A1 } = shop.ids.variants
  const place = (more: object = {}) =>
    shop.tenant.post(orders, { location_id: shop.ids.locations.A, line_items: [{ variant_id, quantity: 1 }], ...more })
  expect(refused(await place())).toEqual([400, 'line_items[0].variant_id', rule])
  expect(refused(await place({ order_type: 'manufacturing' }))).toEqual([400, 'line_items[0].variant_id', rule])
  const made = await place({ line_items: [{ variant_id: A1, quantity: 1 }] })
  const added = { line_items: [{ variant_id, quantity: 1 }] }
  const path = `${orders}/${made.body.data.id}`
  expect(refused(await shop.tenant.patch(path, added))).toEqual([400, 'line_items[0].variant_id', rule])
  await shop.change('SET', { stocking: 'ready_made' })
  expect((await shop.tenant.patch(path, added)).status).toBe(200)
  expect((await place()).status).toBe(200)
  // What is ordered would never be used.
  expect(refused(await shop.change('SET', { stocking: 'assembled_when_sold' }))).toEqual([
    400,
    'stocking',
    'must leave SET ready_made while it has stock of its own: open orders PO-1001 and PO-1002',
  ])
})

test('units that a bundle has from before can be removed and moved', async () => {
  const shop = await bundleShop({ SET: 3, A1: 5 })
  await shop.bundle('SET', { A1: 2 })
  await shop.keepOwnStock('SET')
  const removed = await shop.session.post('/api/v1/stock-adjustments', {
    reason: 'correction',
    lines: [{ sku: 'SET', location_id: shop.ids.locations.A, quantity: -1 }],
  })
  expect(removed.status).toBe(201)
  const { A, B } = shop.ids.locations
  await shop.ordered([['SET', 2, 0]], { order_type: 'transfer', supplier: '', source_location_id: A, location_id: B })
  expect(await shop.level('SET')).toEqual([2, 0])
})

test('a line that has shipped a part keeps its components for the rest when the bundle changes', async () => {
  const shop = await bundleShop({ SET: 0, A1: 20, B1: 20 })
  await shop.bundle('SET', { A1: 2, B1: 1 })
  const order = await shop.sold('SET', 3)
  await shop.act(order, 'allocate')
  await shop.ship(order, 'SET', 1)
  await shop.change('SET', { components: shop.parts({ A1: 1, B1: 3 }) })
  const levels = async () => [await shop.level('A1'), await shop.level('B1')]
  expect(await levels()).toEqual([
    [18, 4],
    [19, 2],
  ])
  await shop.ship(order, 'SET', 1)
  expect(await levels()).toEqual([
    [16, 2],
    [18, 1],
  ])
  // Units beyond what was ordered are of the same line.
  await shop.ship(order, 'SET', 2)
  expect(await levels()).toEqual([
    [12, 0],
    [16, 0],
  ])
  const { body } = await shop.returned({
    order_id: order.order_id,
    location_id: shop.ids.locations.A,
    lines: [{ sku: 'SET', expected_quantity: 1 }],
  })
  await shop.tenant.post(`/api/v1/sales/returns/${body.data.id}/receive`, {
    lines: [{ sku: 'SET', received_quantity: 1, disposition: 'restock' }],
  })
  expect(await levels()).toEqual([
    [14, 0],
    [17, 0],
  ])
  // Another order takes the bundle as it is now.
  await shop.ship(await shop.sold('SET', 1), 'SET', 1)
  expect(await levels()).toEqual([
    [13, 0],
    [14, 0],
  ])
  await shop.prove()
})

test('units that were sold as ready-made come back as such, and can be taken out', async () => {
  const shop = await bundleShop({ SET: 2, A1: 5 })
  await shop.bundle('SET', { A1: 2 })
  const order = await shop.sold('SET', 2)
  await shop.act(order, 'allocate')
  await shop.ship(order, 'SET', 2)
  expect((await shop.change('SET', { stocking: 'assembled_when_sold' })).status).toBe(200)
  const location_id = shop.ids.locations.A
  const { body } = await shop.returned({
    order_id: order.order_id,
    location_id,
    lines: [{ sku: 'SET', expected_quantity: 1 }],
  })
  const received = await shop.tenant.post(`/api/v1/sales/returns/${body.data.id}/receive`, {
    lines: [{ sku: 'SET', received_quantity: 1, disposition: 'restock' }],
  })
  expect(received.status).toBe(200)
  expect([await shop.level('SET'), await shop.level('A1')]).toEqual([
    [1, 0],
    [5, 0],
  ])
  const takenOut = await shop.session.post('/api/v1/stock-adjustments', {
    reason: 'correction',
    lines: [
      { sku: 'SET', location_id, quantity: -1 },
      { sku: 'A1', location_id, quantity: 2 },
    ],
  })
  expect(takenOut.status).toBe(201)
  await shop.prove()
})
