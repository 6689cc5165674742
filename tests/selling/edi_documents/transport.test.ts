/** What a shipping notice says of transport, places and weights, from the shipment that is recorded to the parsed document. */
import { addDays } from '../../../server/calendar/days.ts'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import { path } from '../support/orders.ts'
import { acceptAll, type EdiShop, openEdiShop } from '../edi_orders/edi_shop.ts'
import { parsed } from './parsed.ts'

setDefaultTimeout(60_000)

const pallet = '106141411234567903'
const soon = addDays(new Date().toISOString().slice(0, 10), 4)

const profileOf = (shop: EdiShop, values: object) =>
  shop.admin.put(`/api/v1/wholesale/accounts/${shop.account_id}/edi-profile`, {
    edi_qualifier: 'ZZ',
    edi_id: 'NORDHAUS',
    version: '4010',
    documents_taken: ['810', '855', '856'],
    ...values,
  })

async function confirmed(shop: EdiShop, ...more: string[]) {
  const draft = await shop.drafted(
    '850',
    'BEG*00*SA*PO-70**20261101',
    'CUR*BY*USD',
    'REF*CO*C-1',
    'REF*MR*0500',
    'REF*PD*SPRING',
    ...more,
    'PO1*1*6*EA*25.00*PE*SK*771-S',
    'CTT*1',
  )
  return (await shop.act(draft, 'confirm', acceptAll(draft))).body.data
}

const carton = (quantity: number, more: object = {}) => ({ lines: [{ sku: 'J-S', quantity }], ...more })

async function noticeOf(shop: EdiShop, order: { order_id: string }) {
  const answer = await shop.tenant.post(`${path}/${order.order_id}/shipping-notice`)
  if (answer.status !== 200) throw new Error(answer.text)
  return parsed('856', (await shop.queued('856')).at(-1)!.record)
}

test('a notice states SCAC, bill of lading, dates, addresses, pounds, pallets and the references of the order', async () => {
  const shop = await openEdiShop()
  await profileOf(shop, { weight_unit: 'LB', has_pallet_level: true })
  await shop.admin.patch(`/api/v1/locations/${shop.ids.locations.Main}`, {
    address: '4 Dock Road\nNewark, NJ 07114\nUnited States',
  })
  const { sql } = shop.tenant.service.database
  await sql`
    update account_doors set address = ${'Zona Industrial 8\n4470-177 Maia\nPortugal'}
    where organization_id = ${shop.tenant.organization_id} and door_reference = 'DC1'`
  const order = await confirmed(shop, 'N1*ST*Nordhaus DC*92*DC1')
  await shop.ship(order, {
    location_id: shop.ids.locations.Main,
    carrier: 'Harbour Freight',
    carrier_scac: 'HFRT',
    bill_of_lading: 'BOL-9',
    tracking_number: 'PRO-9',
    shipped_at: '2026-11-20T12:00:00Z',
    deliver_on: '2026-11-24',
    cartons: [
      carton(1, { weight_kg: 2, pallet_sscc: pallet, tracking_number: 'T-1' }),
      carton(2, { weight_kg: 1.5 }),
      carton(3, { weight_kg: 0.001, pallet_sscc: pallet }),
    ],
  })
  const codes = await sql`
    select sscc from fulfilment_cartons where organization_id = ${shop.tenant.organization_id} order by carton_number`
  const [first, second, third] = codes.map(({ sscc }) => `MAN*GM*00${sscc}`)
  const segments = await noticeOf(shop, order)
  expect(segments.slice(1, segments.indexOf('HL*2*1*O'))).toEqual([
    'HL*1**S',
    'TD1*CTN*3****G*7.72*LB',
    'TD5*B*2*HFRT**Harbour Freight',
    'REF*BM*BOL-9',
    'REF*CN*PRO-9',
    'DTM*011*20261120',
    'DTM*017*20261124',
    'N1*SF*Main',
    'N3*4 Dock Road',
    'N4*Newark*NJ*07114*US',
    'N1*ST*Nordhaus DC*92*DC1',
    'N3*Zona Industrial 8',
    'N4*Maia**4470-177*PT',
  ])
  expect(segments.filter((one) => one.startsWith('REF') && !/BM|CN/.test(one))).toEqual([
    `REF*VN*${order.name}`,
    'REF*CO*C-1',
    'REF*MR*0500',
    'REF*PD*SPRING',
  ])
  expect(segments.filter((one) => /^(HL|MAN|TD1\*\*)/.test(one)).slice(2)).toEqual([
    'HL*3*2*P',
    'TD1******G*3.31*LB',
    second!,
    'HL*4*3*I',
    'HL*5*2*T',
    `MAN*GM*00${pallet}`,
    'HL*6*5*P',
    'TD1******G*4.41*LB',
    first!,
    'MAN*CP*T-1',
    'HL*7*6*I',
    'HL*8*5*P',
    'TD1******G*0.01*LB',
    third!,
    'HL*9*8*I',
  ])
  await shop.act(order, 'invoice')
  const bill = await shop.queued('810')
  const references = ['REF*BM*BOL-9', `REF*VN*${order.name}`, 'REF*CO*C-1', 'REF*MR*0500', 'REF*PD*SPRING']
  expect(parsed('810', bill[0]!.record).filter((one) => one.startsWith('REF'))).toEqual(references)
  const answer = parsed('855', (await shop.queued('855'))[0]!.record)
  expect(answer.filter((one) => one.startsWith('REF'))).toEqual(['REF*CO*C-1', 'REF*MR*0500', 'REF*PD*SPRING'])
})

