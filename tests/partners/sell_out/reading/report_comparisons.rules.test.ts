/** Rows and columns of another period or of a plan, told from those of what was sold. */
import { expect, test } from 'bun:test'
import {
  comparisonAt,
  isComparisonHeader,
  namesComparison,
} from '../../../../server/partners/sell_out/reading/report_comparisons.rules.ts'

test('a header compares if it has words of another period or a plan, and nothing but figures beside them', () => {
  const compared = [
    'LY Units',
    'Units LY',
    'LY',
    '+/-%',
    '+/- %',
    'Var %',
    'Variance',
    'Units vs LY',
    'Sales vs. last year',
    'Budget 2026',
    'Budget (units)',
    'units_ly',
    'Plan',
    'Same week last year',
    'Units 2025 vs 2026',
    'Vorjahr',
    'Abw. %',
    'Absatz Vorjahr',
    'N-1',
    'Ventes N-1',
    'Écart %',
    'Évol. %',
    'YoY',
    'LY/TY',
    'Target units',
    'Last week units',
    'Index LY',
  ]
  expect(compared.filter((header) => !isComparisonHeader(header))).toEqual([])
  const sold = [
    'Units',
    'TY Units',
    'Units 2026',
    'Week ending',
    'Sales',
    'Item',
    'Lyon',
    'Budgeted item name',
    'Plan number',
    'Storage',
    '%',
    '',
    'Sell-through %',
    'Variant',
    'Store 0101',
    'On hand',
    '2026',
  ]
  expect(sold.filter((header) => isComparisonHeader(header))).toEqual([])
})

test('a store or a week across compares if it has one of the words', () => {
  const texts = ['Store 0101 LY', '0101 Last year', 'Store 0101', 'Store Lyon', 'Week 46', 'units_ly']
  expect(texts.map((text) => namesComparison(text))).toEqual([true, true, false, false, false, true])
})

test('a row compares if one of its cells is such words, short ones only beside an item, a store or a measure', () => {
  const headers = ['Store', 'Item', 'Units', 'Colour', 'Measure']
  const at = (...cells: (string | null)[]) => comparisonAt(cells, headers)
  expect(at('0117', 'Last year', '5')).toBe(1)
  expect(at('0117', 'LY', '5')).toBe(1)
  expect(at('Variance', null, '5')).toBe(0)
  expect(at('0117', '771-S', '5', null, 'LY')).toBe(4)
  expect(at('0117', '771-S', '5', 'LY', null)).toBe(-1)
  expect(at('0117', '771-S', '5', 'Last year', null)).toBe(3)
  expect(at('0117', '771-S', '5', 'Navy', 'Actual')).toBe(-1)
  expect(at('0117', 'LY-771', '5')).toBe(-1)
  expect(at('0117', 'Total', '5')).toBe(-1)
  expect(comparisonAt(['Last week', '5'], [])).toBe(0)
  expect(comparisonAt(['PLAN', '5'], ['Description'])).toBe(0)
  expect(comparisonAt(['PLAN', '5'], ['Range', null])).toBe(-1)
}) // prettier-ignore
