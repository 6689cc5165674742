/** How the rows of a paper are its lines, its totals and what stands beside them. */
import { describe, expect, test } from 'bun:test'
import type { ReadRow } from '../../../../server/selling/order_documents/reading/reading.ts'
import { perAcross, splitRows } from '../../../../server/selling/order_documents/reading/table/table.rules.ts'
import { cellOf } from './grids.ts'

const rowOf = (line: string): ReadRow =>
  line === '' ? [] : line.split('|').map((text) => (text.trim() === '' ? null : cellOf(text.trim(), null)))
const split = (lines: readonly string[], isPaper = false) => splitRows(lines.map(rowOf), isPaper)!
const unordered = (body: { unordered: readonly { row: ReadRow }[] }) => texts(body.unordered.map(({ row }) => row))
const texts = (rows: readonly ReadRow[]) => rows.map((row) => row.map((cell) => cell?.text ?? '').join('|'))
const table = ['SKU | Qty | Price', 'J-M1 | 10 | 24.00']
const below = (...rows: string[]) => split([...table, ...rows])
const cellsOf = ({ lines }: ReturnType<typeof split>) =>
  lines.map(({ cells }) => Object.fromEntries([...cells].map(([column, { text }]) => [column, text])))

test('a paper without a header has no table, and what stands around one is beside it', () => {
  expect(splitRows([rowOf('Nord | Inc')], false)).toBeNull()
  expect(splitRows([], false)).toBeNull()
  const body = split(['Nord | Inc', ...table])
  expect([texts(body.others), body.tables.length, body.lines.length, body.is_resumed]).toEqual([['Nord|Inc'], 1, 1, false])
  const { charges, unsectioned, unordered, uncounted, unread, totals } = body
  expect([charges, unsectioned, unordered, uncounted, unread, totals]).toEqual(Array.from({ length: 6 }, () => []))
  expect([...body.tables[0]!.headers].map(([column, { text }]) => [column, text])).toEqual([['sku', 'SKU'], ['quantity', 'Qty'], ['unit_price', 'Price']])
  expect([...split(['SKU | Grommets | Qty', 'J-1 | x | 3']).tables[0]!.headers.keys()]).toEqual(['sku', 'quantity'])
}) // prettier-ignore

test('sheets have tables and rows of their own', () => {
  const body = split(['Cover | page', '', ...table, 'Total | 10', 'Thank you', '', 'J-9 | 3', 'x | y'])
  expect(body.sheets.map(({ has_table, others }) => [has_table, texts(others)])).toEqual([
    [false, ['Cover|page']],
    [true, ['Thank you']],
    [false, ['J-9|3', 'x|y']],
  ])
  expect(body.lines).toHaveLength(1)
  const sections = split(['SKU | Qty', 'Store 0101', 'J-1 | 2', '', 'SKU | Qty', 'J-2 | 3'])
  expect(cellsOf(sections)).toEqual([
    { sku: 'J-1', quantity: '2', door: '0101' },
    { sku: 'J-2', quantity: '3' },
  ])
  const pending = split(['SKU | Qty', 'J-1 | 2', 'Store 0101', '', 'SKU | Qty', 'J-2 | 3'])
  expect([texts(pending.sheets[0]!.others), texts(pending.sheets[1]!.others)]).toEqual([['Store 0101'], []])
  expect(split(['SKU | Qty', 'J-1 | 2', '', 'Total | 5']).totals).toEqual([])
})

