import { beforeEach, expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import * as XLSX from '@e965/xlsx'
import { uuidv7 } from 'uuidv7'
import { pdfPages } from '../../support/pdf.ts'
import { approvedOrder, fetchBytes, here } from '../issuing.ts'
import { type OrderFixture, orderFixture, refusedField } from '../order_fixture.ts'

let fixture: OrderFixture
beforeEach(async () => {
  fixture = await orderFixture()
})

const ask = (id: string, query = '') => fixture.tenant.get(fixture.at(`/${id}/export${query}`))
async function file(id: string, query = '') {
  const { body } = await ask(id, query)
  return { ...body.data, ...(await fetchBytes(here(fixture, body.data.export_url))) }
}

test('a CSV export has one row per line, with delivered units and landed unit cost', async () => {
  const { sql } = fixture.tenant.service.database
  await sql`update variants set title = '=1+1' where variant_id = ${fixture.ids.variants['C-M']!}`
  const id = await approvedOrder(fixture, {
    freight_per_container_cents: 100_000,
    expected_delivery_date: '2097-02-01',
  })
  await fixture.tenant.post(fixture.at(`/${id}/deliveries`), {
    line_items: [{ variant_id: fixture.ids.variants['C-S'], received_quantity: 10 }],
  })
  const { status, headers, bytes, file_name, row_count } = await file(id)
  expect([status, file_name, row_count]).toEqual([200, 'PO-1001.csv', 2])
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="PO-1001.csv"')
  const rows: Record<string, string>[] = parse(Buffer.from(bytes), { columns: true })
  const order = await fixture.read(id)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    order: 'PO-1001',
    order_type: 'purchase',
    status: 'partially_delivered',
    supplier: 'Mill',
    location: 'Main',
    currency: 'EUR',
    sku: 'C-S',
    title: 'Coat, S',
    quantity: '24',
    confirmed_quantity: '',
    delivered_quantity: '10',
    outstanding_quantity: '14',
    unit_cost: '17.25',
    total_cost: '414',
    expected_delivery_date: '2097-02-01',
    hs_code: '620211',
    cartons: '2',
    cbm: '0.18',
  })
  // Two full cartons of the order are measured, so 24 units get all of the freight of 1,000.00.
  expect(rows[0]!.landed_unit_cost).toBe('58.9167')
  expect(Number(rows[0]!.landed_unit_cost)).toBe(order.container_plan.lines[0].landed_unit_cost)
  expect(rows[1]).toMatchObject({ sku: 'C-M', title: 'Coat, =1+1', landed_unit_cost: '', cartons: '' })
})

test('a workbook has the order and its lines; text that looks like a formula stays text', async () => {
  const id = await approvedOrder(fixture, { notes: '=HYPERLINK("http://example.com")' })
  const { headers, bytes, file_name } = await file(id, '?format=xlsx')
  expect(file_name).toBe('PO-1001.xlsx')
  expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const book = XLSX.read(bytes, { cellFormula: true })
  expect(book.SheetNames).toEqual(['Order', 'Lines'])
  const facts = Object.fromEntries(XLSX.utils.sheet_to_json<[string, unknown]>(book.Sheets.Order!, { header: 1 }))
  expect(facts).toMatchObject({ name: 'PO-1001', status: 'approved', on_hold: false, total_cost: 540, currency: 'EUR' })
  expect(facts.notes).toBe('=HYPERLINK("http://example.com")')
  const lines = XLSX.utils.sheet_to_json<Record<string, unknown>>(book.Sheets.Lines!)
  expect(lines.map(({ sku, quantity, total_cost }) => [sku, quantity, total_cost])).toEqual([
    ['C-S', 24, 414],
    ['C-M', 6, 126],
  ])
  for (const sheet of Object.values(book.Sheets))
    for (const [place, cell] of Object.entries(sheet))
      if (!place.startsWith('!')) expect((cell as XLSX.CellObject).f).toBeUndefined()
})

test('the printed order shows the order at download time, and is marked if it is a draft or cancelled', async () => {
  const id = await fixture.order({ notes: 'First' })
  const link = (await ask(id, '?format=pdf')).body.data
  expect(link.file_name).toBe('PO-1001.pdf')
  await fixture.tenant.patch(fixture.at(`/${id}`), { notes: 'Second' })
  const draft = (await pdfPages((await fetchBytes(here(fixture, link.export_url))).bytes))[0]!
  expect(draft).toContain('DRAFT: not approved, not an order')
  expect(draft).toContain('Second')
  await fixture.tenant.post(fixture.at(`/${id}/approve`))
  const approved = (await pdfPages((await file(id, '?format=pdf')).bytes))[0]!
  expect(approved).not.toContain('DRAFT')
  expect(approved).not.toContain('revision')
  await fixture.tenant.post(fixture.at(`/${id}/issue`), { channel: 'link' })
  await fixture.tenant.patch(fixture.at(`/${id}`), { notes: 'Third' })
  await fixture.tenant.post(fixture.at(`/${id}/issue`), { channel: 'link' })
  expect((await pdfPages((await file(id, '?format=pdf')).bytes))[0]).toContain('revision 2')
  await fixture.tenant.patch(fixture.at(`/${id}`), { status: 'cancelled' })
  expect((await pdfPages((await file(id, '?format=pdf')).bytes))[0]).toContain('CANCELLED: please do not deliver')
})

test('an unknown order and an unknown format are refused, and the URL of a deleted order returns nothing', async () => {
  expect((await ask(uuidv7())).body.code).toBe('purchase_order_not_on_file')
  const id = await fixture.order()
  expect(refusedField(await ask(id, '?format=docx'))).toEqual([400, 'bad_request', 'format'])
  for (const format of ['csv', 'pdf']) {
    const gone = await fixture.order()
    const { export_url } = (await ask(gone, `?format=${format}`)).body.data
    await fixture.tenant.delete(fixture.at(`/${gone}`))
    const response = await fetch(here(fixture, export_url))
    expect([response.status, ((await response.json()) as any).code]).toEqual([403, 'export_link_invalid'])
  }
})

test('an export URL expires with its key and returns no other file', async () => {
  const id = await fixture.order()
  const { export_url } = (await ask(id)).body.data
  expect((await fetch(here(fixture, export_url.replace('.csv', '.pdf')))).status).toBe(403)
  const { sql } = fixture.tenant.service.database
  await sql`update api_keys set revoked_at = now() where api_key_id = ${fixture.tenant.api_key_id}`
  expect((await fetch(here(fixture, export_url))).status).toBe(403)
})
