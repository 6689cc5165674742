/** Rows of net sales by group and period. */
import { expect, test } from 'bun:test'
import { netSalesRows } from '../../../../server/insight/sales/net_sales.rules.ts'

const periods = ['2026-11-21', '2026-11-22', '2026-11-23'].map((day) => ({ start: day, end: day }))
const group = { category_id: 'k', category: 'Knitwear', channel_type: 'online' }
type Sold = { period: number; net_cents: number; net_units: number; unrated_currency: string | null }
const basis = { today: '2026-11-22', currency: 'USD', sales_begin_on: null, throughOf: () => '2026-11-22' }
const rows = (...sold: Sold[]) => netSalesRows([{ ...group, periods: sold }], periods, basis)

test('each group has a row for each period, zero where nothing was sold and missing where it has not started', () => {
  expect(rows({ period: 0, net_cents: 500, net_units: 2, unrated_currency: null })).toEqual([
    {
      ...group,
      period_start: '2026-11-21',
      net_sales: { cents: 500, currency: 'USD', reason: null, usd: 5 },
      net_items_sold: 2,
      reason: null,
    },
    {
      ...group,
      period_start: '2026-11-22',
      net_sales: { cents: 0, currency: 'USD', reason: null, usd: 0 },
      net_items_sold: 0,
      reason: null,
    },
    {
      ...group,
      period_start: '2026-11-23',
      net_sales: { cents: null, currency: 'USD', reason: 'The period has not started.', usd: null },
      net_items_sold: null,
      reason: 'The period has not started.',
    },
  ])
})

test('what ended before the first recorded sale is unknown, also where the period is long', () => {
  const begun = { ...basis, sales_begin_on: '2026-11-22' }
  const [before, first] = netSalesRows([{ ...group, periods: [] }], periods, begun)
  expect([before!.net_sales.cents, before!.net_items_sold, before!.reason]).toEqual([
    null,
    null,
    'Sales are recorded from 2026-11-22 on.',
  ])
  expect([first!.net_sales.cents, first!.net_items_sold]).toEqual([0, 0])
  const [week] = netSalesRows([{ ...group, periods: [] }], [{ start: '2026-11-16', end: '2026-11-22' }], begun)
  expect(week!.net_sales.cents).toBe(0)
})

test('sales of a period that has not started count, and units are known where money is not', () => {
  const [, , early] = rows({ period: 2, net_cents: 500, net_units: 2, unrated_currency: 'EUR' })
  const reason = 'Some of the sales are in EUR, and no exchange rate to USD is known for their days.'
  expect([early!.net_sales.cents, early!.net_items_sold, early!.reason]).toEqual([null, 2, reason])
})

test('no groups have no rows', () => {
  expect(netSalesRows([], periods, basis)).toEqual([])
})

test('a week after what is recorded of the type of channel is null', () => {
  const week = { start: '2026-11-16', end: '2026-11-22' }
  const at = (through: string) =>
    netSalesRows([{ ...group, periods: [] }], [week], {
      ...basis,
      throughOf: (type) => (type === group.channel_type ? through : '2026-11-22'),
    })[0]!
  expect([at('2026-11-16').net_items_sold, at('2026-11-16').reason]).toEqual([0, null])
  expect([at('2026-11-15').net_items_sold, at('2026-11-15').reason]).toEqual([
    null,
    'Sales are recorded until 2026-11-15.',
  ])
})
