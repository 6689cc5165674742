/** Organisations, their people and what they trade with. */
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { user } from './sign_in.ts'
import { instant, organizationId, recordedNow } from './columns.ts'

export const organizations = pgTable(
  'organizations',
  {
    organization_id: uuid().primaryKey(),
    name: text().notNull(),
    region: text().notNull(),
    plan: text().notNull(),
    sandbox: boolean().notNull().default(false),
    currency: text().notNull().default('USD'),
    /** Month (1 to 12) in which the organisation's fiscal year begins. */
    fiscal_year_start_month: integer().notNull().default(2),
    /** How it is known to EDI partners; by its id while null. */
    edi_qualifier: text(),
    edi_id: text(),
    seeded_at: instant(),
    created_at: recordedNow(),
  },
  (t) => [
    check('organizations_region_known', sql`${t.region} in ('us', 'eu')`),
    check('organizations_plan_known', sql`${t.plan} in ('starter', 'essentials', 'essentials_plus', 'pro')`),
  ],
)

export const memberships = pgTable(
  'memberships',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    role: text().notNull(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'memberships_pk', columns: [t.organization_id, t.user_id] }),
    index('memberships_by_user').on(t.user_id),
    check('memberships_role_known', sql`${t.role} in ('admin', 'member')`),
  ],
)

/** A wholesale account: a retailer that the organisation sells to. */
export const trading_partners = pgTable(
  'trading_partners',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    trading_partner_id: uuid().notNull(),
    name: text().notNull(),
    created_at: recordedNow(),
  },
  (t) => [primaryKey({ name: 'trading_partners_pk', columns: [t.organization_id, t.trading_partner_id] })],
)

export const locations = pgTable(
  'locations',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    location_id: uuid().notNull(),
    name: text().notNull(),
    kind: text().notNull().default('warehouse'),
    country_code: text(),
    is_active: boolean().notNull().default(true),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'locations_pk', columns: [t.organization_id, t.location_id] }),
    check('locations_kind_known', sql`${t.kind} in ('warehouse', 'store')`),
  ],
)

export const sales_channels = pgTable(
  'sales_channels',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    sales_channel_id: uuid().notNull(),
    name: text().notNull(),
    channel_type: text().notNull(),
    trading_partner_id: uuid(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'sales_channels_pk', columns: [t.organization_id, t.sales_channel_id] }),
    foreignKey({
      name: 'sales_channels_trading_partner_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
    check('sales_channels_type_known', sql`${t.channel_type} in ('online', 'store', 'wholesale', 'marketplace')`),
  ],
)
