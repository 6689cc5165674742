/** SQL of freight and duty on received units: booked with a receipt, adjusted when a bill comes later. */
import { purchase_order_deliveries, purchase_order_delivery_lines } from '../../../db/schema/purchase_orders.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import Big from 'big.js'
import type { Caller, Sql } from '../../contract/call.ts'
import { type CostChange, costChanges, lockEverywhere } from '../../ledger/costs/adjust.ts'
import { type BookedMovement, type Booking, bookingOf, bookMovements } from '../../ledger/book.ts'
import type { MovementToBook } from '../../ledger/rules.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { ratesInForce } from '../../exchange_rates/rates_in_force.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { exactCost } from '../../contract/money.ts'
import type { DeliveryOnFile } from '../deliveries/delivery_corrections.store.ts'
import {
  type Bills,
  type AllocatedCost,
  allocatedCosts,
  type ArrivalRate,
  atRate,
  keyOf,
  type ReceivedUnits,
} from './received_cost.rules.ts'
import { type LineToReceive, readLinesToReceive } from '../deliveries/receiving.store.ts'
import type { LockedOrder } from '../orders/store.ts'

/** Only purchases have freight and duty. */
const hasAllocatedCosts = ({ order_type }: LockedOrder): boolean => order_type === 'purchase'

/**
 * The rate of the order's currency on the day of each delivery. Deliveries that are booked keep the rate at which they came.
 */
export async function ratesOfArrivals(
  sql: Sql,
  { organization_id, currency, time_zone }: Caller,
  order: LockedOrder,
  deliveries: readonly { delivery_id: string; received_at: string }[],
  booked: readonly { cost_rate: string | null; cost_rate_date: string | null }[] = [],
): Promise<Map<string, ArrivalRate>> {
  const isOwn = order.order_type !== 'purchase' || order.currency === currency
  if (isOwn) return new Map(deliveries.map(({ delivery_id }) => [delivery_id, 'own' as const]))
  const [before] = booked.filter(({ cost_rate }) => cost_rate !== null)
  const known = before && rateOfRow(before.cost_rate, before.cost_rate_date)
  const days = deliveries.map(({ received_at }) => dayInTimeZone(time_zone, received_at))
  const rates = known
    ? deliveries.map(() => known)
    : await ratesInForce(
        sql,
        organization_id,
        days.map((day) => ({ currency: order.currency, day })),
      )
  return new Map(deliveries.map(({ delivery_id }, i) => [delivery_id, rates[i] ?? null]))
}

/** The rate as a delivery line keeps it. */
export const keptRate = (rate: ArrivalRate) =>
  rate === null || rate === 'own'
    ? { cost_rate: null, cost_rate_date: null }
    : { cost_rate: rate.organization_currency_per_unit, cost_rate_date: rate.rate_date }

export const rateOfRow = (rate: string | null, rate_date: string | null) =>
  rate === null || rate_date === null ? null : { organization_currency_per_unit: rate, rate_date }

