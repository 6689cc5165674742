/** Variance figures of counted lines, where a share has nothing to divide by and a value lacks a cost. */
import { expect, test } from 'bun:test'
import { varianceFigures, type VarianceSums } from '../../../server/stock/stocktakes/variance.rules.ts'

const sums = (fields: Partial<VarianceSums> = {}): VarianceSums => ({
  line_count: 8,
  variance_line_count: 2,
  uncosted_line_count: 0,
  system_units: 300,
  counted_units: 293,
  shrinkage_units: 10,
  overage_units: 3,
  shrinkage_value: '100.00',
  overage_value: '30.00',
  net_value: '-70.00',
  ...fields,
})
const euros = (cents: number) => ({ cents, currency: 'EUR', reason: null, usd: null })

test('rates are shares of the system units, to four decimals, and net is overage minus shrinkage', () => {
  expect(varianceFigures(sums(), 'EUR')).toEqual({
    line_count: 8,
    variance_line_count: 2,
    system_units: 300,
    counted_units: 293,
    shrinkage_units: 10,
    overage_units: 3,
    net_units: -7,
    shrinkage_value: euros(10_000),
    overage_value: euros(3_000),
    net_value: euros(-7_000),
    shrinkage_rate: 0.0333,
    overage_rate: 0.01,
    net_rate: -0.0233,
    rate_reason: null,
    accuracy_rate: 0.75,
  })
})

test('without system units there is no rate, and a reason; one unit is enough', () => {
  expect(varianceFigures(sums({ system_units: 0 }), 'EUR')).toMatchObject({
    shrinkage_rate: null,
    overage_rate: null,
    net_rate: null,
    rate_reason: 'The system quantity is zero.',
    accuracy_rate: 0.75,
  })
  expect(varianceFigures(sums({ system_units: 1, shrinkage_units: 1, overage_units: 0 }), 'EUR')).toMatchObject({
    shrinkage_rate: 1,
    overage_rate: 0,
    net_rate: -1,
    rate_reason: null,
  })
  expect(varianceFigures(sums({ line_count: 0, variance_line_count: 0 }), 'EUR').accuracy_rate).toBeNull()
})

test.each([
  [1, '1 line with a variance has no known unit cost.'],
  [2, '2 lines with a variance have no known unit cost.'],
])('%d lines without a unit cost leave no value', (uncosted_line_count, reason) => {
  const missing = { cents: null, currency: 'EUR', reason, usd: null }
  expect(varianceFigures(sums({ uncosted_line_count }), 'EUR')).toMatchObject({
    shrinkage_value: missing,
    overage_value: missing,
    net_value: missing,
    shrinkage_rate: 0.0333,
  })
})
