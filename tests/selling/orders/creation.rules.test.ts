/** The prices of a new line, and of which of them a markdown is counted. */
import { expect, test } from 'bun:test'
import {
  amountsOf,
  checkDiscount,
  checkShipWindow,
  checkTotal,
  type Pricing,
  priceLine,
  sellable,
} from '../../../server/selling/orders/creation/creation.rules.ts'
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

const retail: Pricing = { is_wholesale: false, is_open: true, currency: 'USD', cost_currency: 'USD', bound: null }
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

const refusedAs = (desc: string) => expect.objectContaining({ desc })

test('the agreed price counts, else that of the list of the account, else for consumers that of the variant in the currency', () => {
  const price = (values: Partial<OrderedVariant>, sent: object, pricing = retail) =>
    priceLine({ sku: 'J-M', quantity: 1, ...sent }, 'lines[0]', found(values), pricing).unit_price_cents
  expect(price({ list_price_cents: 900 }, { unit_price_cents: 800 })).toBe(800)
  expect(price({ list_price_cents: 900 }, { unit_price_cents: 0 })).toBe(0)
  expect(price({ list_price_cents: 900 }, {})).toBe(900)
  expect(price({}, {})).toBe(1_500)
  expect(price({}, {}, { ...retail, is_open: false })).toBe(1_500)
  expect(price({ currency: 'EUR' }, {}, { ...retail, is_open: false })).toBeNull()
  expect(price({}, {}, { ...retail, is_wholesale: true, is_open: false })).toBeNull()
})

test('an open order needs a price: of a consumer that of the variant, of an account an agreed one', () => {
  const line = (values: Partial<OrderedVariant>, is_wholesale: boolean) => () =>
    priceLine({ sku: 'J-M', quantity: 1 }, 'lines[0]', found(values), { ...retail, is_wholesale })
  expect(line({ currency: 'EUR' }, false)).toThrow(
    refusedAs('lines[0].unit_price_cents is required: the variant has no price in USD.'),
  )
  expect(line({}, true)).toThrow(
    refusedAs(
      "lines[0].unit_price_cents is required: a line of an order that is no draft needs an agreed price, and the account's price list has none in USD.",
    ),
  )
})

test('an archived variant is refused by the name that was sent', () => {
  const archived = variant({ archived_at: '2026-01-01' as never })
  const variants = { by_id: new Map([['v', archived]]), by_sku: new Map([['J-M', archived]]) }
  const line = (name: object) => () => priceLine({ quantity: 1, ...name }, 'lines[0]', variants, retail)
  expect(line({ sku: 'J-M' })).toThrow(refusedAs('lines[0].sku is an archived variant.'))
  expect(line({ variant_id: 'v' })).toThrow(refusedAs('lines[0].variant_id is an archived variant.'))
})

test('a price up to 1,000,000.00 is one that a line may have', () => {
  expect([sellable(null), sellable(100_000_000), sellable(100_000_001), sellable(0)]).toEqual([
    null,
    100_000_000,
    null,
    0,
  ])
})

test('the cost of a line is known where order, variant and costs have one currency', () => {
  const cost = (values: Partial<OrderedVariant>, pricing: Partial<Pricing>) =>
    priceLine({ sku: 'J-M', quantity: 1, unit_price_cents: 1 }, 'l', found(values), { ...retail, ...pricing }).unit_cost
  expect(cost({}, {})).toBe('7.0000')
  expect(cost({}, { cost_currency: 'EUR' })).toBeNull()
  expect(cost({ currency: 'EUR' }, {})).toBeNull()
  expect(cost({}, { currency: 'EUR', cost_currency: 'EUR' })).toBeNull()
})

test('a line keeps its quantity, discount and taxes, which are zero where none were sent', () => {
  const sent = { sku: 'J-M', quantity: 2, unit_price_cents: 1_000 }
  expect(priceLine({ ...sent, discount_cents: 2_000, tax_cents: 90 }, 'l', found({}), retail)).toEqual({
    variant_id: 'v',
    quantity: 2,
    unit_price_cents: 1_000,
    regular_unit_price_cents: 1_500,
    unit_cost: '7.0000',
    discount_cents: 2_000,
    tax_cents: 90,
  })
  expect(priceLine(sent, 'l', found({}), retail)).toMatchObject({ discount_cents: 0, tax_cents: 0 })
  expect(() => priceLine({ ...sent, discount_cents: 2_001 }, 'l', found({}), retail)).toThrow(
    refusedAs('l.discount_cents must be at most the price of the line, 2000.'),
  )
})

test('a discount is at most the price of the line, and is not checked before there is a price', () => {
  const check = (discount_cents: number, unit_price_cents: number | null) => () =>
    checkDiscount('l', { quantity: 3, unit_price_cents, discount_cents })
  expect(check(300, 100)).not.toThrow()
  expect(check(301, 100)).toThrow()
  expect(check(1, 0)).toThrow()
  expect(check(301, null)).not.toThrow()
})

test('an order is worth at most 10,000,000,000.00 with its taxes; lines without a price count their taxes', () => {
  const most = { quantity: 10_000, unit_price_cents: 100_000_000, tax_cents: 0 }
  expect(() => checkTotal([most])).not.toThrow()
  expect(() => checkTotal([most, { quantity: 5, unit_price_cents: null, tax_cents: 0 }])).not.toThrow()
  expect(() => checkTotal([])).not.toThrow()
  for (const over of [
    { quantity: 1, unit_price_cents: 1, tax_cents: 0 },
    { quantity: 1, unit_price_cents: null, tax_cents: 1 },
  ])
    expect(() => checkTotal([most, over])).toThrow(
      refusedAs('lines must sum to at most 1000000000000 cents with their taxes.'),
    )
})

