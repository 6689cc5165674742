/** How counts and the rows of a file find their lines, and which of them refuse the whole file. */
import { expect, test } from 'bun:test'
import { runAtOnce } from '../../../server/queue/slices.ts'
import {
  checkAllLines,
  checkEachOnce,
  type FileRow,
  type Line,
  matchRows,
  rowsAtOnce,
} from '../../../server/stock/stocktakes/rules.ts'

const matched = (...given: Parameters<typeof matchRows>) => runAtOnce(matchRows(...given))

const pair = (variant_id: string, location_id: string) => ({ variant_id, location_id })
const line = (sku: string, location_id = 'l1', location_name = 'Harbour'): Line => ({
  variant_id: `v-${sku}`,
  location_id,
  location_name,
  sku,
})
const row = (row_number: number, sku: string | null, counted_quantity: string | null, location: string | null = null) =>
  ({ row_number, sku, counted_quantity, location }) satisfies FileRow
const refused = (desc: string) => expect.objectContaining({ code: 'bad_request', desc }) as unknown as Error

test('two counts of one line are refused, naming both', () => {
  expect(() => checkEachOnce([])).not.toThrow()
  expect(() => checkEachOnce([pair('a', 'x'), pair('a', 'y'), pair('b', 'x')])).not.toThrow()
  const twice = [pair('a', 'x'), pair('b', 'x'), pair('a', 'x')]
  expect(() => checkEachOnce(twice)).toThrow(refused('counts[2] is for the same line as counts[0].'))
})

test('the first count without a line of the stocktake is refused', () => {
  const counts = [pair('a', 'x'), pair('b', 'x'), pair('a', 'y')]
  expect(() => checkAllLines(counts, counts)).not.toThrow()
  const refusal = refused('counts[1] must be a line of this stocktake.')
  expect(() => checkAllLines(counts, [pair('a', 'x')])).toThrow(refusal)
  expect(() => checkAllLines(counts, [pair('a', 'y'), pair('a', 'x')])).toThrow(refusal)
})

test('rows without a SKU, a quantity or a line are skipped, and unknown SKUs are named once', () => {
  const rows = [row(2, 'A', '5'), row(3, null, '1'), row(4, 'B', null), row(5, 'Z', '1'), row(6, 'Z', '2')]
  expect(matched(rows, [line('A'), line('B')], false)).toEqual({
    counts: [{ variant_id: 'v-A', location_id: 'l1', counted_quantity: 5 }],
    skipped: 4,
    unmatched_skus: ['Z'],
  })
  expect(matched([], [line('A')], false)).toEqual({ counts: [], skipped: 0, unmatched_skus: [] })
})

test.each([
  ['0', 0],
  ['12', 12],
  ['12.000', 12],
  ['1000000000', 1_000_000_000],
])('the quantity %s is read as %d units', (text, units) => {
  expect(matched([row(2, 'A', text)], [line('A')], false).counts).toMatchObject([{ counted_quantity: units }])
})

test.each(['1000000001', '10000000000', '-1', '1.5', '1.', '1.05', '1,000', 'x1', '1x', ''])(
  'the quantity "%s" refuses the whole file',
  (text) => {
    const rule = `has the quantity "${text}", which is not a whole number from 0 to 1,000,000,000`
    expect(() => matched([row(2, 'A', '1'), row(7, 'B', text)], [line('A'), line('B')], false)).toThrow(
      expect.objectContaining({
        desc: `Row 7 of the file in s3_key ${rule}. Nothing was imported.`,
        data: { field: 's3_key', rule: `row 7 ${rule}`, row: 7 },
      }) as unknown as Error,
    )
  },
)

test('a refused quantity is shown to its 40th character', () => {
  expect(() => matched([row(2, 'A', 'x'.repeat(41))], [line('A')], false)).toThrow(
    refused(
      `Row 2 of the file in s3_key has the quantity "${'x'.repeat(40)}", which is not a whole number from 0 to 1,000,000,000. Nothing was imported.`,
    ),
  )
})

