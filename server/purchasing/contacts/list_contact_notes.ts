import { operation } from '../../contract/operation.ts'
import { Type } from '../../contract/schema.ts'
import { ContactId, ContactNote } from './contact.model.ts'
import { checkContactExists, readNotes } from './contact.store.ts'

export const listContactNotes = operation({
  id: 'suppliers.list_contact_notes',
  route: 'GET /api/v1/contacts/{contact_id}/notes',
  summary: 'List contact notes',
  description:
    'Returns all notes about the contact, newest first. `data` is the array itself; it is empty if there are no notes.',
  params: ContactId,
  answer: Type.Array(ContactNote),
  bad_request: 'BAD_REQUEST',
  refusals: ['NOT_FOUND'],
  async run({ sql, caller: { organization_id }, params: { contact_id } }) {
    await checkContactExists(sql, organization_id, contact_id)
    return [...(await readNotes(sql, organization_id, contact_id))]
  },
})
