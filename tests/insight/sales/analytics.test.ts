import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { fiscalMonthOf, fiscalMonthsOf } from '../../../server/calendar/retail_calendar.ts'
import { analyticsOf, calendarMonths } from '../../../server/insight/sales/sales_analytics.rules.ts'
import { basis_note } from '../../../server/insight/sales/sales_basis.ts'
import { between, categoryOf, netOf, openSalesShop, randomSales, type SalesShop, sell, sumOf } from './support.ts'

setDefaultTimeout(60_000)
const ask = (shop: SalesShop, query: string) => shop.tenant.get(`/api/v1/sales/analytics?${query}`)
const today = new Date().toISOString().slice(0, 10)

/** From the rows that were written; nothing is imported, so sales are known until today. */
const coverageOf = ({ rows }: SalesShop, start: string, end: string) => ({
  sales_begin_on: rows.map(({ day }) => day).toSorted()[0],
  recorded_through: today,
  days_with_sales: new Set(between(rows, start, end).map(({ day }) => day)).size,
  channels_with_sales: new Set(between(rows, start, end).map(({ channel }) => channel)).size,
  conversions: [],
})

const inGroup = (shop: SalesShop, group: string) =>
  shop.rows.filter(({ sku }) => group === 'Overall' || (categoryOf[sku] ?? 'No category') === group)

test('each group and month is what was written, and Overall is their sum to the cent', async () => {
  const shop = await openSalesShop()
  await sell(shop, randomSales('2025-01-15', '2025-04-20'))
  const answer = await ask(shop, 'start_date=2025-02-10&end_date=2025-04-09')
  expect(answer.status).toBe(200)
  const { data } = answer.body
  expect(Object.keys(data)).toEqual(['Overall', 'Denim', 'Knitwear', 'No category'])
  const days: Record<string, [string, string]> = {
    '2025-02': ['2025-02-10', '2025-02-28'],
    '2025-03': ['2025-03-01', '2025-03-31'],
    '2025-04': ['2025-04-01', '2025-04-09'],
  }
  for (const [group, figures] of Object.entries<any>(data)) {
    const rows = inGroup(shop, group)
    expect(figures).toEqual({
      currency: 'USD',
      revenue_total: sumOf(between(rows, '2025-02-10', '2025-04-09'), netOf) / 100,
      revenue_monthly: Object.fromEntries(
        Object.entries(days).map(([month, [start, end]]) => [month, sumOf(between(rows, start, end), netOf) / 100]),
      ),
      reason: null,
      basis: {
        window: { start_date: '2025-02-10', end_date: '2025-04-09', end_exclusive: '2025-04-10' },
        calendar: 'gregorian',
        coverage: coverageOf(shop, '2025-02-10', '2025-04-09'),
        basis_note,
      },
    })
  }
})

test('requested categories are returned with or without sales, and Overall sums these alone', async () => {
  const shop = await openSalesShop()
  await sell(shop, randomSales('2025-02-01', '2025-02-28'))
  const { data } = (await ask(shop, 'start_date=2025-02-01&end_date=2025-02-28&categories=Denim,Empty')).body
  const denim = sumOf(inGroup(shop, 'Denim'), netOf) / 100
  expect(Object.entries<any>(data).map(([group, { revenue_total }]) => [group, revenue_total])).toEqual([
    ['Overall', denim],
    ['Denim', denim],
    ['Empty', 0],
  ])
  const { data: totals } = (await ask(shop, 'start_date=2025-02-01&end_date=2025-02-28&fields=revenue_total')).body
  const { basis, ...figures } = totals.Denim
  expect(figures).toEqual({ currency: 'USD', revenue_total: denim, reason: null })
  expect(basis.coverage).toEqual(coverageOf(shop, '2025-02-01', '2025-02-28'))
})

test('a fiscal year cuts the window to its days and counts by fiscal month', async () => {
  const shop = await openSalesShop()
  const { fiscal_year } = fiscalMonthOf(today)
  const months = { this: fiscalMonthsOf(fiscal_year), last: fiscalMonthsOf(fiscal_year - 1) }
  const first = months.last[0]!.start
  await sell(shop, randomSales(addDays(first, -3), addDays(first, 45)))
  await sell(shop, randomSales(addDays(months.this[0]!.start, -10), addDays(months.this[0]!.start, 3), 5))
  const window = `start_date=${addDays(first, -3)}&end_date=${addDays(first, 640)}`
  for (const year of ['this', 'last'] as const) {
    const { Overall } = (await ask(shop, `${window}&in_fiscal_year=${year}`)).body.data
    const own = months[year]
    const number = year === 'this' ? fiscal_year : fiscal_year - 1
    const until = own.at(-1)!.end < addDays(first, 640) ? own.at(-1)!.end : addDays(first, 640)
    expect(Overall.revenue_total).toBe(sumOf(between(shop.rows, own[0]!.start, until), netOf) / 100)
    expect(Overall.revenue_monthly[`FY${number}-01`]).toBe(
      sumOf(between(shop.rows, own[0]!.start, own[0]!.end), netOf) / 100,
    )
  }
  const outside = (await ask(shop, `start_date=2019-01-01&end_date=2019-01-31&in_fiscal_year=this`)).body.data
  expect(outside).toEqual({
    Overall: {
      currency: 'USD',
      revenue_total: null,
      revenue_monthly: {},
      reason: 'No day of the window is in the fiscal year.',
      basis: {
        window: { start_date: '2019-01-01', end_date: '2019-01-31', end_exclusive: '2019-02-01' },
        calendar: 'retail_4_5_4',
        coverage: coverageOf(shop, '2019-01-01', '2019-01-31'),
        basis_note,
      },
    },
  })
})

