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

const change = (...lines: string[]) => ['860', 'BCH*04*SA*PO-40**2*20261101', ...lines, `CTT*${lines.length}`]

const unitsOf = (order: any) => order.line_items.map(({ sku, quantity }: any) => [sku, quantity])

test("the part ships under the buyer's number, and a change of a line that stayed is taken there", async () => {
  const shop = await openEdiShop()
  const { order, fresh } = await splitOrder(shop)
  await shop.ship(fresh, { cartons: [{ lines: [{ sku: 'J-S', quantity: 1 }] }] })
  expect((await shop.act(fresh, 'shipping-notice')).status).toBeLessThan(300)
  const [notice] = await shop.queued('856')
  expect(JSON.stringify(notice!.record)).toContain('PO-40')
  await shop.receive(change('POC*2*QD*2*1*EA*30.00*PE*SK*771-M'))
  expect(await shop.exceptions(order.order_id)).toEqual([
    [
      'order_change',
      expect.stringContaining(
        `${order.name} was split into ${order.name} and ${fresh.name}. It concerns ${order.name}.`,
      ),
    ],
  ])
  const answer = await shop.decide('860', 'take')
  expect([answer.status, answer.body.data?.sentence]).toEqual([
    200,
    `Change 2 of order PO-40 was taken on ${order.name}.`,
  ])
  expect(unitsOf(await shop.get(order))).toEqual([
    ['J-S', 3],
    ['J-M', 2],
  ])
  expect((await shop.queued('865')).map(answersOf)).toEqual([[['2', 2, [['accepted', 2, null]]]]])
  expect(await shop.exceptions(order.order_id)).toEqual([])
  await proveBooks(shop)
})

test('a change of a line that was split off is taken on the order that has it, and the 865 answers for both', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await shop.act(order, 'confirm', acceptAll(order))
  const lines = [{ line_item_id: order.line_items[1].line_item_id, quantity: 3 }]
  const fresh = (await act(shop, order, 'split', { by: 'line', lines })).body.data.new_orders[0]
  await shop.receive(change('POC*2*QD*2*1*EA*30.00*PE*SK*771-M', 'POC*1*QI*6*2*EA*25.00*PE*SK*771-S'))
  const answer = await shop.decide('860', 'take')
  expect([answer.status, answer.body.data?.sentence]).toEqual([
    200,
    `Change 2 of order PO-40 was taken on ${order.name} and ${fresh.name}.`,
  ])
  expect(unitsOf(await shop.get(order))).toEqual([['J-S', 6]])
  expect(await shop.get(fresh)).toMatchObject({ units: 2, allocated_units: 2, lifecycle: 'allocated' })
  const documents = await shop.queued('865')
  expect(documents.map(answersOf)).toEqual([
    [
      ['2', 2, [['accepted', 2, null]]],
      ['1', 6, [['accepted', 6, null]]],
    ],
  ])
  expect(documents[0]!.record.change_number).toBe('2')
  await proveBooks(shop)
})

test('units of the other orders count towards the quantity that the buyer wants', async () => {
  const shop = await openEdiShop()
  const { order, fresh } = await splitOrder(shop)
  await shop.ship(fresh, { lines: [{ sku: 'J-S', quantity: 1 }] })
  await shop.receive(change('POC*1*QI*6*2*EA*25.00*PE*SK*771-S'))
  expect((await shop.decide('860', 'take')).status).toBe(200)
  expect(unitsOf(await shop.get(order))).toEqual([
    ['J-S', 5],
    ['J-M', 3],
  ])
  expect(unitsOf(await shop.get(fresh))).toEqual([['J-S', 1]])
  expect((await shop.queued('865')).map(answersOf)).toEqual([[['1', 6, [['accepted', 6, null]]]]])
  await proveBooks(shop)
})

test('a change of a line with units left on several orders names them, until a person decides which', async () => {
  const shop = await openEdiShop()
  const { order, fresh } = await splitOrder(shop)
  await shop.receive(change('POC*1*QD*3*1*EA*25.00*PE*SK*771-S'))
  const unclear = `units of line 1 are left to ship on ${order.name} and ${fresh.name}`
  expect(await shop.exceptions(order.order_id)).toEqual([['order_change', expect.stringContaining(unclear)]])
  const refused = await shop.decide('860', 'take')
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect(refused.body.message.desc).toContain(unclear)
  expect((await shop.get(order)).units + (await shop.get(fresh)).units).toBe(7)
  expect(await shop.queued('865')).toEqual([])
  expect((await act(shop, order, 'merge', { from_order_ids: [fresh.order_id] })).status).toBe(200)
  expect((await shop.decide('860', 'take')).status).toBe(200)
  expect((await shop.get(order)).units).toBe(6)
  await proveBooks(shop)
})

test('a change that moves days of the whole order, or comes once all has shipped, is refused', async () => {
  const shop = await openEdiShop()
  const { order, fresh } = await splitOrder(shop)
  const moving = [
    '860',
    'BCH*04*SA*PO-40**3*20261101',
    'DTM*010*20261220',
    'POC*2*QD*2*1*EA*30.00*PE*SK*771-M',
    'CTT*1',
  ]
  await shop.receive(moving)
  const days = await shop.decide('860', 'take')
  expect([days.status, days.body.message.desc]).toEqual([
    409,
    expect.stringContaining('it moves requested_ship_date and ship_window_start of all of it'),
  ])
  expect((await shop.decide('860', 'decline')).status).toBe(200)
  const [declined] = await shop.queued('865')
  expect(answersOf(declined)).toEqual([['2', 2, [['rejected', 2, null]]]])
  for (const one of [order, fresh]) {
    const lines = (await shop.get(one)).line_items.map(({ line_item_id, quantity }: any) => ({
      line_item_id,
      quantity,
    }))
    await shop.ship(one, { lines })
  }
  await shop.receive(change('POC*2*QD*2*1*EA*30.00*PE*SK*771-M'))
  const late = await shop.decide('860', 'take')
  expect([late.status, late.body.message.desc]).toEqual([
    409,
    expect.stringContaining(`line 2 has shipped or is cancelled on ${order.name}`),
  ])
})

test('a buyer that cancels its order cancels what is left of all parts', async () => {
  const shop = await openEdiShop()
  const { order, fresh } = await splitOrder(shop)
  await shop.receive(['860', 'BCH*01*SA*PO-40**2*20261101', 'CTT*0'])
  expect((await shop.decide('860', 'take')).status).toBe(200)
  expect([(await shop.get(order)).lifecycle, (await shop.get(fresh)).lifecycle]).toEqual(['cancelled', 'cancelled'])
  expect(await shop.stock('J-S')).toEqual([10, 0])
  expect((await shop.queued('865')).map(answersOf)).toEqual([
    [
      ['1', 0, [['deleted', 0, null]]],
      ['2', 0, [['deleted', 0, null]]],
    ],
  ])
  await proveBooks(shop)
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
