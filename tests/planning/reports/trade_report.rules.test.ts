/** The rows of a trade report: sums of sales, margins, rates and cover. */
import Big from 'big.js'
import { expect, test } from 'bun:test'
import { known } from '../../../server/contract/money.ts'
import type { Section } from '../../../server/planning/reports/report.model.ts'
import {
  addSums,
  noSums,
  stockSection,
  type Sums,
  sumsByKey,
  tradeSection,
} from '../../../server/planning/reports/weekly_trade/trade_report.rules.ts'
import type { TradeSales } from '../../../server/planning/reports/weekly_trade/trade_sales.store.ts'
import { checkColumns } from './check_columns.ts'

const sales = (changes: Partial<TradeSales> = {}): TradeSales => ({
  period: 0,
  key: 'tops',
  figure: 'net',
  net_cents: 900,
  unrated_currency: null,
  units: 3,
  returned_units: 1,
  costed_units: 4,
  known_cost: '400',
  ...changes,
})

test('amounts of a period are gathered by key, and their units are counted once', () => {
  const rows = [
    sales(),
    sales({ figure: 'gross', net_cents: 1_200, unrated_currency: 'EUR' }),
    sales({ figure: 'discounts', net_cents: 100, unrated_currency: 'GBP' }),
    sales({ figure: 'returns', net_cents: 200 }),
    sales({ period: 1, net_cents: 7 }),
    sales({ key: null, net_cents: 5 }),
  ]
  const found = sumsByKey(rows, 0)
  expect([...found.keys()]).toEqual(['tops', 'none'])
  expect(found.get('tops')).toEqual({
    net: 900,
    gross: 1_200,
    discounts: 100,
    returns: 200,
    cost: Big(400),
    units: 3,
    returned_units: 1,
    costed_units: 4,
    unrated_currency: 'EUR',
  })
  expect(found.get('none')).toMatchObject({ net: 5, gross: 0 })
  expect(sumsByKey(rows, 1).get('tops')).toMatchObject({ net: 7, unrated_currency: null })
  expect(sumsByKey(rows, 2).size).toBe(0)
})

const sums = (changes: Partial<Sums> = {}): Sums => ({
  net: 900,
  gross: 1_200,
  discounts: 100,
  returns: 200,
  cost: Big(400),
  units: 4,
  returned_units: 1,
  costed_units: 5,
  unrated_currency: null,
  ...changes,
})

test('sums add up figure by figure, and keep the first currency without a rate', () => {
  const other = sums({
    net: 1,
    gross: 2,
    discounts: 3,
    returns: 4,
    cost: Big(5),
    units: 6,
    returned_units: 7,
    costed_units: 8,
  })
  expect(addSums(sums(), other)).toEqual({
    net: 901,
    gross: 1_202,
    discounts: 103,
    returns: 204,
    cost: Big(405),
    units: 10,
    returned_units: 8,
    costed_units: 13,
    unrated_currency: null,
  })
  expect(addSums(sums(), sums({ unrated_currency: 'EUR' })).unrated_currency).toBe('EUR')
  expect(addSums(sums({ unrated_currency: 'GBP' }), sums({ unrated_currency: 'EUR' })).unrated_currency).toBe('GBP')
  expect(addSums(noSums, noSums)).toEqual(noSums)
})

/** Cells of the only row: cents or value, or else the reason. */
const shown = ({ rows }: Section) =>
  Object.fromEntries(rows[0]!.cells.map(({ column, cents, value, reason }) => [column, reason ?? cents ?? value]))
const trade = (
  {
    week = sums(),
    last_year = sums({ net: 600, units: 3 }),
    plan: rowPlan = { sales: known(1_000), margin: known(450) },
  } = {},
  unrecorded: Partial<Record<'week' | 'last_year' | 'recent', string>> = {},
) =>
  tradeSection([{ key: 'tops', label: 'Tops', week, last_year, plan: rowPlan }], {
    currency: 'USD',
    unrecorded: { week: null, last_year: null, recent: null, ...unrecorded },
    noRate: (unrated, currency) => `${unrated} has no rate to ${currency}.`,
    as_of: '2026-02-10T00:00:00.000Z',
    note: 'Note.',
  })

test('a row states sales against the plan and last year, and its margin and rates', () => {
  const section = trade()
  expect(section).toMatchObject({ key: 'trade', absence: null, as_of: '2026-02-10T00:00:00.000Z', note: 'Note.' })
  checkColumns(section)
  expect(shown(section)).toEqual({
    net_sales: 900,
    plan_net_sales: 1_000,
    plan_variance_pct: -10,
    last_year_net_sales: 600,
    last_year_change_pct: 50,
    net_units: 3,
    last_year_net_units: 2,
    units_sold: 4,
    units_returned: 1,
    gross_sales: 1_200,
    discounts: 100,
    discount_rate_pct: 8.33,
    returns_value: 200,
    return_rate_pct: 25,
    gross_margin: 500,
    plan_gross_margin: 450,
    gross_margin_pct: 55.56,
  })
})

