/** Figures of an account: sales, domains, the next order, and its stock over time. */
import { describe, expect, test } from 'bun:test'
import { domainsOf } from '../../../server/partners/retailers/domains.rules.ts'
import {
  nextOrderOf,
  orderIntervalOf,
  type OrderingFacts,
} from '../../../server/partners/retailers/next_order.rules.ts'
import {
  currentStockOf,
  forecastOf,
  nextDeliveryOf,
  replenishmentOf,
} from '../../../server/partners/retailers/overview.rules.ts'
import { coverReason, type FigureFacts, figureReasons } from '../../../server/partners/retailers/reasons.rules.ts'
import { rounded, salesFiguresOf, windowUntil } from '../../../server/partners/retailers/sales_figures.rules.ts'
import type { Arrival, VariantFacts } from '../../../server/partners/retailers/variant_facts.store.ts'

const today = '2026-11-22'

describe('the domains of an account', () => {
  test('are those of its addresses and customers, each once, sorted and in lower case', () => {
    expect(domainsOf(['a@Shop.example', 'b@shop.example'], ['ANY.example'])).toEqual({
      domains: ['any.example', 'shop.example'],
      domains_reason: null,
    })
    expect(domainsOf(['"a@b"@shop.example'], []).domains).toEqual(['shop.example'])
  })

  test('are none of mail providers, and a reason says so', () => {
    expect(domainsOf(['a@gmail.com', 'b@yahoo.es', 'c@shop.example'], ['web.de']).domains).toEqual(['shop.example'])
    expect(domainsOf(['a@gmail.com'], [])).toEqual({
      domains: [],
      domains_reason: 'The known e-mail addresses of the account are with public mail providers.',
    })
    const none = 'No contact or customer of the account has a known e-mail address.'
    expect(domainsOf([], [])).toEqual({ domains: [], domains_reason: none })
    expect(domainsOf(['a@'], []).domains).toEqual([])
  })
})

describe('the sales of an account', () => {
  const sales = { last_report: '2026-11-15', units: 30, known_days: 21, on_hand: 10 }

  test('are units per week over the known days, and the share sold of what there was', () => {
    expect(salesFiguresOf(sales)).toEqual({
      sales_velocity_per_week: 10,
      sales_velocity_reason: null,
      sell_through_rate: 0.75,
      sell_through_reason: null,
    })
    expect(salesFiguresOf({ ...sales, units: 1, known_days: 28, on_hand: 2 })).toMatchObject({
      sales_velocity_per_week: 0.25,
      sell_through_rate: 0.3333,
    })
    expect(salesFiguresOf({ ...sales, units: 0 })).toMatchObject({ sales_velocity_per_week: 0, sell_through_rate: 0 })
  })

  test('are unknown with a reason without a report or a figure', () => {
    const without = (of: Parameters<typeof salesFiguresOf>[0]) => {
      const found = salesFiguresOf(of)
      expect([found.sales_velocity_per_week, found.sell_through_rate]).toEqual([null, null])
      expect(found.sell_through_reason).toBe(found.sales_velocity_reason)
      return found.sales_velocity_reason
    }
    expect(without(undefined)).toBe('The account has not reported any sell-out.')
    expect(without({ ...sales, last_report: null })).toBe('The account has not reported any sell-out.')
    expect(without({ ...sales, units: null })).toBe('The account reported no sales figure in the window.')
    expect(without({ ...sales, known_days: 0 })).toBe('The account reported no sales figure in the window.')
  })

  test('have no sell-through without a count, or where nothing was there', () => {
    const reason = (units: number, on_hand: number | null) => {
      const found = salesFiguresOf({ ...sales, units, on_hand })
      expect(found.sales_velocity_reason).toBeNull()
      return found.sell_through_rate ?? found.sell_through_reason
    }
    expect(reason(5, null)).toBe('The account reported no shelf count in the window.')
    expect(reason(0, 0)).toBe('Nothing was sold and nothing is on hand.')
    expect(reason(-2, 1)).toBe('Nothing was sold and nothing is on hand.')
    expect(reason(0, 1)).toBe(0)
  })

  test('count over a window that ends with the last report', () => {
    expect(windowUntil('2026-11-15')).toEqual({ start_date: '2026-08-17', end_date: '2026-11-15' })
    expect(windowUntil(null)).toBeNull()
  })

  test('are rounded half away from zero, and never to minus zero', () => {
    expect([rounded(1.005, 2), rounded(0.125, 2), rounded(-0.125, 2), rounded(2.5, 0)]).toEqual([1.01, 0.13, -0.13, 3])
    expect(Object.is(rounded(-0.001, 2), 0)).toBe(true)
    expect(rounded(10.04, 1)).toBe(10)
  })
})

