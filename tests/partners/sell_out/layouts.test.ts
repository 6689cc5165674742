/** Reports with titles above the headers, amounts in parentheses, weeks or stores across, and imports that are undone. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { daysAcross, placesAcross } from '../../../server/imports/reading/across.rules.ts'
import { readDecimal, withoutCurrency } from '../../../server/imports/values/numbers.ts'
import { titledPeriod } from '../../../server/partners/sell_out/reading/report_layout.rules.ts'
import { csv, differingSums, monday, reasonOf, refusedFor, retail, type Retail, sunday } from './retail.ts'

setDefaultTimeout(120_000)

const sample = (name: string) => readFileSync(new URL(`samples/sell_out_${name}.csv`, import.meta.url))

async function openShop(): Promise<Retail> {
  const shop = await retail(['0101', '0102'])
  await shop.declare()
  const items = [{ buyer_sku: 'JUMPER-M', sku: 'J-M' }]
  const made = await shop.member.post(`/api/v1/wholesale/accounts/${shop.account_id}/items`, { items })
  if (made.status !== 200) throw new Error(made.text)
  return shop
}

/** Previews a file, confirms what is proposed, and imports it. */
async function confirmedImport(shop: Retail, file: string | Uint8Array, query: Record<string, string> = {}) {
  const { data } = (await shop.preview(file, query)).body
  const columns = data.mapping.flatMap(({ header, field }: any) => (field === null ? [] : { header, field }))
  const headers = data.mapping.map(({ header }: any) => header)
  const confirmed = await shop.member.post(`/api/v1/sell-out/profiles?account_id=${shop.account_id}`, { headers, columns })
  if (confirmed.status > 201) throw new Error(confirmed.text)
  return { mapping: data.mapping.map(({ header, field }: any) => [header, field]), sent: await shop.send(file, query) }
} // prettier-ignore

async function stored({ tenant }: Retail) {
  const rows = await tenant.service.database.sql`
    select r.period_end::text, d.door_reference, r.units::int, r.sales_cents::int from sell_out_rows r
    join account_doors d on d.organization_id = r.organization_id and d.door_id = r.door_id
    where r.organization_id = ${tenant.organization_id} order by r.period_end, d.door_reference`
  return rows.map((row) => [row.period_end, row.door_reference, row.units, row.sales_cents])
}

test('titles above the headers are passed over, and the week that they state dates the report', async () => {
  const shop = await openShop()
  const { mapping, sent } = await confirmedImport(shop, sample('title_rows'))
  expect(mapping).toEqual([
    ['Loc #', 'door'],
    ['Item', 'buyer_sku'],
    ['Units', 'units_sold'],
    ['Net Sales', 'sales'],
  ])
  expect([sent.status, sent.body.data.periods]).toEqual([
    200,
    [{ period_start: '2026-11-09', period_end: '2026-11-15', doors: 2 }],
  ])
  expect(await stored(shop)).toEqual([
    ['2026-11-15', '0101', 5, 12_000],
    ['2026-11-15', '0102', -1, -2_400],
  ])
  const other = await shop.send(sample('title_rows'), { week_start: '2026-11-02' })
  expect([other.status, other.body.data.field, other.body.data.allowed]).toEqual([400, 'week_start', ['2026-11-09']])
  expect((await shop.send(sample('title_rows'), { week_start: '2026-11-09' })).body.data.rows_changed).toBe(0)
})

test('a title that may change the place, the unit or the currency of all rows refuses the file', async () => {
  const shop = await openShop()
  const file = (title: string) => `${title}\n${csv([0, '0101', 'JUMPER-M', 5])}`
  const titled = async (title: string) => reasonOf(await shop.send(file(title)))
  expect(await titled('Store: 0102')).toEqual(refusedFor('unreadable_file'))
  expect(await titled('All values in GBP')).toEqual(refusedFor('unreadable_file'))
  expect(await titled('Units in thousands')).toEqual(refusedFor('unreadable_file'))
  expect((await titled('Sales of Meridian in EUR'))[0]).toBe(200)
})

test('weeks across are a row for each cell; a blank cell is absent', async () => {
  const shop = await openShop()
  const { mapping, sent } = await confirmedImport(shop, sample('weeks_across'))
  expect(mapping).toEqual([
    ['Store', 'door'],
    ['SKU', 'sku'],
    ['Week ending', 'period_end'],
    ['Units', 'units_sold'],
  ])
  expect(sent.body.data.not_matched.total).toBe(5)
  const own = 'Store,Item,2026-11-01,2026-11-08,2026-11-15\n0101,JUMPER-M,5,3,7\n0102,JUMPER-M,2,,1\n'
  const done = await confirmedImport(shop, own)
  expect([done.sent.body.data.rows_submitted, done.sent.body.data.periods.length]).toEqual([5, 3])
  expect((await stored(shop)).map((row) => row.slice(0, 3))).toEqual([
    ['2026-11-01', '0101', 5],
    ['2026-11-01', '0102', 2],
    ['2026-11-08', '0101', 3],
    ['2026-11-15', '0101', 7],
    ['2026-11-15', '0102', 1],
  ])
  // The next file of the account has other weeks, and is the format that was confirmed.
  const later = await shop.preview('Store,Item,2026-11-15,2026-11-22\n0101,JUMPER-M,7,2\n')
  expect(later.body.data.recognised_as).toBe('account v2')
})

