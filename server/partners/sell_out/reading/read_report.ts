/**
 * Reads the rows of a report's file. Its columns are looked at as a whole first: how they write dates and decimals, and
 * which currencies they name. Then the rows are read in order; neither pass keeps them.
 */
import { addFacts, decideColumns, type ReadingState } from '../../../imports/work/reading_state.ts'
import { normalHeader } from '../../../imports/mapping/headers.rules.ts'
import type { Mapping } from '../../../imports/profile.ts'
import type { RawRow } from '../../../imports/reading/csv_rows.ts'
import { type FieldReader, readersOf, textOf } from '../../../imports/values/field_reader.ts'
import { isFault, readValue, type ReadingContext } from '../../../imports/values/read_value.ts'
import { isBlankRow } from '../../../imports/values/records.ts'
import { fileRules } from '../../../imports/reading/file_rules.ts'
import { limits } from '../../../contract/limits.ts'
import { FileFault } from '../../../imports/reading/file_fault.ts'
import type { DeclarationRow } from '../declaration/declaration.store.ts'
import type { Outcome } from '../outcomes.rules.ts'
import { refuseReport } from './refuse_report.ts'
import { type ReportFile, refuseUnreadable } from './report_file.ts'
import { periodOf, type SellOutRow } from './row.rules.ts'
import { missingOf, sellOutFields, type SellOutField } from './sell_out_fields.ts'

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

export interface ReadPlan {
  file: ReportFile
  readers: readonly FieldReader[]
  context: ReadingContext
  rows: number
  week: StatedWeek | null
}

async function* rowsOf({ source, inspected: { is_workbook, bom_bytes } }: ReportFile) {
  const start = { row_number: 0, offset: is_workbook ? null : bom_bytes }
  for await (const { rows } of source.from(start)) yield rows.filter((row) => !isBlankRow(row))
}

/** Looks at the whole file and decides how its columns are read. */
export async function planReading(
  file: ReportFile,
  mapping: Mapping,
  declaration: Pick<DeclarationRow, 'currency' | 'location_grain'>,
  week: StatedWeek | null,
): Promise<ReadPlan> {
  checkColumns(mapping, declaration, week)
  const { headers } = file.head
  checkRepeated(mapping, headers)
  const { is_workbook } = file.inspected
  const context = { currency: declaration.currency, time_zone: 'UTC', is_workbook }
  const plain = readersOf(sellOutFields, mapping, headers, {}, context)
  const facts: Pick<ReadingState, 'dates' | 'numbers'> = { dates: {}, numbers: {} }
  const add = addFacts(facts, plain, context.currency)
  const currency = plain.find(({ name }) => name === 'currency')
  const currencies = new Set<string>()
  let rows = 0
  await refuseUnreadable(async () => {
    for await (const batch of rowsOf(file))
      for (const row of batch) {
        if (++rows > limits.import_rows_max) throw new FileFault(fileRules.tooManyRows)
        add(row.row_number, (reader) => textOf(reader, row))
        const named = currency === undefined ? null : textOf(currency, row)
        if (named !== null && currencies.size < 3) currencies.add(named.toUpperCase())
      }
  })
  if (rows === 0) refuseReport('nothing_to_read', 'The file has no rows below the header row.', 'file', 'has no rows')
  checkCurrencies(currencies, declaration.currency)
  const { decisions, questions } = decideColumns(facts, mapping, sellOutFields)
  const [question] = questions
  if (question !== undefined)
    refuseReport(
      'unreadable_file',
      `The values of the column ${question.header} have two readings, such as ${question.samples[0]?.value ?? ''} in row ${question.samples[0]?.row_number ?? ''}. Confirm a mapping of the account's files that states one of: ${question.choices.join(', ')}.`,
      question.field,
      `has two readings as ${question.setting}`,
      question.choices,
    )
  return { file, readers: readersOf(sellOutFields, mapping, headers, decisions, context), context, rows, week }
}

function checkColumns(
  { columns }: Mapping,
  { location_grain }: Pick<DeclarationRow, 'location_grain'>,
  week: StatedWeek | null,
): void {
  const fields = new Set(columns.map(({ field }) => field))
  const missing = missingOf(fields)
  if (missing !== null) refuseReport('no_columns', `The file lacks ${missing}.`, 'file', `lacks ${missing}`)
  if (location_grain !== 'none' && !fields.has('door'))
    refuseReport(
      'no_door',
      `The account is declared to report by ${location_grain}, and no column of the file names one.`,
      'file',
      'has no column that names the door',
    )
  const isDated = ['period_start', 'period_end', 'day'].some((field) => fields.has(field))
  if (!isDated && week === null)
    refuseReport(
      'no_period',
      'No column of the file names its period. Send week_start, and week_end if the period is not a week.',
      'week_start',
      'is required, since the file is undated',
    )
}

/** Of two columns with one header, such as the units of two weeks, it is not known which is meant. */
function checkRepeated({ columns }: Mapping, headers: readonly (string | null)[]): void {
  const all = headers.map((header) => normalHeader(header ?? ''))
  const repeated = columns.find(({ header }) => all.filter((one) => one === normalHeader(header)).length > 1)
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
    for await (const batch of rowsOf(this.#plan.file)) {
      this.unreadable = []
      yield batch.flatMap((row) => this.#read(row) ?? [])
    }
  }

  #read(row: RawRow): SellOutRow | null {
    const values: Partial<Record<SellOutField, string | number>> = {}
    for (const reader of this.#plan.readers) {
      const text = textOf(reader, row)
      if (text === null) continue
      const read = readValue(reader.field, text, reader.column, this.#plan.context)
      if (isFault(read)) return this.#refuse(row.row_number, reader.name, text, read)
      values[reader.name as SellOutField] = read.value as string | number
    }
    const period = this.#periodOf(values)
    if (period === null) return this.#refuse(row.row_number, 'period_end', null, { rule: 'is required' })
    if (period.start > period.end)
      return this.#refuse(row.row_number, 'period_end', period.end, {
        rule: 'must not be before period_start',
        allowed: [`from ${period.start}`],
      })
    return {
      row_number: row.row_number,
      period_start: period.start,
      period_end: period.end,
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

  #periodOf({ day, period_start, period_end }: Partial<Record<SellOutField, string | number>>) {
    const stated = periodOf({ period_start: textIn(period_start), period_end: textIn(period_end) })
    if (stated !== null) return stated
    if (day !== undefined) return { start: String(day), end: String(day) }
    const { week } = this.#plan
    return week === null ? null : { start: week.week_start, end: week.week_end }
  }

  #refuse(row_number: number, field: string, text: string | null, { rule, allowed = null }: Refused): null {
    this.faulty.set('unreadable_value', (this.faulty.get('unreadable_value') ?? 0) + 1)
    const fault = { row_number, field, value: text?.slice(0, faultValueLengthMax) ?? null, rule }
    if (this.faults.length < faultsShown) this.faults.push(fault)
    this.unreadable.push({ ...fault, allowed })
    return null
  }
}

interface Refused {
  rule: string
  allowed?: readonly string[] | null
}

const textIn = (value: string | number | undefined): string | null => (value === undefined ? null : String(value))
const numberIn = (value: string | number | undefined): number | null => (value === undefined ? null : Number(value))
