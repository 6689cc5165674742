/** The organisations of the person who is signed in. */
import { sessionOperation } from '../../contract/operation.ts'
import { Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { sessionOf } from '../caller.ts'
import { Name, Organization, OrganizationId } from './model.ts'
import { checkOrganizationsLeft, insertMembership, insertOrganization, selectOrganizations } from './store.ts'

const service = 'organizations'

export const listOrganizations = sessionOperation({
  id: 'session.list_organizations',
  route: 'GET /api/v1/organizations',
  summary: 'List my organisations',
  description:
    'Every organisation of this region that the signed-in person belongs to, by name. Needs no X-Organization-ID: it answers what may stand there.',
  service,
  needs: 'user',
  answer: Type.Array(Organization),
  run: async ({ sql, caller, region }) => [
    ...(await selectOrganizations(sql, sessionOf(caller).user_id, region, null)),
  ],
})

export const createOrganization = sessionOperation({
  id: 'session.create_organization',
  route: 'POST /api/v1/organizations',
  summary: 'Create an organisation',
  description:
    'Creates a live organisation in this region with the signed-in person as its administrator. It begins on the starter plan, which does not include the public API; the operator of the service sets another plan.',
  service,
  needs: 'user',
  status: 201,
  body: Shape({
    name: Name('Its name.', { examples: ['Northwind Apparel'] }),
    currency: Type.Optional(
      Text('ISO 4217 code of its money; USD when left out.', { pattern: '^[A-Z]{3}$', examples: ['EUR'] }),
    ),
    fiscal_year_start_month: Type.Optional(
      Whole('Month in which its fiscal year begins; 2 when left out.', { minimum: 1, maximum: 12 }),
    ),
  }),
  answer: Organization,
  refusals: ['conflict'],
  async run({ sql, caller, region, body }) {
    const user_id = sessionOf(caller).user_id
    await checkOrganizationsLeft(sql, user_id)
    const organization = { ...body, name: body.name.trim(), region, plan: 'starter', sandbox: false } as const
    const organization_id = await insertOrganization(sql, organization)
    await insertMembership(sql, organization_id, user_id, 'admin')
    const [made] = await selectOrganizations(sql, user_id, region, organization_id)
    return made!
  },
})

export const getOrganization = sessionOperation({
  id: 'session.get_organization',
  route: 'GET /api/v1/organizations/{organization_id}',
  summary: 'Read an organisation',
  description: 'The organisation that X-Organization-ID names; the path must name the same.',
  service,
  needs: 'member',
  params: OrganizationId,
  answer: Organization,
  async run({ sql, caller, region, params }) {
    const [organization] = await selectOrganizations(sql, sessionOf(caller).user_id, region, params.organization_id)
    return organization!
  },
})

export const updateOrganization = sessionOperation({
  id: 'session.update_organization',
  route: 'PATCH /api/v1/organizations/{organization_id}',
  summary: 'Rename an organisation',
  description: 'Sets the name. Plan, region and currency are not changed here.',
  service,
  needs: 'admin',
  params: OrganizationId,
  body: Shape({ name: Name('The new name.', { examples: ['Northwind Outfitters'] }) }),
  answer: Organization,
  async run({ sql, caller, region, params, body }) {
    await sql`update organizations set name = ${body.name.trim()} where organization_id = ${caller.organization_id}`
    const [organization] = await selectOrganizations(sql, sessionOf(caller).user_id, region, params.organization_id)
    return organization!
  },
})
