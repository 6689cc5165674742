/** Layouts of reports: titles above the headers, and weeks or stores across. Pure. */
import { addDays, daysBetween } from '../../../calendar/days.ts'
import { dateFormats } from '../../../imports/known_values.ts'
import { normalHeader } from '../../../imports/mapping/headers.rules.ts'
import {
  type Across,
  daysAcross,
  isSeveral,
  placesAcross,
  turnedHeaders,
  turnedRows,
} from '../../../imports/reading/across.rules.ts'
import type { RawRow } from '../../../imports/reading/csv_rows.ts'
import { readDay } from '../../../imports/values/dates.ts'
import { otherUnits, titlePhrases, titleWords } from './known_titles.ts'
import { namesComparison } from './report_comparisons.rules.ts'
import { sellOutProfiles } from './profiles.ts'
import { sellOutFields } from './sell_out_fields.ts'

const known = new Set(
  [
    ...Object.entries(sellOutFields).flatMap(([name, { synonyms }]) => [name, ...synonyms]),
    ...sellOutProfiles.flatMap(({ columns }) => columns.map(({ header }) => header)),
  ].map(normalHeader),
)

/** Two headers that reports have, or one beside weeks or stores across. */
export function isReportHeader(cells: readonly (string | null)[]): boolean {
  const texts = cells.map((cell) => cell ?? '')
  const named = texts.filter((text) => known.has(normalHeader(text))).length
  return named >= 2 || (named === 1 && acrossOf(texts) !== null)
}

const placeHeaders: readonly string[] = [...sellOutFields.door.synonyms, 'door'].map(normalHeader)

/** Whether a column names the store of its rows. */
export const isPlaceHeader = (header: string): boolean => placeHeaders.includes(normalHeader(header))

const unitsHeaders: readonly string[] = ['units_sold', ...sellOutFields.units_sold.synonyms]

/** Weeks or stores across; null where a column of units says the same in rows. */
function acrossOf(texts: readonly string[]): { across: Across; header: string } | null {
  const normal = texts.map(normalHeader)
  if (normal.some((text) => unitsHeaders.map(normalHeader).includes(text))) return null
  const days: Across = { values: daysAcross(texts) }
  const dated = isSeveral(days) ? datedHeader(days) : null
  if (dated !== null) return { across: days, header: dated }
  const isPlaced = texts.some(isPlaceHeader)
  const free = texts.map((text) => (known.has(normalHeader(text)) || namesComparison(text) ? '' : text))
  const places: Across = { values: placesAcross(free) }
  return !isPlaced && isSeveral(places) ? { across: places, header: 'Store' } : null
}

/** Days that follow each other are days, and days that are weeks apart are the ends of weeks. */
export function datedHeader({ values }: Across): string | null {
  const days = values.flatMap((value) => value ?? []).toSorted()
  const apart = days.slice(1).map((day, i) => daysBetween(days[i]!, day))
  if (apart.every((count) => count === 1)) return 'Date'
  return apart.every((count) => count > 0 && count % 7 === 0) ? 'Week ending' : null
}

/** A row with what stands around it: the week of its block, or what it compares. */
interface DatedRow extends RawRow {
  week?: TitledPeriod
  comparison?: string
}

interface Turnable {
  headers: (string | null)[]
  first_rows: readonly RawRow[]
  rows(): AsyncGenerator<readonly DatedRow[]>
}

const turnedDated = (row: DatedRow, across: Across): DatedRow[] => {
  const { row_number, cells, ...around } = row
  return turnedRows({ row_number, cells }, across).map((one) => ({ ...one, ...around }))
}

/** A report with weeks or stores across as one with a row for each cell; another one as it is. */
export function turned<T extends Turnable>(table: T): T {
  const wide = acrossOf(table.headers.map((header) => header ?? ''))
  if (wide === null) return table
  const { across, header } = wide
  return {
    ...table,
    headers: turnedHeaders(table.headers, across, [header, 'Units']),
    first_rows: table.first_rows.flatMap((row) => turnedRows(row, across)),
    async *rows() {
      for await (const some of table.rows()) yield some.flatMap((row) => turnedDated(row, across))
    },
  }
}

