/** What an account is told by EDI when a shipment that was announced to it is voided or corrected. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { write856 } from '../../../server/edi/documents/shipping_notice_856.ts'
import { path } from '../support/orders.ts'
import { acceptAll, type EdiShop, openEdiShop, order850 } from './edi_shop.ts'

setDefaultTimeout(60_000)

const cartons = (quantity: number) => [{ weight_kg: 1, lines: [{ sku: 'J-S', quantity }] }]

async function announcedShipment(shop: EdiShop, number: string) {
  const draft = await shop.drafted(...order850(number, 'PO1*1*6*EA*25.00*PE*SK*771-S'))
  const order = (await shop.act(draft, 'confirm', acceptAll(draft))).body.data
  const { shipments } = await shop.ship(order, { cartons: cartons(4) })
  const notice = () => shop.tenant.post(`${path}/${order.order_id}/shipping-notice`)
  expect((await notice()).status).toBe(200)
  const act = (shipment_id: string, verb: string, body: object = {}) =>
    shop.admin.post(`${path}/${order.order_id}/shipments/${shipment_id}/${verb}`, { reason: 'Mistyped', ...body })
  return { order, shipment: shipments[0], notice, act }
}

/** As if the notices of the shop had been sent. */
const send = ({ tenant }: EdiShop) => tenant.service.database.sql`
  update edi_documents set state = 'sent', next_attempt_at = null, sent_at = now(), ended_at = now()
  where organization_id = ${tenant.organization_id} and document_type = '856' and state = 'queued'`

const noticesOf = async (shop: EdiShop, order: { order_id: string }) =>
  (await shop.queued('856'))
    .filter(({ order_id }) => order_id === order.order_id)
    .map(({ state, record }) => [
      state,
      write856(record).segments[0]!.slice(0, 3).join('*'),
      record.orders.flatMap((one: any) =>
        one.cartons.flatMap((carton: any) => carton.items.map((item: any) => item.quantity)),
      ),
    ])

test('a notice that waits is withdrawn with its shipment, and rewritten with its correction', async () => {
  const shop = await openEdiShop()
  const { order, shipment, act } = await announcedShipment(shop, 'PO-40')
  const corrected = await act(shipment.shipment_id, 'correct', { cartons: cartons(3) })
  expect(corrected.body.data.consequences.at(-1)).toBe(
    `The shipping notice (856) of ${shipment.name} was rewritten before it was sent.`,
  )
  const bsn = `BSN*00*${shipment.name}`
  expect(await noticesOf(shop, order)).toEqual([
    ['withdrawn', bsn, [4]],
    ['queued', bsn, [3]],
  ])
  const [after] = corrected.body.data.order.shipments
  expect(after.cartons[0].sscc).toBe(shipment.cartons[0].sscc)
  const voided = await act(after.shipment_id, 'void')
  expect(voided.body.data.consequences.at(-1)).toBe(
    `The shipping notice (856) of ${shipment.name} was withdrawn before it was sent.`,
  )
  expect((await noticesOf(shop, order)).map(([state]) => state)).toEqual(['withdrawn', 'withdrawn'])
})

test('a notice that was sent is replaced with purpose 05, and cancelled with purpose 01', async () => {
  const shop = await openEdiShop()
  const { order, shipment, act, notice } = await announcedShipment(shop, 'PO-41')
  await send(shop)
  const corrected = await act(shipment.shipment_id, 'correct', { cartons: cartons(3) })
  expect(corrected.body.data.consequences.at(-1)).toContain('is replaced by another')
  const [after] = corrected.body.data.order.shipments
  expect((await notice()).body.data.documents).toHaveLength(1)
  await send(shop)
  const voided = await act(after.shipment_id, 'void')
  expect(voided.body.data.consequences.at(-1)).toContain('is cancelled by another')
  expect(await noticesOf(shop, order)).toEqual([
    ['sent', `BSN*00*${shipment.name}`, [4]],
    ['sent', `BSN*05*${shipment.name}`, [3]],
    ['queued', `BSN*01*${shipment.name}`, [3]],
  ])
})

test('a correction without cartons cancels the notice that was sent, and can be announced again', async () => {
  const shop = await openEdiShop()
  const { order, shipment, act, notice } = await announcedShipment(shop, 'PO-42')
  await send(shop)
  const bare = await act(shipment.shipment_id, 'correct', { lines: [{ sku: 'J-S', quantity: 3 }] })
  expect(bare.body.data.consequences.at(-1)).toContain('is cancelled by another. The warehouse reported no cartons')
  await send(shop)
  const [after] = bare.body.data.order.shipments
  expect((await act(after.shipment_id, 'correct', { cartons: cartons(2) })).body.data.consequences).toHaveLength(1)
  expect((await notice()).status).toBe(200)
  expect((await noticesOf(shop, order)).map(([, bsn]) => bsn)).toEqual(
    ['00', '01', '00'].map((purpose) => `BSN*${purpose}*${shipment.name}`),
  )
})

test('an account that takes no 856 any more must be told otherwise', async () => {
  const shop = await openEdiShop()
  const { order, shipment, act } = await announcedShipment(shop, 'PO-43')
  await send(shop)
  await shop.take(['855'])
  const { body } = await act(shipment.shipment_id, 'void')
  expect(body.data.consequences.at(-1)).toBe(
    `The account takes no 856 any more, and one of ${shipment.name} was sent: tell the account that it does not hold.`,
  )
  expect(await noticesOf(shop, order)).toHaveLength(1)
})

test('a carton with units of two stores has no notice until the shipment says which store it is for', async () => {
  const shop = await openEdiShop()
  const draft = await shop.drafted(
    ...order850('PO-49', 'N1*ST*Nordhaus DC*92*DC1', 'PO1*1*6*EA*25.00*PE*SK*771-S', 'SDQ*EA*92*0101*4*0102*2'),
  )
  const order = (await shop.act(draft, 'confirm', acceptAll(draft))).body.data
  const lines = order.line_items.map(({ line_item_id, quantity }: any) => ({ line_item_id, quantity }))
  const { shipments } = await shop.ship(order, { cartons: [{ weight_kg: 1, lines }] })
  const notice = () => shop.tenant.post(`${path}/${order.order_id}/shipping-notice`)
  const refused = await notice()
  expect([refused.status, refused.body.data.reason]).toEqual([409, 'several_stores'])
  expect(refused.body.message.desc).toContain('has units of the stores 0101, 0102')
  expect(await shop.queued('856')).toEqual([])
  const corrected = await shop.admin.post(`${path}/${order.order_id}/shipments/${shipments[0].shipment_id}/correct`, {
    reason: 'Packed for the first store',
    cartons: [{ weight_kg: 1, door_reference: '0101', lines }],
  })
  expect(corrected.status).toBe(200)
  expect((await notice()).status).toBe(200)
  const [queued] = await shop.queued('856')
  expect([queued!.record.ship_to.code, queued!.record.orders.map(({ door }: any) => door.code)]).toEqual([
    'DC1',
    ['0101'],
  ])
})
