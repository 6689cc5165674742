/**
 * Holds that stock no longer covers, since units left that orders had held, by whatever write: a shipment, a count, an
 * adjustment, a correction, a transfer, an assembly. They are released before that write commits, those of the order that can
 * wait longest first, and each order that loses some is told so.
 */
import { stock_levels } from '../../../../db/schema/stock.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import { limits } from '../../../contract/limits.ts'
import { counted } from '../../../contract/outcome.ts'
import type { Sql } from '../../../contract/sql.ts'
import { type NewException, openExceptions, readOpenKinds, resolveExceptions } from '../../../exceptions/open.ts'
import { reserveAvailable } from '../../../ledger/reserve.ts'
import { type Hold, pairKey } from '../../../ledger/rules.ts'
import type { TurnedLevel } from '../../../ledger/turned_levels.ts'
import { lockFree, type LockedOrder, saveOrders, withLines } from '../../orders/locked_order.store.ts'
import { releaseOf, sumHolds } from '../../orders/allocation/allocation.ts'
import { announceOrders, orderSubject } from '../../orders/order.store.ts'

export interface Pair {
  variant_id: string
  location_id: string
}

const pairRows = recordset(stock_levels, ['variant_id', 'location_id'], { alias: 'p' })
/** The pairs as rows `p`, whatever else they have. */
const pairsIn = (pairs: readonly Pair[]) =>
  pairRows.from(pairs.map(({ variant_id, location_id }) => ({ variant_id, location_id })))

/** Units that orders hold beyond what is on hand. */
const readExcess = (sql: Sql, organization_id: string, pairs: readonly Pair[]) => sql<(Pair & { units: number })[]>`
  select l.variant_id, l.location_id, (l.committed - greatest(l.on_hand, 0))::int as units
  from ${pairsIn(pairs)}
  cross join lateral (
    select s.variant_id, s.location_id, s.committed, s.on_hand from stock_levels s
    where s.organization_id = ${organization_id} and s.variant_id = p.variant_id and s.location_id = p.location_id
      and s.committed > greatest(s.on_hand, 0) offset 0) l`

/**
 * Orders that hold some of these units, the least urgent first: the reverse of the order in which the book is allocated.
 * What a warehouse was asked to ship stays held: it may have left the shelf already.
 */
const holders = (sql: Sql, organization_id: string, pairs: readonly Pair[], order_id: string | null) => sql`
  where o.organization_id = ${organization_id} and o.order_id is distinct from ${order_id}::uuid and o.order_id in (
    select l.order_id
    from ${pairsIn(pairs)}
    join order_lines l on l.organization_id = ${organization_id} and l.variant_id = p.variant_id
      and l.location_id = p.location_id and l.allocated_quantity > 0
    union
    select l.order_id
    from ${pairsIn(pairs)}
    join order_line_components k on k.organization_id = ${organization_id} and k.variant_id = p.variant_id
    join order_lines l on l.organization_id = ${organization_id} and l.line_id = k.line_id
      and l.location_id = p.location_id and l.allocated_quantity > 0)
    and not exists (select from warehouse_requests r
      where r.organization_id = ${organization_id} and r.order_id = o.order_id and r.status = 'requested')
  order by coalesce(o.ship_window_end, o.cancel_date, o.requested_ship_date) desc nulls first, o.ordered_on desc,
    o.ordered_at desc, o.order_id desc
  limit ${limits.sales_orders_released_at_once_max}`

/** Units of an order line that it held and holds no more. */
export interface TakenHold {
  line_id: string
  units: number
}

interface Loss {
  before: LockedOrder
  after: LockedOrder
  lines: TakenHold[]
}

const unitsOf = (lines: readonly TakenHold[]): number => lines.reduce((sum, { units }) => sum + units, 0)

/** What each order loses, until the excess is gone. */
function lossesOf(orders: readonly LockedOrder[], excess: Map<string, number>): { losses: Loss[]; released: Hold[] } {
  const released: Hold[] = []
  const losses = orders.flatMap((before) => {
    const lost: TakenHold[] = []
    const lines = before.lines.map((line) => {
      const excessIn = releaseOf(line, 1).map((hold) =>
        Math.ceil((excess.get(pairKey(hold)) ?? 0) / Math.abs(hold.committed_delta)),
      )
      const units = Math.min(Math.max(0, ...excessIn), line.allocated_quantity)
      if (units === 0) return line
      lost.push({ line_id: line.line_id, units })
      for (const hold of releaseOf(line, units)) {
        released.push(hold)
        excess.set(pairKey(hold), Math.max((excess.get(pairKey(hold)) ?? 0) + hold.committed_delta, 0))
      }
      const allocated_quantity = line.allocated_quantity - units
      return { ...line, allocated_quantity, location_id: allocated_quantity === 0 ? null : line.location_id }
    })
    return lost.length === 0 ? [] : [{ before, after: { ...before, lines }, lines: lost }]
  })
  return { losses, released }
}

