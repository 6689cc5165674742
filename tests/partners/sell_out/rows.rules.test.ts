/** Rows of reports: their periods, what is refused of them and why. */
import { describe, expect, test } from 'bun:test'
import { isMatched, notMatchedOf, OutcomeCounts } from '../../../server/partners/sell_out/outcomes.rules.ts'
import {
  bareGtin,
  netUnits,
  overlapOf,
  periodOf,
  type SellOutRow,
} from '../../../server/partners/sell_out/reading/row.rules.ts'
import { refusedRow, unreadableRow } from '../../../server/partners/sell_out/refused_row.rules.ts'
import {
  checkWeekday,
  faultOfRow,
  figureFault,
  periodFault,
  refuseOverlap,
} from '../../../server/partners/sell_out/row_checks.rules.ts'

const row = (values: Partial<SellOutRow> = {}): SellOutRow => ({
  row_number: 3,
  period_start: '2026-11-09',
  period_end: '2026-11-15',
  door_reference: 'D1',
  buyer_sku: 'B-1',
  gtin: '4006381333931',
  sku: 'J-M',
  units_sold: 5,
  units_returned: 2,
  on_hand: 9,
  sales_cents: 4_000,
  ...values,
})
const today = '2026-11-20'
const days = (period_start: string, period_end: string) => ({ period_start, period_end })

test('units are sold less returned, and unknown where neither is stated', () => {
  const net = (units_sold: number | null, units_returned: number | null) => netUnits({ units_sold, units_returned })
  expect([net(5, 2), net(5, null), net(null, 2), net(0, null), net(null, null)]).toEqual([3, 5, -2, 0, null])
})

test('a period with one bound is the week that begins or ends there', () => {
  const week = { start: '2026-11-09', end: '2026-11-15' }
  expect(periodOf({ period_start: '2026-11-09', period_end: null })).toEqual(week)
  expect(periodOf({ period_start: null, period_end: '2026-11-15' })).toEqual(week)
  expect(periodOf(days('2026-11-09', '2026-11-10'))).toEqual({ start: '2026-11-09', end: '2026-11-10' })
  expect(periodOf({ period_start: null, period_end: null })).toBeNull()
})

test('barcodes are compared by their digits, without leading zeros', () => {
  expect([bareGtin('0 0123-4560'), bareGtin('100')]).toEqual(['1234560', '100'])
})

describe('two periods of an account', () => {
  const [one, next] = [days('2026-11-02', '2026-11-08'), days('2026-11-09', '2026-11-15')]
  const long = days('2026-11-01', '2026-11-30')

  test('share no day, unless they are the same', () => {
    expect(overlapOf([])).toBeNull()
    expect(overlapOf([one])).toBeNull()
    expect(overlapOf([next, one, one, next])).toBeNull()
    expect(overlapOf([one, days('2026-11-08', '2026-11-10')])).toEqual([one, days('2026-11-08', '2026-11-10')])
    expect(overlapOf([next, long])).toEqual([long, next])
    expect(overlapOf([days('2026-11-02', '2026-11-09'), one])).toEqual([one, days('2026-11-02', '2026-11-09')])
    expect(overlapOf([days('2026-11-02', '2026-11-02'), one])).toHaveLength(2)
    expect(overlapOf([days('2026-11-05', '2026-11-08'), one])).toEqual([one, days('2026-11-05', '2026-11-08')])
  })

  test('are compared in the order of their days, whatever that of the file', () => {
    expect(overlapOf([next, one, next])).toBeNull()
    expect(overlapOf([days('2026-12-01', '2026-12-07'), long])).toBeNull()
    expect(overlapOf([days('2026-11-30', '2026-12-07'), long])).toEqual([long, days('2026-11-30', '2026-12-07')])
  })

  test('refuse the report where they overlap', () => {
    expect(() => refuseOverlap([next, one])).not.toThrow()
    expect(() => refuseOverlap([next, days('2026-11-08', '2026-11-10')])).toThrow(
      expect.objectContaining({
        desc: 'The periods 2026-11-08/2026-11-10 and 2026-11-09/2026-11-15 overlap, so their units would count twice. Nothing was imported.',
        data: {
          reason: 'overlapping_periods',
          field: 'period_start',
          rule: 'belongs to a period that overlaps 2026-11-08/2026-11-10',
        },
      }),
    )
  })
})

describe('a row is refused for good', () => {
  test('where its period has not begun', () => {
    expect(periodFault(days(today, today), today)).toBeNull()
    expect(periodFault(days('2026-11-21', '2026-11-21'), today)).toBe('future_period')
    expect(periodFault(days('2026-11-16', '2026-11-22'), today)).toBeNull()
  })

  test('where its period has more than 92 days', () => {
    expect(periodFault(days('2026-07-01', '2026-09-30'), today)).toBeNull()
    expect(periodFault(days('2026-07-01', '2026-10-01'), today)).toBe('long_period')
  })

  test('where it has neither units nor a shelf count', () => {
    const none = { units_sold: null, units_returned: null, on_hand: null }
    expect(figureFault(row(none))).toBe('no_figure')
    expect(figureFault(row({ ...none, on_hand: 0 }))).toBeNull()
    expect(figureFault(row({ ...none, units_returned: 0 }))).toBeNull()
    expect(faultOfRow(row(none), today)).toBe('no_figure')
    expect(faultOfRow(row({ ...none, period_start: '2026-11-21', period_end: '2026-11-27' }), today)).toBe(
      'future_period',
    )
    expect(faultOfRow(row(), today)).toBeNull()
  })
})

