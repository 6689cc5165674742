import { operation } from '../../contract/operation.ts'
import { Contact, NewContact } from './contact.model.ts'
import { checkContact, draftContact } from './contact.rules.ts'
import { findContact, insertContact } from './contact.store.ts'

export const createContact = operation({
  id: 'suppliers.create_contact',
  route: 'POST /api/v1/contacts',
  summary: 'Create a contact',
  desc: ({ name }) => `Contact ${name} created.`,
  description:
    'Creates a contact, optionally for a supplier. `name` and `preferred_contact_method` are required; EMAIL requires `email` and PHONE requires `phone` in the same body. If `is_primary_contact` is true, the contact replaces the current primary contact of the supplier. Fails with `BAD_REQUEST` if a field is missing or invalid, the method names an absent field, the e-mail address belongs to another contact, or the supplier does not exist.',
  body: NewContact,
  answer: Contact,
  status: 201,
  bad_request: 'BAD_REQUEST',
  async run({ sql, caller: { organization_id }, body }) {
    const draft = checkContact(draftContact(body))
    return findContact(sql, organization_id, await insertContact(sql, organization_id, draft))
  },
})
