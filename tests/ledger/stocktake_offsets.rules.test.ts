/** The offsets that keep stock as it was counted when something from before the count is recorded after it. */
import { expect, test } from 'bun:test'
import type { MovementToBook } from '../../server/ledger/rules.ts'
import {
  causeOf,
  isOffset,
  lateOf,
  offsetsAt as offsets,
  offsetsOf,
  type BookedOffset,
  type PostedCount,
  withOffsets,
} from '../../server/ledger/counts/stocktake_offsets.rules.ts'

const offsetsAt = (counts: readonly PostedCount[], movements: readonly MovementToBook[]) =>
  Object.values(offsets(counts, movements, () => 7)).flat()

const count = (fields: Partial<PostedCount> = {}): PostedCount => ({
  stocktake_id: 's',
  name: 'Year end',
  variant_id: 'v',
  location_id: 'l',
  counted_at: '2026-06-10T08:00:00Z',
  posted_at: '2026-06-10T18:00:00Z',
  net_units: 0,
  unit_cost: '4.0000',
  landed_unit_cost: '4.5000',
  offsets: [],
  ...fields,
})
const movement = (quantity_delta: number, fields: Partial<MovementToBook> = {}): MovementToBook => ({
  variant_id: 'v',
  location_id: 'l',
  kind: 'receipt',
  quantity_delta,
  occurred_at: '2026-06-10T07:59:59Z',
  document: { type: 'purchase_order_delivery', id: 'd', name: 'PO-1' },
  document_line_id: '1',
  ...fields,
})
const shipment = { type: 'fulfilment_request', id: 'f', name: 'SH-1' } as const

test('units that a late movement removes return at the cost at which the count had removed them', () => {
  expect(offsetsAt([count({ net_units: -3 })], [movement(-3, { kind: 'fulfilment', document: shipment })])).toEqual([
    {
      variant_id: 'v',
      location_id: 'l',
      kind: 'stocktake',
      quantity_delta: 3,
      unit_cost: '4.0000',
      landed_unit_cost: '4.5000',
      occurred_at: '2026-06-10T18:00:00Z',
      counted_from: '2026-06-10T08:00:00Z',
      document: { type: 'count_offset', id: 'f', name: 'SH-1' },
      document_line_id: 's 7',
      evidence: 'Keeps stock as counted in "Year end": SH-1 is dated before the count and was recorded after it.',
    },
  ])
})

test('units that a late delivery adds leave at the cost at which the count had added them', () => {
  expect(offsetsAt([count({ net_units: 3 })], [movement(3)])).toMatchObject([
    {
      quantity_delta: -3,
      unit_cost: '4.0000',
      landed_unit_cost: '4.5000',
      document: { type: 'delivery_correction', id: 'd', name: 'PO-1' },
      evidence: 'Keeps stock as counted in "Year end": PO-1 is dated before the count and was recorded after it.',
    },
  ])
})

test('units beyond those that the count had added or removed move at the average', () => {
  const parts = (net_units: number, units: number) =>
    offsetsAt([count({ net_units })], [movement(units)]).map((one) => [
      one.quantity_delta,
      one.unit_cost,
      one.document_line_id,
    ])
  expect(parts(2, 3)).toEqual([
    [-2, '4.0000', 's 7'],
    [-1, null, 's 7 average'],
  ])
  expect(parts(3, 3)).toEqual([[-3, '4.0000', 's 7']])
  expect(parts(-3, 3)).toEqual([[-3, null, 's 7 average']])
  expect(parts(0, -3)).toEqual([[3, null, 's 7 average']])
  expect(parts(3, -3)).toEqual([[3, null, 's 7 average']])
  expect(parts(-4, -3)).toEqual([[3, '4.0000', 's 7']])
})

test('documents share what the count had added, in their order', () => {
  const late = [movement(3), movement(2, { kind: 'return', document: { type: 'return', id: 'r', name: 'RET-1' } })]
  expect(
    offsetsAt([count({ net_units: 4 })], late).map((one) => [one.document.id, one.quantity_delta, one.unit_cost]),
  ).toEqual([
    ['d', -3, '4.0000'],
    ['r', -1, '4.0000'],
    ['r', -1, null],
  ])
})

