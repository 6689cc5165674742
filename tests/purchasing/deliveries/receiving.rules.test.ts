/** Which lines an arrival belongs to, when it is a duplicate, and which units are more than outstanding. */
import { expect, test } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import {
  arrivedLines,
  checkExcess,
  checkUnitsInAll,
  type Excess,
  excessOf,
  excessSentence,
  figuresOf,
} from '../../../server/purchasing/deliveries/receiving.rules.ts'
import type { LineToReceive } from '../../../server/purchasing/deliveries/receiving.store.ts'
import type { OrderType } from '../../../server/purchasing/known_values.ts'
import type { OrderState } from '../../../server/purchasing/orders/rules.ts'

const line = (line_id: string, given: Partial<LineToReceive> = {}): LineToReceive => ({
  line_id,
  variant_id: `v${line_id}`,
  quantity: 10,
  in_transit_quantity: 0,
  delivered_quantity: 0,
  unit_cost: '10.0000',
  purchase_unit: 'EA',
  purchase_unit_factor: 1,
  inner_pack_quantity: null,
  duty_bp: null,
  sku: `SKU-${line_id}`,
  carton_quantity: null,
  carton_cbm: null,
  carton_weight_kg: null,
  ...given,
})
/** The variant of the last two lines is the same. */
const lines = [line('a'), line('b'), line('c', { variant_id: 'vb', sku: 'SKU-b' })]
const order = (order_type: OrderType = 'purchase'): OrderState => ({
  name: 'PO-1',
  order_type,
  status: 'issued',
  on_hold: false,
  hold_reason: null,
})
const found = (...submitted: { line_id?: string; variant_id?: string; received_quantity: number }[]) =>
  arrivedLines(submitted, lines, 'deliveries[0].').map((one) => [one.line.line_id, one.received_quantity])
const refusal = (field: string, rule: string) =>
  expect.objectContaining({ code: 'bad_request', data: { field, rule }, desc: `${field} ${rule}.` })

test('lines are found by id or by variant, in any case, and sorted by their id', () => {
  expect(found({ line_id: 'B', received_quantity: 2 }, { variant_id: 'VA', received_quantity: 1 })).toEqual([
    ['a', 1],
    ['b', 2],
  ])
  expect(found({ line_id: 'a', received_quantity: 1 }, { line_id: 'c', received_quantity: 3 })).toEqual([
    ['a', 1],
    ['c', 3],
  ])
  expect(found({ line_id: 'a', variant_id: 'VA', received_quantity: 1 })).toEqual([['a', 1]])
})

test('each line of the order is looked at a few times, however many lines are delivered', () => {
  let looks = 0
  const many = Array.from({ length: 2_000 }, (_, i) => ({
    ...line(`l${i}`),
    get line_id() {
      looks++
      return `l${i}`
    },
    get variant_id() {
      looks++
      return `v${i}`
    },
  }))
  const submitted = many.map((_, i) => ({
    ...(i % 2 === 0 ? { line_id: `l${i}` } : { variant_id: `v${i}` }),
    received_quantity: 1,
  }))
  expect(arrivedLines(submitted, many, '')).toHaveLength(2_000)
  // Sorting compares each line with about a dozen others.
  expect(looks).toBeLessThan(many.length * 50)
})

test('a line that is unknown, ambiguous or contradicted is refused by its invalid field', () => {
  const at = 'deliveries[0].line_items[0].'
  const cases: [{ line_id?: string; variant_id?: string }, string, string][] = [
    [{ line_id: 'x' }, 'line_id', 'must be a line of this order'],
    [{ line_id: 'a', variant_id: 'vb' }, 'variant_id', 'must be the variant of the line given by line_id'],
    [{}, 'line_id', 'is required if variant_id is not sent'],
    [{ variant_id: 'vx' }, 'variant_id', 'must be a variant on a line of this order'],
    [{ variant_id: 'vb' }, 'line_id', 'is required, because SKU-b is on 2 lines of this order'],
  ]
  for (const [submitted, field, rule] of cases)
    expect(() => found({ ...submitted, received_quantity: 1 })).toThrow(refusal(`${at}${field}`, rule))
})

test('a line is submitted once, however it is named', () => {
  expect(() => found({ line_id: 'a', received_quantity: 1 }, { variant_id: 'va', received_quantity: 1 })).toThrow(
    refusal('deliveries[0].line_items[1]', 'repeats a line of SKU-a'),
  )
})

