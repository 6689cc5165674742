/** Amounts, totals and charges of papers, and what formats of cells say: compared, derived where stated so, or reported. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import * as XLSX from '@e965/xlsx'
import { newSession } from '../../../support/service/session.ts'
import { codesOf, csv, linesOf, openShop, type Reader, sentencesOf } from '../case_shop.ts'
import { openReader, path } from '../paper_shop.ts'

setDefaultTimeout(120_000)

let reader: Reader
beforeAll(async () => {
  reader = await openReader()
})
afterAll(() => reader.stop())

const pricesOf = ({ paper }: any) =>
  paper.reading.lines.map(({ unit_price_cents, derived }: any) => [unit_price_cents, ...derived])

test('the price of a line with an amount and no price is its amount for each unit, and stated as derived', async () => {
  const shop = await openShop(reader)
  const derived = await shop.read(csv('SKU,Qty,Amount', 'JUMPER-M,10,225.00', 'JUMPER-L,4,96.00'))
  expect([codesOf(derived), linesOf(derived.order), pricesOf(derived)]).toEqual([
    ['read'],
    [['JUMPER-M', 10, 2_250], ['JUMPER-L', 4, 2_400]],
    [[2_250, 'unit_price_cents'], [2_400, 'unit_price_cents']],
  ])
  const broken = await shop.read(csv('SKU,Qty,Amount', 'JUMPER-M,3,100.00'))
  expect([codesOf(broken), sentencesOf(broken).includes('“100.00”')]).toEqual([['refused', 'price_ambiguous'], true])
  const reduced = await shop.read(csv('SKU,Qty,Discount %,Amount', 'JUMPER-M,10,10,216.00'))
  expect(codesOf(reduced)).toEqual(['refused', 'price_ambiguous'])
  const across = await shop.read(csv('Style,Color,M,L,Amount', 'JUMPER,Navy,3,1,90.00'))
  expect([codesOf(across), linesOf(across.order)]).toEqual([['read'], [['JUMPER-M', 3, 2_250], ['JUMPER-L', 1, 2_250]]])
  const admin = await newSession(shop.tenant)
  const body = { lines: [{ line_number: 1, unit_price_cents: 3_333 }] }
  await admin.post(`${path}/${broken.paper.document_id}/correct`, body)
  expect((await shop.get(broken.paper.document_id)).reading.lines[0]).toMatchObject({ unit_price_cents: 3_333, derived: [] })
}) // prettier-ignore

test('amounts are compared with quantity and price in every layout, and every total with the lines', async () => {
  const shop = await openShop(reader)
  const wrong: [string, string[]][] = [
    ['amount_differs', ['SKU,Qty,Price,Amount', 'JUMPER-M,10,24.00,250.00']],
    ['amount_differs', ['Style,Color,M,L,Price,Amount', 'JUMPER,Navy,3,1,24.00,100.00']],
    ['amount_differs', ['SKU,Store 0101,Store 0102,Price,Amount', 'JUMPER-M,3,1,24.00,100.00']],
    ['total_differs', ['SKU,Qty,Price', 'JUMPER-M,10,24.00', 'Subtotal,,240.00', 'Total,,230.00']],
    ['total_differs', ['SKU,Qty,Price', 'JUMPER-M,10,24.00', 'Total,10,240.00', 'Grand total,,260.00']],
    ['price_missing', ['SKU,Qty,Remise', 'JUMPER-M,10,', 'Total,,230.00']],
  ]
  for (const [code, rows] of wrong) {
    const found = await shop.read(csv(...rows))
    expect([rows, found.order, codesOf(found).includes(code)]).toEqual([rows, null, true])
  }
  const taxed = ['SKU,Qty,Price', 'JUMPER-M,10,24.00', 'Net total,,240.00', 'VAT 20 %,,48.00', 'Total,,288.00']
  expect(codesOf(await shop.read(csv(...taxed)))).toEqual(['read'])
  expect(codesOf(await shop.read(csv(...taxed.with(4, 'Total,,289.00'))))).toEqual(['refused', 'total_differs'])
  const across = ['Style,Color,M,L,Price,Amount', 'JUMPER,Navy,3,1,24.00,96.00']
  expect(codesOf(await shop.read(csv(...across)))).toEqual(['read'])
})

test('an amount without a quantity is reported as a charge, between the lines and below them', async () => {
  const shop = await openShop(reader)
  const table = ['SKU,Qty,Amount', 'JUMPER-M,10,240.00']
  const rows: string[] = ['Gift,,5.00', 'Gift wrap,,5.00', 'Deposit,,50.00', 'Frais de port,,9.00', 'Pfand,,-3.00', 'Something,,-3.00', 'Mindermengenzuschlag,,15.00'] // prettier-ignore
  for (const row of rows)
    for (const all of [[...table, row], [...table, row, 'JUMPER-L,1,24.00'], [...table, 'Total,10,240.00', row]]) {
      const found = await shop.read(csv(...all))
      const [name] = row.split(',')
      expect([all, found.order, sentencesOf(found).includes(`“${name} `)]).toEqual([all, null, true])
    }
  const form = await shop.read(csv('SKU,Qty,Price', 'JUMPER-M,10,24.00', 'JUMPER-L,,24.00'))
  expect([codesOf(form), linesOf(form.order)]).toEqual([['read'], [['JUMPER-M', 10, 2_400]]])
}) // prettier-ignore

/** Cells as numbers with formats. */
function formatted(rows: unknown[][], formats: Record<string, string>): Uint8Array {
  const sheet = XLSX.utils.aoa_to_sheet(rows)
  for (const [cell, format] of Object.entries(formats)) sheet[cell].z = format
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, 'Order')
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