describe('the reasons of missing figures', () => {
  const facts = (values: Partial<FigureFacts> = {}): FigureFacts => ({
    is_reported: true,
    known_days: 28,
    on_hand: 5,
    velocity: 2,
    estimate: 3,
    units: 8,
    ...values,
  })
  const noSales = 'The account reported no sales figure of the variant in the window.'
  const noCount = 'The account reported no shelf count of the variant in the window.'
  const empty = 'Nothing was sold and nothing is on hand.'

  test('are none where the figures are known', () => {
    expect(figureReasons(facts())).toEqual({ velocity: null, sell_through: null, estimate: null })
    expect(coverReason(facts())).toBeNull()
  })

  test('tell a variant that was never reported from one without a figure in the window', () => {
    const unsold = { velocity: null, estimate: null }
    expect(figureReasons(facts(unsold))).toEqual({ velocity: noSales, sell_through: noSales, estimate: noSales })
    const never = 'The account has not reported the variant.'
    expect(figureReasons(facts({ ...unsold, is_reported: false })).velocity).toBe(never)
    expect(figureReasons(facts({ ...unsold, is_reported: null })).velocity).toBe(never)
    expect(coverReason(facts(unsold))).toBe(noSales)
  })

  test('tell a missing count from an empty shelf', () => {
    expect(figureReasons(facts({ on_hand: null, estimate: null }))).toEqual({
      velocity: null,
      sell_through: noCount,
      estimate: noCount,
    })
    expect(figureReasons(facts({ on_hand: null })).estimate).toBeNull()
    expect(figureReasons(facts({ units: 0, on_hand: 0 })).sell_through).toBe(empty)
    expect(figureReasons(facts({ units: -2, on_hand: 1 })).sell_through).toBe(empty)
    expect(figureReasons(facts({ units: 0, on_hand: 1 })).sell_through).toBeNull()
    expect(figureReasons(facts({ units: null, on_hand: 0 })).sell_through).toBeNull()
    expect(coverReason(facts({ on_hand: null, estimate: null }))).toBe(noCount)
  })

  test('say that stock lasts forever where nothing sells', () => {
    const still = 'The variant did not sell in the window.'
    expect([coverReason(facts({ velocity: 0 })), coverReason(facts({ velocity: -1 }))]).toEqual([still, still])
  })
})