test('deliveries are the same if place, instant, reference, lines and units are', () => {
  const arrived = [{ line: lines[0]!, received_quantity: 1 }]
  const same = figuresOf('l', { received_at: '2026-11-22T10:00:00Z', reference: 'R' }, arrived)
  expect(figuresOf('l', { received_at: '2026-11-22T11:00:00+01:00', reference: 'R' }, arrived)).toBe(same)
  const others = [
    figuresOf('m', { received_at: '2026-11-22T10:00:00Z', reference: 'R' }, arrived),
    figuresOf('l', { received_at: '2026-11-22T10:00:01Z', reference: 'R' }, arrived),
    figuresOf('l', { reference: 'R' }, arrived),
    figuresOf('l', { received_at: '2026-11-22T10:00:00Z' }, arrived),
    figuresOf('l', { received_at: '2026-11-22T10:00:00Z', reference: 'R' }, [
      { line: lines[0]!, received_quantity: 2 },
    ]),
    figuresOf('l', { received_at: '2026-11-22T10:00:00Z', reference: 'R' }, [
      { line: lines[1]!, received_quantity: 1 },
    ]),
  ]
  expect(new Set([same, ...others]).size).toBe(7)
})

const excess = (quantity: number, before: [string, number][] = [], order_type: OrderType = 'purchase') =>
  excessOf(
    order(order_type),
    [{ line: line('a', { delivered_quantity: 4, in_transit_quantity: 3 }), received_quantity: quantity }],
    new Map(before),
  )

test('units are more than outstanding from the first one above, counting what the same call brought before', () => {
  expect(excess(6)).toEqual([])
  expect(excess(7)).toEqual([{ line_id: 'a', sku: 'SKU-a', received_quantity: 7, outstanding_quantity: 6 }])
  expect(excess(4, [['a', 2]])).toEqual([])
  expect(excess(5, [['a', 2]])).toMatchObject([{ outstanding_quantity: 4 }])
  expect(excess(6, [['b', 9]])).toEqual([])
})

test('a transfer brings no more than is in transit', () => {
  expect(excess(3, [], 'transfer')).toEqual([])
  expect(excess(4, [], 'transfer')).toMatchObject([{ outstanding_quantity: 3 }])
  expect(excess(2, [['a', 2]], 'transfer')).toMatchObject([{ outstanding_quantity: 1 }])
})

const one: Excess = { line_id: 'a', sku: 'SKU-a', received_quantity: 1, outstanding_quantity: 0 }
const check = (order_type: OrderType, of: Excess[], isAccepted?: boolean) => () =>
  checkExcess(order(order_type), of, isAccepted)

test('units above those outstanding are refused unless accepted, and on a transfer always', () => {
  expect(check('purchase', [one], true)).not.toThrow()
  expect(check('purchase', [])).not.toThrow()
  expect(check('transfer', [])).not.toThrow()
  expect(check('purchase', [one], false)).toThrow()
  expect(check('purchase', [one])).toThrow(
    expect.objectContaining({
      code: 'conflict',
      desc: 'The delivery brings PO-1 1 unit more than outstanding: 1 unit of SKU-a where 0 are outstanding. Correct the quantity, or send accept_over_receipt to book what arrived.',
      data: { act: 'receive', status: 'issued', ...one, lines: [one] },
    }),
  )
  expect(check('transfer', [{ ...one, received_quantity: 5, outstanding_quantity: 3 }], true)).toThrow(
    expect.objectContaining({
      desc: 'The delivery brings PO-1 2 units more than outstanding: 5 units of SKU-a where 3 are outstanding. Correct the quantity. If the source sent more than was recorded, count its stock and move the rest with another transfer.',
    }),
  )
})

test('a refusal names five lines and counts the others; an exception names twenty', () => {
  const many = (count: number) => Array.from({ length: count }, () => one)
  const named = 'of SKU-a where 0 are outstanding'
  expect(check('purchase', many(5))).toThrow(
    expect.objectContaining({ desc: expect.stringContaining(`${named}. Correct`) }),
  )
  expect(check('purchase', many(7))).toThrow(
    expect.objectContaining({ desc: expect.stringContaining(`${named} and 2 more lines. Correct`) }),
  )
  expect(excessSentence(order(), many(1))).toBe(`1 unit more than ordered arrived on PO-1: 1 unit ${named}.`)
  expect(excessSentence(order(), many(21)).split(named)).toHaveLength(21)
})

test('the units of an order stay within the range of its figures, the largest included', () => {
  const arrived = [line('a', { delivered_quantity: 3 }), line('b', { delivered_quantity: 2 })]
  const max = limits.purchase_order_units_max
  expect(() => checkUnitsInAll(arrived, max - 5, '')).not.toThrow()
  expect(() => checkUnitsInAll(arrived, max - 4, 'd.')).toThrow(
    refusal('d.line_items', 'must not bring the order above 10000000 units in total'),
  )
})
