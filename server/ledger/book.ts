/**
 * The ledger: the only code that moves stock. A movement is one appended row, numbered without gaps for its variant
 * at its location, and the level beside it changes in the same transaction. Levels are locked in one order everywhere
 * and changed by one statement, so no two writers can deadlock or oversell. The database itself refuses to change or
 * delete a row: a mistake is reversed by a new one. A unique key for each document line and effect makes a double
 * booking impossible.
 */
import { stock_levels, stock_movements } from '../../db/schema/stock.ts'
import { recordset } from '../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../db/sql/selection.ts'
import { assignments } from '../../db/sql/lists.ts'
import type { Caller, Sql } from '../contract/call.ts'
import { refuse } from '../contract/refusals.ts'
import { actorOf } from './actor.ts'
import { subscribers } from '../outbox/emit.ts'
import { announceMovements } from './movement_events.ts'
import { checkCorrected } from './books.ts'
import { bringsUnits, ownStockOf } from './bundles/parts.rules.ts'
import { holdAssembled } from './bundles/parts.ts'
import { recordCovering, recordUnrated } from './costs/unrated_arrivals.ts'
import { checkUnits, readNames } from './bounds.ts'
import { inBulk, inPieces } from './in_bulk.ts'
import { lateOf, offsetsAt, withOffsets } from './counts/stocktake_offsets.rules.ts'
import { lockCounts } from './counts/stocktake_offsets.ts'
import {
  applyMovements,
  byPair,
  type Hold,
  type Level,
  type MovementRow,
  type MovementToBook,
  pairKey,
  type Shortfall,
  shortfalls,
} from './rules.ts'
import { keepTurned } from './turned_levels.ts'

export interface Booking {
  organization_id: string
  /** Recorded as the actor of the ledger rows. */
  actor: string
  now: string
  currency: string
  /** available: refuse if the movements together take more than is available. none: no check. */
  floor: 'available' | 'none'
}

export const bookingOf = (caller: Caller, now: string, floor: Booking['floor']): Booking => ({
  organization_id: caller.organization_id,
  actor: actorOf(caller),
  now,
  currency: caller.currency,
  floor,
})

export interface BookedMovement extends MovementRow {
  movement_id: number
}

type Pair = Pick<Level, 'variant_id' | 'location_id'>

const levelFields = [
  'variant_id',
  'location_id',
  'on_hand',
  'committed',
  'average_cost',
  'unrated_currency',
  'sequence',
] as const
const levelColumns = selection(stock_levels, 's', levelFields)
const levelRows = recordset(stock_levels, levelFields)

const movementRows = recordset(stock_movements, [
  'variant_id',
  'location_id',
  'sequence',
  'kind',
  'quantity_delta',
  'on_hand_after',
  'occurred_at',
  'counted_from',
  'unit_cost',
  'landed_unit_cost',
  'cost_basis',
  'stated_currency',
  'stated_unit_cost',
  'stated_rate',
  'stated_rate_date',
  'unrated_currency',
  'document_type',
  'document_id',
  'document_name',
  'document_line_id',
  'evidence',
  'source_system',
  'reverses_movement_id',
  'adjusted_quantity',
  'adjusted_cost',
  'adjusted_stock',
  'value_after',
  'cost_variance',
])
const appendedColumns = selection(stock_movements, 'stock_movements', [
  'movement_id',
  'variant_id',
  'location_id',
  'sequence',
])

const pairsOf = (all: readonly Pair[]) =>
  [...new Map(all.map((pair) => [pairKey(pair), pair])).values()].toSorted(byPair)

/**
 * Locks the levels of these pairs in the one order, creating missing ones. Each is looked up by its key, so that no
 * plan can join pairs with levels by scanning or read all levels of an organisation.
 */
export async function lockLevels(sql: Sql, organization_id: string, of: readonly Pair[]): Promise<Level[]> {
  const pairs = pairsOf(of)
  const variant_ids = pairs.map(({ variant_id }) => variant_id)
  const location_ids = pairs.map(({ location_id }) => location_id)
  const [, levels] = await Promise.all([
    sql`
      insert into stock_levels (organization_id, variant_id, location_id)
      select ${organization_id}, p.variant_id, p.location_id
      from unnest(${variant_ids}::uuid[], ${location_ids}::uuid[]) as p (variant_id, location_id)
      on conflict do nothing`,
    sql<RowOf<typeof levelColumns>[]>`
      select l.*
      from unnest(${variant_ids}::uuid[], ${location_ids}::uuid[]) as p (variant_id, location_id)
      cross join lateral (
        select ${levelColumns} from stock_levels s
        where s.organization_id = ${organization_id} and s.variant_id = p.variant_id and s.location_id = p.location_id
        for update) l`,
  ])
  return [...levels]
}

/** Writes levels that lockLevels has locked. All exist, so every insert becomes an update by key. */
export const writeLevels = (sql: Sql, organization_id: string, levels: readonly Level[]) => sql`
  insert into stock_levels as l (organization_id, ${levelRows.names})
  select ${organization_id}, ${levelRows.values} from ${levelRows.from(levels)}
  on conflict (organization_id, variant_id, location_id) do update
  set ${assignments(['on_hand', 'committed', 'average_cost', 'unrated_currency', 'sequence'])}, updated_at = now()`

