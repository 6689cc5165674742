/** State of reading an import's file: its format, the formats of its columns, and the position reached. */
import type { FieldReader } from '../values/field_reader.ts'
import type { ImportFields } from '../field.ts'
import type { DateFormat, DecimalMark } from '../known_values.ts'
import type { Mapping } from '../profile.ts'
import type { FileFormat } from '../reading/source.ts'
import {
  addDate,
  addNumber,
  type DateFacts,
  decideDates,
  decideNumbers,
  noDates,
  noNumbers,
  type NumberFacts,
} from '../values/column_facts.ts'
import type { ColumnReading } from '../values/read_value.ts'

export interface ReadingState {
  format: FileFormat
  headers: (string | null)[]
  /** The last row read, and where it ends. */
  position: { row_number: number; offset: number | null }
  rows: number
  batches: number
  dates: Record<string, DateFacts>
  numbers: Record<string, NumberFacts>
}

const isTime = ({ field }: FieldReader) => field.type === 'date' || field.type === 'instant'
const isNumber = ({ field }: FieldReader) =>
  field.type === 'whole' || field.type === 'decimal' || field.type === 'money'

/** Adds a row's values to the facts of their columns. */
export function addFacts(
  state: Pick<ReadingState, 'dates' | 'numbers'>,
  readers: readonly FieldReader[],
  currency: string,
) {
  const times = readers.filter((reader) => reader.index !== null && isTime(reader))
  const figures = readers.filter((reader) => reader.index !== null && isNumber(reader))
  for (const { name } of times) state.dates[name] ??= noDates()
  for (const { name } of figures) state.numbers[name] ??= noNumbers()
  return (row_number: number, textOf: (reader: FieldReader) => string | null): void => {
    for (const reader of times) {
      const text = textOf(reader)
      if (text !== null) addDate(state.dates[reader.name]!, row_number, text)
    }
    for (const reader of figures) {
      const text = textOf(reader)
      if (text !== null) addNumber(state.numbers[reader.name]!, row_number, text, reader.field, currency)
    }
  }
}

/** A column with two readings, between which a person decides. */
export interface Question {
  field: string
  header: string
  setting: 'date_format' | 'decimal_mark'
  choices: readonly string[]
  samples: readonly { row_number: number; value: string }[]
}

export interface Decided {
  decisions: Record<string, Partial<ColumnReading>>
  questions: Question[]
}

/** The one mark that the file's unambiguous columns share. */
function markElsewhere(numbers: ReadingState['numbers']): DecimalMark | null {
  const marks = new Set(
    Object.values(numbers).flatMap(({ only }) =>
      only.point === only.comma ? [] : [only.point > only.comma ? ('point' as const) : ('comma' as const)],
    ),
  )
  return marks.size === 1 ? [...marks][0]! : null
}

export function decideColumns(
  state: Pick<ReadingState, 'dates' | 'numbers'>,
  mapping: Mapping,
  fields: ImportFields,
): Decided {
  const decided: Decided = { decisions: {}, questions: [] }
  const elsewhere = markElsewhere(state.numbers)
  for (const { field, header, date_format, decimal_mark } of mapping.columns) {
    if (fields[field] === undefined) continue
    const [dates, numbers] = [state.dates[field], state.numbers[field]]
    if (dates !== undefined && date_format === undefined) {
      const decision = decideDates(dates)
      if ('read_as' in decision) decided.decisions[field] = { date_format: decision.read_as as DateFormat }
      else ask(decided, { field, header, setting: 'date_format', choices: decision.choices, samples: dates.samples })
    }
    if (numbers !== undefined && decimal_mark === undefined) {
      const decision = decideNumbers(numbers, elsewhere)
      if ('read_as' in decision) decided.decisions[field] = { decimal_mark: decision.read_as }
      else ask(decided, { field, header, setting: 'decimal_mark', choices: decision.choices, samples: numbers.samples })
    }
  }
  return decided
}

const ask = ({ questions }: Decided, question: Question) => void questions.push(question)
