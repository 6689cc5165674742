/** The figures of a line: read where they have one reading, and named where they have two or none. */
import { describe, expect, test } from 'bun:test'
import { headerOf, type Column, type Header } from '../../../../server/selling/order_documents/reading/columns.rules.ts'
import type { Cell } from '../../../../server/selling/order_documents/reading/reading.ts'
import { readFigures } from '../../../../server/selling/order_documents/reading/table/figures.rules.ts'
import { cellOf } from './grids.ts'

/** `Qty=2 dz; Price=24.00`: what is read, and the faults. */
function read(line: string, place = false, mark: 'point' | null = 'point') {
  const cells = new Map<Column, Cell>()
  const headers = new Map<Column, Header>()
  for (const [i, part] of line.split('; ').entries()) {
    const [text, value] = part.split('=') as [string, string | undefined]
    const header = headerOf(text)
    headers.set(header.column!, header)
    if (value !== undefined) cells.set(header.column!, cellOf(value, place ? `${'ABCDEFG'[i]}2` : null))
  }
  return readFigures({ cells, headers }, mark)
}
const quantity = (line: string) => read(line).figures.quantity
const price = (line: string) => {
  const { unit_price_cents, price_readings } = read(line).figures
  return unit_price_cents ?? price_readings
}
const fault = (line: string, place = false) => {
  const [one, ...more] = read(line, place).faults
  expect(more).toEqual([])
  return one === undefined ? null : `${one.code} ${one.words}`
}
const terms = (line: string) => {
  const { unit_price_cents, discount_cents } = read(line).figures
  return fault(line) ?? [unit_price_cents, discount_cents]
}

describe('a quantity', () => {
  test('is counted in the unit of the line, of its cell or of its header', () => {
    expect([quantity('Qty=3'), quantity('Qty=3; Unit=EA'), quantity('Qty=3; Unit=DZ'), quantity('Qty=3; Unit=gross')]).toEqual([3, 3, 36, 432])
    expect([quantity('Qty=3 dz'), quantity('Qty=3 dz.'), quantity('Dozens=3'), quantity('Dozens=3; Unit=dz')]).toEqual([36, 36, 36, 36])
    expect([quantity('Qty=x'), quantity('Qty'), quantity('Qty=0')]).toEqual([null, null, 0])
    expect(fault('Qty=3; Unit=rolls')).toBe('unit_unknown its unit “rolls” is not understood.')
    expect(fault(`Qty=3; Unit=${'r'.repeat(50)}`)).toContain(`“${'r'.repeat(40)}” is`)
    expect(fault('Qty=3 dz; Unit=EA')).toBe('unit_unknown its units “EA” and “dz” are not the same.')
    expect(read('Qty=3; Unit=rolls; Amount=5.00').figures).toMatchObject({ quantity: null, amount_cents: 500, unit_price_cents: null, price_readings: [], discount_cents: 0, derived: [] })
  })

  test('of cartons is that of their content', () => {
    expect([quantity('Qty=3; Unit=CTN; Pack size=6'), quantity('Qty=3 ctn; Pack size=6'), quantity('Cartons=3; Pack size=6'), quantity('Qty=3 ctn; Pack size=1')]).toEqual([18, 18, 18, 3])
    expect(fault('Qty=3; Unit=CTN')).toBe('unit_unknown it does not state how many units “CTN” has.')
    expect([fault('Cartons=3'), fault('Cartons=3; Pack size=0')]).toEqual(Array.from({ length: 2 }, () => 'unit_unknown it does not state how many units “ctn” has.'))
    expect(fault('Qty=3; Pack size=x', true)).toBe('unit_unknown “Pack size” (B2) is no number of units.')
    expect(quantity('Qty=3; Unit=EA; Pack size=6')).toBe(3)
    expect(quantity('Qty=3; Pack size=1')).toBe(3)
  })

  test('without a unit beside a content of cartons has two readings, unless the row settles them', () => {
    expect(fault('Qty=12; Pack size=6', true)).toBe('quantity_ambiguous 12 can be units or packs of 6 by “Pack size” (B2).')
    expect([quantity('Qty=12; Pack size=6; Cartons=2'), quantity('Qty=12; Pack size=6; Total units=72'), quantity('Qty=12; Pack size=6; Total units=12')]).toEqual([12, 72, 12])
    expect([fault('Qty=12; Pack size=6; Cartons=3'), fault('Qty=12; Pack size=6; Total units=13'), fault('Qty=x; Pack size=6')].map((one) => one?.split(' ')[0])).toEqual(Array.from({ length: 3 }, () => 'quantity_ambiguous'))
  })

  test('is that of the other columns that state it', () => {
    expect(fault('Qty=3; Total units=3')).toBeNull()
    expect(fault('Qty=3; Total units=4')).toBe('columns_disagree it orders 3 units, and “Total units” is “4”.')
    expect(fault('Qty=3; Total units=x', true)).toBe('columns_disagree it orders 3 units, and “Total units” (B2) is “x”.')
    expect(read('Qty=3; Total units=4; Amount=5.00').figures).toMatchObject({ quantity: null, amount_cents: 500, price_readings: [] })
    expect(fault('Qty=12; Unit=EA; Cartons=2; Pack size=6')).toBeNull()
    expect(fault('Qty=12; Unit=EA; Cartons=3; Pack size=6')).toBe('columns_disagree it orders 12 units, and “Cartons” is “3”.')
    expect(fault('Qty=12; Unit=EA; Cartons=x; Pack size=6')).toBe('columns_disagree it orders 12 units, and “Cartons” is “x”.')
    expect(fault('Qty=12; Cartons=2')).toBe('columns_disagree it orders 12 units, and “Cartons” is “2”.')
  })
}) // prettier-ignore

