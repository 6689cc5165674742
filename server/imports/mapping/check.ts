/** Whether a mapping can be used: its fields, its headers and its fixed values. Refuses in the words of the request. */
import { refuseField } from '../../contract/refusals.ts'
import type { ImportField, ImportFields } from '../field.ts'
import type { ImportKind } from '../kind.ts'
import type { Mapping } from '../profile.ts'
import { isFault, readValue } from '../values/read_value.ts'
import { normalHeader } from './headers.rules.ts'

const headersShown = 50

export function checkMapping(
  kind: ImportKind,
  fields: ImportFields,
  mapping: Mapping,
  headers: readonly string[],
  currency: string,
): void {
  const normal = headers.map(normalHeader)
  const seen = new Map<string, number>()
  for (const [i, { field, header, otherwise = [], followed_by }] of mapping.columns.entries()) {
    const at = `mapping.columns[${i}]`
    if (fields[field] === undefined)
      refuseField(`${at}.field`, `is "${field}", which is no field of ${kind.name}`, Object.keys(fields))
    checkHeader(`${at}.header`, header, normal, headers)
    for (const [n, other] of otherwise.entries())
      checkHeader(`${at}.otherwise[${n}].header`, other.header, normal, headers)
    if (followed_by !== undefined) checkHeader(`${at}.followed_by`, followed_by, normal, headers)
    if (seen.has(field))
      refuseField(`${at}.field`, `is "${field}", to which mapping.columns[${seen.get(field)}] maps too`)
    seen.set(field, i)
  }
  checkFixed(kind, fields, mapping, currency)
  const given = new Set([...seen.keys(), ...Object.keys(mapping.fixed_values ?? {})])
  const missing = Object.entries(fields).flatMap(([name, { required }]) => (required && !given.has(name) ? name : []))
  if (missing.length > 0)
    refuseField('mapping', `has no column and no fixed value for ${missing.join(', ')}, which ${kind.name} requires`)
}

function checkHeader(at: string, header: string, normal: readonly string[], headers: readonly string[]): void {
  const places = normal.filter((one) => one === normalHeader(header)).length
  if (places === 0) refuseField(at, `is "${header}", which is not a header in the file`, headers.slice(0, headersShown))
  if (places > 1)
    refuseField(at, `is "${header}", which ${places} columns of the file have; rename one of them in the file`)
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
