import { uuidv7 } from 'uuidv7'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { ContactId, ContactNote, NewContactNote } from './contact.model.ts'
import { checkContactExists, findNote } from './contact.store.ts'

export const createContactNote = operation({
  id: 'suppliers.create_contact_note',
  route: 'POST /api/v1/contacts/{contact_id}/notes',
  summary: 'Create a contact note',
  desc: ({ title }) => `Note "${title}" added.`,
  description: 'Creates a note about the contact and returns it.',
  params: ContactId,
  body: NewContactNote,
  answer: ContactNote,
  status: 201,
  bad_request: 'BAD_REQUEST',
  refusals: ['NOT_FOUND'],
  async run({ sql, caller: { organization_id }, params: { contact_id }, body, now }) {
    const note = { note_id: uuidv7(), title: body.title.trim(), body: body.body.trim() }
    for (const field of ['title', 'body'] as const) if (note[field] === '') refuseField(field, 'must not be blank')
    await checkContactExists(sql, organization_id, contact_id)
    await sql`
      insert into contact_notes ${sql({ organization_id, contact_id, ...note, created_at: now, updated_at: now })}`
    return findNote(sql, organization_id, { contact_id, note_id: note.note_id })
  },
})
