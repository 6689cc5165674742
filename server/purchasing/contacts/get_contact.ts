import { operation } from '../../contract/operation.ts'
import { Contact, ContactId } from './contact.model.ts'
import { findContact } from './contact.store.ts'

export const getContact = operation({
  id: 'suppliers.get_contact',
  route: 'GET /api/v1/contacts/{contact_id}',
  summary: 'Get one contact',
  description:
    'One contact with the supplier it belongs to. An id that is no whole number is refused `BAD_REQUEST`, one that nobody has `NOT_FOUND`.',
  params: ContactId,
  answer: Contact,
  bad_request: 'BAD_REQUEST',
  refusals: ['NOT_FOUND'],
  run: ({ sql, caller, params }) => findContact(sql, caller.organization_id, params.contact_id),
})
