/** Organisations of the signed-in user. */
import { recordAudit } from '../../audit/record.ts'
import { checkTimeZone, dayInTimeZone } from '../../calendar/time_zone.ts'
import type { SessionCaller, Sql } from '../../contract/call.ts'
import { differenceOf } from '../../contract/difference.ts'
import { isCurrency } from '../../contract/money.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { limits } from '../../contract/limits.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import {
  CalendarDate,
  currencyCode,
  edi_qualifier as qualifier_rule,
  Flag,
  Name,
  Line,
  Nullable,
  PostalAddress,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { Organization, OrganizationId } from './model.ts'
import {
  administersMaximum,
  checkOrganizationsLeft,
  insertMembership,
  insertOrganization,
  readOrganization,
  selectOrganizations,
} from './store.ts'

const service = 'organizations'

const time_zone = Text('Time zone in which the days of the organisation begin, as an IANA name; UTC by default.', {
  minLength: 1,
  maxLength: limits.time_zone_length_max,
  examples: ['Europe/Lisbon'],
})

export const listOrganizations = sessionOperation({
  id: 'session.list_organizations',
  route: 'GET /api/v1/organizations',
  summary: 'List my organisations',
  description:
    'Returns the organisations in this region that the signed-in user belongs to, sorted by name. Does not require X-Organization-ID: it returns the values allowed there.',
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
    'Creates a live organisation in this region with the signed-in user as its administrator. It starts on the starter plan, which does not include the public API; the operator of the service can change the plan.',
  service,
  needs: 'user',
  status: 201,
  body: Shape({
    name: Name('Name of the organisation.', { examples: ['Northwind Apparel'] }),
    currency: Type.Optional(
      Text('ISO 4217 code of its money; USD when left out.', { ...currencyCode, examples: ['EUR'] }),
    ),
    fiscal_year_start_month: Type.Optional(
      Whole('First month of the fiscal year, 1 to 12. Defaults to 2.', { minimum: 1, maximum: 12 }),
    ),
    time_zone: Type.Optional(time_zone),
  }),
  answer: Organization,
  refusals: ['conflict'],
  conflict: reasons(administersMaximum),
  async run({ sql, caller, region, body }) {
    const user_id = caller.user_id
    if (body.currency !== undefined && !isCurrency(body.currency)) refuseField('currency', 'must be an ISO 4217 code')
    await checkTimeZone(sql, 'time_zone', body.time_zone)
    await checkOrganizationsLeft(sql, user_id)
    const organization = { ...body, name: body.name.trim(), region, plan: 'starter', sandbox: false } as const
    const organization_id = await insertOrganization(sql, organization)
    await insertMembership(sql, organization_id, user_id, 'admin')
    await recordAudit(
      sql,
      { ...caller, organization_id },
      {
        kind: 'organization.created',
        subject_id: organization_id,
        subject: organization.name,
        sentence: `Organisation ${organization.name} created.`,
      },
    )
    return readOrganization(sql, user_id, region, organization_id)
  },
})

export const getOrganization = sessionOperation({
  id: 'session.get_organization',
  route: 'GET /api/v1/organizations/{organization_id}',
  summary: 'Get an organisation',
  description: 'Returns the organisation in X-Organization-ID; the id in the path must be the same.',
  service,
  params: OrganizationId,
  answer: Organization,
  run: ({ sql, caller, region, params }) => readOrganization(sql, caller.user_id, region, params.organization_id),
})

/** The missing half of an EDI identity. */
const lacking = (qualifier: string | null | undefined, id: string | null | undefined) =>
  qualifier === undefined || (qualifier === null && id !== undefined) ? 'edi_qualifier' : 'edi_id'

export const updateOrganization = sessionOperation({
  id: 'session.update_organization',
  route: 'PATCH /api/v1/organizations/{organization_id}',
  summary: 'Update an organisation',
  desc: ({ name }) => `Organisation ${name} updated.`,
  description:
    'Updates the name, the time zone, the lock date of the books, the GS1 company prefix, the horizon of allocation, address and tax id on documents, the claimed EDI identity and whether members must sign in with a second factor. While `require_two_factor` is true, members without it are refused with `two_factor_required` on every operation of the organisation until they set it up; API keys are not affected. Send the qualifier and the id together, or both null to remove the claim. A claimed identity is used for sending only after the operator of the service has verified that it is yours (`edi_verified_at`). Until then, and without a claim, interchanges use the identity that the service derives from the organisation id. A changed identity must be verified again. Omitted fields keep their value. Plan, region and currency cannot be changed here.',
  service,
  needs: 'admin',
  params: OrganizationId,
  body: Shape(
    {
      name: Type.Optional(Name('New name of the organisation.', { examples: ['Northwind Outfitters'] })),
      time_zone: Type.Optional(time_zone),
      books_from: Type.Optional(
        Nullable(
          CalendarDate(
            `Lock date: the first day that entries may have, not in the future. Null for the default, ${limits.books_days_max} days back.`,
          ),
        ),
      ),
      gs1_company_prefix: Type.Optional(
        Nullable(
          Text('GS1 company prefix, from which cartons are numbered (SSCC-18); null if there is none.', {
            pattern: '^[0-9]{4,12}$',
            'x-rule': 'must be 4 to 12 digits',
            examples: ['0614141'],
          }),
        ),
      ),
      allocation_horizon_days: Type.Optional(
        Nullable(
          Whole(
            'Days ahead for which sales orders hold stock when they are confirmed and by the job that allocates the book: an order whose ship window opens later waits. Null if all do; accounts can have their own.',
            { minimum: 0, maximum: limits.account_days_max, examples: [60] },
          ),
        ),
      ),
      address: Type.Optional(
        Nullable(PostalAddress('Address of the organisation on its documents, line by line, ending with the country.')),
      ),
      tax_id: Type.Optional(
        Nullable(
          Line('Tax id of the organisation, such as its VAT number, as it is printed on documents.', {
            maxLength: limits.tax_id_length_max,
            examples: ['PT508765432'],
          }),
        ),
      ),
      edi_qualifier: Type.Optional(Nullable(Text('Qualifier of the EDI identity, such as 01 or ZZ.', qualifier_rule))),
      edi_id: Type.Optional(
        Nullable(
          Text('EDI identity.', {
            pattern: '^[A-Z0-9]{2,15}$',
            'x-rule': 'must be 2 to 15 characters, each A to Z or 0 to 9',
          }),
        ),
      ),
      require_two_factor: Type.Optional(
        Flag('Whether members without two-factor sign-in are refused; true only if you have set it up yourself.'),
      ),
    },
    { examples: [{ name: 'Northwind Outfitters' }] },
  ),
  answer: Organization,
  async run({ sql, caller, region, params, body, now }) {
    const { name, books_from, gs1_company_prefix, edi_qualifier, edi_id, require_two_factor } = body
    const { allocation_horizon_days, address, tax_id } = body
    if ((edi_qualifier == null) !== (edi_id == null) || (edi_qualifier === undefined) !== (edi_id === undefined))
      refuseField(lacking(edi_qualifier, edi_id), 'is required: an EDI identity has both a qualifier and an id')
    await checkTimeZone(sql, 'time_zone', body.time_zone)
    const today = dayInTimeZone(body.time_zone ?? caller.time_zone, now)
    if (books_from != null && books_from > today)
      refuseField('books_from', 'must not be in the future', [`at most ${today}`])
    if (require_two_factor === true && !caller.two_factor)
      refuse('two_factor_required', {
        desc: 'Set up two-factor sign-in for yourself before you require it of the organisation. Nothing was changed.',
      })
    const before = await readOrganization(sql, caller.user_id, region, params.organization_id)
    await sql`
      update organizations set name = coalesce(${name?.trim() ?? null}, name),
        time_zone = coalesce(${body.time_zone ?? null}, time_zone),
        require_two_factor = coalesce(${require_two_factor ?? null}, require_two_factor),
        books_from = case when ${books_from === undefined} then books_from else ${books_from ?? null} end,
        gs1_company_prefix = case when ${gs1_company_prefix === undefined} then gs1_company_prefix
          else ${gs1_company_prefix ?? null} end,
        allocation_horizon_days = case when ${allocation_horizon_days === undefined} then allocation_horizon_days
          else ${allocation_horizon_days ?? null} end,
        address = case when ${address === undefined} then address else ${address?.trim() ?? null} end,
        tax_id = case when ${tax_id === undefined} then tax_id else ${tax_id?.trim() ?? null} end,
        edi_verified_at = case when ${edi_id === undefined}
          or (edi_qualifier, edi_id) is not distinct from (${edi_qualifier ?? null}::text, ${edi_id ?? null}::text)
          then edi_verified_at end,
        edi_qualifier = case when ${edi_qualifier === undefined} then edi_qualifier else ${edi_qualifier ?? null} end,
        edi_id = case when ${edi_id === undefined} then edi_id else ${edi_id ?? null} end
      where organization_id = ${caller.organization_id}`
    const after = await readOrganization(sql, caller.user_id, region, params.organization_id)
    await auditChange(sql, caller, before, after)
    return after
  },
})

async function auditChange(sql: Sql, caller: SessionCaller, before: Organization, after: Organization): Promise<void> {
  const changed = Object.keys(differenceOf(before, after))
  if (changed.length === 0) return
  await recordAudit(sql, caller, {
    kind: 'organization.changed',
    subject_id: after.organization_id,
    subject: after.name,
    sentence: changed.includes('require_two_factor')
      ? `Two-factor sign-in is ${after.require_two_factor ? 'now' : 'no longer'} required; changed: ${changed.join(', ')}.`
      : `Settings of the organisation changed: ${changed.join(', ')}.`,
  })
}
