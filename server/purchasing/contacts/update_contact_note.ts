import { isDifferent } from '../../contract/difference.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { checkUnchanged } from '../../records/unchanged.ts'
import { ContactNote, ContactNoteChange, NoteId } from './contact.model.ts'
import { findNote, lockNote } from './contact.store.ts'

export const updateContactNote = operation({
  id: 'suppliers.update_contact_note',
  route: 'PATCH /api/v1/contacts/{contact_id}/notes/{note_id}',
  summary: 'Update a contact note',
  desc: ({ title }) => `Note "${title}" saved.`,
  description:
    'Changes only the fields that are sent and returns the note. Fails with `conflict` if the note has changed since the `updated_at` that you send.',
  params: NoteId,
  body: ContactNoteChange,
  answer: ContactNote,
  bad_request: 'BAD_REQUEST',
  refusals: ['NOT_FOUND', 'conflict'],
  conflict: 'The contact has changed since the `updated_at` that was sent.',
  async run({ sql, caller: { organization_id }, params, body, now }) {
    const [title, text] = [body.title?.trim(), body.body?.trim()]
    if (title === '') refuseField('title', 'must not be blank')
    if (text === '') refuseField('body', 'must not be blank')
    const note = await lockNote(sql, organization_id, params)
    await checkUnchanged(sql, body.updated_at, { noun: 'note', name: `Note "${note.title}"`, held: note.updated_at })
    if (!isDifferent(note, { title, body: text })) return note
    await sql`
      update contact_notes set title = ${title ?? note.title}, body = ${text ?? note.body}, updated_at = ${now}
      where organization_id = ${organization_id} and contact_id = ${params.contact_id} and note_id = ${params.note_id}`
    return findNote(sql, organization_id, params)
  },
})
