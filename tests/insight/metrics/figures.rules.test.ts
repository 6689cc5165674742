/** Figures of a row from its sums: exact, rounded once, and with a reason where there is none. */
import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { coverReasons } from '../../../server/ledger/cover.model.ts'
import type { CostLack } from '../../../server/insight/sales/cost_lacks.rules.ts'
import { checkQuery, type MetricQuery } from '../../../server/insight/metrics/check_query.rules.ts'
import { measures } from '../../../server/insight/metrics/dictionary.ts'
import {
  columnsFor,
  figureOf,
  hasReason,
  needsLacks,
  rowOf,
  type SumRow,
} from '../../../server/insight/metrics/figures.rules.ts'

const context = {
  currency: 'USD',
  window: { start: '2026-11-04', end: '2026-11-22' },
  no_opening_reason: null as string | null,
  cost_lacks: [] as CostLack[],
}
const sales: SumRow = {
  sales__gross: '20000',
  sales__discounts: '1000',
  sales__returns: '3000',
  sales__cost: '6000',
  sales__costed_units: '12',
  sales__units: '10',
  sales__returned_units: '2',
  sales__priced_units: '10',
  sales__markdown_units: '3',
  sales__unrated: null,
  stock_flow__opening: '30',
  stock_flow__received: '10',
}
const figure = (key: string, values: SumRow = {}, of = context) => {
  const { value, reason } = figureOf({ ...sales, ...values }, measures.get(key)!, of)
  return value === null ? reason : Number(value)
}

test('a sum adds its terms and takes off others', () => {
  expect([figure('gross_sales'), figure('net_sales'), figure('net_units'), figure('gross_margin')]).toEqual([
    20_000, 16_000, 8, 10_000,
  ])
  expect(figure('net_sales', { sales__gross: '1' })).toBe(-3_999)
})

test('a rate is rounded half up once, to its decimals', () => {
  expect([figure('return_rate'), figure('gross_margin_pct'), figure('average_selling_price')]).toEqual([
    20, 62.5, 1_900,
  ])
  expect(figure('return_rate', { sales__units: '7' })).toBe(28.57)
  expect(figure('return_rate', { sales__returned_units: '1', sales__units: '800' })).toBe(0.13)
})

test('a rate of nothing has none, and says why', () => {
  const { computation } = measures.get('return_rate')!
  const reason = computation.kind === 'ratio' ? computation.reason : ''
  expect(reason).not.toBe('')
  expect(figure('return_rate', { sales__units: '0' })).toBe(reason)
  expect(figure('return_rate', { sales__units: '-1' })).toBe(reason)
  expect(figure('return_rate', { sales__returned_units: '0' })).toBe(0)
})

test('cover without a rate names the cause of the levels, that of units sold first', () => {
  const none = {
    stock__available: '5',
    stock__units_per_day: '0',
    stock__sold_without_stock: '0',
    stock__single_wholesale_shipment: '0',
    stock__not_measured: '0',
  }
  const cover = (values: SumRow) => {
    const { value, reason } = figureOf({ ...none, ...values }, measures.get('days_of_cover')!, context)
    return value === null ? reason : Number(value)
  }
  expect(cover({})).toBe(coverReasons.nothing_sold)
  expect(cover({ stock__not_measured: '1' })).toBe(coverReasons.not_measured)
  expect(cover({ stock__not_measured: '1', stock__single_wholesale_shipment: '2' })).toBe(
    coverReasons.single_wholesale_shipment,
  )
  expect(cover({ stock__sold_without_stock: '1', stock__single_wholesale_shipment: '2' })).toBe(
    coverReasons.sold_without_stock,
  )
  expect(cover({ stock__units_per_day: '2', stock__sold_without_stock: '1' })).toBe(2.5)
  // 20 units in 21 days, cut to 16 decimals: one unit is exactly 1.05 days.
  expect(cover({ stock__available: '1', stock__units_per_day: '0.9523809523809524' })).toBe(1.1)
})

test('a figure that is known of some of the units alone has a reason in its place', () => {
  const reason = measures.get('cost_of_sales')!.computation.complete!.reason
  expect(figure('cost_of_sales')).toBe(6_000)
  expect(figure('cost_of_sales', { sales__costed_units: '11' })).toBe(reason)
  expect(figure('gross_margin_pct', { sales__costed_units: '11' })).toBe(reason)
  expect(figure('markdown_rate')).toBe(30)
})

test('a floored rate counts a negative sum as zero', () => {
  const cover = (available: string) =>
    Number(
      figureOf({ stock__available: available, stock__units_per_day: '2' }, measures.get('days_of_cover')!, context)
        .value,
    )
  expect([cover('5'), cover('0'), cover('-5')]).toEqual([2.5, 0, 0])
  expect(figure('return_rate', { sales__returned_units: '-1' })).toBe(-10)
})

