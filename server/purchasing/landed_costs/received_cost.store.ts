/** SQL of freight and duty on received units: booked with a receipt, adjusted when a bill comes later. */
import { purchase_order_deliveries, purchase_order_delivery_lines } from '../../../db/schema/purchase_orders.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import Big from 'big.js'
import type { Caller, Sql } from '../../contract/call.ts'
import { type CostChange, costChanges } from '../../ledger/adjust.ts'
import { type BookedMovement, bookingOf, bookMovements, lockLevels } from '../../ledger/book.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import type { DeliveryOnFile } from '../deliveries/delivery_corrections.store.ts'
import {
  type Bills,
  type AllocatedCost,
  allocatedCosts,
  keyOf,
  type ReceivedUnits,
  remaindersOf,
} from './received_cost.rules.ts'
import { type LineToReceive, readLinesToReceive } from '../deliveries/receiving.store.ts'
import type { LockedOrder } from '../orders/store.ts'

/** Only purchases in the organisation's currency have allocated costs; other currencies are never converted. */
const hasAllocatedCosts = (caller: Caller, order: LockedOrder): boolean =>
  order.order_type === 'purchase' && order.currency === caller.currency

const receivedColumns = selections(
  selection(purchase_order_delivery_lines, 'n', [
    'delivery_id',
    'line_id',
    'variant_id',
    'received_quantity',
    'movement_id!',
    'freight_cost',
    'duty_cost',
  ]),
  selection(purchase_order_deliveries, 'd', ['location_id', 'revision', 'freight_cents', 'duty_cents']),
)
type ReceivedRow = RowOf<typeof receivedColumns>

/** Every line of the order's deliveries, with the bills of its delivery. */
const readReceived = (sql: Sql, organization_id: string, purchase_order_id: string) => sql<ReceivedRow[]>`
  select ${receivedColumns}
  from purchase_order_deliveries d
  join purchase_order_delivery_lines n on n.organization_id = d.organization_id and n.delivery_id = d.delivery_id
  where d.organization_id = ${organization_id} and d.purchase_order_id = ${purchase_order_id}
    and d.removed_at is null and n.received_quantity > 0 and n.movement_id is not null
  order by d.received_at, n.delivery_id, n.line_id`

const billsOf = (order: LockedOrder): Bills => ({
  freight_cents: order.billed_freight_cents,
  duty_cents: order.billed_duty_cents,
})

/** The allocated cost of a line of a delivery. */
export type CostsOfArrivals = (delivery_id: string, line_id: string) => AllocatedCost

const nothing: AllocatedCost = { freight_cost: null, duty_cost: null, added_unit_cost: null }

/**
 * The costs of units about to be booked; `bills` are those of a delivery that is being corrected. Other deliveries are
 * read if they share a bill with these units.
 */
export async function costsOfArrivals(
  sql: Sql,
  caller: Caller,
  order: LockedOrder,
  lines: readonly LineToReceive[],
  arriving: readonly ReceivedUnits[],
  bills: ReadonlyMap<string, Bills> = new Map(),
): Promise<CostsOfArrivals> {
  if (!hasAllocatedCosts(caller, order)) return () => nothing
  const { organization_id } = caller
  const shares = order.billed_freight_cents !== null || order.billed_duty_cents !== null || bills.size > 0
  const onFile = shares ? await readReceived(sql, organization_id, order.purchase_order_id) : []
  const arrivingKeys = new Set(arriving.map(keyOf))
  const others = onFile.filter((row) => !arrivingKeys.has(keyOf(row)))
  const units = [...arriving, ...others].filter(({ received_quantity }) => received_quantity > 0)
  const allBills = new Map([...others.map((row): [string, Bills] => [row.delivery_id, row]), ...bills])
  const allocated = allocatedCosts(order, lines, billsOf(order), allBills, units)
  const costOf = new Map(units.map((one, i) => [keyOf(one), allocated[i]!]))
  return (delivery_id, line_id) => costOf.get(keyOf({ delivery_id, line_id })) ?? nothing
}