describe('the next order of an account', () => {
  const facts = (values: Partial<OrderingFacts> = {}): OrderingFacts => ({
    order_days: ['2026-10-01', '2026-10-15', '2026-11-12'],
    stock: null,
    stock_on: null,
    units_per_day: null,
    transit_time_days: null,
    ...values,
  })
  const stocked = facts({ order_days: [], stock: 100, stock_on: '2026-11-20', units_per_day: 3, transit_time_days: 7 })

  test('follows its last one by the median number of days between orders', () => {
    expect(orderIntervalOf(['2026-10-01', '2026-10-15', '2026-11-12'])).toBe(21)
    expect(orderIntervalOf(['2026-10-01', '2026-10-31', '2026-11-01', '2026-11-03'])).toBe(2)
    expect(orderIntervalOf(['2026-01-01', '2026-01-03', '2026-01-13', '2026-04-23', '2026-04-24'])).toBe(6)
    expect([orderIntervalOf(['2026-10-01', '2026-10-15']), orderIntervalOf([])]).toEqual([null, null])
    expect(nextOrderOf(facts(), today)).toEqual({
      next_estimated_sale_order_date: '2026-12-03',
      next_estimated_sale_order_in_weeks: 1.6,
      next_estimated_sale_order_method: 'order_interval',
      next_estimated_sale_order_reason: null,
    })
    const half = facts({ order_days: ['2026-11-01', '2026-11-02', '2026-11-20'] })
    expect(nextOrderOf(half, today).next_estimated_sale_order_date).toBe('2026-11-30')
  })

  test('is else placed in time to arrive before the stock is sold', () => {
    expect(nextOrderOf(stocked, today)).toEqual({
      next_estimated_sale_order_date: '2026-12-16',
      next_estimated_sale_order_in_weeks: 3.4,
      next_estimated_sale_order_method: 'stock_cover',
      next_estimated_sale_order_reason: null,
    })
  })

  test('is today where it is late', () => {
    const late = { next_estimated_sale_order_date: today, next_estimated_sale_order_in_weeks: 0 }
    expect(nextOrderOf({ ...stocked, stock: 0 }, today)).toMatchObject(late)
    const due = facts({ order_days: ['2026-10-11', '2026-10-25', '2026-11-08'] })
    expect(nextOrderOf(due, today)).toMatchObject(late)
    expect(nextOrderOf(due, '2026-11-21')).toMatchObject({ next_estimated_sale_order_date: today })
  })

  test('is unknown where a fact is missing or nothing sells', () => {
    for (const missing of [
      { stock: null },
      { stock_on: null },
      { units_per_day: null },
      { units_per_day: 0 },
      { units_per_day: -1 },
      { transit_time_days: null },
    ])
      expect(nextOrderOf({ ...stocked, ...missing }, today)).toEqual({
        next_estimated_sale_order_date: null,
        next_estimated_sale_order_in_weeks: null,
        next_estimated_sale_order_method: null,
        next_estimated_sale_order_reason:
          'The account ordered on fewer than three days of the last year, and its stock, velocity or transit time is unknown.',
      })
  })
})

const variant = (variant_id: string, values: Partial<VariantFacts> = {}): VariantFacts => ({
  variant_id,
  sku: variant_id,
  product_id: 'p',
  product_title: 'Jumper',
  variant_title: 'M',
  is_reported: true,
  known_days: 28,
  known_periods: 4,
  weekly_sum: 40,
  weekly_squares: 400,
  counted_on: '2026-11-15',
  on_hand: 20,
  units: 40,
  velocity: 10,
  estimate: 25,
  weeks_of_cover: 2.5,
  available: 1_000,
  ...values,
})
const arrival = (variant_id: string, arrives_on: string, units: number, values: Partial<Arrival> = {}): Arrival => ({
  kind: 'shipment',
  order_id: 'o',
  order_name: 'SO-1',
  fulfilment_id: 'f',
  shipped_on: '2026-11-20',
  variant_id,
  arrives_on,
  units,
  ...values,
})

