/** What a query may ask, and which of its keys a refusal names. */
import { expect, test } from 'bun:test'
import { checkQuery, type MetricQuery, refuseUnknown } from '../../../server/insight/metrics/check_query.rules.ts'
import { measures } from '../../../server/insight/metrics/dictionary.ts'

const time_range = { kind: 'to_date', unit: 'month' } as const
const query = (values: Partial<MetricQuery> = {}): MetricQuery => ({
  domain: 'sales',
  measures: ['net_sales'],
  time_range,
  ...values,
})
const stock = (values: Partial<MetricQuery> = {}): MetricQuery => ({
  domain: 'inventory',
  measures: ['on_hand'],
  ...values,
})
/** A refusal: the field, the key and the sentence. */
function refusal(query: MetricQuery) {
  try {
    checkQuery(query)
  } catch (error) {
    const { desc, data } = error as { desc: string; data: { field: string; key: string; allowed: string[] } }
    return { desc, field: data.field, key: data.key, allowed: data.allowed }
  }
  throw new Error('not refused')
}
const id = '0190a0a0-0000-7000-8000-000000000001'
const salesDimensions = ['sales_channel', 'category', 'product', 'location']

test('a query without options has no split, no order, and 10,000 rows', () => {
  expect(checkQuery(query())).toEqual({
    domain: 'sales',
    measures: [{ key: 'net_sales', measure: measures.get('net_sales')! }],
    dimensions: [],
    grain: null,
    time_range,
    filters: [],
    order_by: null,
    limit: 10_000,
  })
})

test('a query keeps what it asks', () => {
  const filters = [
    { dimension: 'product', values: [id] },
    { dimension: 'sales_channel', values: [id] },
  ]
  expect(
    checkQuery(
      query({
        measures: ['units_sold', 'net_sales'],
        dimensions: ['product', 'category'],
        grain: 'week',
        filters,
        limit: 5,
      }),
    ),
  ).toMatchObject({
    measures: [{ key: 'units_sold' }, { key: 'net_sales' }],
    dimensions: ['product', 'category'],
    grain: 'week',
    filters,
    limit: 5,
  })
  expect(checkQuery(stock())).toMatchObject({ domain: 'inventory', time_range: null })
})

test('a domain is one that is served, and a refusal lists those', () => {
  const served = ['sales', 'returns', 'inventory', 'movements', 'purchasing', 'suppliers', 'orders']
  expect(refusal(query({ domain: 'weather' }))).toEqual({
    desc: `query.domain must be a domain of the dictionary. Allowed: ${served.join(', ')}.`,
    field: 'query.domain',
    key: 'weather',
    allowed: served,
  })
  expect(refusal(query({ domain: 'toString' })).key).toBe('toString')
  expect(refusal(query({ domain: 'sell_out', measures: ['on_hand'] }))).toMatchObject({
    desc: `query.domain cannot be queried: Sell-out is answered by the operations of sell-out, by account, and not by metrics. Allowed: ${served.join(', ')}.`,
    key: 'sell_out',
  })
})

test('a measure is of the domain, and asked once', () => {
  const unknown = refusal(query({ measures: ['net_sales', 'on_hand'] }))
  expect(unknown).toMatchObject({ field: 'query.measures[1]', key: 'on_hand' })
  expect(unknown.desc).toStartWith('query.measures[1] must be a measure of sales. Allowed: gross_sales, discounts,')
  expect(refusal(query({ measures: ['net_sales', 'discounts', 'net_sales'] }))).toEqual({
    desc: 'query.measures[2] must not be there twice.',
    field: 'query.measures[2]',
    key: 'net_sales',
    allowed: [],
  })
})

test('a dimension is one of every measure, and a refusal names the measures without it', () => {
  expect(
    refusal(query({ measures: ['net_sales', 'sell_through'], dimensions: ['category', 'sales_channel'] })),
  ).toEqual({
    desc: 'query.dimensions[1] is not a dimension of sell_through. Allowed: category, product.',
    field: 'query.dimensions[1]',
    key: 'sales_channel',
    allowed: ['category', 'product'],
  })
  expect(refusal(query({ measures: ['net_sales', 'discounts'], dimensions: ['supplier'] })).desc).toBe(
    'query.dimensions[0] is not a dimension of net_sales, discounts. Allowed: sales_channel, category, product, location.',
  )
  expect(refusal(query({ dimensions: ['product', 'product'] }))).toMatchObject({
    desc: 'query.dimensions[1] must not be there twice.',
    key: 'product',
    allowed: [],
  })
})

