/** An order made of rows of cells: its lines, its totals and what stands beside its table. */
import { describe, expect, test } from 'bun:test'
import { type GridFacts, readGrid } from '../../../server/selling/order_documents/reading/read_grid.rules.ts'
import type { ReadRow } from '../../../server/selling/order_documents/reading/reading.ts'

const row = (...texts: (string | null)[]): ReadRow =>
  texts.map((text) => (text === null ? null : { text, confidence: 1, place: { page: 1, box: null, cell: null } }))
/** `a | b || c`: cells of a row, empty ones null. */
const grid = (...lines: string[]): ReadRow[] =>
  lines.map((line) => row(...line.split('|').map((text) => (text.trim() === '' ? null : text.trim()))))
const sheet: GridFacts = { page_count: null, is_recognised: false }
const page: GridFacts = { page_count: 1, is_recognised: true }
const header = 'Line | SKU | Description | Qty | Price | Amount'
const read = (lines: string[], facts = sheet) => readGrid(grid(...lines), facts)
/** SKU or style, size and quantity of each line. */
const lines = (rows: string[], facts = sheet) =>
  read(rows, facts).lines.map(({ values, quantity }) =>
    [values.sku?.text ?? values.style?.text ?? values.item?.text, values.size?.text, quantity]
      .filter((one) => one !== undefined)
      .join(' '),
  )
const problems = (rows: string[], facts = sheet) =>
  read(rows, facts).problems.map(({ code, sentence }) => `${code}: ${sentence}`)
const totals = (rows: string[], facts = sheet) => {
  const { total_units, total_cents } = read(rows, facts)
  return [total_units, total_cents]
}

test('a table is read as lines, with what stands beside it', () => {
  const found = read([
    'Purchase order | PO Number: 77120',
    'Ship by 2026-12-01',
    '',
    header,
    '10 | J-M | Jumper | 4 | 2.50 | 10.00',
    '20 | J-L | Jumper | 2 | 2.50',
    'Total | | | 6 | | 15.00',
  ])
  expect(found).toMatchObject({
    page_count: null,
    is_recognised: false,
    dates: { requested_ship_date: '2026-12-01' },
    total_units: 6,
    total_cents: 1_500,
    problems: [],
  })
  expect(Object.entries(found.values).map(([name, cell]) => [name, cell.text])).toEqual([
    ['reference', '77120'],
    ['requested_ship_date', '2026-12-01'],
    ['total_units', '6'],
    ['total_amount', '15.00'],
  ])
  const unstated = {
    price_readings: [],
    discount_cents: 0,
    derived: [],
    door_reference: null,
    requested_ship_date: null,
    cancel_date: null,
    order_values: {},
  }
  const texts = (values: object) => Object.entries(values).map(([name, { text }]) => [name, text])
  expect(found.lines.map(({ values, ...line }) => [line, texts(values)])).toEqual([
    [
      { line_number: 1, reference: '10', quantity: 4, unit_price_cents: 250, amount_cents: 1_000, ...unstated },
      [
        ['sku', 'J-M'],
        ['description', 'Jumper'],
        ['quantity', '4'],
        ['unit_price', '2.50'],
        ['amount', '10.00'],
      ],
    ],
    [
      { line_number: 2, reference: '20', quantity: 2, unit_price_cents: 250, amount_cents: null, ...unstated },
      [
        ['sku', 'J-L'],
        ['description', 'Jumper'],
        ['quantity', '2'],
        ['unit_price', '2.50'],
      ],
    ],
  ])
})

describe('a paper is no order', () => {
  const fault = (rows: string[]) => {
    try {
      read(rows)
    } catch (error) {
      const { code, sentence } = error as { code: string; sentence: string }
      return [code, sentence]
    }
    return null
  }

  test('without a header or without a line', () => {
    expect(fault(['PO Number: 1'])![0]).toBe('not_an_order')
    expect(fault([header])).toEqual(['no_lines', 'The table of the paper has no line with a quantity.'])
    expect(fault([header, ' | J-M | | 0'])![0]).toBe('no_lines')
  })

  test('with more than 1,000 lines', () => {
    const many = (count: number) => [header, ...Array.from({ length: count }, () => ' | J-M | | 1')]
    expect(fault(many(1_000))).toBeNull()
    expect(fault(many(1_001))).toEqual(['too_many_lines', 'The paper has 1001 lines; at most 1000 are taken over.'])
  })
})

