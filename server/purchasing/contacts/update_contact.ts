import { operation } from '../../contract/operation.ts'
import { checkUnchanged } from '../../records/unchanged.ts'
import { Contact, ContactChange, ContactId } from './contact.model.ts'
import { changedContact, checkContact } from './contact.rules.ts'
import { findContact, lockContact, writeContact } from './contact.store.ts'

export const updateContact = operation({
  id: 'suppliers.update_contact',
  route: 'PATCH /api/v1/contacts/{contact_id}',
  summary: 'Update a contact',
  desc: ({ name }) => `Contact ${name} saved.`,
  description:
    'Changes only the fields that are sent; null clears a field. The result must be a valid contact: for example, clearing the e-mail address of a contact whose preferred method is EMAIL fails with `BAD_REQUEST`, as does anything that creating a contact refuses. If `supplier_id` changes or is cleared, the contact stops being a primary contact unless the same body sets `is_primary_contact` to true. Fails with `conflict` if the contact has changed since the `updated_at` that you send.',
  params: ContactId,
  body: ContactChange,
  answer: Contact,
  bad_request: 'BAD_REQUEST',
  refusals: ['NOT_FOUND', 'conflict'],
  conflict: 'The contact has changed since the `updated_at` that was sent.',
  async run({ sql, caller: { organization_id }, params: { contact_id }, body }) {
    const { updated_at, ...held } = await lockContact(sql, organization_id, contact_id)
    await checkUnchanged(sql, body.updated_at, { noun: 'contact', name: held.name, held: updated_at })
    const draft = checkContact(changedContact(held, body))
    await writeContact(sql, organization_id, contact_id, held, draft)
    return findContact(sql, organization_id, contact_id)
  },
})
