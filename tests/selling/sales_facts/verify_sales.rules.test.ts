/** What the comparison of a day says of figures that should be the same. */
import { expect, test } from 'bun:test'
import { type Difference, salesFaultOf } from '../../../server/selling/sales_facts/verify_sales.rules.ts'

const day = '2026-11-02'
const difference = (values: Partial<Difference>): Difference => ({
  kind: 'lines_differ',
  sales_channel_id: 'c',
  variant_id: null,
  location_id: null,
  product_id: null,
  category_id: null,
  currency: null,
  origin: null,
  found: null,
  expected: null,
  ...values,
})
const sentence = (values: Partial<Difference>) => salesFaultOf(day, difference(values)).sentence

test('a sentence names the figures that differ, and no others', () => {
  const found = { units: 3, taxes: '5', gross: 100 }
  const expected = { units: 2, taxes: 5, gross: 100 }
  const figures = { found, expected }
  expect(sentence(figures)).toBe(
    '2026-11-02, channel c: sales_daily has units 3, not 2 as in the lines of orders and returns',
  )
  expect(sentence({ ...figures, found: { ...found, gross: 90 } })).toContain(
    'has units 3, not 2; gross 90, not 100 as in',
  )
})

test('where one side has no figures, they are zero, and zero is no difference', () => {
  expect(sentence({ found: { units: 3, gross: 0 } })).toContain('sales_daily has units 3, not 0 as in')
  expect(sentence({ expected: { units: 3, gross: 0 } })).toContain('sales_daily has units 0, not 3 as in')
})

test('figures of either side alone are compared', () => {
  expect(sentence({ found: { units: 1, gross: 7 }, expected: { units: 1, taxes: 4 } })).toContain(
    'has taxes 0, not 4; gross 7, not 0 as in',
  )
})

test('each kind names the two sides', () => {
  const sides = (kind: Difference['kind']) => sentence({ kind, found: { units: 1 } }).replace(' has units 1, not 0', '')
  expect(
    (
      ['lines_differ', 'import_differs', 'channel_sums_differ', 'product_sums_differ', 'category_sums_differ'] as const
    ).map((kind) => sides(kind).replace('2026-11-02, channel c: ', '')),
  ).toEqual([
    'sales_daily as in the lines of orders and returns',
    'sales_daily as in the control totals of the import',
    'the sums by channel as in sales_daily',
    'the sums by product as in sales_daily',
    'the sums by category as in sales_daily',
  ])
})

test('a place has what is known of it, in a fixed order', () => {
  const place = { variant_id: 'v', product_id: 'p', category_id: 'g', location_id: 'l', currency: 'USD' }
  expect(sentence({ ...place, found: { units: 1 } })).toStartWith(
    '2026-11-02, variant v, product p, category g, location l, channel c, USD: sales_daily has',
  )
})

test('a day that neither orders nor an import claimed is reported as such', () => {
  expect(salesFaultOf(day, difference({ kind: 'day_unclaimed', found: { units: 1 } }))).toEqual({
    kind: 'day_unclaimed',
    day,
    sentence: '2026-11-02, channel c: there are sales, and neither orders nor an import claimed the day',
  })
  expect(salesFaultOf(day, difference({}))).toMatchObject({ kind: 'lines_differ', day })
})
