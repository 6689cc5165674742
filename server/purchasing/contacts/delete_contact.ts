import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { ContactId } from './contact.model.ts'

export const deleteContact = operation({
  id: 'suppliers.delete_contact',
  route: 'DELETE /api/v1/contacts/{contact_id}',
  summary: 'Delete a contact',
  description:
    'Deletes the contact, its notes and its link to the supplier; the supplier stays. Fails with `NO_RESULT_FOUND` if the contact does not exist or was already deleted.',
  params: ContactId,
  status: 204,
  bad_request: 'BAD_REQUEST',
  refusals: ['NO_RESULT_FOUND'],
  async run({ sql, caller, params }) {
    const { count } = await sql`
      delete from contacts where organization_id = ${caller.organization_id} and contact_id = ${params.contact_id}`
    if (count === 0) refuse('NO_RESULT_FOUND')
  },
})