test('the currency in the format of a cell is that of its price', async () => {
  const [dollars, euro] = [await openShop(reader), await openShop(reader, { currency: 'EUR' })]
  const rows = [['SKU', 'Qty', 'Price'], ['JUMPER-M', 10, 24.5]]
  for (const format of ['[$€-407] #,##0.00', '#,##0.00\\ [$€-407]', '_-* #,##0.00 €_-', '#,##0.00 "EUR"', '€#,##0.00;[Red]-€#,##0.00']) {
    expect([format, codesOf(await dollars.read(formatted(rows, { C2: format })))]).toEqual([format, ['refused', 'currency_differs']])
    const read = await euro.read(formatted(rows, { C2: format }))
    expect([format, codesOf(read), linesOf(read.order)]).toEqual([format, ['read'], [['JUMPER-M', 10, 2_450]]])
  }
  for (const format of ['"£"#,##0.00', '[$CHF] 0.00', '[$kr-41D] 0.00'])
    expect([format, codesOf(await euro.read(formatted(rows, { C2: format })))]).toEqual([format, ['refused', 'currency_differs']])
  for (const format of ['$#,##0.00', '0.00', '#,##0.00;(#,##0.00)', '[$-409]0.00', '_(* #,##0.00_)'])
    expect([format, codesOf(await dollars.read(formatted(rows, { C2: format })))]).toEqual([format, ['read']])
  const labelled = [['Currency', 'USD'], ...rows]
  expect(codesOf(await dollars.read(formatted(labelled, { C3: '[$€-407] 0.00' })))).toEqual(['refused', 'currency_differs'])
}) // prettier-ignore