test('a corrected delivery says so', () => {
  const [one] = offsetsAt([count()], [movement(-3, { reverses_movement_id: 5 })])
  expect(one!.evidence).toBe('Keeps stock as counted in "Year end": an earlier delivery of PO-1 was corrected.')
})

test('the cause of an offset is the delivery, for a transfer the one that arrived, or the document itself', () => {
  const transfer = { type: 'transfer_order_delivery', id: 'po', name: 'PO-2' } as const
  expect(causeOf({ document: transfer, document_line_id: 'line delivery 2' })).toEqual({
    type: 'delivery_correction',
    id: 'delivery',
    name: 'PO-2',
  })
  expect(causeOf({ document: transfer, document_line_id: 'line' })).toEqual({
    type: 'count_offset',
    id: 'po',
    name: 'PO-2',
  })
  for (const type of ['purchase_order_delivery', 'manufacturing_order', 'delivery_correction'] as const)
    expect(causeOf({ document: { type, id: 'd', name: 'PO-3' }, document_line_id: '1' }).type).toBe(
      'delivery_correction',
    )
  for (const type of ['return', 'stocktake', 'manual_adjustment', 'count_offset'] as const)
    expect(causeOf({ document: { type, id: 'd', name: 'N' }, document_line_id: '1' }).type).toBe('count_offset')
})

test('a movement is late if it is dated before now, moves units, and is no offset itself', () => {
  const now = '2026-06-10T08:00:00Z'
  const late = (fields: Partial<MovementToBook>, units = 3) => lateOf([movement(units, fields)], now).length
  expect(late({})).toBe(1)
  expect(late({ occurred_at: now })).toBe(0)
  expect(late({ occurred_at: undefined! })).toBe(0)
  expect(late({}, 0)).toBe(0)
  expect(late({ counted_from: now })).toBe(0)
  expect(late({ occurred_at: now, counted_from: '2026-06-10T07:59:59Z' })).toBe(1)
  const offset = { kind: 'stocktake', document: { type: 'count_offset', id: 'f', name: 'SH-1' } } as const
  expect(late(offset)).toBe(0)
  expect(isOffset(movement(1, offset))).toBe(true)
  expect(isOffset(movement(1, { kind: 'stocktake', document: { type: 'stocktake', id: 's', name: 'S' } }))).toBe(false)
  expect(isOffset(movement(1, { document: offset.document }))).toBe(false)
})

test('a movement is offset by a count after it, not by one of the same instant or before', () => {
  const at = (occurred_at: string) => offsetsAt([count()], [movement(3, { occurred_at })]).length
  expect(at('2026-06-10T07:59:59Z')).toBe(1)
  expect(at('2026-06-10T08:00:00Z')).toBe(0)
  expect(at('2026-06-10T08:00:01Z')).toBe(0)
  // The same instant as 07:59:59Z, written with an offset.
  expect(at('2026-06-10T09:59:59+02:00')).toBe(1)
  // Left out of the count, whenever it arrived.
  expect(offsetsAt([count()], [movement(3, { counted_from: '2026-06-10T08:00:00Z' })])).toEqual([])
})

test('only counts of the same variant at the same location are affected', () => {
  expect(offsetsAt([count()], [movement(3, { variant_id: 'w' })])).toEqual([])
  expect(offsetsAt([count()], [movement(3, { location_id: 'm' })])).toEqual([])
  expect(offsetsAt([], [movement(3)])).toEqual([])
})

test('of several counts the one that was posted first is offset, by id where two were posted together', () => {
  const first = (...counts: PostedCount[]) => offsetsAt(counts, [movement(3)]).map((one) => one.document_line_id)
  const early = count({ stocktake_id: 'z', posted_at: '2026-06-10T17:00:00Z' })
  expect(first(count(), early)).toEqual(['z 7 average'])
  expect(first(early, count())).toEqual(['z 7 average'])
  const other = count({ stocktake_id: 'a' })
  expect(first(count(), other)).toEqual(['a 7 average'])
  expect(first(other, count())).toEqual(['a 7 average'])
})