const levelsOf = ({ location_id }: LockedOrder, lines: readonly LineToReceive[]) =>
  lines.map(({ variant_id }) => ({ variant_id, location_id }))

/**
 * Locks the levels of all variants of a purchase before some are booked and others adjusted. Locking them in two steps
 * could deadlock with another order.
 */
export async function holdLevels(
  sql: Sql,
  caller: Caller,
  order: LockedOrder,
  lines: readonly LineToReceive[],
): Promise<void> {
  if (hasAllocatedCosts(caller, order)) await lockLevels(sql, caller.organization_id, levelsOf(order, lines))
}

const total = ({ freight_cost, duty_cost }: Pick<AllocatedCost, 'freight_cost' | 'duty_cost'>) =>
  Big(freight_cost ?? 0).plus(duty_cost ?? 0)

interface Recosted {
  row: ReceivedRow
  allocated: AllocatedCost
  difference: Big
}

const changeOf = (
  order: LockedOrder,
  row: Omit<CostChange, 'document' | 'document_line_id'> & { delivery_id: string; line_id: string; revision: number },
): CostChange => {
  const { delivery_id, line_id, revision, ...change } = row
  return {
    ...change,
    document: { type: 'landed_cost_adjustment', id: delivery_id, name: order.name },
    document_line_id: `${line_id} ${revision}`,
  }
}

const costRows = recordset(purchase_order_delivery_lines, ['delivery_id', 'line_id', 'freight_cost', 'duty_cost'], {
  extra: { added_unit_cost: 'numeric | null', revision: 'int' },
})

/** Writes the new costs to deliveries and lines; each delivery gets the next revision. */
async function writeCosts(sql: Sql, organization_id: string, changed: readonly Recosted[], now: string): Promise<void> {
  const rows = changed.map(({ row: { delivery_id, line_id, revision }, allocated }) => ({
    delivery_id,
    line_id,
    revision: revision + 1,
    ...allocated,
  }))
  await inBulk(
    sql,
    rows.length,
    () => sql`
    update purchase_order_delivery_lines l
    set freight_cost = n.freight_cost, duty_cost = n.duty_cost,
      landed_unit_cost = l.unit_cost + coalesce(n.added_unit_cost, 0)
    from ${costRows.from(rows)}
    where l.organization_id = ${organization_id} and l.delivery_id = n.delivery_id and l.line_id = n.line_id`,
  )
  await sql`
    update purchase_order_deliveries d set revision = n.revision, updated_at = ${now}
    from (select distinct delivery_id, revision from ${costRows.from(rows)}) n
    where d.organization_id = ${organization_id} and d.delivery_id = n.delivery_id`
}

/**
 * Brings the allocated costs of all deliveries of an order up to date and books the difference as adjustments; existing
 * movements stay. Returns false if nothing changed. The caller holds the lock on the order's row.
 */
export async function adjustCosts(sql: Sql, caller: Caller, now: string, order: LockedOrder): Promise<boolean> {
  if (!hasAllocatedCosts(caller, order)) return false
  const { organization_id } = caller
  const { purchase_order_id } = order
  const [lines, received] = await Promise.all([
    readLinesToReceive(sql, organization_id, purchase_order_id),
    readReceived(sql, organization_id, purchase_order_id),
  ])
  if (received.length === 0) return false
  const bills = new Map(received.map((row): [string, Bills] => [row.delivery_id, row]))
  const allocated = allocatedCosts(order, lines, billsOf(order), bills, received)
  const changed = received
    .map((row, i): Recosted => ({ row, allocated: allocated[i]!, difference: total(allocated[i]!).minus(total(row)) }))
    .filter(
      ({ row, allocated: { freight_cost, duty_cost } }) =>
        row.freight_cost !== freight_cost || row.duty_cost !== duty_cost,
    )
  if (changed.length === 0) return false
  const changes = changed
    .filter(({ difference }) => !difference.eq(0))
    .map(({ row, difference }) => {
      const { delivery_id, line_id, variant_id, location_id, movement_id, received_quantity: quantity } = row
      const place = { delivery_id, line_id, revision: row.revision + 1, variant_id, location_id }
      return changeOf(order, { ...place, movement_id, quantity, cost: difference.toFixed(4) })
    })
  const booked = await costChanges(sql, organization_id, changes, levelsOf(order, lines))
  await bookMovements(sql, bookingOf(caller, now, 'none'), booked)
  await writeCosts(sql, organization_id, changed, now)
  return true
}

