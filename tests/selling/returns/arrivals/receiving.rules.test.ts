/** How arrived units fill the lines of a return, and when it is complete. */
import { expect, test } from 'bun:test'
import {
  type ArrivedUnits,
  type FilledLine,
  fillLines,
  type OpenLine,
  splitOff,
  stateAfter,
} from '../../../../server/selling/returns/receiving.rules.ts'

const line = (line_id: string, expected_quantity: number, values: Partial<OpenLine> = {}): OpenLine => ({
  line_id,
  variant_id: 'v',
  expected_quantity,
  received_quantity: 0,
  missing_quantity: 0,
  ...values,
})
const units = (received_quantity: number, values: Partial<ArrivedUnits> = {}): ArrivedUnits => ({
  line_id: null,
  variant_id: 'v',
  received_quantity,
  restocked_quantity: 0,
  missing_quantity: 0,
  disposition: 'return_to_supplier',
  ...values,
})
/** Line, received and restocked units. */
function filled(lines: OpenLine[], arrived: ArrivedUnits[]) {
  let count = 0
  const { filled: parts, added, unexpected } = fillLines(lines, arrived, () => `new${(count += 1)}`)
  return {
    parts: parts.map((one) => [one.line_id, one.received_quantity, one.restocked_quantity].join(' ')),
    added: added.map((one) => `${one.line_id} ${one.variant_id}`),
    unexpected: unexpected.map((one) => `${one.variant_id} ${one.quantity}`),
  }
}

test('units of a variant fill its open lines in order, and what is restocked goes to the first of them', () => {
  expect(filled([line('a', 2), line('b', 2)], [units(3, { restocked_quantity: 3 })])).toEqual({
    parts: ['a 2 2', 'b 1 1'],
    added: [],
    unexpected: [],
  })
  expect(filled([line('a', 2), line('b', 2)], [units(4, { restocked_quantity: 1 })]).parts).toEqual(['a 2 1', 'b 2 0'])
})

test('a line takes what it still expects, also over several arrivals', () => {
  expect(filled([line('a', 2, { received_quantity: 1 }), line('b', 2)], [units(2)]).parts).toEqual(['a 1 0', 'b 1 0'])
  const twice = filled([line('a', 2), line('b', 2)], [units(1), units(2, { disposition: 'write_off' })])
  expect(twice.parts).toEqual(['a 1 0', 'a 1 0', 'b 1 0'])
})

test('lines of other variants are left alone, and a named line is exact', () => {
  expect(filled([line('w', 5, { variant_id: 'w' }), line('a', 2)], [units(2)]).parts).toEqual(['a 2 0'])
  expect(filled([line('a', 2), line('b', 2)], [units(2, { line_id: 'b' })]).parts).toEqual(['b 2 0'])
})

test('what no line expects is reported, and goes to the last line of the variant or to the named line', () => {
  expect(filled([line('a', 2), line('b', 2)], [units(5, { restocked_quantity: 5 })])).toEqual({
    parts: ['a 2 2', 'b 3 3'],
    added: [],
    unexpected: ['v 1'],
  })
  expect(filled([line('a', 2), line('b', 2)], [units(3, { line_id: 'a' })])).toEqual({
    parts: ['a 3 0'],
    added: [],
    unexpected: ['v 1'],
  })
  expect(filled([line('a', 2, { received_quantity: 3 })], [units(1)])).toEqual({
    parts: ['a 1 0'],
    added: [],
    unexpected: ['v 1'],
  })
  expect(filled([line('a', 2)], [units(2)]).unexpected).toEqual([])
})

test('a variant that was not expected gets one line, however often it arrives', () => {
  const arrived = [
    units(1, { variant_id: 'w' }),
    units(2, { variant_id: 'w', disposition: 'write_off' }),
    units(4, { variant_id: 'w' }),
  ]
  expect(filled([line('a', 2)], arrived)).toEqual({
    parts: ['new1 5 0', 'new1 2 0'],
    added: ['new1 w'],
    unexpected: ['w 1', 'w 2', 'w 4'],
  })
})

test('parts of a line with one disposition are summed, and others go to receipts of their own', () => {
  const arrived = [
    units(1, { restocked_quantity: 1 }),
    units(2, { restocked_quantity: 2 }),
    units(1, { disposition: 'quarantine' }),
    units(1, { disposition: null }),
  ]
  expect(filled([line('a', 5)], arrived).parts).toEqual(['a 3 3', 'a 2 0'])
})

