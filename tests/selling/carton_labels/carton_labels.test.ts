import { expect, setDefaultTimeout, test } from 'bun:test'
import { readBarCode } from './bar_code.ts'
import { pdfPages } from '../../support/pdf.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { type EdiShop, openEdiShop } from '../edi_orders/edi_shop.ts'
import { path } from '../support/orders.ts'

setDefaultTimeout(60_000)

const addressOf = (order: { order_id: string }, { shipment_id }: { shipment_id: string }) =>
  `${path}/${order.order_id}/shipments/${shipment_id}/carton-labels`

const fileOf = (shop: EdiShop, export_url: string) => {
  const { pathname, search } = new URL(export_url)
  return fetch(`${shop.tenant.service.base_url}${pathname}${search}`)
}

/** An order of store 0101 through a distribution centre. */
const drafted = (shop: EdiShop, number: string) =>
  shop.drafted(
    '850',
    `BEG*00*SA*${number}**20261101`,
    'CUR*BY*USD',
    'REF*DP*Knitwear',
    'N1*BY**92*0101',
    'N1*ST*Nordhaus DC*92*DC1',
    'N3*Hafenstrasse 4',
    'N4*Columbus*OH*43215*US',
    'PO1*10*6*EA*25.00*PE*SK*771-S',
    'PO1*20*2*EA*30.00*PE*SK*771-M',
    'CTT*2',
  )

async function confirmed(shop: EdiShop, number: string) {
  const order = await drafted(shop, number)
  const lines = order.line_items.map(({ line_item_id }: any) => ({ line_item_id, verdict: 'accepted' }))
  const answer = await shop.act(order, 'confirm', { lines })
  expect(answer.status).toBe(200)
  return answer.body.data
}

/** The check digit of GS1, from the right: 3 and 1 in turn. */
const hasCheckDigit = (sscc: string): boolean =>
  [...sscc].toReversed().reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0

test('each carton has a label of 4 by 6 inches, whose bar code is its SSCC as a scanner reads it', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  await sql`
    update locations set address = E'1 Harbour Road\nOakland, CA 94607'
    where organization_id = ${shop.tenant.organization_id} and name = 'Main'`
  const order = await confirmed(shop, 'PO-9001')
  const [s, m] = order.line_items
  const shipped = await shop.ship(order, {
    carrier: 'Harbour Freight',
    carrier_scac: 'HRBR',
    bill_of_lading: 'BOL-77',
    tracking_number: 'PRO-1',
    cartons: [
      { weight_kg: 1.5, lines: [{ line_item_id: s.line_item_id, quantity: 6 }] },
      {
        sscc: '106141411234567897',
        weight_kg: 0.75,
        tracking_number: 'T-2',
        door_reference: '0102',
        lines: [{ line_item_id: m.line_item_id, quantity: 2 }],
      },
    ],
  })
  const [shipment] = shipped.shipments
  const answer = await shop.admin.get(addressOf(order, shipment))
  expect(answer.status).toBe(200)
  const { export_url, file_name, row_count } = answer.body.data
  expect([file_name, row_count]).toEqual([`carton_labels_${shipment.name}.pdf`, 2])
  const response = await fileOf(shop, export_url)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/MediaBox \[0 0 288 432\]/g),
  ).toHaveLength(2)
  const pages = await pdfPages(bytes)
  expect(pages).toHaveLength(2)
  const codes = shipment.cartons.map(({ sscc }: any) => sscc)
  expect(codes[1]).toBe('106141411234567897')
  const shared = [
    'Test organisation',
    '1 Harbour Road',
    'Oakland, CA 94607',
    'Nordhaus DC',
    'DC1',
    'Hafenstrasse 4',
    'Columbus, OH 43215',
    'PO-9001',
    'Dept Knitwear',
    'Harbour Freight, HRBR',
    'BOL-77',
  ]
  for (const [i, parts] of [
    ['1 of 2', '0101', 'Nordhaus 0101', 'PRO-1', '1.5 kg'],
    ['2 of 2', '0102', 'Nordhaus 0102', 'T-2', '0.75 kg'],
  ].entries()) {
    for (const part of [...shared, ...parts, `(00) ${codes[i]}`]) expect(pages[i]).toContain(part)
    const code = await readBarCode(bytes, i + 1)
    expect(code.digits).toBe(`00${codes[i]}`)
    expect(hasCheckDigit(code.digits.slice(2))).toBe(true)
    // GS1 General Specifications: X-dimension of 0.495 to 0.94 mm, 31.75 mm high, ten modules of quiet zone.
    expect(code.module_width).toBeWithin(0.495, 0.94)
    expect(code.height).toBeGreaterThanOrEqual(31.7)
    expect(code.quiet_zone).toBeGreaterThanOrEqual(10 * code.module_width)
  }
})

test('a carton without SSCC is refused and named, and so is a shipment without cartons', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  await sql`update organizations set gs1_company_prefix = null where organization_id = ${shop.tenant.organization_id}`
  const order = await confirmed(shop, 'PO-9002')
  const [s, m] = order.line_items
  await shop.ship(order, {
    cartons: [
      { sscc: '106141411234567897', lines: [{ line_item_id: s.line_item_id, quantity: 6 }] },
      { lines: [{ line_item_id: m.line_item_id, quantity: 1 }] },
    ],
  })
  const { shipments } = await shop.ship(order, { lines: [{ line_item_id: m.line_item_id, quantity: 1 }] })
  const ofReason = async (shipment: any) => {
    const { status, body } = await shop.admin.get(addressOf(order, shipment))
    return [status, body.data?.reason, body.message.desc]
  }
  const withCartons = shipments.find(({ cartons }: any) => cartons.length === 2)
  expect(await ofReason(withCartons)).toEqual([
    409,
    'no_sscc',
    expect.stringContaining(`Carton 2 of shipment ${withCartons.name} has no SSCC`),
  ])
  const without = shipments.find(({ cartons }: any) => cartons.length === 0)
  expect((await ofReason(without)).slice(0, 2)).toEqual([409, 'no_cartons'])
})

test('a consumer order has no labels, and a voided shipment and those of others are not found', async () => {
  const shop = await openEdiShop()
  const consumer = await shop.placed({ lifecycle: 'open', lines: [{ sku: 'J-S', quantity: 1 }] })
  const { shipments } = await shop.ship(consumer, { cartons: [{ lines: [{ sku: 'J-S', quantity: 1 }] }] })
  const refused = await shop.admin.get(addressOf(consumer, shipments[0]))
  expect([refused.status, refused.body.data.reason]).toEqual([409, 'consumer_order'])
  const order = await confirmed(shop, 'PO-9003')
  const lines = [{ line_item_id: order.line_items[0].line_item_id, quantity: 6 }]
  const [shipment] = (await shop.ship(order, { cartons: [{ lines }] })).shipments
  const { export_url } = (await shop.admin.get(addressOf(order, shipment))).body.data
  expect((await shop.admin.get(addressOf(consumer, shipment))).status).toBe(404)
  const stranger = await newSession(await newTenant())
  expect((await stranger.get(addressOf(order, shipment))).body.code).toBe('not_found')
  await shop.admin.post(`${path}/${order.order_id}/shipments/${shipment.shipment_id}/void`, { reason: 'Never left' })
  expect((await shop.admin.get(addressOf(order, shipment))).status).toBe(404)
  expect((await fileOf(shop, export_url)).status).toBe(403)
})
