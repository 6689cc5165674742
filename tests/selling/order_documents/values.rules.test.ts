/** What stands in the cells of a paper: numbers, dates, labels, headers; and the format of its file. */
import { describe, expect, test } from 'bun:test'
import { columnsOf, isIdentifier } from '../../../server/selling/order_documents/reading/columns.rules.ts'
import { formatOf } from '../../../server/selling/order_documents/reading/format.rules.ts'
import { readLabels } from '../../../server/selling/order_documents/reading/labels.rules.ts'
import type { ReadRow } from '../../../server/selling/order_documents/reading/reading.ts'
import {
  bareAmount,
  decimalMarkOf,
  readCents,
  readDate,
  readPercent,
  readQuantity,
  readUnits,
} from '../../../server/selling/order_documents/reading/values.rules.ts'

const cell = (text: string) => ({ text, confidence: 1, place: { page: 1, box: null, cell: null } })
const row = (...texts: (string | null)[]): ReadRow => texts.map((text) => (text === null ? null : cell(text)))

describe('units', () => {
  test('are whole numbers, with their unit or without', () => {
    const read: [string, number | null][] = [
      ['4', 4],
      [' 12 pcs', 12],
      ['12pc.', 12],
      ['12 pieces', 12],
      ['1 piece', 1],
      ['1 unit', 1],
      ['12 EA', 12],
      ['12 each', 12],
      ['12 units', 12],
      ['1 u', 1],
      ['0', 0],
      ['1234567', 1_234_567],
      ['12345678', null],
      ['4.0', 4],
      ['4,00', 4],
      ['4.5', null],
      ['-4', null],
      ['4 boxes', null],
      ['pcs 4', null],
      ['4 pcs extra', null],
      ['x', null],
      ['', null],
    ]
    expect(read.map(([text]) => [text, readUnits(text)])).toEqual(read)
  })

  test('have thousands with commas or spaces, but not with a point, which has two readings', () => {
    expect(['1,000', '1 000', '1,234,567', '1,000.00', '12,000'].map(readUnits)).toEqual([
      1_000, 1_000, 1_234_567, 1_000, 12_000,
    ])
    expect(['1.000', '1,00,000', '1,0000', '1,234,567,890', '4.000', '1234,567'].map(readUnits)).toEqual(
      Array.from({ length: 6 }, () => null),
    )
  })
})

test('a count has the unit that stands behind it', () => {
  const unit = (count: number, name: string | null) => ({ count, unit: name })
  expect(['2 dz', '12dz', ' 2 dz. ', '2  ctn', '1,200 dz'].map(readQuantity)).toEqual([
    unit(2, 'dz'),
    unit(12, 'dz'),
    unit(2, 'dz'),
    unit(2, 'ctn'),
    unit(1_200, 'dz'),
  ])
  expect([readQuantity('2'), readQuantity('2.00')]).toEqual([unit(2, null), unit(2, null)])
  const none = ['', 'dz', 'x2 dz', '2 dz extra', '2 dz 4', '2.5 dz', '2 d-z']
  expect(none.map(readQuantity)).toEqual(none.map(() => null))
})

test('a percentage is from 0 to 100, with four decimals at most', () => {
  const read = ['10', '10 %', ' 10% ', '-10%', '\u2212 10 %', '2.25 %', '2,2525', '0', '100', '100.0 %'].map(
    readPercent,
  )
  expect(read).toEqual([10, 10, 10, 10, 10, 2.25, 2.2525, 0, 100, 100])
  const none = ['101', '100.01', '1000', '2.25255', 'x10', '10 % x', '10x%', '10x2', '2.x', '']
  expect(none.map(readPercent)).toEqual(none.map(() => null))
})