test('what is not recorded is not stated; days in transit stand for the arrival, and an account without pallets gets none', async () => {
  const shop = await openEdiShop()
  const order = await confirmed(shop)
  await shop.ship(order, { cartons: [carton(6, { weight_kg: 2, pallet_sscc: pallet })] })
  const segments = await noticeOf(shop, order)
  expect(segments.filter((one) => /^(TD5|REF\*BM|DTM\*017|N3|N4|HL.*T$)/.test(one))).toEqual([])
  expect(segments).toContain('TD1*CTN*1****G*2*KG')
  const later = await openEdiShop()
  await later.admin.patch(`/api/v1/wholesale/accounts/${later.account_id}`, { transit_time_days: 4 })
  const other = await confirmed(later)
  await later.ship(other, { shipped_at: '2026-11-20T12:00:00Z', cartons: [carton(6)] })
  expect(await noticeOf(later, other)).toContain('DTM*017*20261124')
})

test('transport is read, corrected with a trace, and the notice that was sent is replaced with it', async () => {
  const shop = await openEdiShop()
  const order = await confirmed(shop)
  const { shipments } = await shop.ship(order, {
    carrier_scac: 'UPSN',
    bill_of_lading: 'B-1',
    cartons: [carton(4, { pallet_sscc: pallet }), carton(2, { pallet_sscc: pallet })],
  })
  const of = (shipment_id: string) => `${path}/${order.order_id}/shipments/${shipment_id}`
  const [shipment] = shipments
  const transport = { carrier_scac: 'UPSN', bill_of_lading: 'B-1', deliver_on: null }
  const pallets = [{ pallet_sscc: pallet, carton_numbers: [1, 2] }]
  const read = async (shipment_id: string) => (await shop.admin.get(`${of(shipment_id)}/transport`)).body.data
  expect(await read(shipment.shipment_id)).toEqual({ shipment_id: shipment.shipment_id, ...transport, pallets })
  await noticeOf(shop, order)
  await shop.tenant.service.database.sql`
    update edi_documents set state = 'sent', next_attempt_at = null where organization_id = ${shop.tenant.organization_id}`
  const correct = (id: string, body: object) => shop.admin.post(`${of(id)}/correct`, { reason: 'Mistyped', ...body })
  expect((await correct(shipment.shipment_id, { bill_of_lading: 'B-1' })).body.data.consequences).toEqual([
    'Nothing changed.',
  ])
  const corrected = await correct(shipment.shipment_id, { bill_of_lading: 'B-2', deliver_on: soon })
  const [after] = corrected.body.data.order.shipments
  expect(await read(after.shipment_id)).toMatchObject({
    carrier_scac: 'UPSN',
    bill_of_lading: 'B-2',
    deliver_on: soon,
    pallets,
  })
  expect(await read(shipment.shipment_id)).toMatchObject({ ...transport, pallets })
  const segments = parsed('856', (await shop.queued('856')).at(-1)!.record)
  expect(segments.filter((one) => /^(BSN|REF\*BM)/.test(one)).map((one) => one.slice(0, 10))).toEqual([
    `BSN*05*${shipment.name}`.slice(0, 10),
    'REF*BM*B-2',
  ])
  expect((await shop.admin.get(`${of(shop.account_id)}/transport`)).body.code).toBe('not_found')
})

test('a code, a pallet or an arrival that cannot be is refused by name, and a repeated report that differs names what differs', async () => {
  const shop = await openEdiShop()
  const order = await confirmed(shop)
  const ship = (body: object) =>
    shop.admin.post(`${path}/${order.order_id}/shipments`, {
      shipped_at: '2026-11-20T12:00:00Z',
      cartons: [carton(6)],
      ...body,
    })
  const field = async (body: object) => {
    const { status, body: answer } = await ship(body)
    return [status, answer.data?.field]
  }
  expect(await field({ carrier_scac: 'ups' })).toEqual([400, 'carrier_scac'])
  expect(await field({ carrier_scac: 'U' })).toEqual([400, 'carrier_scac'])
  expect(await field({ bill_of_lading: 'Ü-1' })).toEqual([400, 'bill_of_lading'])
  expect(await field({ deliver_on: '2026-11-19' })).toEqual([400, 'deliver_on'])
  expect(await field({ deliver_on: addDays('2026-11-20', limits.account_days_max + 1) })).toEqual([400, 'deliver_on'])
  expect(await field({ cartons: [carton(6, { pallet_sscc: '106141411234567904' })] })).toEqual([
    400,
    'cartons[0].pallet_sscc',
  ])
  const stated = { external_id: 'D-1', carrier_scac: 'UP', bill_of_lading: 'B', deliver_on: '2026-11-20' }
  expect((await ship(stated)).status).toBe(201)
  expect((await ship(stated)).status).toBe(201)
  const other = await ship({ ...stated, bill_of_lading: 'C', cartons: [carton(6, { pallet_sscc: pallet })] })
  expect(other.body.data.differences).toEqual([
    'bill_of_lading C, recorded with B',
    `pallet of carton 1 ${pallet}, recorded with none`,
  ])
})