describe('sizes below the other headers', () => {
  test('make one header of two rows', () => {
    const body = split(['Nord', 'Style | Colour | | | Price', ' | | S | M | ', 'J-1 | Red | 2 | 3 | 5.00'])
    expect(cellsOf(body)).toEqual([{ style: 'J-1', color: 'Red', 'size S': '2', 'size M': '3', unit_price: '5.00' }])
    expect([texts(body.others), texts(body.sheets[0]!.others), body.tables.length]).toEqual([['Nord'], ['Nord'], 1])
    expect(texts([body.tables[0]!.header])).toEqual(['Style|Colour|S|M|Price'])
    expect(cellsOf(split(['Style', ' | S | M', 'J-1 | 2 | 3']))).toEqual([{ style: 'J-1', 'size S': '2', 'size M': '3' }])
    expect(cellsOf(split(['Style | Price | | ', ' | | S | M', 'J-1 | 9 | 2 | 3']))).toHaveLength(1)
  })

  test('take the place of a header of one row', () => {
    const body = split(['Style | Qty | | ', ' | | S | M', 'J-1 | 5 | 2 | 3'])
    expect([body.tables.length, cellsOf(body)]).toEqual([1, [{ style: 'J-1', quantity: '5', 'size S': '2', 'size M': '3' }]])
    const two = split(['SKU | Qty', 'J-0 | 1', 'Style | Colour', ' | | S | M', 'J-1 | Red | 2 | 3'])
    expect([two.tables.length, two.lines.length]).toEqual([2, 2])
  })

  test('are no header with one of them, or with other words', () => {
    expect(splitRows(['Style | Colour | ', ' | | S', 'J-1 | Red | 2'].map(rowOf), false)).toBeNull()
    expect(splitRows(['Style | Colour | | ', ' | x | S | M', 'J-1 | Red | 2 | 3'].map(rowOf), false)).toBeNull()
    expect(splitRows(['Style', 'Coat | S | M', 'J-1 | 2 | 3'].map(rowOf), false)).toBeNull()
  })
}) // prettier-ignore

describe('a row with an amount and no quantity', () => {
  const uncounted = (...rows: string[]) => texts(split(['SKU | Description | Colour | Size | Qty | Price', 'J-1 | a | Red | M | 2 | 5.00', ...rows]).uncounted)

  test('is paid for without being counted, unless it is an item by number or with its options', () => {
    expect(uncounted('Gift | | | | | 5.00')).toEqual(['Gift|||||5.00'])
    expect(uncounted(' | Gift | | | | 5.00')).toEqual(['|Gift||||5.00'])
    for (const item of ['J-2 | | | | | 5.00', 'J_X | | | | | 5.00', 'J.X | | | | | 5.00', 'Coat | | Red | | | 5.00', 'Coat | | | M | | 5.00'])
      expect([item, uncounted(item)]).toEqual([item, []])
    for (const none of ['Gift | | | | | 0.00', 'Gift | | | | | free', 'Gift', 'Net weight | | | | | 5.00', ' | | | | | 5.00'])
      expect([none, uncounted(none)]).toEqual([none, []])
    expect(uncounted('Gift | Model-7 | | | | 5.00')).toHaveLength(1)
  })

  test('is one with a negative amount, whatever it is called', () => {
    for (const amount of ['-5.00', '(5.00)', '€ -5.00', '€-5.00', '\u22125.00'])
      expect([amount, uncounted(`J-2 | | | | | ${amount}`)]).toHaveLength(2)
    expect(uncounted('J-2 | | | | | -5.00', 'J-3 | | | | | € (5.00)', 'J-4 | | | | | €-5.00', 'J-5 | | | | | 5-5')).toEqual(['J-2|||||-5.00', 'J-3|||||€ (5.00)', 'J-4|||||€-5.00'])
    const two = split(['SKU | Qty | Price | Amount', 'J-1 | 2 | 5.00', 'J-2 | | 5.00 | -5.00'])
    expect(texts(two.uncounted)).toEqual(['J-2||5.00|-5.00'])
    expect(texts(split(['SKU | Qty | Net price | List price | Discount', 'J-1 | 2', 'Gift | | 5.00', 'Card | | | 5.00', 'Box | | | | 5.00']).uncounted)).toHaveLength(3)
  })

  test('is one below the lines where an amount with decimals stands alone in its cell', () => {
    const after = (row: string) => texts(below('Total | 10 | 240.00', row).uncounted)
    expect([after('Gift | | 5.00'), after('Gift | | € 5.00'), after('Gift | | 5,00 EUR')]).toEqual([['Gift||5.00'], ['Gift||€ 5.00'], ['Gift||5,00 EUR']])
    for (const none of ['Gift | | 5', 'Gift 5.00', 'Net weight | | 5.00', 'Freight | | 5.00', 'Ship date: 2027-01-15 | | 5.00'])
      expect([none, after(none)]).toEqual([none, []])
    expect(texts(split(['Gift | | 5.00', ...table]).uncounted)).toEqual([])
  })
}) // prettier-ignore

