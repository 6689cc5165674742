/** What counts back of refunds once units are cancelled. */
import { expect, test } from 'bun:test'
import {
  countBack,
  type CountedMoney,
  type RefundedPart,
} from '../../../server/selling/returns/refunds/refunds_of_cancelled.rules.ts'

const part = (values: Partial<RefundedPart> = {}): RefundedPart => ({
  return_id: 1,
  order_id: 'o',
  sales_channel_id: 'c',
  location_id: 'l',
  currency: 'USD',
  variant_id: 'v',
  order_line_id: 'ol',
  return_line_id: 'rl',
  amount_cents: 3000,
  tax_cents: 300,
  unarrived_cents: 0,
  unarrived_tax_cents: 0,
  back_cents: 0,
  back_tax_cents: 0,
  ...values,
})
const money = (values: Partial<CountedMoney> = {}): CountedMoney => ({
  goods_cents: 1000,
  goods_tax_cents: 100,
  arrived_cents: 0,
  arrived_tax_cents: 0,
  ...values,
})
const cents = (of: CountedMoney, parts: RefundedPart[]) =>
  countBack(of, parts).flatMap(({ lines }) => lines.map(({ amount_cents, tax_cents }) => [amount_cents, tax_cents]))

test('what was refunded beyond the goods that are left counts back, net and tax each on a line', () => {
  expect(cents(money(), [part()])).toEqual([
    [-2000, 0],
    [0, -200],
  ])
  expect(cents(money({ goods_cents: 3000, goods_tax_cents: 300 }), [part()])).toEqual([])
  expect(cents(money({ goods_cents: 2999, goods_tax_cents: 301 }), [part()])).toEqual([[-1, 0]])
  expect(cents(money({ goods_cents: 3001, goods_tax_cents: 299 }), [part()])).toEqual([[0, -1]])
  expect(countBack(money(), [])).toEqual([])
})

test('units that arrived without a refund are part of what was taken off', () => {
  const arrived = money({ goods_cents: 3000, goods_tax_cents: 300, arrived_cents: 500, arrived_tax_cents: 50 })
  expect(cents(arrived, [part()])).toEqual([
    [-500, 0],
    [0, -50],
  ])
})

test('what was counted back before is not again, and what is too much is taken off again', () => {
  const back = { back_cents: 2000, back_tax_cents: 200 }
  expect(cents(money(), [part(back)])).toEqual([])
  expect(cents(money({ goods_cents: 0, goods_tax_cents: 0 }), [part(back)])).toEqual([
    [-1000, 0],
    [0, -100],
  ])
  expect(cents(money(), [part({ ...back, amount_cents: 1500, tax_cents: 150 })])).toEqual([
    [1500, 0],
    [0, 150],
  ])
})

test('it is divided over the lines by what each was refunded, a row for each return', () => {
  const parts = [
    part({ amount_cents: 100 }),
    part({ return_line_id: 'r2', amount_cents: 200 }),
    part({ return_id: 2, amount_cents: 300 }),
  ]
  const rows = countBack(money({ goods_cents: 0, goods_tax_cents: 900 }), parts)
  expect(
    rows.map(({ return_id, reverses, lines }) => [return_id, reverses, lines.map((line) => line.amount_cents)]),
  ).toEqual([
    [1, 'cancelled', [-100, -200]],
    [2, 'cancelled', [-300]],
  ])
  const less = [
    part({ amount_cents: 0, tax_cents: 0, back_cents: 30 }),
    part({ return_id: 2, amount_cents: 0, tax_cents: 0, back_cents: 70 }),
  ]
  expect(cents(money(), less)).toEqual([
    [30, 0],
    [70, 0],
  ])
  const unarrived = part({ amount_cents: 0, tax_cents: 0, unarrived_cents: -1000, unarrived_tax_cents: -100 })
  const arrived = money({ goods_cents: 1000, goods_tax_cents: 100, arrived_cents: 1000, arrived_tax_cents: 100 })
  expect(cents(arrived, [unarrived, part({ return_id: 2 })])).toEqual([
    [-2000, 0],
    [0, -200],
  ])
  const yen = [part({ currency: 'JPY', amount_cents: 100 }), part({ currency: 'JPY', return_id: 2, amount_cents: 200 })]
  expect(cents(money({ goods_cents: 200, goods_tax_cents: 900 }), yen)).toEqual([[-100, 0]])
})