describe('the stock of an account', () => {
  test('is that of the variants with an estimate, from the earliest count on', () => {
    const facts = [
      variant('a'),
      variant('b', { estimate: 5, counted_on: '2026-11-08' }),
      variant('c', { estimate: null, counted_on: null }),
    ]
    expect(currentStockOf(facts, today)).toEqual({
      start_date: '2026-11-08',
      end_date: today,
      estimated_stock_on_hand: 30,
      variants_estimated: 2,
      variants_without_estimate: 1,
      reason: null,
    })
    expect(currentStockOf(facts.slice(2), today)).toEqual({
      start_date: null,
      end_date: null,
      estimated_stock_on_hand: null,
      variants_estimated: 0,
      variants_without_estimate: 1,
      reason: 'The account reported no shelf count and sales of these variants in the window.',
    })
  })

  const weeks = (facts: VariantFacts[], arrivals: Arrival[] = []) =>
    forecastOf(facts, arrivals, today).map((week) => [
      week.expected_arrivals,
      week.expected_sales,
      week.estimated_stock_on_hand,
    ])

  test('falls by what sells each week, and no variant falls below zero', () => {
    const forecast = forecastOf([variant('a')], [], today)
    expect(forecast).toHaveLength(13)
    expect(forecast[0]).toEqual({
      start_date: '2026-11-23',
      end_date: '2026-11-29',
      expected_sales: 10,
      expected_arrivals: 0,
      estimated_stock_on_hand: 15,
    })
    expect(forecast[1]).toMatchObject({ start_date: '2026-11-30', end_date: '2026-12-06' })
    expect(weeks([variant('a'), variant('b', { estimate: 100, velocity: 1 })]).slice(0, 4)).toEqual([
      [0, 11, 114],
      [0, 11, 103],
      [0, 6, 97],
      [0, 1, 96],
    ])
  })

  test('rises by what arrives, in the week of its arrival; what is late arrives in the first', () => {
    const arrivals = [
      arrival('a', '2026-11-10', 1),
      arrival('a', '2026-11-29', 2),
      arrival('a', '2026-11-30', 4),
      arrival('a', '2026-12-06', 8),
      arrival('b', '2026-11-23', 99),
    ]
    expect(weeks([variant('a')], arrivals).slice(0, 3)).toEqual([
      [3, 10, 18],
      [12, 10, 20],
      [0, 10, 10],
    ])
  })

  test('does not rise by returns, and is not expected where it is unknown', () => {
    expect(weeks([variant('a', { velocity: -5 })])[0]).toEqual([0, 0, 25])
    expect(weeks([variant('a', { velocity: null })])).toEqual([])
    const unknown = [variant('a', { estimate: null }), variant('b')]
    expect(weeks(unknown, [arrival('a', '2026-11-25', 7)])[0]).toEqual([0, 10, 15])
    expect(weeks([])).toEqual([])
  })
})

describe('the next delivery', () => {
  test('is what one shipment or order brings on the earliest day', () => {
    expect(nextDeliveryOf([])).toBeNull()
    const arrivals = [
      arrival('a', '2026-11-25', 3),
      arrival('b', '2026-11-25', 4),
      arrival('c', '2026-11-26', 8),
      arrival('d', '2026-11-25', 16, { fulfilment_id: 'g' }),
      arrival('e', '2026-11-25', 32, { order_id: 'other' }),
    ]
    expect(nextDeliveryOf(arrivals)).toEqual({
      order_id: 'o',
      order_name: 'SO-1',
      fulfilment_id: 'f',
      shipped_on: '2026-11-20',
      arrives_on: '2026-11-25',
      units: 7,
    })
  })
})

describe('the next shipment to an account', () => {
  const terms = { today, transit_time_days: 7, fill_rate_target_pct: null }

  test('leaves on the earliest day on which a variant must, with all units that are needed', () => {
    const facts = [variant('a'), variant('b', { estimate: 45 }), variant('c', { velocity: null })]
    expect(replenishmentOf(facts, [], terms)).toEqual({
      replenishment_date: '2026-12-02',
      replenishment_qty: 30,
      replenishment_reason: null,
    })
    expect(replenishmentOf(facts, [arrival('a', '2026-11-25', 5)], terms)).toMatchObject({
      replenishment_date: '2026-12-06',
      replenishment_qty: 25,
    })
  })

  test('is unknown where no variant can be planned, with the reason of the first', () => {
    const none = { replenishment_date: null, replenishment_qty: null }
    const still = variant('a', { velocity: 0 })
    expect(replenishmentOf([still], [], terms)).toEqual({
      ...none,
      replenishment_reason: 'The variant did not sell in the window.',
    })
    expect(replenishmentOf([still, variant('b', { estimate: null, on_hand: null })], [], terms)).toEqual({
      ...none,
      replenishment_reason: 'No variant can be planned. The variant did not sell in the window.',
    })
    expect(replenishmentOf([], [], terms)).toEqual({
      ...none,
      replenishment_reason: 'The account does not carry these variants.',
    })
  })
})