describe('a price', () => {
  test('is for a unit, or for what its cell, its header or a column says', () => {
    expect([price('Qty=3; Price=24.00'), price('Qty=3; Price=24.00/dz'), price('Qty=3; Price=24.00 per 100'), price('Qty=3; Price=24.00 je Dutzend.')]).toEqual([2_400, 200, 24, 200])
    expect([price('Qty=3; Price per 100=24.00'), price('Qty=3; Price per dozen=24.00'), price('Qty=3; Price=24.00; Price per=10'), price('Qty=3; Price=24.00; Price per= 10 ')]).toEqual([24, 200, 240, 240])
    expect(price('Qty=3; Price per 100=24.00/10')).toBe(240)
    expect(price('Qty=3; Price per 100=24.00; Price per=10')).toBe(24)
    expect(fault('Qty=3; Price=free')).toBe('price_unreadable “free” is no price.')
    expect(fault('Qty=3; Price=24.00; Price per=0')).toBe('price_ambiguous its price is for “0”, which is not understood.')
    expect(fault('Qty=3; Price=24.00; Price per=roll')).toBe('price_ambiguous its price is for “roll”, which is not understood.')
    expect(fault('Qty=3; Price=24.00; Price per=ctn')).toBe('price_ambiguous its price is for “ctn”, which is not understood.')
    expect(fault('Qty=3; Price=24.01/dz')).toBe('price_ambiguous “24.01/dz” for 12 units is no whole number of cents a unit.')
    expect(price('Qty=3; Price=24.00; Price per=1')).toBe(2_400)
    expect([price('Qty=3'), fault('Qty=3')]).toEqual([[], null])
  })

  test('of packed units is for a unit or a pack, unless the amount tells which', () => {
    expect(price('Qty=3 ctn; Pack size=6; Price=24.00')).toEqual([2_400, 400])
    expect(price('Qty=3 dz; Price=24.00')).toEqual([2_400, 200])
    expect(price('Qty=3 dz; Price=24.01')).toBe(2_401)
    expect(price('Qty=3 ctn; Pack size=6; Price=24.00; Price per=ctn')).toBe(400)
    expect(price('Qty=12; Cartons=2; Pack size=6; Price=24.00')).toEqual([2_400, 400])
    expect(price('Qty=3 ctn; Pack size=6; Price=24.00; Amount=72.00')).toBe(400)
    expect(price('Qty=3 ctn; Pack size=6; Price=24.00; Amount=432.00')).toBe(2_400)
    expect([price('Qty=3 ctn; Pack size=6; Price=24.00; Amount=72.01'), price('Qty=3 ctn; Pack size=6; Price=24.00; Amount=71.99')]).toEqual([400, 400])
    for (const amount of ['72.02', '71.98'])
      expect(fault(`Qty=3 ctn; Pack size=6; Price=24.00; Amount=${amount}`)).toBe('price_ambiguous no reading of its price and discount gives its amount.')
    expect(price('Qty=3; Unit=EA; Pack size=6; Price=24.00')).toBe(2_400)
  })

  test('is not read without a quantity, or without the decimal mark of the paper', () => {
    expect(read('Qty=x; Price=24.00').figures).toMatchObject({ quantity: null, unit_price_cents: null, price_readings: [] })
    expect(read('Qty=3; Price=24.00; Amount=72.00', false, null)).toEqual({ figures: { quantity: 3, amount_cents: null, unit_price_cents: null, price_readings: [], discount_cents: 0, derived: [] }, faults: [] })
  })
}) // prettier-ignore

