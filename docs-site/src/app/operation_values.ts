/** From what a person entered in a form to what the operation takes. */
import type { FormField } from './forms'

/** What cannot be sent is named to the person. */
export class EntryFault extends Error {}

function read(field: FormField, value: unknown): unknown {
  if (field.kind === 'group') return bodyOf(field.fields!, (value ?? {}) as Record<string, unknown>)
  if (field.kind === 'rows') return (value as Record<string, unknown>[]).map((row) => bodyOf(field.fields!, row))
  if (field.kind === 'choices') return value
  const text = String(value)
  if (field.kind === 'number') return numberOf(field, text)
  if (field.kind === 'flag') return text === 'true'
  if (field.kind === 'texts') return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  if (field.kind === 'numbers') return text.split(/[\s,]+/).flatMap((one) => (one === '' ? [] : [numberOf(field, one)]))
  if (field.kind === 'json') return jsonOf(field, text)
  if (field.kind === 'choice') return text
  return text.trim()
}

function numberOf({ name }: FormField, text: string): number {
  const number = Number(text.trim())
  if (!Number.isFinite(number)) throw new EntryFault(`${name} must be a number.`)
  return number
}

function jsonOf({ name }: FormField, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new EntryFault(`${name} must be JSON.`)
  }
}

const isLeftOut = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)

/** The body, without the fields that were left empty: what is not stated is not changed. */
export function bodyOf(fields: readonly FormField[], values: Record<string, unknown>): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values[field.name]
    if (isLeftOut(value)) {
      if (field.is_required && field.kind === 'rows') body[field.name] = []
      continue
    }
    const entered = read(field, value)
    const isEmptyGroup = field.kind === 'group' && Object.keys(entered as object).length === 0
    if (!isEmptyGroup) body[field.name] = entered
  }
  return body
}

/** What a record has, as its form shows it. */
export function valuesOf(fields: readonly FormField[], record: Record<string, any>): Record<string, unknown> {
  const shown = ({ kind, fields: inner }: FormField, value: any): unknown => {
    if (kind === 'group') return valuesOf(inner!, value)
    if (kind === 'rows') return value.map((row: Record<string, any>) => valuesOf(inner!, row))
    if (kind === 'choices') return value
    if (kind === 'texts') return value.join('\n')
    if (kind === 'numbers') return value.join(', ')
    return kind === 'json' ? JSON.stringify(value, null, 2) : String(value)
  }
  return Object.fromEntries(fields.flatMap((field) => (record[field.name] === null || record[field.name] === undefined ? [] : [[field.name, shown(field, record[field.name])]])))
}

/** What differs from the record; a field that was emptied is null where the operation allows it. */
export function changesOf(fields: readonly FormField[], values: Record<string, unknown>, before: Record<string, unknown>): Record<string, unknown> {
  const changed = fields.filter(({ name }) => JSON.stringify(values[name] ?? '') !== JSON.stringify(before[name] ?? ''))
  const emptied = changed.filter(({ name, is_nullable }) => is_nullable && isLeftOut(values[name]))
  return { ...bodyOf(changed, values), ...Object.fromEntries(emptied.map(({ name }) => [name, null])) }
}

/** The path with its ids: those that are known, and those that were chosen. */
export const pathWith = (path: string, ids: Record<string, unknown>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ids[name] ?? '')))
