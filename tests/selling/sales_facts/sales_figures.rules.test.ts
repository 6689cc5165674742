/** What lines of orders, shipments, returns and refunds add to the sales of a day. */
import { expect, test } from 'bun:test'
import {
  canEmpty,
  canStandAlone,
  type ConsumerLine,
  consumerSale,
  costOf,
  hasSameFigures,
  noFigures,
  receivedReturn,
  refundedReturn,
  type SalesFigures,
  type SalesPart,
  salesChange,
  wholesaleSale,
  withoutPart,
} from '../../../server/selling/sales_facts/sales_figures.rules.ts'

const key = { variant_id: 'v', day: '2026-11-02', sales_channel_id: 'c', location_id: 'l', currency: 'USD' }

test('the cost of units is exact below the cent', () => {
  expect(costOf(1, '7.0050')).toBe('700.5')
  expect(costOf(3, '0.0033')).toBe('0.99')
  expect(costOf(1, '0.0000000001')).toBe('0.00000001')
  expect(costOf(0, '7.0000')).toBe('0')
  expect(costOf(3, '7.0000')).toBe('2100')
  expect(costOf(-3, '7.0000')).toBe('-2100')
  expect(costOf(-3, '0.0000')).toBe('0')
})

test('units of a part of a cent add up, and what is taken back leaves nothing', () => {
  const sold = Array.from({ length: 25 }, () => part(1, { costed_units: 1, known_cost_cents: costOf(1, '0.0040') }))
  const [all] = salesChange([], sold)
  expect(all).toEqual(part(25, { costed_units: 25, known_cost_cents: '10' }))
  expect(salesChange(sold, [all!])).toEqual([])
  expect(salesChange([], [all!, withoutPart(all!)])).toEqual([])
  expect(withoutPart(all!)).toEqual(part(-25, { costed_units: -25, known_cost_cents: '-10' }))
})

test('figures are the same whatever zeros a cost ends with, and can empty a row where any is below zero or money alone', () => {
  const one = part(1, { known_cost_cents: '4.5' })
  expect(hasSameFigures(one, { ...one, known_cost_cents: '4.50' })).toBe(true)
  expect(hasSameFigures(one, { ...one, known_cost_cents: '4.51' })).toBe(false)
  expect(hasSameFigures(one, { ...one, units: 2 })).toBe(false)
  expect(canEmpty(one)).toBe(false)
  expect(canEmpty(part(0))).toBe(false)
  expect(canEmpty({ ...one, known_cost_cents: '-0.4' })).toBe(true)
  expect(canEmpty({ ...one, taxes_cents: -1 })).toBe(true)
  expect(canEmpty(part(0, { returns_cents: 1 }))).toBe(true)
  expect(canEmpty(part(0, { taxes_cents: 1 }))).toBe(true)
  expect(canEmpty(part(0, { returns_cents: 1, returned_units: 1 }))).toBe(false)
  expect(canEmpty(part(1, { returns_cents: 1, taxes_cents: 1 }))).toBe(false)
})

const line: ConsumerLine = {
  quantity: 4,
  cancelled_quantity: 0,
  unit_price_cents: 1_000,
  regular_unit_price_cents: 1_500,
  discount_cents: 200,
  tax_cents: 401,
  unit_cost: '3.0000',
  shipped: [],
}

test('a consumer line counts its units that are not cancelled, with their shares of discount and taxes', () => {
  expect(consumerSale(key, { ...line, cancelled_quantity: 1 })).toEqual({
    ...key,
    units: 3,
    returned_units: 0,
    gross_sales_cents: 3_000,
    discounts_cents: 150,
    returns_cents: 0,
    taxes_cents: 301,
    costed_units: 3,
    known_cost_cents: '900',
    priced_units: 3,
    known_regular_value_cents: 4_500,
    known_markdown_units: 3,
  })
})

test('units are marked down where they brought less than the regular price, not where they brought it', () => {
  const marked = (regular_unit_price_cents: number | null) => {
    const { priced_units, known_regular_value_cents, known_markdown_units } = consumerSale(key, {
      ...line,
      regular_unit_price_cents,
    })
    return [priced_units, known_regular_value_cents, known_markdown_units]
  }
  expect(marked(1_001)).toEqual([4, 4_004, 4])
  expect(marked(1_000)).toEqual([4, 4_000, 0])
  expect(marked(999)).toEqual([4, 3_996, 0])
  expect(marked(null)).toEqual([0, 0, 0])
})

test('units that shipped cost what they left at, the others what one cost as the order was placed', () => {
  const cost = (values: Partial<ConsumerLine>) => {
    const { costed_units, known_cost_cents } = consumerSale(key, { ...line, ...values })
    return [costed_units, known_cost_cents]
  }
  const at = (quantity: number, unit_cost: string | null) => ({ quantity, unit_cost })
  expect(cost({ shipped: [at(1, '5.0000')] })).toEqual([4, '1400'])
  expect(cost({ shipped: [at(1, '5.0000'), at(3, '4.0000')] })).toEqual([4, '1700'])
  expect(cost({ shipped: [at(1, null)] })).toEqual([3, '900'])
  expect(cost({ shipped: [at(4, '5.0000')], unit_cost: null })).toEqual([4, '2000'])
  expect(cost({ unit_cost: null })).toEqual([0, '0'])
  // More left than was ordered: the cost of the surplus is that of the sale, and no unit is missing one.
  expect(cost({ shipped: [at(6, '5.0000')] })).toEqual([4, '3000'])
  expect(cost({ shipped: [at(6, null)] })).toEqual([0, '0'])
})

