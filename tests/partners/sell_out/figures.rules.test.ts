/** Figures of sell-out: periods, coverage, and what doors sold. */
import { describe, expect, test } from 'bun:test'
import { coverageOf } from '../../../server/partners/sell_out/figures/coverage.rules.ts'
import type { CoveredAccount, PeriodRow } from '../../../server/partners/sell_out/figures/coverage.store.ts'
import { doorsOf } from '../../../server/partners/sell_out/figures/doors.rules.ts'
import type { DoorPeriods } from '../../../server/partners/sell_out/figures/doors.store.ts'
import {
  axisOf,
  commonGrain,
  daysOf,
  grainOf,
  periodOf,
  unitsOf,
} from '../../../server/partners/sell_out/figures/period.rules.ts'

const days = (period_start: string, period_end: string) => ({ period_start, period_end })
const week = days('2026-11-09', '2026-11-15')

describe('a period', () => {
  test('is a day, a week, a month or something else', () => {
    const grains: [string, string, string][] = [
      ['2026-11-09', '2026-11-09', 'day'],
      ['2026-11-09', '2026-11-10', 'other'],
      ['2026-11-09', '2026-11-15', 'week'],
      ['2026-11-01', '2026-11-30', 'month'],
      ['2026-10-01', '2026-10-31', 'month'],
      ['2026-11-02', '2026-11-30', 'other'],
      ['2026-11-01', '2026-11-29', 'other'],
      ['2026-11-02', '2026-11-29', 'month'],
      ['2026-11-02', '2026-12-06', 'month'],
      ['2026-10-01', '2026-11-30', 'other'],
    ]
    for (const [from, to, grain] of grains) expect([from, to, grainOf(days(from, to))]).toEqual([from, to, grain])
    expect(daysOf(week)).toBe(7)
  })

  test('has the grain that all periods have', () => {
    expect(commonGrain([])).toBeNull()
    expect(commonGrain([week, week])).toBe('week')
    expect(commonGrain([week, days('2026-11-09', '2026-11-09')])).toBe('mixed')
  })

  test('is on the axis once, the oldest first', () => {
    const earlier = days('2026-11-02', '2026-11-08')
    expect(axisOf([week, earlier, week])).toEqual([
      { key: '2026-11-02/2026-11-08', grain: 'week', period_days: 7, ...earlier },
      { key: '2026-11-09/2026-11-15', grain: 'week', period_days: 7, ...week },
    ])
    expect(axisOf([earlier, week]).map(({ key }) => key)).toEqual(axisOf([week, earlier]).map(({ key }) => key))
  })

  test('is read from its number: the day it begins times the days of the window, and its further days', () => {
    const window = { starts_from: '2026-11-01', to: '2026-11-30' }
    expect(periodOf(0, window)).toEqual(days('2026-11-01', '2026-11-01'))
    expect(periodOf(29, window)).toEqual(days('2026-11-01', '2026-11-30'))
    expect(periodOf(30, window)).toEqual(days('2026-11-02', '2026-11-02'))
    expect(periodOf(8 * 30 + 6, window)).toEqual(week)
  })

  test('has no units where no row states any', () => {
    expect([unitsOf({ units_rows: 0, units: 0 }), unitsOf({ units_rows: 1, units: 0 })]).toEqual([null, 0])
  })
})