test('a ship window may be one day, and may have one end only', () => {
  const check = (start: string | null | undefined, end: string | null | undefined) => () =>
    checkShipWindow({ ship_window_start: start as null, ship_window_end: end as null })
  expect(check('2026-11-02', '2026-11-02')).not.toThrow()
  expect(check('2026-11-02', '2026-11-03')).not.toThrow()
  expect(check('2026-11-02', '2026-11-01')).toThrow(refusedAs('ship_window_end must not be before ship_window_start.'))
  for (const none of [null, undefined]) {
    expect(check(none, '2026-11-01')).not.toThrow()
    expect(check('2026-11-02', none)).not.toThrow()
  }
})

test('of two dates that contradict each other, the refusal names the one that was sent and the day of the other', () => {
  const dates = { ship_window_start: '2026-12-05', ship_window_end: '2026-12-04', cancel_date: '2026-12-03' }
  const refusal = (sent: readonly string[], order: object, lines: { cancel_date: string }[] = []) => {
    try {
      const lineSent = (i: number) => sent.includes(`${i}`)
      checkShipWindow({ ...dates, ...order }, lines, (i) => `line_items[${i}]`, {
        hasSent: (name) => sent.includes(name),
        lineSent,
      })
      return null
    } catch (error) {
      const { desc, data } = error as { desc: string; data: { field: string; allowed?: string[] } }
      return [desc, data.field, data.allowed ?? null]
    }
  }
  const start = 'ship_window_start'
  expect(refusal([start], {})).toEqual([
    'ship_window_start must not be after the ship_window_end of the order, 2026-12-04. Allowed: at most 2026-12-04.',
    start,
    ['at most 2026-12-04'],
  ])
  expect(refusal([start], { ship_window_end: null })?.[0]).toBe(
    'ship_window_start must not be after the cancel_date of the order, 2026-12-03. Allowed: at most 2026-12-03.',
  )
  expect(refusal([start], { ship_window_end: '2026-12-05', cancel_date: '2026-12-05' })).toBeNull()
  expect(refusal(['cancel_date'], { ship_window_end: null })).toEqual([
    'cancel_date must not be before the ship_window_start of the order, 2026-12-05. Allowed: from 2026-12-05 on.',
    'cancel_date',
    ['from 2026-12-05 on'],
  ])
  expect(refusal(['cancel_date', start], { ship_window_end: null })?.[0]).toBe(
    'cancel_date must not be before ship_window_start.',
  )
  const agreed = { ship_window_end: null, cancel_date: null }
  const lines = [{ cancel_date: '2026-12-05' }, { cancel_date: '2026-12-04' }]
  expect(refusal([start], agreed, lines)?.slice(0, 2)).toEqual([
    'ship_window_start must not be after the line_items[1].cancel_date, 2026-12-04. Allowed: at most 2026-12-04.',
    start,
  ])
  expect(refusal(['1'], agreed, lines)?.[1]).toBe('line_items[1].cancel_date')
  expect(refusal([start, '1'], agreed, lines)?.[1]).toBe('line_items[1].cancel_date')
  expect(refusal(['0'], dates, lines)).toBeNull()
  expect(refusal([], { ...dates, ship_window_start: null }, lines)).toBeNull()
})

test('a key of an account repeats the price of its list, and states no other one, no discount and no tax', () => {
  const bound: Pricing = { ...retail, is_wholesale: true, is_open: false, bound: { name: 'Meridian' } }
  const line = (sent: object, list_price_cents: number | null = 900) =>
    priceLine({ sku: 'J-M', quantity: 1, ...sent }, 'lines[0]', found({ list_price_cents }), bound)
  const refusal = (sent: object, list: number | null = 900) => {
    try {
      return line(sent, list).unit_price_cents
    } catch (error) {
      const { desc, data } = error as { desc: string; data: { field: string } }
      return [desc, data.field]
    }
  }
  expect(refusal({})).toBe(900)
  expect(refusal({ unit_price_cents: 900, discount_cents: 0 })).toBe(900)
  expect(refusal({}, null)).toBeNull()
  const [other, field] = refusal({ unit_price_cents: 899 }) as string[]
  expect([other!.includes('the price there is 900'), field]).toEqual([true, 'lines[0].unit_price_cents'])
  const [none, of] = refusal({ unit_price_cents: 900 }, null) as string[]
  expect([none!.includes('it has no price there'), of]).toEqual([true, 'lines[0].unit_price_cents'])
  const [discount, at] = refusal({ discount_cents: 1 }) as string[]
  expect([discount!.includes('discounts are agreed by the seller'), at]).toEqual([true, 'lines[0].discount_cents'])
  expect(refusal({ tax_cents: 0 })).toBe(900)
  const [tax, taxField] = refusal({ tax_cents: 1 }) as string[]
  expect([tax!.includes('taxes are stated by the seller'), taxField]).toEqual([true, 'lines[0].tax_cents'])
})

test('all dates of a new order are sent, and a fault of a line names the line', () => {
  const dates = { ship_window_start: '2026-12-05' }
  expect(() => checkShipWindow(dates)).not.toThrow()
  expect(() => checkShipWindow(dates, [{ cancel_date: '2026-12-05' }])).not.toThrow()
  expect(() => checkShipWindow(dates, [{}, { cancel_date: '2026-12-04' }])).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ field: 'lines[1].cancel_date' }) }),
  )
})

test('amounts of a line stand by their fields', () => {
  expect(amountsOf('lines[0]', { unit_price_cents: 1, discount_cents: 2, tax_cents: 3 })).toEqual({
    'lines[0].unit_price_cents': 1,
    'lines[0].discount_cents': 2,
    'lines[0].tax_cents': 3,
  })
})
