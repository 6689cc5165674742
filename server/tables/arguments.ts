/** Reads filter_args and sort_args: only published keys and operations, every value of its column's type. */
import { limits } from '../contract/limits.ts'
import { refuseField } from '../contract/refusals.ts'
import { formatRules, isCalendarDate, isInstant, nilId, uuidPattern } from '../contract/schema.ts'
import { checkText as checkCharacters } from '../pipeline/json.ts'
import type { ColumnType, FilterOperation } from './field.ts'
import { publishedFilters, publishedSorts, type Table } from './table.ts'

export interface Filter {
  key: string
  operation: FilterOperation
  value: unknown
}

export interface SortTerm {
  key: string
  descending: boolean
}

const withoutValue: readonly FilterOperation[] = ['is_empty', 'is_not_empty']
const withList: readonly FilterOperation[] = ['in', 'not_in']
/** Operations on whole values: for a known list, another value is an error, not an empty result. */
const withKnownValue: readonly FilterOperation[] = ['eq', 'neq', 'in', 'not_in']

const words: Record<ColumnType, string> = {
  text: 'must be text',
  text_list: 'must be text',
  integer: 'must be a whole number',
  number: 'must be a number',
  date: formatRules.date.rule,
  instant: formatRules['date-time'].rule,
  boolean: 'must be true or false',
  id: 'must be an id',
}

const allowed: Partial<Record<ColumnType, readonly string[]>> = {
  date: formatRules.date.allowed,
  instant: formatRules['date-time'].allowed,
}

/** Lists of filter values return numbers and flags as text, so filters take that text as well. */
function fromText(value: unknown, pattern: RegExp): unknown {
  return typeof value === 'string' && pattern.test(value) ? JSON.parse(value) : value
}
const wholeText = /^-?(0|[1-9]\d{0,15})$/
const numberText = /^-?(0|[1-9]\d{0,15})(\.\d{1,15})?$/
const flagText = /^(true|false)$/

/** Returns the value as the statement takes it; refuses one that is not of the type. */
function checkValue(raw: unknown, type: ColumnType, field: string): unknown {
  const bad = () => refuseField(field, words[type], allowed[type])
  switch (type) {
    case 'integer': {
      const value = fromText(raw, wholeText)
      return Number.isSafeInteger(value) ? value : bad()
    }
    case 'number': {
      const value = fromText(raw, numberText)
      return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e15 ? value : bad()
    }
    case 'boolean': {
      const value = fromText(raw, flagText)
      return typeof value === 'boolean' ? value : bad()
    }
    default:
      return checkText(raw, type, field)
  }
}

function checkText(value: unknown, type: ColumnType, field: string): unknown {
  const bad = () => refuseField(field, words[type], allowed[type])
  switch (type) {
    case 'date':
      return typeof value === 'string' && isCalendarDate(value) ? value : bad()
    case 'instant':
      return typeof value === 'string' && isInstant(value) ? value : bad()
    case 'id':
      if (typeof value !== 'string') return bad()
      return uuidPattern.test(value) ? value.toLowerCase() : nilId
    default:
      return typeof value === 'string' && value.length <= limits.filter_text_length_max ? value : bad()
  }
}

/** The value by which the bounds of `between` are compared; dates are in order as text. */
const orderOf = (value: unknown, type: ColumnType) =>
  type === 'instant' ? Date.parse(value as string) : (value as number | string)

function checkOperand(operation: FilterOperation, value: unknown, type: ColumnType, field: string): unknown {
  if (withoutValue.includes(operation)) return null
  if (withList.includes(operation)) {
    if (!Array.isArray(value) || value.length === 0)
      return refuseField(field, `must be a list of at least one value for ${operation}`)
    if (value.length > limits.filter_values_max)
      return refuseField(field, `may list at most ${limits.filter_values_max} values`)
    return value.map((one, i) => checkValue(one, type, `${field}[${i}]`))
  }
  if (operation === 'between') {
    const bad = () => refuseField(field, 'must be a list of two values, lowest first, for between')
    if (!Array.isArray(value) || value.length !== 2) return bad()
    const [low, high] = value.map((one, i) => checkValue(one, type, `${field}[${i}]`))
    return orderOf(low, type) > orderOf(high, type) ? bad() : [low, high]
  }
  return checkValue(value, type, field)
}

function checkFilter(table: Table, raw: unknown, field: string): Filter {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw))
    refuseField(field, 'must be an object {key, operation, value}')
  const { key, operation, value, ...rest } = raw as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) refuseField(`${field}.${unknown}`, 'is not a known field', ['key', 'operation', 'value'])
  const column = typeof key === 'string' && Object.hasOwn(table.columns, key) ? table.columns[key] : undefined
  const special =
    typeof key === 'string' && table.filters && Object.hasOwn(table.filters, key) ? table.filters[key] : undefined
  const operations = (special ?? column)?.operations ?? []
  if (operations.length === 0)
    return refuseField(
      `${field}.key`,
      'is not a key of this table',
      publishedFilters(table).map((one) => one.key),
    )
  if (!operations.includes(operation as FilterOperation))
    return refuseField(`${field}.operation`, `is not an operation of ${String(key)}`, operations)
  const { type, values } = (special ?? column)!
  const operand = checkOperand(operation as FilterOperation, value, type, `${field}.value`)
  if (values && withKnownValue.includes(operation as FilterOperation)) {
    const [strange] = [operand].flat().filter((one) => !values.includes(one as string))
    if (strange !== undefined) refuseField(`${field}.value`, `is not a value of ${String(key)}`, values)
  }
  return { key: key as string, operation: operation as FilterOperation, value: operand }
}

export function readFilters(table: Table, filter_args: string | undefined): Filter[] {
  if (filter_args === undefined || filter_args === '') return []
  let parsed: unknown
  try {
    parsed = JSON.parse(filter_args)
  } catch {
    refuseField('filter_args', 'must be a JSON array of {key, operation, value}')
  }
  if (!Array.isArray(parsed)) return refuseField('filter_args', 'must be a JSON array of {key, operation, value}')
  if (parsed.length > limits.filters_max) refuseField('filter_args', `may hold at most ${limits.filters_max} filters`)
  checkCharacters(parsed, 'filter_args')
  return parsed.map((one, i) => checkFilter(table, one, `filter_args[${i}]`))
}

export function readSorts(table: Table, sort_args: string | undefined): SortTerm[] {
  const allowed = publishedSorts(table)
  const terms = (sort_args || table.default_sort).split(',').map((part): SortTerm => {
    const text = part.trim()
    // A + in a query string arrives as a space, which was just trimmed away.
    const key = text.replace(/^[-+]/, '')
    if (!allowed.includes(key))
      refuseField('sort_args', `names "${key.slice(0, 60)}", which is not a sortable column`, allowed)
    return { key, descending: text.startsWith('-') }
  })
  const repeated = terms.find((term, i) => terms.findIndex(({ key }) => key === term.key) !== i)
  if (repeated) refuseField('sort_args', `names ${repeated.key} twice`)
  return terms
}