/** A ledger movement with the delivery line that it was booked for. */
export interface BookedArrival extends BookedMovement {
  delivery_id: string
  line_id: string
}

/**
 * Books the remainders that rounding unit costs left of freight and duty, so that a delivery's movements sum to the
 * allocated cost. `revision` is that of the deliveries just booked; 0 for new ones.
 */
export async function bookRemainders(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  booked: readonly BookedArrival[],
  costOf: CostsOfArrivals,
  revision: number,
): Promise<void> {
  // Without a known cost, freight and duty are booked nowhere.
  const lines = booked
    .filter(({ landed_unit_cost }) => landed_unit_cost !== null)
    .map((row) => ({ ...row, quantity: row.quantity_delta, allocated: costOf(row.delivery_id, row.line_id) }))
  const changes = [...Map.groupBy(lines, ({ delivery_id }) => delivery_id).values()].flatMap((ofOne) => {
    const remainders = remaindersOf(ofOne)
    return ofOne.flatMap((row, i) => {
      const { delivery_id, line_id, quantity, variant_id, location_id, movement_id, occurred_at } = row
      const cost = remainders[i]
      if (cost == null) return []
      const place = { delivery_id, line_id, revision, variant_id, location_id, occurred_at }
      const change = changeOf(order, { ...place, movement_id, quantity, cost })
      // A separate id: the same revision may also reverse earlier adjustments of the line.
      return [{ ...change, document_line_id: `${change.document_line_id} rounding` }]
    })
  })
  if (changes.length === 0) return
  await bookMovements(sql, bookingOf(caller, now, 'none'), await costChanges(sql, caller.organization_id, changes))
}

interface LateCost {
  line_id: string
  occurred_at: string
  cost: string
}

const readLate = (sql: Sql, organization_id: string, delivery_id: string) => sql<LateCost[]>`
  select split_part(document_line_id, ' ', 1) as line_id, occurred_at, sum(adjusted_cost)::text as cost
  from stock_movements
  where organization_id = ${organization_id} and document_type = 'landed_cost_adjustment'
    and document_id = ${delivery_id} and adjusted_cost is not null
  group by 1, 2 having sum(adjusted_cost) <> 0
  order by 1, 2`

/**
 * Reverses adjustments of lines that are about to be reversed, so that the lines leave at the cost at which they came.
 * Each reversal has the time of its adjustment, so that no day counts it twice.
 */
export async function takeBackAdjustments(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  delivery: DeliveryOnFile,
  lines: readonly { line_id: string; variant_id: string; movement_id: number; received_quantity: number }[],
): Promise<void> {
  if (!hasAllocatedCosts(caller, order)) return
  const { organization_id } = caller
  const { delivery_id, location_id, revision } = delivery
  const late = Map.groupBy(await readLate(sql, organization_id, delivery_id), ({ line_id }) => line_id)
  const changes = lines.flatMap(({ line_id, variant_id, movement_id, received_quantity: quantity }) =>
    (late.get(line_id) ?? []).map(({ occurred_at, cost: adjusted }, i) => {
      const cost = Big(adjusted).times(-1).toFixed(4)
      const place = { delivery_id, line_id, revision, variant_id, location_id, occurred_at }
      const change = changeOf(order, { ...place, movement_id, quantity, cost })
      return i === 0 ? change : { ...change, document_line_id: `${change.document_line_id} ${i + 1}` }
    }),
  )
  if (changes.length === 0) return
  await bookMovements(sql, bookingOf(caller, now, 'none'), await costChanges(sql, organization_id, changes))
}