test('percentages, units and days in the format of a cell are read as they are shown', async () => {
  const shop = await openShop(reader)
  const rows = [['SKU', 'Qty', 'Price', 'Discount %'], ['JUMPER-M', 10, 24, 0.1]]
  for (const format of ['0%', '0 %', '0.0%;[Red]-0.0%', '0\\ %']) {
    const { paper, order } = await shop.read(formatted(rows, { D2: format }))
    expect([format, paper.problems, order.line_items[0].discount.cents]).toEqual([format, [], 2_400])
  }
  expect(codesOf(await shop.read(formatted(rows, {})))).toEqual(['refused', 'price_ambiguous'])
  const settled = [[...rows[0]!, 'Amount'], [...rows[1]!, 216]]
  expect(codesOf(await shop.read(formatted(settled, {})))).toEqual(['read'])
  const dozens = [['SKU', 'Qty', 'Price'], ['JUMPER-M', 2, 24]]
  expect(linesOf((await shop.read(formatted(dozens, { B2: '0 "dz"' }))).order)).toEqual([['JUMPER-M', 24, 2_400]])
  expect((await shop.read(formatted(dozens, { B2: '0 "rolls"' }))).order).toBeNull()
  expect((await shop.read(formatted(dozens, { C2: '0,' }))).order).toBeNull()
  const hundred = [['SKU', 'Qty', 'Price'], ['JUMPER-M', 200, 2_400]]
  for (const format of ['#,##0 "per 100"', '0.00"/100"', '0 "/ 100"'])
    expect([format, linesOf((await shop.read(formatted(hundred, { C2: format }))).order)]).toEqual([format, [['JUMPER-M', 200, 2_400]]])
  expect(linesOf((await shop.read(formatted(dozens.with(1, ['JUMPER-M', 3, 24.004]), { C2: '"USD" 0.00' }))).order)).toEqual([['JUMPER-M', 3, 2_400]])
  for (const formats of [{ C2: '0.0,"k"' }, { B2: '0;0;;' , C2: '0 "of 10"' }, { B2: '0" x 12"' }, { B2: ';;;' }, { C2: '"sold out"' }, { C2: '"EUR" 0.00' }])
    expect([formats, (await shop.read(formatted(dozens, formats as never))).order]).toEqual([formats, null])
  const dated = await shop.read(formatted([['Ship Date', 46_402], ...dozens], { B1: 'dd.mm.yyyy' }))
  expect(dated.order.requested_ship_date).toBe('2027-01-15')
  expect(codesOf(await shop.read(formatted([['Ship Date', 46_402], ...dozens], {})))).toEqual(['refused', 'date_unreadable'])
}) // prettier-ignore

test('a corrected style number is no item: another size of it is not known, on any layout', async () => {
  const shop = await openShop(reader)
  const admin = await newSession(shop.tenant)
  const [medium] = await shop.tenant.service.database.sql`
    select variant_id from variants where organization_id = ${shop.tenant.organization_id} and sku = 'JUMPER-M'`
  const correct = async (document_id: string) =>
    admin.post(`${path}/${document_id}/correct`, { lines: [{ line_number: 1, variant_id: medium!.variant_id }] })
  const head = 'Item,Colour,Size,Qty,Price'
  const first = await shop.read(csv(head, '77-100,Marine,mittel,2,24.00'))
  expect(codesOf(first)).toEqual(['refused', 'item_unknown'])
  expect((await correct(first.paper.document_id)).status).toBe(200)
  const again = await shop.read(csv(head, '77-100,Marine,mittel,7,24.00'))
  expect(linesOf(again.order)).toEqual([['JUMPER-M', 7, 2_400]])
  for (const rows of [[head, '77-100,Marine,gross,5,24.00'], [head, '77-100,Rot,mittel,5,24.00'], ['Item,Size,Qty', '77-100,L,5'], ['Item,Qty', '77-100,5'], ['Our SKU,Qty', '77-100,5']]) {
    const other = await shop.read(csv(...rows))
    expect([rows, codesOf(other)]).toEqual([rows, ['refused', 'item_unknown']])
  }
  // A number that two lines have names no variant of its own.
  const twice = await shop.read(csv('Item,Qty,Price', '77-300,2,24.00', '77-300,3,26.00'))
  await correct(twice.paper.document_id)
  expect(codesOf(await shop.read(csv('Item,Qty,Cost', '77-300,9,24.00')))).toEqual(['refused', 'item_unknown'])
}) // prettier-ignore