describe('a row of the table', () => {
  test('is a line with an identifier and a quantity', () => {
    expect(lines([header, ' | J-M | | 4', ' | J-L | | 2 pcs'])).toEqual(['J-M 4', 'J-L 2'])
    expect(lines(['SKU | Qty | What', 'J-M | 4 | x'])).toEqual(['J-M 4'])
    expect(Object.keys(read(['SKU | Qty', 'J-M | 4 | x']).lines[0]!.values)).toEqual(['sku', 'quantity'])
    expect(read(['SKU | Qty', 'J-M | 4']).values).toEqual({})
  })

  test('of an order form is none without a quantity, and was not read with one that is none', () => {
    expect(problems([header, ' | J-M | | 4', ' | J-L | Jumper | | 2.50 | 5.00'])).toEqual([])
    expect(problems([header, ' | J-M | | 4', ' | J-L | | 0'])).toEqual([])
    expect(lines([header, ' | J-M | | 4', ' | J-L | | 0'])).toEqual(['J-M 4'])
    expect(problems([header, ' | J-M | | 4', ' | J-L | | x'])).toEqual([
      'row_unreadable: A row of the table could not be read: “J-L x”.',
    ])
    expect(problems([header, ' | J-M | | 4', ' | | Jumper | 2'])).toEqual([
      'row_unreadable: A row of the table could not be read: “Jumper 2”.',
    ])
    expect(problems([header, ' | J-M | | 4', ' | | | 2'])).toEqual(['cell_unknown: The cell “2” is not understood.'])
    expect(problems([header, ' | J-M | | 4', ' | | Sold by the pair'])).toHaveLength(1)
    expect(lines([header, ' | J-M | | 4', ' | | Sold by the pair'])).toEqual(['J-M 4'])
    const blank = readGrid([...grid(header, ' | J-M | | 4'), row(' ', 'J-L', null, 'x')], sheet)
    expect(blank.problems[0]!.sentence).toEndWith('“J-L x”.')
  })

  test('of a page was not read where it has a price, but no identifier or no quantity', () => {
    const unread = (line: string) => problems([header, ' | J-M | | 4', line], page).length
    expect([unread(' | J-L | | | 2.50'), unread(' | J-L | | | | 5.00'), unread(' | | Jumper | 2 | 2.50')]).toEqual([
      1, 1, 1,
    ])
    // Text that no line has is named as text.
    expect([unread(' | J-L'), unread(' | J-L | | | n/a'), unread(' | | Jumper | 2'), unread(' | | | | 2.50')]).toEqual([
      1, 1, 1, 1,
    ])
    expect(unread(' | J-L | | x')).toBe(1)
    expect(lines([header, ' | J-M | | 4', ' | J-L | | 0'], page)).toEqual(['J-M 4', 'J-L 0'])
  })

  test('is told with at most 120 of its characters', () => {
    expect(problems([header, ' | J-M | | 4', ` | ${'y'.repeat(130)} | | x`])[0]).toEndWith(`“${'y'.repeat(120)}”.`)
  })

  test('keeps the number that the paper gives it, up to 120 characters', () => {
    const reference = (text: string) => read([header, `${text} | J-M | | 4`]).lines[0]!.reference
    expect([reference('10'), reference(''), reference('9'.repeat(121))!.length]).toEqual(['10', null, 120])
  })
})

describe('a table with a column for each size', () => {
  const sizes = 'Style | Colour | S | M | Qty | Price | Amount'

  test('has a line for each size that is ordered, with what they share', () => {
    const found = read([sizes, 'Jumper | Navy | 2 | 3 | 5 | 2.50 | 12.50', 'Coat | Red | | 1', 'Hat | Red | 0 | x1'])
    expect(
      found.lines.map(({ values, quantity, unit_price_cents, amount_cents }) => [
        values.style?.text,
        values.color?.text,
        values.size?.text,
        quantity,
        unit_price_cents,
        amount_cents,
      ]),
    ).toEqual([
      ['Jumper', 'Navy', 'S', 2, 250, null],
      ['Jumper', 'Navy', 'M', 3, 250, null],
      ['Coat', 'Red', 'M', 1, null, null],
      ['Hat', 'Red', 'M', null, null, null],
    ])
    expect(Object.keys(found.lines[0]!.values).toSorted()).toEqual(['color', 'quantity', 'size', 'style', 'unit_price'])
    expect(found.problems).toEqual([])
  })

  test('must add up to the quantity that the row states', () => {
    expect(problems([sizes, 'Jumper | Navy | 2 | 3 | 10'])).toEqual([
      'total_differs: The sizes of a row add up to 5 units, and the row states 10.',
    ])
    expect(problems([sizes, 'Jumper | Navy | 2 | 3 | 5'])).toEqual([])
    expect(problems([sizes, 'Jumper | Navy | 2 | 3 | n/a'])).toEqual([])
    expect(problems([sizes, 'Jumper | Navy | 2 | x1 | 3'])).toHaveLength(1)
  })

  test('is not ordered where no size is', () => {
    expect(lines([sizes, 'Jumper | Navy | 2', 'Coat | Navy | | | 0'])).toEqual(['Jumper S 2'])
  })
})