describe('the coverage of an account', () => {
  const account = (values: Partial<CoveredAccount> = {}): CoveredAccount => ({
    trading_partner_id: 'acme',
    name: 'Acme',
    location_grain: 'store',
    last_reported: '2026-11-15',
    ...values,
  })
  const row = (period: typeof week, units: number, units_rows = 1): PeriodRow => ({
    trading_partner_id: 'acme',
    ...period,
    variants: 36,
    units_rows,
    units,
  })
  const weeksQuery = { weeks: 4, is_narrowed: false }
  const narrowed = { weeks: 4, is_narrowed: true }

  test('states each reported period', () => {
    expect(coverageOf(account(), [row(week, 84)], weeksQuery)).toEqual({
      account: 'Acme',
      account_id: 'acme',
      coverage_sentence: 'Acme reported 1 of the last 4 weeks by store; its last report ends on 2026-11-15.',
      grain: 'store',
      period_grain: 'week',
      periods_reported: 1,
      last_reported: '2026-11-15',
      reported: {
        '2026-11-09/2026-11-15': { grain: 'week', period_days: 7, ...week, units: 84, variants: 36 },
      },
      weekly_rate_absent: null,
    })
  })

  const sentence = (...args: Parameters<typeof coverageOf>) => coverageOf(...args).coverage_sentence

  test('is told in a sentence', () => {
    const day = row(days('2026-11-15', '2026-11-15'), 1)
    expect(sentence(account({ location_grain: null }), [row(week, 1), day], weeksQuery)).toBe(
      'Acme reported 2 periods; its last report ends on 2026-11-15.',
    )
    expect(sentence(account({ location_grain: 'dc' }), [day], narrowed)).toBe(
      'Acme reported these categories in 1 periods by distribution centre; its last report ends on 2026-11-15.',
    )
    expect(sentence(account({ location_grain: 'none', last_reported: null }), [row(week, 1)], narrowed)).toBe(
      'Acme reported these categories in 1 of the last 4 weeks as a whole; its last report ends on 2026-11-15.',
    )
    expect(sentence(account({ last_reported: null }), [], weeksQuery)).toBe('Acme has not reported yet.')
    expect(sentence(account(), [], weeksQuery)).toBe(
      'Acme has not reported in the last 4 weeks; its last report ends on 2026-11-15.',
    )
    expect(sentence(account(), [], narrowed)).toBe(
      'Acme has not reported these categories in the last 4 weeks; its last report ends on 2026-11-15.',
    )
  })

  test('says why no weekly rate follows', () => {
    const absent = (...args: Parameters<typeof coverageOf>) => coverageOf(...args).weekly_rate_absent
    expect(absent(account(), [], weeksQuery)).toBe('Nothing was reported in these weeks.')
    expect(absent(account(), [], narrowed)).toBe('Nothing of these categories was reported in these weeks.')
    expect(absent(account(), [row(week, 1), row(days('2026-11-15', '2026-11-15'), 1)], weeksQuery)).toBe(
      'Not all reported periods are weeks.',
    )
    expect(absent(account(), [row(week, 0, 0)], weeksQuery)).toBe('The reports have shelf counts but no sales figures.')
    expect(absent(account(), [row(week, 0, 0), row(days('2026-11-02', '2026-11-08'), 0)], weeksQuery)).toBeNull()
  })
})