test('a charge stands in the place of an item, or alone in its row', () => {
  expect(texts(below('Freight | | 5.00').charges)).toEqual(['Freight|5.00'])
  expect([texts(below('Total | 10', 'Freight | | 5.00').charges), texts(below('Total | 10', 'Freight').charges)]).toEqual([['Freight||5.00'], ['Freight']])
  expect(texts(split(['Freight | | 5.00', ...table]).charges)).toEqual([])
  const described = (row: string) => split(['SKU | Description | Qty | Price', 'J-1 | a | 2 | 5.00', row])
  expect(texts(described(' | Freight | | 5.00').charges)).toEqual(['Freight|5.00'])
  expect(texts(described('J-2 | Shipping box | | 5.00').charges)).toEqual([])
  const named = described('Coat | Freight | | 5.00')
  expect([texts(named.charges), texts(named.uncounted)]).toEqual([[], ['Coat|Freight|5.00']])
  expect(texts(described('Freight 2 | | | 5.00').charges)).toEqual(['Freight 2|5.00'])
  expect(cellsOf(described('Freight | Box | 3 | 5.00'))).toHaveLength(2)
}) // prettier-ignore

describe('a row of the table that is no line', () => {
  const form = (row: string, isPaper = false) => split(['SKU | Colour | Qty', 'J-1 | Red | 2', row], isPaper)

  test('is an item that is not ordered, where it says more than its number', () => {
    expect(unordered(form('J-2 | Red'))).toEqual(['J-2|Red'])
    const alone = form('J-2')
    expect([unordered(alone), texts(alone.others)]).toEqual([['J-2'], []])
    const word = form('Jumper')
    expect([unordered(word), texts(word.others)]).toEqual([[], ['Jumper']])
    expect(unordered(form('J 2'))).toEqual([])
    expect(unordered(form('J-2 | | '))).toEqual(['J-2||'])
    expect(unordered(form('J-2 | Red', true))).toEqual([])
  })

  test('is a heading where it is one text, and beside the table otherwise', () => {
    const heading = form(' | Ladies')
    expect(texts(heading.others)).toEqual(['|Ladies'])
    const wide = form(' | Ladies | | x')
    expect(texts(wide.others)).toEqual(['|Ladies||x'])
  })

  test('was not read with a quantity and no item, or with a word as its quantity', () => {
    expect([texts(form('J-2 | Red | x').unread), texts(form(' | Red | 3').unread), texts(form(' | | 3').unread)]).toEqual([['J-2|Red|x'], ['|Red|3'], []])
    const paper = (row: string) => texts(split(['SKU | Qty | Price', 'J-1 | 2 | 5.00', row], true).unread)
    expect([paper(' | 3 | 5.00'), paper(' | 3'), paper('J-2 | | 5.00')]).toEqual([['|3|5.00'], [], ['J-2||5.00']])
  })
}) // prettier-ignore

test('a size is not ordered by a mark or a blank, with spaces around it or without', () => {
  const sizes = (text: string) => splitRows([rowOf('Style | S | M'), [cellOf('J-1', null), cellOf(text, null), null]], false)!.lines.length
  expect([' ', ' - ', '0', '–'].map(sizes)).toEqual([0, 0, 0, 0])
  expect(['1', 'x'].map(sizes)).toEqual([1, 1])
}) // prettier-ignore

