/** Generated sheets with random further columns: what is not understood is named, and nothing is dropped. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { normalHeader } from '../../../server/imports/mapping/headers.rules.ts'
import { readGrid } from '../../../server/selling/order_documents/reading/read_grid.rules.ts'
import type { Problem, ReadRow } from '../../../server/selling/order_documents/reading/reading.ts'
import {
  passedOverColumns,
  understoodColumns,
} from '../../../server/selling/order_documents/reading/table/understood.ts'

const rowOf = (texts: readonly string[], row_number: number): ReadRow =>
  texts.map((text, i) => {
    const cell = `${String.fromCodePoint(65 + i)}${row_number}`
    return text === '' ? null : { text, confidence: 1, place: { page: null, box: null, cell } }
  })
const read = (table: readonly (readonly string[])[]) =>
  readGrid(
    table.map((texts, i) => rowOf(texts, i + 1)),
    { page_count: null, is_recognised: false },
  )

const understood = Object.values(understoodColumns).flatMap(({ headers }) => headers.split('|'))
const passed = passedOverColumns.flatMap(({ headers }) => headers.split('|'))
const base = ['SKU', 'Qty', 'Price']
const lines = [
  ['JUMPER-M', '10', '24.00'],
  ['JUMPER-L', '4', '26.00'],
]
const plain = read([base, ...lines])
const figuresOf = ({ lines: all }: typeof plain) =>
  all.map(({ values, quantity, unit_price_cents, discount_cents }) => [
    values.sku?.text,
    quantity,
    unit_price_cents,
    discount_cents,
  ])

/** The base with one more column at a place. */
const withColumn = (at: number, header: string, cells: readonly string[]) =>
  [base, ...lines].map((row, i) => row.toSpliced(at, 0, i === 0 ? header : cells[i - 1]!))

const names = (problem: Problem, header: string) => problem.sentence.includes(header.trim().slice(0, 80))

const word = fc.stringMatching(/^[a-z]{3,9}$/)
const strangeHeader = fc
  .oneof(
    word,
    fc.tuple(word, word).map((two) => two.join(' ')),
    fc.tuple(word, fc.constantFrom('%', '#', ' 2', ' (EUR)')).map((two) => two.join('')),
  ) // prettier-ignore
  .filter((header) => ![...understood, ...passed].includes(normalHeader(header)))
const value = fc.oneof(
  fc.integer({ min: 0, max: 99_999 }).map(String),
  fc.constantFrom('12.50', '10%', 'DZ', '€', 'yes', '2027-01-15', 'Store 7', '-', '0'),
  word,
)

test('a column outside the lists is named, wherever it stands and whatever it says, or is that of a misread letter', () => {
  fc.assert(
    fc.property(fc.nat(3), strangeHeader, value, value, (at, header, one, two) => {
      const { problems, ...reading } = read(withColumn(at, header, [one, two]))
      const isNamed = problems.some((problem) => names(problem, header))
      // A header that differs by a letter from a known one is read as that one, so that its values count.
      const isRead = reading.lines.some((line) => {
        const all = [...Object.values(line.values), ...Object.values(line.order_values)].map((cell) => cell.text)
        return all.includes(one) || all.includes(two) || line.reference === one
      })
      const isDescription = understood.some((each) => each.length >= 5 && Math.abs(each.length - header.length) <= 1)
      expect(isNamed || isRead || (isDescription && problems.length > 0)).toBe(true)
    }),
    { numRuns: 800 },
  )
})

test('a column that tells nothing of the order changes nothing, whatever it says', () => {
  fc.assert(
    fc.property(fc.nat(3), fc.constantFrom(...passed), value, value, (at, header, one, two) => {
      const found = read(withColumn(at, header, [one, two]))
      expect(found.problems).toEqual([])
      expect(figuresOf(found)).toEqual(figuresOf(plain))
    }),
    { numRuns: 500 },
  )
})

test('a line that says a word of headers is a line, not a row of headers', () => {
  for (const text of ['sku', 'code', 'style', 'item no'])
    expect(figuresOf(read(withColumn(0, 'Remarks', [text, 'x'])))).toEqual(figuresOf(plain))
})

test('values below no header are named by their cell; an empty column is nothing', () => {
  fc.assert(
    fc.property(fc.nat(3), value, (at, text) => {
      const { problems } = read(withColumn(at, '', [text, '']))
      expect(problems.map(({ code }) => code)).toContain('column_unknown')
      expect(problems[0]!.sentence).toContain(`${String.fromCodePoint(65 + at)}2`)
      expect(read(withColumn(at, 'anything', ['', ''])).problems).toEqual([])
    }),
  )
})

