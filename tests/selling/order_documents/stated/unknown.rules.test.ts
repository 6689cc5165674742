/** What a paper says and nobody understands is named by its cell; what tells nothing of the order is passed over. */
import { describe, expect, test } from 'bun:test'
import { readGrid } from '../../../../server/selling/order_documents/reading/read_grid.rules.ts'
import { sheetName } from '../../../../server/selling/order_documents/reading/reading.ts'
import { cellOf, problemsOf, readPage, readSheet } from './grids.ts'

const table = ['SKU | Qty | Price', 'J-M1 | 10 | 24.00', 'J-L2 | 4 | 26.00']
const problems = (...lines: string[]) => problemsOf(readSheet(lines))
const above = (...lines: string[]) => problems(...lines, ...table)
const onPage = (...lines: string[]) => problemsOf(readPage(...lines, ...table))
const unknown = (text: string, cell: string) => `cell_unknown The cell “${text}” (${cell}) is not understood.`

describe('a column', () => {
  const added = (header: string, one: string, other: string) =>
    problems(`${table[0]} | ${header}`, `${table[1]} | ${one}`, `${table[2]} | ${other}`)

  test('that is not understood is named where it says anything', () => {
    expect(added('Grommets', '5', '')).toEqual(['column_unknown The column “Grommets” (D1) is not understood.'])
    expect(added('Grommets', '', '5')).toHaveLength(1)
    expect(added('Grommets', '', '')).toEqual([])
    expect(added('Brand', 'Nord', 'Nord')).toEqual([])
    expect(added('x'.repeat(90), '5', '')[0]).toContain(`“${'x'.repeat(80)}” (D1)`)
  })

  test('without a header is named by its first cell', () => {
    expect(added('', '', '5')).toEqual(['column_unknown The cell “5” (D3) stands in a column without a header.'])
    expect(problems(table[0]!, `${table[1]} | | 7`)).toEqual([
      'column_unknown The cell “7” (E2) stands in a column without a header.',
    ])
  })

  test('of a meaning that another one has must say the same, whatever its letter case and spaces', () => {
    const differ = 'columns_disagree The columns “SKU” (A1) and “Vendor SKU” (D1) have one meaning and differ.'
    expect(added('Vendor SKU', 'j-m1', ' J-L2 ')).toEqual([])
    expect(added('Vendor SKU', '', 'J-L2')).toEqual([])
    expect(added('Vendor SKU', 'J-M1', 'J-L3')).toEqual([differ])
    expect(added('Vendor SKU', 'J-X1', 'J-L2')).toEqual([differ])
    expect(problems('SKU | Vendor SKU | Qty', 'J  M1 | j M1 | 3')).toEqual([])
    expect(problems('Line | SKU | Colour | Qty | Grommets', '1 | J-1 | Red | 3 | 7')).toHaveLength(1)
    expect(problems('SKU | Qty | Units total', 'J-1 | 3 | 3')).toHaveLength(1)
    expect(problems('SKU | Item | Vendor SKU | Qty', ' | 7 | J-1 | 3')).toHaveLength(1)
    expect(problems('SKU | Description | Name | Line | Pos | Qty', 'J-1 | a | b | 1 | 2 | 3')).toEqual([])
  })

  test('of total units is a second quantity where no column is one of total units', () => {
    expect(problems('SKU | Total units | Total qty', 'J-1 | 3 | 3')).toEqual([])
    expect(problems('SKU | Total units | Total qty', 'J-1 | 3 | 4')).toEqual([
      'columns_disagree The columns “Total units” (B1) and “Total qty” (C1) have one meaning and differ.',
    ])
  })

  test('is that of its own table', () => {
    const second = ['SKU | Qty | Grommets', 'J-S3 | 1 | 7']
    expect(problems(...table, ...second)).toEqual(['column_unknown The column “Grommets” (C4) is not understood.'])
    expect(problems(...second.with(1, 'J-S3 | 1'), ...table)).toEqual([])
  })
})

