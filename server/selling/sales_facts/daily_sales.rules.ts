/** Days of sales as files have them: what a record may say, and how it differs from what is there. Pure. */
import { isCalendarDate } from '../../contract/schema.ts'
import type { FieldChange, RecordFault } from '../../imports/record_diff.ts'
import type { SalesFigures, SalesKey, SalesPart } from './sales_figures.rules.ts'

export interface DailySalesRecord {
  day: string
  /** One of the two names the variant. */
  variant_id?: string | null
  sku?: string | null
  /** Id or name. */
  channel: string
  /** Id or name. */
  location: string
  units: number
  gross_sales_cents: number
  discounts_cents: number
  returned_units: number
  returns_cents: number
  taxes_cents: number
  /** Cost of the units sold less that of the units returned, in the organisation's currency; null where unknown. */
  cost_cents?: number | null
  /** Units sold at their regular prices; null where unknown. */
  regular_value_cents?: number | null
  /** Units sold below their regular prices; null where unknown. */
  markdown_units?: number | null
  /** ISO 4217; the organisation's where null. */
  currency?: string | null
  /** System that the file was exported from. */
  source_system?: string | null
}

export interface DailySalesWrite extends SalesPart {
  source_system: string | null
}

const numbersMax = 2_147_483_647
const unitFields = ['units', 'returned_units'] as const
const centsFields = ['gross_sales_cents', 'discounts_cents', 'returns_cents'] as const

const isCents = (value: number) => Number.isSafeInteger(value)
const isUnits = (value: number) => Number.isSafeInteger(value) && value >= 0 && value <= numbersMax

/** Faults of a record's own values. */
export function recordFaults(record: DailySalesRecord, today: string): RecordFault[] {
  const faults: RecordFault[] = []
  const add = (field: string, rule: string, value: string | number | null) =>
    faults.push({ field, rule, value: value === null ? null : String(value) })
  if (!isCalendarDate(record.day)) add('day', 'must be a date, YYYY-MM-DD', record.day)
  else if (record.day > today) add('day', `must not be after today, ${today}`, record.day)
  if (!record.sku && !record.variant_id) add('sku', 'is required where variant_id is absent', null)
  for (const field of unitFields)
    if (!isUnits(record[field])) add(field, `must be a whole number from 0 to ${numbersMax}`, record[field])
  for (const field of centsFields)
    if (!isCents(record[field]) || record[field] < 0)
      add(field, 'must be a whole number of cents, not negative', record[field])
  if (!isCents(record.taxes_cents)) add('taxes_cents', 'must be a whole number of cents', record.taxes_cents)
  const { cost_cents, regular_value_cents, markdown_units, currency } = record
  if (cost_cents != null && !isCents(cost_cents)) add('cost_cents', 'must be a whole number of cents', cost_cents)
  if (regular_value_cents != null && (!isCents(regular_value_cents) || regular_value_cents < 0))
    add('regular_value_cents', 'must be a whole number of cents, not negative', regular_value_cents)
  if (markdown_units != null && (!isUnits(markdown_units) || markdown_units > record.units))
    add('markdown_units', 'must be a whole number from 0 to units', markdown_units)
  if (markdown_units != null && regular_value_cents == null)
    add('regular_value_cents', 'is required beside markdown_units', null)
  if (currency != null && !/^[A-Z]{3}$/.test(currency)) add('currency', 'must be an ISO 4217 code', currency)
  return faults
}

/** Units marked down are counted where the file counts them; else all of them are, if they brought less than regular. */
const markdownUnits = ({ markdown_units, regular_value_cents, gross_sales_cents, units }: DailySalesRecord) =>
  markdown_units ?? (gross_sales_cents < regular_value_cents! ? units : 0)

export const writeOf = (record: DailySalesRecord, key: SalesKey): DailySalesWrite => ({
  ...key,
  units: record.units,
  returned_units: record.returned_units,
  gross_sales_cents: record.gross_sales_cents,
  discounts_cents: record.discounts_cents,
  returns_cents: record.returns_cents,
  taxes_cents: record.taxes_cents,
  costed_units: record.cost_cents == null ? 0 : record.units + record.returned_units,
  known_cost_cents: String(record.cost_cents ?? 0),
  priced_units: record.regular_value_cents == null ? 0 : record.units,
  known_regular_value_cents: record.regular_value_cents ?? 0,
  known_markdown_units: record.regular_value_cents == null ? 0 : markdownUnits(record),
  source_system: record.source_system ?? null,
})

/** The figures as people know them. */
const visibleFigures = (figures: SalesFigures): Record<string, number | null> => ({
  units: figures.units,
  returned_units: figures.returned_units,
  gross_sales_cents: figures.gross_sales_cents,
  discounts_cents: figures.discounts_cents,
  returns_cents: figures.returns_cents,
  taxes_cents: figures.taxes_cents,
  cost_cents: figures.costed_units === figures.units + figures.returned_units ? Number(figures.known_cost_cents) : null,
  regular_value_cents: figures.priced_units === figures.units ? figures.known_regular_value_cents : null,
  markdown_units: figures.priced_units === figures.units ? figures.known_markdown_units : null,
})

const textOf = (value: number | null | undefined) => (value == null ? null : String(value))

export function changesOf(before: SalesFigures, after: SalesFigures): FieldChange[] {
  const [old, fresh] = [visibleFigures(before), visibleFigures(after)]
  return Object.keys(fresh)
    .filter((field) => old[field] !== fresh[field])
    .map((field) => ({ field, previous_value: textOf(old[field]), value: textOf(fresh[field]) }))
}
