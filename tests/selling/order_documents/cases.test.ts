/** Papers whose prices, units, dates, stores or orders are easily misread: each is read right, or refused by name. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import { newSession } from '../../support/service/session.ts'
import { bookOf, codesOf, csv, linesOf, openShop as openShopOf, type Reader, sentencesOf } from './case_shop.ts'
import { openReader, path } from './paper_shop.ts'

setDefaultTimeout(120_000)

let reader: Reader
beforeAll(async () => {
  reader = await openReader()
})
afterAll(() => reader.stop())

const openShop = (options?: Parameters<typeof openShopOf>[1]) => openShopOf(reader, options)
const paperCase = (name: string) => readFileSync(new URL(`cases/paper_${name}.csv`, import.meta.url))

test('dozens become single units; their price is that for each only where the price list has it', async () => {
  const shop = await openShop()
  const { order } = await shop.read(paperCase('dozens'))
  expect(linesOf(order)).toEqual([
    ['JUMPER-M', 24, 2_400],
    ['JUMPER-L', 12, 2_400],
  ])
  const unlisted = await (await openShop({ listed: false })).read(paperCase('dozens'))
  expect(codesOf(unlisted)).toEqual(['refused', 'price_ambiguous'])
  expect(unlisted.paper.reading.lines.map((one: any) => [one.quantity, one.unit_price_cents])).toEqual([
    [24, null],
    [12, null],
  ])
  // The amount of the line tells that the price is for a dozen.
  const dozen = await shop.read(csv('SKU,Qty,UOM,Price,Amount', 'JUMPER-M,2,DZ,288.00,576.00'))
  expect(linesOf(dozen.order)).toEqual([['JUMPER-M', 24, 2_400]])
})

test('a quantity beside the content of a carton is refused by the name of its column, unless its unit is stated', async () => {
  const shop = await openShop()
  const refused = await shop.read(paperCase('units_per_carton'))
  expect(codesOf(refused)).toEqual(['refused', 'quantity_ambiguous'])
  expect(sentencesOf(refused)).toContain('Pcs/Ctn')
  const rows = (...row: string[]) => csv('SKU,Qty,UOM,Pcs/Ctn,Unit price', row.join(','))
  expect(linesOf((await shop.read(rows('JUMPER-M', '2', 'CTN', '12', '24.00'))).order)).toEqual([['JUMPER-M', 24, 2_400]])
  expect(linesOf((await shop.read(rows('JUMPER-M', '2', 'PCS', '12', '24.00'))).order)).toEqual([['JUMPER-M', 2, 2_400]])
  expect(codesOf(await shop.read(rows('JUMPER-M', '2', 'XX', '12', '24.00')))).toEqual(['refused', 'unit_unknown'])
  expect(codesOf(await shop.read(rows('JUMPER-M', '2', 'CTN', '', '24.00')))).toEqual(['refused', 'unit_unknown'])
}) // prettier-ignore

test('a column of order numbers makes a paper and a draft of each, with store and date of each line', async () => {
  const shop = await openShop()
  const bytes = paperCase('two_orders')
  const first = await shop.read(bytes)
  expect(first.order).toMatchObject({ reference: 'C-2003', lifecycle: 'draft' })
  const placed = ({ line_items }: any) =>
    line_items.map((one: any) => [one.sku, one.quantity, one.door_reference, one.requested_ship_date])
  expect(placed(first.order)).toEqual([
    ['JUMPER-M', 6, '0101', '2027-01-10'],
    ['JUMPER-L', 6, '0102', '2027-01-10'],
  ])
  const { rows } = (await shop.tenant.get(path)).body.data
  expect(rows).toHaveLength(2)
  const part = rows.find(({ part_of }: any) => part_of !== null)
  expect(part).toMatchObject({ state: 'read', part_of: first.paper.document_id, line_count: 1 })
  const second = await shop.order(part.order.order_id)
  expect(second).toMatchObject({ reference: 'C-2004', document: { document_id: part.document_id } })
  expect(placed(second)).toEqual([['JUMPER-M', 12, '0101', '2027-02-10']])
  const content = bytes.toString('base64')
  const again = await shop.tenant.post(path, { account_id: shop.account_id, file_name: 'again.csv', content })
  expect([again.status, again.body.data.document_id]).toEqual([409, first.paper.document_id])
})

test('an order of a file that is refused does not hold back the others, and a file that is filed again repeats none', async () => {
  const shop = await openShop()
  const bytes = csv('PO,SKU,Qty', 'P-1,GHOST,1', 'P-2,JUMPER-M,2')
  const first = await shop.read(bytes)
  expect(codesOf(first)).toEqual(['refused', 'item_unknown'])
  const again = await shop.read(bytes)
  expect(codesOf(again)).toEqual(['refused', 'item_unknown'])
  const { rows } = (await shop.tenant.get(path)).body.data
  expect(rows.map(({ state }: any) => state).toSorted()).toEqual(['read', 'refused', 'refused'])
  const mixed = await shop.read(csv('PO,SKU,Qty', 'P-3,JUMPER-L,1', ',JUMPER-M,2'))
  expect(codesOf(mixed)).toEqual(['refused', 'columns_disagree'])
})

test('a price in euro is one: in an account of another currency it is refused', async () => {
  const other = await (await openShop()).read(paperCase('price_in_euro'))
  expect([codesOf(other), other.paper.reading.values.currency.text]).toEqual([['refused', 'currency_differs'], 'EUR'])
  const euro = await openShop({ currency: 'EUR' })
  const { order } = await euro.read(paperCase('price_in_euro'))
  expect([order.currency, order.reference, linesOf(order)]).toEqual([
    'EUR',
    'C-2005',
    [
      ['JUMPER-M', 6, 2_250],
      ['JUMPER-L', 4, 2_250],
    ],
  ])
  const cells = await (await openShop()).read(csv('SKU;Qty;Price', 'JUMPER-M;1;€ 22,50'))
  expect(codesOf(cells)).toEqual(['refused', 'currency_differs'])
  const dollars = await (await openShop()).read(csv('SKU,Qty,Price', 'JUMPER-M,1,$24.00'))
  expect(codesOf(dollars)).toEqual(['read'])
})

test('a discount is kept once, whether lines or the foot of the paper state it', async () => {
  const shop = await openShop()
  const discounted = (order: any) => [
    linesOf(order),
    order.line_items.map(({ discount }: any) => discount.cents),
    order.total?.cents ?? order.totals?.total.cents,
  ]
  const { order } = await shop.read(paperCase('discount_percent'))
  expect(linesOf(order)).toEqual([['JUMPER-M', 10, 2_400]])
  expect(JSON.stringify(order)).toContain('21600')
  const foot = await shop.read(csv('SKU,Qty,Price', 'JUMPER-M,10,24.00', 'Discount 10 %,,-24.00', 'Total,,216.00'))
  expect(foot.paper.reading.lines[0].discount_cents).toBe(2_400)
  expect(discounted(foot.order)).toEqual(discounted(order))
  const other = await shop.read(csv('SKU,Qty,Price', 'JUMPER-M,10,24.00', 'Discount,,-25.00', 'Total,,215.00'))
  expect([codesOf(other), sentencesOf(other).includes('-25.00')]).toEqual([['refused', 'cell_unknown'], true])
  const freight = await shop.read(csv('SKU,Qty,Price', 'JUMPER-M,10,24.00', 'Subtotal,,240.00', 'Freight,,9.00', 'Total,,249.00')) // prettier-ignore
  expect(codesOf(freight)).toEqual(['refused', 'cell_unknown'])
})

test('a price per hundred, none, and a number under PO', async () => {
  const shop = await openShop()
  expect(linesOf((await shop.read(paperCase('price_per_hundred'))).order)).toEqual([['JUMPER-M', 100, 2_350]])
  const numbered = await shop.read(paperCase('number_under_po'))
  expect([codesOf(numbered), numbered.order.reference]).toEqual([['read'], '4500124'])
  const unpriced = await (await openShop({ listed: false })).read(paperCase('no_price'))
  expect(linesOf(unpriced.order)).toEqual([['JUMPER-M', 10, null]])
  expect(codesOf(await shop.read(csv('SKU,Qty,Price per 100', 'JUMPER-M,100,2350.50')))).toEqual([
    'refused',
    'price_ambiguous',
  ])
})

test('a second column that names another item refuses the paper', async () => {
  const shop = await openShop()
  for (const header of ['Our SKU', 'Description', 'Style']) {
    const refused = await shop.read(csv(`SKU,Qty,Price,${header}`, 'JUMPER-M,10,24.00,JUMPER-L'))
    expect([header, codesOf(refused), sentencesOf(refused).includes('JUMPER-L')]).toEqual([header, ['refused', 'identifiers_disagree'], true])
    expect(codesOf(await shop.read(csv(`SKU,Qty,Price,${header}`, 'JUMPER-M,10,24.00,JUMPER-M')))).toEqual(['read'])
  }
}) // prettier-ignore

test('a column that is not understood is refused by name, whatever else the paper says', async () => {
  const shop = await openShop()
  const refused = await shop.read(csv('SKU,Qty,Price,Mystery', 'JUMPER-M,10,24.00,7'))
  expect([codesOf(refused), sentencesOf(refused)]).toEqual([
    ['refused', 'column_unknown'],
    'The column “Mystery” (D1) is not understood.',
  ])
  const passed = await shop.read(csv('SKU,Qty,Price,RRP,Season', 'JUMPER-M,10,24.00,59.95,SS27'))
  expect([codesOf(passed), linesOf(passed.order)]).toEqual([['read'], [['JUMPER-M', 10, 2_400]]])
  expect(codesOf(await shop.read(csv('All prices less 5 %', 'SKU,Qty,Price', 'JUMPER-M,9,24.00')))).toEqual([
    'refused',
    'cell_unknown',
  ])
})

test('a cover sheet, further sheets of lines, and merged cells are read; a sheet that may change prices is refused', async () => {
  const shop = await openShop()
  const cover = [['Purchase order'], ['PO Number', 'C-3001'], ['Ship Date', '2027-01-15']]
  const covered = await shop.read(bookOf({ Cover: cover, Lines: [['SKU', 'Qty', 'Price'], ['JUMPER-M', 4, 24]] })) // prettier-ignore
  expect([codesOf(covered), covered.order.reference, covered.order.requested_ship_date]).toEqual([
    ['read'],
    'C-3001',
    '2027-01-15',
  ])
  expect(covered.paper.reading.lines[0].values.sku.place.cell).toBe('Lines!A2')
  const lines = (sku: string, units: number) => [['SKU', 'Qty'], [sku, units]]
  const both = await shop.read(bookOf({ Men: lines('JUMPER-M', 4), Women: lines('JUMPER-L', 5) }))
  expect(linesOf(both.order).map(([sku, units]: any) => [sku, units])).toEqual([
    ['JUMPER-M', 4],
    ['JUMPER-L', 5],
  ])
  const copied = await shop.read(bookOf({ Order: lines('JUMPER-M', 4), Copy: lines('JUMPER-M', 5) }))
  // The name of the second sheet says so as well.
  expect(codesOf(copied)).toEqual(['refused', 'sheets_repeat', 'cell_unknown'])
  const priced = await shop.read(bookOf({ Order: lines('JUMPER-M', 4), Prices: [['SKU', 'Price'], ['JUMPER-M', 19.5]] })) // prettier-ignore
  expect([codesOf(priced), sentencesOf(priced)]).toEqual([
    ['refused', 'cell_unknown'],
    'The cell “19.5” (Prices!B2) stands on a sheet without order lines, and is not understood.',
  ])
  const table = [['Style', 'Color', 'Size', 'Qty'], ['JUMPER', 'Navy', 'M', 3], [null, null, 'L', 2]]
  const down = (c: number) => ({ s: { r: 1, c }, e: { r: 2, c } })
  const merged = await shop.read(bookOf({ Order: table }, [down(0), down(1)]))
  expect(linesOf(merged.order).map(([sku, units]: any) => [sku, units])).toEqual([
    ['JUMPER-M', 3],
    ['JUMPER-L', 2],
  ])
  const shared = [table[0]!, table[1]!, ['JUMPER', 'Navy', 'L', null]]
  expect(codesOf(await shop.read(bookOf({ Order: shared }, [down(3)])))).toEqual(['refused', 'cell_unknown'])
}) // prettier-ignore

test('sizes and stores across, and headings in German and French, are read', async () => {
  const shop = await openShop({ currency: 'EUR' })
  const german = await shop.read(
    csv('Bestellnummer;B-77', 'Liefertermin;15.01.2027', 'Artikelnummer;Menge;Einheit;Einzelpreis €;Betrag', 'JUMPER-M;3;Stück;24,00;72,00', 'zzgl. MwSt 19 %;;;;13,68'), // prettier-ignore
  )
  expect([codesOf(german), german.order.reference, german.order.requested_ship_date, linesOf(german.order)]).toEqual([
    ['read'],
    'B-77',
    '2027-01-15',
    [['JUMPER-M', 3, 2_400]],
  ])
  const french = await shop.read(csv('N° de commande;F-1', 'Référence;Quantité;Prix unitaire HT', 'JUMPER-L;2;24,00'))
  expect([codesOf(french), french.order.reference, linesOf(french.order)]).toEqual([
    ['read'],
    'F-1',
    [['JUMPER-L', 2, 2_400]],
  ])
  const stores = await shop.read(csv('SKU,Store 0101,Store 0102,Total', 'JUMPER-M,4,2,', 'JUMPER-L,,5,'))
  expect(stores.order.line_items.map((one: any) => [one.sku, one.quantity, one.door_reference])).toEqual([
    ['JUMPER-M', 4, '0101'],
    ['JUMPER-M', 2, '0102'],
    ['JUMPER-L', 5, '0102'],
  ])
  const sizes = await shop.read(csv('Style,Color,Sizes,,Price', ',,M,L,', 'JUMPER,Navy,3,1,24.00'))
  expect(linesOf(sizes.order)).toEqual([
    ['JUMPER-M', 3, 2_400],
    ['JUMPER-L', 1, 2_400],
  ])
})

test('a person corrects what was read before the paper is taken, and the number of the account is known from then on', async () => {
  const shop = await openShop()
  const rows = ['PO Number,C-9001', 'Item,Qty,Price', '77-200,x2,24.00', 'JUMPER-L,3,12.345', 'JUMPER-M,1,24.00']
  const { paper } = await shop.read(csv(...rows.with(2, '77-200,2,24.00')))
  expect(paper.problems.map(({ code }: any) => code).toSorted()).toEqual(['item_unknown', 'price_unreadable'])
  const admin = await newSession(shop.tenant)
  const correct = (body: object, id = paper.document_id) => admin.post(`${path}/${id}/correct`, body)
  const [medium] = await shop.tenant.service.database.sql`
    select variant_id from variants where organization_id = ${shop.tenant.organization_id} and sku = 'JUMPER-M'`
  const refusals: [object, string][] = [
    [{ lines: [{ line_number: 9, quantity: 1 }] }, 'lines[0].line_number'],
    [{ lines: [{ line_number: 1, variant_id: uuidv7() }] }, 'lines[0].variant_id'],
  ]
  for (const [body, field] of refusals) expect((await correct(body)).body.data.field).toBe(field)
  const done = await correct({
    reference: 'C-9002',
    requested_ship_date: '2027-01-20',
    lines: [
      { line_number: 1, variant_id: medium!.variant_id, unit_price_cents: 2_400 },
      { line_number: 2, unit_price_cents: 2_350, quantity: 4 },
      { line_number: 3, unit_price_cents: 2_400 },
    ],
  })
  expect([done.status, done.body.data.problems.map(({ code }: any) => code)]).toEqual([200, []])
  const { reading } = await shop.get(paper.document_id)
  expect([reading.corrected, reading.lines.map(({ corrected }: any) => corrected)]).toEqual([
    ['reference', 'requested_ship_date'],
    [['variant_id', 'unit_price_cents'], ['unit_price_cents', 'quantity'], ['unit_price_cents']],
  ])
  // The paper says what it said.
  expect(reading.lines[1].values.unit_price.text).toBe('12.345')
  const answer = await shop.tenant.post(`${path}/${paper.document_id}/take`)
  const order = await shop.order(answer.body.data.order_id)
  expect([order.reference, order.requested_ship_date, linesOf(order)]).toEqual([
    'C-9002',
    '2027-01-20',
    [
      ['JUMPER-M', 2, 2_400],
      ['JUMPER-L', 4, 2_350],
      ['JUMPER-M', 1, 2_400],
    ],
  ])
  expect((await correct({ reference: 'late' })).body.code).toBe('conflict')
  expect((await correct({ reference: 'none' }, uuidv7())).body.code).toBe('order_document_not_on_file')
  const next = await shop.read(csv('PO Number,C-9003', 'Item,Qty', '77-200,5'))
  expect([codesOf(next), linesOf(next.order)]).toEqual([['read'], [['JUMPER-M', 5, 2_400]]])
})

test('what a person corrected is known on the next paper with the same headers, of the account alone, and shown as learned', async () => {
  const shop = await openShop()
  const admin = await newSession(shop.tenant)
  const variantOf = async (sku: string) => {
    const [row] = await shop.tenant.service.database.sql`
      select variant_id from variants where organization_id = ${shop.tenant.organization_id} and sku = ${sku}`
    return row!.variant_id as string
  }
  const paperOf = (number: string, date: string, ...rows: string[]) =>
    csv(`PO Number,${number}`, `Cancel Date,${date}`, 'Style,Colour,Size,Qty,Ship Date', ...rows)
  const first = await shop.read(paperOf('L-1', '03/04/2027', 'Merino blau,,mittel,2,05/02/2027', 'Merino blau,,gross,3,05/02/2027'))
  expect(first.paper.problems.map(({ code }: any) => code).toSorted()).toEqual(['date_unreadable', 'date_unreadable', 'date_unreadable', 'item_unknown', 'item_unknown'])
  const before = await shop.get(first.paper.document_id)
  expect([before.reading.learned, before.reading.lines.map(({ learned }: any) => learned)]).toEqual([[], [[], []]])
  await admin.post(`${path}/${first.paper.document_id}/correct`, {
    cancel_date: '2027-04-03',
    lines: [
      { line_number: 1, variant_id: await variantOf('JUMPER-M'), requested_ship_date: '2027-02-05' },
      { line_number: 2, variant_id: await variantOf('JUMPER-L'), requested_ship_date: '2027-02-05' },
    ],
  })
  const next = await shop.read(paperOf('L-2', '06/05/2027', 'Merino  Blau,,gross,7,01/03/2027', 'Merino blau,,mittel,1,01/03/2027'))
  expect([codesOf(next), linesOf(next.order), next.order.cancel_date]).toEqual([
    ['read'],
    [['JUMPER-L', 7, 2_400], ['JUMPER-M', 1, 2_400]],
    '2027-05-06',
  ])
  const { reading } = await shop.get(next.paper.document_id)
  expect([reading.learned, reading.lines.map(({ learned, matched_by }: any) => [learned, matched_by])]).toEqual([
    ['cancel_date'],
    [[['variant_id', 'requested_ship_date'], ['correction']], [['variant_id', 'requested_ship_date'], ['correction']]],
  ])
  // The paper says what it said, and the last word counts.
  expect([reading.corrected, reading.values.cancel_date.text]).toEqual([[], '06/05/2027'])
  const again = await shop.read(paperOf('L-3', '31/05/2027', 'Merino blau,,mittel,1,', 'Merino rot,,mittel,1,'))
  expect(codesOf(again)).toEqual(['refused', 'item_unknown'])
  await admin.post(`${path}/${again.paper.document_id}/correct`, { lines: [{ line_number: 1, variant_id: await variantOf('JUMPER-L') }] })
  const last = await shop.read(paperOf('L-4', '31/05/2027', 'Merino blau,,mittel,4,'))
  expect([codesOf(last), linesOf(last.order)]).toEqual([['read'], [['JUMPER-L', 4, 2_400]]])
  // Other headers are another layout.
  const other = await shop.read(csv('PO Number,L-5', 'Style,Colour,Size,Qty', 'Merino blau,,mittel,4'))
  expect(codesOf(other)).toEqual(['refused', 'item_unknown'])
}) // prettier-ignore
