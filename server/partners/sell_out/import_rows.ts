/**
 * Imports a report of sell-out, from a file or from an EDI 852, in the caller's transaction. Rows are staged, then each
 * door of each period that they cover is replaced. A row whose item or door is not on file is kept for later.
 */
import { uuidv7 } from 'uuidv7'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { inBulk, inPieces } from '../../ledger/in_bulk.ts'
import type { SellOutSource } from '../known_values.ts'
import {
  type Changes,
  clearStaging,
  dropOtherGrain,
  piecesOf,
  readPeriods,
  readStagedDoors,
  recordReports,
  renewReports,
  replaceRows,
  type ReportKey,
  type StagedDoor,
  type StagedRow,
  stageRows,
} from './apply.store.ts'
import { type DeclarationRow, lockDeclaration } from './declaration/declaration.store.ts'
import {
  type Covered,
  findFile,
  finishFile,
  forgetRefusals,
  keepRefusals,
  type RefusedRow,
  replaceRefusals,
  startFile,
} from './files.store.ts'
import { OutcomeCounts, type RefusedOutcome } from './outcomes.rules.ts'
import type { UnreadableRow } from './reading/read_report.ts'
import { refuseUndeclared } from './reading/refuse_report.ts'
import { refusedRow, unreadableRow } from './refused_row.rules.ts'
import { type ResolvedDoor, Resolver } from './resolve.store.ts'
import { netUnits, periodKey, type SellOutRow } from './reading/row.rules.ts'
import { disputedSentence } from './sets/disputed.rules.ts'
import {
  mergeSet,
  readDisputed,
  readLaterSets,
  replaceRefusedFigures,
  type ReportedSet,
  type StatedRow,
} from './sets/merge_set.store.ts'
import { checkWeekday, figureFault, periodFault, refuseOverlap } from './row_checks.rules.ts'

/** What a row must say; the rest is null, and rows without a number are numbered in their order. */
export type ReportedRow = Pick<SellOutRow, 'period_start' | 'period_end'> & Partial<SellOutRow>

export interface SellOutReport {
  trading_partner_id: string
  /** For the sentence that refuses an account without a declaration. */
  account_name: string
  source: SellOutSource
  file_name?: string | null
  /** Of the bytes, by which a repeated file is recognised. */
  sha256?: string | null
  recognised_as?: string | null
  /** Rows in batches, as they are read. */
  rows: Iterable<readonly ReportedRow[]> | AsyncIterable<readonly ReportedRow[]>
  /** The 852: it replaces the figures that it states, and no others. */
  set?: ReportedSet
  /** Rows of the batch at hand that the reader could not read. */
  unreadable?: () => readonly UnreadableRow[]
}

export interface SellOutImported {
  file_id: string
  counts: OutcomeCounts
  changes: Changes
  periods: { period_start: string; period_end: string; doors: number }[]
}

/** Rows come in small batches (imports/reading/csv_rows.ts); a statement for each would take longer than the rows. */
const stagedAtOnce = 1_000

const blank = {
  door_reference: null,
  buyer_sku: null,
  gtin: null,
  sku: null,
  units_sold: null,
  units_returned: null,
  on_hand: null,
  sales_cents: null,
}

interface Day {
  period_start: string
  period_end: string
}

/** The period and door of rows, looked at once for all of them. */
interface Place {
  period: Day
  /** Why all of its rows are refused for good; null if they are not. */
  period_fault: RefusedOutcome | null
  /** The reference as the account's door has it. */
  known_reference: string | null
  door: ResolvedDoor
  is_covered: boolean
}

/** Sorts rows into those to stage and those to keep for later. */
class Sorter {
  readonly counts = new OutcomeCounts()
  readonly covered = new Map<string, Covered>()
  /** Doors on file of the rows, also of those whose items are not. */
  readonly covered_doors = new Map<string, { period_start: string; period_end: string; door_id: string }>()
  readonly #places = new Map<string, Place>()
  readonly #resolver: Resolver
  readonly #today: string
  readonly #declaration: DeclarationRow

  constructor(resolver: Resolver, today: string, declaration: DeclarationRow) {
    this.#resolver = resolver
    this.#today = today
    this.#declaration = declaration
  }