describe('an amount', () => {
  test('stands without its currency', () => {
    const bare: [string, string][] = [
      ['$ 12.50', '12.50'],
      ['12.50 €', '12.50'],
      ['USD 12.50', '12.50'],
      ['12.50 EUR', '12.50'],
      ['USD$12.50', '12.50'],
      ['US$12.50', '12.50'],
      ['€12.50 EUR', '12.50'],
      ['GBP12.50', '12.50'],
      ['GBPX12.50', 'GBPX12.50'],
      ['12.50 X', '12.50 X'],
      [' 12.50 ', '12.50'],
      ['12 000.50', '12 000.50'],
      ['C$12.50', '12.50'],
      ['CA$12.50', '12.50'],
      ['A$12.50', '12.50'],
      ['AU$12.50', '12.50'],
      ['kr 12.50', '12.50'],
      ['kr12.50', '12.50'],
      ['krx12.50', 'krx12.50'],
    ]
    expect(bare.map(([text]) => [text, bareAmount(text)])).toEqual(bare)
  })

  test('is whole cents under the decimal mark of the paper', () => {
    expect(['12', '12.5', '12.50', '1,234.50', '$1,234.50', '0.05'].map((text) => readCents(text, 'point'))).toEqual([
      1_200, 1_250, 1_250, 123_450, 123_450, 5,
    ])
    expect(['12,5', '1.234,50'].map((text) => readCents(text, 'comma'))).toEqual([1_250, 123_450])
    const none = ['12.505', '-12', 'free', '', '1234567890123']
    expect(none.map((text) => readCents(text, 'point'))).toEqual(none.map(() => null))
    expect([readCents('12,50', 'point'), readCents('123456789012', 'point')]).toEqual([null, 12_345_678_901_200])
  })

  test('tells the decimal mark of all, unless they differ or have two readings', () => {
    const marks: [string[], string | null][] = [
      [['12.50', '3'], 'point'],
      [['12,50', '1.234,5'], 'comma'],
      [['12,50 €'], 'comma'],
      [['12.50', '12,50'], null],
      [['12.345'], null],
      [['1,000'], null],
      [['12.345', '1.5'], 'point'],
      [['12.345', '1,5'], 'comma'],
      [['12', '.', '7 pcs.'], 'point'],
      [[], 'point'],
      [['1.5 a'], null],
    ]
    expect(marks.map(([texts]) => [texts, decimalMarkOf(texts)])).toEqual(marks as never)
  })
})

describe('a date', () => {
  test('is read in the formats of papers', () => {
    const day = '2026-12-24'
    for (const text of ['2026-12-24', '24.12.2026', '12/24/2026', '24/12/26', '12/24/26', '20261224'])
      expect([text, readDate(text, [text])]).toEqual([text, day])
    expect(readDate(' 24 Dec 2026 ', [])).toBe(day)
    expect(readDate('December 24, 2026', [])).toBe(day)
    expect([readDate('soon', []), readDate('2026-02-30', [])]).toEqual([null, null])
  })

  test('with two readings is read where another date of the paper rules one out', () => {
    expect(readDate('01/02/2026', ['01/02/2026'])).toBeNull()
    expect(readDate('01/02/2026', ['01/02/2026', '2026-12-24'])).toBeNull()
    expect(readDate('01/02/2026', ['01/02/2026', '13/02/2026'])).toBe('2026-02-01')
    expect(readDate('01/02/2026', ['01/13/2026'])).toBe('2026-01-02')
    expect(readDate('01/02/26', ['13/02/26'])).toBe('2026-02-01')
    expect(readDate('01/02/26', ['02/13/26'])).toBe('2026-01-02')
    expect(readDate('01/02/2026', ['13/02/2026', '02/13/2026'])).toBeNull()
    expect(readDate('02/02/2026', ['02/02/2026'])).toBe('2026-02-02')
  })
})

