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
    expect(cover('a | b', 'c | 7', '8')).toEqual([
      'cell_unknown The cell “7” (B2) stands on a sheet without order lines, and is not understood.',
    ])
    expect(cover('a | b')).toEqual([unknown('a', 'A1'), unknown('b', 'B1')])
    for (const row of ['PO Number | 77120', 'Phone | 712', 'Supplier | 712', 'Deckblatt', '- | - | -'])
      expect([row, cover(row)]).toEqual([row, []])
    expect(above('Deckblatt | 7')).toEqual([unknown('7', 'B1')])
    expect(problems('Deckblatt | 7', ...table, '', ...table.with(1, 'J-8 | 1').with(2, 'J-9 | 1'))).toHaveLength(1)
  })

  test('without lines may have headers, whose figures are named', () => {
    expect(problems('SKU | Price', 'J-9 | 5.00', '', ...table)).toEqual([
      'cell_unknown The cell “J-9” (A2) stands on a sheet without order lines, and is not understood.',
    ])
    expect(problems('Price | | Cost', '', ...table)).toEqual([])
    expect(problems('Price | Cost', '', ...table)).toEqual([])
    expect(problems('Price', '', ...table)).toEqual([unknown('Price', 'A1')])
    expect(problems('Price | Grommets', '', ...table)).toEqual([unknown('Price', 'A1'), unknown('Grommets', 'B1')])
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
    for (const text of ['Thank you for your business', 'Prices net of VAT', 'Springfield, IL 62701'])
      expect([text, above(text)]).toEqual([text, []])
    expect(above('Samples', 'Samples')).toEqual([unknown('Samples', 'A1'), unknown('Samples', 'A2')])
  })

  test('is named whatever it says, unless it is a known shape or the value of a label', () => {
    for (const text of ['Springfield', 'Grommets', 'per x 12', 'xoff and 5 x', '7', 'Grommets: x', 'Phone of samples', 'Order as discussed'])
      expect([text, above(text)]).toEqual([text, [unknown(text, 'A1')]])
    expect(above('Handling | 5')).toEqual([unknown('Handling', 'A1'), unknown('5', 'B1')])
    expect(onPage('Grommets: | 5')).toEqual(['cell_unknown The cell “Grommets: 5” is not understood.'])
    expect(above('Grommets', 'Phone 089 1234567', 'Grommets')).toEqual([unknown('Grommets', 'A1'), unknown('Grommets', 'A3')])
    expect(above(...Array.from({ length: 120 }, (_, i) => `Grommets ${i}`))).toHaveLength(100)
  })

  test('of a label is what its label says, or named', () => {
    for (const row of ['Phone: 089 1234567', 'Phone | 089 1234567', 'Contact # Jane Doe', 'Buyer: Jane Doe', 'Payment terms: net 30 days', 'Payment terms | 30', 'Page: 1', 'Printed: 2027-01-15', 'Supplier: Nord', 'Supplier:', 'Weight: 12.5 kg'])
      expect([row, above(row)]).toEqual([row, []])
    expect(above('Payment terms: order cancelled')).toEqual([unknown('order cancelled', 'A1')])
    expect(above('Payment terms | order cancelled')).toEqual([unknown('order cancelled', 'B1')])
    for (const value of ['5 dozen', 'samples', 'less 2 %', 'half of it', 'Not Before March', '2 % discount'])
      for (const label of ['Phone', 'Payment terms', 'Page', 'Supplier'])
        expect([label, value, above(`${label}: ${value}`)]).toEqual([label, value, [unknown(value, 'A1')]])
    expect(above('Payment terms')).toEqual([])
    expect(above('Phone | 089 1234567 | 6 dozen')).toEqual([unknown('6 dozen', 'C1')])
  })

  test('is a name of the account or of the organisation, alone or beside a title', () => {
    const read = (text: string) => problemsOf(readSheet([text, ...table], [], ['Nord & Söhne', 'Harbor']))
    for (const text of ['NORD & SÖHNE', 'Nord & Söhne GmbH', 'Nord & Söhne, 12 Main Street, Springfield', 'Harbor', 'Harbor purchase order', 'Purchase order Harbor', 'Purchase order - HARBOR'])
      expect([text, read(text)]).toEqual([text, []])
    for (const text of ['Nord & Sons', 'Nord & Söhne only', 'Harbor cancelled', 'Harborside', 'for Harbor'])
      expect([text, read(text)]).toEqual([text, [unknown(text, 'A1')]])
  })

  test('is followed by a town below a street, and by a name below a greeting', () => {
    expect(above('12 Main Street', 'Springfield')).toEqual([])
    expect(above('Best regards', 'Jane Doe')).toEqual([])
    expect(above('Purchase order', 'Springfield')).toEqual([unknown('Springfield', 'A2')])
    expect(above('12 Main Street', 'cancelled')).toEqual([unknown('cancelled', 'A2')])
    expect(above('Best regards', 'Second Delivery')).toEqual([unknown('Second Delivery', 'A2')])
    expect(above('Best regards', 'Jane Doe 5')).toEqual([unknown('Jane Doe 5', 'A2')])
    expect(above('Best regards', '', ...table.with(1, 'J-9 | 1'), 'Jane Doe').length).toBeGreaterThan(0)
  })

  test('of a page or of a row of cells can be one sentence', () => {
    expect(onPage('free | of | charge')).toEqual(['cell_unknown The cell “free of charge” is not understood.'])
    expect(above('free | of | charge')).toEqual([unknown('free', 'A1'), unknown('of', 'B1'), unknown('charge', 'C1')])
    expect(onPage('Thank | you')).toEqual([])
    expect(above('Thank you | Jane')).toEqual([unknown('Jane', 'B1')])
    expect(above('12 Main Street | Springfield')).toEqual([])
    expect(above('For questions | contact us')).toEqual([])
    expect(onPage('Payment terms | free | of | charge')).toEqual(['cell_unknown The cell “free of charge” is not understood.'])
    expect(onPage('Page total: 240.00')).toEqual([])
    expect(onPage('Carried forward | USD 240.00')).toEqual([])
    expect(onPage('Page total: 240.00 less')).toHaveLength(1)
  })
}) // prettier-ignore

