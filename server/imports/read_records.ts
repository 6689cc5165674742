/** The records of a file that was read whole: what the engine does with batches, for one request. */
import type { ImportKind } from './kind.ts'
import type { Mapping } from './profile.ts'
import type { WholeFile } from './reading/whole_file.ts'
import { type FieldReader, readersOf, textOf } from './values/field_reader.ts'
import type { ReadingContext } from './values/read_value.ts'
import { groupRows, readingOf, readRecord, type ReadRecord } from './values/records.ts'
import { addFacts, decideColumns, type Question } from './work/reading_state.ts'

export interface FileRecords {
  /** Columns with two readings; then there are no records. */
  questions: readonly Question[]
  records: readonly ReadRecord[]
  readers: readonly FieldReader[]
}

/** A record with the key of an earlier one, as a fault. */
function withoutRepeats(kind: ImportKind, records: readonly ReadRecord[]): ReadRecord[] {
  const rows = new Map<string, number>()
  return records.map((one) => {
    const key = one.record === null ? null : kind.keyOf(one.record)
    if (key === null) return one
    const earlierRow = rows.get(key)
    if (earlierRow === undefined) rows.set(key, one.first_row)
    if (earlierRow === undefined) return one
    const rule = `is in row ${earlierRow} and again in row ${one.first_row}; keep one of them`
    return { ...one, record: null, faults: [{ field: 'record', rule, value: kind.nameOf(one.record) }] }
  })
}

export function readRecords(
  kind: ImportKind,
  { headers, rows }: WholeFile,
  mapping: Mapping,
  context: ReadingContext,
): FileRecords {
  const facts = { dates: {}, numbers: {} }
  const plain = readersOf(kind.fields, mapping, headers, {}, context)
  const add = addFacts(facts, plain, context.currency)
  for (const row of rows) add(row.row_number, (reader) => textOf(reader, row))
  const { decisions, questions } = decideColumns(facts, mapping, kind.fields)
  const readers = readersOf(kind.fields, mapping, headers, decisions, context)
  if (questions.length > 0) return { questions, records: [], readers }
  const join = readers.find(({ name, index }) => name === kind.join_by && index !== null) ?? null
  const reading = readingOf({ kind, fields: kind.fields, readers, join, width: headers.length, options: {}, context })
  const records = groupRows(rows, join).map((group) => readRecord(group, reading))
  return { questions, records: withoutRepeats(kind, records), readers }
}