describe('a total', () => {
  const line = ' | J-M | | 4 | 2.50 | 10.00'

  test('is of units and of money, in any of its words', () => {
    expect(totals([header, line, 'Total | | | 4 | | 10.00'])).toEqual([4, 1_000])
    for (const word of ['Grand total', 'Order total', 'Net total', 'Subtotal', 'Sub-total', 'Sum'])
      expect([word, ...totals([header, line, `${word} | | | 4 | | 10.00`])]).toEqual([word, 4, 1_000])
    expect(totals([header, line, ' | | | | Total units: 4'])).toEqual([4, null])
    expect(totals([header, line, ' | | Total pieces | 4', ' | | Total amount | $10.00'])).toEqual([4, 1_000])
    expect(totals([header, line, 'Total: 4 units'])).toEqual([4, null])
    expect(totals([header, line, 'Total: 4  units'])).toEqual([4, null])
    expect(readGrid([...grid(header, line), row(' Total 4 units ')], sheet).total_units).toBe(4)
    expect(totals([header, line, 'Total of 4 parcels'])).toEqual([null, null])
    expect(totals([header, line, 'Total units -4', 'Total amount 10.00€'])).toEqual([null, 1_000])
    expect(totals(['Total units: 7', header, line])).toEqual([null, null])
    expect(totals([header, line])).toEqual([null, null])
    expect(totals([header, line, 'Totally yours | 9'])).toEqual([null, null])
  })

  test('is the first one of each kind', () => {
    expect(totals([header, line, 'Total | | | 4 | | 10.00', 'Total | | | 5 | | 11.00'])).toEqual([4, 1_000])
    expect(totals([header, line, 'Total units 4', 'Total quantity 5'])).toEqual([4, null])
  })

  test('of the lines comes before one with taxes and freight', () => {
    const charged = (...rows: string[]) => totals([header, line, ...rows])
    expect(charged('Subtotal | | | | | 10.00', 'Freight | | | | | 2.00', 'Total | | | | | 12.00')).toEqual([
      null,
      1_000,
    ])
    expect(charged('Total | | | | | 12.00', 'Sales tax | | | | | 2.00', 'Net total | | | | | 10.00')).toEqual([
      null,
      1_000,
    ])
    expect(charged('Total | | | 4', 'VAT | | | | | 2.00', 'Total | | | | | 12.00')).toEqual([4, null])
    for (const word of ['Tax', 'VAT', 'Freight', 'Shipping', 'Discount', 'Delivery charge', 'Surcharge'])
      expect([word, ...charged('Total | | | 4', `${word} | 2.00`, 'Total | | | | | 12.00')]).toEqual([word, 4, null])
    expect(charged('Total | | | 4', ' | Freight | 2.00', 'Total | | | | | 12.00')).toEqual([4, null])
    expect(charged('Total | | | | | 12.00', 'Shipping | 9 units', 'Total units 4')).toEqual([4, null])
    expect(totals(['Shipping | by sea', header, line, 'Total | | | | | 10.00'])).toEqual([null, 1_000])
    expect(charged('Total | | | 4', 'Taxi | 2.00', 'Total | | | | | 12.00')).toEqual([4, 1_200])
    expect(charged('Total | | | 4', 'Shipping total | 2.00', 'Total | | | | | 12.00')).toEqual([4, null])
  })

  test('that is not a number of units is an amount', () => {
    expect(totals([header, line, 'Total | | | 10.50'])).toEqual([null, 1_050])
  })

  test('ends the table', () => {
    expect(lines([header, line, 'Total | | | 4', 'Terms | Net | | 9'])).toEqual(['J-M 4'])
    const found = read([header, line, 'Total | | | 4', 'Currency: USD'])
    expect(found.values.currency!.text).toBe('USD')
  })

  test('of a part is not that of the whole: lines after it belong to the table', () => {
    const parts = [header, line, 'Total | | | 4 | | 10.00', ' | J-7 | | 2 | 2.50 | 5.00']
    expect(lines(parts)).toEqual(['J-M 4', 'J-7 2'])
    expect(totals([...parts, 'Total | | | 2 | | 5.00', 'Total | | | 6 | | 15.00'])).toEqual([6, 1_500])
    expect(lines([header, line, 'Total | | | 4', header, ' | J-L | | 1'])).toEqual(['J-M 4', 'J-L 1'])
  })

  test('is followed by a line where that has an item with a number or its colour or size, and a number of units', () => {
    const after = (row: string) => lines(['Item | Colour | Qty', 'J-1 | | 4', 'Total | | 4', row]).length
    expect([after('J-2 | | 1'), after('Coat | Red | 1'), after('J_X | | 1'), after('J.X | | 1')]).toEqual([2, 2, 2, 2])
    expect([after('Coat | | 1'), after('J-2 | | 0'), after('J-2 | | x'), after('Freight-1 | | 1')]).toEqual([
      1, 1, 1, 1,
    ])
    expect([after('PO: 7 | Red | 1'), after('No-tax-1 | | 1'), after('J-8 page total | | 1')]).toEqual([1, 2, 2])
    for (const row of ['J-2 | | 0', 'J-2 | | x']) {
      const named = row.endsWith('x') ? 2 : 0
      const rows = ['Item | Colour | Qty', 'J-1 | | 4', 'Total | | 4', row, 'Total | | 9']
      expect([totals(rows)[0], problems(rows).length]).toEqual([4, named])
    }
    expect(lines(['Item | Size | Qty', 'J-1 | M | 4', 'Total | | 4', 'Coat | M | 1'])).toHaveLength(2)
    expect(lines(['Item | S | M', 'J-1 | 1 | 4', 'Total | | 5', 'J-2 | | 1'])).toEqual([
      'J-1 S 1',
      'J-1 M 4',
      'J-2 M 1',
    ])
    expect(lines(['Item | Price | Qty', 'J-1 | | 4', 'Total | | 4', 'J-2 | 3'])).toEqual(['J-1 4'])
  })

  test('is no line of an item that is called Total', () => {
    expect(lines([header, line, ' | J-9 | Total Eclipse | 2'], page)).toEqual(['J-M 4', 'J-9 2'])
    expect(lines([header, line, ' | J-9 | Lump sum | 2'], page)).toEqual(['J-M 4', 'J-9 2'])
    expect(lines([header, line, ' | T-1 | Total Eclipse | 2'])).toEqual(['J-M 4', 'T-1 2'])
    expect(lines(['Style | Colour | Qty', 'Total Eclipse | Black | 2'])).toEqual(['Total Eclipse 2'])
    expect(lines(['Style | Size | Qty', 'Coat | M | 1', 'Total Eclipse | M | 2'])).toHaveLength(2)
    expect(totals(['Style | Qty', 'Coat | 2', 'Total | 2'])).toEqual([2, null])
    expect(totals(['Style | Colour | Qty', 'Coat | Red | 2', 'Total | - | 2'])).toEqual([2, null])
    expect(totals(['Style | Colour | Qty', 'Coat | Red | 2', 'Total Eclipse | Red | 2'], page)).toEqual([2, null])
  })

  test('that is carried to or from another page is none', () => {
    for (const word of ['Page total', 'Carried forward', 'Brought forward'])
      expect([word, ...totals([header, line, `${word} | | | 9`, ' | J-L | | 1', 'Total | | | 5'])]).toEqual([
        word,
        5,
        null,
      ])
    expect(lines([header, line, 'Page total J-7 | | | 9'])).toEqual(['J-M 4'])
    expect(lines([header, line, 'Total | | | 4', 'Carried forward | J-7 | | 9'])).toEqual(['J-M 4'])
  })
})

