/** SQL statements on organisations and memberships. */
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import type { SubscriptionPlan } from '../../contract/resources.ts'
import type { Role } from '../../contract/resources.ts'
import type { Membership, Organization } from './model.ts'

export interface NewOrganization {
  name: string
  region: 'us' | 'eu'
  plan: SubscriptionPlan
  sandbox: boolean
  currency?: string
  fiscal_year_start_month?: number
  time_zone?: string
}

export async function insertOrganization(sql: Sql, organization: NewOrganization): Promise<string> {
  const organization_id = uuidv7()
  await sql`
    insert into organizations (organization_id, name, region, plan, sandbox, currency, fiscal_year_start_month,
      time_zone)
    values (${organization_id}, ${organization.name}, ${organization.region}, ${organization.plan},
      ${organization.sandbox}, ${organization.currency ?? 'USD'}, ${organization.fiscal_year_start_month ?? 2},
      ${organization.time_zone ?? 'UTC'})`
  return organization_id
}

export const insertMembership = async (sql: Sql, organization_id: string, user_id: string, role: Role) => {
  const [row] = await sql`
    insert into memberships (organization_id, user_id, role) values (${organization_id}, ${user_id}, ${role})
    on conflict do nothing returning true`
  return row !== undefined
}

/** The organisations of a user in this region, or only the requested one. */
export const selectOrganizations = (
  sql: Sql,
  user_id: string,
  region: string | null,
  organization_id: string | null,
) => sql<Organization[]>`
  select o.organization_id, o.name, o.region, o.plan, o.sandbox, o.currency, o.fiscal_year_start_month, o.time_zone,
    o.books_from, o.gs1_company_prefix, o.allocation_horizon_days, o.address, o.tax_id,
    o.edi_qualifier, o.edi_id, o.edi_verified_at, o.require_two_factor, m.role, o.created_at
  from memberships m join organizations o on o.organization_id = m.organization_id
  where m.user_id = ${user_id} and (${region}::text is null or o.region = ${region})
    and (${organization_id}::uuid is null or m.organization_id = ${organization_id})
  order by o.name, o.organization_id`

/** An organisation that the user belongs to. */
export async function readOrganization(sql: Sql, user_id: string, region: string, organization_id: string) {
  const [organization] = await selectOrganizations(sql, user_id, region, organization_id)
  return organization!
}

export const administersMaximum = `you administer ${limits.organizations_per_admin_max} organisations, the maximum`

/** Limits the organisations a user administers; the lock on the user makes concurrent calls count each other. */
export async function checkOrganizationsLeft(sql: Sql, user_id: string): Promise<void> {
  await sql`select 1 from "user" where id = ${user_id} for no key update`
  const [row] = await sql<{ held: number }[]>`
    select count(*)::int as held from memberships where user_id = ${user_id} and role = 'admin'`
  if (row!.held < limits.organizations_per_admin_max) return
  refuse('conflict', {
    desc: `You administer ${row!.held} organisations, which is the maximum. Nothing was created.`,
  })
}

export const selectMemberships = (sql: Sql, organization_id: string, user_id: string | null = null) => sql<
  Membership[]
>`
  select u.id as user_id, u.name, u.email, m.role, u."twoFactorEnabled" as two_factor, m.created_at as joined_at,
    (select max(s."createdAt") from session s where s."userId" = u.id) as last_signed_in_at
  from memberships m join "user" u on u.id = m.user_id
  where m.organization_id = ${organization_id} and (${user_id}::text is null or m.user_id = ${user_id})
  order by u.name, u.id`

export const lastAdministrator = 'the member is the last administrator of the organisation'

/**
 * Locks the administrators and refuses a change that would leave none. Concurrent demotions of each other are
 * serialised here, so the second one is refused.
 */
export async function checkAdminRemains(sql: Sql, organization_id: string, withoutUserId: string): Promise<void> {
  const admins = await sql<{ user_id: string }[]>`
    select user_id from memberships where organization_id = ${organization_id} and role = 'admin'
    order by user_id for update`
  if (admins.some(({ user_id }) => user_id !== withoutUserId)) return
  refuse('conflict', {
    desc: 'This is the last administrator of the organisation. Make another member an administrator first.',
  })
}