export interface TitledPeriod {
  week_start: string
  week_end: string
}

const ends = /\b(?:week\s+(?:ending|ended|end|to)|w\/?e)\b[\s:]*(.+)$/i
const starts = /\b(?:week (?:starting|beginning|commencing|from)|w\/c)[\s:]*(.+)$/i

/** Whether a text names a week by a day of it, readable or not. */
export const namesWeek = (text: string): boolean => ends.test(text) || starts.test(text)

/** The only day that a text can mean. */
function dayIn(text: string): string | null {
  const days = new Set(dateFormats.flatMap((format) => readDay(text.trim(), format) ?? []))
  return days.size === 1 ? [...days][0]! : null
}

/** The week that the titles of an undated report state; null where they state none, or several. */
export function titledPeriod({ titles: rows }: { titles: readonly RawRow[] }): TitledPeriod | null {
  const weeks = new Map<string, TitledPeriod>()
  for (const { cells } of rows) {
    const text = cells.flatMap((cell) => cell ?? []).join(' ')
    const from = dayIn(starts.exec(text)?.[1] ?? '')
    if (from !== null) weeks.set(addDays(from, 6), { week_start: from, week_end: addDays(from, 6) })
    const to = from === null ? dayIn(ends.exec(text)?.[1] ?? '') : null
    if (to !== null) weeks.set(to, { week_start: addDays(to, -6), week_end: to })
  }
  return weeks.size === 1 ? [...weeks.values()][0]! : null
}

const currencyCode = /(?<![\p{L}\d])(?:USD|EUR|GBP|CAD|AUD|NZD|CHF|SEK|NOK|DKK|JPY|PLN)(?![\p{L}\d])|[€£¥]/gu
const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY' }

/** Currencies that a text names by their code or their sign. */
const currenciesIn = (text: string): string[] => [...text.matchAll(currencyCode)].map(([code]) => signs[code] ?? code)

const words = new Set(titleWords.split('|'))

export interface TitleContext {
  /** That of the declaration. */
  currency: string
  /** Names of the account. */
  names: readonly string[]
}

/** Whether a title says a week that is read, what the declaration says, or nothing of the rows. */
function isKnownTitle(row: RawRow, text: string, { currency, names }: TitleContext): boolean {
  if (currenciesIn(text).some((code) => code !== currency)) return false
  const dated = titledPeriod({ titles: [row] }) === null ? text : text.replace(ends, ' ').replace(starts, ' ')
  const unnamed = names.reduce((rest, name) => rest.toLowerCase().replaceAll(name.toLowerCase(), ' '), dated)
  const rest = titlePhrases.reduce(
    (left, phrase) => left.replaceAll(phrase, ' '),
    unnamed.replaceAll(currencyCode, ' '),
  )
  const left = rest.toLowerCase().split(/[^\p{L}\d%'’-]+/u)
  const unread = left.filter((word) => /[\p{L}\d%]/u.test(word) && !words.has(word) && word !== currency.toLowerCase())
  return unread.length === 0
}

/** A title or a note that is not known to tell nothing of the rows; null where there is none. */
export function unknownTitleOf(rows: readonly RawRow[], context: TitleContext): string | null {
  for (const row of rows) {
    const text = row.cells.flatMap((cell) => cell ?? []).join(' ')
    if (!isKnownTitle(row, text, context)) return text.slice(0, 120)
  }
  return null
}

/** What a header of a figure says of its unit or its currency, and is not that of the report; null where it says nothing of the kind. */
export function otherMeasure(header: string, currency: string): 'unit' | 'currency' | null {
  if (otherUnits.test(header)) return 'unit'
  return currenciesIn(header.toUpperCase()).some((code) => code !== currency) ? 'currency' : null
}
