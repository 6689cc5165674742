/** The records of a file that was read whole: what the engine does with batches, for one request. */
import type { ImportKind } from './kind.ts'
import { type LookedThrough, lookThrough } from './look_through.ts'
import type { Mapping } from './profile.ts'
import type { WholeFile } from './reading/whole_file.ts'
import type { ReadingContext } from './values/read_value.ts'
import { groupRows, readingOf, readRecord, type ReadRecord } from './values/records.ts'

/** Without records where columns have two readings. */
export interface FileRecords extends LookedThrough {
  records: readonly ReadRecord[]
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

export async function readRecords(
  kind: ImportKind,
  { headers, rows }: WholeFile,
  mapping: Mapping,
  context: ReadingContext,
): Promise<FileRecords> {
  const looked = await lookThrough({ headers, rows: [rows] }, kind.fields, mapping, context)
  if (looked.questions.length > 0) return { ...looked, records: [] }
  const { readers } = looked
  const join = readers.find(({ name, index }) => name === kind.join_by && index !== null) ?? null
  const reading = readingOf({ kind, fields: kind.fields, readers, join, width: headers.length, options: {}, context })
  const records = groupRows(rows, join).map((group) => readRecord(group, reading))
  return { ...looked, records: withoutRepeats(kind, records) }
}