const receivedColumns = selections(
  selection(purchase_order_delivery_lines, 'n', [
    'delivery_id',
    'line_id',
    'variant_id',
    'received_quantity',
    'movement_id!',
    'cost_rate',
    'cost_rate_date',
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
  rates: ReadonlyMap<string, ArrivalRate>,
  bills: ReadonlyMap<string, Bills> = new Map(),
): Promise<CostsOfArrivals> {
  if (!hasAllocatedCosts(order)) return () => nothing
  const { organization_id } = caller
  const shares = order.billed_freight_cents !== null || order.billed_duty_cents !== null || bills.size > 0
  const onFile = shares ? await readReceived(sql, organization_id, order.purchase_order_id) : []
  const arrivingKeys = new Set(arriving.map(keyOf))
  const others = onFile.filter((row) => !arrivingKeys.has(keyOf(row)))
  const units = [...arriving, ...others].filter(({ received_quantity }) => received_quantity > 0)
  const allBills = new Map([...others.map((row): [string, Bills] => [row.delivery_id, row]), ...bills])
  const rateOf = (delivery_id: string) => rates.get(delivery_id) ?? null
  const allocated = allocatedCosts(order, lines, billsOf(order), allBills, units).map((cost, i) =>
    atRate(cost, rateOf(units[i]!.delivery_id)),
  )
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
  if (!hasAllocatedCosts(order)) return
  const variant_ids = lines.map(({ variant_id }) => variant_id)
  await lockEverywhere(sql, caller.organization_id, variant_ids, levelsOf(order, lines))
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
export async function adjustCosts(sql: Sql, booking: Booking, order: LockedOrder): Promise<boolean> {
  if (!hasAllocatedCosts(order)) return false
  const { organization_id } = booking
  const { purchase_order_id } = order
  const [lines, received] = await Promise.all([
    readLinesToReceive(sql, organization_id, purchase_order_id),
    readReceived(sql, organization_id, purchase_order_id),
  ])
  if (received.length === 0) return false
  const bills = new Map(received.map((row): [string, Bills] => [row.delivery_id, row]))
  const isOwn = order.currency === booking.currency
  const allocated = allocatedCosts(order, lines, billsOf(order), bills, received).map((cost, i) =>
    atRate(cost, isOwn ? 'own' : rateOfRow(received[i]!.cost_rate, received[i]!.cost_rate_date)),
  )
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
      return changeOf(order, { ...place, movement_id, quantity, cost: exactCost(difference) })
    })
  const booked = await costChanges(sql, organization_id, changes, levelsOf(order, lines))
  await bookMovements(sql, booking, booked)
  await writeCosts(sql, organization_id, changed, booking.now)
  return true
}

/** A ledger movement with the delivery line that it was booked for. */
export interface BookedArrival extends BookedMovement {
  delivery_id: string
  line_id: string
}

interface LateCost {
  line_id: string
  occurred_at: string
  cost: string
}

const readLate = (sql: Sql, organization_id: string, delivery_id: string) => sql<LateCost[]>`
  select split_part(document_line_id, ' ', 1) as line_id, occurred_at, sum(adjusted_cost)::text as cost
  from stock_movements
  where organization_id = ${organization_id} and document_type in ('landed_cost_adjustment', 'cost_correction')
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
  if (!hasAllocatedCosts(order)) return
  const { organization_id } = caller
  const { delivery_id, location_id, revision } = delivery
  const late = Map.groupBy(await readLate(sql, organization_id, delivery_id), ({ line_id }) => line_id)
  const changes = lines.flatMap(({ line_id, variant_id, movement_id, received_quantity: quantity }) =>
    (late.get(line_id) ?? []).map(({ occurred_at, cost: adjusted }, i) => {
      const cost = exactCost(Big(adjusted).times(-1))
      const place = { delivery_id, line_id, revision, variant_id, location_id, occurred_at }
      const change = changeOf(order, { ...place, movement_id, quantity, cost })
      return i === 0 ? change : { ...change, document_line_id: `${change.document_line_id} ${i + 1}` }
    }),
  )
  if (changes.length === 0) return
  await bookMovements(sql, bookingOf(caller, now, 'none'), await costChanges(sql, organization_id, changes))
}

/** A line of a delivery whose units cost something else after all, per unit in the organisation's currency. */
export interface CorrectedCost {
  line_id: string
  variant_id: string
  location_id: string
  movement_id: number
  received_quantity: number
  unit_cost: string | null
  after: string
  /** The rate at which that was converted, if the line keeps none yet. */
  rate?: ArrivalRate
}

/** Books the difference as adjustments, under the revision of the delivery, and returns them. */
export async function bookCorrectedCosts(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  { delivery_id, revision }: { delivery_id: string; revision: number },
  changed: readonly CorrectedCost[],
): Promise<MovementToBook[]> {
  const { organization_id } = caller
  const changes = changed.map(
    ({ line_id, variant_id, location_id, movement_id, received_quantity, unit_cost, after }) => ({
      movement_id,
      variant_id,
      location_id,
      quantity: received_quantity,
      cost: exactCost(Big(after).minus(unit_cost!).times(received_quantity)),
      document: { type: 'cost_correction' as const, id: delivery_id, name: order.name },
      document_line_id: `${line_id} ${revision}`,
      evidence: `Unit cost corrected from ${Big(unit_cost!).toFixed()} to ${Big(after).toFixed()}.`,
    }),
  )
  const movements = await costChanges(sql, organization_id, changes)
  await bookMovements(sql, bookingOf(caller, now, 'none'), movements)
  for (const { line_id, after, rate = null } of changed) {
    const { cost_rate, cost_rate_date } = keptRate(rate)
    await sql`
      update purchase_order_delivery_lines set unit_cost = ${after},
        landed_unit_cost = landed_unit_cost + (${after}::numeric - unit_cost),
        cost_rate = coalesce(cost_rate, ${cost_rate}), cost_rate_date = coalesce(cost_rate_date, ${cost_rate_date}::date)
      where organization_id = ${organization_id} and delivery_id = ${delivery_id} and line_id = ${line_id}`
  }
  return movements
}
