/**
 * The sheets of a report with the same headers, one for each store, week or day. Their names are read like headers of columns across: all of
 * them name a place, all of them a day, or each says nothing of its rows. What stands on other sheets is looked through like a title.
 */
import type { TableSheet, WorkbookTable } from '../../../imports/reading/further_sheets.ts'
import { daysAcross, placesAcross } from '../../../imports/reading/across.rules.ts'
import type { RawRow } from '../../../imports/reading/csv_rows.ts'
import { refuseReport } from './refuse_report.ts'
import {
  datedHeader,
  isPlaceHeader,
  type TitleContext,
  type TitledPeriod,
  titledPeriod,
  unknownTitleOf,
} from './report_layout.rules.ts'
import { besideCells } from '../../../files/spreadsheet/sheet.ts'
import { addDays } from '../../../calendar/days.ts'
import { otherFigures } from './known_titles.ts'

export interface ReportSheet {
  name: string
  first_row: number
  /** Number of the store that its name or a title states. */
  place: string | null
  week: TitledPeriod | null
}

export interface ReportSheets {
  sheets: readonly ReportSheet[]
  titles: readonly RawRow[]
  /** Names that state no place and no day. */
  plain_names: readonly string[]
  others: WorkbookTable['others']
  /** Place of the column of stores; null where no column names them and the sheets do. */
  place_column: number
}

const textOf = ({ cells }: RawRow) => cells.flatMap((cell) => cell ?? []).join(' ')
const placeIn = (row: RawRow) => (/^\d+$/.test(textOf(row).trim()) ? null : placesAcross([textOf(row)])[0]!)

/** The week or the day of each sheet by its name; null where one has none, or where the days are neither. */
function namedDays(names: readonly string[]): TitledPeriod[] | null {
  const days = daysAcross(names)
  if (days.includes(null)) return null
  const header = datedHeader({ values: days })
  if (header === null) return null
  return days.map((day) => ({ week_start: header === 'Date' ? day! : addDays(day!, -6), week_end: day! }))
}

const refuseSheet = (desc: string, rule: string): never => refuseReport('unreadable_file', desc, 'file', rule)

function sheetOf({ name, titles, rows }: TableSheet, named: { place: string | null; week: TitledPeriod | null }) {
  const stated = titles.flatMap((row) => placeIn(row) ?? [])
  const titled = titledPeriod({ titles })
  const place = named.place ?? stated[0] ?? null
  if (stated.some((one) => one !== place))
    refuseSheet(
      `The sheet “${name}” has a title of store ${stated.find((one) => one !== place)}, and is that of store ${place}. Correct one of them.`,
      'has a sheet of two stores',
    )
  const week = named.week ?? titled
  if (titled !== null && week?.week_end !== titled.week_end)
    refuseSheet(
      `The sheet “${name}” has a title of another week, which ends on ${titled.week_end}. Correct one of them.`,
      'has a sheet of two weeks',
    )
  return { name, first_row: rows[0]?.row_number ?? Infinity, place, week }
}

/** null: the file has one sheet. */
export function readSheets(workbook: WorkbookTable | null, headers: readonly (string | null)[]): ReportSheets | null {
  if (workbook === null) return null
  const names = workbook.sheets.map(({ name }) => name)
  const isSeveral = names.length > 1
  const places = isSeveral ? placesAcross(names) : names.map(() => null)
  const isPlaced = isSeveral && !places.includes(null)
  const days = isSeveral && !isPlaced ? namedDays(names) : null
  const sheets = workbook.sheets.map((sheet, i) =>
    sheetOf(sheet, { place: isPlaced ? places[i]! : null, week: days?.[i] ?? null }),
  )
  for (const what of ['place', 'week'] as const) {
    const without = sheets.find((sheet) => sheet[what] === null)
    if (without !== undefined && sheets.some((sheet) => sheet[what] !== null))
      refuseSheet(
        `The sheet “${without.name}” states no ${what === 'place' ? 'store' : 'week'}, and other sheets do. Name it by its ${what === 'place' ? 'store' : 'week'}.`,
        `has a sheet without a ${what === 'place' ? 'store' : 'week'}`,
      )
  }
  const titles = workbook.sheets.flatMap((sheet) => sheet.titles)
  return {
    sheets: isSeveral ? sheets : [],
    titles: isSeveral ? titles.filter((row) => placeIn(row) === null) : titles,
    plain_names: isSeveral && !isPlaced && days === null ? names : [],
    others: workbook.others,
    place_column: headers.findIndex((header) => header !== null && isPlaceHeader(header)),
  }
}

const blankName = /^(?:sheet|tabelle|feuil|blatt|page|seite|data|daten|données) ?\d{0,3}$/i
const isSum = /(?<!\p{L})(?:summary|overview|totals?|all|gesamt\p{L}*|übersicht|résumé|récapitulatif)(?!\p{L})/iu

/** Names and further sheets may say what no row says, such as last year or returns, or repeat the rows as a sum. */
export function checkSheets({ plain_names, others }: ReportSheets, context: TitleContext): void {
  for (const name of plain_names) {
    const row = { row_number: 0, cells: [name] }
    const isKnown = blankName.test(name) || (unknownTitleOf([row], context) === null && !isSum.test(name))
    if (isKnown) continue
    const called = isSum.test(name)
      ? 'those of the other sheets'
      : otherFigures.find(({ words }) => words.test(name))?.called
    refuseSheet(
      called === undefined
        ? `The sheet “${name}” has the headers of the report, and its name is not understood. Name it by its store or week, or remove it.`
        : `The sheet “${name}” has the headers of the report, and its figures are ${called}. Remove it, or import it apart.`,
      'has a sheet whose name is not understood',
    )
  }
  for (const { name, rows } of others) {
    const text = unknownTitleOf(rows, context)
    if (text === null) continue
    if (name === besideCells)
      refuseSheet(
        `The workbook has the note, text box, header or footer “${text}”, which is not understood. Remove it, or put what it says in a column.`,
        'has a note that is not understood',
      )
    refuseSheet(
      `The sheet “${name}” has other headers than the report, and “${text}”, which is not understood. Give it the same headers, or remove it.`,
      'has a sheet with other headers',
    )
  }
}
