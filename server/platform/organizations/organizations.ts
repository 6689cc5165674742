/** The organisations of the person who is signed in. */
import { isCurrency } from '../../contract/money.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import {
  currency_code,
  edi_qualifier as qualifier_rule,
  Name,
  Nullable,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { Organization, OrganizationId } from './model.ts'
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
  run: async ({ sql, caller, region }) => [...(await selectOrganizations(sql, caller.user_id, region, null))],
})

export const createOrganization = sessionOperation({
  id: 'session.create_organization',
  route: 'POST /api/v1/organizations',
  summary: 'Create an organisation',
  desc: ({ name }) => `Organisation ${name} created.`,
  description:
    'Creates a live organisation in this region with the signed-in person as its administrator. It begins on the starter plan, which does not include the public API; the operator of the service sets another plan.',
  service,
  needs: 'user',
  status: 201,
  body: Shape({
    name: Name('Its name.', { examples: ['Northwind Apparel'] }),
    currency: Type.Optional(
      Text('ISO 4217 code of its money; USD when left out.', { ...currency_code, examples: ['EUR'] }),
    ),
    fiscal_year_start_month: Type.Optional(
      Whole('Month in which its fiscal year begins; 2 when left out.', { minimum: 1, maximum: 12 }),
    ),
  }),
  answer: Organization,
  refusals: ['conflict'],
  async run({ sql, caller, region, body }) {
    const user_id = caller.user_id
    if (body.currency !== undefined && !isCurrency(body.currency)) refuseField('currency', 'must be an ISO 4217 code')
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
    const [organization] = await selectOrganizations(sql, caller.user_id, region, params.organization_id)
    return organization!
  },
})

/** Which half of an EDI identity has to be sent. */
const lacking = (qualifier: string | null | undefined, id: string | null | undefined) =>
  qualifier === undefined || (qualifier === null && id !== undefined) ? 'edi_qualifier' : 'edi_id'

export const updateOrganization = sessionOperation({
  id: 'session.update_organization',
  route: 'PATCH /api/v1/organizations/{organization_id}',
  summary: 'Change an organisation',
  desc: ({ name }) => `Organisation ${name} saved.`,
  description:
    'Sets the name, and claims the identity by which the organisation is known to EDI partners: qualifier and id together, or both null to give the claim up. A claimed identity is used for sending only once the operator of the service has verified that it is yours (`edi_verified_at`); until then, and without a claim, interchanges carry the identity that the service makes of the id of the organisation. Another identity is verified anew. What is left out stays. Plan, region and currency are not changed here.',
  service,
  needs: 'admin',
  params: OrganizationId,
  body: Shape(
    {
      name: Type.Optional(Name('The new name.', { examples: ['Northwind Outfitters'] })),
      edi_qualifier: Type.Optional(Nullable(Text('Qualifier of its EDI identity, such as 01 or ZZ.', qualifier_rule))),
      edi_id: Type.Optional(
        Nullable(
          Text('Its EDI identity.', {
            pattern: '^[A-Z0-9]{2,15}$',
            'x-rule': 'must be 2 to 15 characters, each A to Z or 0 to 9',
          }),
        ),
      ),
    },
    { examples: [{ name: 'Northwind Outfitters' }] },
  ),
  answer: Organization,
  async run({ sql, caller, region, params, body }) {
    const { name, edi_qualifier, edi_id } = body
    if ((edi_qualifier == null) !== (edi_id == null) || (edi_qualifier === undefined) !== (edi_id === undefined))
      refuseField(lacking(edi_qualifier, edi_id), 'is required beside the other: an EDI identity has both')
    await sql`
      update organizations set name = coalesce(${name?.trim() ?? null}, name),
        edi_verified_at = case when ${edi_id === undefined}
          or (edi_qualifier, edi_id) is not distinct from (${edi_qualifier ?? null}::text, ${edi_id ?? null}::text)
          then edi_verified_at end,
        edi_qualifier = case when ${edi_qualifier === undefined} then edi_qualifier else ${edi_qualifier ?? null} end,
        edi_id = case when ${edi_id === undefined} then edi_id else ${edi_id ?? null} end
      where organization_id = ${caller.organization_id}`
    const [organization] = await selectOrganizations(sql, caller.user_id, region, params.organization_id)
    return organization!
  },
})
