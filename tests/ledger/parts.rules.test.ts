/** What brings units of a variant into stock, and to which levels those of bundles may not come. */
import { expect, test } from 'bun:test'
import type { MovementKind } from '../../server/contract/stock.ts'
import { bringsUnits, ownStockOf } from '../../server/ledger/bundles/parts.rules.ts'
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