test('opening stock that is unknown makes the figures unknown that need it, and no others', () => {
  const unknown = { ...context, no_opening_reason: 'The ledger began later.' }
  expect(figure('sell_through')).toBe(20)
  expect(figure('sell_through', {}, unknown)).toBe('The ledger began later.')
  expect(figure('return_rate', {}, unknown)).toBe(20)
})

test('a currency without a rate makes figures of money unknown, and none of units', () => {
  const unrated = { sales__unrated: 'EUR' }
  const reason = 'No exchange rate of EUR was in force on a day of these figures.'
  for (const key of ['net_sales', 'average_selling_price', 'gross_margin_pct', 'discount_rate'])
    expect(figure(key, unrated)).toBe(reason)
  expect([figure('units_sold', unrated), figure('return_rate', unrated)]).toEqual([10, 20])
})

const checked = (values: Partial<MetricQuery>) =>
  checkQuery({ domain: 'sales', measures: ['net_sales'], time_range: { kind: 'to_date', unit: 'month' }, ...values })

test('a row has its period, its dimensions and its measures, in the order of the columns', () => {
  const query = checked({
    measures: ['net_sales', 'return_rate', 'units_sold'],
    dimensions: ['product', 'category'],
    grain: 'week',
  })
  const row = rowOf({ ...sales, period: '2026-11-09', d0: 'p', n0: 'Jumper', d1: 'k', n1: null }, query, context)
  expect(row).toEqual({
    period_start: '2026-11-09',
    period_end: '2026-11-15',
    product_id: 'p',
    product_name: 'Jumper',
    category_id: 'k',
    category_name: null,
    net_sales: { cents: 16_000, currency: 'USD', reason: null, usd: 160 },
    return_rate: 20,
    return_rate_reason: null,
    units_sold: 10,
  })
  expect(Object.keys(row)).toEqual(columnsFor(query).map(({ key }) => key))
})

test('the last period ends with the window, and others with their last day', () => {
  const end = (period: string, window: { start: string; end: string }) =>
    rowOf({ ...sales, period }, checked({ grain: 'week' }), { ...context, window })['period_end']
  expect(end('2026-11-16', { start: '2026-11-04', end: '2026-11-20' })).toBe('2026-11-20')
  expect(end('2026-11-16', { start: '2026-11-04', end: '2026-11-22' })).toBe('2026-11-22')
  expect(end('2026-11-09', { start: '2026-11-04', end: '2026-11-20' })).toBe('2026-11-15')
})

test('a dimension with a list of values has one column, without a name', () => {
  const query = checked({ domain: 'orders', measures: ['orders'], dimensions: ['order_kind', 'sales_channel'] })
  expect(rowOf({ orders__live: '4', d0: 'consumer', d1: 'c', n1: 'Web' }, query, context)).toEqual({
    order_kind: 'consumer',
    sales_channel_id: 'c',
    sales_channel_name: 'Web',
    orders: 4,
  })
  expect(rowOf({ orders__live: '4' }, query, context)).toMatchObject({ order_kind: null, sales_channel_name: null })
})

test('money that is missing has its own reason, and is rounded half up to the cent', () => {
  const cell = (values: SumRow) => rowOf({ ...sales, ...values }, checked({}), context)['net_sales']
  expect(cell({ sales__unrated: 'EUR' })).toEqual({
    cents: null,
    currency: 'USD',
    reason: 'No exchange rate of EUR was in force on a day of these figures.',
    usd: null,
  })
  expect(cell({ sales__gross: '4000.5' })).toMatchObject({ cents: 1 })
  expect(cell({ sales__gross: '4000.4' })).toMatchObject({ cents: 0 })
})

test('a missing rate is null beside its reason, and minus zero is zero', () => {
  const rate = (values: SumRow) => rowOf({ ...sales, ...values }, checked({ measures: ['return_rate'] }), context)
  expect(rate({ sales__units: '0' })['return_rate']).toBeNull()
  expect(rate({ sales__units: '0' })['return_rate_reason']).toBeString()
  const tiny = rate({ sales__returned_units: '-1', sales__units: '1000000' })['return_rate']
  expect(Object.is(tiny, 0)).toBe(true)
})

test('a figure has a column of reasons where it can be missing and is no money', () => {
  const keys = ['return_rate', 'markdown_rate', 'units_sold', 'average_selling_price', 'cost_of_sales', 'net_sales']
  expect(keys.filter((key) => hasReason(measures.get(key)!))).toEqual(['return_rate', 'markdown_rate'])
})

