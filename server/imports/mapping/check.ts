/** Whether a mapping can be used: its fields, its headers and its fixed values. Refuses in the words of the request. */
import { refuseField } from '../../contract/refusals.ts'
import type { ImportField, ImportFields } from '../field.ts'
import type { ImportKind } from '../kind.ts'
import type { MappedColumn, Mapping } from '../profile.ts'
import { isFault, readValue } from '../values/read_value.ts'
import { fileHeaders, type FileHeaders, shownHeader } from './file_headers.ts'

export function checkMapping(
  kind: ImportKind,
  fields: ImportFields,
  mapping: Mapping,
  headers: readonly string[],
  currency: string,
): void {
  for (const [i, { field }] of mapping.columns.entries())
    if (fields[field] === undefined)
      refuseField(
        `mapping.columns[${i}].field`,
        `is "${field}", which is no field of ${kind.name}`,
        Object.keys(fields),
      )
  const mapped = checkColumns('mapping.columns', mapping.columns, headers)
  checkFixed(kind, fields, mapping, currency)
  const given = new Set([...mapped, ...Object.keys(mapping.fixed_values ?? {})])
  const missing = Object.entries(fields).flatMap(([name, { required }]) => (required && !given.has(name) ? name : []))
  if (missing.length > 0)
    refuseField('mapping', `has no column and no fixed value for ${missing.join(', ')}, which ${kind.name} requires`)
  if (!statesAnything(kind, mapping))
    refuseField(
      'mapping',
      `has no column for ${kind.needs_one_of!.map((name) => (name.endsWith('.') ? `${name}…` : name)).join(' or ')}, so nothing of the file would be imported`,
    )
}

/** Whether a mapping has a field that records are changed by. */
export function statesAnything({ needs_one_of }: ImportKind, { columns, fixed_values = {} }: Mapping): boolean {
  if (needs_one_of === undefined) return true
  const given = [...columns.map(({ field }) => field), ...Object.keys(fixed_values)]
  return given.some((field) =>
    needs_one_of.some((name) => (name.endsWith('.') ? field.startsWith(name) : field === name)),
  )
}

/** Refuses headers that are not one column of the file, and fields that are mapped twice. Returns the mapped fields. */
export function checkColumns(
  path: string,
  columns: readonly MappedColumn[],
  headers: readonly (string | null)[],
): ReadonlySet<string> {
  const headersOfFile = fileHeaders(headers)
  const seen = new Map<string, number>()
  for (const [i, { field, header, otherwise = [], followed_by }] of columns.entries()) {
    const at = `${path}[${i}]`
    const check = (part: string, one: string) =>
      checkHeader(`${at}.${part}`, one, headersOfFile.alike(one), headersOfFile)
    check('header', header)
    for (const [n, other] of otherwise.entries()) check(`otherwise[${n}].header`, other.header)
    if (followed_by !== undefined) check('followed_by', followed_by)
    if (seen.has(field)) refuseField(`${at}.field`, `is "${field}", to which ${path}[${seen.get(field)}] maps too`)
    seen.set(field, i)
  }
  return new Set(seen.keys())
}

/**
 * The place of the one column that a header names. `fileField`: the field of the request that is refused where the file has
 * several; that of the header unless stated.
 */
export function checkHeader(
  at: string,
  header: string,
  [place, ...others]: readonly number[],
  headers: FileHeaders,
  fileField?: string,
): number {
  const shown = shownHeader(header)
  if (place === undefined) return refuseField(at, `is "${shown}", which is not a header in the file`, headers.shown)
  if (others.length === 0) return place
  const count = others.length + 1
  return fileField === undefined
    ? refuseField(at, `is "${shown}", which ${count} columns of the file have; rename one of them in the file`)
    : refuseField(fileField, `names a file with ${count} columns headed "${shown}"; rename one of them in the file`)
}

function checkFixed(kind: ImportKind, fields: ImportFields, { fixed_values = {} }: Mapping, currency: string): void {
  for (const [name, text] of Object.entries(fixed_values)) {
    const field = fields[name]
    if (field === undefined)
      return refuseField(`mapping.fixed_values.${name}`, `is no field of ${kind.name}`, Object.keys(fields))
    checkText(`mapping.fixed_values.${name}`, field, text, currency)
  }
}

function checkText(at: string, field: ImportField, text: string, currency: string): ReturnType<typeof valueOf> {
  const read = valueOf(field, text, currency)
  if (isFault(read)) return refuseField(at, read.rule, read.allowed)
  return read
}

const valueOf = (field: ImportField, text: string, currency: string) =>
  readValue(
    field,
    text.trim(),
    { decimal_mark: 'point', date_format: 'YYYY-MM-DD', separator: ',' },
    { currency, time_zone: 'UTC' },
  )

/** The options of an import, typed; refuses unknown ones, wrong ones and missing ones. */
export function readOptions(
  kind: ImportKind,
  options: Readonly<Record<string, string>>,
  currency: string,
): Record<string, unknown> {
  const declared: ImportFields = kind.options ?? {}
  for (const name of Object.keys(options))
    if (declared[name] === undefined)
      refuseField(`kind_options.${name}`, `is no option of ${kind.name}`, Object.keys(declared))
  return Object.fromEntries(
    Object.entries(declared).map(([name, field]) => {
      const text = options[name]?.trim() ?? ''
      if (text === '') return field.required ? refuseField(`kind_options.${name}`, 'is required') : [name, null]
      const read = checkText(`kind_options.${name}`, field, text, currency)
      return [name, 'value' in read ? read.value : null]
    }),
  )
}