const appendRows = (sql: Sql, booking: Booking, rows: readonly MovementRow[]) => sql<
  (RowOf<typeof appendedColumns> & { has_subscribers: boolean })[]
>`
  insert into stock_movements (organization_id, currency, actor, ${movementRows.names})
  select ${booking.organization_id}, ${booking.currency}, ${booking.actor}, ${movementRows.values}
  from ${movementRows.from(rows)}
  returning ${appendedColumns}, exists (select from ${subscribers(sql, booking.organization_id, sql`'movement.recorded'`)}) as has_subscribers`

/**
 * Books movements in their order, and reserves or releases units with them. Where a posted count includes a movement, the
 * count is offset. If the floor is `available`, refuses with `conflict`, naming the first shortfall. Returns the rows of
 * the movements, without the offsets.
 */
export async function bookMovements(
  sql: Sql,
  booking: Booking,
  movements: readonly MovementToBook[],
  holds: readonly Hold[] = [],
): Promise<BookedMovement[]> {
  if (movements.length === 0 && holds.length === 0) return []
  return inBulk(sql, movements.length, () => bookAll(sql, booking, movements, holds))
}

async function refuseShortfall(sql: Sql, organization_id: string, short: Shortfall): Promise<never> {
  const { sku, location_name } = await readNames(sql, organization_id, short)
  const available = Math.max(short.available, 0)
  return refuse('conflict', {
    desc: `Only ${available === 1 ? '1 unit' : `${available} units`} of ${sku} ${available === 1 ? 'is' : 'are'} available at ${location_name}, but ${short.wanted} are required.`,
    data: { ...short, sku, location_name },
  })
}

/** Refuses with `conflict` units of a bundle that is assembled when sold: no sale would ever take them. */
async function refuseOwnStock(sql: Sql, organization_id: string, level: Level): Promise<never> {
  const { variant_id, location_id } = level
  const { sku, location_name } = await readNames(sql, organization_id, level)
  return refuse('conflict', {
    desc: `${sku} is a bundle that is assembled when sold and has no stock of its own, so no units of it can come to ${location_name}. Set its stocking to ready_made first.`,
    data: { variant_id, location_id, sku, location_name },
  })
}

/** Refuses with `conflict` to reverse a movement of a day before the books begin. */
const checkReversals = (sql: Sql, { organization_id, now }: Booking, requested: readonly MovementToBook[]) =>
  checkCorrected(
    sql,
    organization_id,
    now,
    requested.flatMap(({ reverses_movement_id, occurred_at, document: { name } }) =>
      reverses_movement_id == null || occurred_at === undefined ? [] : [{ name, at: occurred_at }],
    ),
  )

async function bookAll(
  sql: Sql,
  booking: Booking,
  requested: readonly MovementToBook[],
  holds: readonly Hold[],
): Promise<BookedMovement[]> {
  const bringing = requested.filter(bringsUnits)
  const [assembled, counts, locked] = await Promise.all([
    holdAssembled(
      sql,
      booking.organization_id,
      bringing.map(({ variant_id }) => variant_id),
    ),
    lockCounts(sql, booking.organization_id, requested, booking.now),
    lockLevels(sql, booking.organization_id, [...requested, ...holds]),
    checkReversals(sql, booking, requested),
  ])
  const sequences = new Map(locked.map((level) => [pairKey(level), level.sequence]))
  const offsets = offsetsAt(counts, lateOf(requested, booking.now), (pair) => sequences.get(pairKey(pair))!)
  const movements = withOffsets(requested, offsets)
  const [short] = booking.floor === 'available' ? shortfalls(locked, movements, holds) : []
  if (short) await refuseShortfall(sql, booking.organization_id, short)
  const { rows, levels } = applyMovements(locked, movements, booking.now, holds)
  const before = new Map(locked.map((level) => [pairKey(level), level]))
  const own = ownStockOf(assembled, bringing, before, levels)
  if (own !== undefined) await refuseOwnStock(sql, booking.organization_id, own)
  keepTurned(sql, booking.organization_id, { before, after: levels }, requested)
  const grown = levels.filter((level) => level.on_hand > before.get(pairKey(level))!.on_hand)
  const figures = grown.map(({ on_hand: units, ...pair }) => ({ ...pair, units }))
  await checkUnits(sql, booking.organization_id, figures, 'on hand')
  const [, ...pieces] = await Promise.all([
    writeLevels(sql, booking.organization_id, levels),
    ...inPieces(rows).map((piece) => appendRows(sql, booking, piece)),
  ])
  const appended = pieces.flat()
  const ids = new Map(appended.map((row) => [`${pairKey(row)} ${row.sequence}`, row.movement_id]))
  const idOf = (row: MovementRow) => ids.get(`${pairKey(row)} ${row.sequence}`)!
  await recordUnrated(sql, booking, rows, idOf)
  await recordCovering(sql, booking, { before: locked, after: levels }, rows, idOf)
  if (appended.some(({ has_subscribers }) => has_subscribers))
    for (const piece of inPieces([...ids.values()])) await announceMovements(sql, booking.organization_id, piece)
  return rows
    .slice(offsets.before.length, offsets.before.length + requested.length)
    .map((row) => ({ ...row, movement_id: idOf(row) }))
}
