/** What a line takes from stock, what brings units into it, and to which levels those of bundles may not come. */
import { expect, test } from 'bun:test'
import type { MovementKind } from '../../server/contract/stock.ts'
import {
  bringsUnits,
  costOfParts,
  isTakenApart,
  keepsNoStock,
  ownStockOf,
  partUnits,
} from '../../server/ledger/bundles/parts.rules.ts'
import { type Level, type MovementToBook, pairKey } from '../../server/ledger/rules.ts'

const level = (variant_id: string, on_hand: number, location_id = 'A'): Level => ({
  variant_id,
  location_id,
  on_hand,
  committed: 0,
  average_cost: null,
  unrated_currency: null,
  sequence: 1,
})

const movement = (variant_id: string, location_id = 'A'): MovementToBook => ({
  variant_id,
  location_id,
  kind: 'receipt',
  quantity_delta: 1,
  document: { type: 'purchase_order_delivery', id: 'd', name: 'PO-1' },
  document_line_id: '1',
})

test('units come by what is bought, made, opened or adjusted, not by what moves or comes back', () => {
  const brings = (kind: MovementKind, quantity_delta = 1) => bringsUnits({ kind, quantity_delta })
  for (const kind of ['opening', 'receipt', 'adjustment', 'assembly_in', 'assembly_out'] as const)
    expect([kind, brings(kind), brings(kind, 0), brings(kind, -1)]).toEqual([kind, true, false, false])
  for (const kind of ['fulfilment', 'return', 'transfer_in', 'transfer_out', 'stocktake', 'write_off'] as const)
    expect([kind, brings(kind)]).toEqual([kind, false])
})

test('a level of a bundle without stock of its own does not grow beyond zero, or beyond what it had', () => {
  const own = (before: number, after: number, { assembled = 'SET', brought = movement('SET') } = {}) =>
    ownStockOf(new Set([assembled]), [brought], new Map([[pairKey(level('SET', 0)), level('SET', before)]]), [
      level('SET', after),
    ])?.on_hand
  expect([own(0, 1), own(0, 0)]).toEqual([1, undefined])
  expect([own(2, 3), own(2, 2), own(2, 1)]).toEqual([3, undefined, undefined])
  expect([own(-2, 1), own(-2, 0)]).toEqual([1, undefined])
  // Of a variant that is none, or by movements of other levels.
  expect(own(0, 1, { assembled: 'A1' })).toBeUndefined()
  expect(own(0, 1, { brought: movement('A1') })).toBeUndefined()
  expect(own(0, 1, { brought: movement('SET', 'B') })).toBeUndefined()
})

const part = (variant_id: string, units: number) => ({ variant_id, sku: variant_id.toUpperCase(), units })

test('a line of a bundle takes the units of each component, and any other line its own', () => {
  const set = { variant_id: 'set', parts: [part('a1', 2), part('b1', 1)] }
  const plain = { variant_id: 'a1', parts: [part('a1', 1)] }
  expect([isTakenApart(set), isTakenApart(plain)]).toEqual([true, false])
  // A bundle of which one part is the line's own is taken apart all the same.
  expect(isTakenApart({ variant_id: 'a1', parts: [part('a1', 1), part('b1', 1)] })).toBe(true)
  expect(partUnits(set, 3)).toEqual([
    { variant_id: 'a1', quantity: 6 },
    { variant_id: 'b1', quantity: 3 },
  ])
  expect(partUnits(plain, 3)).toEqual([{ variant_id: 'a1', quantity: 3 }])
})

test('a unit of a line costs what its parts cost together, if each of them is known', () => {
  const moved = (quantity_delta: number, unit_cost: string | null) => ({ quantity_delta, unit_cost })
  expect(costOfParts([moved(-6, '2.50'), moved(-3, '4')], 3)).toBe('9.0000')
  expect(costOfParts([moved(6, '2.50')], 3)).toBe('5.0000')
  expect(costOfParts([moved(-6, '2.50'), moved(-3, null)], 3)).toBeNull()
  expect(costOfParts([], 3)).toBe('0.0000')
})

test('the refusal of own stock names the bundle and what to do', () => {
  expect(keepsNoStock('SET')).toBe(
    'must not be of SET, a bundle that is assembled when sold and has no stock of its own; take its components, or set its stocking to ready_made',
  )
})
