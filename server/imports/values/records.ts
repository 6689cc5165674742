/** Rows into records: joined, typed and checked. Pure. */
import { isCurrency } from '../../contract/money.ts'
import type { FieldValue, ImportField, ImportFields } from '../field.ts'
import type { FileRow, ImportKind, RowGroup } from '../kind.ts'
import type { RawRow } from '../reading/csv_rows.ts'
import { isBlankRow } from '../reading/head.ts'
import type { RecordFault } from '../record_diff.ts'
import { type FieldReader, textOf } from './field_reader.ts'
import { mapInSlices } from '../../queue/slices.ts'
import { isFault, readValue, type ReadingContext } from './read_value.ts'

/** The rows of one record as the file has them. */
export interface RawGroup {
  rows: readonly RawRow[]
}

/** The text that joins a row to its neighbours; null if it is joined to none. */
export const joinTextOf = (join: FieldReader | null, row: RawRow): string | null =>
  join === null ? null : textOf(join, row)

/** Whether a row with `by` goes on with the record whose first row has `last`; undefined where there is none. */
export const isJoined = (join: FieldReader | null, last: string | null | undefined, by: string | null): boolean =>
  last !== undefined && (by === null ? join?.blank_joins === true : last === by)

interface Group extends RawGroup {
  by: string | null
  rows: RawRow[]
}

/**
 * Neighbouring rows with one value of the field by which rows are joined; every other row alone. With `joinsApart`, rows with
 * one value that do not follow each other are one group, too.
 */
export function groupRows(rows: readonly RawRow[], join: FieldReader | null, joinsApart = false): RawGroup[] {
  const groups: Group[] = []
  const byText = new Map<string, Group>()
  let last: Group | undefined
  for (const row of rows) {
    if (isBlankRow(row)) continue
    const by = joinTextOf(join, row)
    const earlier = isJoined(join, last?.by, by) ? last : joinsApart && by !== null ? byText.get(by) : undefined
    if (earlier !== undefined) {
      earlier.rows.push(row)
      last = earlier
      continue
    }
    last = { by, rows: [row] }
    groups.push(last)
    if (by !== null) byText.set(by, last)
  }
  return groups
}

export interface ReadRow {
  row_number: number
  values: Record<string, FieldValue | null>
  faults: RecordFault[]
}

/** What reading a row takes. */
export interface RowReading {
  readers: readonly FieldReader[]
  /** Columns of the header row, as many as each row must have; null: rows may be shorter or longer. */
  width: number | null
  /** The header row, which files that people put together repeat between their rows. */
  headers?: readonly (string | null)[]
  context: ReadingContext
  /** Null for each field. */
  blank: Readonly<Record<string, null>>
  /** Whether a field may carry personal data, which no report shows. */
  isPersonal: (field: string) => boolean
}

/** Amounts of a row may be in a currency that another of its cells says. */
function contextOf(
  { field }: FieldReader,
  readers: readonly FieldReader[],
  row: RawRow,
  context: ReadingContext,
): ReadingContext {
  if (field.type !== 'money' || field.in_currency_of === undefined) return context
  const reader = readers.find(({ name }) => name === field.in_currency_of)
  const currency = reader === undefined ? null : (textOf(reader, row) ?? reader.fixed)
  return typeof currency === 'string' && isCurrency(currency) ? { ...context, currency } : context
}

const isHeaderRow = (cells: RawRow['cells'], headers: RowReading['headers']): boolean =>
  headers !== undefined && cells[0] === headers[0] && headers.every((header, place) => header === cells[place])

export function readRow(reading: RowReading, row: RawRow): ReadRow {
  const { blank, readers, width, headers, context, isPersonal } = reading
  const values: ReadRow['values'] = { ...blank }
  const faults: RecordFault[] = []
  const { row_number, cells } = row
  if (isHeaderRow(cells, headers)) {
    const fault = { field: 'row', rule: 'repeats the header row and states nothing', value: null, row_number }
    return { row_number, values, faults: [fault] }
  }
  const used = width === null ? 0 : cells.findLastIndex((cell) => cell !== null) + 1
  if (width !== null && (cells.length < width || used > width))
    faults.push({
      field: 'row',
      rule: `has ${cells.length} cells, and the header row has ${width}`,
      value: null,
      row_number,
    })
  for (const reader of readers) {
    const text = textOf(reader, row)
    if (text === null) {
      values[reader.name] = reader.fixed
      continue
    }
    const read = readValue(reader.field, text, reader.column, contextOf(reader, readers, row, context))
    if (isFault(read))
      faults.push({ field: reader.name, value: isPersonal(reader.name) ? null : text, row_number, ...read })
    else values[reader.name] = read.value
  }
  return { row_number, values, faults }
}