describe('sheets', () => {
  const second = (line: string) => problems(...table, '', table[0]!, line)

  test('that order the same item may repeat each other', () => {
    expect(second('j-m1 | 3 | 24.00')).toEqual([
      'sheets_repeat “j-m1” (A6) is ordered on two sheets: one may repeat the other.',
    ])
    expect([second('J-X1 | 3 | 24.00'), problems(...table, table[1]!)]).toEqual([[], []])
    const stores = (store: string) => problems('SKU | Store | Qty', 'J-1 | 1 | 2', '', 'SKU | Store | Qty', `J-1 | ${store} | 2`)
    expect([stores('1').length, stores('2')]).toEqual([1, []])
  }) // prettier-ignore

  test('without lines may have labels, and no figures that nothing names', () => {
    const cover = (...rows: string[]) => problems(...rows, '', ...table)
    expect(cover('Deckblatt | 7')).toEqual([
      'cell_unknown The cell “7” (B1) stands on a sheet without order lines, and is not understood.',
    ])
    expect(cover(' | Deckblatt | 7')).toHaveLength(1)
    expect(cover('a | b', 'c | 7')).toHaveLength(1)
    for (const row of ['7', 'a | b', 'PO Number | 77120', 'Phone | 7', 'Supplier | 7', ' | 7', 'a | | b'])
      expect([row, cover(row)]).toEqual([row, []])
    expect(above('Deckblatt | 7')).toEqual([])
    expect(problems('Deckblatt | 7', ...table, '', ...table.with(1, 'J-8 | 1').with(2, 'J-9 | 1'))).toEqual([])
  })

  test('without lines may have headers, whose figures are named', () => {
    expect(problems('SKU | Price', 'J-9 | 5.00', '', ...table)).toEqual([
      'cell_unknown The cell “J-9” (A2) stands on a sheet without order lines, and is not understood.',
    ])
    expect(problems('Price | | Cost', '', ...table)).toEqual([])
    expect(problems('Price | Cost', '', ...table)).toEqual([])
    expect(problems('Price', '', ...table)).toEqual([unknown('Price', 'A1')])
    expect(problems('Price | Grommets', '', ...table)).toEqual([unknown('Price', 'A1')])
    expect(above('Price | Cost')).toEqual([unknown('Price', 'A1'), unknown('Cost', 'B1')])
    expect(problems(...table, 'Price | Cost', '', ...table.with(1, 'J-8 | 1').with(2, 'J-9 | 1'))).not.toEqual([])
  })
})

test('a merged figure is named, and merged texts are those of each row', () => {
  const merged = (header: string, text: string) => {
    const cells = ['SKU', header, 'Qty'].map((one, i) => cellOf(one, `${'ABC'[i]}1`))
    const line = [cellOf('J-1', 'A2'), { ...cellOf(text, 'B2'), is_merged: true as const }, cellOf('2', 'C2')]
    return problemsOf(readGrid([cells, line], { page_count: null, is_recognised: false })).filter((one) => one.includes('merged'))
  }
  const named = ['cell_unknown The merged cell “12.00” (B2) states one figure for several rows.']
  expect([merged('Amount', '12.00'), merged('Discount', '12.00')]).toEqual([named, named])
  expect([merged('Price', '12.00'), merged('Colour', 'Red')]).toEqual([[], []])
  const sizes = [['Style', 'S', 'M'], ['J-1', '2', '3']].map((texts, at) => texts.map((text, i) => cellOf(text, `${'ABC'[i]}${at + 1}`)))
  sizes[1]![2]!.is_merged = true
  expect(problemsOf(readGrid(sizes, { page_count: null, is_recognised: false }))).toEqual(['cell_unknown The merged cell “3” (C2) states one figure for several rows.'])
}) // prettier-ignore

describe('a text beside the table', () => {
  test('is named where it may change the order', () => {
    for (const text of ['All quantities are in dozens', 'Order cancelled', 'Deliver to store 0102', 'Less 10 % discount', 'Invoice 4711', 'Prices incl. VAT'])
      expect([text, above(text)]).toEqual([text, [unknown(text, 'A1')]])
    for (const text of ['Thank you for your business', 'Prices net of VAT', 'Springfield'])
      expect([text, above(text)]).toEqual([text, []])
    expect(above('Samples', 'Samples')).toEqual([unknown('Samples', 'A1'), unknown('Samples', 'A2')])
  })

  test('tells of price, date or place beside a figure, which can be in the next cell', () => {
    expect([above('Handling 5'), above('Handling 5 x'), above('5 for handling')].map(({ length }) => length)).toEqual([1, 1, 1])
    for (const word of ['off', 'shipping', 'delivery', 'versandart', 'liefertag', 'store', 'stores', 'door', 'doors', 'fee', 'fees', 'gebühr', 'gebühren', 'filiale', 'filialen', 'magasin', 'magasins'])
      expect([word, above(`${word} and 5 x`), above(`x${word} and 5 x`)]).toEqual([word, [unknown(`${word} and 5 x`, 'A1')], []])
    expect(above('per 12 x')).toEqual([unknown('per 12 x', 'A1')])
    expect(above('per x 12')).toEqual([])
    expect(above('Handling | 5')).toEqual([unknown('Handling', 'A1')])
    expect(above('Handling | %')).not.toEqual([])
    expect([above('Handling'), above('Handling | x'), above('Springfield 5'), above('Springfield | 5')]).toEqual([[], [], [], []])
    expect(above('Grommets: | 5')).toEqual([unknown('Grommets:', 'A1')])
    expect([above('Grommets: | x'), above('Grommets:'), above('Grommets: 5'), above('Grommets: a | 5')]).toEqual([[], [], [], []])
    expect(above('Grommets:: | 5')).toEqual([unknown('Grommets::', 'A1')])
    expect(onPage('Grommets: | 5')).toEqual([])
  })

  test('of contacts says anything, and of terms and of the parties what those may say', () => {
    for (const row of ['Phone: 5 dozen', 'Phone | 5 dozen', 'Contact # Store 5', 'Buyer: Sample', 'Payment terms: 2 % discount', 'Payment terms | less 2 %', 'Page: 2027-01-15', 'Supplier: Nord'])
      expect([row, above(row)]).toEqual([row, []])
    expect(above('Payment terms: order cancelled')).toEqual([unknown('order cancelled', 'A1')])
    expect(above('Payment terms | order cancelled')).toEqual([unknown('order cancelled', 'B1')])
    expect(above('Page: less 2 %')).toEqual([unknown('less 2 %', 'A1')])
    expect(above('Payment terms')).toEqual([])
    expect(above('Phone | 5 dozen | 6 dozen')).toEqual([unknown('6 dozen', 'C1')])
    expect(above('Phone of samples')).toEqual([unknown('Phone of samples', 'A1')])
    expect(above('Shipping method: handling 5')).toEqual([])
  })

  test('of a page can be several cells', () => {
    expect(onPage('free | of | charge')).toEqual(['cell_unknown The cell “free of charge” is not understood.'])
    expect(above('free | of | charge')).toEqual([])
    expect(onPage('samples | free | of | charge')).toEqual(['cell_unknown The cell “samples” is not understood.'])
    expect(onPage('Thank | you')).toEqual([])
    expect(onPage('Payment terms | free | of | charge')).toEqual([])
  })
}) // prettier-ignore

