/** Organisations, their people and their locations. */
import { locationKinds } from '../../server/stock/known_values.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { subscriptionPlans, regions } from '../../server/contract/resources.ts'
import { roles } from '../../server/contract/resources.ts'
import { user } from './sign_in.ts'
import { bytes, day, instant, isOneOf, organizationId, recordedNow } from './columns.ts'

export const organizations = pgTable(
  'organizations',
  {
    organization_id: uuid().primaryKey(),
    name: text().notNull(),
    region: text().notNull(),
    plan: text({ enum: subscriptionPlans }).notNull(),
    sandbox: boolean().notNull().default(false),
    currency: text().notNull().default('USD'),
    /** IANA name of the time zone in which its days begin. */
    time_zone: text().notNull().default('UTC'),
    /** First month (1 to 12) of the organisation's fiscal year. */
    fiscal_year_start_month: integer().notNull().default(2),
    /** The EDI identity that the organisation claims. It is used only after the operator has verified it. */
    edi_qualifier: text(),
    edi_id: text(),
    edi_verified_at: instant(),
    /** GS1 company prefix, from which serial shipping container codes are made. */
    gs1_company_prefix: text(),
    /** Key for deriving its public ids (see public_id in the migration). Never published. */
    id_key: bytes()
      .notNull()
      .default(sql`uuid_send(gen_random_uuid())`),
    /** Whether members without two-factor sign-in are refused. */
    require_two_factor: boolean().notNull().default(false),
    /** The first day that entries may have; null for the days that the limits allow. */
    books_from: day(),
    /** Days ahead for which orders hold stock, unless the account has its own; null for all orders. */
    allocation_horizon_days: integer(),
    /** On documents: the address as it is printed, with line breaks, and the tax id. */
    address: text(),
    tax_id: text(),
    seeded_at: instant(),
    created_at: recordedNow(),
  },
  (t) => [
    uniqueIndex('organizations_by_edi_identity')
      .on(t.edi_qualifier, t.edi_id)
      .where(sql`edi_verified_at is not null`),
    check(
      'organizations_edi_verified_is_named',
      sql`${t.edi_verified_at} is null or (${t.edi_qualifier} is not null and ${t.edi_id} is not null)`,
    ),
    check('organizations_allocation_horizon_in_range', sql`${t.allocation_horizon_days} between 0 and 730`),
    check('organizations_gs1_prefix_digits', sql`${t.gs1_company_prefix} ~ '^[0-9]{4,12}$'`),
    check('organizations_region_known', isOneOf(t.region, regions)),
    check('organizations_plan_known', isOneOf(t.plan, subscriptionPlans)),
  ],
)

export const memberships = pgTable(
  'memberships',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    role: text({ enum: roles }).notNull(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'memberships_pk', columns: [t.organization_id, t.user_id] }),
    index('memberships_by_user').on(t.user_id),
    check('memberships_role_known', isOneOf(t.role, roles)),
  ],
)

export const locations = pgTable(
  'locations',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    location_id: uuid().notNull(),
    name: text().notNull(),
    kind: text().notNull().default('warehouse'),
    country_code: text(),
    /** As it is printed, with line breaks. */
    address: text(),
    is_active: boolean().notNull().default(true),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'locations_pk', columns: [t.organization_id, t.location_id] }),
    uniqueIndex('locations_by_name').on(t.organization_id, sql`lower(${t.name})`),
    check('locations_kind_known', isOneOf(t.kind, locationKinds)),
  ],
)