  async sort(rows: readonly SellOutRow[]): Promise<{ staged: StagedRow[]; refused: RefusedRow[] }> {
    await this.#resolver.prepare(rows)
    const staged: StagedRow[] = []
    const refused: RefusedRow[] = []
    for (const row of rows) {
      const place = this.#placeOf(row)
      const fault = place.period_fault ?? figureFault(row)
      if (fault !== null) {
        refused.push(this.#refuse(fault, row))
        continue
      }
      if (!place.is_covered) this.#cover(row, place)
      const resolvedDoor = this.#resolver.resolveAt(place.door, row)
      if ('variant_id' in resolvedDoor) {
        this.counts.add(resolvedDoor.outcome)
        const { row_number, on_hand, sales_cents } = row
        const { variant_id, door_id } = resolvedDoor
        const units = netUnits(row)
        staged.push({ row_number, ...place.period, units, on_hand, sales_cents, door_id, variant_id })
      } else refused.push(this.#refuse(resolvedDoor.outcome, { ...row, door_reference: place.known_reference }))
    }
    return { staged, refused }
  }

  #placeOf(row: SellOutRow): Place {
    const { period_start, period_end, door_reference } = row
    const key = `${period_start}/${period_end}/${door_reference ?? ''}/${door_reference === null}`
    const known = this.#places.get(key)
    if (known !== undefined) return known
    checkWeekday(row, this.#declaration)
    const place: Place = {
      period: { period_start, period_end },
      period_fault: periodFault(row, this.#today),
      known_reference: this.#resolver.referenceOf(door_reference),
      door: this.#resolver.doorOf(door_reference),
      is_covered: false,
    }
    this.#places.set(key, place)
    return place
  }

  #cover({ period_start, period_end, door_reference }: SellOutRow, place: Place): void {
    place.is_covered = true
    const reference = place.known_reference
    // Rows that were refused before may spell the door as another file did.
    const ignores_zeros = this.#resolver.ignoresZeros(door_reference)
    this.covered.set(`${period_start}/${period_end}/${reference?.toLowerCase() ?? ''}`, {
      period_start,
      period_end,
      door_reference: reference,
      ignores_zeros,
    })
    if (!('door_id' in place.door)) return
    const { door_id } = place.door
    this.covered_doors.set(`${period_start}/${period_end}/${door_id}`, { period_start, period_end, door_id })
  }

  #refuse(reason: RefusedOutcome, row: SellOutRow): RefusedRow {
    this.counts.add(reason)
    return refusedRow(reason, row, { today: this.#today, location_grain: this.#declaration.location_grain })
  }
}

const statedRow = (row: Omit<SellOutRow, 'row_number'>, resolver: Resolver): StatedRow => ({
  period_start: row.period_start,
  period_end: row.period_end,
  door_reference: resolver.referenceOf(row.door_reference),
  buyer_sku: row.buyer_sku,
  gtin: row.gtin,
  sku: row.sku,
  has_units: netUnits(row) !== null,
  has_on_hand: row.on_hand !== null,
})

/** Also of earlier reports. */
export async function checkOverlap(
  sql: Sql,
  key: Pick<ReportKey, 'organization_id' | 'trading_partner_id'>,
  periods: readonly Day[],
): Promise<void> {
  if (periods.length === 0) return
  const from = periods.reduce((min, { period_start }) => (period_start < min ? period_start : min), '9999-12-31')
  const to = periods.reduce((max, { period_end }) => (period_end > max ? period_end : max), '0001-01-01')
  const known = await readPeriods(sql, key, from, to)
  refuseOverlap([...known, ...periods])
}

export async function importSellOut(sql: Sql, context: WriteContext, report: SellOutReport): Promise<SellOutImported> {
  const { organization_id, now, time_zone } = context
  const { trading_partner_id } = report
  const declaration = await lockDeclaration(sql, organization_id, trading_partner_id)
  if (declaration === null) return refuseUndeclared(report.account_name)
  const { file_name = null, sha256 = null, recognised_as = null, source } = report
  const known = await findFile(sql, organization_id, trading_partner_id, sha256)
  const key: ReportKey = { organization_id, trading_partner_id, file_id: known ?? uuidv7() }
  await (known === null
    ? startFile(sql, context, key, { source, file_name, sha256, recognised_as })
    : forgetRefusals(sql, key))
  const resolver = new Resolver(sql, organization_id, trading_partner_id, declaration.location_grain)
  const sorter = new Sorter(resolver, dayInTimeZone(time_zone, now), declaration)
  let stagedCount = 0
  let row_count = 0
  let waiting: StagedRow[] = []
  const stated: StatedRow[] = []
  const stage = async () => {
    for (const rows of inPieces(waiting)) await stageRows(sql, key, rows)
    stagedCount += waiting.length
    waiting = []
  }
  for await (const batch of report.rows) {
    const { staged, refused } = await sorter.sort(batch.map((row) => ({ ...blank, row_number: ++row_count, ...row })))
    for (const row of staged) waiting.push(row)
    if (report.set !== undefined) stated.push(...batch.map((row) => statedRow({ ...blank, ...row }, resolver)))
    if (waiting.length >= stagedAtOnce) await stage()
    for (const rows of inPieces(refused)) await keepRefusals(sql, key, rows, declaration.currency)
    for (const rows of inPieces(report.unreadable?.() ?? [])) {
      sorter.counts.add('unreadable_value', rows.length)
      await keepRefusals(sql, key, rows.map(unreadableRow), declaration.currency)
    }
  }
  await stage()
  const { counts } = sorter
  const { set } = report
  if (set === undefined)
    await replaceRefusals(sql, key, [...sorter.covered.values()], declaration.location_grain === 'none')
  else await replaceRefusedFigures(sql, key, stated)
  const { changes, periods } = await inBulk(sql, stagedCount, () =>
    set === undefined
      ? replaceDoors(sql, key, declaration, [...sorter.covered_doors.values()], now)
      : mergeDoors(sql, key, declaration, set, now),
  )
  await clearStaging(sql, key)
  await finishFile(sql, context, key, counts, changes, known !== null)
  return { file_id: key.file_id, counts, changes, periods }
}

/** The doors that the staged rows are of, by period; what other reports count there is checked. */
async function preparePeriods(
  sql: Sql,
  key: ReportKey,
  { location_grain }: DeclarationRow,
): Promise<{ doors: StagedDoor[]; periods: SellOutImported['periods']; removed: number }> {
  const doors = [...(await readStagedDoors(sql, key))]
  const periods = new Map<string, SellOutImported['periods'][number]>()
  for (const { period_start, period_end } of doors) {
    const known = periods.get(periodKey(period_start, period_end))
    if (known === undefined) periods.set(periodKey(period_start, period_end), { period_start, period_end, doors: 1 })
    else known.doors++
  }
  await checkOverlap(sql, key, [...periods.values()])
  let removed = 0
  for (const period of periods.values()) removed += await dropOtherGrain(sql, key, period, location_grain === 'none')
  return { doors, periods: [...periods.values()], removed }
}

async function mergeDoors(
  sql: Sql,
  key: ReportKey,
  declaration: DeclarationRow,
  set: ReportedSet,
  now: string,
): Promise<Pick<SellOutImported, 'changes' | 'periods'>> {
  const { currency } = declaration
  const { doors, periods, removed } = await preparePeriods(sql, key, declaration)
  const changes: Changes = { added: 0, changed: 0, unchanged: 0, removed }
  const later = await readLaterSets(sql, key, set)
  for (const piece of piecesOf(doors)) {
    const disputed = await readDisputed(sql, key, piece, set, later)
    if (disputed.length > 0) refuse('bad_request', { desc: disputedSentence(disputed, set.sent_at) })
    await recordReports(sql, key, piece, currency, now)
    const done = await mergeSet(sql, key, piece, set, later)
    await renewReports(sql, key, piece, { currency, is_changed: done.added + done.changed > 0, now })
    changes.added += done.added
    changes.changed += done.changed
    changes.unchanged += done.unchanged
  }
  return { changes, periods }
}

async function replaceDoors(
  sql: Sql,
  key: ReportKey,
  declaration: DeclarationRow,
  covered: readonly { period_start: string; period_end: string; door_id: string }[],
  now: string,
): Promise<Pick<SellOutImported, 'changes' | 'periods'>> {
  const { currency } = declaration
  const { doors, periods, removed: ofOtherGrain } = await preparePeriods(sql, key, declaration)
  const changes: Changes = { added: 0, changed: 0, unchanged: 0, removed: ofOtherGrain }
  for (const piece of piecesOf(doors)) {
    await recordReports(sql, key, piece, currency, now)
    const done = await replaceRows(sql, key, piece)
    const is_changed = done.added + done.changed + done.removed > 0
    await renewReports(sql, key, piece, { currency, is_changed, now })
    changes.added += done.added
    changes.changed += done.changed
    changes.unchanged += done.unchanged
    changes.removed += done.removed
  }
  const keyOf = (one: (typeof covered)[number]) => `${one.period_start}/${one.period_end}/${one.door_id}`
  const staged = new Set(doors.map(keyOf))
  const emptied = covered.filter((one) => !staged.has(keyOf(one))).map((one) => ({ ...one, row_count: 0 }))
  for (const piece of piecesOf(emptied.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)))) {
    const { removed } = await replaceRows(sql, key, piece)
    if (removed > 0) await renewReports(sql, key, piece, { currency, is_changed: true, now })
    changes.removed += removed
  }
  return { changes, periods }
}
