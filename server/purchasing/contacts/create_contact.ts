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
    'Writes down a person, at a supplier or at none. `name` and `preferred_contact_method` are required; EMAIL needs `email` and PHONE needs `phone` in the same body. A contact is primary only where `is_primary_contact` says so, and then takes the place of the one that was. A field that is missing or does not fit, a method that names an absent field, an e-mail address that belongs to another contact and a supplier that is not there are refused `BAD_REQUEST`.',
  body: NewContact,
  answer: Contact,
  status: 201,
  bad_request: 'BAD_REQUEST',
  async run({ sql, caller: { organization_id }, body }) {
    const draft = checkContact(draftContact(body))
    return findContact(sql, organization_id, await insertContact(sql, organization_id, draft))
  },
})
