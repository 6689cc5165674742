/**
 * Sheets that have stores, warehouses or weeks across: which columns they are, and their rows with one cell each. Order
 * papers, reports of sell-out and imports of stock recognise such columns here. Pure.
 */
import { dateFormats } from '../known_values.ts'
import { readDay } from '../values/dates.ts'
import type { RawRow } from './csv_rows.ts'

/** Words of places in headers. */
export const placeWords =
  /\b(warehouse|outlet|store|shop|location|depot|branch|showroom|site|door|dc|filiale|lager|magasin|boutique)\b/i

const namedPlace =
  /^(?:store|shop|door|dc|branch|outlet|location|loc|warehouse|filiale|lager|magasin|boutique)\s*(?:no|nr|n°|#|:)?[.\s]*(\S.{0,39})$/i
const bareNumber = /^\d{3,6}$/

/** The number of the place of each header; null where a header names none. */
export function placesAcross(headers: readonly string[]): (string | null)[] {
  const places = headers.map((text) => namedPlace.exec(text.trim())?.[1] ?? null)
  if (places.some((place) => place !== null)) return places
  return headers.map((text) => (bareNumber.test(text.trim()) ? text.trim() : null))
}

const weekWords = /^(?:w\/?e|wk|week ending|week end|week|units|qty|sold)[\s:]+/i

/** The day of each header, in the one format that fits all of them; null where a header has none, or they have two readings. */
export function daysAcross(headers: readonly string[]): (string | null)[] {
  const texts = headers.map((text) => text.trim().replace(weekWords, ''))
  const isDay = (text: string) => dateFormats.some((format) => readDay(text, format) !== null)
  const dated = texts.filter(isDay)
  const fitting = dateFormats.filter((format) => dated.every((text) => readDay(text, format) !== null))
  const readings = new Set(fitting.map((format) => JSON.stringify(dated.map((text) => readDay(text, format)))))
  if (readings.size !== 1) return headers.map(() => null)
  return texts.map((text) => readDay(text, fitting[0]!))
}

/** Columns that hold one value each, by what their headers say. */
export interface Across {
  values: readonly (string | null)[]
}

export const isSeveral = ({ values }: Across): boolean => values.filter((value) => value !== null).length >= 2

/** The headers of a sheet whose columns were turned: those of the other columns, then two more. */
export const turnedHeaders = (
  headers: readonly (string | null)[],
  { values }: Across,
  added: readonly [string, string],
): (string | null)[] => [...headers.filter((_, i) => values[i] == null), ...added]

/** A row for each cell that holds anything; a blank cell says nothing. Cells are counted in place of rows. */
export const turnedRows = ({ row_number, cells }: RawRow, { values }: Across): RawRow[] => {
  const shared = Array.from({ length: Math.max(cells.length, values.length) }, (_, i) => i).filter(
    (i) => values[i] == null,
  )
  const beside = shared.slice(0, values.filter((value) => value === null).length).map((i) => cells[i] ?? null)
  return values.flatMap((value, i) => {
    const cell = cells[i] ?? null
    if (value === null || cell === null) return []
    return [{ row_number: (row_number - 1) * values.length + i + 1, cells: [...beside, value, cell] }]
  })
}