describe('the amounts of a paper', () => {
  test('have the decimal mark that fits all', () => {
    const cents = (price: string, amount: string) =>
      read([header, ` | J-M | | 4 | ${price} | ${amount}`]).lines.map((one) => [
        one.unit_price_cents,
        one.amount_cents,
      ])[0]
    expect(cents('2,50', '10,00')).toEqual([250, 1_000])
    expect(cents('2.50', '1,000.00')).toEqual([250, 100_000])
    expect(cents('', '')).toEqual([null, null])
  })

  test('that have two readings are not read, and said to', () => {
    const found = read([header, ' | J-M | | 4 | 2.50 | 10,00', 'Total | | | 4 | | 9.00'])
    expect(found.lines[0]).toMatchObject({ unit_price_cents: null, amount_cents: null, quantity: 4 })
    expect([found.total_units, found.total_cents]).toEqual([4, null])
    expect(found.problems).toEqual([
      {
        code: 'amount_ambiguous',
        line_number: null,
        sentence: 'The amounts can be read with a decimal point or with a decimal comma.',
      },
    ])
    expect(problems([header, ' | J-M | | 4 | 2.50', 'Total | | | | | 10,00'])).toHaveLength(1)
  })
})

describe('a date', () => {
  test('is read by itself, or by the other dates of the paper', () => {
    const dates = (...rows: string[]) => read([...rows, header, ' | J-M | | 4']).dates
    expect(dates('Order date: 13/11/2026', 'Cancel date: 01/12/2026')).toEqual({
      order_date: '2026-11-13',
      cancel_date: '2026-12-01',
    })
  })

  test('that is none, or has two readings, is a problem', () => {
    expect(problems(['Cancel date: 01/12/2026', header, ' | J-M | | 4'])).toEqual([
      'date_unreadable: cancel_date “01/12/2026” is no date, or one with two readings.',
    ])
    expect(problems([`Cancel date: ${'z'.repeat(61)}`, header, ' | J-M | | 4'])[0]).toContain(`“${'z'.repeat(60)}”`)
  })
})

