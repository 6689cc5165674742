/** Validates counts and matches the rows of an import file to lines. Pure. */
import { limits } from '../../contract/limits.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { Count, Pair } from './model.ts'
import { nameKey, normalText } from '../../records/texts.ts'

const keyOf = ({ variant_id, location_id }: Pair) => `${variant_id} ${location_id}`

/** Two counts for one line are ambiguous. */
export function checkEachOnce(counts: readonly Pair[]): void {
  const seen = new Map<string, number>()
  counts.forEach((count, i) => {
    const before = seen.get(keyOf(count))
    if (before !== undefined) refuseField(`counts[${i}]`, `is for the same line as counts[${before}]`)
    seen.set(keyOf(count), i)
  })
}

export function checkAllLines(counts: readonly Pair[], written: readonly Pair[]): void {
  if (written.length === counts.length) return
  const lines = new Set(written.map(keyOf))
  const unknown = counts.findIndex((count) => !lines.has(keyOf(count)))
  refuseField(`counts[${unknown}]`, 'must be a line of this stocktake')
}

export interface FileRow {
  row_number: number
  sku: string | null
  counted_quantity: string | null
  location: string | null
}

export interface Line extends Pair {
  sku: string
  location_name: string
}

export interface Matched {
  counts: Count[]
  skipped: number
  unmatched_skus: string[]
}

/** A whole number as a spreadsheet may write it; null for anything else. */
function readQuantity(text: string): number | null {
  if (!/^\d{1,10}(\.0+)?$/.test(text)) return null
  return Number(text) <= limits.stocktake_quantity_max ? Number(text) : null
}

function refuseRow(row_number: number, rule: string): never {
  refuse('bad_request', {
    desc: `Row ${row_number} of the file in s3_key ${rule}. Nothing was imported.`,
    data: { field: 's3_key', rule: `row ${row_number} ${rule}`, row: row_number },
  })
}

/**
 * Maps each stored SKU to itself, and its NFC form (files from macOS write an accented letter as two characters) to it,
 * unless another SKU is stored in that form.
 */
function readSkus(lines: readonly Line[]): Map<string, string> {
  const skus = new Map(lines.map(({ sku }) => [sku, sku]))
  for (const sku of skus.keys()) {
    const normal = normalText(sku)
    if (!skus.has(normal)) skus.set(normal, sku)
  }
  return skus
}

/** Maps location ids and lowercased names to the ids of the stocktake's locations; a name can have several ids. */
function readLocations(lines: readonly Line[]): Map<string, Set<string>> {
  const locations = new Map<string, Set<string>>()
  const names = new Map(lines.map(({ location_id, location_name }) => [location_id, location_name]))
  for (const [location_id, location_name] of names) {
    for (const word of [location_id, nameKey(location_name)]) {
      const named = locations.get(word)
      if (named) named.add(location_id)
      else locations.set(word, new Set([location_id]))
    }
  }
  return locations
}

/** The location of a row; undefined when it is not one of the stocktake's. */
function locationOf(row: FileRow, locations: Map<string, Set<string>>): string | undefined {
  const named = locations.get(nameKey(row.location ?? ''))
  if (named && named.size > 1)
    refuseRow(
      row.row_number,
      `has the location name "${row.location}", which several locations share; use the location id instead`,
    )
  return named?.values().next().value
}

/** Without a location column, the only location that the stocktake covers. */
function onlyLocation(lines: readonly Line[]): string | undefined {
  const covered = new Set(lines.map(({ location_id }) => location_id))
  if (covered.size > 1) refuseField('mappings.location', 'is required because this stocktake covers several locations')
  return covered.values().next().value
}

/** Rows between two turns of others. */
export const rowsAtOnce = 1_000

/**
 * Finds the line of each row, in slices. A row without a SKU or quantity, or with a SKU or location outside the stocktake, is
 * skipped. An invalid quantity, or a second count of one line, refuses the whole file.
 */
export function* matchRows(
  rows: readonly FileRow[],
  lines: readonly Line[],
  hasLocations: boolean,
): Generator<void, Matched> {
  const locations = readLocations(lines)
  const soleLocation = hasLocations ? undefined : onlyLocation(lines)
  const ofLine = new Map(lines.map((line) => [`${line.sku}\n${line.location_id}`, line]))
  yield
  const skus = readSkus(lines)
  const placed = new Map<string | null, string | undefined>()
  const placeOf = (row: FileRow) => {
    if (!placed.has(row.location)) placed.set(row.location, locationOf(row, locations))
    return placed.get(row.location)
  }
  const taken = new Map<string, number>()
  const unmatched = new Set<string>()
  const counts: Count[] = []
  for (const [at, row] of rows.entries()) {
    if (at % rowsAtOnce === 0) yield
    if (row.sku === null) continue
    const sku = skus.get(row.sku) ?? skus.get(normalText(row.sku))
    if (sku === undefined) {
      unmatched.add(row.sku)
      continue
    }
    const line = ofLine.get(`${sku}\n${hasLocations ? placeOf(row) : soleLocation}`)
    if (line === undefined || row.counted_quantity === null) continue
    const counted_quantity = readQuantity(row.counted_quantity)
    if (counted_quantity === null) {
      const most = limits.stocktake_quantity_max.toLocaleString('en-US')
      refuseRow(
        row.row_number,
        `has the quantity "${row.counted_quantity.slice(0, 40)}", which is not a whole number from 0 to ${most}`,
      )
    }
    const before = taken.get(keyOf(line))
    if (before !== undefined) refuseRow(row.row_number, `counts the same line as row ${before} (SKU ${sku})`)
    taken.set(keyOf(line), row.row_number)
    counts.push({ variant_id: line.variant_id, location_id: line.location_id, counted_quantity })
  }
  return { counts, skipped: rows.length - counts.length, unmatched_skus: [...unmatched] }
}
