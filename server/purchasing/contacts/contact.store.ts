/** The statements that the operations on contacts share. */
import type { Sql } from '../../contract/call.ts'
import { isDifferent } from '../../contract/difference.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { Contact, ContactNote } from './contact.model.ts'
import type { ContactDraft } from './contact.rules.ts'
import { contactsTable } from './contacts_table.ts'

export async function findContact(sql: Sql, organization_id: string, contact_id: number): Promise<Contact> {
  const [row] = await sql<Contact[]>`
    select ${sql.unsafe(contactsTable.select)}
    from contacts c
    left join suppliers su on su.organization_id = c.organization_id and su.supplier_id = c.supplier_id
    where c.organization_id = ${organization_id} and c.contact_id = ${contact_id}`
  return row ?? refuse('NOT_FOUND')
}

export async function lockContact(sql: Sql, organization_id: string, contact_id: number): Promise<ContactDraft> {
  const [row] = await sql<ContactDraft[]>`
    select name, email, phone, city, country, description, role, department, preferred_contact_method, supplier_id,
      is_primary
    from contacts where organization_id = ${organization_id} and contact_id = ${contact_id} for update`
  return row ?? refuse('NOT_FOUND')
}

/** Whoever holds a supplier's row decides alone who its primary contact is. */
async function lockSupplierOf(sql: Sql, organization_id: string, { supplier_id }: ContactDraft): Promise<void> {
  if (supplier_id === null) return
  const [row] = await sql`
    select from suppliers where organization_id = ${organization_id} and supplier_id = ${supplier_id} for no key update`
  if (row === undefined) refuseField('supplier_id', 'names no supplier of this organisation')
}

async function makeRoom(sql: Sql, organization_id: string, draft: ContactDraft, but: number | null): Promise<void> {
  if (!draft.is_primary) return
  await sql`
    update contacts set is_primary = false, updated_at = now()
    where organization_id = ${organization_id} and supplier_id = ${draft.supplier_id} and is_primary
      and contact_id is distinct from ${but}`
}

const refuseEmail = (): never => refuseField('email', 'belongs to another contact')

/** Two writers of one address: the second waits for the first and is then refused like one who came later. */
export async function insertContact(sql: Sql, organization_id: string, draft: ContactDraft): Promise<number> {
  await lockSupplierOf(sql, organization_id, draft)
  await makeRoom(sql, organization_id, draft, null)
  const [row] = await sql<{ contact_id: string }[]>`
    insert into contacts ${sql({ organization_id, ...draft })}
    on conflict (organization_id, lower(email)) do nothing
    returning contact_id`
  return row === undefined ? refuseEmail() : Number(row.contact_id)
}

/** Who neither comes to a supplier nor becomes its primary contact waits for nobody there, and nobody in a circle. */
export async function writeContact(
  sql: Sql,
  organization_id: string,
  contact_id: number,
  held: ContactDraft,
  draft: ContactDraft,
): Promise<void> {
  if (!isDifferent(held, draft)) return
  const comes = draft.supplier_id !== held.supplier_id
  const rises = draft.is_primary && (comes || !held.is_primary)
  if (comes || rises) await lockSupplierOf(sql, organization_id, draft)
  if (rises) await makeRoom(sql, organization_id, draft, contact_id)
  try {
    await sql`
      update contacts set ${sql({ ...draft })}, updated_at = now()
      where organization_id = ${organization_id} and contact_id = ${contact_id}`
  } catch (error) {
    if ((error as { constraint_name?: string }).constraint_name === 'contacts_by_email') refuseEmail()
    throw error
  }
}

export async function checkContactHeld(sql: Sql, organization_id: string, contact_id: number): Promise<void> {
  const [row] = await sql`
    select from contacts where organization_id = ${organization_id} and contact_id = ${contact_id}`
  if (row === undefined) refuse('NOT_FOUND')
}

export const readNotes = (sql: Sql, organization_id: string, contact_id: number) => sql<ContactNote[]>`
  select note_id as id, title, body, created_at, updated_at from contact_notes
  where organization_id = ${organization_id} and contact_id = ${contact_id}
  order by created_at desc, note_id desc`

type NoteKey = { contact_id: number; note_id: string }

const selectNote = (sql: Sql, organization_id: string, { contact_id, note_id }: NoteKey) => sql`
  select note_id as id, title, body, created_at, updated_at from contact_notes
  where organization_id = ${organization_id} and contact_id = ${contact_id} and note_id = ${note_id}`

export async function findNote(sql: Sql, organization_id: string, key: NoteKey): Promise<ContactNote> {
  const [row] = await sql<ContactNote[]>`${selectNote(sql, organization_id, key)}`
  return row ?? refuse('NOT_FOUND')
}

/** A note, held until the write ends. */
export async function lockNote(sql: Sql, organization_id: string, key: NoteKey): Promise<ContactNote> {
  const [row] = await sql<ContactNote[]>`${selectNote(sql, organization_id, key)} for update`
  return row ?? refuse('NOT_FOUND')
}
