import { operation } from '../../contract/operation.ts'
import { ContactNote, NoteId } from './contact.model.ts'
import { findNote } from './contact.store.ts'

export const getContactNote = operation({
  id: 'suppliers.get_contact_note',
  route: 'GET /api/v1/contacts/{contact_id}/notes/{note_id}',
  summary: 'Get a contact note',
  description:
    'Returns a note. Fails with `NOT_FOUND` if the contact does not exist or the note is not about this contact.',
  params: NoteId,
  answer: ContactNote,
  bad_request: 'BAD_REQUEST',
  refusals: ['NOT_FOUND'],
  run: ({ sql, caller, params }) => findNote(sql, caller.organization_id, params),
})
