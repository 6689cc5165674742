/** After an 855 has answered an order, changes on this side reach the buyer with an 865. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { path, proveBooks } from '../support/orders.ts'
import { acceptAll, type EdiShop, openEdiShop, order850 } from './edi_shop.ts'

setDefaultTimeout(60_000)

const ordered = order850('PO-30', 'PO1*1*4*EA*25.00*PE*SK*771-S', 'PO1*2*3*EA*30.00*PE*SK*771-M')

const update = (shop: EdiShop, { order_id }: { order_id: string }, body: object) =>
  shop.tenant.patch(`${path}/${order_id}`, body)

const answersOf = (document: any) =>
  document.record.lines.map((line: any) => [
    line.line_reference,
    line.change,
    line.ordered_quantity,
    line.unit_price,
    line.answers.map(({ status, quantity, ship_on }: any) => [status, quantity, ship_on]),
  ])

const setLine = (order: any, i: number, change: object) => ({
  lines: [{ line_item_id: order.line_items[i].line_item_id, ...change }],
})

test('a change after the 855 is told with an 865 of the lines that it concerns; what the buyer does not see sends none', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await update(shop, order, { requested_ship_date: '2026-12-01' })
  expect(await shop.queued('865')).toEqual([])
  await shop.act(order, 'confirm', acceptAll(order))
  await update(shop, order, { notes: 'Call before delivery.', freight_cents: 900 })
  expect(await shop.queued('865')).toEqual([])
  const changed = await update(shop, order, setLine(order, 0, { quantity: 2 }))
  expect(changed.body.data.lifecycle).toBe('allocated')
  await update(shop, order, setLine(order, 1, { unit_price_cents: 2900 }))
  await update(shop, order, { requested_ship_date: '2026-12-08' })
  const documents = await shop.queued('865')
  expect(documents.map(answersOf)).toEqual([
    [['1', 'changed', 4, '25.00', [['accepted_quantity_changed', 2, '2026-12-01']]]],
    [['2', 'changed', 3, '29.00', [['accepted_price_changed', 3, '2026-12-01']]]],
    [
      ['1', 'changed', 4, '25.00', [['accepted_quantity_changed', 2, '2026-12-08']]],
      ['2', 'changed', 3, '29.00', [['accepted_price_changed', 3, '2026-12-08']]],
    ],
  ])
  expect(documents[0]!.record).toMatchObject({ number: 'PO-30', change_number: null, supplier_reference: order.name })
  await proveBooks(shop)
})

test('an account that takes no 865 gets none, and the change stands', async () => {
  const shop = await openEdiShop()
  await shop.take(['855'])
  const order = await shop.drafted(...ordered)
  await shop.act(order, 'confirm', acceptAll(order))
  expect((await update(shop, order, setLine(order, 0, { quantity: 2 }))).status).toBe(200)
  expect(await shop.queued('865')).toEqual([])
})

test('a quantity that a person changed in a draft is another one in the verdict; one that the buyer changed is not', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await shop.receive(['860', 'BCH*04*SA*PO-30**2*20261101', 'POC*2*QD*2*1*EA*30.00*PE*SK*771-M', 'CTT*1'])
  await update(shop, order, setLine(order, 0, { quantity: 3 }))
  const changed = await shop.get(order)
  const done = await shop.act(order, 'confirm', acceptAll(changed))
  expect(done.body.data.line_items.map((line: any) => [line.ordered_quantity, line.quantity, line.verdict])).toEqual([
    [4, 3, 'quantity_changed'],
    [3, 2, 'accepted'],
  ])
})

test('lines that are added on this side are in the 865, with their item, and so are their changes and their end', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await shop.act(order, 'confirm', acceptAll(order))
  const more = await update(shop, order, {
    new_lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 1250, requested_ship_date: '2026-12-09' }],
  })
  expect(more.status).toBe(200)
  const line_item_id = more.body.data.line_items[2].line_item_id
  await update(shop, order, { lines: [{ line_item_id, quantity: 1 }] })
  await update(shop, order, { lines: [{ line_item_id, quantity: 0 }] })
  const documents = await shop.queued('865')
  expect(documents.map(answersOf)).toEqual([
    [[null, 'added', 2, '12.50', [['accepted', 2, '2026-12-09']]]],
    [[null, 'changed', 1, '12.50', [['accepted_with_changes', 1, '2026-12-09']]]],
    [[null, 'deleted', 0, '12.50', [['deleted', 0, '2026-12-09']]]],
  ])
  expect(documents[0]!.record.lines[0]).toMatchObject({ supplier_sku: 'J-S', unit: 'EA' })
  await proveBooks(shop)
})

test('another variant that left in place of an ordered one is in the 865 as added, and the ordered units as cancelled', async () => {
  const shop = await openEdiShop()
  const order = await shop.drafted(...ordered)
  await shop.act(order, 'confirm', acceptAll(order))
  const [small] = order.line_items
  const shipped = await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines: [{ sku: 'J-S', quantity: 4 }] })
  const shipment = `${path}/${order.order_id}/shipments/${shipped.body.data.shipments[0].shipment_id}`
  expect((await shop.admin.post(`${shipment}/correct`, { reason: 'Recounted', carrier: 'UPS' })).status).toBe(200)
  expect(await shop.queued('865')).toEqual([])
  const [{ shipment_id }] = (await shop.get(order)).shipments
  const instead_of = { line_item_id: small.line_item_id, ordered_units: 'replaced' }
  const lines = [
    { sku: 'J-S', quantity: 3 },
    { sku: 'J-M', quantity: 1, instead_of },
  ]
  const corrected = await shop.admin.post(`${path}/${order.order_id}/shipments/${shipment_id}/correct`, {
    reason: 'Another size left',
    lines,
  })
  expect(corrected.status).toBe(200)
  const [document, more] = await shop.queued('865')
  expect([
    answersOf(document).map(([reference, change, units, price]: any) => [reference, change, units, price]),
    more,
  ]).toEqual([
    [
      ['1', 'changed', 4, '25.00'],
      [null, 'added', 1, '25.00'],
    ],
    undefined,
  ])
  const after = corrected.body.data.order.shipments[0].shipment_id
  expect((await shop.admin.post(`${path}/${order.order_id}/shipments/${after}/void`, { reason: 'Again' })).status).toBe(
    200,
  )
  expect((await shop.queued('865')).map((one: any) => answersOf(one).map(([, change]: any) => change)).at(-1)).toEqual([
    'changed',
    'deleted',
  ])
  await proveBooks(shop)
})
