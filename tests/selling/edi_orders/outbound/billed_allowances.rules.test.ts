/** The discount of an invoice, told apart by the allowances of the order. */
import { describe, expect, test } from 'bun:test'
import type { Allowance } from '../../../../server/edi/documents/record.ts'
import {
  billedAllowances,
  type BilledDiscount,
} from '../../../../server/selling/edi_orders/outbound/billed_allowances.rules.ts'

const allowance = (values: Partial<Allowance> = {}): Allowance => ({
  kind: 'allowance',
  code: 'F800',
  amount: '6.00',
  percent: null,
  settled_by: '02',
  ...values,
})
const share = (percent: string, code = 'F800') => allowance({ amount: null, percent, code })
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
const units = (position: number, quantity: number, discount_cents: number): BilledDiscount => ({
  line_id: `l${position}`,
  quantity,
  discount_cents,
})

function told(billed: BilledDiscount[], lines: ReturnType<typeof line>[], said: ReturnType<typeof words>) {
  const charges = billedAllowances(billed, { lines, words: said, currency: 'USD' })
  if (charges === null) return null
  const short = ({ code, amount, percent }: { code: string; amount: string; percent?: string }) =>
    [code, amount, ...(percent === undefined ? [] : [percent])].join(' ')
  return [charges.header.map(short), ...[...charges.lines].map(([position, all]) => [position, ...all.map(short)])]
}

describe('a billed discount', () => {
  test('has the code, the percentage and the settlement that the order states', () => {
    const said = words([allowance(), share('5', 'C310')], [share('2', 'I400')])
    const charges = billedAllowances([units(1, 10, 1300)], { lines: [line(1, 1300)], words: said, currency: 'USD' })
    expect(charges).toEqual({
      header: [
        { kind: 'allowance', code: 'F800', amount: '6.00', description: null, settled_by: '02' },
        { kind: 'allowance', code: 'C310', amount: '5.00', description: null, percent: '5', settled_by: '02' },
      ],
      lines: new Map([
        [1, [{ kind: 'allowance', code: 'I400', amount: '2.00', description: null, percent: '2', settled_by: '02' }]],
      ]),
    })
    const bare = words([allowance({ code: null, settled_by: null })], [])
    expect(billedAllowances([units(1, 10, 600)], { lines: [line(1, 600)], words: bare, currency: 'USD' })).toEqual({
      header: [{ kind: 'allowance', code: 'C310', amount: '6.00', description: null }],
      lines: new Map(),
    })
  })

  test('of part of the units has the parts that add up to it', () => {
    expect(told([units(1, 5, 300)], [line(1, 600)], words([allowance()], []))).toEqual([['F800 3.00']])
    const said = words([share('5', 'C310'), allowance({ amount: '1.01' })], [])
    expect(told([units(1, 3, 181)], [line(1, 601)], said)).toEqual([['C310 1.50 5', 'F800 0.31']])
    const two = words([share('5', 'C310')], [allowance({ code: 'I400' })], [])
    expect(told([units(1, 10, 1100), units(2, 4, 200)], [line(1, 1100), line(2, 500)], two)).toEqual([
      ['C310 7.00 5'],
      [1, 'I400 6.00'],
    ])
    expect(told([units(2, 4, 200)], [line(1, 1100), line(2, 500)], two)).toEqual([['C310 2.00 5']])
  })

  test('that counts as an amount is stated without the percentage beside it', () => {
    expect(told([units(1, 10, 600)], [line(1, 600)], words([allowance({ percent: '6' })], []))).toEqual([['F800 6.00']])
    const two = words([allowance({ code: 'C310' })], [allowance(), allowance({ code: 'I400' })], [])
    expect(told([units(1, 10, 1500), units(2, 10, 300)], [line(1, 1500), line(2, 300)], two)).toEqual([
      ['C310 6.00'],
      [1, 'F800 6.00', 'I400 6.00'],
    ])
  })

  test('of units beyond the order is that of the percentage', () => {
    const said = words([share('10', 'C310'), allowance()], [])
    expect(told([units(1, 15, 2100)], [line(1, 1600)], said)).toEqual([['C310 15.00 10', 'F800 6.00']])
    // An invoice of units beyond the order alone.
    expect(told([units(1, 5, 500)], [line(1, 1600)], said)).toEqual([['C310 5.00 10']])
  })

  test('stays one sum where the discounts of the order are not those of its allowances', () => {
    expect(told([units(1, 10, 599)], [line(1, 599)], words([allowance()], []))).toBeNull()
    expect(told([units(1, 10, 600)], [line(1, 600), line(2, 5)], words([allowance()], [], []))).toBeNull()
    expect(told([units(1, 10, 600)], [line(1, 600), line(2, 5, 0)], words([allowance()], [], []))).toEqual([
      ['F800 6.00'],
    ])
    expect(told([units(1, 10, 0)], [line(1, 0)], words([], []))).toEqual([[]])
    expect(told([], [line(1, 5), line(2, 0)], words([], [], []))).toBeNull()
  })

  test('leaves out charges, and what is settled apart', () => {
    const said = words([allowance({ kind: 'charge', code: 'D240' }), allowance({ settled_by: '01' })], [])
    expect(told([units(1, 10, 0)], [line(1, 0)], said)).toEqual([[]])
  })

  test('that no part explains goes by what each comes to on the order', () => {
    expect(told([units(1, 0, 10)], [line(1, 500)], words([share('5')], []))).toEqual([['F800 0.10 5']])
  })
})