describe('a discount', () => {
  test('in percent is that of the line', () => {
    expect([terms('Qty=10; Price=24.00; Discount %=10'), terms('Qty=10; Price=24.00; Discount %=10 %'), terms('Qty=10; Price=24.00; Discount=10%'), terms('Qty=10; Price=24.00; Discount %=0'), terms('Qty=10; Price=24.00; Discount %')]).toEqual([[2_400, 2_400], [2_400, 2_400], [2_400, 2_400], [2_400, 0], [2_400, 0]])
    expect(terms('Qty=10; Price=24.00; Discount %=100')).toEqual([2_400, 24_000])
    expect(terms('Qty=10; Price=24.00; Discount %=x9')).toBe('price_ambiguous “Discount %” “x9” is no percentage.')
    expect(terms('Qty=10; Price=24.00; Discount %=0.1')).toBe('price_ambiguous “Discount %” has several readings.')
    expect([terms('Qty=10; Price=24.00; Discount %=0.1; Amount=216.00'), terms('Qty=10; Price=24.00; Discount %=1')]).toEqual([[2_400, 2_400], [2_400, 240]])
    expect(terms('Qty=10; Price=24.00; Discount %=0.5 %')).toEqual([2_400, 120])
    expect(terms('Qty=10; Price=0.99; Discount %=10')).toBe('price_ambiguous “Discount %” has several readings.')
    expect([terms('Qty=100; Price=0.99; Discount %=10; Amount=89.10'), terms('Qty=100; Price=0.99; Discount %=10; Amount=89.00')]).toEqual([[99, 990], [99, 1_000]])
  })

  test('without a sign is one of the line, of each unit or in percent, as its amount tells', () => {
    expect(terms('Qty=10; Price=24.00; Discount=5')).toBe('price_ambiguous “Discount” has several readings.')
    expect([terms('Qty=10; Price=24.00; Discount=5; Amount=235.00'), terms('Qty=10; Price=24.00; Discount=5; Amount=190.00'), terms('Qty=10; Price=24.00; Discount=5; Amount=228.00')]).toEqual([[2_400, 500], [2_400, 5_000], [2_400, 1_200]])
    expect([terms('Qty=10; Price=24.00; Discount=-5.00; Amount=235.00'), terms('Qty=10; Price=24.00; Discount=(5.00) ; Amount=235.00'), terms('Qty=10; Price=24.00; Discount= - 5.00; Amount=235.00')]).toEqual([[2_400, 500], [2_400, 500], [2_400, 500]])
    expect(terms('Qty=10; Price=24.00; Discount=x1')).toBe('price_ambiguous “Discount” “x1” is no discount.')
    expect([terms('Qty=10; Price=24.00; Discount=0'), terms('Qty=10; Price=24.00; Discount=none')]).toEqual([[2_400, 0], [2_400, 0]])
    expect(terms('Qty=1; Price=24.00; Discount=24.00; Amount=0.00')).toEqual([2_400, 2_400])
  })

  test('is one: in percent and as an amount it is named', () => {
    expect(fault('Qty=10; Price=24.00; Discount %=10; Discount=5', true)).toBe('price_ambiguous it has two discounts, “Discount %” (C2) and “Discount” (D2).')
    expect(terms('Qty=10; Price=24.00; Discount %=10; Discount=0')).toEqual([2_400, 2_400])
    expect(terms('Qty=10; Price=24.00; Discount %=0; Discount=10%')).toEqual([2_400, 2_400])
  })

  test('beside a price after it must explain what that price is less', () => {
    expect([terms('Qty=10; Net price=21.60'), terms('Qty=10; Net price=21.60; Price=24.00'), terms('Qty=10; Net price=21.60; Price=24.00; Discount %=10'), terms('Qty=10; Net price=21.60; List price=24.00; Discount=2.40'), terms('Qty=10; Net price=21.60; Discount %=10')]).toEqual(Array.from({ length: 5 }, () => [2_160, 0]))
    const apart = 'price_ambiguous its prices before and after the discount do not differ by it.'
    expect([terms('Qty=10; Net price=21.60; Price=24.00; Discount %=20'), terms('Qty=10; Price=21.60; List price=24.00; Discount %=20')]).toEqual([apart, apart])
    expect([terms('Qty=10; Net price=21.61; Price=24.00; Discount %=10'), terms('Qty=10; Net price=21.59; Price=24.00; Discount %=10')]).toEqual([[2_161, 0], [2_159, 0]])
    expect([terms('Qty=10; Net price=21.62; Price=24.00; Discount %=10'), terms('Qty=10; Net price=21.58; Price=24.00; Discount %=10')]).toEqual([apart, apart])
    expect(terms('Qty=10; Net price=21.60; Price=24.00; Discount %=x9')).toContain('is no percentage')
    expect(terms('Qty=10; Net price=21.60; Price=free')).toBe('price_unreadable “free” is no price.')
    expect(terms('Qty=10; Price=24.00; List price=24.00; Discount %=10')).toEqual([2_400, 2_400])
    expect(terms('Qty=10; Price=21.60; List price=24.00')).toEqual([2_160, 0])
    expect(terms('Qty=10; List price=24.00; Discount %=10')).toEqual([2_400, 2_400])
  })
}) // prettier-ignore

test('a price that is missing is that of the amount, where it is whole cents and nothing is off', () => {
  expect(read('Qty=10; Amount=225.00').figures).toMatchObject({
    unit_price_cents: 2_250,
    derived: ['unit_price_cents'],
  })
  expect(read('Qty=3; Amount=100.00').figures).toMatchObject({ unit_price_cents: null, derived: [] })
  expect(fault('Qty=3; Amount=100.00')).toBe(
    'price_ambiguous its amount is “100.00”, and for 3 units it is no price of whole cents.',
  )
  expect(fault('Qty=10; Amount=216.00; Discount %=10')).toBe(
    'price_ambiguous its amount is “216.00”, and it has a discount, and no price.',
  )
  expect(fault('Qty=10; Amount=216.00; Discount=5')).toContain('it has a discount')
  expect(read('Qty=10; Amount=216.00; Discount=0').figures.unit_price_cents).toBe(2_160)
  for (const line of ['Qty=10; Amount=0', 'Qty=0; Amount=5.00', 'Qty=10; Amount=x', 'Qty=10'])
    expect([line, fault(line), read(line).figures.unit_price_cents, read(line).figures.derived]).toEqual([
      line,
      null,
      null,
      [],
    ])
})