test('sample figures are the same for everyone and read nothing of the organisation', async () => {
  const [shop, other] = [await openSalesShop(), await openSalesShop()]
  await sell(shop, randomSales('2025-02-01', '2025-02-28'))
  const query = 'start_date=2025-02-01&end_date=2025-03-31&is_sample=true'
  const [one, another] = [(await ask(shop, query)).body.data, (await ask(other, query)).body.data]
  expect(one).toEqual(another)
  expect(one.Overall.basis.coverage).toBeNull()
  expect(Object.keys(one)).toEqual(['Overall', 'Denim', 'Knitwear'])
  expect(one.Overall.revenue_total).toBe(one.Denim.revenue_total + one.Knitwear.revenue_total)
})

test('categories named like a key and like its mark have a key each', () => {
  const months = calendarMonths({ start: '2026-10-01', end: '2026-10-31' })
  const names = ['Overall', 'Overall (category)', 'No category (category)', 'No category', null, 'Knitwear (category)']
  const groups = analyticsOf(
    names.map((category, i) => ({ category, months: [{ month: 0, net_cents: 100 * 2 ** i, unrated_currency: null }] })),
    { months, today: '2026-11-22', recorded_through: '2026-11-22', sales_begin_on: null, currency: 'USD' },
  )
  expect(Object.entries(groups).map(([key, { revenue_total }]) => [key, revenue_total])).toEqual([
    ['Overall', 63],
    ['Overall (category)', 1],
    ['Overall (category) (category)', 2],
    ['No category (category) (category)', 4],
    ['No category (category)', 8],
    ['No category', 16],
    ['Knitwear (category)', 32],
  ])
})

test('a category named like another key keeps its own, and a month that has not started is null', () => {
  const months = calendarMonths({ start: '2026-10-01', end: '2026-12-31' })
  const sum = { month: 0, net_cents: 150, unrated_currency: null }
  const groups = analyticsOf(
    [
      { category: 'Overall', months: [sum] },
      { category: null, months: [{ ...sum, month: 1, unrated_currency: 'EUR' }] },
    ],
    { months, today: '2026-11-22', recorded_through: '2026-11-22', sales_begin_on: null, currency: 'USD' },
  )
  expect(Object.keys(groups)).toEqual(['Overall', 'Overall (category)', 'No category'])
  expect(groups['Overall (category)']).toEqual({
    currency: 'USD',
    revenue_total: 1.5,
    revenue_monthly: { '2026-10': 1.5, '2026-11': 0, '2026-12': null },
    reason: 'The month has not started.',
  })
  const reason = 'Some of the sales are in EUR, and no exchange rate to USD is known for their days.'
  expect(groups['No category']).toMatchObject({ revenue_total: null, revenue_monthly: { '2026-11': null }, reason })
  expect(groups.Overall).toMatchObject({ revenue_total: null, reason })
})

test('bad windows, fields and fiscal years are refused by field', async () => {
  const shop = await openSalesShop()
  const window = 'start_date=2025-01-01&end_date=2025-01-31'
  for (const [query, field, words] of [
    ['end_date=2025-01-31', 'start_date', 'start_date'],
    ['start_date=2025-01-02&end_date=2025-01-01', 'end_date', 'must not be before start_date'],
    ['start_date=2025-01-01&end_date=2027-01-03', 'end_date', 'must be at most 731 days after start_date'],
    [`${window}&in_fiscal_year=next`, 'in_fiscal_year', 'this, last'],
    [`${window}&fields=units`, 'fields[0]', 'revenue_total, revenue_monthly'],
    [`${window}&categories=Nothing&is_sample=true`, 'categories', 'must be categories of this organisation'],
  ] as const) {
    const answer = await ask(shop, query)
    expect([query, answer.status, answer.body.data?.field]).toEqual([query, 400, field])
    expect(answer.body.message.desc).toContain(words)
  }
})

test('filters list what products have, and page one field alone', async () => {
  const shop = await openSalesShop()
  const list = async (query: string) => (await shop.tenant.get(`/api/v1/sales/filters?${query}`)).body.data
  const valuesOf = (page: any) => page.rows.map(({ value, count }: any) => [value, count])
  const all = await list('offset=1&limit=1')
  expect(Object.fromEntries(Object.entries(all).map(([field, page]) => [field, valuesOf(page)]))).toEqual({
    categories: [
      ['Denim', 1],
      ['Knitwear', 1],
    ],
    custom_fields: [['Fit=slim', 1]],
    platform_tags: [
      ['denim', 1],
      ['winter', 1],
    ],
  })
  const one = await list('field=platform_tags&offset=1&limit=1')
  expect(one).toEqual({
    platform_tags: { rows: [{ value: 'winter', id: null, count: 1 }], size: 1, offset: 1, filtered_max_size: 2 },
  })
  expect(valuesOf((await list('search=KNIT')).categories)).toEqual([['Knitwear', 1]])
  const refused = await shop.tenant.get('/api/v1/sales/filters?field=vendor')
  expect([refused.status, refused.body.data.field]).toEqual([400, 'field'])
})
