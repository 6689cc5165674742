import { operation } from '../../contract/operation.ts'
import { Type } from '../../contract/schema.ts'
import { ContactId, ContactNote } from './contact.model.ts'
import { checkContactHeld, readNotes } from './contact.store.ts'

export const listContactNotes = operation({
  id: 'suppliers.list_contact_notes',
  route: 'GET /api/v1/contacts/{contact_id}/notes',
  summary: 'List the notes about a contact',
  description:
    'Every note about the contact, the newest first; `data` is the list itself, and empty where there is none.',
  params: ContactId,
  answer: Type.Array(ContactNote),
  bad_request: 'BAD_REQUEST',
  refusals: ['NOT_FOUND'],
  async run({ sql, caller: { organization_id }, params: { contact_id } }) {
    await checkContactHeld(sql, organization_id, contact_id)
    return [...(await readNotes(sql, organization_id, contact_id))]
  },
})
