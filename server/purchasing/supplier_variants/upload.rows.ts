/** Validates the rows of a supplier file: each becomes a supplier with its primary contact, or a fault. */
import { uuidv7 } from 'uuidv7'
import type { Caller } from '../../contract/call.ts'
import type { TSchema } from '../../contract/schema.ts'
import { ruleBroken } from '../../pipeline/explain.ts'
import { mapInSlices } from '../../queue/slices.ts'
import type { NewContact } from '../contacts/contact.model.ts'
import { contactFault, draftContact, type FieldFault } from '../contacts/contact.rules.ts'
import type { ContactDraft } from '../contacts/contact.store.ts'
import type { NewSupplier } from '../suppliers/model.ts'
import { draftSupplier, supplierFault } from '../suppliers/rules.ts'
import type { SupplierDraft } from '../suppliers/store.ts'
import { contactPrefix, fileColumns } from './upload.model.ts'

export interface FileRow {
  row: number
  /** By field name; without empty cells. */
  cells: Readonly<Record<string, string>>
}

export interface GoodRow {
  row: number
  name: string
  supplier_id: string
  supplier: SupplierDraft
  contact: ContactDraft | null
}

export interface BadRow extends FieldFault {
  row: number
  name: string | null
}

export interface ValidatedRows {
  good: GoodRow[]
  bad: BadRow[]
}

const flags: Record<string, boolean> = { true: true, yes: true, '1': true, false: false, no: false, '0': false }

/** Parses a cell by its schema; text that does not parse is returned unchanged and fails validation. */
function valueOf(schema: TSchema, text: string): unknown {
  if (schema.type === 'boolean') return flags[text.toLowerCase()] ?? text
  if (schema.type === 'integer') return /^-?\d{1,15}(\.0+)?$/.test(text) ? Number(text) : text
  const choices = schema.enum as string[] | undefined
  if (choices !== undefined) return choices.find((one) => one.toLowerCase() === text.toLowerCase()) ?? text
  // Codes are upper case, whatever case the file has.
  return schema.pattern?.startsWith('^[A-Z') ? text.toUpperCase() : text
}

function cellFault(name: string, schema: TSchema, value: unknown): FieldFault | null {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    return { field: name, rule: 'contains an invalid character' }
  const rule = ruleBroken(schema, value)
  if (rule === null) return null
  const choices = schema.enum as string[] | undefined
  if (choices !== undefined) return { field: name, rule: `must be one of ${choices.join(', ')}` }
  return { field: name, rule: schema.type === 'boolean' ? 'must be true or false, yes or no' : rule }
}

const fault = (field: string, rule: string): FieldFault => ({ field, rule })

/** The primary contact of a row. The method defaults to e-mail if there is an address. */
function readContact(values: Record<string, unknown>, supplier_id: string): ContactDraft | FieldFault | null {
  const given = Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name.startsWith(contactPrefix))
      .map(([name, value]) => [name.slice(contactPrefix.length), value]),
  ) as Partial<NewContact>
  if (Object.keys(given).length === 0) return null
  if (given.name === undefined) return fault('contact_name', 'is required if the row has other contact columns')
  if (given.email === undefined && given.phone === undefined)
    return fault('contact_email', 'or contact_phone is required for a contact')
  const preferred_contact_method = given.preferred_contact_method ?? (given.email === undefined ? 'PHONE' : 'EMAIL')
  const draft = draftContact({
    ...given,
    name: given.name,
    preferred_contact_method,
    supplier_id,
    is_primary_contact: true,
  })
  const wrong = contactFault(draft)
  return wrong === null ? draft : fault(contactPrefix + wrong.field, wrong.rule)
}

const isFault = (one: ContactDraft | FieldFault | null): one is FieldFault => one !== null && 'rule' in one

function validateRow({ row, cells }: FileRow, currency: string): GoodRow | BadRow {
  const name = cells.name ?? null
  if (name === null) return { row, name, ...fault('name', 'is required') }
  const values: Record<string, unknown> = {}
  for (const [column, text] of Object.entries(cells)) {
    const schema = fileColumns[column]!
    values[column] = valueOf(schema, text)
    const wrong = cellFault(column, schema, values[column])
    if (wrong !== null) return { row, name: wrong.field === 'name' ? null : name, ...wrong }
  }
  const ofSupplier = Object.entries(values).filter(([column]) => !column.startsWith(contactPrefix))
  const supplier = draftSupplier(Object.fromEntries(ofSupplier) as NewSupplier, currency)
  const wrong = supplierFault(supplier)
  if (wrong !== null) return { row, name, ...wrong }
  const supplier_id = uuidv7()
  const contact = readContact(values, supplier_id)
  return isFault(contact) ? { row, name, ...contact } : { row, name: supplier.name, supplier_id, supplier, contact }
}

/** Rows that repeat a name or e-mail address of an earlier row. */
function findRepeats(good: readonly GoodRow[]): BadRow[] {
  const seen = new Map<string, number>()
  const before = (key: string, row: number) => {
    const first = seen.get(key)
    if (first === undefined) seen.set(key, row)
    return first
  }
  return good.flatMap(({ row, name, contact }): BadRow[] => {
    const named = before(`name ${name.toLowerCase()}`, row)
    if (named !== undefined) return [{ row, name, ...fault('name', `is also in row ${named}`) }]
    const email = contact?.email?.toLowerCase()
    const addressed = email === undefined ? undefined : before(`email ${email}`, row)
    return addressed === undefined ? [] : [{ row, name, ...fault('contact_email', `is also in row ${addressed}`) }]
  })
}

/** Moves rows that turned out to be bad from good to bad. */
export function withoutBad({ good, bad }: ValidatedRows, worse: readonly BadRow[]): ValidatedRows {
  const rows = new Set(worse.map(({ row }) => row))
  return {
    good: good.filter(({ row }) => !rows.has(row)),
    bad: [...bad, ...worse].toSorted((a, b) => a.row - b.row),
  }
}

/** In slices of the organisation: a file has thousands of rows. */
export async function validateRows(
  rows: readonly FileRow[],
  { organization_id, currency }: Pick<Caller, 'organization_id' | 'currency'>,
): Promise<ValidatedRows> {
  const validated: ValidatedRows = { good: [], bad: [] }
  for (const one of await mapInSlices(rows, (row) => validateRow(row, currency), organization_id)) {
    if ('rule' in one) validated.bad.push(one)
    else validated.good.push(one)
  }
  return withoutBad(validated, findRepeats(validated.good))
}
