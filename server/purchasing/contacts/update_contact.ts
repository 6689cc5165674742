import { operation } from '../../contract/operation.ts'
import { Contact, ContactChange, ContactId } from './contact.model.ts'
import { changedContact, checkContact } from './contact.rules.ts'
import { findContact, lockContact, writeContact } from './contact.store.ts'

export const updateContact = operation({
  id: 'suppliers.update_contact',
  route: 'PATCH /api/v1/contacts/{contact_id}',
  summary: 'Change a contact',
  desc: ({ name }) => `Contact ${name} saved.`,
  description:
    'Moves the fields that are sent and leaves the others; null clears a field. What is left must still be a contact: clearing the e-mail address of one who wants to be reached by EMAIL is refused `BAD_REQUEST`, as is everything that creating one refuses. Naming another supplier, or null, ends being the primary contact of the one before unless `is_primary_contact` says true in the same body.',
  params: ContactId,
  body: ContactChange,
  answer: Contact,
  bad_request: 'BAD_REQUEST',
  refusals: ['NOT_FOUND'],
  async run({ sql, caller: { organization_id }, params: { contact_id }, body }) {
    const held = await lockContact(sql, organization_id, contact_id)
    const draft = checkContact(changedContact(held, body))
    await writeContact(sql, organization_id, contact_id, held, draft)
    return findContact(sql, organization_id, contact_id)
  },
})