/** A field of the record has the value that one of its rows states; two values are a fault. */
function mergeRecordFields(
  fields: ImportFields,
  rows: readonly ReadRow[],
  faults: RecordFault[],
  isPersonal: (field: string) => boolean,
): ReadRow['values'] {
  const values = { ...rows[0]!.values }
  for (const [field, { per }] of Object.entries(fields)) {
    if (per !== 'record') continue
    for (const row of rows.slice(1)) {
      const value = row.values[field] ?? null
      if (value === null) continue
      const firstValue = values[field] ?? null
      if (firstValue === null) values[field] = value
      else if (JSON.stringify(firstValue) !== JSON.stringify(value))
        faults.push({
          field,
          rule: isPersonal(field)
            ? 'differs from the value of another row of the same record'
            : `differs from the value ${shownValue(firstValue)} of another row of the same record`,
          value: isPersonal(field) ? null : shownValue(value),
          row_number: row.row_number,
        })
    }
  }
  return values
}

export const shownValue = (value: FieldValue): string => (typeof value === 'object' ? value.join(', ') : String(value))

function addMissing(
  required: RecordReading['required'],
  rows: readonly ReadRow[],
  merged: ReadRow['values'],
  faults: RecordFault[],
): void {
  const missing = (field: string, row_number: number): RecordFault => ({
    field,
    rule: 'is required',
    value: null,
    row_number,
  })
  for (const [name, field] of required) {
    // A value that cannot be read is a fault already.
    const isFaulty = (row_number: number) =>
      faults.some((fault) => fault.field === name && fault.row_number === row_number)
    if (field.per === 'record') {
      if (merged[name] === null && !rows.some((row) => isFaulty(row.row_number)))
        faults.push(missing(name, rows[0]!.row_number))
    } else
      for (const { row_number, values } of rows)
        if (values[name] === null && !isFaulty(row_number)) faults.push(missing(name, row_number))
  }
}

export interface ReadRecord {
  first_row: number
  last_row: number
  rows: readonly number[]
  /** Null if a value is invalid. */
  record: unknown
  faults: readonly RecordFault[]
}

export interface RecordReading extends RowReading {
  kind: ImportKind
  fields: ImportFields
  join: FieldReader | null
  options: Record<string, FieldValue | null>
  required: readonly (readonly [name: string, field: ImportField])[]
}

const personalFieldsOf = ({ is_personal, personal_fields }: RecordReading['kind']) => {
  const fields = new Set(personal_fields)
  return (field: string) => is_personal === true && (personal_fields === undefined || fields.has(field))
}

export const blankOf = (fields: ImportFields): RowReading['blank'] =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, null]))

/** Prepares what follows from the fields, once for all rows. */
export const readingOf = (reading: Omit<RecordReading, 'blank' | 'required' | 'isPersonal'>): RecordReading => ({
  ...reading,
  isPersonal: personalFieldsOf(reading.kind),
  blank: blankOf(reading.fields),
  required: Object.entries(reading.fields).filter(([, { required }]) => required === true),
})

const noFaults: readonly RecordFault[] = []

export function readRecord(group: RawGroup, reading: RecordReading): ReadRecord {
  const { kind, fields, options, isPersonal } = reading
  const rows = group.rows.map((row) => readRow(reading, row))
  const faults = rows.length === 1 ? rows[0]!.faults : rows.flatMap((row) => row.faults)
  const values = rows.length === 1 ? rows[0]!.values : mergeRecordFields(fields, rows, faults, isPersonal)
  const isPassedOver = kind.passesOver?.(values as never, options as never) === true
  if (!isPassedOver && faults.every(({ field }) => field !== 'row')) addMissing(reading.required, rows, values, faults)
  const place = {
    first_row: rows[0]!.row_number,
    last_row: rows.at(-1)!.row_number,
    rows: rows.map((row) => row.row_number),
  }
  if (faults.length > 0) return { ...place, record: null, faults }
  const fileRows: FileRow<ImportFields>[] = rows.map((row) => ({ row_number: row.row_number, values: row.values }))
  const made = kind.toRecord(
    { row_number: place.first_row, values, rows: fileRows } as RowGroup<ImportFields>,
    options as never,
    reading.context,
  )
  return Array.isArray(made)
    ? { ...place, record: null, faults: made as RecordFault[] }
    : { ...place, record: made, faults: noFaults }
}

/** Reads the records of a batch in slices, between which other work of the process has its turn. */
export const readRecords = (rows: readonly RawRow[], reading: RecordReading): Promise<ReadRecord[]> =>
  mapInSlices(groupRows(rows, reading.join, reading.kind.joins_apart), (group) => readRecord(group, reading))
