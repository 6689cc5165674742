/** Reports in the formats in which retailers send them. */
import { expect, test } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import { workbook } from '../../files/spreadsheet_files.ts'
import { uploadFile } from '../../support/fixtures/files.ts'
import { csv, day, differingSums, monday, reasonOf, refusedFor, retail, sunday } from './retail.ts'

const references = Array.from({ length: 400 }, (_, i) => String(2_000 + i))
const rows = references.flatMap((door, i) =>
  [0, 1, 2, 3, 4].map((n) => [
    monday(n % 3),
    sunday(n % 3),
    door,
    n < 3 ? '771-S' : '771-M',
    n < 3 ? (i + n) % 7 : -(i % 3),
    i,
  ]),
)
const headers = ['period_start', 'period_end', 'door', 'buyer_sku', 'units_sold', 'on_hand']

test('a workbook of 2,000 rows is imported from XLSX, and the same from XLS changes nothing', async () => {
  const shop = await retail(references)
  await shop.declare()
  const sheet = [headers, ...rows]
  const xlsx = await shop.send(workbook(sheet), { file_name: 'w46.xlsx' })
  expect([xlsx.status, xlsx.body.data.rows_added, xlsx.body.data.rows_refused]).toEqual([200, 2_000, 0])
  const xls = await shop.send(workbook(sheet, 'biff8'), {}, { headers: { 'Content-Type': 'application/vnd.ms-excel' } })
  expect([xls.body.data.rows_changed, xls.body.data.rows_unchanged]).toEqual([0, 2_000])
  const units = rows.reduce((sum, row) => sum + Number(row[4]), 0)
  expect((await shop.report()).body.data.account_total.units).toBe(units)
  expect(await differingSums(shop.tenant)).toEqual([])
})

test('decimal commas, semicolons, dotted thousands and dates of a whole column are read as they are meant', async () => {
  const shop = await retail()
  await shop.declare({ week_anchor_dow: null })
  const path = `/api/v1/sell-out/profiles?account_id=${shop.account_id}`
  const names = ['Woche bis', 'Filiale', 'Artikel', 'Stück', 'Umsatz']
  const fields = ['period_end', 'door', 'buyer_sku', 'units_sold', 'sales']
  await shop.member.post(path, { headers: names, columns: names.map((of, i) => ({ header: of, field: fields[i] })) })
  const file = [
    names.join(';'),
    '05.10.2025;0117;771-S;1.250;12.345,60',
    '12.10.2025;0117;771-S;3;29,90',
    '19.10.2025;0117;771-S;-1;-9,95',
  ].join('\r\n')
  const answer = await shop.send(new Uint8Array(Buffer.from(file, 'latin1')))
  expect([answer.status, answer.body.data?.rows_added]).toEqual([200, 3])
  const { sql } = shop.tenant.service.database
  const stored = await sql`
    select period_start::text, period_end::text, units, sales_cents::int as sales_cents from sell_out_rows
    where organization_id = ${shop.tenant.organization_id} order by period_end`
  expect(stored.map((row: any) => Object.values(row))).toEqual([
    ['2025-09-29', '2025-10-05', 1250, 1_234_560],
    ['2025-10-06', '2025-10-12', 3, 2_990],
    ['2025-10-13', '2025-10-19', -1, -995],
  ])
})

test('a column whose dates have two readings refuses the file and names them', async () => {
  const shop = await retail()
  await shop.declare({ week_anchor_dow: null })
  const answer = await shop.send(
    'period_start,period_end,door,buyer_sku,units_sold\n03/02/2025,09/02/2025,0117,771-S,1',
  )
  expect(reasonOf(answer)).toEqual(refusedFor('unreadable_file'))
  expect(answer.body.data.allowed).toEqual(['DD/MM/YYYY', 'MM/DD/YYYY'])
})

test('an uploaded file is imported by its key, and a body beyond the inline size is refused', async () => {
  const shop = await retail()
  await shop.declare()
  const s3_key = await uploadFile(shop.tenant, csv([0, '0117', '771-S', 5]))
  const json = { headers: { 'Content-Type': 'application/json' } }
  const sent = await shop.send(JSON.stringify({ s3_key }), {}, json)
  expect([sent.status, sent.body.data?.rows_added]).toEqual([200, 1])
  const other = await retail()
  await other.declare()
  const fault = async (body: string) => (await other.send(body, {}, json)).body.data.field
  expect(await fault(JSON.stringify({ s3_key }))).toBe('s3_key')
  expect(await fault('{}')).toBe('s3_key')
  expect(await fault('[]')).toBe('body')
  expect(await fault('{')).toBe('body')
  expect(await fault(JSON.stringify({ s3_key, sheet: 1 }))).toBe('sheet')
  const large = new Uint8Array(limits.sell_out_inline_bytes_max + 1).fill(0x61)
  expect((await other.send(large)).body.code).toBe('body_too_large')
})

test('the formats of other systems are recognised by their headers', async () => {
  const shop = await retail()
  await shop.declare({ location_grain: 'none', week_anchor_dow: null })
  const amazon = `startDate,endDate,asin,orderedUnits,shippedUnits,customerReturns,shippedRevenue.amount,shippedRevenue.currencyCode\n${monday(0)},${sunday(0)},771-S,9,8,2,120.50,EUR`
  const first = await shop.send(amazon)
  expect([first.body.data.recognised_as, first.body.data.rows_added]).toEqual(['amazon_vendor_sales v1', 1])
  expect(first.body.data.ignored_columns).toEqual(['orderedUnits'])
  expect((await shop.preview(amazon)).body.data.ignored_columns).toEqual(['orderedUnits'])
  expect((await shop.report()).body.data.account_total.units).toBe(6)
  const stores = await retail()
  await stores.declare({ week_anchor_dow: null })
  const daily = `Customer Code,Item Code,Date Sold,Qty Sold,Selling Price,Location Code\nM,771-S,${day(-3)},2,19.9,0117\nM,771-S,${day(-3)},1,19.9,0117`
  expect((await stores.send(daily)).body.data.recognised_as).toBe('demandcaster_pos_history v1')
  expect(Object.keys((await stores.report()).body.data.by_week)).toEqual([`${day(-3)}/${day(-3)}`])
})