test('a value that was read, and says more than what it is, is named', () => {
  expect(above('PO Number: 77120 - CANCELLED')).toEqual([unknown('77120 - CANCELLED', 'A1')])
  expect(above('Ship date: 2027-01-15')).toEqual([])
  expect(above('Currency: USD')).toEqual([])
  expect(above('Ship to: warehouse 5')).toEqual([])
  expect(above('Ship to: samples')).toEqual([unknown('samples', 'A1')])
  expect(above('PO Number: 77120 not before')).toEqual([unknown('77120 not before', 'A1')])
  for (const number of ['PO-77120', '4711/2027', 'SS27 4711 A', 'A-1 # 5'])
    expect([number, above(`PO Number: ${number}`)]).toEqual([number, []])
  for (const number of ['VOID 12', '77120 twice', 'half', '77120 for all'])
    expect([number, above(`PO Number: ${number}`)]).toEqual([number, [unknown(number, 'A1')]])
  for (const place of ['0101', 'DC-10', 'Harbor Outlet', 'Nord GmbH, 12 Main Street'])
    expect([place, above(`Ship to: ${place}`)]).toEqual([place, []])
  expect(above('Ship to: DC-10, second half to DC-11')).toEqual([unknown('DC-10, second half to DC-11', 'A1')])
  expect(above('Ship window: mid season')).toEqual([unknown('Ship window: mid season', 'A1')])
})

test('a text between lines is named, unless it is the title of a group of goods or an item that is not ordered', () => {
  const between = (text: string) => problems(table[0]!, table[1]!, text, table[2]!)
  expect(between('Store Berlin')).toEqual([unknown('Store Berlin', 'A3')])
  expect(between('Dozens')).toEqual([unknown('Dozens', 'A3')])
  expect([between('Ladies'), between('Tricots')]).toEqual([[], []])
  for (const text of ['Berlin store', 'Second delivery', 'Not ordered', 'Free', 'Jumper'])
    expect([text, between(text)]).toEqual([text, [unknown(text, 'A3')]])
  expect(between('J-3')).toEqual([])
})

test('an item that is not ordered says nothing else, but for a date or a currency', () => {
  const form = (text: string) => problems('SKU | Colour | Qty', 'J-1 | Red | 2', `J-2 | ${text}`)
  expect(form('Cancelled')).toEqual([unknown('Cancelled', 'B3')])
  expect(problems('SKU | Colour | Qty', 'J-1 | Red | 2', ' | J-2 | ')).toEqual([unknown('J-2', 'B3')])
  expect(problems('SKU | Price | Qty', 'J-1 | 2.00 | 2', 'Jumper later | 2.00')).toHaveLength(1)
  expect([
    problems('SKU | Colour | Qty', 'J-1 | Red | 2', 'Jumper | Red'),
    problems('SKU | Size | Qty', 'J-1 | M | 2', 'Jumper | L'),
    problems('SKU | Description | Qty', 'J-1 | Red | 2', 'Jumper | v2').length,
  ]).toEqual([[], [], 1])
  expect(problems('SKU | Colour | Qty | Brand', 'J-1 | Red | 2', 'J-2 | Red | | Nord')).toEqual([])
  expect(problems('SKU | Brand | x | Qty', 'J-1 | Nord | | 2', 'J-2 | Nord')).toEqual([])
  expect(problems('SKU | Brand | x | Qty', 'J-1 | Nord | | 2', 'J-2 | | later')).toEqual([unknown('later', 'C3')])
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
  for (const text of [
    'Total | 14 | 344.00',
    'Subtotal | | 344.00',
    'Total EUR | | 344.00',
    'Gesamtsumme netto | | 344,00',
    'Total HT | | 344.00',
    'Total Ladies | | 344.00',
    'Total units 14, total value 344.00',
  ])
    expect([text, total(text).filter((one) => one.includes('says more'))]).toEqual([text, []])
  for (const text of ['Total in dozens', 'Total per month', 'Total twice'])
    expect([text, total(`${text} | | 344.00`)]).toEqual([text, [more(`“${text}” (A4)`)]])
})

test('the facts of a party are no currency of the order, and other texts are', () => {
  const marks = (text: string) => readSheet([text, ...table]).currency_marks
  expect([marks('Supplier: EUR Trading'), marks('All prices in EUR'), marks('Season: EUR')]).toEqual([
    [],
    ['EUR'],
    ['EUR'],
  ])
})

test('texts on no row are looked through: a sheet that is called Prices has some', () => {
  const named = (text: string, place: string) => problemsOf(readSheet(table, [cellOf(text, place)]))
  expect(named('Cancelled', sheetName)).toEqual([unknown('Cancelled', sheetName)])
  for (const name of ['Prices', 'Order', 'Sheet1', 'Ladies', 'First', 'PO 4711', 'SS27'])
    expect([name, named(name, sheetName)]).toEqual([name, []])
  for (const name of ['Later', 'Second delivery', 'Dozens'])
    expect([name, named(name, sheetName)]).toEqual([name, [unknown(name, sheetName)]])
  expect(named('Prices', 'note')).toEqual([unknown('Prices', 'note')])
  expect(named('PO Number: 5', 'header of the page')).toEqual([])
})
