/**
 * Sets the stock on hand of many variants and locations, as imports do. Stock that has no ledger row yet is opened;
 * other stock is adjusted by the difference. Each write becomes one ledger row, which undoing reverses.
 */
import { findVariants } from '../../catalogue/variants/named_variants.store.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import type { RecordDiff, UndoOutcome, WriteContext, WriteRecords } from '../../imports/record_diff.ts'
import { bookMovements, type Booking, lockLevels } from '../../ledger/book.ts'
import { isClosed } from '../../ledger/books.rules.ts'
import { readBooks } from '../../ledger/books.ts'
import { assembledAmong, holdBundles } from '../../ledger/bundles/parts.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { byPair, type Level, type MovementToBook, pairKey } from '../../ledger/rules.ts'
import type { StockRecord, StockUndo, StockWrite } from './set_stock.model.ts'
import {
  assembledFault,
  committedFault,
  obstacleTo,
  diffOf,
  holdsMore,
  readStockRecord,
  repeatedPair,
  type StandingStock,
  type StockFacts,
} from './set_stock.rules.ts'
import { lockCountsOf, readBooked, reversalOf } from './reversal.ts'
import type { AdjustmentLine } from './rules.ts'
import { bookAdjustments, closeReversed, lockAdjustmentsOf } from './store.ts'
import { nameKey, normalText } from '../../records/texts.ts'

const noStock: StandingStock = { on_hand: 0, committed: 0, sequence: 0 }

interface ReadFacts extends Omit<StockFacts, 'currency'> {
  locations: Map<string, string>
}

async function readFacts(sql: Sql, organization_id: string, records: readonly StockRecord[]): Promise<ReadFacts> {
  const skus = records.flatMap(({ sku }) => (sku == null ? [] : [sku, normalText(sku)]))
  const ids = records.flatMap(({ variant_id }) => variant_id ?? [])
  const [variants, locations] = await Promise.all([
    findVariants(sql, organization_id, { ids, skus }),
    sql<{ location_id: string; name: string }[]>`
      select location_id, name from locations where organization_id = ${organization_id}`,
  ])
  return {
    variants,
    locations: new Map(
      locations.flatMap(({ location_id, name }) => [
        [nameKey(name), location_id],
        [location_id, location_id],
      ]),
    ),
  }
}

async function readStanding(
  sql: Sql,
  organization_id: string,
  writes: readonly StockWrite[],
): Promise<Map<string, StandingStock>> {
  const rows = await sql<(StandingStock & { variant_id: string; location_id: string })[]>`
    select l.variant_id, l.location_id, l.on_hand, l.committed, l.sequence
    from unnest(${writes.map(({ variant_id }) => variant_id)}::uuid[],
      ${writes.map(({ location_id }) => location_id)}::uuid[]) as p (variant_id, location_id)
    cross join lateral (
      select s.variant_id, s.location_id, s.on_hand, s.committed, s.sequence from stock_levels s
      where s.organization_id = ${organization_id} and s.variant_id = p.variant_id
        and s.location_id = p.location_id) l`
  return new Map(rows.map((row) => [pairKey(row), row]))
}

/**
 * At most `limits.stock_set_records_max` records. A pair that a batch sets twice is refused the second time.
 * `newLocations` will exist before the writes: ids by nameKey.
 */
export async function diffStock(
  sql: Sql,
  { organization_id, currency }: WriteContext,
  records: readonly StockRecord[],
  newLocations: ReadonlyMap<string, string> = new Map(),
): Promise<readonly RecordDiff<StockWrite>[]> {
  const facts = await readFacts(sql, organization_id, records)
  for (const [key, location_id] of newLocations) facts.locations.set(key, location_id)
  const read = records.map((record) => readStockRecord(record, { ...facts, currency }))
  const writes = read.filter((one): one is StockWrite => !Array.isArray(one))
  const [stockByKey, assembled] = await Promise.all([
    readStanding(sql, organization_id, writes),
    assembledAmong(
      sql,
      organization_id,
      writes.map(({ variant_id }) => variant_id),
    ),
  ])
  const seen = new Set<string>()
  return read.map((write, i): RecordDiff<StockWrite> => {
    if (Array.isArray(write)) return { outcome: 'refused', faults: write }
    const key = pairKey(write)
    if (seen.has(key)) return { outcome: 'refused', faults: [repeatedPair(records[i]!)] }
    seen.add(key)
    const current = stockByKey.get(key) ?? noStock
    if (assembled.has(write.variant_id) && write.on_hand > Math.max(current.on_hand, 0))
      return { outcome: 'refused', faults: [assembledFault(records[i]!, records[i]!.sku ?? write.variant_id)] }
    return diffOf(write, current)
  })
}

const openingOf = (organization_id: string, write: StockWrite): MovementToBook => ({
  variant_id: write.variant_id,
  location_id: write.location_id,
  kind: 'opening',
  quantity_delta: write.on_hand,
  unit_cost: write.unit_cost,
  document: { type: 'ledger_opening', id: organization_id, name: 'Opening stock' },
  document_line_id: `${write.variant_id} ${write.location_id}`,
})

const correctionOf = (write: StockWrite, { on_hand }: Level): AdjustmentLine => {
  const quantity = write.on_hand - on_hand
  const { variant_id, location_id } = write
  return { variant_id, location_id, quantity, unit_cost: quantity > 0 ? write.unit_cost : null }
}

