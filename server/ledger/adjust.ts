/**
 * Costs that become known after the units arrived: freight and duty billed late, or at another amount than planned.
 * Existing rows stay unchanged; new rows of kind `cost_adjustment` record the total difference. How many of the units are
 * still on hand is computed under the lock of their level, first in, first out.
 */
import Big from 'big.js'
import type { Sql } from '../contract/call.ts'
import { lockLevels } from './book.ts'
import { type Level, type MovementToBook, pairKey } from './rules.ts'

/** Total change in the cost of a movement's units. */
export interface CostChange {
  /** The row that booked the units in. */
  movement_id: number
  variant_id: string
  location_id: string
  quantity: number
  /** Signed decimal text. */
  cost: string
  document: MovementToBook['document']
  /** Identifies the change within its document; `on_hand` or `left` is appended for its rows. */
  document_line_id: string
  /** Date of the change, if not now. */
  occurred_at?: string
  evidence?: string | null
}

/**
 * Units that arrived after a movement at its variant and location, excluding reversed arrivals and offsets of
 * stocktakes.
 */
const readArrivedSince = (sql: Sql, organization_id: string, movement_ids: readonly number[]) => sql<
  { movement_id: number; units: number }[]
>`
  select m.movement_id::float8 as movement_id, later.units
  from stock_movements m
  cross join lateral (
    select coalesce(sum(s.quantity_delta), 0)::float8 as units from stock_movements s
    where s.organization_id = m.organization_id and s.variant_id = m.variant_id and s.location_id = m.location_id
      and s.sequence > m.sequence and s.quantity_delta > 0 and s.reverses_movement_id is null
      and not (s.kind = 'stocktake' and s.document_type <> 'stocktake')
      and not exists (select from stock_movements r
        where r.organization_id = s.organization_id and r.reverses_movement_id = s.movement_id)
  ) later
  where m.organization_id = ${organization_id}
    and m.movement_id = any(${[...movement_ids]}::bigint[])`

/** Splits a change between units on hand, rounded to the cent, and units that have left, which get the remainder. */
export function splitChange(change: CostChange, on_hand: number, arrivedSince: number): MovementToBook[] {
  const { movement_id: _row, quantity, cost, document_line_id, ...rest } = change
  const here = Math.min(quantity, Math.max(on_hand - arrivedSince, 0))
  const hereCost = here === quantity ? Big(cost) : Big(cost).times(here).div(quantity).round(2, Big.roundHalfUp)
  const parts = [
    { quantity: here, cost: hereCost.toFixed(4), stock: 'on_hand' as const },
    { quantity: quantity - here, cost: Big(cost).minus(hereCost).toFixed(4), stock: 'left' as const },
  ]
  return parts
    .filter((part) => part.quantity > 0)
    .map((adjusted) => ({
      ...rest,
      kind: 'cost_adjustment',
      quantity_delta: 0,
      document_line_id: `${document_line_id} ${adjusted.stock}`,
      adjusted,
    }))
}

type Pair = Pick<Level, 'variant_id' | 'location_id'>

/**
 * The movements that book changes of cost; they come first in their booking. `also` lists the pairs of the booking's
 * other movements, so that all levels are locked at once, in the one order.
 */
export async function costChanges(
  sql: Sql,
  organization_id: string,
  changes: readonly CostChange[],
  also: readonly Pair[] = [],
): Promise<MovementToBook[]> {
  if (changes.length === 0) return []
  const levels = await lockLevels(sql, organization_id, [...changes, ...also])
  const on_hand = new Map(levels.map((level) => [pairKey(level), level.on_hand]))
  const ids = changes.map(({ movement_id }) => movement_id)
  const since = new Map(
    (await readArrivedSince(sql, organization_id, ids)).map(({ movement_id, units }) => [movement_id, units]),
  )
  return changes.flatMap((change) =>
    splitChange(change, on_hand.get(pairKey(change))!, since.get(change.movement_id) ?? 0),
  )
}
