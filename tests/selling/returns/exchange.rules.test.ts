import { expect, test } from 'bun:test'
import {
  balanceOf,
  samePrices,
  settlementFault,
  totalOf,
  type UnitsComingBack,
  unpaidFault,
  valueUnits,
  worthOf,
} from '../../../server/selling/returns/exchanges/exchange.rules.ts'

const line = {
  order_line_id: 'l',
  product_id: 'p',
  unit_price_cents: 1500,
  received_quantity: 0,
  received_net_cents: 0,
  received_tax_cents: 0,
  open_quantity: 1,
}
const shipped = {
  parts: [{ quantity: 3, net_cents: 4000, tax_cents: 300 }],
  charged_quantity: 3,
  charged_before: 0,
  surplus_before: 0,
  surplus_quantity: 0,
  currency: 'USD',
}
const valued = (lines: object[], facts: object = {}, refundable_cents = 10_000) =>
  valueUnits(
    lines.map((one) => ({ ...line, ...one })),
    new Map([['l', { ...shipped, ...facts }]]),
    refundable_cents,
  )
const money = (units: UnitsComingBack[]) => units.map((one) => [one.quantity, one.net_cents, one.tax_cents])

test('units that are expected are worth what they take off when they arrive, and those that arrived what they took off', () => {
  expect(valued([{}])).toEqual([
    { product_id: 'p', unit_price_cents: 1500, quantity: 1, net_cents: 1333, tax_cents: 100 },
  ])
  expect(money(valued([{ open_quantity: 3 }]))).toEqual([[3, 4000, 300]])
  expect(money(valued([{}], { charged_before: 1 }))).toEqual([[1, 1334, 100]])
  const arrived = { received_quantity: 1, received_net_cents: 1333, received_tax_cents: 100 }
  expect(money(valued([{ ...arrived, open_quantity: 0 }]))).toEqual([[1, 1333, 100]])
  expect(money(valued([{ ...arrived, open_quantity: 2 }], { charged_before: 1 }))).toEqual([[3, 4000, 300]])
})

test('surplus comes back first and is worth nothing, unless it came back before', () => {
  const surplus = { charged_quantity: 2, surplus_quantity: 1 }
  expect(money(valued([{}], surplus))).toEqual([[0, 0, 0]])
  expect(money(valued([{ open_quantity: 2 }], surplus))).toEqual([[1, 2000, 150]])
  expect(money(valued([{}], { ...surplus, surplus_before: 1 }))).toEqual([[1, 2000, 150]])
  expect(money(valued([{}], { ...surplus, surplus_before: 2 }))).toEqual([[1, 2000, 150]])
})

test('what is left of the order limits all lines together', () => {
  expect(money(valued([{}], {}, 1433))).toEqual([[1, 1333, 100]])
  expect(worthOf(valued([{}], {}, 1432))).toBe(1432)
  expect(worthOf(valued([{}, {}], {}, 1500))).toBe(1500)
  expect(worthOf(valued([{}], {}, 0))).toBe(0)
})

test('units that no order line sold are worth nothing, and a price that is open is 0', () => {
  expect(valued([{ order_line_id: null }])).toEqual([])
  expect(valued([{ order_line_id: 'another' }])).toEqual([])
  expect(valued([{ unit_price_cents: null }])[0]!.unit_price_cents).toBe(0)
})

const back: UnitsComingBack = { product_id: 'p', unit_price_cents: 1500, quantity: 3, net_cents: 4000, tax_cents: 301 }

test('a replacement of the same product without a price costs what was paid for as many units', () => {
  expect(samePrices([{ product_id: 'p', quantity: 1 }], [back], 'USD')).toEqual([
    { unit_price_cents: 1500, discount_cents: 167, tax_cents: 100 },
  ])
  const each = [1, 1, 1].map((quantity) => ({ product_id: 'p', quantity }))
  const parts = samePrices(each, [back], 'USD')
  const sum = (of: (one: any) => number) => parts.reduce((all, one) => all + of(one), 0)
  expect([sum((one) => one.unit_price_cents - one.discount_cents), sum((one) => one.tax_cents)]).toEqual([4000, 301])
  expect(samePrices([{ product_id: 'p', quantity: 3 }], [back], 'USD')).toEqual([
    { unit_price_cents: 1500, discount_cents: 500, tax_cents: 301 },
  ])
})

