/** Lines of a change that a confirmed order does not take. */
import { expect, test } from 'bun:test'
import {
  refusedLine,
  refusedWords,
} from '../../../../../server/selling/edi_orders/inbound/asked/refused_lines.rules.ts'
import { isSamePrice } from '../../../../../server/selling/edi_orders/inbound/asked/words.rules.ts'

const part = (unit_price_cents: number | null, variant_id = 'v1') => ({ variant: { variant_id }, unit_price_cents })
const read = (values: object = {}) =>
  ({ line: { unit_price: '5.00' }, fault: null, parts: [part(500)], notes: [], ...values }) as never
const before = { unit_price: '4.00' } as never
const shipped = (fulfilled_quantity: number, unit_price_cents: number | null, variant_id = 'v1') => ({
  variant_id,
  fulfilled_quantity,
  unit_price_cents,
})

test('a line that is unknown or has an open price is refused with the reason', () => {
  expect(refusedLine(read(), before, [])).toBeNull()
  expect(refusedLine(read({ fault: 'the item A is unknown' }), before, [])).toBe('the item A is unknown')
  expect(refusedLine(read({ parts: [part(500), part(null)] }), before, [])).toBe(
    'it states no price, and none is agreed',
  )
  const notes = [
    { kind: 'price_mismatch', sentence: 'a' },
    { kind: 'unknown_door', sentence: 'b' },
    { kind: 'price_mismatch', sentence: 'c' },
  ]
  expect(refusedLine(read({ parts: [part(null)], notes }), before, [])).toBe('a, c')
  expect(refusedLine(read({ parts: [] }), before, [])).toBeNull()
})

test('another price is refused where units of the item have shipped at the price before', () => {
  const why =
    'units of it have shipped at 4.00, and a line has one price; split the units that have not shipped off to an order of their own, and take the change then'
  expect(refusedLine(read(), before, [shipped(0, 400), shipped(1, 400)])).toBe(why)
  expect(refusedLine(read({ parts: [part(700, 'v2'), part(500)] }), before, [shipped(8, 400)])).toBe(why)
  expect(refusedLine(read(), before, [shipped(0, 400)])).toBeNull()
  expect(refusedLine(read(), before, [shipped(8, 500)])).toBeNull()
  expect(refusedLine(read(), before, [shipped(8, 400, 'v2')])).toBeNull()
  expect(refusedLine(read(), { unit_price: '5' } as never, [shipped(8, 400)])).toBeNull()
  expect(refusedLine(read(), undefined, [shipped(8, 400)])).toBeNull()
})

test('prices are the same however they are written, and a missing one is that alone', () => {
  const same = (one: string | null, other: string | null, bases: (string | undefined)[] = []) =>
    isSamePrice(
      { unit_price: one, price_basis: bases[0] } as never,
      { unit_price: other, price_basis: bases[1] } as never,
    )
  expect([same('5', '5.00'), same(null, null), same('5', '5', ['HP', 'HP'])]).toEqual([true, true, true])
  expect([same('5', '5.01'), same('5', null), same(null, '5'), same('5', '5', ['HP'])]).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('refused lines are named by their number, else by their place', () => {
  const one = (line_reference: string | null, position: number, why: string) =>
    ({ after: { position, line: { line_reference } }, why }) as never
  expect(refusedWords([one('7', 1, 'a'), one(null, 4, 'b')])).toBe('line 7: a; line 4: b')
  expect(refusedWords([])).toBe('')
})