test('a margin needs the cost of every unit that was sold or came back', () => {
  expect(shown(trade({ week: sums({ costed_units: 4 }) }))).toMatchObject({
    gross_margin: 'The cost of some units is unknown.',
    gross_margin_pct: 'The cost of some units is unknown.',
    net_sales: 900,
  })
  expect(shown(trade({ week: sums({ costed_units: 6 }) }))['gross_margin']).toBe(500)
})

test('sales in a currency without a rate make the amounts of their own period unknown, not its units', () => {
  const noRate = 'EUR has no rate to USD.'
  const week = shown(trade({ week: sums({ unrated_currency: 'EUR', costed_units: 0 }) }))
  for (const figure of ['net_sales', 'plan_variance_pct', 'gross_sales', 'discounts', 'returns_value', 'gross_margin'])
    expect([figure, week[figure]]).toEqual([figure, noRate])
  expect(week).toMatchObject({ last_year_net_sales: 600, net_units: 3, return_rate_pct: 25 })
  const before = shown(trade({ last_year: sums({ unrated_currency: 'EUR' }) }))
  expect(before).toMatchObject({
    net_sales: 900,
    last_year_net_sales: noRate,
    last_year_change_pct: noRate,
    last_year_net_units: 3,
  })
})

test('a period without recorded sales is unknown, units included', () => {
  const week = shown(trade({ week: noSums }, { week: 'Not recorded.' }))
  for (const figure of [
    'net_sales',
    'net_units',
    'units_sold',
    'units_returned',
    'return_rate_pct',
    'discount_rate_pct',
  ])
    expect([figure, week[figure]]).toEqual([figure, 'Not recorded.'])
  expect(week['last_year_net_units']).toBe(2)
  expect(shown(trade({}, { last_year: 'Not recorded.' }))).toMatchObject({
    net_sales: 900,
    net_units: 3,
    last_year_net_sales: 'Not recorded.',
    last_year_net_units: 'Not recorded.',
  })
})

test('a week without sales is zero, and its rates say what is missing', () => {
  const nothing = { sales: known(0), margin: known(0) }
  expect(shown(trade({ week: noSums, last_year: noSums, plan: nothing }))).toMatchObject({
    net_sales: 0,
    gross_margin: 0,
    plan_variance_pct: 'Planned net sales are not above zero.',
    last_year_change_pct: 'Net sales of last year are not above zero.',
    discount_rate_pct: 'Gross sales are zero.',
    return_rate_pct: 'Nothing was sold.',
    gross_margin_pct: 'Net sales are not above zero.',
  })
  const returned = trade({ week: sums({ returns: -0 }) }).rows[0]!.cells.find((one) => one.column === 'returns_value')
  expect(returned!.cents).toBe(0)
})

const stock = (on_hand: number, recent_units: number, missing: { reason?: string; unrecorded?: string } = {}) =>
  stockSection([{ key: 'tops', label: 'Tops', on_hand, recent_units }], {
    as_of: '2026-02-10T00:00:00.000Z',
    note: 'Note.',
    reason: missing.reason ?? null,
    unrecorded: missing.unrecorded ?? null,
  })

test('weeks of cover are the stock at the pace of four weeks, to one decimal', () => {
  expect(stock(30, 8)).toMatchObject({ key: 'stock', absence: null, note: 'Note.' })
  checkColumns(stock(30, 8))
  expect(shown(stock(30, 8))).toEqual({ on_hand_units: 30, recent_net_units: 8, weeks_of_cover: 15 })
  expect(shown(stock(1, 16))['weeks_of_cover']).toBe(0.3)
  expect(shown(stock(0, 16))).toMatchObject({ on_hand_units: 0, weeks_of_cover: 0 })
  for (const sold of [0, -1])
    expect(shown(stock(30, sold))).toMatchObject({
      recent_net_units: sold,
      weeks_of_cover: 'Nothing was sold in the four weeks.',
    })
})

test('cover needs both the stock and the sales of the four weeks', () => {
  expect(shown(stock(30, 8, { reason: 'No stock.' }))).toEqual({
    on_hand_units: 'No stock.',
    recent_net_units: 8,
    weeks_of_cover: 'No stock.',
  })
  expect(shown(stock(30, 8, { unrecorded: 'No sales.' }))).toEqual({
    on_hand_units: 30,
    recent_net_units: 'No sales.',
    weeks_of_cover: 'No sales.',
  })
})
