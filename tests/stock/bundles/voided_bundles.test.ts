/** A voided shipment of a bundle gives its components back, and a corrected one leaves with those it left with. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { setShop } from './sold_bundles.ts'

setDefaultTimeout(60_000)

test('a shipment of a bundle is corrected and voided by the components it left with, whatever the bundle is now', async () => {
  const shop = await setShop()
  const order = await shop.sold('SET', 2)
  await shop.act(order, 'allocate')
  const [first] = (await shop.ship(order, 'SET', 2)).body.data.shipments
  expect([await shop.level('A1'), await shop.level('B1')]).toEqual([
    [1, 0],
    [2, 0],
  ])
  await shop.change('SET', { components: shop.parts({ A1: 1, B1: 2 }) })
  const undo = (shipment_id: string, verb: string, body: object = {}) =>
    shop.session.post(`/api/v1/sales/orders/${order.order_id}/shipments/${shipment_id}/${verb}`, {
      reason: 'Mistyped',
      ...body,
    })
  const corrected = await undo(first.shipment_id, 'correct', { lines: [{ sku: 'SET', quantity: 1 }] })
  expect([corrected.status, corrected.body.data.order.lifecycle]).toEqual([200, 'partially_fulfilled'])
  expect([await shop.level('A1'), await shop.level('B1'), await shop.level('SET')]).toEqual([
    [3, 2],
    [3, 1],
    [0, 0],
  ])
  const [after] = corrected.body.data.order.shipments
  const voided = await undo(after.shipment_id, 'void')
  expect([voided.status, voided.body.data.order.lifecycle]).toEqual([200, 'allocated'])
  expect([await shop.level('A1'), await shop.level('B1')]).toEqual([
    [5, 4],
    [4, 2],
  ])
  await shop.prove()
})
