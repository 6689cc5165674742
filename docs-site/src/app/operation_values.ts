/** From what a person entered in a form to what the operation takes. */
import { amountIn, signedCentsIn } from './amounts'
import type { FormField } from './forms'
import { labelOf } from './parts'

/** What cannot be sent is named to the person. */
export class EntryFault extends Error {}

function read(field: FormField, value: unknown): unknown {
  if (field.kind === 'group') return bodyOf(field.fields!, (value ?? {}) as Record<string, unknown>)
  // A row in which nothing was entered is none.
  if (field.kind === 'rows') return (value as Record<string, unknown>[]).map((row) => bodyOf(field.fields!, row)).filter((row) => Object.keys(row).length > 0)
  if (field.kind === 'choices') return value
  const text = String(value)
  if (field.kind === 'number') return numberOf(field, text)
  if (field.kind === 'cents') return centsOf(field, text)
  if (field.kind === 'flag') return text === 'true'
  if (field.kind === 'texts') return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  if (field.kind === 'numbers') return text.split(/[\s,]+/).flatMap((one) => (one === '' ? [] : [numberOf(field, one)]))
  if (field.kind === 'json') return jsonOf(field, text)
  if (field.kind === 'choice') return text
  return text.trim()
}

function numberOf({ name }: FormField, text: string): number {
  const number = Number(text.trim())
  if (!Number.isFinite(number)) throw new EntryFault(`${labelOf(name)} must be a number.`)
  return number
}

function centsOf({ name }: FormField, text: string): number {
  const cents = signedCentsIn(text)
  if (cents === null) throw new EntryFault(`${labelOf(name)} must be an amount with at most two decimals, such as 19.99.`)
  return cents
}

function jsonOf({ name }: FormField, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new EntryFault(`${labelOf(name)} must be JSON.`)
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

/** The stored value of a form's field; records hold some ids and amounts inside an object. */
function storedOf({ name, kind }: FormField, record: Record<string, any>): any {
  if (record[name] !== undefined) return record[name]
  const named = record[name.replace(/_(id|cents)$/, '')]
  if (typeof named !== 'object' || named === null) return undefined
  return kind === 'cents' ? named.cents : named[name] ?? named.id
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** What a record has, as its form shows it. What stands there in another form is left empty, and so not changed. */
export function valuesOf(fields: readonly FormField[], record: Record<string, any>): Record<string, unknown> {
  const shown = ({ kind, fields: inner }: FormField, value: any): unknown => {
    if (kind === 'group') return isPlain(value) ? undefined : valuesOf(inner!, value)
    if (kind === 'json') return JSON.stringify(value, null, 2)
    if (kind === 'cents') return isPlain(value) ? amountIn(Number(value)) : undefined
    const isList = ['rows', 'choices', 'texts', 'numbers'].includes(kind)
    if (!isList) return isPlain(value) ? String(value) : undefined
    if (!Array.isArray(value)) return undefined
    if (kind === 'rows') return value.every(isPlain) ? undefined : value.map((row: Record<string, any>) => valuesOf(inner!, row))
    if (!value.every(isPlain)) return undefined
    return kind === 'choices' ? value : value.join(kind === 'texts' ? '\n' : ', ')
  }
  return Object.fromEntries(
    fields.flatMap((field) => {
      const stored = storedOf(field, record)
      const value = stored === null || stored === undefined ? undefined : shown(field, stored)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
}

/** What differs from the record; a field that was emptied is null where the operation allows it. */
export function changesOf(fields: readonly FormField[], values: Record<string, unknown>, before: Record<string, unknown>): Record<string, unknown> {
  const changed = fields.filter(({ name }) => JSON.stringify(values[name] ?? '') !== JSON.stringify(before[name] ?? ''))
  const emptied = changed.filter(({ name, is_nullable }) => is_nullable && isLeftOut(values[name]))
  return { ...bodyOf(changed, values), ...Object.fromEntries(emptied.map(({ name }) => [name, null])) }
}
