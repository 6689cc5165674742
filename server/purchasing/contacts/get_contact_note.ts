import { operation } from '../../contract/operation.ts'
import { ContactNote, NoteId } from './contact.model.ts'
import { findNote } from './contact.store.ts'

export const getContactNote = operation({
  id: 'suppliers.get_contact_note',
  route: 'GET /api/v1/contacts/{contact_id}/notes/{note_id}',
  summary: 'Get one note about a contact',
  description: 'One note. A contact that is not there and a note that is not about it are refused `NOT_FOUND`.',
  params: NoteId,
  answer: ContactNote,
  bad_request: 'BAD_REQUEST',
  refusals: ['NOT_FOUND'],
  run: ({ sql, caller, params }) => findNote(sql, caller.organization_id, params),
})
