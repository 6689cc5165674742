/** The prices of a new line, and of which of them a markdown is counted. */
import { expect, test } from 'bun:test'
import { priceLine } from '../../../server/selling/orders/creation.rules.ts'
import type { OrderedVariant } from '../../../server/selling/orders/references.store.ts'

const variant = (values: Partial<OrderedVariant>): OrderedVariant =>
  ({
    variant_id: 'v',
    sku: 'J-M',
    currency: 'USD',
    price_cents: 1_500,
    compare_at_price_cents: null,
    list_price_cents: null,
    unit_cost: '7.0000',
    archived_at: null,
    ...values,
  }) as OrderedVariant

const retail = { is_wholesale: false, is_open: true, currency: 'USD', cost_currency: 'USD' }
const found = (values: Partial<OrderedVariant>) => ({
  by_id: new Map(),
  by_sku: new Map([['J-M', variant(values)]]),
})
const regular = (values: Partial<OrderedVariant>, pricing = retail) =>
  priceLine({ sku: 'J-M', quantity: 1, unit_price_cents: 1_400 }, 'lines[0]', found(values), pricing)
    .regular_unit_price_cents

test('a consumer line is marked down from the compare-at price, or from the price where there is none', () => {
  expect(regular({ compare_at_price_cents: 2_000 })).toBe(2_000)
  expect(regular({})).toBe(1_500)
  expect(regular({ price_cents: null })).toBeNull()
})

test('a wholesale line is marked down from the list of the account alone, whatever consumers pay', () => {
  const wholesale = { ...retail, is_wholesale: true, is_open: false }
  expect(regular({ compare_at_price_cents: 2_000, list_price_cents: 900 }, wholesale)).toBe(900)
  expect(regular({ compare_at_price_cents: 2_000 }, wholesale)).toBeNull()
})

test('a price in another currency than the order is no regular price, and its cost is not that of the order', () => {
  const line = priceLine(
    { sku: 'J-M', quantity: 1, unit_price_cents: 1_400 },
    'lines[0]',
    found({ currency: 'EUR' }),
    retail,
  )
  expect([line.unit_price_cents, line.regular_unit_price_cents, line.unit_cost]).toEqual([1_400, null, null])
})