test('more units than come back, another product and a stated amount have no such price', () => {
  expect(samePrices([{ product_id: 'p', quantity: 4 }], [back], 'USD')).toEqual([null])
  expect(
    samePrices(
      [
        { product_id: 'p', quantity: 2 },
        { product_id: 'p', quantity: 2 },
      ],
      [back],
      'USD',
    )[1],
  ).toBeNull()
  for (const other of [{ product_id: 'q' }, { product_id: null }])
    expect(samePrices([{ ...other, quantity: 1 }], [back], 'USD')).toEqual([null])
  for (const stated of [{ unit_price_cents: 0 }, { discount_cents: 0 }, { tax_cents: 0 }])
    expect(samePrices([{ product_id: 'p', quantity: 1, ...stated }], [back], 'USD')).toEqual([null])
})

test('units that cost more than their price have a price that covers it', () => {
  const dearer = { ...back, unit_price_cents: 1000, quantity: 2, net_cents: 3001, tax_cents: 0 }
  expect(samePrices([{ product_id: 'p', quantity: 2 }], [dearer], 'USD')).toEqual([
    { unit_price_cents: 1501, discount_cents: 1, tax_cents: 0 },
  ])
  const yen = { ...dearer, unit_price_cents: 100_000, net_cents: 300_100 }
  expect(samePrices([{ product_id: 'p', quantity: 2 }], [yen], 'JPY')).toEqual([
    { unit_price_cents: 150_100, discount_cents: 100, tax_cents: 0 },
  ])
})

test('a total has taxes and freight, and an open price is 0', () => {
  const lines = [{ quantity: 2, unit_price_cents: 1500, discount_cents: 100, tax_cents: 30 }]
  expect(totalOf({ lines, freight_cents: 400, freight_tax_cents: 40 })).toBe(3370)
  expect(totalOf({ lines: [{ ...lines[0]!, unit_price_cents: null }], freight_cents: 0, freight_tax_cents: 0 })).toBe(
    -70,
  )
})

test('the balance is even to the cent', () => {
  expect([balanceOf(100, 99), balanceOf(100, 100), balanceOf(100, 101)]).toEqual([
    'customer_is_owed',
    'even',
    'customer_owes',
  ])
})

test('a settlement agrees with the difference, and credit notes settle any', () => {
  const fault = (settlement: any, replacement_cents: number) =>
    settlementFault(settlement, { returned_cents: 1450, replacement_cents, currency: 'USD' })
  for (const [settlement, cents] of [
    ['charge', 1451],
    ['none', 1450],
    ['refund', 1449],
    ['credit_note', 1451],
    ['credit_note', 1449],
  ] as const)
    expect(fault(settlement, cents)).toBeNull()
  expect(fault('none', 1451)).toEqual({
    desc: 'What comes back is worth 14.50 USD, and what replaces it 14.51 USD. The customer owes 0.01 USD, which is settled by charge.',
    data: {
      reason: 'difference',
      field: 'settlement',
      balance: 'customer_owes',
      difference_cents: 1,
      allowed: ['charge'],
    },
  })
  expect(fault('charge', 1400)).toMatchObject({
    desc: expect.stringContaining('The customer is owed 0.50 USD, which is settled by refund.'),
    data: { balance: 'customer_is_owed', difference_cents: 50, allowed: ['refund'] },
  })
  expect(fault('refund', 1450)).toMatchObject({
    desc: expect.stringContaining('Nothing is owed: the difference is 0.00 USD, which is settled by none.'),
    data: { balance: 'even', difference_cents: 0, allowed: ['none'] },
  })
})

test('what is owed is paid back as far as payments are left; without one on file it is not limited here', () => {
  const owed = (cents: number) => ({ returned_cents: 2_000, replacement_cents: 2_000 - cents, currency: 'USD' })
  for (const [cents, left] of [
    [500, 500],
    [500, 501],
    [500, null],
    [0, 0],
    [0, -1],
  ] as const)
    expect(unpaidFault(owed(cents), left)).toBeNull()
  expect(unpaidFault(owed(501), 500)).toMatchObject({
    desc: expect.stringContaining('owed 5.01 USD, and 5.00 USD of the payments'),
    data: { reason: 'unpaid', field: 'settlement', difference_cents: 501, refundable_cents: 500 },
  })
  expect(unpaidFault(owed(1), -700)!.data.refundable_cents).toBe(0)
  expect(unpaidFault({ ...owed(0), replacement_cents: 1, currency: 'JPY' }, 0)!.desc).toContain('0 JPY of the payments')
})