test('stores across are a row for each cell, of the week that the request states', async () => {
  const shop = await openShop()
  const file = 'Item,Store 0101,Store 0102\nJUMPER-M,4,2\n'
  const { mapping } = await confirmedImport(shop, file, { week_start: '2026-11-09' })
  expect(mapping).toEqual([
    ['Item', 'buyer_sku'],
    ['Store', 'door'],
    ['Units', 'units_sold'],
  ])
  expect((await stored(shop)).map((row) => row.slice(0, 3))).toEqual([
    ['2026-11-15', '0101', 4],
    ['2026-11-15', '0102', 2],
  ])
})

test('an import for the wrong weeks is undone, and the true weeks follow; what a later report covers stays', async () => {
  const shop = await retail(['0117', '0118'])
  await shop.declare()
  const other = [monday(1), sunday(1)] as const
  // A period that overlaps the true weeks.
  const wrong = `period_start,period_end,door,buyer_sku,units_sold\n${monday(1)},${sunday(0)},0117,771-S,9\n`
  const first = (await shop.send(wrong)).body.data
  const right = csv([1, '0117', '771-S', 4], [0, '0117', '771-S', 5])
  expect(reasonOf(await shop.send(right))).toEqual(refusedFor('overlapping_periods'))
  const undo = (query: Record<string, string>) =>
    shop.member.post(`/api/v1/sell-out/undo?${new URLSearchParams({ account_id: shop.account_id, ...query }).toString()}`)
  const undone = await undo({ file_id: first.file_id })
  expect([undone.status, undone.body.data]).toEqual([
    200,
    { rows_removed: 1, periods: [{ period_start: monday(1), period_end: sunday(0), doors: 1 }] },
  ])
  expect((await undo({ file_id: first.file_id })).body.data).toEqual({ rows_removed: 0, periods: [] })
  const second = (await shop.send(right)).body.data
  expect(second.rows_added).toBe(2)
  // A later report has the first week; of the second import the other week goes.
  await shop.send(csv([1, '0117', '771-S', 6]))
  expect((await undo({ file_id: second.file_id })).body.data.periods).toEqual([
    { period_start: monday(0), period_end: sunday(0), doors: 1 },
  ])
  expect((await stored(shop)).map((row) => row.slice(0, 3))).toEqual([[other[1], '0117', 6]])
  expect(await differingSums(shop.tenant)).toEqual([])
  expect((await shop.send(right)).body.data.rows_changed).toBe(2)
  const unknown = await undo({ file_id: shop.account_id })
  expect([unknown.status, unknown.body.data.field]).toEqual([400, 'file_id'])
  const { sql } = shop.tenant.service.database
  const [file] = await sql`
    select undone_at, undone_by from sell_out_files
    where organization_id = ${shop.tenant.organization_id} and file_id = ${first.file_id}`
  expect([file!.undone_at !== null, file!.undone_by]).toEqual([true, 'user:Ada Merchant'])
}) // prettier-ignore

test('places, days and negative amounts are those that a person sees', () => {
  expect(placesAcross(['Store 0101', 'Filiale 12', 'x'])).toEqual(['0101', '12', null])
  expect(placesAcross(['0101', '0102', '99', '1234567'])).toEqual(['0101', '0102', null, null])
  expect(daysAcross(['SKU', '2026-11-01', 'W/E 2026-11-08'])).toEqual([null, '2026-11-01', '2026-11-08'])
  expect(daysAcross(['01/11/2026', '08/11/2026', '15/11/2026'])).toEqual(['2026-11-01', '2026-11-08', '2026-11-15'])
  expect(daysAcross(['01/11/2026', '08/11/2026'])).toEqual([null, null])
  expect(['(45.00)', '( 1 )', '(-1)', '()', '(0)'].map((text) => readDecimal(text, 'point'))).toEqual([
    '-45',
    '-1',
    null,
    null,
    '0',
  ])
  expect([withoutCurrency('($24.00)', 'USD'), withoutCurrency('(24,00 EUR)', 'EUR')]).toEqual(['-24.00', '-24,00'])
  const titled = (...titles: string[]) => titledPeriod({ titles: titles.map((text) => ({ row_number: 1, cells: [text] })) })
  const week = { week_start: '2026-11-09', week_end: '2026-11-15' }
  expect([titled('Week ending 15 Nov 2026'), titled('W/C: 2026-11-09'), titled('Week commencing 9 Nov 2026')]).toEqual([
    week,
    week,
    week,
  ])
  expect([titled('Report'), titled('Week ending 15 Nov 2026', 'Week ending 8 Nov 2026'), titled('W/E 01/02/2026')]).toEqual([
    null,
    null,
    null,
  ])
}) // prettier-ignore
