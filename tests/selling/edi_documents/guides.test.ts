/** Profiles with what guides require: documents are checked before they are sent, and shown without effect. */
import { addDays } from '../../../server/calendar/days.ts'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type EdiRig, startWorkers } from '../../interchanges/rig.ts'
import { path } from '../support/orders.ts'
import { acceptAll, type EdiShop, openEdiShop } from '../edi_orders/edi_shop.ts'
import { lackedOf } from './guide_checker.ts'

setDefaultTimeout(120_000)

let rig: EdiRig
beforeAll(async () => {
  rig = await startWorkers()
})
afterAll(async () => {
  await rig.stop()
})

const profilePath = (shop: EdiShop) => `/api/v1/wholesale/accounts/${shop.account_id}/edi-profile`
const profile = { edi_qualifier: 'ZZ', edi_id: 'NORDHAUS', documents_taken: ['810', '855', '856'] }

async function setProfile(shop: EdiShop, values: object) {
  const saved = await shop.admin.put(profilePath(shop), { ...profile, version: '4010', ...values })
  if (saved.status !== 200) throw new Error(saved.text)
  return saved.body.data.edi_profile
}

/** An order with the department, the vendor number and both places; its only shipment has the whole transport. */
async function shippedOrder(shop: EdiShop, transport: object = {}, header = ['REF*DP*0420', 'REF*IA*V-9']) {
  const draft = await shop.drafted(
    '850',
    'BEG*00*SA*PO-90**20261101',
    'CUR*BY*USD',
    ...header,
    'N1*BY*NORDHAUS 0101*92*0101',
    'N1*ST*NORDHAUS DC*92*DC1',
    'PO1*1*6*EA*25.00*PE*SK*771-S',
    'CTT*1',
  )
  const order = (await shop.act(draft, 'confirm', acceptAll(draft))).body.data
  await shop.admin.patch(`/api/v1/locations/${shop.ids.locations.Main}`, {
    address: '4 Dock Road\nNewark, NJ 07114\nUnited States',
  })
  const { shipments } = await shop.ship(order, {
    location_id: shop.ids.locations.Main,
    carrier_scac: 'HFRT',
    bill_of_lading: 'BOL-9',
    deliver_on: addDays(new Date().toISOString().slice(0, 10), 4),
    ...transport,
    cartons: [{ weight_kg: 2, lines: [{ sku: 'J-S', quantity: 6 }] }],
  })
  const { invoice_id } = (await shop.act(order, 'invoice')).body.data
  const preview = (document_type: string) =>
    shop.admin.get(
      `/api/v1/wholesale/edi/preview?document_type=${document_type}&order_id=${order.order_id}&shipment_id=${shipments[0].shipment_id}&invoice_id=${invoice_id}`,
    )
  return { order, shipment: shipments[0], invoice_id, preview }
}

const everything = async (shop: EdiShop) => {
  const { sql } = shop.tenant.service.database
  const [row] = await sql`
    select (select count(*) from edi_documents where organization_id = ${shop.tenant.organization_id})::int as documents,
      (select count(*) from edi_interchanges where organization_id = ${shop.tenant.organization_id})::int as interchanges,
      (select count(*) from exceptions where organization_id = ${shop.tenant.organization_id})::int as exceptions`
  return { ...row }
}

test('documents of a whole shipment have what each public guide requires, by a checker of its own', async () => {
  const shop = await openEdiShop()
  const listed = (await shop.admin.get('/api/v1/wholesale/edi/guides')).body.data.guides
  expect(listed.map(({ guide, version }: any) => [guide, version])).toEqual([
    ['bonton_4010', '4010'],
    ['jcpenney_4030', '4030'],
    ['macys_5010', '5010'],
  ])
  await setProfile(shop, {})
  const { preview } = await shippedOrder(shop)
  for (const { guide, version, documentation } of listed) {
    expect(documentation.length).toBeGreaterThan(10)
    const saved = await setProfile(shop, { guide, version })
    expect(saved).toMatchObject({ guide, weight_unit: 'LB' })
    for (const type of ['856', '810']) {
      const { status, body } = await preview(type)
      expect([status, body.data.faults]).toEqual([200, []])
      expect([guide, type, lackedOf(guide, body.data.text)]).toEqual([guide, type, []])
    }
  }
})

test('what a document lacks of the profile is named, by the checker and by the preview, which has no effect', async () => {
  const shop = await openEdiShop()
  await setProfile(shop, { guide: 'jcpenney_4030', version: '4030' })
  const { preview } = await shippedOrder(shop, { bill_of_lading: null, carrier_scac: null, deliver_on: null }, [])
  await rig.worker.settle()
  const before = await everything(shop)
  const shown = (await preview('856')).body.data
  expect(shown.faults).toEqual([
    'The account requires TD5 in the shipment.',
    'The account requires REF with BM and a value in REF02 in the shipment.',
    'The account requires DTM with 017 and a value in DTM02 in the shipment.',
  ])
  expect(lackedOf('jcpenney_4030', shown.text)).toEqual([
    'shipment ^TD5\\*',
    'shipment ^REF\\*BM\\*[^* ]+$',
    'shipment ^DTM\\*017\\*\\d{8}$',
  ])
  expect((await preview('810')).body.data.faults).toEqual([
    'The account requires REF with DP and a value in REF02 in the header.',
    'The account requires REF with IA and a value in REF02 in the header.',
  ])
  expect((await preview('855')).body.data.faults).toEqual([])
  expect(await everything(shop)).toEqual(before)
})

