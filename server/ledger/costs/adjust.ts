/**
 * Costs that become known after the units arrived: freight and duty billed late, or at another amount than planned.
 * Existing rows stay unchanged; new rows of kind `cost_adjustment` record the total difference. How many of the units are
 * still owned, and where, is computed under the lock of all levels of the variant, first in, first out.
 */
import Big from 'big.js'
import type { Sql } from '../../contract/call.ts'
import { exactCost } from '../../contract/money.ts'
import { lockLevels } from '../book.ts'
import type { AdjustedUnits, Level, MovementToBook } from '../rules.ts'

type AdjustedStock = AdjustedUnits['stock']
type Pair = Pick<Level, 'variant_id' | 'location_id'>

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
  /** Identifies the change within its document; the outcome of the units is appended for its rows. */
  document_line_id: string
  /** Date of the change, if not now. */
  occurred_at?: string
  evidence?: string | null
}

/** Where units of a receipt may still be: at a location, or on the way to one. */
export interface Place {
  location_id: string
  stock: 'on_hand' | 'in_transit'
  units: number
}

/**
 * Units of the variants of some movements that are still owned and may be of these movements: at each location those on
 * hand, less what came to the organisation since. Reversed arrivals and offsets of stocktakes did not come, transfers came
 * from inside, and what customers return had come before. The location of the movement is first.
 */
const readPlaces = (sql: Sql, organization_id: string, movement_ids: readonly number[]) => sql<
  (Place & { movement_id: number })[]
>`
  select m.movement_id::float8 as movement_id, l.location_id, 'on_hand' as stock,
    greatest(l.on_hand - later.units, 0)::float8 as units
  from stock_movements m
  join stock_levels l on l.organization_id = m.organization_id and l.variant_id = m.variant_id and l.on_hand > 0
  cross join lateral (
    select coalesce(sum(s.quantity_delta), 0) as units from stock_movements s
    where s.organization_id = m.organization_id and s.variant_id = m.variant_id and s.location_id = l.location_id
      and s.entry > m.entry and s.quantity_delta > 0 and s.reverses_movement_id is null
      and s.kind not in ('transfer_in', 'return')
      and not (s.kind = 'stocktake' and s.document_type <> 'stocktake')
      and not exists (select from stock_movements r
        where r.organization_id = s.organization_id and r.reverses_movement_id = s.movement_id)
  ) later
  where m.organization_id = ${organization_id} and m.movement_id = any(${[...movement_ids]}::bigint[])
  union all
  select m.movement_id::float8, o.location_id, 'in_transit', sum(t.in_transit_quantity)::float8
  from stock_movements m
  join purchase_order_lines t on t.organization_id = m.organization_id and t.variant_id = m.variant_id
    and t.in_transit_quantity > 0
  join purchase_orders o on o.organization_id = t.organization_id and o.purchase_order_id = t.purchase_order_id
    and o.order_type = 'transfer'
  where m.organization_id = ${organization_id} and m.movement_id = any(${[...movement_ids]}::bigint[])
  group by m.movement_id, o.location_id
  order by 3 desc, 2`

/** Locks the levels of some variants at every location where they have stock, with others, in the one order. */
export async function lockEverywhere(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
  also: readonly Pair[] = [],
): Promise<void> {
  const levels = await sql<Pair[]>`
    select variant_id, location_id from stock_levels
    where organization_id = ${organization_id} and variant_id = any(${[...new Set(variant_ids)]}::uuid[])`
  await lockLevels(sql, organization_id, [...levels, ...also])
}

/**
 * Splits a change between the units that are still owned, by where they are, and those that have left, which get the
 * remainder. Shares are rounded to the cent; if none has left, the last place gets the remainder.
 */
export function splitChange(change: CostChange, places: readonly Place[]): MovementToBook[] {
  const { movement_id: _row, quantity, cost, document_line_id, ...rest } = change
  const here = (place: Place) => place.stock === 'on_hand' && place.location_id === change.location_id
  const parts: { location_id: string; stock: AdjustedStock; units: number }[] = []
  let open = quantity
  for (const place of [...places.filter(here), ...places.filter((place) => !here(place))]) {
    const units = Math.min(open, place.units)
    if (units > 0) parts.push({ ...place, units })
    open -= units
  }
  if (open > 0) parts.push({ location_id: change.location_id, stock: 'left', units: open })
  let restCost = Big(cost)
  return parts.map(({ location_id, stock, units }, i) => {
    const isLast = i === parts.length - 1
    const share = isLast ? restCost : Big(cost).times(units).div(quantity).round(2, Big.roundHalfUp)
    restCost = restCost.minus(share)
    return {
      ...rest,
      location_id,
      kind: 'cost_adjustment',
      quantity_delta: 0,
      document_line_id: `${document_line_id} ${stock}`,
      adjusted: { quantity: units, cost: exactCost(share), stock },
    }
  })
}

/** Units on the way arrive at the cost at which they left, so a change of their cost is added there; an unknown one stays unknown. */
async function addInTransit(sql: Sql, organization_id: string, changes: readonly MovementToBook[]): Promise<void> {
  const moving = changes.filter(({ adjusted }) => adjusted?.stock === 'in_transit')
  if (moving.length === 0) return
  const variant_ids = moving.map(({ variant_id }) => variant_id)
  const location_ids = moving.map(({ location_id }) => location_id)
  const costs = moving.map(({ adjusted }) => adjusted!.cost)
  await sql`
    update purchase_order_lines t set unit_cost = greatest(round(t.unit_cost + s.cost / s.units, 10), 0)
    from (
      select l.purchase_order_id, l.line_id, c.cost,
        sum(l.in_transit_quantity) over (partition by c.variant_id, c.location_id) as units
      from (
        select n.variant_id, n.location_id, sum(n.cost) as cost
        from unnest(${variant_ids}::uuid[], ${location_ids}::uuid[], ${costs}::numeric[]) n (variant_id, location_id, cost)
        group by n.variant_id, n.location_id
      ) c
      cross join lateral (
        select l.purchase_order_id, l.line_id, l.in_transit_quantity
        from purchase_order_lines l
        join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id = l.purchase_order_id
        where l.organization_id = ${organization_id} and l.variant_id = c.variant_id and l.in_transit_quantity > 0
          and o.order_type = 'transfer' and o.location_id = c.location_id
      ) l
    ) s
    where t.organization_id = ${organization_id} and t.purchase_order_id = s.purchase_order_id and t.line_id = s.line_id
      and t.unit_cost is not null`
}

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
  const variant_ids = changes.map(({ variant_id }) => variant_id)
  await lockEverywhere(sql, organization_id, variant_ids, [...changes, ...also])
  const ids = changes.map(({ movement_id }) => movement_id)
  const places = Map.groupBy(await readPlaces(sql, organization_id, ids), ({ movement_id }) => movement_id)
  const split = changes.flatMap((change) => splitChange(change, places.get(change.movement_id) ?? []))
  await addInTransit(sql, organization_id, split)
  return split
}