test('a value that was read, and says more than what it is, is named', () => {
  expect(above('PO Number: 77120 - CANCELLED')).toEqual([unknown('77120 - CANCELLED', 'A1')])
  expect(above('Ship date: 2027-01-15')).toEqual([])
  expect(above('Currency: USD')).toEqual([])
  expect(above('Ship to: warehouse 5')).toEqual([])
  expect(above('Ship to: samples')).toEqual([unknown('samples', 'A1')])
  expect(above('PO Number: 77120 not before')).toEqual([])
  expect(above('Ship window: mid season')).toEqual([unknown('Ship window: mid season', 'A1')])
})

test('a heading between lines is named where it may be a place, or changes the order', () => {
  const between = (text: string) => problems(table[0]!, table[1]!, text, table[2]!)
  expect(between('Store Berlin')).toEqual([unknown('Store Berlin', 'A3')])
  expect(between('Dozens')).toEqual([unknown('Dozens', 'A3')])
  expect([between('Ladies'), between('Berlin store')]).toEqual([[], []])
})

test('an item that is not ordered says nothing else, but for a date or a currency', () => {
  const form = (text: string) => problems('SKU | Colour | Qty', 'J-1 | Red | 2', `J-2 | ${text}`)
  expect(form('Cancelled')).toEqual([unknown('Cancelled', 'B3')])
  expect(problems('SKU | Colour | Qty', 'J-1 | Red | 2', ' | J-2 | ')).toEqual([])
  expect(form('5 dozen')).toEqual([unknown('5 dozen', 'B3')])
  expect([form('Red'), form('2027-01-15'), form('weekly')]).toEqual([[], [], []])
})

test('a description that says the line is no order, or reduced, is named', () => {
  const described = (text: string) => problems('SKU | Description | Qty', `J-1 | ${text} | 2`)
  expect(described('Jumper - cancelled')).toEqual([unknown('Jumper - cancelled', 'B2')])
  expect(described('Jumper, 10 % off')).toHaveLength(1)
  expect([described('Jumper'), described('Jumper in dozens'), described('')]).toEqual([[], [], []])
})

test('a line below the total of a section is named, and one that says otherwise than its section', () => {
  const rows = ['SKU | Qty', 'Store 0101', 'J-1 | 2', 'Total | 2', 'J-2 | 3']
  const named = (cell: string) => `cell_unknown It is not known which heading between the lines the row ${cell} belongs to.`
  expect(problems(...rows)).toContain(named('“J-2” (A5)'))
  expect(problems('Store | SKU | Qty', 'Store 0101', '0102 | J-1 | 3')).toEqual([named('“0102” (A3)')])
  expect(problems('Store | SKU | Qty', 'Store 0101', '0101 | J-1 | 3', ' | J-2 | 3')).toEqual([])
}) // prettier-ignore

test('a total that says more than the lines is named', () => {
  const total = (text: string) => problems(...table, text)
  const more = (cell: string) => `cell_unknown The total ${cell} says more than the lines do.`
  expect(total('Total less discount | | 344.00')).toEqual([more('“Total less discount” (A4)')])
  expect(total('Total | 10 % | 344.00')).toContain(more('“Total” (A4)'))
  expect(total('Total cancelled | | 344.00')).toEqual([more('“Total cancelled” (A4)')])
  expect([total('Total | 14 | 344.00'), total('Total in dozens | | 344.00')]).toEqual([[], []])
})

test('texts on no row are looked through: a sheet that is called Prices has some', () => {
  const named = (text: string, place: string) => problemsOf(readSheet(table, [cellOf(text, place)]))
  expect(named('Cancelled', sheetName)).toEqual([unknown('Cancelled', sheetName)])
  expect([named('Prices', sheetName), named('Order', sheetName)]).toEqual([[], []])
  expect(named('Prices', 'note')).toEqual([unknown('Prices', 'note')])
  expect(named('PO Number: 5', 'header of the page')).toEqual([])
})
