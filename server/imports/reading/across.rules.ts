/**
 * Sheets that have sizes, stores, warehouses or weeks across: which columns they are, and one cell of each row at a time. Order
 * papers, reports of sell-out and imports of stock recognise and turn such columns here, and nowhere else. Pure.
 */
import { dateFormats } from '../known_values.ts'
import { normalHeader } from '../mapping/headers.rules.ts'
import { readDay } from '../values/dates.ts'
import type { RawRow } from './csv_rows.ts'

const places = 'warehouse|outlet|store|shop|location|door|dc|branch|filiale|lager|magasin|boutique'
const placeWords = new RegExp(`\\b(?:${places}|depot|showroom|site)\\b`, 'i')

/** Whether a header speaks of a place in any way. Sheets of stock have headers such as `Main warehouse`. */
export const namesPlace = (header: string): boolean => placeWords.test(header)

/** A store is known by its number: `Store name` and `Store city` are about stores, and none of them. */
const numberedPlace = new RegExp(`^(?:${places}|loc)(?!\\p{L})\\s*(?:no|nr|n°|#|:)?[.\\s]*((?=.*\\d)\\S.{0,39})$`, 'iu')
const bareNumber = /^\d{3,6}$/
const year = /^(?:19|20)\d\d$/

/** The number of the place of each header; null where a header has none. Numbers that may all be years are none. */
export function placesAcross(headers: readonly string[]): (string | null)[] {
  const numbered = headers.map((text) => numberedPlace.exec(text.trim())?.[1] ?? null)
  if (numbered.some((place) => place !== null)) return numbered
  const bare = headers.map((text) => (bareNumber.test(text.trim()) ? text.trim() : null))
  return bare.every((text) => text === null || year.test(text)) ? headers.map(() => null) : bare
}

const sizeName =
  /^(?:x{1,3}s|xs|s|m|l|xl|x{2,4}l|[2-5]xl|one size|os|tu|(?:eu |us |uk |it |fr |w)?\d{1,2}(?:[./ ]5)?|\d{2} \d{2,3}|\d{1,2} ?[tym]|\d{1,2} \d{1,2} ?[ym])$/

/** 24.00 is no waist of 24 with a length of 00: a line of an order is no row of headers. */
const amount = /^\d+[.,]\d\d$/

const isSize = (text: string) => sizeName.test(normalHeader(text)) && !amount.test(text)

/** The size of each header; null where a header is none. */
export const sizesAcross = (headers: readonly string[]): (string | null)[] =>
  headers.map((text) => (isSize(text.trim()) ? text.trim() : null))

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

/** The cells of a row that stand in such columns, each with what its column says; a blank cell says nothing. */
export const cellsAcross = <Cell>(cells: readonly (Cell | null)[], { values }: Across) =>
  values.flatMap((value, place): { value: string; cell: Cell; place: number }[] => {
    const cell = cells[place] ?? null
    return value === null || cell === null ? [] : [{ value, cell, place }]
  })

/** The headers of a sheet whose columns were turned: those of the other columns, then two more. */
export const turnedHeaders = (
  headers: readonly (string | null)[],
  { values }: Across,
  added: readonly [string, string],
): (string | null)[] => [...headers.filter((_, i) => values[i] == null), ...added]

/** A row for each cell that holds anything. Cells are counted in place of rows. */
export const turnedRows = ({ row_number, cells }: RawRow, { values }: Across): RawRow[] => {
  const shared = Array.from({ length: Math.max(cells.length, values.length) }, (_, i) => i).filter(
    (i) => values[i] == null,
  )
  const beside = shared.slice(0, values.filter((value) => value === null).length).map((i) => cells[i] ?? null)
  return cellsAcross(cells, { values }).map(({ value, cell, place }) => ({
    row_number: (row_number - 1) * values.length + place + 1,
    cells: [...beside, value, cell],
  }))
}
