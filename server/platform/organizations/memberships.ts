/** The people of an organisation. */
import { roles } from '../known_values.ts'
import type { Sql } from '../../contract/call.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Choice, Id, Shape, Type } from '../../contract/schema.ts'
import { Membership, OrganizationId } from './model.ts'
import { checkAdminRemains, selectMemberships } from './store.ts'

const service = 'organizations'
const Person = Shape({
  organization_id: Id('The organisation; the one X-Organization-ID names.'),
  user_id: Id('The person, as the list of memberships names them.'),
})

export const listMemberships = sessionOperation({
  id: 'session.list_memberships',
  route: 'GET /api/v1/organizations/{organization_id}/memberships',
  summary: 'List the people of an organisation',
  description:
    'Everybody who belongs to the organisation, by name, with role and the newest session. People who were invited are listed once they accept.',
  service,
  needs: 'member',
  params: OrganizationId,
  answer: Type.Array(Membership),
  run: async ({ sql, params }) => [...(await selectMemberships(sql, params.organization_id))],
})

export const changeMembership = sessionOperation({
  id: 'session.change_membership',
  route: 'PATCH /api/v1/organizations/{organization_id}/memberships/{user_id}',
  summary: 'Change what a person is in an organisation',
  desc: ({ name, role }) => `${name} is ${role === 'admin' ? 'an administrator' : 'a member'}.`,
  description:
    'Sets the role, effective on the next request of the person. The last administrator cannot be made a member: `conflict`.',
  service,
  needs: 'admin',
  params: Person,
  body: Shape({ role: Choice(roles, 'What the person is to be.') }),
  answer: Membership,
  refusals: ['conflict', 'not_found'],
  async run({ sql, params, body }) {
    const { organization_id, user_id } = params
    if (body.role === 'member') await checkAdminRemains(sql, organization_id, user_id)
    const [changed] = await sql`
      update memberships set role = ${body.role} where organization_id = ${organization_id} and user_id = ${user_id}
      returning true`
    if (changed === undefined) refuse('not_found', { desc: 'Nobody of this organisation has that id.' })
    return readMembership(sql, organization_id, user_id)
  },
})

export const removeMembership = sessionOperation({
  id: 'session.remove_membership',
  route: 'DELETE /api/v1/organizations/{organization_id}/memberships/{user_id}',
  summary: 'Remove a person from an organisation',
  description:
    'Ends the membership at once; anybody may end their own. API keys the person minted belong to the organisation and go on working. The last administrator cannot be removed: `conflict`.',
  service,
  needs: 'member',
  status: 204,
  params: Person,
  refusals: ['admin_required', 'conflict', 'not_found'],
  async run({ sql, caller, params }) {
    const { organization_id, user_id } = params
    const { role, user_id: own_id } = caller
    if (role !== 'admin' && user_id !== own_id) refuse('admin_required')
    const [found] = await sql<{ role: string }[]>`
      select role from memberships where organization_id = ${organization_id} and user_id = ${user_id}`
    if (found === undefined) refuse('not_found', { desc: 'Nobody of this organisation has that id.' })
    await checkAdminRemains(sql, organization_id, user_id)
    await sql`delete from memberships where organization_id = ${organization_id} and user_id = ${user_id}`
  },
})

async function readMembership(sql: Sql, organization_id: string, user_id: string) {
  const [membership] = await selectMemberships(sql, organization_id, user_id)
  return membership!
}