/** By this note an adjustment is known as an import's. */
export const setByImport = 'On hand set by an import.'

const linesMax = limits.stock_adjustment_lines_max
const inDocuments = (lines: readonly AdjustmentLine[]) =>
  Array.from({ length: Math.ceil(lines.length / linesMax) }, (_, i) => ({
    reason: 'correction' as const,
    note: setByImport,
    lines: lines.slice(i * linesMax, (i + 1) * linesMax),
  }))

const bookingOf = ({ organization_id, actor, now, currency }: WriteContext): Booking => ({
  organization_id,
  actor,
  now,
  currency,
  floor: 'none',
})

/**
 * Writes what diffStock found, against the levels as they are under their locks. Refuses `conflict`, so that the
 * caller compares again, if orders have meanwhile committed more than a write leaves.
 */
export const writeStock: WriteRecords<StockWrite> = (sql, context, writes) =>
  inBulk(sql, writes.length, () => writeAll(sql, context, writes))

async function writeAll(sql: Sql, context: WriteContext, writes: readonly StockWrite[]) {
  const { organization_id } = context
  await holdBundles(sql, organization_id)
  const levels = new Map((await lockLevels(sql, organization_id, writes)).map((level) => [pairKey(level), level]))
  const levelOf = (write: StockWrite) => levels.get(pairKey(write))!
  const moving = writes.filter((write) => write.on_hand !== levelOf(write).on_hand).toSorted(byPair)
  for (const write of moving) {
    const { committed } = levelOf(write)
    if (holdsMore(committed, write.on_hand)) {
      const { field, rule, allowed } = committedFault(write.on_hand, committed)
      refuse('conflict', { desc: `${field} ${rule}.`, data: { field, rule, allowed, ...write } })
    }
  }
  const openings = moving.filter((write) => levelOf(write).sequence === 0)
  const corrections = moving.filter((write) => levelOf(write).sequence > 0)
  const booking = bookingOf(context)
  const opened = await bookMovements(
    sql,
    booking,
    openings.map((write) => openingOf(organization_id, write)),
  )
  const corrected = await bookAdjustments(
    sql,
    booking,
    inDocuments(corrections.map((write) => correctionOf(write, levelOf(write)))),
  )
  const booked = [...opened, ...corrected.flatMap(({ movements }) => movements)]
  const ids = new Map(booked.map((movement) => [pairKey(movement), movement.movement_id]))
  return writes.map((write) => ({ undo: { movement_id: ids.get(pairKey(write)) ?? null } satisfies StockUndo }))
}

/**
 * Reverses the ledger rows of writeStock; returns one outcome for each, in their order. A row is refused if its stock
 * has moved or was counted since, if orders have committed the units that it added, or if its day is closed.
 */
export const undoStock = (
  sql: Sql,
  context: WriteContext,
  undos: readonly StockUndo[],
): Promise<readonly UndoOutcome[]> => inBulk(sql, undos.length, () => undoAll(sql, context, undos))

async function undoAll(sql: Sql, context: WriteContext, undos: readonly StockUndo[]): Promise<UndoOutcome[]> {
  const { organization_id } = context
  const ids = undos.flatMap(({ movement_id }) => movement_id ?? [])
  await holdBundles(sql, organization_id)
  await lockAdjustmentsOf(sql, organization_id, ids)
  const booked = await readBooked(sql, organization_id, sql`m.movement_id = any(${ids}::bigint[])`)
  const variant_ids = booked.map(({ variant_id }) => variant_id)
  const [assembled, books] = await Promise.all([
    assembledAmong(sql, organization_id, variant_ids),
    readBooks(sql, organization_id),
  ])
  const counts = new Map((await lockCountsOf(sql, organization_id, booked)).map((one) => [one.movement_id, one]))
  const levels = new Map((await lockLevels(sql, organization_id, booked)).map((level) => [pairKey(level), level]))
  const refusedFor = new Map(
    booked.map((row) => {
      const closed_before = isClosed(row.occurred_at, context.now, books) ? books.books_from : null
      const units = { ...row, is_assembled: assembled.has(row.variant_id), closed_before }
      return [row.movement_id, obstacleTo(units, levels.get(pairKey(row))!, counts.get(row.movement_id))]
    }),
  )
  const reversed = new Set(booked.flatMap(({ is_reversed, movement_id }) => (is_reversed ? movement_id : [])))
  const reversible = booked.filter(({ movement_id: id }) => !reversed.has(id) && refusedFor.get(id) === null)
  await bookMovements(sql, bookingOf(context), reversible.map(reversalOf))
  const adjusted = reversible.filter(({ document_type }) => document_type === 'manual_adjustment')
  await closeReversed(
    sql,
    context,
    adjusted.map(({ document_id }) => document_id),
  )
  return undos.map(({ movement_id }): UndoOutcome => {
    if (movement_id === null || reversed.has(movement_id)) return { outcome: 'unchanged' }
    const fault = refusedFor.get(movement_id)
    if (fault === undefined) throw new Error(`movement ${movement_id} is not one that writeStock booked`)
    return fault === null ? { outcome: 'undone' } : { outcome: 'refused', faults: [fault] }
  })
}