test('a document that lacks something is not sent: it takes no number, and its exception says what is missing', async () => {
  const shop = await openEdiShop()
  await setProfile(shop, {
    requirements: [{ document_type: '810', level: 'header', segment: 'REF', qualifier: 'DP', element: 2 }],
  })
  await shippedOrder(shop, {}, [])
  await rig.worker.settle()
  const [bill] = await shop.queued('810')
  expect(bill!.state).toBe('failed')
  const [[kind, sentence] = []] = await shop.exceptions(String(bill!.document_id))
  expect([kind, sentence]).toEqual([
    'edi_undelivered',
    'The invoice (810) could not be sent to Nordhaus: The account requires REF with DP and a value in REF02 in the header. Correct the cause, then send the document again.',
  ])
  await setProfile(shop, { requirements: [] })
  const again = await shop.admin.post(`/api/v1/wholesale/edi/documents/${bill!.document_id}/resend`)
  expect(again.status).toBe(200)
  await rig.worker.settle()
  expect((await shop.queued('810'))[0]!.state).toBe('stored')
})

test('version, GS08, characters and delimiters of the profile are those of what is written', async () => {
  const shop = await openEdiShop()
  const { preview } = await shippedOrder(shop)
  const head = async (values: object) => {
    await setProfile(shop, values)
    const { text } = (await preview('856')).body.data
    return text.split(/(?<=[~'])\n/).map((line: string) => line.replace(/\n$/, ''))
  }
  const [isa, gs] = await head({ version: '4030', group_version: '004030VICS' })
  expect([isa.slice(82, 89), gs.split('*').at(-1)]).toEqual(['^*00403', '004030VICS~'])
  const [older] = await head({ version: '4010' })
  expect(older.slice(82, 89)).toBe('U*00401')
  const [other, second] = await head({ delimiters: { segment: "'", element: '+', component: ':' } })
  expect([other.slice(3, 4), other.slice(104), second.slice(0, 6)]).toEqual(['+', ":'", 'GS+SH+'])
  await setProfile(shop, { character_set: 'basic', documents_taken: ['855', '856'] })
  const basic = (await preview('856')).body.data
  expect(basic.faults).toEqual([])
  expect(basic.text).not.toMatch(/[a-z]/)
})

test('what a profile cannot have is refused by name', async () => {
  const shop = await openEdiShop()
  const put = (values: object) => shop.admin.put(profilePath(shop), { ...profile, version: '4010', ...values })
  const field = async (values: object) => {
    const { status, body } = await put(values)
    return [status, body.data?.field]
  }
  expect(await field({ group_version: '005010VICS' })).toEqual([400, 'group_version'])
  expect(await field({ group_version: '004010vics' })).toEqual([400, 'group_version'])
  expect(await field({ guide: 'elsewhere' })).toEqual([400, 'guide'])
  expect(await field({ guide: 'macys_5010' })).toEqual([400, 'group_version'])
  expect(await field({ character_set: 'latin' })).toEqual([400, 'character_set'])
  expect(await field({ delimiters: { segment: '~', element: '~', component: '>' } })).toEqual([400, 'delimiters'])
  expect(await field({ delimiters: { segment: 'A', element: '*', component: '>' } })).toEqual([
    400,
    'delimiters.segment',
  ])
  const requirement = { document_type: '856', level: 'order', segment: 'REF', qualifier: 'DP', element: 2 }
  expect(await field({ requirements: [{ ...requirement, level: 'page' }] })).toEqual([400, 'requirements[0].level'])
  const saved = await setProfile(shop, { requirements: [requirement] })
  expect(saved.requirements).toEqual([requirement])
  expect((await put({ requirements: [requirement] })).body.data.edi_profile.updated_at).toBe(saved.updated_at)
})

test('a preview of what cannot be made says why', async () => {
  const shop = await openEdiShop()
  const { order, shipment, invoice_id } = await shippedOrder(shop)
  const preview = (query: string) => shop.admin.get(`/api/v1/wholesale/edi/preview?order_id=${order.order_id}&${query}`)
  const named = (await preview(`document_type=856&shipment_id=${shipment.shipment_id}`)).body.data
  expect((await preview('document_type=856')).body.data.text).toBe(named.text)
  expect((await preview('document_type=810')).body.data.text).toContain('TDS*15000')
  expect((await preview('document_type=810&invoice_id=999999999')).body.data.field).toBe('invoice_id')
  expect((await preview(`document_type=856&shipment_id=${shop.account_id}`)).body.data.reason).toBe('no_shipment')
  await shop.admin.post(`/api/v1/sales/invoices/${invoice_id}/void`, { reason: 'Wrong' })
  expect((await preview(`document_type=810&invoice_id=${invoice_id}`)).body.data.reason).toBe('void')
  const bare = await shop.placed({
    sales_channel_id: shop.channel_id,
    trading_partner_id: shop.account_id,
    lines: [{ sku: 'J-S', quantity: 1 }],
  })
  const ofBare = async (type: string) =>
    (await shop.admin.get(`/api/v1/wholesale/edi/preview?order_id=${bare.order_id}&document_type=${type}`)).body.data
      .reason
  expect([await ofBare('856'), await ofBare('810'), await ofBare('855')]).toEqual([
    'not_shipped',
    'not_invoiced',
    'not_from_edi',
  ])
  const unknown = `/api/v1/wholesale/edi/preview?document_type=855&order_id=${shop.account_id}`
  expect((await shop.admin.get(unknown)).body.code).toBe('order_not_on_file')
  await shop.admin.delete(profilePath(shop))
  expect((await preview(`document_type=856&shipment_id=${shipment.shipment_id}`)).body.data.reason).toBe('no_profile')
  expect((await shop.admin.post(`${path}/${order.order_id}/shipments`, {})).status).toBe(400)
})
