/**
 * Reads the rows of a report's file. Its columns are looked at as a whole first: how they write dates and decimals, and
 * which currencies they name. Then the rows are read in order; neither pass keeps them.
 */
import { type LookedThrough, lookThrough, twoReadings } from '../../../imports/look_through.ts'
import { fileHeaders } from '../../../imports/mapping/file_headers.ts'
import type { Mapping } from '../../../imports/profile.ts'
import type { RecordFault } from '../../../imports/record_diff.ts'
import { blankOf, readRow, type ReadRow, type RowReading } from '../../../imports/values/records.ts'
import type { DeclarationRow } from '../declaration/declaration.store.ts'
import type { Outcome } from '../outcomes.rules.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { refuseReport } from './refuse_report.ts'
import { otherFigures } from './known_titles.ts'
import { isComparisonHeader } from './report_comparisons.rules.ts'
import { otherMeasure, type TitleContext, unknownTitleOf } from './report_layout.rules.ts'
import type { ReportRow } from './report_blocks.ts'
import { checkSheets } from './report_sheets.ts'
import { type ReportFile, refuseUnreadable } from './report_file.ts'
import { periodOf, type SellOutRow } from './row.rules.ts'
import { missingOf, sellOutFields } from './sell_out_fields.ts'

/** The period of an undated file, as the request states it. */
export interface StatedWeek {
  week_start: string
  week_end: string
}

/** A value that could not be read. */
export interface ReadFault {
  row_number: number
  field: string
  value: string | null
  rule: string
}

/** A fault with what would be allowed, as it is kept of an imported file. */
export interface UnreadableRow extends ReadFault {
  allowed: readonly string[] | null
}

const faultsShown = 20
const faultValueLengthMax = 100

export interface ReadPlan extends Pick<LookedThrough, 'row_count' | 'ignored_columns'> {
  file: ReportFile
  reading: RowReading
  week: StatedWeek | null
}

/** Looks at the whole file and decides how its columns are read. */
export async function planReading(
  file: ReportFile,
  mapping: Mapping,
  declaration: Pick<DeclarationRow, 'currency' | 'location_grain'>,
  { stated, account_name }: { stated: StatedWeek | null; account_name: string | null },
): Promise<ReadPlan> {
  const week = weekOfFile(file, mapping, stated)
  const titled = { currency: declaration.currency, names: account_name === null ? [] : [account_name] }
  if (file.sheets !== null) checkSheets(file.sheets, titled)
  checkTitles(file.titles, titled)
  checkColumns(mapping, declaration, week)
  checkMeasures(mapping, declaration.currency)
  const { headers, format } = file
  checkRepeated(mapping, headers)
  const context = { currency: declaration.currency, time_zone: 'UTC', is_workbook: format.is_workbook }
  const currencies = new Set<string>()
  const { readers, questions, row_count, ignored_columns } = await refuseUnreadable(() =>
    lookThrough({ headers, rows: file.rows() }, sellOutFields, mapping, context, (textIn) => {
      const named = textIn('currency')
      if (named !== null && currencies.size < 3) currencies.add(named.toUpperCase())
    }),
  )
  checkCurrencies(currencies, declaration.currency)
  checkTitles(file.notes, titled)
  const [question] = questions
  if (question !== undefined)
    refuseReport(
      'unreadable_file',
      `The column ${question.header} ${twoReadings(question)}. Confirm a mapping of the account's files that states one of: ${question.choices.join(', ')}.`,
      question.field,
      `has two readings as ${question.setting}`,
      question.choices,
    )
  const reading = { readers, context, width: null, blank: blankOf(sellOutFields), isPersonal: () => false }
  return { file, reading, row_count, ignored_columns, week }
}

/** What a title says of all rows and no column repeats is not read, so it must not be passed over. */
function checkTitles(titles: ReportFile['titles'], context: TitleContext): void {
  const title = unknownTitleOf(titles, context)
  if (title === null) return
  const called = otherFigures.find(({ words }) => words.test(title))?.called
  refuseReport(
    'unreadable_file',
    called === undefined
      ? `The file has the title “${title}” outside its columns, which is not understood. Remove the row, or put what it says in a column.`
      : `The file has the title “${title}” outside its columns: its figures are ${called}. Remove them, or import them apart.`,
    'file',
    'has a title that is not understood',
  )
}

/** A header may say of its figures what no row says: dozens, another currency. */
function checkMeasures({ columns }: Mapping, currency: string): void {
  for (const { header, field } of columns.filter((column) => measures.includes(column.field))) {
    if (isComparisonHeader(header))
      refuseReport(
        'unreadable_file',
        `The column ${header} compares with another period or a plan, and its figures were not sold in the week. Map the column of what was sold.`,
        field,
        'has a header of figures that compare',
      )
    const other = otherMeasure(header, currency)
    if (other === null || (other === 'unit' && field === 'sales')) continue
    const named = { unit: 'another unit than single units', currency: `another currency than ${currency}` }[other]
    refuseReport(
      'unreadable_file',
      `The column ${header} states ${named}. Convert its figures, and rename the column.`,
      field,
      `has a header that states ${named}`,
    )
  }
}

const measures = ['units_sold', 'units_returned', 'on_hand', 'sales']
const periodFields = ['period_start', 'period_end', 'day']
const isDatedBy = ({ columns }: Mapping) => columns.some(({ field }) => periodFields.includes(field))

