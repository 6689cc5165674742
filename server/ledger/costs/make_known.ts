/** Costs that become known after the units arrived: the level is brought to what it would have been. */
import Big from 'big.js'
import { stock_movements } from '../../../db/schema/stock.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { exactCost } from '../../contract/money.ts'
import type { MovementKind } from '../../contract/stock.ts'
import { type Booking, bookMovements, lockLevels, writeLevels } from '../book.ts'
import { type MovementToBook, pairKey } from '../rules.ts'
import { insertCovering } from './unrated_arrivals.ts'
import { noCostStated } from './lacks.rules.ts'
import { type Entry, type KnownCost, rateDocument, type Replay, replay } from './replay.rules.ts'

const entryColumns = selection(stock_movements, 'm', [
  'movement_id',
  'variant_id',
  'kind',
  'quantity_delta',
  'unit_cost',
  'landed_unit_cost',
  'reverses_movement_id',
  'adjusted_quantity',
  'adjusted_cost',
  'adjusted_stock',
  'document_type',
  'document_id',
  'document_name',
  'document_line_id',
  'occurred_at',
  'unrated_currency',
  'cost_basis',
  'cost_variance',
  'on_hand_after',
  'value_after',
])

interface Pair {
  variant_id: string
  location_id: string
}

async function replayPair(sql: Sql, organization_id: string, { variant_id, location_id }: Pair) {
  const [rows, known] = await Promise.all([
    sql<RowOf<typeof entryColumns>[]>`
      select ${entryColumns} from stock_movements m
      where m.organization_id = ${organization_id} and m.variant_id = ${variant_id} and m.location_id = ${location_id}
      order by m.sequence`,
    sql<
      {
        movement_id: number
        unit_cost: string | null
        landed_unit_cost: string | null
        is_known: boolean
        /** A cost in the organisation's own currency lacks no rate: it was stated, and enters the stock in a moment. */
        lacks: string
      }[]
    >`
      select u.movement_id::float8 as movement_id, u.unit_cost, u.landed_unit_cost, u.known_at is not null as is_known,
        case when u.currency = o.currency then ${noCostStated} else u.currency end as lacks
      from unrated_arrivals u join organizations o on o.organization_id = u.organization_id
      where u.organization_id = ${organization_id} and u.variant_id = ${variant_id} and u.location_id = ${location_id}`,
  ])
  const entries = rows as unknown as Entry[]
  const costs = known.flatMap(({ movement_id, unit_cost, landed_unit_cost, is_known }): [number, KnownCost][] =>
    !is_known || unit_cost === null || landed_unit_cost === null
      ? []
      : [[movement_id, { unit_cost, landed_unit_cost }]],
  )
  const lacking = known.filter(({ is_known, unit_cost }) => !is_known && unit_cost === null)
  const lacks = new Map(lacking.map((one) => [one.movement_id, one.lacks]))
  return { entries, ...replay(entries, new Map(costs), lacks) }
}

export interface CostMadeKnown extends KnownCost, Pair {
  movement_id: number
  /** Why it is known now, for the ledger. */
  evidence: string
}

/**
 * Makes the cost of an arrival known: the average of its level becomes what it would have been, and a row records the
 * value. Returns the other rows whose cost is known by that, such as departures.
 */
export async function makeKnown(sql: Sql, booking: Booking, arrival: CostMadeKnown): Promise<Replay['costed']> {
  const { organization_id, now } = booking
  const { movement_id, unit_cost, landed_unit_cost, evidence, variant_id, location_id } = arrival
  const pair = { variant_id, location_id }
  const [level] = await lockLevels(sql, organization_id, [pair])
  const { count } = await sql`
    update unrated_arrivals set unit_cost = ${unit_cost}, landed_unit_cost = ${landed_unit_cost}, known_at = ${now}
    where organization_id = ${organization_id} and movement_id = ${movement_id} and known_at is null`
  if (count === 0) return []
  const { entries, level: known_level, costed, covered, variance } = await replayPair(sql, organization_id, pair)
  const entry = entries.find((one) => one.movement_id === movement_id)!
  await bookMovements(sql, booking, [
    {
      ...pair,
      kind: 'cost_adjustment' satisfies MovementKind,
      quantity_delta: 0,
      occurred_at: entry.occurred_at,
      document: { type: rateDocument, id: entry.document_id, name: entry.document_name },
      document_line_id: `${entry.document_line_id} ${movement_id}`,
      evidence,
      known_level,
      known_variance: variance,
      adjusted: {
        quantity: entry.quantity_delta,
        cost: exactCost(Big(landed_unit_cost).times(entry.quantity_delta)),
        stock: level!.on_hand > 0 ? 'on_hand' : 'left',
      },
    },
  ])
  return [...costed, ...covered]
}

