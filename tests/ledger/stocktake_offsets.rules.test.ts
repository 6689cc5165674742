/** The offsets that keep stock as it was counted when a delivery from before the count is corrected. */
import { expect, test } from 'bun:test'
import type { MovementToBook } from '../../server/ledger/rules.ts'
import { type CorrectedDelivery, offsetsAt, type PostedCount } from '../../server/ledger/stocktake_offsets.rules.ts'

const delivery: CorrectedDelivery = { delivery_id: 'd', name: 'PO-1', revision: 2 }
const count = (fields: Partial<PostedCount> = {}): PostedCount => ({
  stocktake_id: 's',
  name: 'Year end',
  variant_id: 'v',
  location_id: 'l',
  counted_at: '2026-06-10T08:00:00Z',
  posted_at: '2026-06-10T18:00:00Z',
  unit_cost: '4.0000',
  landed_unit_cost: '4.5000',
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

test('units that a correction removes return at the cost at which the count had removed them', () => {
  expect(offsetsAt([count()], delivery, [movement(-3)])).toEqual([
    {
      variant_id: 'v',
      location_id: 'l',
      kind: 'stocktake',
      quantity_delta: 3,
      unit_cost: '4.0000',
      landed_unit_cost: '4.5000',
      occurred_at: '2026-06-10T18:00:00Z',
      document: { type: 'delivery_correction', id: 'd', name: 'PO-1' },
      document_line_id: 's 2',
      evidence: 'Keeps stock as counted in "Year end": an earlier delivery of PO-1 was corrected.',
    },
  ])
})

test('units that a correction adds leave at the average', () => {
  expect(offsetsAt([count()], delivery, [movement(3)])).toMatchObject([
    { quantity_delta: -3, unit_cost: null, landed_unit_cost: null },
  ])
})

test('a movement is offset by a count after it, not by one of the same instant or before', () => {
  const at = (occurred_at: string | undefined) =>
    offsetsAt([count()], delivery, [{ ...movement(3), occurred_at: occurred_at! }]).length
  expect(at('2026-06-10T07:59:59Z')).toBe(1)
  expect(at('2026-06-10T08:00:00Z')).toBe(0)
  expect(at('2026-06-10T08:00:01Z')).toBe(0)
  // The same instant as 07:59:59Z, written with an offset.
  expect(at('2026-06-10T09:59:59+02:00')).toBe(1)
  // Without a time it happens now, after every posted count.
  expect(at(undefined)).toBe(0)
})

test('only counts of the same variant at the same location are affected', () => {
  expect(offsetsAt([count()], delivery, [movement(3, { variant_id: 'w' })])).toEqual([])
  expect(offsetsAt([count()], delivery, [movement(3, { location_id: 'm' })])).toEqual([])
  expect(offsetsAt([], delivery, [movement(3)])).toEqual([])
})

test('of several counts the one that was posted first is offset, by id where two were posted together', () => {
  const first = (...counts: PostedCount[]) =>
    offsetsAt(counts, delivery, [movement(3)]).map((one) => one.document_line_id)
  const early = count({ stocktake_id: 'z', posted_at: '2026-06-10T17:00:00Z' })
  expect(first(count(), early)).toEqual(['z 2'])
  expect(first(early, count())).toEqual(['z 2'])
  const other = count({ stocktake_id: 'a' })
  expect(first(count(), other)).toEqual(['a 2'])
  expect(first(other, count())).toEqual(['a 2'])
})

test('a count has one offset for all that a correction changes, and none where it changes nothing', () => {
  const both = [movement(-5), movement(2)]
  expect(offsetsAt([count()], delivery, both)).toMatchObject([{ quantity_delta: 3 }])
  expect(offsetsAt([count()], delivery, [movement(-5), movement(5)])).toEqual([])
  const other = count({ stocktake_id: 't', location_id: 'm' })
  const apart = [movement(-5), movement(2, { location_id: 'm' })]
  expect(offsetsAt([count(), other], delivery, apart)).toMatchObject([
    { location_id: 'l', quantity_delta: 5 },
    { location_id: 'm', quantity_delta: -2 },
  ])
})
