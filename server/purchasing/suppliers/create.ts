import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Shape, Type } from '../../contract/schema.ts'
import { contactFault, draftContact } from '../contacts/contact.rules.ts'
import type { ContactDraft } from '../contacts/contact.store.ts'
import { NewSuppliers, type NewSupplier, Supplier } from './model.ts'
import { draftSupplier, firstRepeat, supplierFault } from './rules.ts'
import { readNewSuppliers, type SupplierDraft } from './store.ts'

export const createSuppliers = operation({
  id: 'suppliers.create',
  route: 'POST /api/v1/inventory/suppliers',
  summary: 'Create suppliers',
  desc: ({ suppliers }) => `${counted(suppliers.length, 'supplier')} created.`,
  description: `Creates 1 to ${limits.suppliers_per_call_max} suppliers with their contacts, all or none, and returns them in the order of the request. The name of a supplier must be unique (case-insensitive). \`currency\` defaults to the organisation's, \`order_channel\` to \`email\` and \`is_active\` to true. The rules for creating a contact apply to each contact; at most one contact of a supplier can be primary. An error names the field in \`data.field\`, e.g. \`suppliers[0].contacts[1].email\`.`,
  body: NewSuppliers,
  answer: Shape({
    suppliers: Type.Array(Supplier, { description: 'The suppliers created, in the order of the request.' }),
  }),
  status: 201,
  async run({ sql, caller: { organization_id, currency }, body }) {
    const drafts = body.suppliers.map((newSupplier, at) => draftWithContacts(newSupplier, at, currency))
    const repeated = firstRepeat(drafts.map(({ supplier }) => supplier.name.toLowerCase()))
    if (repeated >= 0) refuseField(`suppliers[${repeated}].name`, 'is repeated in this request')
    await insertSuppliers(sql, organization_id, drafts)
    await insertContacts(sql, organization_id, drafts)
    const ids = drafts.map(({ supplier_id }) => supplier_id)
    return { suppliers: await readNewSuppliers(sql, organization_id, ids) }
  },
})

interface Draft {
  supplier_id: string
  supplier: SupplierDraft
  contacts: ContactDraft[]
}

function draftWithContacts(newSupplier: NewSupplier, at: number, currency: string): Draft {
  const supplier_id = uuidv7()
  const supplier = draftSupplier(newSupplier, currency)
  const fault = supplierFault(supplier)
  if (fault !== null) refuseField(`suppliers[${at}].${fault.field}`, fault.rule)
  const contacts = (newSupplier.contacts ?? []).map((one) => draftContact({ ...one, supplier_id }))
  for (const [place, contact] of contacts.entries()) {
    const wrong = contactFault(contact)
    if (wrong !== null) refuseField(`suppliers[${at}].contacts[${place}].${wrong.field}`, wrong.rule)
  }
  const second = firstRepeat(contacts.map(({ is_primary }) => (is_primary ? 'primary' : null)))
  if (second >= 0)
    refuseField(
      `suppliers[${at}].contacts[${second}].is_primary_contact`,
      'can be true for only one contact of the supplier',
    )
  return { supplier_id, supplier, contacts }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Inserts in name order, so that two writers of the same names cannot deadlock. */
async function insertSuppliers(sql: Sql, organization_id: string, drafts: readonly Draft[]): Promise<void> {
  const rows = drafts
    .map(({ supplier_id, supplier }) => ({ organization_id, supplier_id, ...supplier }))
    .toSorted((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()))
  const createdSuppliers = await sql<{ supplier_id: string }[]>`
    insert into suppliers ${sql(rows)} on conflict (organization_id, lower(name)) do nothing returning supplier_id`
  const ids = new Set(createdSuppliers.map(({ supplier_id }) => supplier_id))
  const refused = drafts.findIndex(({ supplier_id }) => !ids.has(supplier_id))
  if (refused >= 0) refuseField(`suppliers[${refused}].name`, 'belongs to another supplier')
}

async function insertContacts(sql: Sql, organization_id: string, drafts: readonly Draft[]): Promise<void> {
  const newContacts = drafts.flatMap(({ contacts }, at) =>
    contacts.map((contact, place) => ({ contact, field: `suppliers[${at}].contacts[${place}].email` })),
  )
  if (newContacts.length === 0) return
  const emails = newContacts.map(({ contact }) => contact.email?.toLowerCase() ?? null)
  const repeated = firstRepeat(emails)
  if (repeated >= 0) refuseField(newContacts[repeated]!.field, 'is repeated in this request')
  const rows = newContacts
    .map(({ contact }) => ({ organization_id, ...contact }))
    .toSorted((a, b) => compare(a.email?.toLowerCase() ?? '', b.email?.toLowerCase() ?? ''))
  const createdContacts = await sql<{ email: string | null }[]>`
    insert into contacts ${sql(rows)} on conflict (organization_id, lower(email)) do nothing returning email`
  const written = new Set(createdContacts.map(({ email }) => email?.toLowerCase() ?? null))
  const refused = emails.findIndex((email) => !written.has(email))
  if (refused >= 0) refuseField(newContacts[refused]!.field, 'belongs to another contact')
}
