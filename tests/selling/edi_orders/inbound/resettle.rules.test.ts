/** Allowances and charges of an order after a change of it, by the rules alone. */
import { describe, expect, test } from 'bun:test'
import type { Allowance } from '../../../../server/edi/documents/record.ts'
import type { BuyerWords } from '../../../../server/selling/edi_orders/inbound/allowances/resettle.rules.ts'
import {
  isRevalued,
  resettled,
  wordsFor,
  wordsOnceAnswered,
} from '../../../../server/selling/edi_orders/inbound/allowances/resettle.rules.ts'
import type { LockedLine } from '../../../../server/selling/orders/locked_order.store.ts'

const allowance = (values: Partial<Allowance> = {}): Allowance => ({
  kind: 'allowance',
  code: 'C310',
  amount: '10.00',
  percent: null,
  settled_by: null,
  ...values,
})
const tenth = allowance({ amount: null, percent: '10' })
const freight = (percent: string) => allowance({ kind: 'charge', code: 'D240', amount: null, percent })
const words = (allowances: Allowance[], ...lines: object[]): BuyerWords => ({
  allowances,
  lines: (lines.length === 0 ? [{}] : lines).map((line, i) => ({
    position: i + 1,
    fault: null,
    line: { line_reference: String(i + 1), quantity: 1, ...line } as never,
  })),
})
const line = (position: number, quantity: number, discount_cents = 0, values: object = {}) =>
  ({
    line_id: `l${position}`,
    edi_position: position,
    quantity,
    discount_cents,
    unit_price_cents: 1000,
    fulfilled_quantity: 0,
    invoiced_quantity: 0,
    cancelled_quantity: 0,
    ...values,
  }) as unknown as LockedLine
const order = (lines: LockedLine[], freight_cents = 0) => ({ currency: 'USD', freight_cents, lines })

function after(
  before: ReturnType<typeof order>,
  now: ReturnType<typeof order>,
  { was, is = was, isSplit = false }: { was: BuyerWords; is?: BuyerWords; isSplit?: boolean },
) {
  const settled = resettled(before, now, { was, is, isSplit })
  if (settled === null) return null
  const { lines, freight_cents, notes } = settled
  return [lines.map(({ discount_cents }) => discount_cents), freight_cents, notes.map(({ sentence }) => sentence)]
}

describe('discounts of the buyer', () => {
  test('of an amount stay, and those of a percentage follow the goods', () => {
    const amount = { was: words([allowance()]) }
    expect(after(order([line(1, 10, 1000)]), order([line(1, 5, 500)]), amount)).toEqual([[1000], 0, []])
    const share = { was: words([tenth]) }
    expect(after(order([line(1, 10, 1000)]), order([line(1, 10, 1000), line(2, 5)]), share)).toEqual([
      [1000, 500],
      0,
      [],
    ])
  })
  test('are those of the words after the change', () => {
    const is = words([allowance({ amount: '7.00' })])
    expect(after(order([line(1, 10, 1000)]), order([line(1, 10, 1000)]), { was: words([tenth]), is })).toEqual([
      [700],
      0,
      [],
    ])
    expect(
      after(order([line(1, 10, 1000)]), order([line(1, 10, 1000)]), { was: words([tenth]), is: words([]) }),
    ).toEqual([[0], 0, []])
    expect(
      after(order([line(1, 10)]), order([line(1, 10)]), { was: words([]), is: words([], { allowances: [tenth] }) }),
    ).toEqual([[1000], 0, []])
  })
  test('of lines without units are none, and what they state is not applied', () => {
    const was = words([], { allowances: [allowance()] }, {})
    const is = words([], { allowances: [allowance()], quantity: 0 }, {})
    expect(after(order([line(1, 10, 1000), line(2, 1)]), order([line(1, 0, 1000), line(2, 1)]), { was, is })).toEqual([
      [0, 0],
      0,
      [],
    ])
  })
  test('are no concern of an order without any on its invoice', () => {
    const own = order([line(1, 5, 300)])
    expect(after(order([line(1, 10, 600)]), own, { was: words([]) })).toBeNull()
    expect(after(order([line(1, 10, 600)]), own, { was: words([allowance({ settled_by: '01' })], {}) })).toBeNull()
    expect(
      after(order([line(1, 10, 600)]), own, { was: words([]), is: words([], { allowances: [allowance()] }) }),
    ).not.toBeNull()
  })
  test('that the change makes impossible are named, and those that were before are not named again', () => {
    const was = words([allowance()])
    const [discounts, , notes] = after(order([line(1, 10, 1000)]), order([line(1, 0, 1000)]), { was })!
    expect([discounts, notes]).toEqual([[0], [expect.stringContaining('is not applied')]])
    const open = line(1, 10, 0, { unit_price_cents: null })
    expect(after(order([open]), order([open]), { was })).toEqual([[0], 0, []])
  })
})

