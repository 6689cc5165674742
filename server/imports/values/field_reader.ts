/** The fields of a kind with the columns that they are read from. */
import type { FieldValue, ImportField, ImportFields } from '../field.ts'
import { fileHeaders, type FileHeaders } from '../mapping/file_headers.ts'
import type { MappedColumn, Mapping } from '../profile.ts'
import type { RawRow } from '../reading/csv_rows.ts'
import { type ColumnReading, isFault, readValue, type ReadingContext } from './read_value.ts'

export interface FieldReader {
  name: string
  field: ImportField
  /** Null for a fixed value. */
  header: string | null
  /** The column's index; null for a fixed value. */
  index: number | null
  fixed: FieldValue | null
  column: ColumnReading
  replacements: ReadonlyMap<string, string>
  remove_prefix: string
  /** Columns that are read in turn where the cell is blank. */
  otherwise: readonly { index: number; prefix: string }[]
  /** Index of the column whose text is put behind; null for none. */
  followed_by: number | null
  /** For the field by which rows are joined: a blank value joins its row to the record above. */
  blank_joins: boolean
}

const usual: ColumnReading = { decimal_mark: 'point', date_format: 'YYYY-MM-DD', separator: ',' }

/** `decisions`: how the columns' dates and decimals are read, by field, where the mapping does not say. */
export function readersOf(
  fields: ImportFields,
  mapping: Mapping,
  headers: readonly (string | null)[],
  decisions: Readonly<Record<string, Partial<ColumnReading>>>,
  context: ReadingContext,
): FieldReader[] {
  const headersOfFile = fileHeaders(headers)
  const mapped = mapping.columns.flatMap((column) => {
    const [field, index] = [fields[column.field], headersOfFile.places(column.header).at(-1)]
    return field === undefined || index === undefined
      ? []
      : [
          {
            ...readerOf(column, field, index, decisions[column.field] ?? {}),
            otherwise: othersOf(column, headersOfFile),
            followed_by: headersOfFile.places(column.followed_by ?? '').at(-1) ?? null,
          },
        ]
  })
  const fixed = Object.entries(mapping.fixed_values ?? {}).flatMap(([name, text]) => {
    const field = fields[name]
    if (field === undefined) return []
    const read = readValue(field, text, usual, context)
    return [{ ...bare(name, field), fixed: isFault(read) ? null : read.value }]
  })
  return [...mapped, ...fixed]
}

const bare = (name: string, field: ImportField): FieldReader => ({
  name,
  field,
  header: null,
  index: null,
  fixed: null,
  column: usual,
  replacements: new Map(),
  remove_prefix: '',
  otherwise: [],
  followed_by: null,
  blank_joins: false,
})

const othersOf = ({ otherwise = [] }: MappedColumn, headers: FileHeaders): FieldReader['otherwise'] =>
  otherwise.flatMap(({ header, prefix = '' }) => {
    const index = headers.places(header).at(-1)
    return index === undefined ? [] : [{ index, prefix }]
  })

function readerOf(
  mapped: MappedColumn,
  field: ImportField,
  index: number,
  decided: Partial<ColumnReading>,
): FieldReader {
  const { header, replacements = {}, remove_prefix = '', separator, date_format, decimal_mark } = mapped
  const stated = Object.entries({ separator, date_format, decimal_mark }).filter(([, value]) => value !== undefined)
  return {
    ...bare(mapped.field, field),
    header,
    index,
    remove_prefix,
    column: { ...usual, ...decided, ...Object.fromEntries(stated) },
    replacements: new Map(Object.entries(replacements).map(([text, by]) => [text.trim().toLowerCase(), by])),
  }
}

/** The columns that fields are read from. */
export const columnsRead = (readers: readonly FieldReader[]): { index: number | null }[] =>
  readers.flatMap(({ index, otherwise, followed_by }) => [{ index }, ...otherwise, { index: followed_by }])

const lineBreaks = /\s*[\n\r\u2028\u2029]\s*/g

/** Spreadsheets keep line breaks in cells that people wrote on one line; a SKU with one would be another SKU. */
const onOneLine = (text: string): string => (/[\n\r\u2028\u2029]/.test(text) ? text.replaceAll(lineBreaks, ' ') : text)

const hasLines = ({ field }: FieldReader) =>
  (field.type === 'text' || field.type === 'code') && field.has_lines === true

/** The text of a field in a row, as the mapping changes it; null where blank. */
export function textOf(reader: FieldReader, row: RawRow): string | null {
  const text = joinedText(reader, row)
  return text === null || hasLines(reader) ? text : onOneLine(text)
}

function joinedText(reader: FieldReader, row: RawRow): string | null {
  const { index, otherwise } = reader
  const own = index === null ? null : cellText(reader, row.cells[index] ?? null)
  const next = reader.followed_by === null ? null : (row.cells[reader.followed_by] ?? null)
  if (own !== null && next !== null) return `${own} ${next}`
  if (own !== null || otherwise.length === 0) return own
  for (const other of otherwise) {
    const text = cellText(reader, row.cells[other.index] ?? null)
    if (text !== null) return `${other.prefix}${text}`
  }
  return null
}

function cellText({ remove_prefix, replacements }: FieldReader, cell: string | null): string | null {
  if (cell === null) return null
  const text = remove_prefix !== '' && cell.startsWith(remove_prefix) ? cell.slice(remove_prefix.length) : cell
  const replaced = replacements.size === 0 ? text : (replacements.get(text.toLowerCase()) ?? text)
  return replaced.trim() || null
}
