/** The return rate and the value of returns, at zero and in several currencies. */
import { expect, test } from 'bun:test'
import {
  dispositionsWithImported,
  rateOf,
  sumOfExchanged,
  sumOfUnits,
  valueCodeOf,
  valueOf,
  withImported,
} from '../../../server/selling/returns/summary.rules.ts'

test('the return rate is per hundred units sold, rounded half up to two decimals, and may exceed 100', () => {
  const rate = (returned: number, sold: number) => rateOf({ returned, sold }).return_rate
  expect([rate(1, 3), rate(2, 3), rate(1, 800), rate(0, 5), rate(3, 2), rate(1, 1)]).toEqual([
    33.33, 66.67, 0.13, 0, 150, 100,
  ])
  expect(rateOf({ returned: 1, sold: 2 })).toMatchObject({ return_rate_reason_code: null, return_rate_reason: null })
})

test('without sales there is no return rate', () => {
  const none = {
    return_rate: null,
    return_rate_reason_code: 'nothing_sold' as const,
    return_rate_reason: 'Nothing was sold in the window.',
  }
  expect(rateOf({ returned: 1, sold: 0 })).toEqual(none)
  expect(rateOf({ returned: 1, sold: -1 })).toEqual(none)
})

test('returns are valued in their one currency, in that of the organisation where there are none', () => {
  const value = (currencies: string[] | null) => {
    const { cents, currency, reason } = valueOf({ currencies, returns_cents: 500 }, 'USD')
    return [cents, currency, reason]
  }
  expect(value(['EUR'])).toEqual([500, 'EUR', null])
  expect(value(null)).toEqual([0, 'USD', null])
  expect(value([])).toEqual([0, 'USD', null])
  expect(value(['EUR', 'GBP', 'USD'])).toEqual([
    null,
    null,
    'The amounts are in EUR, GBP and USD, which are not added up.',
  ] as never)
})

test('a value in several currencies has the code of that', () => {
  const codes = [null, [], ['EUR'], ['EUR', 'USD']].map((currencies) => valueCodeOf({ currencies }))
  expect(codes).toEqual([null, null, null, 'several_currencies'])
})

test('units are summed over rows', () => {
  expect([sumOfUnits([]), sumOfUnits([{ units_returned: 2 }, { units_returned: 3 }])]).toEqual([0, 5])
  expect([sumOfExchanged([]), sumOfExchanged([{ units_exchanged: 1 }, { units_exchanged: 4 }])]).toEqual([0, 5])
})

test('units of imported history, of which no more is known, are of an unknown reason and of no disposition', () => {
  const reasons = [
    { reason: 'defective', returns: 1, units_returned: 2 },
    { reason: 'unknown', returns: 1, units_returned: 1 },
  ]
  expect(withImported(reasons, 3)).toEqual(reasons)
  expect(withImported(reasons, 5)).toEqual([{ ...reasons[1]!, units_returned: 3 }, reasons[0]!])
  expect(withImported([reasons[0]!], 3)).toEqual([reasons[0]!, { reason: 'unknown', returns: 0, units_returned: 1 }])
  const dispositions = [
    { disposition: 'restock', units_returned: 2, units_restocked: 2 },
    { disposition: null, units_returned: 1, units_restocked: 0 },
  ]
  expect(dispositionsWithImported(dispositions, 3)).toEqual(dispositions)
  expect(dispositionsWithImported(dispositions, 5)).toEqual([
    { ...dispositions[1]!, units_returned: 3 },
    dispositions[0]!,
  ])
  expect(dispositionsWithImported([dispositions[0]!], 3)).toEqual([
    dispositions[0]!,
    { disposition: null, units_returned: 1, units_restocked: 0 },
  ])
  expect(withImported([], 0)).toEqual([])
})