const lossException = ({ before: { order_id, name }, lines }: Loss, cause: string): NewException => ({
  kind: 'allocation_short',
  severity: 'warning',
  subject: { type: orderSubject, id: order_id },
  sentence: `${counted(unitsOf(lines), 'unit')} that ${name} held ${unitsOf(lines) === 1 ? 'is' : 'are'} gone: ${cause}.`,
})

/** Says what the orders lost in place of what was said before. */
async function tellLosses(sql: Sql, organization_id: string, now: string, losses: readonly Loss[], cause: string) {
  const exceptions = losses.map((loss) => lossException(loss, cause))
  const open = await readOpenKinds(
    sql,
    organization_id,
    orderSubject,
    losses.map(({ before }) => before.order_id),
  )
  for (const { subject_id, kind } of open)
    if (kind === 'allocation_short')
      await resolveExceptions(sql, organization_id, now, {
        kind,
        subject: { type: orderSubject, id: subject_id },
        resolution: 'superseded',
        resolved_by: 'service:allocation',
      })
  await openExceptions(sql, organization_id, now, exceptions)
}

/** What takes the holds is stock that is gone, whichever write booked that. */
const actor = 'service:stock'

interface Written {
  organization_id: string
  now: string
}

export interface Released {
  units: number
  /** Names of the orders. */
  orders: string[]
  lines: TakenHold[]
}

const nothing: Released = { units: 0, orders: [], lines: [] }

/**
 * Releases the holds of other orders that stock at these places does not cover; returns how many units of which orders.
 * Orders that are locked elsewhere, or with a warehouse, keep theirs for now. Called after the levels were locked: it waits for no order.
 */
export async function releaseOverheld(
  sql: Sql,
  { organization_id, now }: Written,
  pairs: readonly Pair[],
  { cause, order_id }: { cause: string; order_id: string | null },
): Promise<Released> {
  const excess = new Map((await readExcess(sql, organization_id, pairs)).map((row) => [pairKey(row), row.units]))
  if (excess.size === 0) return nothing
  const short = pairs.filter((pair) => excess.has(pairKey(pair)))
  const locked = await withLines(
    sql,
    organization_id,
    await lockFree(sql, holders(sql, organization_id, short, order_id)),
  )
  const { losses, released } = lossesOf(locked, excess)
  if (losses.length === 0) return nothing
  await reserveAvailable(sql, organization_id, sumHolds(released))
  await saveOrders(sql, { organization_id, now, actor }, losses)
  await tellLosses(sql, organization_id, now, losses, cause)
  const events = losses.map(({ before: { order_id } }) => ({ order_id, event: 'order.updated' as const }))
  await announceOrders(sql, organization_id, events)
  const lines = losses.flatMap((loss) => loss.lines)
  return { units: unitsOf(lines), orders: losses.map(({ before: { name } }) => name), lines }
}

/** Releases what the movements of a transaction took from orders; each document that took some is named. */
export async function releaseUncovered(sql: Sql, now: string, uncovered: readonly TurnedLevel[]): Promise<void> {
  const byDocument = Map.groupBy(
    uncovered,
    ({ organization_id, document_name }) => `${organization_id} ${document_name}`,
  )
  for (const pairs of byDocument.values()) {
    const { organization_id, document_name } = pairs[0]!
    const cause = `${document_name} leaves fewer units on hand`
    await releaseOverheld(sql, { organization_id, now }, pairs, { cause, order_id: null })
  }
}

/** Levels of the organisation that hold too much; all of them are out of stock, by which an index lists them. */
const readOverheld = (sql: Sql, organization_id: string) => sql<Pair[]>`
  select l.variant_id, l.location_id from stock_levels l
  where l.organization_id = ${organization_id} and l.health = 'out_of_stock' and l.committed > greatest(l.on_hand, 0)
  order by l.variant_id, l.location_id`

/** What the writes had to leave, since someone else had locked the order; returns how many units are released. */
export async function releaseLeftOver(sql: Sql, organization_id: string, now: string): Promise<number> {
  const pairs = await readOverheld(sql, organization_id)
  if (pairs.length === 0) return 0
  const cause = 'fewer units are on hand than orders held'
  const { units } = await releaseOverheld(sql, { organization_id, now }, pairs, { cause, order_id: null })
  return units
}
