/** Comma-separated values after RFC 4180, safe to open in a spreadsheet. */
import type { TObject, TSchema } from '@sinclair/typebox'

/** A spreadsheet runs text that begins so as a formula; an apostrophe in front makes it text again. */
const formulaStart = /^[=+\-@\t\r]/
const needsQuotes = /[",\r\n]|^\s|\s$/
/** Either of them: most cells need one test only. */
const needsCare = /^[=+\-@\s]|[",\r\n]|\s$/

/** Numbers stand as they are, so that -5 stays a number; text that would run as a formula is made plain. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (!needsCare.test(text)) return text
  const safe = formulaStart.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

export interface CsvColumn {
  header: string
  read: (row: unknown) => unknown
}

/** The object inside a schema that may also be null. */
function objectOf(schema: TSchema): TObject | null {
  if (schema.type === 'object' && schema.properties) return schema as TObject
  const inner = (schema.anyOf as TSchema[] | undefined)?.find((one) => one.type === 'object' && one.properties)
  return (inner as TObject | undefined) ?? null
}

/** One column for each leaf of a row, named by its path: `price.cents`. Lists and free records become JSON text. */
export function csvColumns(row: TObject, fields?: readonly string[]): CsvColumn[] {
  return Object.entries(row.properties)
    .filter(([name]) => fields === undefined || fields.includes(name))
    .flatMap(([name, schema]) => leaves(schema, name, (value) => (value as Record<string, unknown> | null)?.[name]))
}

function leaves(schema: TSchema, header: string, read: CsvColumn['read']): CsvColumn[] {
  const inner = objectOf(schema)
  if (inner === null) return [{ header, read }]
  return Object.entries(inner.properties).flatMap(([name, one]) =>
    leaves(one, `${header}.${name}`, (row) => (read(row) as Record<string, unknown> | null)?.[name]),
  )
}