test('a return is closed once each line has all of its units; a surplus of one line is not a unit of another', () => {
  const state = (...lines: [number, number, number?][]) =>
    stateAfter(
      lines.map(([expected_quantity, received_quantity, missing_quantity = 0]) => ({
        expected_quantity,
        received_quantity,
        missing_quantity,
      })),
    )
  expect(state([2, 2], [1, 1])).toBe('closed')
  expect(state([2, 3])).toBe('closed')
  expect(state([2, 1])).toBe('partially_received')
  expect(state([2, 3], [1, 0])).toBe('partially_received')
  expect([state([2, 1, 1]), state([2, 0, 2]), state([2, 0, 1])]).toEqual(['closed', 'closed', 'partially_received'])
})

/** Line, received, restocked and missing units. */
const counted = (lines: OpenLine[], arrived: ArrivedUnits[]) =>
  fillLines(lines, arrived, () => 'new').filled.map((one) =>
    [one.line_id, one.received_quantity, one.restocked_quantity, one.missing_quantity].join(' '),
  )
const missing = (missing_quantity: number, values: Partial<ArrivedUnits> = {}) =>
  units(0, { missing_quantity, disposition: 'missing', ...values })

test('missing units take what lines still expect, after those that arrived', () => {
  expect(counted([line('a', 2), line('b', 2)], [missing(3)])).toEqual(['a 0 0 2', 'b 0 0 1'])
  expect(counted([line('a', 2)], [{ ...missing(1), received_quantity: 1, restocked_quantity: 1 }])).toEqual(['a 1 1 1'])
  expect(counted([line('a', 3, { received_quantity: 1, missing_quantity: 1 })], [missing(1)])).toEqual(['a 0 0 1'])
})

test('only units that are still expected can be missing', () => {
  const refused = (lines: OpenLine[], units_missing: number, left: number) =>
    expect(() => counted(lines, [units(1, { line_id: 'z', variant_id: 'z' }), missing(units_missing)])).toThrow(
      expect.objectContaining({
        desc: `lines[1].received_quantity states ${units_missing} missing units, and ${left} are still expected.`,
      }),
    )
  refused([line('a', 2)], 3, 2)
  refused([line('a', 2, { received_quantity: 1, missing_quantity: 1 })], 1, 0)
  refused([], 1, 0)
})

test('units that were missing and arrive after all are missing no longer; others are unexpected', () => {
  const found = fillLines([line('a', 2, { missing_quantity: 2 })], [units(3, { restocked_quantity: 3 })], () => 'new')
  expect(found.filled.map(({ received_quantity, missing_quantity }) => [received_quantity, missing_quantity])).toEqual([
    [3, -2],
  ])
  expect(found.unexpected).toEqual([{ variant_id: 'v', quantity: 1 }])
})

/** Received, restocked and missing units, and the disposition. */
const fatesOf = (parts: readonly FilledLine[]) =>
  parts.map((one) =>
    [one.received_quantity, one.restocked_quantity, one.missing_quantity, one.disposition ?? 'none'].join(' '),
  )

test('units that are not restocked, and of which nobody says what becomes of them, are in quarantine', () => {
  const fates = (received: number, restocked_quantity: number, disposition: ArrivedUnits['disposition']) =>
    fatesOf(fillLines([line('a', 3)], [units(received, { restocked_quantity, disposition })], () => 'new').filled)
  expect(fates(3, 3, 'restock')).toEqual(['3 3 0 restock'])
  expect(fates(3, 2, 'restock')).toEqual(['2 2 0 restock', '1 0 0 quarantine'])
  expect(fates(3, 0, 'restock')).toEqual(['3 0 0 quarantine'])
  expect(fates(3, 0, null)).toEqual(['3 0 0 quarantine'])
  expect(fates(3, 2, 'write_off')).toEqual(['3 2 0 write_off'])
  expect(fates(3, 2, 'quarantine')).toEqual(['3 2 0 quarantine'])
  const twice = [units(2, { restocked_quantity: 1, disposition: 'restock' }), units(1, { disposition: 'quarantine' })]
  expect(fatesOf(fillLines([line('a', 3)], twice, () => 'new').filled)).toEqual(['1 1 0 restock', '2 0 0 quarantine'])
  const late = fillLines([line('a', 2, { missing_quantity: 2 })], twice.slice(0, 1), () => 'new').filled
  expect(fatesOf(late)).toEqual(['1 1 -2 restock', '1 0 0 quarantine'])
})

test('units beyond all that shipped are the last ones of a part, and the last ones to be restocked', () => {
  const part = { ...units(3, { restocked_quantity: 2, missing_quantity: 1 }), line_id: 'a' }
  const split = (excess: number) => splitOff(part, excess).map(fatesOf)
  expect(split(0)).toEqual([['3 2 1 return_to_supplier'], []])
  expect(split(1)).toEqual([['2 2 1 return_to_supplier'], ['1 0 0 return_to_supplier']])
  expect(split(2)).toEqual([['1 1 1 return_to_supplier'], ['2 1 0 return_to_supplier']])
  expect(split(3)).toEqual([[], ['3 2 1 return_to_supplier']])
})
