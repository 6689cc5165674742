/** Workbooks with several sheets: those with the headers of the report are read, each as its store or week; the others are known or named. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { sheetsBook } from '../../../files/spreadsheet_files.ts'
import { monday, reasonOf, refusedFor, retail, type Retail, sunday } from '../retail.ts'

setDefaultTimeout(120_000)

type Row = readonly (string | number | null)[]

async function openShop(): Promise<Retail> {
  const shop = await retail(['0117', '0118'])
  await shop.declare()
  return shop
}

async function confirm(shop: Retail, headers: readonly string[], fields: readonly string[]): Promise<void> {
  const columns = headers.map((header, i) => ({ header, field: fields[i]! }))
  const { status } = await shop.member.post(`/api/v1/sell-out/profiles?account_id=${shop.account_id}`, {
    headers,
    columns,
  })
  expect(status).toBeLessThan(202)
}

async function stored({ tenant }: Retail) {
  const rows = await tenant.service.database.sql`
    select r.period_end::text, d.door_reference, r.units::int from sell_out_rows r
    join account_doors d on d.organization_id = r.organization_id and d.door_id = r.door_id
    where r.organization_id = ${tenant.organization_id} order by r.period_end, d.door_reference`
  return rows.map((row) => [row.period_end, row.door_reference, row.units])
}

const week = { week_start: monday(0), week_end: sunday(0) }
const items: Row = ['Item', 'Units']

test('a sheet for each store is read with the store that its name or its title states', async () => {
  const shop = await openShop()
  await confirm(shop, ['Item', 'Units', 'Store'], ['buyer_sku', 'units_sold', 'door'])
  const named = { 'Store 0117': [items, ['771-S', 5], ['Total', 5]], '0118': [['Weekly sales'], items, ['771-S', 2], ['771-M', 1], ['Total', 3]] }
  const { body: preview } = await shop.preview(sheetsBook({ 'Store 0117': named['Store 0117'], 'Store 0118': named['0118'] }), week)
  expect([preview.data.rows_submitted, preview.data.rows_that_would_land]).toEqual([3, 3])
  const sent = await shop.send(sheetsBook({ 'Store 0117': named['Store 0117'], 'Store 0118': named['0118'] }), week)
  expect([sent.status, sent.body.data.rows_submitted, sent.body.data.not_matched.total]).toEqual([200, 3, 0])
  const read = [[sunday(0), '0117', 5], [sunday(0), '0118', 2], [sunday(0), '0118', 1]]
  expect((await stored(shop)).toSorted()).toEqual(read.toSorted() as never)
  const titled = sheetsBook({ Sheet1: [['Store 0117'], items, ['771-S', 6]], Sheet2: [['Store: 0118'], items, ['771-S', 3]] })
  expect((await shop.send(titled, week)).status).toBe(200)
  expect(await stored(shop)).toEqual([[sunday(0), '0117', 6], [sunday(0), '0118', 3]])
  const two = sheetsBook({ 'Store 0117': [['Store 0118'], items, ['771-S', 6]], 'Store 0118': [items, ['771-S', 3]] })
  expect(reasonOf(await shop.send(two, week))).toEqual(refusedFor('unreadable_file'))
  const without = sheetsBook({ Sheet1: [['Store 0117'], items, ['771-S', 6]], Sheet2: [items, ['771-S', 3]] })
  expect((await shop.send(without, week)).body.message.desc).toBe('The sheet “Sheet2” states no store, and other sheets do. Name it by its store.')
}) // prettier-ignore

test('a row of another store than that of its sheet refuses the report', async () => {
  const shop = await openShop()
  await confirm(shop, ['Store', 'Item', 'Units'], ['door', 'buyer_sku', 'units_sold'])
  const head: Row = ['Store', 'Item', 'Units']
  const sheets = (door: string) => sheetsBook({ 'Store 0117': [head, ['0117', '771-S', 5]], 'Store 0118': [head, [door, '771-S', 2]] })
  const sent = await shop.send(sheets('0117'), week)
  expect([reasonOf(sent), sent.body.message.desc]).toEqual([refusedFor('unreadable_file'), 'Row 4 is of store 0117, and stands on the sheet “Store 0118” of store 0118. Correct one of them.'])
  expect((await shop.send(sheets('118'), week)).status).toBe(200)
  expect(await stored(shop)).toEqual([[sunday(0), '0117', 5], [sunday(0), '0118', 2]])
}) // prettier-ignore

test('a sheet for each week or day is read with the week of its name or its title', async () => {
  const shop = await openShop()
  const head: Row = ['Store', 'Item', 'Units']
  await confirm(shop, head as string[], ['door', 'buyer_sku', 'units_sold'])
  const rows = (units: number): Row[] => [head, ['0117', '771-S', units]]
  const read = [[sunday(1), '0117', 4], [sunday(0), '0117', 7]]
  const named = sheetsBook({ [`WE ${sunday(1)}`]: rows(4), [`WE ${sunday(0)}`]: rows(7) })
  expect([(await shop.send(named)).status, await stored(shop)]).toEqual([200, read])
  const titled = sheetsBook({ Sheet1: [[`Week ending ${sunday(1)}`], ...rows(5)], Sheet2: [[`Week ending ${sunday(0)}`], ...rows(8)] })
  expect([(await shop.send(titled)).status, await stored(shop)]).toEqual([200, [[sunday(1), '0117', 5], [sunday(0), '0117', 8]]])
  const other = sheetsBook({ [sunday(1)]: rows(4), [sunday(0)]: [[`Week ending ${sunday(1)}`], ...rows(7)] })
  expect((await shop.send(other)).body.message.desc).toBe(`The sheet “${sunday(0)}” has a title of another week, which ends on ${sunday(1)}. Correct one of them.`)
  const without = sheetsBook({ Sheet1: [[`Week ending ${sunday(1)}`], ...rows(5)], Sheet2: rows(8) })
  expect((await shop.send(without)).body.message.desc).toBe('The sheet “Sheet2” states no week, and other sheets do. Name it by its week.')
  const dated: Row = ['period_start', 'period_end', 'door', 'buyer_sku', 'units_sold']
  const outside = sheetsBook({ [sunday(1)]: [dated, [monday(1), sunday(1), '0117', '771-S', 1]], [sunday(0)]: [dated, [monday(1), sunday(1), '0118', '771-S', 1]] })
  expect((await shop.send(outside)).body.data.not_matched.by_reason.unreadable_value).toBe(1)
}) // prettier-ignore

test('sheets of goods are added up, and a sheet whose name is not understood refuses the report by it', async () => {
  const shop = await openShop()
  const head: Row = ['Store', 'Item', 'Units']
  await confirm(shop, head as string[], ['door', 'buyer_sku', 'units_sold'])
  const rows: Row[] = [head, ['0117', '771-S', 2]]
  const more: Row[] = [head, ['0117', '771-M', 3]]
  for (const names of [['Sheet1', 'Sheet2'], ['Tabelle1', 'Tabelle2'], ['Knitwear', 'Jackets'], ['Data', 'Meridian']])
    expect([names, (await shop.send(sheetsBook({ [names[0]!]: rows, [names[1]!]: more }), week)).body.data?.rows_submitted]).toEqual([names, 2])
  const before = await stored(shop)
  const of = (called: string) => `and its figures are ${called}. Remove it, or import it apart.`
  const unknown = 'and its name is not understood. Name it by its store or week, or remove it.'
  const refused = { 'Last year': of('of another period'), 'Budget': of('planned, and not sold'), 'Returns': of('of returns, which need a column of their own beside the units sold'), 'Summary': of('those of the other sheets'), 'All stores': of('those of the other sheets'), 'North': unknown, 'KW 46': unknown, 'Sheet1 (2)': unknown }
  for (const [name, words] of Object.entries(refused)) {
    const sent = await shop.send(sheetsBook({ Data: rows, [name]: more }), week)
    expect([reasonOf(sent), sent.body.message.desc]).toEqual([refusedFor('unreadable_file'), `The sheet “${name}” has the headers of the report, ${words}`])
  }
  expect(await stored(shop)).toEqual(before)
  expect((await shop.send(sheetsBook({ Data: rows, Budget: more }, ['Budget']), week)).body.data.rows_submitted).toBe(1)
}) // prettier-ignore

test('a sheet with other headers refuses the report by its name, unless it says nothing', async () => {
  const shop = await openShop()
  const head: Row = ['Store', 'Item', 'Units']
  await confirm(shop, head as string[], ['door', 'buyer_sku', 'units_sold'])
  const rows: Row[] = [head, ['0117', '771-S', 2]]
  const cover: Row[] = [['Weekly sales report'], ['Meridian'], ['Page 1 of 2']]
  for (const sheets of [{ Cover: cover, Data: rows }, { Data: rows, Cover: cover }, { Data: rows, Blank: [] }] as Record<string, Row[]>[])
    expect((await shop.send(sheetsBook(sheets), week)).body.data?.rows_submitted).toBe(1)
  for (const [name, other] of Object.entries<Row[]>({ Notes: [['All figures in cartons']], Stock: [['Store', 'Item', 'On hand'], ['0117', '771-S', 9]], Turned: [['Item', 'Store', 'Units'], ['771-S', '0118', 9]] })) {
    const { body, status } = await shop.send(sheetsBook({ Data: rows, [name]: other }), week)
    expect([status, body.data.reason, body.message.desc.includes(`“${name}”`)]).toEqual([400, 'unreadable_file', true])
  }
  expect(await stored(shop)).toEqual([[sunday(0), '0117', 2]])
}) // prettier-ignore
