/** Reads the text of a cell as the type of its field, or says which rule it breaks. */
import Big from 'big.js'
import { brokenByAmount, brokenByCost } from '../../contract/amounts.ts'
import { smallestCents } from '../../contract/money.ts'
import { formatRules } from '../../contract/schema.ts'
import type {
  ChoiceField,
  DecimalField,
  FieldValue,
  ImportField,
  ListField,
  MoneyField,
  TextField,
  WholeField,
} from '../field.ts'
import type { DateFormat, DecimalMark } from '../known_values.ts'
import { isMidnight, readDay, readInstant, splitInstant } from './dates.ts'
import { bareFigure, isScientific, isShortenedCode, plainHundredths, readDecimal, withoutCurrency } from './numbers.ts'

/** How a column is read, as its mapping and its facts decide. */
export interface ColumnReading {
  decimal_mark: DecimalMark
  date_format: DateFormat
  separator: string
}

export interface ReadingContext {
  currency: string
  time_zone: string
  /** Its dates are dates whatever their format shows; a time of day beside one is passed over where a date is asked. */
  is_workbook?: boolean
}

export interface ValueFault {
  rule: string
  allowed?: readonly string[]
}

export type ReadValue = { value: FieldValue } | ValueFault

export const isFault = (read: ReadValue): read is ValueFault => 'rule' in read

const lengthUsual = 500
const listItemsUsual = 250

const shortened: ValueFault = {
  rule: 'is shortened by a spreadsheet, and its digits are lost; format the column as text and export it again',
}

/** Characters that no text may hold: PostgreSQL stores no U+0000, and a lone surrogate is no character. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

function readText({ type, length_max = lengthUsual, pattern }: TextField, text: string): ReadValue {
  if (!isStorable(text)) return { rule: 'must not contain characters that are not text' }
  if (type === 'code' && isShortenedCode(text)) return shortened
  if (text.length > length_max) return { rule: `must be at most ${length_max} characters` }
  if (pattern !== undefined && !pattern.matches.test(text)) return { rule: pattern.rule }
  return { value: text }
}

function readUrl(text: string): ReadValue {
  const isUrl =
    isStorable(text) && text.length <= 2_000 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  return isUrl ? { value: text } : { rule: 'must be an absolute URL', allowed: ['http://…', 'https://…'] }
}

const markRule: Record<DecimalMark, string> = {
  point: 'must be a number with a decimal point, such as 1234.56 or 1,234.56',
  comma: 'must be a number with a decimal comma, such as 1234,56 or 1.234,56',
}

/** Exact decimal text within the bounds. */
function readNumber(
  text: string,
  { decimal_mark }: ColumnReading,
  { decimals_max, minimum, maximum }: { decimals_max: number; minimum?: number; maximum?: number },
): { figure: string } | ValueFault {
  if (isScientific(text)) return shortened
  const figure = readDecimal(text, decimal_mark)
  if (figure === null)
    return { rule: decimals_max === 0 ? 'must be a whole number' : markRule[decimal_mark], ...bounds(minimum, maximum) }
  const decimals = figure.split('.')[1]?.length ?? 0
  if (decimals > decimals_max)
    return decimals_max === 0
      ? { rule: 'must be a whole number', ...bounds(minimum, maximum) }
      : { rule: `must have at most ${decimals_max} decimals` }
  const isWithin =
    (minimum === undefined || Big(figure).gte(minimum)) && (maximum === undefined || Big(figure).lte(maximum))
  return isWithin ? { figure } : { rule: 'is out of range', ...bounds(minimum, maximum) }
}

function bounds(minimum?: number, maximum?: number): { allowed?: readonly string[] } {
  if (minimum === undefined && maximum === undefined) return {}
  if (maximum === undefined) return { allowed: [`${minimum} or more`] }
  return { allowed: [minimum === undefined ? `at most ${maximum}` : `${minimum} to ${maximum}`] }
}

function readWhole(field: WholeField, text: string, column: ColumnReading): ReadValue {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = field
  const plain = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (plain >= minimum && plain <= maximum) return { value: plain }
  const read = readNumber(text, column, { decimals_max: 0, minimum, maximum })
  return 'figure' in read ? { value: Number(read.figure) } : read
}

