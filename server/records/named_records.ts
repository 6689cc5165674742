/**
 * Compares records with those stored that are identified by their name, such as locations: an id selects the record to change (and
 * may rename it), otherwise the name does, in any case. Pure: the caller reads the facts and writes the result.
 */
import type { TObject } from '@sinclair/typebox'
import { uuidv7 } from 'uuidv7'
import { differenceOf } from '../contract/difference.ts'
import { nilId, uuidPattern } from '../contract/schema.ts'
import { invalidField } from '../pipeline/explain.ts'
import type { FieldChange, RecordFault, RecordDiff } from '../imports/record_diff.ts'
import { normalText } from './texts.ts'

export interface NamedFields {
  name: string
}

/** Input of a record: the id of an existing record, and the fields to write. Fields left out keep their value. */
export type NamedRecord<F extends NamedFields> = Partial<F> & { id?: string }

export interface NamedKind<F extends NamedFields> {
  noun: string
  id_field: string
  /** The unique index over the names. */
  names_index: string
  /** Schema of the fields, each optional. */
  schema: TObject
  /** Values of the fields that a new record may leave out; the others are required. */
  defaults: Partial<F>
  /** Fields that cannot be valid together. */
  faults?: (next: F, previous: F | null) => RecordFault[]
  /** A field as a person reads it, if it is neither text, a flag nor a list of texts. */
  text?: (field: keyof F & string, value: unknown) => string | null
}

/** Stored records that one input record concerns. */
export interface NamedFacts {
  /** Name in the form in which names are compared; null if the record sends none. */
  key: string | null
  /** The record with the id that was sent. */
  own: Record<string, unknown> | null
  same_name: Record<string, unknown> | null
}

export interface NamedWrite<F extends NamedFields> {
  id: string
  is_new: boolean
  next: F
  /** Only the fields that change. */
  changed: Partial<F>
  previous: Partial<F>
}

export interface NamedDiff<F extends NamedFields> {
  /** Id of the record, also of one to be created; null if it is refused. */
  id: string | null
  diff: RecordDiff<NamedWrite<F>>
}

const shown = (value: unknown): string | null =>
  value === null || value === undefined ? null : Array.isArray(value) ? value.join(', ') : String(value as string)

function changesOf<F extends NamedFields>(kind: NamedKind<F>, { previous, changed }: NamedWrite<F>): FieldChange[] {
  const text = (field: string, value: unknown) =>
    kind.text === undefined ? shown(value) : kind.text(field as keyof F & string, value)
  return Object.keys(changed).map((field) => ({
    field,
    previous_value: text(field, previous[field as keyof F]),
    value: text(field, changed[field as keyof F]),
  }))
}

/** The fields of a stored row that the kind knows. */
const fieldsOf = <F extends NamedFields>(kind: NamedKind<F>, row: Record<string, unknown>): F =>
  Object.fromEntries(Object.keys(kind.schema.properties).map((field) => [field, row[field] ?? null])) as unknown as F

function faultsOf<F extends NamedFields>(
  kind: NamedKind<F>,
  { id, ...sent }: NamedRecord<F>,
  facts: NamedFacts,
  seen: ReadonlySet<string>,
): RecordFault[] {
  const { noun, id_field } = kind
  if (id !== undefined && facts.own === null)
    return [{ field: id_field, rule: `must be a ${noun} of this organisation`, value: id }]
  const invalid = invalidField(kind.schema, sent)
  if (invalid !== null)
    return [{ ...invalid, value: shown((sent as Record<string, unknown>)[invalid.field.split(/[.[]/)[0]!]) }]
  const name = sent.name ?? null
  if (facts.key !== null && seen.has(facts.key)) return [{ field: 'name', rule: 'is repeated', value: name }]
  if (id !== undefined && facts.same_name !== null && facts.same_name[id_field] !== facts.own![id_field])
    return [{ field: 'name', rule: `belongs to another ${noun}`, value: name }]
  if ((facts.own ?? facts.same_name) !== null) return []
  return Object.keys(kind.schema.properties)
    .filter((field) => !(field in sent) && !(field in kind.defaults))
    .map((field) => ({ field, rule: 'is required', value: null }))
}

function diffOne<F extends NamedFields>(
  kind: NamedKind<F>,
  record: NamedRecord<F>,
  facts: NamedFacts,
  seen: ReadonlySet<string>,
): NamedDiff<F> {
  const { id: _id, ...fields } = record
  const sentFields = Object.entries(fields).filter(([, value]) => value !== undefined)
  const sent = Object.fromEntries(sentFields) as Partial<F>
  const refused = (faults: RecordFault[]) => ({ id: null, diff: { outcome: 'refused', faults } as const })
  const faults = faultsOf(kind, { ...sent, id: record.id } as NamedRecord<F>, facts, seen)
  if (faults.length > 0) return refused(faults)
  if (sent.name !== undefined) sent.name = normalText(sent.name) as F['name']
  const row = facts.own ?? facts.same_name
  // A record found by its name keeps the case in which the name is stored.
  if (record.id === undefined && row !== null) delete sent.name
  const onFile = row === null ? null : fieldsOf(kind, row)
  const next = { ...kind.defaults, ...onFile, ...sent } as F
  const together = kind.faults?.(next, onFile) ?? []
  if (together.length > 0) return refused(together)
  if (onFile === null) {
    const id = uuidv7()
    return { id, diff: { outcome: 'created', write: { id, is_new: true, next, changed: next, previous: {} } } }
  }
  const id = row![kind.id_field] as string
  const changed = differenceOf(onFile, sent) as Partial<F>
  const names = Object.keys(changed) as (keyof F)[]
  if (names.length === 0) return { id, diff: { outcome: 'unchanged' } }
  const previous = Object.fromEntries(names.map((field) => [field, onFile[field]])) as unknown as Partial<F>
  const write = { id, is_new: false, next, changed, previous }
  return { id, diff: { outcome: 'changed', changes: changesOf(kind, write), write } }
}

/** `facts` are in the order of the records. A name that occurs twice is refused the second time. */
export function diffNamed<F extends NamedFields>(
  kind: NamedKind<F>,
  records: readonly NamedRecord<F>[],
  facts: readonly NamedFacts[],
): NamedDiff<F>[] {
  const seen = new Set<string>()
  return records.map((record, at) => {
    const diff = diffOne(kind, record, facts[at]!, seen)
    const { key } = facts[at]!
    if (key !== null) seen.add(key)
    return diff
  })
}

/** Columns of the records that the statement that reads the facts needs. */
export const lookups = <F extends NamedFields>(records: readonly NamedRecord<F>[]) =>
  records.map(({ id, name }, at) => ({
    at,
    id: id === undefined ? null : uuidPattern.test(id) ? id : nilId,
    name: typeof name === 'string' ? normalText(name) : null,
  }))

/** Undo data of a write: the previous fields; null if the record was created. */
export const undoOf = <F extends NamedFields>({ id, is_new, previous }: NamedWrite<F>) => ({
  undo: { id, previous: is_new ? null : previous },
})