test('a wholesale line counts as it shipped; units without a cost or a regular price are not counted as having one', () => {
  const shipped = { quantity: 2, gross_sales_cents: 1_800, discounts_cents: 100, taxes_cents: 50 }
  expect(wholesaleSale(key, { ...shipped, unit_cost: '4.5000', regular_unit_price_cents: 1_000 })).toEqual({
    ...key,
    units: 2,
    returned_units: 0,
    gross_sales_cents: 1_800,
    discounts_cents: 100,
    returns_cents: 0,
    taxes_cents: 50,
    costed_units: 2,
    known_cost_cents: '900',
    priced_units: 2,
    known_regular_value_cents: 2_000,
    known_markdown_units: 2,
  })
  expect(wholesaleSale(key, { ...shipped, unit_cost: null, regular_unit_price_cents: null })).toMatchObject({
    costed_units: 0,
    known_cost_cents: '0',
    priced_units: 0,
    known_regular_value_cents: 0,
    known_markdown_units: 0,
  })
})

test('a return takes back its taxes and its cost, and counts its value and its units', () => {
  const received = { received_quantity: 2, surplus_quantity: 0, value_cents: 1_800, tax_cents: 90 }
  const counted = {
    ...noFigures,
    ...key,
    returned_units: 2,
    returns_cents: 1_800,
    taxes_cents: -90,
  }
  expect(receivedReturn(key, { ...received, unit_cost: '4.5000' })).toEqual({
    ...counted,
    costed_units: 2,
    known_cost_cents: '-900',
  })
  expect(receivedReturn(key, { ...received, unit_cost: null })).toEqual(counted)
})

test('units that were never sold take back their cost and are not returned', () => {
  const surplus = { received_quantity: 3, surplus_quantity: 2, value_cents: 900, tax_cents: 45, unit_cost: '4.5000' }
  expect(receivedReturn(key, surplus)).toEqual({
    ...noFigures,
    ...key,
    returned_units: 1,
    returns_cents: 900,
    taxes_cents: -45,
    costed_units: 1,
    known_cost_cents: '-1350',
  })
})

test('a refund is money alone', () => {
  expect(refundedReturn(key, { amount_cents: 700, tax_cents: 70 })).toEqual({
    ...noFigures,
    ...key,
    returns_cents: 700,
    taxes_cents: -70,
  })
})

test('a return without taxes or cost counts zero, not minus zero', () => {
  const part = receivedReturn(key, {
    received_quantity: 1,
    surplus_quantity: 0,
    value_cents: 0,
    tax_cents: 0,
    unit_cost: '0.0000',
  })
  expect([Object.is(part.taxes_cents, 0), part.known_cost_cents]).toEqual([true, '0'])
})

const part = (units: number, values: Partial<SalesPart> = {}): SalesPart => ({ ...noFigures, ...key, units, ...values })

test('a change is what the lines count now less what they counted, and nothing for keys that stay as they are', () => {
  expect(salesChange([part(2)], [part(2)])).toEqual([])
  expect(salesChange([part(2), part(3)], [part(1)])).toEqual([part(-4)])
  expect(salesChange([], [part(2), part(3)])).toEqual([part(5)])
  expect(salesChange([], [])).toEqual([])
  expect(salesChange([part(1, { taxes_cents: 5 })], [part(1)])).toEqual([part(0, { taxes_cents: -5 })])
})

test('each part of a key is a key of its own, and changes come in the order of keys', () => {
  const others: Partial<SalesPart>[] = [
    { variant_id: 'w' },
    { day: '2026-11-03' },
    { sales_channel_id: 'd' },
    { location_id: 'm' },
    { currency: 'USE' },
  ]
  for (const other of others) expect(salesChange([part(1)], [part(1, other)])).toHaveLength(2)
  expect(salesChange([], [part(1), part(2, { variant_id: 'a' }), part(3, { variant_id: 'b' })])).toEqual([
    part(2, { variant_id: 'a' }),
    part(3, { variant_id: 'b' }),
    part(1),
  ])
  expect(salesChange([part(1, { variant_id: 'x' })], [part(1), part(1, { day: '2026-11-01' })])).toEqual([
    part(1, { day: '2026-11-01' }),
    part(1),
    part(-1, { variant_id: 'x' }),
  ])
})

test('a part can be a row of its own where its counts are not negative and count no more than there is', () => {
  const can = (figures: Partial<SalesFigures>) => canStandAlone({ ...noFigures, ...figures })
  expect(can({})).toBe(true)
  expect(can({ units: 1, returned_units: 1, costed_units: 2, priced_units: 1, known_markdown_units: 1 })).toBe(true)
  // Money may be negative.
  expect(can({ taxes_cents: -1, known_cost_cents: '-1' })).toBe(true)
  const refused: Partial<SalesFigures>[] = [
    { units: -1, returned_units: 1 },
    { returned_units: -1, units: 1 },
    { costed_units: -1 },
    { units: 1, returned_units: 1, costed_units: 3 },
    { priced_units: -1, known_markdown_units: -1 },
    { units: 1, priced_units: 2 },
    { known_markdown_units: -1 },
    { units: 2, priced_units: 1, known_markdown_units: 2 },
    { units: -1, priced_units: -1, known_markdown_units: -1, returned_units: 2 },
    { priced_units: -1, known_markdown_units: -2 },
  ]
  expect(refused.map(can)).toEqual(refused.map(() => false))
})