describe('what doors sold', () => {
  const window = { from: '2026-11-02', to: '2026-11-22', starts_from: '2026-11-01' }
  const places = 22
  /** Numbers and keys of the weeks from 2, 9 and 16 November on. */
  const [first, second, third] = [1, 8, 15].map((day) => day * places + 6) as [number, number, number]
  const keys = ['2026-11-02/2026-11-08', '2026-11-09/2026-11-15', '2026-11-16/2026-11-22'] as const
  const door = (door_id: string, ...weeks: [number, number | null, number | null, number][]): DoorPeriods => ({
    door_id,
    periods: weeks.map(([number]) => number),
    units: weeks.map(([, units]) => units),
    on_hand: weeks.map(([, , on_hand]) => on_hand),
    variants: weeks.map(([, , , variants]) => variants),
    reported: [],
  })
  const named = (door_id: string, name = `Door ${door_id}`) => ({
    door_id,
    door_reference: `ref ${door_id}`,
    name,
    kind: 'store' as const,
  })
  const doors = (
    found: DoorPeriods[],
    names = found.map(({ door_id }) => named(door_id)),
    account_periods: object[] = [],
  ) =>
    doorsOf({
      account_id: 'acme',
      account_name: 'Acme',
      days: window,
      found,
      account_periods: account_periods as never,
      doors: names as never,
    })

  test('is the sum of its weeks, with the shelf count and the variants of the last one', () => {
    const [found] = doors([door('a', [first, 10, 40, 3], [second, 20, 30, 4])]).doors
    expect(found).toEqual({
      rank: 1,
      door_id: 'a',
      door_reference: 'ref a',
      name: 'Door a',
      kind: 'store',
      units: 30,
      on_hand: 30,
      variants: 4,
      weeks_reported: 2,
      last_week: keys[1],
      sell_through: 0.5,
      sell_through_reason: null,
      by_week: {
        [keys[0]]: {
          grain: 'week',
          period_days: 7,
          period_start: '2026-11-02',
          period_end: '2026-11-08',
          units: 10,
          on_hand: 40,
          variants: 3,
        },
        [keys[1]]: {
          grain: 'week',
          period_days: 7,
          period_start: '2026-11-09',
          period_end: '2026-11-15',
          units: 20,
          on_hand: 30,
          variants: 4,
        },
      },
    } as never)
  })

  test('counts known units alone, and is unknown where none is', () => {
    const units = (...weeks: (number | null)[]) =>
      doors([
        door(
          'a',
          ...weeks.map((one, i): [number, number | null, null, number] => [first + i * 7 * places, one, null, 1]),
        ),
      ]).doors[0]!.units
    expect([units(1, null, 2), units(null, 3), units(null, null), units(0)]).toEqual([3, 3, null, 0])
  })

  test('is zero for a reported week without a row of the scope, in its place in time', () => {
    const [found] = doors([{ ...door('a', [second, 5, 9, 2]), reported: [third, first, second] }]).doors
    expect(
      Object.entries(found!.by_week).map(([key, { units, on_hand, variants }]) => [key, units, on_hand, variants]),
    ).toEqual([
      [keys[0], 0, null, 0],
      [keys[1], 5, 9, 2],
      [keys[2], 0, null, 0],
    ])
    expect([found!.units, found!.on_hand, found!.last_week, found!.weeks_reported]).toEqual([5, null, keys[2], 3])
  })

  test('has a sell-through where units and shelf count are known, and something was there', () => {
    const rate = (units: number | null, on_hand: number | null) => {
      const { sell_through, sell_through_reason } = doors([door('a', [first, units, on_hand, 1])]).doors[0]!
      return sell_through ?? sell_through_reason
    }
    expect(rate(1, 2)).toBe(0.3333)
    expect(rate(0, 2)).toBe(0)
    expect(rate(null, 2)).toBe('No sales figure was reported.')
    expect(rate(1, null)).toBe('No shelf count was reported for the last week.')
    expect(rate(0, 0)).toBe('Nothing was sold and nothing is on hand.')
    expect(rate(-3, 3)).toBe('Nothing was sold and nothing is on hand.')
    expect(rate(-3, 2)).toBe('Nothing was sold and nothing is on hand.')
  })

  test('ranks the doors by units, unknown ones last, then by name and reference', () => {
    const found = ['a', 'b', 'c', 'd', 'e'].map((id, i) => door(id, [first, [5, 9, 5, null, 5][i]!, null, 1]))
    const names = [
      named('a', 'South'),
      named('b'),
      named('c', 'North'),
      named('d'),
      { ...named('e', 'South'), door_reference: 'ref 1' },
    ]
    const ranks = (of: DoorPeriods[]) => doors(of, names).doors.map(({ rank, door_id }) => `${rank} ${door_id}`)
    const order = ['1 b', '2 c', '3 e', '4 a', '5 d']
    expect(ranks(found)).toEqual(order)
    expect(ranks(found.toReversed())).toEqual(order)
  })

  test('of an account that reports as a whole has no door', () => {
    expect(doors([door('acme', [first, 1, 1, 1])], []).doors[0]).toMatchObject({
      door_id: null,
      door_reference: null,
      name: 'Acme',
      kind: null,
    })
  })

  test('adds up for the account, with its own count of variants', () => {
    const found = [
      door('a', [second, 20, null, 4]),
      door('b', [first, 10, 40, 3], [second, 5, 7, 4]),
      door('c', [second, null, 3, 1]),
    ]
    const { account_total, by_week, period_axis } = doors(found, undefined, [
      { period_start: '2026-11-09', period_end: '2026-11-15', variants: 6 },
    ])
    expect(period_axis.map(({ key, period_days }) => [key, period_days])).toEqual([
      [keys[0], 7],
      [keys[1], 7],
    ])
    expect(Object.values(by_week).map(({ units, on_hand, variants }) => [units, on_hand, variants])).toEqual([
      [10, 40, 0],
      [25, 10, 6],
    ])
    expect(account_total).toEqual({
      units: 35,
      on_hand: 10,
      variants: 6,
      weeks_reported: 2,
      last_week: keys[1],
      sell_through: 0.7778,
      sell_through_reason: null,
    })
  })

  test('is nothing without a report', () => {
    expect(doors([])).toEqual({
      period_axis: [],
      doors: [],
      by_week: {},
      account_total: {
        units: null,
        on_hand: null,
        variants: 0,
        weeks_reported: 0,
        last_week: null,
        sell_through: null,
        sell_through_reason: 'No sales figure was reported.',
      },
    })
  })
})
