/** What suppliers get: cases and case prices on paper and in X12, single units where no whole case is ordered. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { read850 } from '../../../server/edi/documents/purchase_order_850.ts'
import { readInterchanges } from '../../../server/edi/x12/read_envelope.ts'
import { newSession } from '../../support/service/session.ts'
import { pdfPages } from '../../support/pdf.ts'
import { unitFixture, type UnitFixture } from './unit_fixture.ts'

setDefaultTimeout(60_000)

/** The file of the newest document, as the app downloads it. */
async function newestFile({ tenant }: UnitFixture): Promise<Uint8Array> {
  const session = await newSession(tenant, { role: 'member' })
  const { body } = await session.get('/api/v1/outbound/documents?limit=1')
  const file = await session.get(`/api/v1/outbound/documents/${body.data.rows[0].document_id}/file`)
  const { pathname, search } = new URL(file.body.data.export_url)
  return new Uint8Array(await (await fetch(tenant.service.base_url + pathname + search)).arrayBuffer())
}

const lines = [
  { sku: 'SOAP', purchase_quantity: 10 },
  { sku: 'SOAP', quantity: 25 },
  { sku: 'CANDLE', purchase_quantity: 1_000 },
  { sku: 'CLOTH', quantity: 7 },
  { sku: 'SOAP', purchase_unit: 'PK', purchase_quantity: 3 },
]

test('an 850 orders cases at the price of a case, with their packing, and units where no whole case is ordered', async () => {
  const fixture = await unitFixture()
  const { sql } = fixture.tenant.service.database
  await sql`update suppliers set ${sql({ order_channel: 'edi', edi_qualifier: '01', edi_id: '123456789' })}
    where supplier_id = ${fixture.ids.suppliers.Chandler!}`
  const id = await fixture.approved(lines)
  expect((await fixture.tenant.post(fixture.at(`/${id}/issue`))).status).toBe(200)
  const text = new TextDecoder().decode(await newestFile(fixture))
  const segments = text.split(/[~\n]+/)
  const starting = (tag: string) => segments.filter((one) => one.startsWith(`${tag}*`))
  expect(starting('PO1').map((one) => one.split('*').slice(1, 6))).toEqual([
    ['1', '10', 'CA', '18', 'UM'],
    ['2', '25', 'EA', '1.5', 'PE'],
    ['3', '1000', 'CA', '1', 'UM'],
    ['4', '7', 'EA', '2.5', 'PE'],
    ['5', '3', 'PK', '9', 'UM'],
  ])
  // Inner packs in a case and units in one; or else the units in a case.
  const [soap, candle, packs] = starting('PO4').map((one) => one.split('*'))
  expect([soap![1], soap![14], candle![1], candle![14], packs![1]]).toEqual(['2', '6', '3', undefined, '6'])
  const sent = read850(readInterchanges(text)[0]!.groups[0]!.transactions[0]!)
  // 180 + 37.50 + 1,000 + 17.50 + 27
  expect(sent.total).toBe('1262')
  expect(sent.lines.map(({ quantity, unit }) => [quantity, unit])).toEqual([
    [10, 'CA'],
    [25, 'EA'],
    [1_000, 'CA'],
    [7, 'EA'],
    [3, 'PK'],
  ])
})

test('the printed order shows cases, the price of one, and the units in them', async () => {
  const fixture = await unitFixture()
  const id = await fixture.approved(lines)
  await fixture.tenant.post(fixture.at(`/${id}/issue`), { channel: 'link' })
  const text = (await pdfPages(await newestFile(fixture))).join(' ')
  for (const part of [
    '10 cases',
    'of 12: 120 units',
    'inner packs of 6',
    '18.00',
    'for one case',
    '1,000 cases',
    '1,000.00',
  ])
    expect(text).toContain(part)
})

test('a document of single units has the content that it had before there were purchase units', async () => {
  const fixture = await unitFixture()
  const id = await fixture.approved([{ sku: 'CLOTH', quantity: 7 }])
  await fixture.tenant.post(fixture.at(`/${id}/issue`), { channel: 'link' })
  const { sql } = fixture.tenant.service.database
  const [row] = await sql<{ payload: any }[]>`
    select payload from outbound_documents where organization_id = ${fixture.tenant.organization_id}`
  expect(JSON.stringify(row!.payload)).not.toContain('purchase_unit')
})

test('the exported lines have the purchase unit in columns of their own', async () => {
  const fixture = await unitFixture()
  const id = await fixture.approved(lines.slice(0, 2))
  const { body } = await fixture.tenant.get(fixture.at(`/${id}/export?format=csv`))
  const { pathname, search } = new URL(body.data.export_url)
  const text = await (await fetch(fixture.tenant.service.base_url + pathname + search)).text()
  const [header, ...rows] = text.trim().split('\r\n')
  // Titles have commas, and these columns are the last ones.
  expect(header!.split(',').slice(-5)).toEqual([
    'purchase_unit',
    'purchase_unit_factor',
    'purchase_quantity',
    'purchase_unit_cost',
    'purchase_quantity_reason',
  ])
  expect(rows.map((row) => row.split(',').slice(-5))).toEqual([
    ['CA', '12', '10', '18', ''],
    ['CA', '12', '', '18', '25 units are no whole number of cases of 12.'],
  ])
})
