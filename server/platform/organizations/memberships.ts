/** Members of an organisation. */
import { recordAudit } from '../../audit/record.ts'
import { roles, roleWords } from '../../contract/resources.ts'
import type { Sql } from '../../contract/call.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuse } from '../../contract/refusals.ts'
import { Choice, Id, Shape, Type } from '../../contract/schema.ts'
import { Membership, OrganizationId } from './model.ts'
import { checkAdminRemains, lastAdministrator, selectMemberships } from './store.ts'

const service = 'organizations'
const Person = Shape({
  organization_id: Id('Id of the organisation; must equal X-Organization-ID.'),
  user_id: Id('Id of the user, as returned by List members.'),
})

export const listMemberships = sessionOperation({
  id: 'session.list_memberships',
  route: 'GET /api/v1/organizations/{organization_id}/memberships',
  summary: 'List members',
  description:
    'Returns the members of the organisation, sorted by name, with their role and newest session. Invited people are listed once they accept.',
  service,
  params: OrganizationId,
  answer: Type.Array(Membership),
  run: async ({ sql, params }) => [...(await selectMemberships(sql, params.organization_id))],
})

export const changeMembership = sessionOperation({
  id: 'session.change_membership',
  route: 'PATCH /api/v1/organizations/{organization_id}/memberships/{user_id}',
  summary: "Update a member's role",
  desc: ({ name, role }) => `${name} is now ${roleWords[role]}.`,
  description:
    'Sets the role of a member with effect from their next request. Demoting the last administrator is refused with `conflict`.',
  service,
  needs: 'admin',
  params: Person,
  body: Shape({ role: Choice(roles, 'New role of the member.') }),
  answer: Membership,
  refusals: ['conflict', 'not_found'],
  conflict: reasons(lastAdministrator),
  async run({ sql, caller, params, body }) {
    const { organization_id, user_id } = params
    const before = await readMembership(sql, organization_id, user_id)
    if (body.role !== 'admin') await checkAdminRemains(sql, organization_id, user_id)
    await sql`
      update memberships set role = ${body.role} where organization_id = ${organization_id} and user_id = ${user_id}`
    if (before.role !== body.role)
      await recordAudit(sql, caller, {
        kind: 'member.role_changed',
        subject_id: user_id,
        subject: before.email,
        sentence: `Role of ${before.name} changed from ${before.role} to ${body.role}.`,
      })
    return readMembership(sql, organization_id, user_id)
  },
})

export const removeMembership = sessionOperation({
  id: 'session.remove_membership',
  route: 'DELETE /api/v1/organizations/{organization_id}/memberships/{user_id}',
  summary: 'Remove a member',
  description:
    'Removes a member immediately; everyone can remove themselves, without a second factor too where the organisation requires one. API keys that the member created belong to the organisation and keep working. Removing the last administrator is refused with `conflict`.',
  service,
  needs: 'viewer',
  decides_two_factor: true,
  status: 204,
  params: Person,
  refusals: ['admin_required', 'conflict', 'not_found'],
  conflict: reasons(lastAdministrator),
  async run({ sql, caller, params }) {
    const { organization_id, user_id } = params
    const { role, user_id: ownId, two_factor } = caller
    if (user_id !== ownId) {
      if (role !== 'admin') refuse('admin_required')
      if (!two_factor && (await requiresTwoFactor(sql, organization_id))) refuse('two_factor_required')
    }
    const removed = await readMembership(sql, organization_id, user_id)
    await checkAdminRemains(sql, organization_id, user_id)
    await sql`delete from memberships where organization_id = ${organization_id} and user_id = ${user_id}`
    await recordAudit(sql, caller, {
      kind: 'member.removed',
      subject_id: user_id,
      subject: removed.email,
      sentence: user_id === ownId ? `Left the organisation: ${removed.name}.` : `Removed ${removed.name}.`,
    })
  },
})

async function requiresTwoFactor(sql: Sql, organization_id: string): Promise<boolean> {
  const [row] = await sql<{ require_two_factor: boolean }[]>`
    select require_two_factor from organizations where organization_id = ${organization_id}`
  return row!.require_two_factor
}

async function readMembership(sql: Sql, organization_id: string, user_id: string) {
  const [membership] = await selectMemberships(sql, organization_id, user_id)
  return membership ?? refuse('not_found', { desc: 'This organisation has no member with this id.' })
}
