/** SQL shared by the contact operations. */
import { contact_notes, contacts } from '../../../db/schema/suppliers.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { isDifferent } from '../../contract/difference.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { Contact, ContactNote } from './contact.model.ts'
import { contactsTable } from './contacts_table.ts'

export async function findContact(sql: Sql, organization_id: string, contact_id: number): Promise<Contact> {
  const [row] = await sql<Contact[]>`
    select ${contactsTable.selected}
    from contacts c
    left join suppliers su on su.organization_id = c.organization_id and su.supplier_id = c.supplier_id
    where c.organization_id = ${organization_id} and c.contact_id = ${contact_id}`
  return row ?? refuse('NOT_FOUND')
}

export const contactFields = [
  'name',
  'email',
  'phone',
  'city',
  'country',
  'description',
  'role',
  'department',
  'preferred_contact_method',
  'supplier_id',
  'is_primary',
] as const
const contactColumns = selection(contacts, 'c', contactFields)
/** A contact as it is stored. */
export type ContactDraft = RowOf<typeof contactColumns>

const changedColumn = selection(contacts, 'c', ['updated_at'])

export async function lockContact(sql: Sql, organization_id: string, contact_id: number) {
  const [row] = await sql<(ContactDraft & RowOf<typeof changedColumn>)[]>`
    select ${contactColumns}, ${changedColumn} from contacts c
    where organization_id = ${organization_id} and contact_id = ${contact_id} for update`
  return row ?? refuse('NOT_FOUND')
}

/** Locks the supplier's row, so that concurrent changes of its primary contact are serialised. */
async function lockSupplierOf(sql: Sql, organization_id: string, { supplier_id }: ContactDraft): Promise<void> {
  if (supplier_id === null) return
  const [row] = await sql`
    select from suppliers where organization_id = ${organization_id} and supplier_id = ${supplier_id} for no key update`
  if (row === undefined) refuseField('supplier_id', 'must be a supplier of this organisation')
}

async function clearPrimary(
  sql: Sql,
  organization_id: string,
  draft: ContactDraft,
  except: number | null,
): Promise<void> {
  if (!draft.is_primary) return
  await sql`
    update contacts set is_primary = false, updated_at = now()
    where organization_id = ${organization_id} and supplier_id = ${draft.supplier_id} and is_primary
      and contact_id is distinct from ${except}`
}

const refuseEmail = (): never => refuseField('email', 'belongs to another contact')

/** On conflict with a concurrent insert of the same address, the second writer waits and is then refused. */
export async function insertContact(sql: Sql, organization_id: string, draft: ContactDraft): Promise<number> {
  await lockSupplierOf(sql, organization_id, draft)
  await clearPrimary(sql, organization_id, draft, null)
  const [row] = await sql<{ contact_id: string }[]>`
    insert into contacts ${sql({ organization_id, ...draft })}
    on conflict (organization_id, lower(email)) do nothing
    returning contact_id`
  return row === undefined ? refuseEmail() : Number(row.contact_id)
}

/** Locks the supplier only if the contact joins it or becomes primary; other writes must not wait, or they could deadlock. */
export async function writeContact(
  sql: Sql,
  organization_id: string,
  contact_id: number,
  held: ContactDraft,
  draft: ContactDraft,
): Promise<void> {
  if (!isDifferent(held, draft)) return
  const joins = draft.supplier_id !== held.supplier_id
  const becomesPrimary = draft.is_primary && (joins || !held.is_primary)
  if (joins || becomesPrimary) await lockSupplierOf(sql, organization_id, draft)
  if (becomesPrimary) await clearPrimary(sql, organization_id, draft, contact_id)
  try {
    await sql`
      update contacts set ${sql({ ...draft })}, updated_at = now()
      where organization_id = ${organization_id} and contact_id = ${contact_id}`
  } catch (error) {
    if ((error as { constraint_name?: string }).constraint_name === 'contacts_by_email') refuseEmail()
    throw error
  }
}

export async function checkContactExists(sql: Sql, organization_id: string, contact_id: number): Promise<void> {
  const [row] = await sql`
    select from contacts where organization_id = ${organization_id} and contact_id = ${contact_id}`
  if (row === undefined) refuse('NOT_FOUND')
}

const noteColumns = selection(contact_notes, 'n', ['note_id as id', 'title', 'body', 'created_at', 'updated_at'])

const selectNotes = (sql: Sql, organization_id: string, contact_id: number, which: Fragment) => sql<ContactNote[]>`
  select ${noteColumns} from contact_notes n
  where organization_id = ${organization_id} and contact_id = ${contact_id} ${which}`

export const readNotes = (sql: Sql, organization_id: string, contact_id: number) =>
  selectNotes(sql, organization_id, contact_id, sql`order by created_at desc, note_id desc`)

type NoteKey = { contact_id: number; note_id: string }

export async function findNote(sql: Sql, organization_id: string, { contact_id, note_id }: NoteKey) {
  const [row] = await selectNotes(sql, organization_id, contact_id, sql`and note_id = ${note_id}`)
  return row ?? refuse('NOT_FOUND')
}

/** Reads a note and locks its row for the transaction. */
export async function lockNote(sql: Sql, organization_id: string, { contact_id, note_id }: NoteKey) {
  const [row] = await selectNotes(sql, organization_id, contact_id, sql`and note_id = ${note_id} for update`)
  return row ?? refuse('NOT_FOUND')
}