describe('a label', () => {
  const labelled = (...rows: ReadRow[]) =>
    Object.fromEntries(Object.entries(readLabels(rows)).map(([name, found]) => [name, found.text]))
  const name = (text: string) => Object.entries(labelled(row(text)))[0]?.join('=')

  test('names the value after it', () => {
    const texts: [string, string | undefined][] = [
      ['PO Number: 77120', 'reference=77120'],
      ['P.O. no. 77120', 'reference=77120'],
      ['Purchase Order # 77120', 'reference=77120'],
      ['Order ref: A-1', 'reference=A-1'],
      ['PO: 77120', 'reference=77120'],
      ['Purchase order PO-77120', 'reference=PO-77120'],
      ['Purchase order terms', undefined],
      ['PO 77120', 'reference=77120'],
      ['Order notes', undefined],
      ['Order noted 5', undefined],
      ['Order date: 1 Nov 2026', 'order_date=1 Nov 2026'],
      ['Issued on 2026-11-01', 'order_date=2026-11-01'],
      ['Date: 2026-11-01', 'order_date=2026-11-01'],
      ['Date 2026-11-01', undefined],
      ['Cancel date: 2026-12-01', 'cancel_date=2026-12-01'],
      ['Cancellation by 2026-12-01', 'cancel_date=2026-12-01'],
      ['Cancel if not shipped by 2026-12-01', 'cancel_date=2026-12-01'],
      ['Start ship date 2026-12-01', 'ship_window_start=2026-12-01'],
      ['Not before: 2026-12-01', 'ship_window_start=2026-12-01'],
      ['Earliest delivery 2026-12-01', 'ship_window_start=2026-12-01'],
      ['Ship not after 2026-12-01', 'ship_window_end=2026-12-01'],
      ['Latest ship date: 2026-12-01', 'ship_window_end=2026-12-01'],
      ['Requested ship date: 2026-12-01', 'requested_ship_date=2026-12-01'],
      ['Delivery date 2026-12-01', 'requested_ship_date=2026-12-01'],
      ['Due by date 2026-12-01', 'requested_ship_date=2026-12-01'],
      ['Ship by 2026-12-01', 'requested_ship_date=2026-12-01'],
      ['Ship to: 0117', 'door_reference=0117'],
      ['Store #0117', 'door_reference=0117'],
      ['Store code: 0117', 'door_reference=0117'],
      ['Store opening hours', undefined],
      ['Currency USD', 'currency=USD'],
      ['Our PO Number: 1', undefined],
      ['PO No.77 120', 'reference=77 120'],
      ['PO : 77120', 'reference=77120'],
      ['P.O.: # 77120', 'reference=77120'],
      ['Orderdate: 1 Nov 2026', 'order_date=1 Nov 2026'],
      ['Date : 2026-11-01', 'order_date=2026-11-01'],
      ['Cancel 2026-12-01', 'cancel_date=2026-12-01'],
      ['Canceldate 2026-12-01', 'cancel_date=2026-12-01'],
      ['Start ship 2026-12-01', 'ship_window_start=2026-12-01'],
      ['Start shipdate 2026-12-01', 'ship_window_start=2026-12-01'],
      ['Earliest ship date 2026-12-01', 'ship_window_start=2026-12-01'],
      ['Earliest shipdate 2026-12-01', 'ship_window_start=2026-12-01'],
      ['End ship 2026-12-01', 'ship_window_end=2026-12-01'],
      ['End ship date 2026-12-01', 'ship_window_end=2026-12-01'],
      ['End shipdate 2026-12-01', 'ship_window_end=2026-12-01'],
      ['Latest delivery 2026-12-01', 'ship_window_end=2026-12-01'],
      ['Latest shipdate 2026-12-01', 'ship_window_end=2026-12-01'],
      ['Req. ship date 2026-12-01', 'requested_ship_date=2026-12-01'],
      ['Req ship date 2026-12-01', 'requested_ship_date=2026-12-01'],
      ['Shipdate 2026-12-01', 'requested_ship_date=2026-12-01'],
      ['Ship to : 0117', 'door_reference=0117'],
      ['Storecode: 0117', 'door_reference=0117'],
      ['Store no: 0117', 'door_reference=0117'],
      ['Store no.: 0117', 'door_reference=0117'],
    ]
    expect(texts.map(([text]) => [text, name(text)])).toEqual(texts as never)
    expect(texts.map(([text]) => name(`x ${text}`)).filter((found) => found !== undefined)).toEqual([])
    expect(name(' Ship  window\nstart  2026-12-01 ')).toBe('ship_window_start=2026-12-01')
  })

  test('names the next cell where it has no text of its own', () => {
    expect(labelled(row('PO Number:', null, '77120'))).toEqual({ reference: '77120' })
    expect(labelled(row('PO Number #.', '77120', 'x'))).toEqual({ reference: '77120' })
    expect(labelled(row('PO Number:'))).toEqual({})
    expect(labelled(row(null))).toEqual({})
  })

  test('counts once, the first one', () => {
    expect(labelled(row('PO Number: 1'), row('PO Number: 2', 'Currency: USD'))).toEqual({
      reference: '1',
      currency: 'USD',
    })
  })

  test('of a window has both of its days', () => {
    const window = { ship_window_start: '2026-12-01', ship_window_end: '2026-12-15' }
    for (const mark of [' to ', ' until ', ' through ', ' – ', '—', ' - '])
      expect([mark, labelled(row(`Ship window: 2026-12-01${mark}2026-12-15`))]).toEqual([mark, window])
    expect(labelled(row('Delivery window', '2026-12-01 to 2026-12-15'))).toEqual(window)
    expect(labelled(row('Ship window: 2026-12-01'))).toEqual({})
    expect(labelled(row('Our ship window: 2026-12-01 to 2026-12-15'))).toEqual({})
    expect(labelled(row('Not before: 2026-11-30'), row('Ship window: 2026-12-01 to 2026-12-15'))).toEqual({
      ...window,
      ship_window_start: '2026-11-30',
    })
    expect(labelled(row('Not after: 2026-12-20'), row('Ship window: 2026-12-01 to 2026-12-15'))).toEqual({
      ...window,
      ship_window_end: '2026-12-20',
    })
  })

  test('keeps the place of its cell', () => {
    expect(readLabels([row('Currency: USD')]).currency).toEqual(cell('USD'))
  })
})

