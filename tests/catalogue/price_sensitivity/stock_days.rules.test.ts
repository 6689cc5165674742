import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays, eachDay } from '../../../server/calendar/days.ts'
import {
  type LocationLedger,
  type StockDays,
  stockDaysAmong,
} from '../../../server/catalogue/price_sensitivity/stock_days.rules.ts'

test('a day counts as in stock when units were there at some time, and is not counted before the ledger began', () => {
  const days = eachDay('2026-03-01', '2026-03-08')
  expect(days).toEqual(['1', '2', '3', '4', '5', '6', '7'].map((day) => `2026-03-0${day}`))
  const shop = {
    location_id: 'a',
    opening: 0,
    began_on: '2026-03-02',
    days: [
      { day: '2026-03-02', peak: 5, closing: 5, received: 0, opened: 0, is_moved_at_start: false },
      { day: '2026-03-04', peak: 2, closing: 0, received: 0, opened: 0, is_moved_at_start: false },
      { day: '2026-03-06', peak: 0, closing: -1, received: 0, opened: 0, is_moved_at_start: false },
    ],
  }
  const stockDaysOf = stockDaysAmong(days)
  const stockDays = stockDaysOf([shop])
  const shown = (found: StockDays['tracked']) => days.flatMap((day) => (found.has(day) ? day.slice(-1) : [])).join('')
  expect(shown(stockDays.tracked)).toBe('234567')
  // Sold out during the 4th, which therefore still counts.
  expect(shown(stockDays.in_stock)).toBe('234')
  expect(shown(stockDays.stocked_at_close)).toBe('23')
  const untouched = stockDaysOf([{ location_id: 'b', opening: 3, began_on: null, days: [] }])
  expect([untouched.tracked.size, untouched.in_stock.size]).toEqual([0, 0])
  const other = { location_id: 'c', opening: 1, began_on: '2020-01-01', days: [] }
  expect(stockDaysOf([shop, other]).in_stock.size).toBe(7)
  expect(stockDaysOf([other, shop])).toEqual(stockDaysOf([shop, other]))
})

const start = '2026-02-20'
const day = (n: number) => addDays(start, n)

/** Rows from two weeks before the period to a week after its two weeks. */
const ledgers: fc.Arbitrary<LocationLedger[]> = fc.array(
  fc
    .tuple(
      fc.integer({ min: -3, max: 5 }),
      fc.option(fc.integer({ min: -14, max: 20 })),
      fc.uniqueArray(
        fc.tuple(fc.integer({ min: -14, max: 20 }), fc.nat(6), fc.integer({ min: -3, max: 3 }), fc.boolean()),
        { selector: ([n]) => n },
      ),
    )
    .map(([opening, began, moved]) => ({
      location_id: 'a',
      opening,
      began_on: began === null ? null : day(began),
      days: moved
        .toSorted(([a], [b]) => a - b)
        .map(([n, above, closing, is_moved_at_start]) => ({
          day: day(n),
          peak: closing + above,
          closing,
          received: 0,
          opened: 0,
          is_moved_at_start,
        })),
    })),
  { maxLength: 3 },
)

/** Looks at the ledger of one location for one day. */
function stockOn({ opening, began_on, days }: LocationLedger, at: string) {
  if (began_on === null || at < began_on) return { tracked: false, in_stock: false, stocked_at_close: false }
  const before = days.filter((row) => row.day < at).at(-1)?.closing ?? opening
  const row = days.find((one) => one.day === at)
  return {
    tracked: true,
    in_stock: (row?.is_moved_at_start ? row.peak : Math.max(before, row?.peak ?? before)) > 0,
    stocked_at_close: (row?.closing ?? before) > 0,
  }
}

test('the days of several locations are those of a look at each ledger for each day', () => {
  const days = eachDay(start, day(14))
  fc.assert(
    fc.property(ledgers, (some) => {
      const found = stockDaysAmong(days)(some)
      for (const what of ['tracked', 'in_stock', 'stocked_at_close'] as const) {
        const expected = days.filter((at) => some.some((ledger) => stockOn(ledger, at)[what]))
        expect(found[what].size).toBe(expected.length)
        expect(days.filter((at) => found[what].has(at))).toEqual(expected)
        expect([day(-1), day(14)].some((at) => found[what].has(at))).toBe(false)
      }
    }),
    { numRuns: 1000, seed: 20 },
  )
})
