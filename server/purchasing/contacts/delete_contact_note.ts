import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { NoteId } from './contact.model.ts'

export const deleteContactNote = operation({
  id: 'suppliers.delete_contact_note',
  route: 'DELETE /api/v1/contacts/{contact_id}/notes/{note_id}',
  summary: 'Delete a contact note',
  description: 'Deletes the note. Fails with `NO_RESULT_FOUND` if it does not exist or was already deleted.',
  params: NoteId,
  status: 204,
  bad_request: 'BAD_REQUEST',
  refusals: ['NO_RESULT_FOUND'],
  async run({ sql, caller, params }) {
    const { count } = await sql`
      delete from contact_notes
      where organization_id = ${caller.organization_id} and contact_id = ${params.contact_id}
        and note_id = ${params.note_id}`
    if (count === 0) refuse('NO_RESULT_FOUND')
  },
})
