import { operation } from '../../contract/operation.ts'
import { Contact, ContactId } from './contact.model.ts'
import { findContact } from './contact.store.ts'

export const getContact = operation({
  id: 'suppliers.get_contact',
  route: 'GET /api/v1/contacts/{contact_id}',
  summary: 'Get a contact',
  description:
    'Returns the contact and its supplier. Fails with `BAD_REQUEST` if the id is not a whole number, and with `NOT_FOUND` if no contact has it.',
  params: ContactId,
  answer: Contact,
  bad_request: 'BAD_REQUEST',
  refusals: ['NOT_FOUND'],
  run: ({ sql, caller, params }) => findContact(sql, caller.organization_id, params.contact_id),
})