test('a second count of one line refuses the file, also where its SKU is written in another Unicode form', () => {
  const twice = refused(
    'Row 3 of the file in s3_key counts the same line as row 2 (SKU Caf\u00E9). Nothing was imported.',
  )
  const rows = [row(2, 'Caf\u00E9', '1'), row(3, 'Cafe\u0301', '1')]
  expect(() => matched(rows, [line('Caf\u00E9')], false)).toThrow(twice)
})

test('a SKU is found as it is stored before it is found in another Unicode form', () => {
  const [composed, apart] = ['Caf\u00E9', 'Cafe\u0301']
  const found = (sku: string, lines: Line[]) => matched([row(2, sku, '1')], lines, false).counts[0]?.variant_id
  expect(found(composed, [line(apart)])).toBe(`v-${apart}`)
  expect(found(apart, [line(composed)])).toBe(`v-${composed}`)
  for (const lines of [
    [line(composed), line(apart)],
    [line(apart), line(composed)],
  ]) {
    expect(found(composed, lines)).toBe(`v-${composed}`)
    expect(found(apart, lines)).toBe(`v-${apart}`)
  }
})

test('a location is found by its id or its name in any case; other locations are skipped', () => {
  const lines = [line('A', 'l1', 'Harbour'), line('A', 'l2', 'Old Town')]
  const found = (location: string | null) =>
    matched([row(2, 'A', '1', location)], lines, true).counts.map(({ location_id }) => location_id)
  expect(found('l2')).toEqual(['l2'])
  expect(found(' HARBOUR ')).toEqual(['l1'])
  expect(found('Elsewhere')).toEqual([])
  expect(found(null)).toEqual([])
})

test('one variant may be counted at several locations', () => {
  const lines = [line('A', 'l1', 'Harbour'), line('A', 'l2', 'Old Town')]
  const rows = [row(2, 'A', '1', 'Harbour'), row(3, 'A', '2', 'Old Town')]
  expect(matched(rows, lines, true).counts).toEqual([
    { variant_id: 'v-A', location_id: 'l1', counted_quantity: 1 },
    { variant_id: 'v-A', location_id: 'l2', counted_quantity: 2 },
  ])
})

test('a name that several locations share refuses the file where it is used; the same location twice does not', () => {
  const shared = [line('A', 'l1', 'Harbour'), line('A', 'l2', 'harbour')]
  expect(() => matched([row(2, 'A', '1', 'Harbour')], shared, true)).toThrow(
    refused(
      'Row 2 of the file in s3_key has the location name "Harbour", which several locations share; use the location id instead. Nothing was imported.',
    ),
  )
  expect(matched([row(2, 'A', '1', 'l2')], shared, true).counts).toMatchObject([{ location_id: 'l2' }])
  expect(matched([row(2, 'A', '1', 'Harbour')], [line('A'), line('B')], true).counts).toHaveLength(1)
})

test('without a location column the stocktake must cover one location', () => {
  expect(matched([row(2, 'B', '1')], [line('A'), line('B')], false).counts).toHaveLength(1)
  expect(() => matched([], [line('A', 'l1'), line('A', 'l2')], false)).toThrow(
    refused('mappings.location is required because this stocktake covers several locations.'),
  )
  expect(matched([row(2, 'A', '1')], [], false)).toEqual({ counts: [], skipped: 1, unmatched_skus: ['A'] })
})

test('a file is matched in slices of a thousand rows, each line once', () => {
  const lines = Array.from({ length: 2_500 }, (_, i) => line(`S${i}`))
  let [read, longest, last] = [0, 0, 0]
  const rows = lines.map(({ sku }, i) => ({
    ...row(i + 2, sku, '1'),
    get sku() {
      read = i
      return sku
    },
  }))
  const slices = matchRows(rows, lines, false)
  for (let step = slices.next(); !step.done; step = slices.next()) {
    longest = Math.max(longest, read - last)
    last = read
  }
  expect(Math.max(longest, read - last)).toBeLessThanOrEqual(rowsAtOnce)
  expect(read).toBe(2_499)
})
