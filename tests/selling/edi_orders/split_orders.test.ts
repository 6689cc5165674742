/** An order that arrived over EDI and was split: its documents name the buyer's number, and acknowledge it as a whole. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { path, proveBooks } from '../support/orders.ts'
import { acceptAll, type EdiShop, openEdiShop, order850 } from './edi_shop.ts'

setDefaultTimeout(60_000)

const ordered = order850('PO-40', 'PO1*1*4*EA*25.00*PE*SK*771-S', 'PO1*2*3*EA*30.00*PE*SK*771-M')
const act = (shop: EdiShop, { order_id }: { order_id: string }, name: string, body: object) =>
  shop.admin.post(`${path}/${order_id}/${name}`, body)

const answersOf = (document: any) =>
  document.record.lines.map((line: any) => [
    line.line_reference,
    line.ordered_quantity,
    line.answers.map(({ status, quantity, ship_on }: any) => [status, quantity, ship_on]),
  ])

async function splitOrder(shop: EdiShop) {
  const order = await shop.drafted(...ordered)
  const lines = [{ line_item_id: order.line_items[0].line_item_id, quantity: 1 }]
  const early = await act(shop, order, 'split', { by: 'line', lines })
  expect([early.status, early.body.code]).toEqual([409, 'conflict'])
  expect((await shop.act(order, 'confirm', acceptAll(order))).status).toBe(200)
  const split = await act(shop, order, 'split', { by: 'line', lines })
  expect(split.status).toBe(200)
  return { order, fresh: split.body.data.new_orders[0] }
}

test('a split sends nothing; a change of a part is acknowledged with what all parts have, by ship date', async () => {
  const shop = await openEdiShop()
  const { order, fresh } = await splitOrder(shop)
  expect(fresh).toMatchObject({ origin: 'edi', reference: order.reference, lifecycle: 'allocated' })
  expect(fresh.line_items).toMatchObject([{ buyer_sku: '771-S', buyer_line_reference: '1', verdict: 'accepted' }])
  expect(await shop.queued('865')).toEqual([])
  const patch = (one: any, body: object) => shop.tenant.patch(`${path}/${one.order_id}`, body)
  await patch(order, { lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 2 }] })
  await patch(fresh, { requested_ship_date: '2026-12-08' })
  await shop.act(fresh, 'cancel')
  const documents = await shop.queued('865')
  expect(documents.map(answersOf)).toEqual([
    [['1', 4, [['accepted_quantity_changed', 3, null]]]],
    [
      [
        '1',
        4,
        [
          ['accepted_quantity_changed', 1, '2026-12-08'],
          ['accepted_quantity_changed', 2, null],
        ],
      ],
    ],
    [['1', 4, [['accepted_quantity_changed', 2, null]]]],
  ])
  expect(documents.every(({ record }) => record.number === 'PO-40')).toBe(true)
  await proveBooks(shop)
})

test("the part ships under the buyer's number; a change that the buyer sends then waits, and is declined", async () => {
  const shop = await openEdiShop()
  const { order, fresh } = await splitOrder(shop)
  await shop.ship(fresh, { cartons: [{ lines: [{ sku: 'J-S', quantity: 1 }] }] })
  expect((await shop.act(fresh, 'shipping-notice')).status).toBeLessThan(300)
  const [notice] = await shop.queued('856')
  expect(JSON.stringify(notice!.record)).toContain('PO-40')
  await shop.receive(['860', 'BCH*04*SA*PO-40**2*20261101', 'POC*2*QD*2*1*EA*30.00*PE*SK*771-M', 'CTT*1'])
  const refused = await shop.decide('860', 'take')
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect(refused.body.message.desc).toContain('was split into 2 orders')
  expect(refused.body.message.desc).toContain(
    `are on ${order.name}. Decline the change, and change that order instead.`,
  )
  expect((await shop.decide('860', 'decline')).status).toBe(200)
  expect((await shop.get(order)).units).toBe(6)
})

test('a change of an order that has shipped names the part that has units left, or says that none has', async () => {
  const shop = await openEdiShop()
  const { order, fresh } = await splitOrder(shop)
  const lines = (await shop.get(order)).line_items.map((line: any) => ({
    line_item_id: line.line_item_id,
    quantity: line.quantity,
  }))
  await shop.ship(order, { lines })
  expect((await shop.get(order)).lifecycle).toBe('fulfilled')
  await shop.receive(['860', 'BCH*04*SA*PO-40**2*20261101', 'POC*2*QD*2*1*EA*30.00*PE*SK*771-M', 'CTT*1'])
  const named = await shop.decide('860', 'take')
  expect([named.status, named.body.message.desc]).toEqual([409, expect.stringContaining(`are on ${fresh.name}.`)])
  await shop.ship(fresh, { lines: [{ sku: 'J-S', quantity: 1 }] })
  expect((await shop.decide('860', 'take')).body.message.desc).toContain('Nothing of them is left to ship.')
  expect((await shop.decide('860', 'decline')).status).toBe(200)
})

test('parts of one order are merged into the first of them, and orders of other numbers are not', async () => {
  const shop = await openEdiShop()
  const { order, fresh } = await splitOrder(shop)
  const wrong = await act(shop, fresh, 'merge', { from_order_ids: [order.order_id] })
  expect([wrong.status, wrong.body.code]).toEqual([409, 'conflict'])
  const merged = await act(shop, order, 'merge', { from_order_ids: [fresh.order_id] })
  expect(merged.body.data).toMatchObject({ units: 7, allocated_units: 7 })
  const other = await shop.drafted(...order850('PO-41', 'PO1*1*1*EA*25.00*PE*SK*771-S'))
  await shop.act(other, 'confirm', acceptAll(other))
  expect((await act(shop, order, 'merge', { from_order_ids: [other.order_id] })).body.code).toBe('conflict')
  await shop.receive(['860', 'BCH*04*SA*PO-40**2*20261101', 'POC*2*QD*2*1*EA*30.00*PE*SK*771-M', 'CTT*1'])
  expect((await shop.decide('860', 'take')).status).toBe(200)
  await proveBooks(shop)
})
