/** What makes counts acceptable, and which lines the rows of a file count. Pure. */
import { limits } from '../../contract/limits.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { Count, Pair } from './model.ts'

const keyOf = ({ variant_id, location_id }: Pair) => `${variant_id} ${location_id}`

/** Which of two figures for one line was meant cannot be known. */
export function checkEachOnce(counts: readonly Pair[]): void {
  const seen = new Map<string, number>()
  counts.forEach((count, i) => {
    const before = seen.get(keyOf(count))
    if (before !== undefined) refuseField(`counts[${i}]`, `names the same line as counts[${before}]`)
    seen.set(keyOf(count), i)
  })
}

export function checkAllLines(counts: readonly Pair[], written: readonly Pair[]): void {
  if (written.length === counts.length) return
  const lines = new Set(written.map(keyOf))
  const unknown = counts.findIndex((count) => !lines.has(keyOf(count)))
  refuseField(`counts[${unknown}]`, 'names no line of this stocktake')
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

/** A whole number as a spreadsheet may spell it; null where it is none. */
function readQuantity(text: string): number | null {
  if (!/^\d{1,10}(\.0+)?$/.test(text)) return null
  return Number(text) <= limits.stocktake_quantity_max ? Number(text) : null
}

function refuseRow(row_number: number, rule: string): never {
  refuse('bad_request', {
    desc: `s3_key names a file whose row ${row_number} ${rule}. Nothing was imported.`,
    data: { field: 's3_key', rule: `row ${row_number} ${rule}`, row: row_number },
  })
}

/** One spelling of letters with marks, which files from a Mac write as two characters. */
const composed = (text: string) => text.normalize('NFC')

/** SKUs of lines by how they are kept, and by their composed spelling where no other is kept so. */
function readSkus(lines: readonly Line[]): Map<string, string> {
  const skus = new Map(lines.map(({ sku }) => [sku, sku]))
  for (const { sku } of lines) if (!skus.has(composed(sku))) skus.set(composed(sku), sku)
  return skus
}

/** Location ids and names, case ignored, to the ids of the count's own locations; two ids under one name are both kept. */
function readLocations(lines: readonly Line[]): Map<string, Set<string>> {
  const locations = new Map<string, Set<string>>()
  for (const { location_id, location_name } of lines) {
    for (const word of [location_id, composed(location_name).trim().toLowerCase()]) {
      const named = locations.get(word)
      if (named) named.add(location_id)
      else locations.set(word, new Set([location_id]))
    }
  }
  return locations
}

/** Which location a row is about; undefined where it names none of the count's. */
function locationOf(row: FileRow, locations: Map<string, Set<string>>): string | undefined {
  const named = locations.get(composed(row.location ?? '').toLowerCase())
  if (named && named.size > 1)
    refuseRow(row.row_number, `names the location "${row.location}", and two have that name; write the id instead`)
  return named?.values().next().value
}

/** Without a column of locations, the one that the count covers. */
function onlyLocation(lines: readonly Line[]): string | undefined {
  const covered = new Set(lines.map(({ location_id }) => location_id))
  if (covered.size > 1) refuseField('mappings.location', 'is required, as this stocktake covers several locations')
  return covered.values().next().value
}

/**
 * Finds the line that each row counts. A row without a sku or a quantity, of a sku that is no line or of a location
 * that is not counted, is skipped; a quantity that is none, and a line counted twice, refuse the file.
 */
export function matchRows(rows: readonly FileRow[], lines: readonly Line[], has_locations: boolean): Matched {
  const locations = readLocations(lines)
  const only_location = has_locations ? undefined : onlyLocation(lines)
  const of_line = new Map(lines.map((line) => [`${line.sku}\n${line.location_id}`, line]))
  const skus = readSkus(lines)
  const taken = new Map<string, number>()
  const unmatched = new Set<string>()
  const counts: Count[] = []
  for (const row of rows) {
    if (row.sku === null) continue
    const sku = skus.get(row.sku) ?? skus.get(composed(row.sku))
    if (sku === undefined) {
      unmatched.add(row.sku)
      continue
    }
    const line = of_line.get(`${sku}\n${has_locations ? locationOf(row, locations) : only_location}`)
    if (line === undefined || row.counted_quantity === null) continue
    const counted_quantity = readQuantity(row.counted_quantity)
    if (counted_quantity === null) {
      const most = limits.stocktake_quantity_max.toLocaleString('en-US')
      refuseRow(row.row_number, `counts "${row.counted_quantity.slice(0, 40)}", not a whole number from 0 to ${most}`)
    }
    const before = taken.get(keyOf(line))
    if (before !== undefined) refuseRow(row.row_number, `counts the same line as row ${before}: ${sku}`)
    taken.set(keyOf(line), row.row_number)
    counts.push({ variant_id: line.variant_id, location_id: line.location_id, counted_quantity })
  }
  return { counts, skipped: rows.length - counts.length, unmatched_skus: [...unmatched] }
}