/** The week of an undated file: that of the request, or of its title. */
function weekOfFile({ titled }: ReportFile, mapping: Mapping, stated: StatedWeek | null): StatedWeek | null {
  if (titled === null || isDatedBy(mapping)) return stated
  if (stated !== null && (stated.week_start !== titled.week_start || stated.week_end !== titled.week_end))
    refuseField('week_start', 'differs from the week that the title of the file states', [titled.week_start])
  return titled
}

function checkColumns(
  mapping: Mapping,
  { location_grain }: Pick<DeclarationRow, 'location_grain'>,
  week: StatedWeek | null,
): void {
  const fields = new Set(mapping.columns.map(({ field }) => field))
  const missing = missingOf(fields)
  if (missing !== null) refuseReport('no_columns', `The file lacks ${missing}.`, 'file', `lacks ${missing}`)
  if (location_grain !== 'none' && !fields.has('door'))
    refuseReport(
      'no_door',
      `The account is declared to report by ${location_grain}, and no column of the file names one.`,
      'file',
      'has no column that names the door',
    )
  if (!isDatedBy(mapping) && week === null)
    refuseReport(
      'no_period',
      'No column of the file names its period. Send week_start, and week_end if the period is not a week.',
      'week_start',
      'is required, since the file is undated',
    )
}

/** Of two columns with one header, such as the units of two weeks, it is not known which is meant. */
function checkRepeated({ columns }: Mapping, headers: readonly (string | null)[]): void {
  const { alike } = fileHeaders(headers)
  const repeated = columns.find(({ header }) => alike(header).length > 1)
  if (repeated === undefined) return
  refuseReport(
    'unreadable_file',
    `The file has several columns with the header ${repeated.header}, and it is not known which one is meant. Rename or remove the others.`,
    repeated.field,
    `must be one column; several have the header ${repeated.header}`,
  )
}

function checkCurrencies(currencies: ReadonlySet<string>, declared: string): void {
  const others = [...currencies].filter((one) => one !== declared)
  if (others.length === 0) return
  const named = [...currencies].join(' and ')
  refuseReport(
    'mixed_currency',
    currencies.size > 1
      ? `The file mixes currencies: ${named}. The account is declared to report in ${declared}.`
      : `The file is in ${named}, and the account is declared to report in ${declared}.`,
    'currency',
    `must be ${declared} on every row`,
    [declared],
  )
}

const comparisonRule = 'is of a row that compares with another period or a plan, and is not sold'

/** The rows of the file, and what was wrong with those that cannot be read. */
export class ReportRows {
  readonly faulty = new Map<Outcome, number>()
  /** The first ones. */
  readonly faults: ReadFault[] = []
  /** Those of the batch at hand. */
  unreadable: UnreadableRow[] = []
  readonly #plan: ReadPlan

  constructor(plan: ReadPlan) {
    this.#plan = plan
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly SellOutRow[]> {
    for await (const batch of this.#plan.file.rows()) {
      this.unreadable = []
      yield batch.flatMap((row) => this.#read(row) ?? [])
    }
  }

  #read(row: ReportRow): SellOutRow | null {
    const { row_number, comparison } = row
    if (comparison !== undefined)
      return this.#refuse(row_number, { field: 'units_sold', value: comparison, rule: comparisonRule })
    const { values, faults } = readRow(this.#plan.reading, row)
    if (faults[0] !== undefined) return this.#refuse(row_number, faults[0])
    const period = this.#periodOf(values, row)
    if (period === null) return this.#refuse(row_number, { field: 'period_end', value: null, rule: 'is required' })
    const { start, end } = period
    if (row.week !== undefined && (start < row.week.week_start || end > row.week.week_end))
      return this.#refuse(row_number, {
        field: 'period_end',
        value: end,
        rule: 'must be in the week of a row above it',
        allowed: [row.week.week_end],
      })
    const rule = 'must not be before period_start'
    if (start > end)
      return this.#refuse(row_number, { field: 'period_end', value: end, rule, allowed: [`from ${start}`] })
    return {
      row_number,
      period_start: start,
      period_end: end,
      door_reference: textIn(values.door),
      buyer_sku: textIn(values.buyer_sku),
      gtin: textIn(values.gtin),
      sku: textIn(values.sku),
      units_sold: numberIn(values.units_sold),
      units_returned: numberIn(values.units_returned),
      on_hand: numberIn(values.on_hand),
      sales_cents: numberIn(values.sales),
    }
  }

  #periodOf({ day, period_start, period_end }: ReadRow['values'], { week: own }: ReportRow) {
    const stated = periodOf({ period_start: textIn(period_start), period_end: textIn(period_end) })
    if (stated !== null) return stated
    if (day != null) return { start: String(day), end: String(day) }
    const { week: ofFile, file } = this.#plan
    if (own !== undefined && ofFile !== null && file.titled === null && own.week_start !== ofFile.week_start)
      refuseField('week_start', 'differs from a week that a row of the file states', [own.week_start])
    const week = own ?? ofFile
    return week === null ? null : { start: week.week_start, end: week.week_end }
  }

  #refuse(row_number: number, { field, value, rule, allowed = [] }: RecordFault): null {
    this.faulty.set('unreadable_value', (this.faulty.get('unreadable_value') ?? 0) + 1)
    const fault = { row_number, field, value: value?.slice(0, faultValueLengthMax) ?? null, rule }
    if (this.faults.length < faultsShown) this.faults.push(fault)
    this.unreadable.push({ ...fault, allowed: allowed.length === 0 ? null : allowed })
    return null
  }
}

const textIn = (value: ReadRow['values'][string] | undefined): string | null => (value == null ? null : String(value))
const numberIn = (value: ReadRow['values'][string] | undefined): number | null => (value == null ? null : Number(value))