test('a second column of one meaning must say the same', () => {
  const meanings = Object.entries(understoodColumns).filter(([column]) =>
    ['sku', 'quantity', 'unit_price'].includes(column),
  )
  const headers = meanings.flatMap(([, one]) => one.headers.split('|').filter((header) => header.length > 4))
  fc.assert(
    fc.property(fc.constantFrom(...headers), value, (header, text) => {
      const known = Object.values(lines).flat()
      fc.pre(!known.includes(text))
      const { problems } = read(withColumn(3, header, [text, text]))
      expect(problems.length).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
  expect(read([[...base, 'Unit price'], ...lines.map((row) => [...row, row[2]!])]).problems).toEqual([])
  expect(read([[...base, 'Unit price'], ...lines.map((row) => [...row, '9.99'])]).problems[0]!.code).toBe(
    'columns_disagree',
  )
})

test('the units of generated lines are those that are ordered: in dozens, cartons, sizes or stores', () => {
  const counts = fc.array(fc.nat(40), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(counts, fc.constantFrom('size', 'store'), fc.boolean(), (units, across, hasTotal) => {
      const heads = units.map((_, i) => (across === 'size' ? ['S', 'M', 'L', 'XL'][i]! : `Store 010${i}`))
      const total = units.reduce((sum, one) => sum + one, 0)
      fc.pre(total > 0)
      const table = [
        ['Style', ...heads, ...(hasTotal ? ['Total units'] : [])],
        ['JUMPER', ...units.map(String), ...(hasTotal ? [String(total)] : [])],
      ]
      const { lines: all, problems } = read(table)
      expect([problems, all.reduce((sum, { quantity }) => sum + quantity!, 0)]).toEqual([[], total])
      if (hasTotal) expect(read([table[0]!, table[1]!.with(-1, String(total + 1))]).problems).toHaveLength(1)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 2, max: 48 }), (count, size) => {
      const packed = (unit: string) => read([['SKU', 'Qty', 'UOM', 'Case pack'], ['J-M', String(count), unit, String(size)]])
      expect(['EA', 'DZ', 'CS'].map((unit) => packed(unit).lines[0]!.quantity)).toEqual([count, count * 12, count * size])
      expect([packed('').lines[0]!.quantity, packed('LB').lines[0]!.quantity]).toEqual([null, null])
    }),
  )
}) // prettier-ignore

/** Headers about stores, sizes, years and money: the words that come nearest to what is read. */
const nearHeader = fc
  .tuple(
    fc.constantFrom('Store', 'Shop', 'Location', 'DC', 'Filiale', 'Size', 'Price', 'Qty', 'Date', 'Ship', 'Currency', 'Item', 'Unit', 'Disc'),
    fc.constantFrom('name', 'city', 'rank', 'margin', 'zone', 'grade', 'share', 'flag', 'basis', 'group', 'ratio', 'limit', 'band'),
  )
  .map((two) => two.join(' '))
  .filter((header) => ![...understood, ...passed].includes(normalHeader(header))) // prettier-ignore
const anyHeader = fc.oneof(nearHeader, strangeHeader, fc.constantFrom('2026', '2027', 'Week 1', 'Wk 2'))

test('of several further columns each is named, whatever they say together, and the lines stay as they are', () => {
  const column = fc.record({ header: anyHeader, cells: fc.tuple(value, value) })
  const columns = fc.uniqueArray(column, { minLength: 2, maxLength: 5, selector: ({ header }) => normalHeader(header) })
  fc.assert(
    fc.property(columns, (all) => {
      const table = [base, ...lines].map((row, i) => [
        ...row,
        ...all.map(({ header, cells }) => (i === 0 ? header : cells[i - 1]!)),
      ])
      const found = read(table)
      const [texts, problems] = [JSON.stringify(found.lines), found.problems]
      for (const { header, cells } of all) {
        const isNamed = problems.some((problem) => names(problem, header))
        const isRead = cells.some((cell) => texts.includes(JSON.stringify(cell)))
        const isNearly = understood.some((each) => each.length >= 5 && Math.abs(each.length - header.length) <= 1)
        expect(isNamed || isRead || (isNearly && problems.length > 0)).toBe(true)
      }
      // Without a problem there is no line that the plain sheet does not have.
      if (problems.length === 0) expect(figuresOf(found).map(([sku]) => sku)).toEqual(figuresOf(plain).map(([sku]) => sku))
    }),
    { numRuns: 1_000 },
  )
}) // prettier-ignore

test('a word in the place of a quantity of a size or a store is a line without a quantity, never nothing', () => {
  const text = fc.oneof(word, fc.constantFrom('x', 'ten', '1.5', '-3', '2-', 'n/a', '?', '5 5', '1/2'))
  fc.assert(
    fc.property(text, fc.constantFrom(['S', 'M'], ['Store 1', 'Store 2']), fc.nat(3), (odd, heads, other) => {
      const { lines: all } = read([['SKU', ...heads, 'Price'], ['J-M', odd, String(other), '24.00'], ['J-L', '1', '2', '9.00']])
      const own = all.filter(({ values }) => values.sku!.text === 'J-M')
      expect(own.map(({ quantity }) => quantity)).toEqual([null, ...(other === 0 ? [] : [other])])
    }),
    { numRuns: 300 },
  )
  const none = (text_: string) => read([['SKU', 'S', 'M'], ['J-M', text_, '4']]).lines.map(({ quantity }) => quantity)
  for (const nothing of ['', '-', '–', '—', '.', '0', '0.0', '00', ' - ']) expect(none(nothing)).toEqual([4])
}) // prettier-ignore