describe('a section', () => {
  const store = ['SKU | Qty', 'Store 0101', 'J-1 | 2']

  test('is that of the lines below it, until the next one', () => {
    expect(cellsOf(split([...store, 'Ship by: 2027-01-15', 'J-2 | 3', 'Store 0102', 'J-3 | 4']))).toEqual([
      { sku: 'J-1', quantity: '2', door: '0101' },
      { sku: 'J-2', quantity: '3', door: '0101', ship_date: '2027-01-15' },
      { sku: 'J-3', quantity: '4', door: '0102', ship_date: '2027-01-15' },
    ])
    expect(cellsOf(split([...store, 'Store 0102', 'SKU | Qty', 'J-2 | 3']))[1]).toEqual({ sku: 'J-2', quantity: '3', door: '0102' })
    expect(cellsOf(split([...store, 'SKU | Qty', 'J-2 | 3']))[1]).toEqual({ sku: 'J-2', quantity: '3' })
    expect(texts(split(store).others)).toEqual([])
  })

  test('that no line follows stands beside the table', () => {
    const last = split([...store, 'Store 0102'])
    expect([texts(last.others), last.lines.length]).toEqual([['Store 0102'], 1])
    expect(texts(split([...store, 'Store 0102', 'Total | 2']).others)).toEqual(['Store 0102'])
  })

  test('is not known below a total that ended it', () => {
    expect(texts(split([...store, 'Total | 2', 'J-2 | 3']).unsectioned)).toEqual(['J-2|3'])
    expect(split([...table, 'Total | 10', 'J-2 | 3']).unsectioned).toEqual([])
    const anew = split([...store, 'Total | 2', 'Store 0102', 'J-2 | 3'])
    expect([anew.unsectioned, cellsOf(anew)[1]]).toEqual([[], { sku: 'J-2', quantity: '3', door: '0102' }])
    expect(texts(split([...store, 'Total | 2', 'Total | 2', 'J-2 | 3']).unsectioned)).toEqual(['J-2|3'])
  })

  test('and a line that says otherwise keep what the line says, whatever the letter case', () => {
    const own = (door: string) => split(['Store | SKU | Qty', 'Store a1', `${door} | J-1 | 3`])
    expect([cellsOf(own('b2')), texts(own('b2').unsectioned)]).toEqual([[{ door: 'b2', sku: 'J-1', quantity: '3' }], ['b2|J-1|3']])
    expect([own('A1').unsectioned, own('a1').unsectioned, own('').unsectioned]).toEqual([[], [], []])
    expect(cellsOf(own(''))[0]).toMatchObject({ door: 'a1' })
  })

  test('is no row of labels of a further order, which stands beside the table', () => {
    const labelled = split([...table, 'PO Number: 5', 'J-2 | 3'])
    expect([texts(labelled.others), labelled.lines.length]).toEqual([['PO Number: 5'], 2])
    expect(texts(split([...table, 'PO Number: 5 | | ', 'J-2 | 3']).others)).toEqual(['PO Number: 5||'])
    const more = split([...table, ' | PO Number: 5 | Ladies', 'J-2 | 3'])
    expect([more.lines.length, texts(more.unread)]).toEqual([2, ['|PO Number: 5|Ladies']])
  })
}) // prettier-ignore

test('the amount and the total units of a row with sizes are those of no single size', () => {
  const body = split(['Style | S | M | Qty | Total units | Price | Amount', 'J-1 | 2 | 3 | 5 | 5 | 10.00 | 50.00'])
  expect(perAcross(body.lines[0]!.cells).map((cells) => [...cells.keys()].toSorted().join(' '))).toEqual([
    'quantity size style unit_price',
    'quantity size style unit_price',
  ])
})
