/** Figures of a trade comparison: each null has its code, and a change is known where both of its sides are. */
import Big from 'big.js'
import { expect, test } from 'bun:test'
import {
  actualsOf,
  changesOf,
  type FigureBasis,
  shownFigures,
} from '../../../server/planning/reports/trade_comparison/trade_comparison.rules.ts'
import { rowsOfPeriod } from '../../../server/planning/reports/trade_comparison/trade_rows.rules.ts'
import { noSums, type Sums } from '../../../server/planning/reports/weekly_trade/trade_report.rules.ts'

const basis: FigureBasis = {
  currency: 'USD',
  noRate: (unrated, currency) => `no rate ${unrated} ${currency}`,
  noSales: null,
  noStock: null,
}
const sums = (changes: Partial<Sums> = {}): Sums => ({
  ...noSums,
  net: 900,
  gross: 1_200,
  discounts: 100,
  returns: 200,
  cost: Big('400.5'),
  units: 5,
  returned_units: 2,
  costed_units: 7,
  ...changes,
})
const shown = (of: Sums, changes: Partial<FigureBasis> = {}, on_hand = 40) =>
  shownFigures(actualsOf(of, on_hand, { ...basis, ...changes }), 'USD')

test('figures are the sums, and the margin is net sales less the cost, rounded once', () => {
  expect(shown(sums())).toEqual({
    net_sales: { cents: 900, currency: 'USD', reason: null, usd: 9 },
    net_sales_reason_code: null,
    units_sold: 5,
    units_returned: 2,
    net_units: 3,
    units_reason_code: null,
    gross_margin: { cents: 499, currency: 'USD', reason: null, usd: 4.99 },
    gross_margin_reason_code: null,
    gross_margin_percentage: 55.44,
    gross_margin_percentage_reason_code: null,
    on_hand_units: 40,
    on_hand_reason_code: null,
  })
  expect(Object.is(shown(sums({ net: -0 })).net_sales.cents, 0)).toBe(true)
})

test('unknown sales are null with their code, and the stock stays', () => {
  const reason = 'Sales are recorded until 2026-11-22.'
  expect(shown(sums(), { noSales: reason })).toMatchObject({
    net_sales: { cents: null, reason },
    net_sales_reason_code: 'not_recorded',
    units_sold: null,
    units_returned: null,
    net_units: null,
    units_reason_code: 'not_recorded',
    gross_margin: { cents: null, reason },
    gross_margin_reason_code: 'not_recorded',
    gross_margin_percentage: null,
    gross_margin_percentage_reason_code: 'not_recorded',
    on_hand_units: 40,
  })
})

test('unknown stock is null with its code, and the sales stay', () => {
  expect(shown(sums(), { noStock: 'The ledger begins later.' })).toMatchObject({
    net_units: 3,
    on_hand_units: null,
    on_hand_reason_code: 'not_recorded',
  })
})

test('a missing rate makes amounts null and leaves the units, also where a cost is unknown too', () => {
  for (const costed_units of [7, 6])
    expect(shown(sums({ unrated_currency: 'EUR', costed_units }))).toMatchObject({
      net_sales: { cents: null, reason: 'no rate EUR USD' },
      net_sales_reason_code: 'no_exchange_rate',
      net_units: 3,
      gross_margin: { cents: null, reason: 'no rate EUR USD' },
      gross_margin_reason_code: 'no_exchange_rate',
      gross_margin_percentage_reason_code: 'no_exchange_rate',
    })
})

test('a margin needs the cost of every unit sold and returned', () => {
  expect(shown(sums({ costed_units: 6 }))).toMatchObject({
    net_sales_reason_code: null,
    gross_margin: { cents: null, reason: 'The cost of some units is unknown.' },
    gross_margin_reason_code: 'no_unit_cost',
    gross_margin_percentage: null,
    gross_margin_percentage_reason_code: 'no_unit_cost',
  })
  expect(shown(sums({ costed_units: 8 })).gross_margin.cents).toBe(499)
})

test('a margin rate needs net sales above zero', () => {
  for (const net of [0, -1])
    expect(shown(sums({ net, cost: Big(0) }))).toMatchObject({
      gross_margin: { cents: net },
      gross_margin_reason_code: null,
      gross_margin_percentage: null,
      gross_margin_percentage_reason_code: 'no_net_sales',
    })
  expect(shown(sums({ net: 1, cost: Big(0) })).gross_margin_percentage).toBe(100)
})

