/** Which part of each line's discount is a percentage of its goods. */
import { expect, test } from 'bun:test'
import type { Allowance } from '../../../../server/edi/documents/record.ts'
import { discountsOfGoods } from '../../../../server/selling/edi_orders/inbound/allowances/discounts_of_goods.rules.ts'

const amount: Allowance = { kind: 'allowance', code: 'C310', amount: '10.00', percent: null, settled_by: null }
const tenth: Allowance = { ...amount, amount: null, percent: '10' }
const both: Allowance = { ...amount, percent: '10' }
const line = (position: number, discount_cents: number, quantity = 10) => ({
  line_id: `l${position}`,
  edi_position: position,
  quantity,
  discount_cents,
  unit_price_cents: 1000,
})
const words = (allowances: Allowance[], ...ofLines: Allowance[][]) => ({
  allowances,
  lines: ofLines.map((own, i) => ({
    position: i + 1,
    fault: null,
    line: { line_reference: null, quantity: 10, ...(own.length === 0 ? {} : { allowances: own }) } as never,
  })),
})
const found = (lines: ReturnType<typeof line>[], said: ReturnType<typeof words>) => [
  ...discountsOfGoods(lines, said, 'USD'),
]

test('percentages of the order and of lines are told from amounts', () => {
  expect(found([line(1, 1000)], words([tenth], []))).toEqual([['l1', 1000]])
  expect(found([line(1, 1000)], words([amount], []))).toEqual([['l1', 0]])
  expect(found([line(1, 1000)], words([both], []))).toEqual([['l1', 0]])
  expect(found([line(1, 2000)], words([tenth], [amount]))).toEqual([['l1', 1000]])
  expect(found([line(1, 2000)], words([amount], [tenth]))).toEqual([['l1', 1000]])
  expect(found([line(1, 1000), line(2, 0)], words([], [tenth], []))).toEqual([
    ['l1', 1000],
    ['l2', 0],
  ])
})

test('discounts that are others than the words come to are not told apart', () => {
  expect(found([line(1, 999)], words([tenth], []))).toEqual([])
  expect(found([line(1, 1000), line(2, 0)], words([tenth], [], []))).toEqual([])
})

test('lines without units have none', () => {
  expect(found([line(1, 1000), line(2, 500, 0)], words([tenth], [], [amount]))).toEqual([['l1', 1000]])
})