function readDecimalField(field: DecimalField, text: string, column: ColumnReading, currency: string): ReadValue {
  const read = readNumber(bareFigure(field, text, currency), column, field)
  if (!('figure' in read)) return read
  const broken = field.is_cost === true ? brokenByCost(read.figure, currency) : null
  return broken ?? { value: read.figure }
}

function readMoney(field: MoneyField, text: string, column: ColumnReading, currency: string): ReadValue {
  const { minimum_cents = Number.MIN_SAFE_INTEGER, maximum_cents = Number.MAX_SAFE_INTEGER } = field
  const plain = column.decimal_mark === 'point' ? plainHundredths(text) : null
  const smallest = smallestCents(currency)
  if (plain !== null && plain % smallest === 0 && plain >= minimum_cents && plain <= maximum_cents)
    return { value: plain }
  const read = readNumber(withoutCurrency(text, currency), column, {
    decimals_max: 2,
    ...(field.minimum_cents === undefined ? {} : { minimum: field.minimum_cents / 100 }),
    ...(field.maximum_cents === undefined ? {} : { maximum: field.maximum_cents / 100 }),
  })
  if (!('figure' in read)) return read
  const cents = Number(Big(read.figure).times(100).toFixed(0))
  if (cents % smallest !== 0) return brokenByAmount(read.figure, currency)!
  const isWithin = Number.isSafeInteger(cents) && cents >= minimum_cents && cents <= maximum_cents
  return isWithin ? { value: cents } : { rule: 'is out of range' }
}

function readDate(text: string, { date_format }: ColumnReading, is_workbook: boolean): ReadValue {
  const split = splitInstant(text)
  if (!is_workbook && split.time !== null && !isMidnight(split.time))
    return { rule: 'must be a date without a time of day' }
  const day = readDay(split.day, date_format)
  if (day !== null) return { value: day }
  return { rule: `must be an existing date in the format ${date_format}`, allowed: formatRules.date.allowed }
}

function readInstantField(text: string, { date_format }: ColumnReading, time_zone: string): ReadValue {
  const value = readInstant(text, date_format, time_zone)
  if (value !== null) return { value }
  return {
    rule: `must be a date in the format ${date_format}, with or without a time such as 14:05:00 or 14:05 +01:00`,
  }
}

const booleans = new Map([
  ...['true', 'yes', 'y', '1', 'on'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'off'].map((word) => [word, false] as const),
])

function readBoolean(text: string): ReadValue {
  const value = booleans.get(text.toLowerCase())
  return value === undefined ? { rule: 'must be true or false', allowed: [...booleans.keys()] } : { value }
}

function readChoice({ choices, choice_synonyms = {} }: ChoiceField, text: string): ReadValue {
  const lower = text.toLowerCase()
  const value = choices.find((choice) => choice.toLowerCase() === lower) ?? choice_synonyms[lower]
  return value === undefined ? { rule: 'must be one of the allowed values', allowed: choices } : { value }
}

function readList({ items_max = listItemsUsual }: ListField, text: string, { separator }: ColumnReading): ReadValue {
  if (!isStorable(text)) return { rule: 'must not contain characters that are not text' }
  const items = text.split(separator).flatMap((item) => item.trim() || [])
  return items.length > items_max ? { rule: `must have at most ${items_max} items` } : { value: items }
}

/** The text is trimmed and not blank. */
export function readValue(
  field: ImportField,
  text: string,
  column: ColumnReading,
  { currency, time_zone, is_workbook = false }: ReadingContext,
): ReadValue {
  switch (field.type) {
    case 'text':
    case 'code':
      return readText(field, text)
    case 'url':
      return readUrl(text)
    case 'whole':
      return readWhole(field, text, column)
    case 'decimal':
      return readDecimalField(field, text, column, currency)
    case 'money':
      return readMoney(field, text, column, currency)
    case 'date':
      return readDate(text, column, is_workbook)
    case 'instant':
      return readInstantField(text, column, time_zone)
    case 'boolean':
      return readBoolean(text)
    case 'choice':
      return readChoice(field, text)
    case 'list':
      return readList(field, text, column)
  }
}