test('a filter is by a dimension of every measure, once', () => {
  const filter = (dimension: string, values: string[]) => ({ dimension, values })
  expect(refusal(query({ filters: [filter('supplier', [id])] }))).toEqual({
    desc: 'query.filters[0].dimension must be a dimension of every measure. Allowed: sales_channel, category, product, location.',
    field: 'query.filters[0].dimension',
    key: 'supplier',
    allowed: salesDimensions,
  })
  expect(
    refusal(query({ filters: [filter('product', [id]), filter('category', [id]), filter('product', [id])] })),
  ).toEqual({
    desc: 'query.filters[2].dimension must not be there twice.',
    field: 'query.filters[2].dimension',
    key: 'product',
    allowed: [],
  })
})

test('the values of a filter are ids of records, or of the list of the dimension', () => {
  expect(refusal(query({ filters: [{ dimension: 'sales_channel', values: [id, 'web'] }] }))).toEqual({
    desc: 'query.filters[0].values[1] must be the id of a sales channel of this organisation.',
    field: 'query.filters[0].values[1]',
    key: 'web',
    allowed: [],
  })
  const kinds = (values: string[]): MetricQuery =>
    query({ domain: 'orders', measures: ['orders'], filters: [{ dimension: 'order_kind', values }] })
  expect(checkQuery(kinds(['consumer', 'wholesale'])).filters).toHaveLength(1)
  expect(refusal(kinds(['retail']))).toEqual({
    desc: 'query.filters[0].values[0] must be one of the allowed values. Allowed: consumer, wholesale.',
    field: 'query.filters[0].values[0]',
    key: 'retail',
    allowed: ['consumer', 'wholesale'],
  })
  expect(refusal(kinds(['consumer', 'consumer']))).toMatchObject({ field: 'query.filters[0].values[1]' })
  expect(() => refuseUnknown(1, 2, 'x', 'Trading account')).toThrow(
    expect.objectContaining({
      desc: 'query.filters[1].values[2] must be the id of a trading account of this organisation.',
    }),
  )
})

test('a time range is required where figures are of days, and refused where they are of now', () => {
  const { time_range: _without, ...untimed } = query()
  expect(refusal(untimed)).toEqual({
    desc: 'query.time_range is required for sales.',
    field: 'query.time_range',
    key: '',
    allowed: [],
  })
  expect(refusal(stock({ time_range }))).toEqual({
    desc: 'query.time_range must not be sent for inventory, whose figures are of now.',
    field: 'query.time_range',
    key: 'to_date',
    allowed: [],
  })
  expect(refusal(query({ time_range: { kind: 'to_date' } })).field).toBe('query.time_range.unit')
})

test('figures that cannot be split by time refuse a grain, and a refusal names them', () => {
  expect(refusal(query({ measures: ['net_sales', 'sell_through'], grain: 'week' }))).toEqual({
    desc: 'query.grain must not be sent for sell_through, which cannot be split by time.',
    field: 'query.grain',
    key: 'week',
    allowed: [],
  })
  expect(refusal(stock({ measures: ['on_hand', 'available'], grain: 'day' })).desc).toBe(
    'query.grain must not be sent for on_hand, available, which cannot be split by time.',
  )
  expect(checkQuery(query({ measures: ['sell_through'] })).grain).toBeNull()
})

test('rows are ordered by what they have: the period, the dimensions and the measures', () => {
  const by = (key: string, direction?: 'ascending' | 'descending') =>
    query({ dimensions: ['product'], grain: 'week', order_by: { key, ...(direction && { direction }) } })
  const descending = (query: MetricQuery) => checkQuery(query).order_by!.descending
  expect(checkQuery(by('net_sales')).order_by).toEqual({ key: 'net_sales', descending: true })
  expect(descending(by('net_sales', 'ascending'))).toBe(false)
  expect(descending(by('net_sales', 'descending'))).toBe(true)
  expect(descending(by('product'))).toBe(false)
  expect(descending(by('product', 'descending'))).toBe(true)
  expect(descending(by('period_start'))).toBe(false)
  expect(refusal(by('discounts'))).toEqual({
    desc: 'query.order_by.key must be a measure or a dimension of the query. Allowed: period_start, product, net_sales.',
    field: 'query.order_by.key',
    key: 'discounts',
    allowed: ['period_start', 'product', 'net_sales'],
  })
  expect(refusal(query({ order_by: { key: 'period_start' } })).allowed).toEqual(['net_sales'])
})