/**
 * The rows of a pair by which units left at an unknown cost, once it is known without any arrival of theirs becoming known: by
 * the first of known cost, or because those of unknown cost were taken back. They are no part of the stock, so the ledger
 * stays as it is.
 */
export async function costCovered(
  sql: Sql,
  { organization_id, now }: Booking,
  { movement_id, variant_id, location_id }: Pair & { movement_id: number },
): Promise<Replay['costed']> {
  const pair = { variant_id, location_id }
  await lockLevels(sql, organization_id, [pair])
  const { count } = await sql`
    update unrated_arrivals set known_at = ${now}
    where organization_id = ${organization_id} and movement_id = ${movement_id} and known_at is null`
  if (count === 0) return []
  const { costed, covered } = await replayPair(sql, organization_id, pair)
  return [...costed, ...covered]
}

/**
 * Brings levels to what their rows say, after arrivals of unknown cost were reversed; a row records where the value of what
 * is left, or the cost of what had left, is known by that.
 */
export async function settleLevels(sql: Sql, booking: Booking, reversed: readonly MovementToBook[]): Promise<void> {
  const { organization_id } = booking
  const unknown = reversed.filter(
    ({ reverses_movement_id, unit_cost }) => reverses_movement_id != null && unit_cost == null,
  )
  const levels = await lockLevels(sql, organization_id, unknown)
  const settled: MovementToBook[] = []
  const shown = new Map<string, string>()
  for (const { variant_id, location_id, unrated_currency, on_hand, sequence } of levels) {
    const pair = { variant_id, location_id }
    const { level: known_level, costed, covered, variance } = await replayPair(sql, organization_id, pair)
    const [left] = [...costed, ...covered]
    const isStockKnown = unrated_currency !== null && on_hand > 0 && known_level.average_cost !== null
    if (left === undefined && !isStockKnown) continue
    if (left !== undefined) shown.set(pairKey(pair), left.unit_cost)
    const of = unknown.find((one) => one.variant_id === variant_id && one.location_id === location_id)!
    settled.push({
      ...pair,
      kind: 'cost_adjustment',
      quantity_delta: 0,
      document: { ...of.document, type: rateDocument },
      document_line_id: `${of.document_line_id} ${sequence}`,
      evidence: 'Units of unknown cost were taken back; the cost of the others is known.',
      known_level,
      known_variance: variance,
      adjusted: {
        quantity: on_hand > 0 ? on_hand : Math.abs(of.quantity_delta),
        cost: '0.0000',
        stock: on_hand > 0 ? 'on_hand' : 'left',
      },
    })
  }
  const booked = await bookMovements(sql, booking, settled)
  const shows = booked.flatMap((row) => {
    const unit_cost = shown.get(pairKey(row))
    return unit_cost === undefined ? [] : { ...row, unit_cost, landed_unit_cost: unit_cost }
  })
  await insertCovering(sql, booking, shows)
}

/** A row by which units left. */
export interface DepartedRow extends Pair {
  movement_id: number
  unit_cost: string | null
}

/** What units that left at an unknown cost cost, as far as it is known by now, by movement. */
export async function costsKnownSince(
  sql: Sql,
  organization_id: string,
  rows: readonly DepartedRow[],
): Promise<Map<number, string>> {
  const known = new Map<number, string>()
  const unknown = Map.groupBy(
    rows.filter(({ unit_cost }) => unit_cost === null),
    pairKey,
  )
  for (const [pair] of unknown.values()) {
    const { costed, covered } = await replayPair(sql, organization_id, pair!)
    for (const { entry, unit_cost } of [...costed, ...covered]) known.set(entry.movement_id, unit_cost)
  }
  return known
}

/** What an arrival of unknown cost lacks from now on; its level lacks that too, unless its cost is known without it. */
export async function changeLacks(
  sql: Sql,
  organization_id: string,
  { movement_id, variant_id, location_id }: Pair & { movement_id: number },
  lacks: string,
): Promise<void> {
  const pair = { variant_id, location_id }
  const [level] = await lockLevels(sql, organization_id, [pair])
  await sql`
    update unrated_arrivals set currency = ${lacks}
    where organization_id = ${organization_id} and movement_id = ${movement_id} and known_at is null`
  if (level!.average_cost !== null) return
  const { level: after } = await replayPair(sql, organization_id, pair)
  await writeLevels(sql, organization_id, [{ ...level!, unrated_currency: after.unrated_currency }])
}