test('a week must end on the day on which the weeks of the account end', () => {
  const check = (week_anchor_dow: number | null, values: Partial<SellOutRow> = {}) =>
    checkWeekday(row(values), { week_anchor_dow })
  expect(() => check(6)).not.toThrow()
  expect(() => check(null)).not.toThrow()
  expect(() => check(5, { period_end: '2026-11-16' })).not.toThrow()
  expect(() => check(0, { period_start: '2026-11-10', period_end: '2026-11-16' })).not.toThrow()
  expect(() => check(5)).toThrow(
    expect.objectContaining({
      desc: 'Row 3 reports a week that ends on Sunday, 2026-11-15. The weeks of this account end on Saturday.',
      data: {
        reason: 'other_week_days',
        field: 'week_anchor_dow',
        rule: 'is 5, and row 3 has a week that ends on Sunday',
      },
    }),
  )
})

describe('a refused row', () => {
  const reading = { today, location_grain: 'store' } as const
  const fault = (reason: Parameters<typeof refusedRow>[0], values: Partial<SellOutRow> = {}) => {
    const { field, value, rule, allowed } = refusedRow(reason, row(values), reading)
    return [field, value, rule, allowed]
  }

  test('keeps what it states, its units net of returns', () => {
    expect(refusedRow('no_door', row({ door_reference: null }), reading)).toEqual({
      row_number: 3,
      reason: 'no_door',
      period_start: '2026-11-09',
      period_end: '2026-11-15',
      door_reference: null,
      buyer_sku: 'B-1',
      gtin: '4006381333931',
      sku: 'J-M',
      units: 3,
      on_hand: 9,
      sales_cents: 4_000,
      field: 'door',
      value: null,
      rule: 'is required',
      allowed: null,
    })
  })

  test('names the first number of its item that is stated', () => {
    const rule = 'must be an item of the account, or a SKU or barcode of the catalogue'
    expect(fault('unknown_item')).toEqual(['buyer_sku', 'B-1', rule, null])
    expect(fault('unknown_item', { buyer_sku: null })).toEqual(['gtin', '4006381333931', rule, null])
    expect(fault('unknown_item', { buyer_sku: null, gtin: null })).toEqual(['sku', 'J-M', rule, null])
    expect(fault('ambiguous_item')[0]).toBe('buyer_sku')
    expect(fault('no_item', { buyer_sku: null, gtin: null, sku: null })).toEqual([
      'buyer_sku',
      null,
      'is required',
      ['buyer_sku', 'gtin', 'sku'],
    ])
  })

  test('names the value at fault, and what would be allowed', () => {
    expect(fault('unknown_door')).toEqual(['door', 'D1', 'must be the reference of a door of the account', null])
    expect(fault('other_door_kind')).toEqual(['door', 'D1', 'must be a door of the declared kind', ['store']])
    expect(fault('no_figure')).toEqual(['units_sold', null, 'is required', ['units_sold', 'on_hand']])
    expect(fault('future_period')).toEqual([
      'period_start',
      '2026-11-09',
      'must not be in the future',
      ['up to 2026-11-20'],
    ])
    expect(fault('long_period')).toEqual(['period_end', '2026-11-15', 'must end a period of at most 92 days', null])
    expect(fault('unreadable_value')).toEqual([null, null, 'must be readable', null])
  })

  test('of which a value cannot be read states that value alone', () => {
    const read = { row_number: 4, field: 'units_sold', value: 'x', rule: 'must be a number', allowed: null }
    expect(unreadableRow(read as never)).toEqual({
      ...read,
      reason: 'unreadable_value',
      period_start: null,
      period_end: null,
      door_reference: null,
      buyer_sku: null,
      gtin: null,
      sku: null,
      units: null,
      on_hand: null,
      sales_cents: null,
    } as never)
  })
})

test('outcomes are counted, and those that found an item are not refused', () => {
  const counts = new OutcomeCounts()
  expect([counts.submitted, counts.refused]).toEqual([0, 0])
  counts.add('unknown_item')
  counts.add('unknown_item', 2)
  counts.add('matched_gtin', 5)
  counts.add('no_door')
  expect([counts.submitted, counts.refused]).toEqual([9, 4])
  expect([isMatched('matched_sku'), isMatched('no_item')]).toEqual([true, false])
  const { by_reason, total, by_reason_words } = notMatchedOf(counts)
  expect(Object.entries(by_reason)).toEqual([
    ['matched_gtin', 5],
    ['no_door', 1],
    ['unknown_item', 3],
  ])
  expect(total).toBe(4)
  expect(by_reason_words.no_door).toBe('The row names no door.')
  expect(Object.keys(by_reason_words)).toEqual(Object.keys(by_reason))
})