const change = (
  now: Sums,
  before: Sums,
  changes: [Partial<FigureBasis>?, Partial<FigureBasis>?] = [],
  held = [30, 40],
) =>
  changesOf(
    actualsOf(now, held[0]!, { ...basis, ...changes[0] }),
    actualsOf(before, held[1]!, { ...basis, ...changes[1] }),
  )

test('a change is in percent of last year, to two decimals', () => {
  expect(change(sums({ net: 1_000, units: 6, cost: Big(500) }), sums({ net: 900, cost: Big(600) }))).toEqual({
    net_sales_percentage: 11.11,
    net_sales_reason_code: null,
    net_units_percentage: 33.33,
    net_units_reason_code: null,
    gross_margin_percentage: null,
    gross_margin_reason_code: 'no_unit_cost',
    on_hand_percentage: -25,
    on_hand_reason_code: null,
  })
  expect(change(sums({ cost: Big(500) }), sums({ cost: Big(500) })).gross_margin_percentage).toBe(0)
  expect(change(noSums, sums()).net_sales_percentage).toBe(-100)
})

test('a change from zero or less has its code, and so has one with an unknown side: that of now first', () => {
  expect(change(sums(), sums({ net: 0, units: 2, cost: Big(5) }), [], [30, 0])).toMatchObject({
    net_sales_percentage: null,
    net_sales_reason_code: 'not_above_zero',
    net_units_reason_code: 'not_above_zero',
    gross_margin_reason_code: 'not_above_zero',
    on_hand_percentage: null,
    on_hand_reason_code: 'not_above_zero',
  })
  const unknown = { noSales: 'x' }
  expect(change(sums(), sums(), [unknown]).net_units_reason_code).toBe('not_recorded')
  expect(change(sums(), sums(), [{}, unknown])).toMatchObject({
    net_sales_percentage: null,
    net_sales_reason_code: 'not_recorded',
    on_hand_percentage: -25,
  })
  expect(change(sums({ unrated_currency: 'EUR' }), sums(), [{}, unknown]).net_sales_reason_code).toBe(
    'no_exchange_rate',
  )
})

const facts = {
  sums: [
    new Map([['tops', sums()]]),
    new Map([['none', sums({ net: 50 })]]),
    new Map<string, Sums>(),
    new Map<string, Sums>(),
  ],
  units: [
    new Map([['tops', 3]]),
    new Map<string, number>(),
    new Map([
      ['caps', 8],
      ['hats', 0],
    ]),
    new Map([['tops', 1]]),
  ],
  noStock: [null, null, null, 'no ledger'],
  names: ['caps', 'gloves', 'hats', 'tops'].map((key) => ({ key, name: key.toUpperCase() })),
}

test('a row is a category with sales or stock in any period; the total sums them all', () => {
  const rows = rowsOfPeriod(facts, 0, { ...basis, noSales: [null, null] })
  expect(rows.map(({ category, category_id, is_total }) => [category, category_id, is_total])).toEqual([
    ['CAPS', 'caps', false],
    ['TOPS', 'tops', false],
    [null, null, false],
    [null, null, true],
  ])
  expect(rows.map(({ figures }) => [figures.net_sales.cents, figures.on_hand_units])).toEqual([
    [0, 0],
    [900, 3],
    [0, 0],
    [900, 3],
  ])
  expect(rows.map(({ last_year }) => last_year.net_sales.cents)).toEqual([0, 0, 50, 50])
  expect(rows.at(-1)!.change.net_sales_percentage).toBe(1_700)
})

test('a later period has the window at its place, and each side its own reasons', () => {
  const rows = rowsOfPeriod(facts, 1, { ...basis, noSales: [null, 'not then'] })
  expect(rows.map(({ figures }) => figures.on_hand_units)).toEqual([8, 0, 0, 8])
  expect(rows.map(({ last_year }) => [last_year.net_sales_reason_code, last_year.on_hand_reason_code])).toEqual(
    rows.map(() => ['not_recorded', 'not_recorded']),
  )
  expect(rows[0]!.figures).toMatchObject({ net_sales: { cents: 0 }, net_sales_reason_code: null })
})