test('a count has one offset for all that a document changes, and none where it changes nothing', () => {
  const both = [movement(-5), movement(2)]
  expect(offsetsAt([count()], both)).toMatchObject([{ quantity_delta: 3 }])
  expect(offsetsAt([count()], [movement(-5), movement(5)])).toEqual([])
  const other = count({ stocktake_id: 't', location_id: 'm' })
  const apart = [movement(-5), movement(2, { location_id: 'm' })]
  expect(offsetsAt([count(), other], apart)).toMatchObject([
    { location_id: 'l', quantity_delta: 5 },
    { location_id: 'm', quantity_delta: -2 },
  ])
  const zero = { variant_id: 'v', location_id: 'l', units: 0, document: shipment, is_correction: false }
  expect(offsetsOf(count(), zero, 1)).toEqual({ before: [], after: [] })
})

const booked = (units: number, unit_cost: string, document_id = 'd'): BookedOffset => ({
  document_id,
  units,
  unit_cost,
  landed_unit_cost: `${unit_cost}5`,
})
const undoing = (past: BookedOffset[], units: number, net_units = 0) => {
  const { before, after } = offsets([count({ net_units, offsets: past })], [movement(units)], () => 7)
  const shown = (one: MovementToBook) => [one.quantity_delta, one.unit_cost, one.document_line_id]
  return { before: before.map(shown), after: after.map(shown) }
}

test('earlier offsets of a document are undone at their own costs, the last one first', () => {
  const past = [booked(-2, '4.0'), booked(-18, '3.2'), booked(-9, '1.0', 'other')]
  expect(undoing(past, -5)).toEqual({ before: [[5, '3.2', 's 7 undone 1']], after: [] })
  expect(undoing(past, -18)).toEqual({ before: [[18, '3.2', 's 7 undone 1']], after: [] })
  expect(undoing(past, -19).before).toEqual([
    [18, '3.2', 's 7 undone 1'],
    [1, '4.0', 's 7 undone 2'],
  ])
  // Only what exceeds them has a new cost, and is booked after what it offsets.
  expect(undoing(past, -21, -27).after).toEqual([[1, '4.0000', 's 7']])
  expect(undoing(past, -21)).toEqual({
    before: [
      [18, '3.2', 's 7 undone 1'],
      [2, '4.0', 's 7 undone 2'],
    ],
    after: [[1, null, 's 7 average']],
  })
  // Units that leave again do so after what they offset has come.
  expect(undoing([booked(3, '2.0')], 2)).toEqual({ before: [], after: [[-2, '2.0', 's 7 undone 1']] })
  // Those of one cost come back together.
  expect(undoing([booked(-2, '3.2'), booked(-3, '3.2')], -4).before).toEqual([[4, '3.2', 's 7 undone 1']])
  const landed = { ...booked(-2, '3.2'), landed_unit_cost: '3.9' }
  expect(undoing([landed, booked(-3, '3.2')], -4).before.map(([units]) => units)).toEqual([3, 1])
  // More of the same direction undoes nothing.
  expect(undoing(past, 1)).toEqual({ before: [], after: [[-1, null, 's 7 average']] })
  expect(undoing([], -1)).toEqual({ before: [], after: [[1, null, 's 7 average']] })
})

test('what has been undone is not undone again', () => {
  expect(undoing([booked(-3, '1.0'), booked(-5, '2.0'), booked(5, '2.0')], -4).before).toEqual([
    [3, '1.0', 's 7 undone 1'],
  ])
  expect(undoing([booked(-5, '2.0'), booked(2, '2.0'), booked(-1, '3.0')], -3).before).toEqual([
    [1, '3.0', 's 7 undone 1'],
    [2, '2.0', 's 7 undone 2'],
  ])
  expect(undoing([booked(-5, '2.0'), booked(8, '4.0')], 4)).toEqual({
    before: [],
    after: [
      [-3, '4.0', 's 7 undone 1'],
      [-1, null, 's 7 average'],
    ],
  })
  expect(undoing([booked(-2, '1.0'), booked(-2, '2.0'), booked(4, '2.0')], -1).before).toEqual([])
})

test('units made from components are still made from them where offsets come first', () => {
  const [first, made] = [movement(-2), movement(1, { made_from: [0] })]
  const all = withOffsets([first, made], { before: [movement(5), movement(6)], after: [movement(-7)] })
  expect(all.map((one) => one.quantity_delta)).toEqual([5, 6, -2, 1, -7])
  expect(all[3]!.made_from).toEqual([2])
  expect(all[2]!.made_from).toBeUndefined()
})