describe('a header row', () => {
  const columns = (...texts: (string | null)[]) => columnsOf(row(...texts))

  test('names an identifier and a quantity', () => {
    expect(columns('Line', 'Your SKU', 'Description', 'Qty', 'Unit price', 'Amount')).toEqual([
      'line',
      'sku',
      'description',
      'quantity',
      'unit_price',
      'amount',
    ])
    expect(columns('Description', 'Qty')).toBeNull()
    expect(columns('SKU', 'Price')).toBeNull()
    expect(columns('SKU', 'Qty')).toEqual(['sku', 'quantity'])
    expect(columns('SKU', null, 'What', '', 'Qty')).toEqual(['sku', null, null, null, 'quantity'])
    expect([columns('EAN', 'Pcs'), columns('Our item no', 'Units'), columns('Style', 'Ordered')]).toEqual([
      ['barcode', 'quantity'],
      ['buyer_sku', 'quantity'],
      ['style', 'quantity'],
    ])
  })

  test('may name the currency beside a price', () => {
    expect(columns('SKU', 'Qty', 'Unit price (USD)', 'EUR amount')).toEqual(['sku', 'quantity', 'unit_price', 'amount'])
    expect(columns('SKU', 'Qty', 'Cost USD')).toEqual(['sku', 'quantity', 'unit_price'])
  })

  test('has one letter misread in a long word', () => {
    expect(columns('SKU', 'Quantlty', 'Descriptlon', 'Arnount', 'Color')).toEqual([
      'sku',
      'quantity',
      'description',
      null,
      'color',
    ])
    expect(columns('SKU', 'Quantit', 'Quanttity')).toEqual(['sku', 'quantity', null])
    expect(columns('SKU', 'uantity')![1]).toBe('quantity')
    expect(columns('SKU', 'Qty', 'quantities')).toEqual(['sku', 'quantity', null])
    expect(columns('SKU', 'Qty', 'Prise')![2]).toBe('unit_price')
    expect(columns('SKU', 'Qty', 'Cest', 'Sizes')).toEqual(['sku', 'quantity', null, null])
    expect(columns('SKU', 'Quantiyt')).toBeNull()
    expect(columns('SKU', 'Qty', 'Styl', 'Stylestyle', 'Stylexe')).toEqual(['sku', 'quantity', null, null, null])
  })

  test('has each meaning once, in its first column', () => {
    expect(columns('SKU', 'Qty', 'Amount', 'Value', 'Units')).toEqual(['sku', 'quantity', 'amount', null, null])
  })

  test('has a column for each size, where it has two of them and no column of sizes', () => {
    expect(columns('Style', 'Colour', 'S', ' M ', 'XL', 'Total')).toEqual([
      'style',
      'color',
      'size S',
      'size M',
      'size XL',
      'amount',
    ])
    expect(columns('Style', '38', '40', 'One size', 'Qty')).toEqual([
      'style',
      'size 38',
      'size 40',
      'size One size',
      'quantity',
    ])
    expect(columns('Style', 'S', 'Size', 'M', 'Qty')).toEqual(['style', null, 'size', null, 'quantity'])
    expect(columns('Style', 'What', 'S', 'M')).toEqual(['style', null, 'size S', 'size M'])
    expect(columns('Style', 'S', 'Qty')).toEqual(['style', null, 'quantity'])
    expect(columns('Style', 'S', 'What')).toBeNull()
    for (const size of ['XXS', 'XXXL', '4XL', 'OS', '8.5', '10 5'])
      expect(columns('Style', size, 'S')).toEqual(['style', `size ${size}`, 'size S'])
    for (const none of ['XXXXXL', '6XL', '100', 'S/M', '8.25']) expect(columns('Style', none, 'S')).toBeNull()
  })

  test('tells identifiers from other columns', () => {
    expect((['sku', 'buyer_sku', 'barcode', 'style', 'item', 'color', 'line'] as const).map(isIdentifier)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('the format of a file', () => {
  const bytes = (...numbers: number[]) => Uint8Array.from(numbers)
  const text = (content: string) => new TextEncoder().encode(content)
  const marks: [string, number[]][] = [
    ['jpeg', [0xff, 0xd8, 0xff]],
    ['png', [0x89, 0x50, 0x4e, 0x47]],
    ['xlsx', [0x50, 0x4b, 0x03, 0x04]],
    ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
  ]

  test('is that of its first bytes, all of them', () => {
    for (const [format, mark] of marks) {
      expect(formatOf(bytes(...mark, 0))).toBe(format as never)
      expect(formatOf(bytes(...mark.slice(0, -1), 0))).toBeNull()
      expect(formatOf(bytes(0, ...mark))).toBeNull()
    }
  })

  test('is PDF with its mark in the first kilobyte', () => {
    expect(formatOf(text('%PDF-1.7'))).toBe('pdf')
    expect(formatOf(text(`${' '.repeat(1_019)}%PDF-`))).toBe('pdf')
    expect(formatOf(text(`${' '.repeat(1_020)}%PDF-`))).toBe('csv')
  })

  test('is text without control characters, or as UTF-16', () => {
    expect(formatOf(text('sku,qty\tx\r\n'))).toBe('csv')
    expect(formatOf(bytes())).toBe('csv')
    expect([0x08, 0x0b, 0x1f, 0x00].map((byte) => formatOf(bytes(0x61, byte)))).toEqual([null, null, null, null])
    expect(formatOf(bytes(0x20))).toBe('csv')
    expect(formatOf(bytes(0xff, 0xfe, 0x61, 0x00))).toBe('csv')
    expect(formatOf(bytes(0xfe, 0xff, 0x00, 0x61))).toBe('csv')
    expect(formatOf(bytes(0xff, 0x00))).toBeNull()
    const late = new Uint8Array(65_537).fill(0x61)
    late[65_536] = 0
    expect(formatOf(late)).toBe('csv')
    late[65_535] = 0
    expect(formatOf(late)).toBeNull()
  })
})