describe('freight', () => {
  test('of a percentage follows the goods, and what a person set stays', () => {
    const was = words([freight('10')])
    expect(after(order([line(1, 10)], 1000), order([line(1, 20)], 1000), { was })).toEqual([[0], 2000, []])
    const set = after(order([line(1, 10)], 1500), order([line(1, 20)], 1500), { was })!
    expect(set[1]).toBe(1500)
    expect(set[2]).toEqual([
      'its allowances and charges come to 0.00 USD off the goods and 20.00 USD of freight, and the order has 0.00 USD off the goods and 15.00 USD of freight, since they were changed here',
    ])
  })
  test('of ours does not keep discounts from following', () => {
    const was = words([tenth])
    expect(after(order([line(1, 10, 1000)], 700), order([line(1, 20, 2000)], 700), { was })).toEqual([[2000], 700, []])
    expect(after(order([line(1, 10, 1000)], 700), order([line(1, 5, 1000)], 700), { was })).toEqual([[500], 700, []])
  })
})

describe('what the rules do not settle', () => {
  const was = words([allowance()])
  test('are units that have shipped, are invoiced or cancelled: a difference is named', () => {
    for (const name of ['fulfilled_quantity', 'invoiced_quantity', 'cancelled_quantity']) {
      const begun = after(order([line(1, 10, 1000, { [name]: 1 })]), order([line(1, 5, 500)]), { was })!
      expect(begun[0]).toEqual([500])
      expect(begun[2]).toEqual([
        'its allowances and charges come to 10.00 USD off the goods and 0.00 USD of freight, and the order has 5.00 USD off the goods and 0.00 USD of freight, since units have shipped, are invoiced or cancelled',
      ])
    }
    const two = [line(1, 10, 500, { fulfilled_quantity: 1 }), line(2, 10, 500)]
    expect(
      after(order(two), order([line(1, 10, 500), line(2, 0, 500)]), { was: words([allowance()], {}, {}) })![0],
    ).toEqual([500, 500])
    const same = after(order([line(1, 10, 1000, { fulfilled_quantity: 1 })]), order([line(1, 10, 1000)]), { was })
    expect(same).toEqual([[1000], 0, []])
  })
  test('is a discount that a person gave', () => {
    const given = after(order([line(1, 10, 900)]), order([line(1, 5, 450)]), { was })!
    expect([given[0], String(given[2])]).toEqual([[450], expect.stringContaining('since they were changed here')])
    const one = after(order([line(1, 10, 400), line(2, 10, 500)]), order([line(1, 10, 400), line(2, 5, 250)]), {
      was: words([allowance()], {}, {}),
    })!
    expect(one[0]).toEqual([400, 250])
    // That of a line without units counts for nothing.
    expect(after(order([line(1, 10, 1000), line(2, 0, 5)]), order([line(1, 5, 500), line(2, 0, 5)]), { was })).toEqual([
      [1000, 0],
      0,
      [],
    ])
  })
  test('is an order that was split: it is named whatever it comes to', () => {
    expect(after(order([line(1, 10, 1000)]), order([line(1, 10, 1000)]), { was, isSplit: true })).toEqual([
      [1000],
      0,
      ['its allowances and charges are those of all orders into which it was split; check what each has'],
    ])
  })
})

describe('an order that the seller changes', () => {
  const one = { line_id: 'l1', quantity: 10, unit_price_cents: 1000 }

  test('is revalued by another quantity, price or line', () => {
    expect(isRevalued([one], [{ ...one }])).toBe(false)
    expect(isRevalued([], [])).toBe(false)
    expect(isRevalued([one], [{ ...one, quantity: 9 }])).toBe(true)
    expect(isRevalued([one], [{ ...one, unit_price_cents: 999 }])).toBe(true)
    expect(isRevalued([one], [one, { ...one, line_id: 'l2' }])).toBe(true)
    expect(isRevalued([one], [])).toBe(true)
    expect(isRevalued([one], [{ ...one, line_id: 'l2' }])).toBe(true)
    expect(isRevalued([one, { ...one, line_id: 'l2' }], [one, { ...one, line_id: 'l2', quantity: 3 }])).toBe(true)
  })

  test('keeps the words of lines with units, and of items that are not known', () => {
    const { lines } = words([], {}, {}, {})
    const [first, second, unknown] = [lines[0]!, lines[1]!, { ...lines[2]!, fault: 'unknown_sku' }]
    const stated = wordsFor([first, second, unknown], [line(1, 1), line(2, 0)])
    expect(stated.map(({ position }) => position)).toEqual([1, 3])
    expect(wordsFor([first], [line(1, 0), line(1, 2)])).toEqual([first])
    expect(wordsFor([first], [])).toEqual([])
  })
})

test('the lines that are unknown count while the order is a draft', () => {
  const words = [
    { position: 1, line: {}, fault: null },
    { position: 2, line: {}, fault: 'unknown' },
  ] as never[]
  expect(wordsOnceAnswered(words, 'draft')).toHaveLength(2)
  expect(wordsOnceAnswered(words, 'open').map(({ position }) => position)).toEqual([1])
})
