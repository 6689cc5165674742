/** Seasons, the season before, and shares of sizes. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  compareWith,
  predictedUnits,
  predictionReason,
  priorSeasonCode,
  sameDistance,
  seasonCodeOf,
  firstShipWindow,
  startOf,
} from '../../../server/partners/order_book/season.rules.ts'
import { sharesOf } from '../../../server/partners/order_book/size_curve.rules.ts'

test('the season before has the year before, in as many digits', () => {
  const codes = ['SS27', 'AW2027', 'SS-27', 'SS00', 'CORE', 'S1', 'SS127', 'AW2000', '27', '2027', 'SS27B'].map(
    priorSeasonCode,
  )
  expect(codes).toEqual(['SS26', 'AW2026', 'SS-26', null, null, null, null, 'AW1999', '26', '2026', null])
  expect(seasonCodeOf(' ss27 ')).toBe('SS27')
})

test('the compared day is as far from its start, and never after the day itself', () => {
  expect(sameDistance('2026-11-21', '2027-02-01', '2026-02-01')).toBe('2025-11-21')
  expect(sameDistance('2026-11-21', '2026-02-01', '2026-06-01')).toBe('2026-11-21')
  expect(sameDistance('2026-11-21', null, '2026-06-01')).toBe(null)
})

test('shares of sizes add up to exactly 10,000 and none is a whole basis point off', () => {
  expect(
    sharesOf(
      new Map([
        ['S', 1],
        ['M', 1],
        ['L', 1],
      ]),
    ),
  ).toEqual({ S: 3_333, M: 3_333, L: 3_334 })
  expect(sharesOf(new Map([['S', 0]]))).toEqual({})
  const units = fc.dictionary(fc.string({ minLength: 1 }), fc.nat(1_000_000), { minKeys: 1, noNullPrototype: true })
  fc.assert(
    fc.property(units, (sizes) => {
      const entries = Object.entries(sizes)
      const total = entries.reduce((sum, [, one]) => sum + one, 0)
      fc.pre(total > 0)
      const shares = sharesOf(new Map(entries))
      expect(Object.values(shares).reduce((sum, one) => sum + one, 0)).toBe(10_000)
      for (const [size, one] of entries) expect(Math.abs(shares[size]! - (one * 10_000) / total)).toBeLessThan(1)
    }),
  )
})

test('shares go down, and the largest remainders up; of equal ones that of more units, then of the earlier name', () => {
  const shares = (...units: [string, number][]) => sharesOf(new Map(units))
  expect(shares(['L', 1], ['M', 1], ['S', 1])).toEqual({ L: 3_334, M: 3_333, S: 3_333 })
  expect(shares(['S', 1], ['M', 1], ['L', 1])).toEqual({ S: 3_333, M: 3_333, L: 3_334 })
  // 6 of 7 is 8,571.43 and 1 of 7 is 1,428.57.
  expect(shares(['S', 6], ['M', 1])).toEqual({ S: 8_571, M: 1_429 })
  // Of 16,000 units, 8,001 and 7,999 both leave a remainder of a half or more.
  expect(shares(['S', 9_999], ['M', 10_001])).toEqual({ S: 4_999, M: 5_001 })
  expect(shares(['M', 5])).toEqual({ M: 10_000 })
})

test('the start of a season is the requested one, else that of the first ship window', () => {
  expect(startOf('2027-01-15', '2027-02-01')).toEqual({ season_start: '2027-01-15', source: 'parameter' })
  expect(startOf(undefined, '2027-02-01')).toEqual({ season_start: '2027-02-01', source: 'first_ship_window' })
  expect(startOf(undefined, null)).toEqual({ season_start: null, source: 'not_known' })
})

test('the compared day needs both starts, and is the day itself where both are as far', () => {
  expect(sameDistance('2026-11-21', '2027-02-01', null)).toBeNull()
  expect(sameDistance('2026-11-21', '2027-02-01', '2027-02-01')).toBe('2026-11-21')
})

const facts = {
  as_of: '2026-11-21',
  season_start: '2027-02-01',
  prior_season_code: 'SS26',
  is_requested: false,
  has_lines: true,
  start: startOf(undefined, '2026-02-01'),
}
const head = {
  prior_season_code: 'SS26',
  prior_season_source: 'season_code',
  prior_season_start: '2026-02-01',
  prior_season_start_source: 'first_ship_window',
} as const

test('a season is compared at the same distance from its start', () => {
  expect(compareWith(facts)).toEqual({
    ...head,
    prior_as_of: '2025-11-21',
    basis: 'same_days_before_start',
    reason: null,
  })
  expect(compareWith({ ...facts, is_requested: true }).prior_season_source).toBe('parameter')
})

test('a season is compared as a whole where a start is not known', () => {
  const whole = { prior_as_of: null, basis: 'whole_season' } as const
  expect(compareWith({ ...facts, season_start: null })).toMatchObject({ ...head, ...whole })
  const start = startOf(undefined, null)
  expect(compareWith({ ...facts, start })).toMatchObject({ ...whole, prior_season_start_source: 'not_known' })
})

test('there is nothing to compare with where the season before is not known or has no lines', () => {
  const none = { prior_as_of: null, basis: 'none' } as const
  expect(compareWith({ ...facts, has_lines: false })).toEqual({
    ...head,
    ...none,
    reason: 'No bookings are recorded for SS26.',
  })
  expect(compareWith({ ...facts, prior_season_code: null })).toEqual({
    ...head,
    ...none,
    prior_season_code: null,
    prior_season_source: 'not_known',
    reason: 'The season code does not end in a year, so the season before is not known. Send prior_season_code.',
  })
})

test('the rest of the season is predicted by the share that the season before still brought', () => {
  expect(predictedUnits(100, 40, 60)).toBe(50)
  expect(predictedUnits(100, 40, 40)).toBe(0)
  expect(predictedUnits(100, 40, 30)).toBe(0)
  expect(predictedUnits(1, 8, 11)).toBe(0)
  expect(predictedUnits(1, 8, 12)).toBe(1)
  expect([predictedUnits(100, null, 60), predictedUnits(100, 40, null), predictedUnits(100, 0, 60)]).toEqual([
    null,
    null,
    null,
  ])
  expect(predictedUnits(100, -1, 60)).toBeNull()
})

test('a missing prediction has a reason', () => {
  const same = compareWith(facts)
  expect(predictionReason(same, 1)).toBeNull()
  const nothing = 'Nothing of SS26 was booked by 2025-11-21, which a prediction needs.'
  expect([predictionReason(same, 0), predictionReason(same, null), predictionReason(same, -1)]).toEqual([
    nothing,
    nothing,
    nothing,
  ])
  expect(predictionReason(compareWith({ ...facts, has_lines: false }), 1)).toBe('No bookings are recorded for SS26.')
  expect(predictionReason(compareWith({ ...facts, season_start: null }), 1)).toStartWith('The start of one')
})

test('a season starts with the first ship window by which more than a twentieth of its units may ship', () => {
  const windows = (...units: number[]) => units.map((one, i) => ({ day: `2027-0${i + 1}-01`, units: one }))
  expect(firstShipWindow([])).toBeNull()
  expect(firstShipWindow(windows(5, 95))).toBe('2027-02-01')
  expect(firstShipWindow(windows(6, 94))).toBe('2027-01-01')
  expect(firstShipWindow(windows(3, 3, 94).toReversed())).toBe('2027-02-01')
  expect(firstShipWindow(windows(0, 0))).toBe('2027-01-01')
  expect(firstShipWindow(windows(7))).toBe('2027-01-01')
})
