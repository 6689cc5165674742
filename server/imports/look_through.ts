/** Looks at all rows of a table and decides how its columns are read: each as it writes most of its dates and decimals. */
import { limits } from '../contract/limits.ts'
import { FileFault } from '../files/file_fault.ts'
import type { ImportFields } from './field.ts'
import { unreadHeaders } from './mapping/file_headers.ts'
import type { Mapping } from './profile.ts'
import type { RawRow } from './reading/csv_rows.ts'
import { fileRules } from './reading/file_rules.ts'
import { columnsRead, type FieldReader, readersOf, textOf } from './values/field_reader.ts'
import type { ReadingContext } from './values/read_value.ts'
import { addFacts, decideColumns, type Question } from './work/reading_state.ts'

export interface LookedThrough {
  readers: readonly FieldReader[]
  /** Columns with two readings. */
  questions: readonly Question[]
  row_count: number
  ignored_columns: string[]
}

type Rows = Iterable<readonly RawRow[]> | AsyncIterable<readonly RawRow[]>

/** `look` is called for each row, with a function that answers the text of a field in it. */
export async function lookThrough(
  { headers, rows }: { headers: readonly (string | null)[]; rows: Rows },
  fields: ImportFields,
  mapping: Mapping,
  context: ReadingContext,
  look: (textIn: (field: string) => string | null) => void = () => {},
): Promise<LookedThrough> {
  const plain = readersOf(fields, mapping, headers, {}, context)
  const byField = new Map(plain.map((reader) => [reader.name, reader]))
  const facts = { dates: {}, numbers: {} }
  const add = addFacts(facts, plain, context.currency)
  let row_count = 0
  for await (const some of rows)
    for (const row of some) {
      if (++row_count > limits.import_rows_max) throw new FileFault(fileRules.tooManyRows)
      add(row.row_number, (reader) => textOf(reader, row))
      look((field) => {
        const reader = byField.get(field)
        return reader === undefined ? null : textOf(reader, row)
      })
    }
  if (row_count === 0) throw new FileFault(fileRules.noRows)
  const { decisions, questions } = decideColumns(facts, mapping, fields)
  const readers = readersOf(fields, mapping, headers, decisions, context)
  return { readers, questions, row_count, ignored_columns: unreadHeaders({ texts: headers }, columnsRead(readers)) }
}

/** What the first sample of a column with two readings says, in words that follow its header. */
export const twoReadings = ({ samples: [sample] }: Question): string =>
  `has values with two readings, such as ${sample?.value ?? ''} in row ${sample?.row_number ?? ''}`
