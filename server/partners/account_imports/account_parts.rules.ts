/** Doors and contacts of accounts, as files have them: found by their reference, address or name, and compared. Pure. */
import { isMailAddress } from '../../contract/schema.ts'
import { recordFault } from '../../imports/record_fault.ts'
import type { FieldChange, RecordFault } from '../../imports/record_diff.ts'
import { nameKey } from '../../records/texts.ts'

export interface DoorValues {
  door_reference: string
  name: string
  kind: string
  country_code: string | null
  region: string | null
  is_active: boolean
}

export interface ContactValues {
  name: string
  email: string | null
  phone: string | null
  role: string | null
  department: string | null
  contact_type: string
}

/** Values of a row; null leaves a value unchanged. */
export type Stated<V> = { [K in keyof V]: V[K] | null } & { row_number: number }

export interface Part<V> {
  id: string
  trading_partner_id: string
  values: V
}

export interface PartWrite<V> extends Part<V> {
  previous: V | null
}

export interface PartDiff<V> {
  writes: PartWrite<V>[]
  changes: FieldChange[]
  faults: RecordFault[]
}

interface PartKind<V> {
  /** Before the names of its fields in the file. */
  prefix: string
  empty: V
  /** Keys by which it is found, the first one first. */
  keysOf(values: Stated<V> | V): (string | null)[]
  faultsOf(values: V): RecordFault[]
  nameOf(values: V): string
}

const folded = (text: string | null) => (text === null ? null : nameKey(text))

export const doorKind: PartKind<DoorValues> = {
  prefix: 'door_',
  empty: { door_reference: '', name: '', kind: 'store', country_code: null, region: null, is_active: true },
  keysOf: ({ door_reference }) => [folded(door_reference)],
  faultsOf: ({ door_reference }) =>
    door_reference === '' ? [recordFault('door_reference', 'is required for a door', null)] : [],
  nameOf: ({ door_reference }) => door_reference,
}

export const contactKind: PartKind<ContactValues> = {
  prefix: 'contact_',
  empty: { name: '', email: null, phone: null, role: null, department: null, contact_type: 'other' },
  keysOf: ({ email, name }) => [
    email === null ? null : `email ${folded(email)}`,
    name === null ? null : `name ${folded(name)}`,
  ],
  faultsOf: ({ name, email, phone }) => [
    ...(name === '' ? [recordFault('contact_name', 'is required for a contact', null)] : []),
    ...(email !== null && !isMailAddress(email)
      ? [recordFault('contact_email', 'must be an e-mail address', email)]
      : []),
    ...(phone !== null && !/\d/.test(phone)
      ? [recordFault('contact_phone', 'must contain at least one digit', phone)]
      : []),
  ],
  nameOf: ({ name }) => name,
}

/** Values are texts and flags. */
const shown = (value: unknown) => (value === null ? null : String(value as string | boolean))

/** Compares the parts that a record states of one account with its `standing` ones. */
export function diffParts<V extends object>(
  kind: PartKind<V>,
  stated: readonly Stated<V>[],
  existingParts: readonly Part<V>[],
  { trading_partner_id, newId }: { trading_partner_id: string; newId: () => string },
): PartDiff<V> {
  const diff: PartDiff<V> = { writes: [], changes: [], faults: [] }
  const known = new Map<string | null, Part<V>>()
  for (const part of existingParts)
    for (const key of kind.keysOf(part.values)) if (!known.has(key)) known.set(key, part)
  const seen = new Set<string | undefined>()
  for (const { row_number, ...row } of stated) {
    const keys = kind.keysOf(row as unknown as Stated<V>).filter((key) => key !== null)
    const existingPart = keys.map((key) => known.get(key)).find((part) => part !== undefined)
    const statedValues = Object.entries(row).filter(([, value]) => value !== null)
    const values = { ...(existingPart?.values ?? kind.empty), ...Object.fromEntries(statedValues) } as V
    if ('door_reference' in values && 'name' in values && values.name === '') values.name = values.door_reference
    const faults = kind.faultsOf(values)
    const place = existingPart?.id ?? keys[0]
    if (faults.length === 0 && seen.has(place))
      faults.push(recordFault(`${kind.prefix}name`, 'is stated by two rows of the account', kind.nameOf(values)))
    seen.add(place)
    diff.faults.push(...faults.map((fault) => ({ ...fault, row_number })))
    const differing = Object.keys(values).filter(
      (field) => shown(values[field as keyof V]) !== shown(existingPart?.values[field as keyof V] ?? null),
    ) as (keyof V & string)[]
    if (differing.length === 0) continue
    diff.writes.push({
      id: existingPart?.id ?? newId(),
      trading_partner_id,
      values,
      previous: existingPart?.values ?? null,
    })
    for (const field of existingPart === undefined ? [] : differing)
      diff.changes.push({
        field: field.startsWith(kind.prefix) ? field : `${kind.prefix}${field}`,
        previous_value: shown(existingPart!.values[field]),
        value: shown(values[field]),
      })
    if (existingPart === undefined)
      diff.changes.push({ field: `${kind.prefix}name`, previous_value: null, value: kind.nameOf(values) })
  }
  return diff
}

export const isSame = <V extends object>(one: V, other: V): boolean =>
  Object.keys(one).every((field) => shown(one[field as keyof V]) === shown(other[field as keyof V]))
