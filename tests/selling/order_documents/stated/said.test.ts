/** What papers say beside their lines: read as a field, reported by its place, or harmless. No draft has what was not understood. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import * as XLSX from '@e965/xlsx'
import { bookOf, codesOf, csv, linesOf, openShop, type Reader, sentencesOf } from '../case_shop.ts'
import { openReader } from '../paper_shop.ts'

setDefaultTimeout(120_000)

let reader: Reader
beforeAll(async () => {
  reader = await openReader()
})
afterAll(() => reader.stop())

const table = ['SKU,Qty,Price', 'JUMPER-M,10,24.00', 'JUMPER-L,4,24.00']
const plain = [
  ['JUMPER-M', 10, 2_400],
  ['JUMPER-L', 4, 2_400],
]

test('a sentence above, below or between the lines that may change them stops the draft, and is named with its cell', async () => {
  const shop = await openShop(reader)
  const sentences = [
    'All quantities are in dozens',
    'Quantities in cartons of 12',
    'PURCHASE ORDER - CANCELLED',
    'Order cancelled',
    'Replaces PO 123',
    'Deliver to store 0102',
    'Less 10 % discount',
    'Prices incl. VAT',
    'Mengen in Dutzend',
    'Auftrag storniert',
    'Ersetzt Bestellung 123',
    'Quantités en douzaines',
    'Annule et remplace la commande 123',
    'Pro forma',
    'Samples',
    'Invoice 4711',
    'Deliver in week 12',
    'Version: 2',
    'PO 4711 Rev. 2',
    'Ship half now',
    'Rate of exchange 1.08',
  ]
  for (const [i, text] of sentences.entries()) {
    const rows = table.toSpliced([0, 2, 3][i % 3]!, 0, text)
    const outcome = await shop.read(csv(...rows))
    const place = `A${[1, 3, 4][i % 3]!}`
    expect([text, outcome.order, outcome.paper.problems.map(({ sentence }: any) => sentence).join(' ')]).toEqual([
      text,
      null,
      expect.stringContaining(`“${text}” (${place})`),
    ])
  }
})

test('a sentence that tells nothing of the order leaves its draft as it is', async () => {
  const shop = await openShop(reader)
  const outcome = await shop.read(
    csv(
      'Northern Outfitters Inc.; 12 Main Street; Springfield',
      'Tel. +49 89 1234567',
      ...table,
      'Total,14,336.00',
      'Thank you for your business',
      'Prices net of VAT',
      'Please quote this order number on all documents',
      'Registered in England No. 1234567',
    ),
  )
  expect([codesOf(outcome), linesOf(outcome.order)]).toEqual([['read'], plain])
})

test('the currency of a sentence, of a total and of a sheet is read, and refused where the account orders in another one', async () => {
  const [dollars, euro] = [await openShop(reader), await openShop(reader, { currency: 'EUR' })]
  for (const text of ['All prices in Euro', 'Prices in EUR', 'Alle Preise in €']) {
    expect(codesOf(await dollars.read(csv(text, ...table)))).toEqual(['refused', 'currency_differs'])
    const read = await euro.read(csv(text, ...table))
    expect([codesOf(read), read.order.currency, read.paper.reading.values.currency.text]).toEqual([['read'], 'EUR', 'EUR'])
  }
  expect(codesOf(await dollars.read(csv(...table, 'Total EUR,14,336.00')))).toEqual(['refused', 'currency_differs'])
  const rows = [['SKU', 'Qty', 'Price'], ['JUMPER-M', 10, 24]]
  expect(codesOf(await dollars.read(bookOf({ 'Order EUR': rows })))).toEqual(['refused', 'currency_differs'])
}) // prettier-ignore

test('names of sheets, headers, footers, notes and text boxes of a workbook are looked through', async () => {
  const shop = await openShop(reader)
  const rows = [['SKU', 'Qty', 'Price'], ['JUMPER-M', 10, 24]]
  const named = await shop.read(bookOf({ Cancelled: rows }))
  expect([codesOf(named), sentencesOf(named)]).toEqual([
    ['refused', 'cell_unknown'],
    'The cell “Cancelled” (name of the sheet) is not understood.',
  ])
  const sheetOfOrder = XLSX.utils.aoa_to_sheet(rows)
  sheetOfOrder['B2'].c = [{ a: 'Ada', t: 'in dozens' }]
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheetOfOrder, 'Order')
  const bytes = new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
  const note = await shop.read(bytes)
  expect([codesOf(note), sentencesOf(note).includes('in dozens')]).toEqual([['refused', 'cell_unknown'], true])
  expect(codesOf(await shop.read(bookOf({ Bestellung: rows })))).toEqual(['read'])
}) // prettier-ignore

test('a row between the lines is a section with a store or a date, is reported, or is a title of a group', async () => {
  const shop = await openShop(reader)
  const [head, medium, large] = table as [string, string, string]
  const places = ({ order }: any) =>
    order.line_items.map((one: any) => [one.sku, one.quantity, one.door_reference, one.requested_ship_date])
  const stores = await shop.read(csv(head, 'Store 0101', medium, 'Filiale: 0102', large))
  expect(places(stores)).toEqual([
    ['JUMPER-M', 10, '0101', null],
    ['JUMPER-L', 4, '0102', null],
  ])
  const dates = await shop.read(csv(head, 'Delivery 15.01.2027', medium, 'Liefertermin: 20.02.2027', large))
  expect(places(dates)).toEqual([
    ['JUMPER-M', 10, null, '2027-01-15'],
    ['JUMPER-L', 4, null, '2027-02-20'],
  ])
  const tables = await shop.read(csv('Delivery: 15.01.2027', head, medium, 'Total,14,', 'Delivery: 20.02.2027', 'Store 0102', head, large))
  expect([tables.order.requested_ship_date, places(tables)]).toEqual([
    '2027-01-15',
    [['JUMPER-M', 10, null, null], ['JUMPER-L', 4, '0102', '2027-02-20']],
  ])
  // What no line follows is a label, or text.
  for (const total of [[], ['Total,14,336.00']]) {
    const footer = await shop.read(csv(head, medium, large, ...total, 'Ship date: 2027-01-15'))
    expect([footer.order.requested_ship_date, places(footer)[0][3]]).toEqual(['2027-01-15', null])
    const place = await shop.read(csv(head, medium, large, ...total, 'Store 0101'))
    expect([place.order, sentencesOf(place).includes('“Store 0101”')]).toEqual([null, true])
  }
  const titled = await shop.read(csv(head, 'Ladies', medium, 'Tricots', large))
  expect([codesOf(titled), linesOf(titled.order)]).toEqual([['read'], plain])
  for (const outcome of ['Dozens', 'Samples', 'Store Berlin', 'Remise 10 %']) {
    const found = await shop.read(csv(head, outcome, medium, large))
    expect([outcome, found.order, sentencesOf(found).includes(`“${outcome}”`)]).toEqual([outcome, null, true])
  }
  const subtotal = await shop.read(csv(head, 'Store 0101', medium, 'Total,10,', large))
  expect([subtotal.order, sentencesOf(subtotal).includes('the row “JUMPER-L” (A5) belongs to')]).toEqual([null, true])
  const other = await shop.read(csv('Store,SKU,Qty', 'Store 0101', '0102,JUMPER-M,3'))
  expect(codesOf(other)).toEqual(['refused', 'cell_unknown'])
}) // prettier-ignore

test('several orders in one file are named, wherever their numbers stand', async () => {
  const shop = await openShop(reader)
  const two = [
    ['PO Number,A-1', ...table, 'PO Number,A-2', 'SKU,Qty,Price', 'JUMPER-M,1,24.00'],
    ['PO Number: A-1', ...table, 'Total,14,336.00', 'PO Number: A-2', 'SKU,Qty,Price', 'JUMPER-M,1,24.00'],
    ['PO 47110', ...table, 'PO 47111', 'JUMPER-M,1,24.00'],
    ['Bestellung 47110', ...table, 'Bestellung Nr. 47111', 'JUMPER-M,1,24.00'],
  ]
  for (const rows of two) {
    const found = await shop.read(csv(...rows))
    expect([found.order, sentencesOf(found)]).toEqual([null, expect.stringMatching(/^reference is stated as “[A4]\S+” \(\S+\) and “\S+” \(\S+\)/)])
  }
  const sheet = (number: string, sku: string) => [['PO Number', number], ['SKU', 'Qty'], [sku, 2]]
  const sheets = await shop.read(bookOf({ First: sheet('A-1', 'JUMPER-M'), Second: sheet('A-2', 'JUMPER-L') }))
  expect([codesOf(sheets), sentencesOf(sheets).includes('“A-2” (Second!B1)')]).toEqual([['refused', 'columns_disagree'], true])
  const same = await shop.read(bookOf({ First: sheet('A-1', 'JUMPER-M'), Second: sheet('A-1', 'JUMPER-L') }))
  expect(codesOf(same)).toEqual(['read'])
}) // prettier-ignore

test('dates that contradict each other are named, and labels may stand above their values', async () => {
  const shop = await openShop(reader)
  const stated = async (...rows: string[]) => {
    const { paper } = await shop.read(csv(...rows, ...table))
    return paper.problems.map(({ code, sentence }: any) => `${code} ${sentence.split(' ')[0]}`)
  }
  expect(await stated('Ship Date,2027-01-10', 'Delivery Date,2027-01-20')).toEqual(['columns_disagree requested_ship_date'])
  expect(await stated('Ship Date,2027-01-10', 'Delivery Date,10.01.2027')).toEqual([])
  expect(await stated('Ship Date,2027-01-10', 'Cancel Date,2027-01-05')).toEqual(['date_unreadable cancel_date'])
  expect(await stated('Ship Date,2027-01-10', 'Cancel Date,2027-01-10')).toEqual([])
  expect(await stated('Order Date,2027-02-10', 'Ship Date,2027-01-05')).toEqual(['date_unreadable requested_ship_date'])
  expect(await stated('Ship Date,03/04/2027')).toEqual(['date_unreadable requested_ship_date'])
  for (const label of ['Order Date', 'Bestelldatum', 'Date de commande']) {
    const { paper, order } = await shop.read(csv(`${label},2026-11-20`, ...table))
    expect([label, paper.reading.order_date, order.requested_ship_date]).toEqual([label, '2026-11-20', null])
  }
  const above = await shop.read(csv('Order No,Order Date,Ship Date', '4711,2026-11-20,2027-01-15', ...table))
  const { reference, requested_ship_date } = above.order
  expect([reference, above.paper.reading.order_date, requested_ship_date]).toEqual(['4711', '2026-11-20', '2027-01-15'])
}) // prettier-ignore