describe('what stands in a row of its own', () => {
  test.each(['Freight', 'Shipping', 'Rabatt', 'Versand'])('%s is no line, and changes what is paid', (word) => {
    const rows = ['SKU | Qty | Price', 'J-M | 4 | 2.50', `${word} | | 5.00`]
    expect(lines(rows)).toEqual(['J-M 4'])
    expect(problems(rows)).toEqual([`cell_unknown: “${word} 5.00” changes what is paid, and is in no line.`])
  })

  test.each(['incl tax', 'incl. tax', 'inkl MwSt', 'inkl. MwSt', 'zzgl MwSt', 'zzgl. MwSt', '+ VAT'])(
    '%s is a tax, which no line has',
    (word) => {
      const rows = ['SKU | Qty | Price', 'J-M1 | 4 | 2.50', `${word} 7 | | 5.00`]
      expect(lines(rows)).toEqual(['J-M1 4'])
    },
  )

  test('an item is a line though its words begin like a charge', () => {
    expect(lines(['SKU | Description | Qty', 'J-1 | Shipping box | 4'])).toEqual(['J-1 4'])
    expect(lines(['SKU | Description | Qty', 'Freight | J-1 | 4', 'J-2 | Box | 3'])).toContain('J-2 3')
  })
})

test.each(['-', '–', '.', '0', '00', '0.00', '0,00', '000,000'])('%s below a size orders none of it', (none) => {
  expect(lines(['Style | S | M | Price', `JUMPER | ${none} | 4 | 2.50`])).toEqual(['JUMPER M 4'])
})

test.each(['x', 'n/a', '0;00', 'none'])('%s below a size is no quantity, and its size is kept', (word) => {
  const found = read(['Style | S | M | Price', `JUMPER | ${word} | 4 | 2.50`]).lines
  expect(found.map(({ values, quantity }) => [values.size?.text, quantity])).toEqual([
    ['S', null],
    ['M', 4],
  ])
})

describe('a line below the total', () => {
  test('is one by its packs', () => {
    expect(
      lines(['SKU | Packs | Pack size | Price', 'J-M | 4 | 6 | 2.50', 'Total | 4', 'J-L2 | 3 | 6 | 2.50']),
    ).toEqual(['J-M 24', 'J-L2 18'])
  })

  test('is one by its colour', () => {
    expect(lines(['SKU | Color | Qty | Price', 'J | red | 4 | 2.50', 'Total | | 4', 'K | blue | 3 | 2.50'])).toEqual([
      'J 4',
      'K 3',
    ])
  })
})