test('columns say what they are', () => {
  const plain = { format: null, unit: null }
  expect(
    columnsFor(
      checked({
        domain: 'orders',
        measures: ['order_value', 'units_per_order'],
        dimensions: ['order_kind', 'account'],
        grain: 'day',
      }),
    ),
  ).toEqual([
    { key: 'period_start', label: 'First day of the period', kind: 'period', type: 'date', ...plain },
    { key: 'period_end', label: 'Last day of the period', kind: 'period', type: 'date', ...plain },
    { key: 'order_kind', label: 'Kind of order', kind: 'dimension', type: 'text', ...plain },
    { key: 'account_id', label: 'Id of the trading account', kind: 'dimension', type: 'id', ...plain },
    { key: 'account_name', label: 'Trading account', kind: 'dimension', type: 'text', ...plain },
    {
      key: 'order_value',
      label: 'Order value',
      kind: 'measure',
      type: 'money',
      format: 'money',
      unit: "cents of the organisation's currency",
    },
    {
      key: 'units_per_order',
      label: 'Units per order',
      kind: 'measure',
      type: 'number',
      format: 'decimal',
      unit: 'units',
    },
    {
      key: 'units_per_order_reason',
      label: 'Why there is no figure: units per order',
      kind: 'reason',
      type: 'text',
      ...plain,
    },
  ])
  expect(columnsFor(checked({})).map(({ key }) => key)).toEqual(['net_sales'])
})

const lack = (own: Partial<CostLack>): CostLack => ({
  day: null,
  sales_channel: null,
  location: null,
  category: null,
  product: null,
  lack: 'no_cost',
  currency: null,
  units: 1,
  ...own,
})
const costUnknown = { ...sales, sales__costed_units: '11' }

test('lacks are needed where units sold or returned have no cost, and a measure depends on it', () => {
  const cost = checked({ measures: ['net_sales', 'cost_of_sales'] })
  expect(needsLacks([sales, costUnknown], cost)).toBe(true)
  expect(needsLacks([sales], cost)).toBe(false)
  expect(needsLacks([], cost)).toBe(false)
  expect(needsLacks([costUnknown], checked({ measures: ['net_sales'] }))).toBe(false)
  // Its regular prices are known of some units alone; that is no matter of cost.
  const unpriced = { ...sales, sales__priced_units: '9' }
  expect(needsLacks([unpriced], checked({ measures: ['markdown_rate'] }))).toBe(false)
})

test('a cost that is unknown says of how many units and why, of those in its period and of its dimensions', () => {
  const reason = measures.get('cost_of_sales')!.computation.complete!.reason
  const sentence = (part: string) => `${reason.replace(/[.]$/, '')}: ${part}.`
  const query = checked({
    measures: ['cost_of_sales', 'net_sales'],
    dimensions: ['product', 'category'],
    grain: 'week',
  })
  const ofRow = { product: 'p', category: 'k' }
  const shown = (cost_lacks: CostLack[], own: SumRow = {}, of = query) =>
    (
      rowOf({ ...costUnknown, period: '2026-11-09', d0: 'p', n0: 'Jumper', d1: 'k', n1: null, ...own }, of, {
        ...context,
        cost_lacks,
      })['cost_of_sales'] as { reason: string | null }
    ).reason
  const days = ['2026-11-08', '2026-11-09', '2026-11-15', '2026-11-16']
  expect(shown(days.map((day, i) => lack({ ...ofRow, day, units: 10 ** i })))).toBe(
    sentence('no cost is stated of 110 units'),
  )
  const day = '2026-11-10'
  expect(shown([lack({ ...ofRow, day, product: 'q' }), lack({ ...ofRow, day, category: 'j' })])).toBe(reason)
  expect(shown([lack({ day, product: 'p', units: 3 })], { d1: null })).toBe(sentence('no cost is stated of 3 units'))
  expect(shown([lack({ day, product: 'p' })], { d1: 'k' })).toBe(reason)
  // A row of which every cost is known has no reason.
  expect(shown([lack({ ...ofRow, day })], { sales__costed_units: '12' })).toBeNull()
  const ids = Array.from({ length: 3 }, () => uuidv7())
  const whole = checked({
    measures: ['cost_of_sales'],
    filters: [{ dimension: 'product', values: [ids[0]!, ids[1]!] }],
  })
  const lacks = [...ids, null].map((product, i) => lack({ product, units: 10 ** i }))
  expect(shown(lacks, {}, whole)).toBe(sentence('no cost is stated of 11 units'))
})

test('a measure that another reason of unknown costs concerns keeps its own sentence', () => {
  const { reason } = measures.get('return_losses')!.computation.complete!
  const row = { return_receipts__lost_cost: '5', return_receipts__lost_costed: '1', return_receipts__lost: '2' }
  const query = checked({ domain: 'returns', measures: ['return_losses'] })
  const shown = rowOf(row, query, { ...context, cost_lacks: [lack({})] })
  expect(shown).toMatchObject({ return_losses: { cents: null, reason } })
})

test('units without a regular price are left out of the markdown rate, and counted', () => {
  const unpriced = { sales__units: '10', sales__priced_units: '6' }
  expect([figure('markdown_rate', unpriced), figure('unpriced_units', unpriced)]).toEqual([50, 4])
  expect([figure('markdown_rate'), figure('unpriced_units')]).toEqual([30, 0])
  expect(figure('markdown_rate', { ...unpriced, sales__priced_units: '0' })).toContain('known regular price')
})
