/**
 * Imports a report of sell-out, from a file or from an EDI 852, in the caller's transaction. Rows are staged, then each
 * door of each period that they cover is replaced. A row whose item or door is not on file is kept for later.
 */
import { uuidv7 } from 'uuidv7'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/call.ts'
import type { WriteContext } from '../../imports/record_plan.ts'
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
  type StagedRow,
  stageRows,
} from './apply.store.ts'
import { type DeclarationRow, lockDeclaration } from './declaration/declaration.store.ts'
import {
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
import { Resolver } from './resolve.store.ts'
import { netUnits, periodKey, type SellOutRow } from './reading/row.rules.ts'
import { checkWeekday, faultOfRow, refuseOverlap } from './row_checks.rules.ts'

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
  /** Rows of the batch at hand that the reader could not read. */
  unreadable?: () => readonly UnreadableRow[]
}

export interface SellOutImported {
  file_id: string
  counts: OutcomeCounts
  changes: Changes
  periods: { period_start: string; period_end: string; doors: number }[]
}

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

/** Sorts rows into those to stage and those to keep for later. */
class Sorter {
  readonly counts = new OutcomeCounts()
  readonly covered = new Map<string, { period_start: string; period_end: string; door_reference: string | null }>()
  /** Doors on file of the rows, also of those whose items are not. */
  readonly covered_doors = new Map<string, { period_start: string; period_end: string; door_id: string }>()
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
      const { row_number, period_start, period_end, door_reference, on_hand, sales_cents } = row
      checkWeekday(row, this.#declaration)
      const figures = { units: netUnits(row), on_hand, sales_cents }
      const refuse = (reason: RefusedOutcome, knownReference = door_reference) => {
        this.counts.add(reason)
        const settings = { today: this.#today, location_grain: this.#declaration.location_grain }
        refused.push(refusedRow(reason, { ...row, door_reference: knownReference }, settings))
      }
      const fault = faultOfRow(row, this.#today)
      if (fault !== null) refuse(fault)
      else {
        const knownReference = this.#resolver.referenceOf(door_reference)
        // Both spellings: rows that were refused before the door was on file have that of their file.
        for (const reference of [door_reference, knownReference])
          this.covered.set(`${period_start}/${period_end}/${reference?.toLowerCase() ?? ''}`, {
            period_start,
            period_end,
            door_reference: reference,
          })
        const door_id = this.#resolver.doorIdOf(door_reference)
        if (door_id !== null)
          this.covered_doors.set(`${period_start}/${period_end}/${door_id}`, { period_start, period_end, door_id })
        const found = this.#resolver.resolve(row)
        if ('variant_id' in found) {
          this.counts.add(found.outcome)
          const { variant_id } = found
          staged.push({ row_number, period_start, period_end, ...figures, door_id: found.door_id, variant_id })
        } else refuse(found.outcome, knownReference)
      }
    }
    return { staged, refused }
  }
}

interface Day {
  period_start: string
  period_end: string
}

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
  for await (const batch of report.rows) {
    for (const rows of inPieces(batch)) {
      const { staged, refused } = await sorter.sort(rows.map((row) => ({ ...blank, row_number: ++row_count, ...row })))
      if (staged.length > 0) await stageRows(sql, key, staged)
      if (refused.length > 0) await keepRefusals(sql, key, refused, declaration.currency)
      stagedCount += staged.length
    }
    for (const rows of inPieces(report.unreadable?.() ?? [])) {
      sorter.counts.add('unreadable_value', rows.length)
      await keepRefusals(sql, key, rows.map(unreadableRow), declaration.currency)
    }
  }
  const { counts } = sorter
  await replaceRefusals(sql, key, [...sorter.covered.values()], declaration.location_grain === 'none')
  const { changes, periods } = await inBulk(sql, stagedCount, () =>
    replaceDoors(sql, key, declaration, [...sorter.covered_doors.values()], now),
  )
  await clearStaging(sql, key)
  await finishFile(sql, context, key, counts, changes, known !== null)
  return { file_id: key.file_id, counts, changes, periods }
}

async function replaceDoors(
  sql: Sql,
  key: ReportKey,
  { currency, location_grain }: DeclarationRow,
  covered: readonly { period_start: string; period_end: string; door_id: string }[],
  now: string,
): Promise<Pick<SellOutImported, 'changes' | 'periods'>> {
  const doors = await readStagedDoors(sql, key)
  const periods = new Map<string, SellOutImported['periods'][number]>()
  for (const { period_start, period_end } of doors) {
    const known = periods.get(periodKey(period_start, period_end))
    if (known === undefined) periods.set(periodKey(period_start, period_end), { period_start, period_end, doors: 1 })
    else known.doors++
  }
  await checkOverlap(sql, key, [...periods.values()])
  const changes: Changes = { added: 0, changed: 0, unchanged: 0, removed: 0 }
  for (const period of periods.values())
    changes.removed += await dropOtherGrain(sql, key, period, location_grain === 'none')
  for (const piece of piecesOf(doors)) {
    await recordReports(sql, key, piece, currency, now)
    const done = await replaceRows(sql, key, piece)
    if (done.added + done.changed + done.removed > 0) await renewReports(sql, key, piece, currency, now)
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
    if (removed > 0) await renewReports(sql, key, piece, currency, now)
    changes.removed += removed
  }
  return { changes, periods: [...periods.values()] }
}
