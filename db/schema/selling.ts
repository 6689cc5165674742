/** Sales by day, forecasts by week, and customer returns. */
import { returnStates } from '../../server/selling/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { variants } from './catalogue.ts'
import { cents, day, isOneOf, organizationId, recordedNow } from './columns.ts'
import { sales_channels } from './accounts.ts'
import { locations, organizations } from './organizations.ts'
import { user } from './sign_in.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** One row for each day on which a variant sold or came back, by channel and by the location that shipped it. */
export const sales_daily = pgTable(
  'sales_daily',
  {
    organization_id: tenant(),
    variant_id: uuid().notNull(),
    day: day().notNull(),
    sales_channel_id: uuid().notNull(),
    location_id: uuid().notNull(),
    units: integer().notNull(),
    returned_units: integer().notNull().default(0),
    gross_sales_cents: cents().notNull(),
    discounts_cents: cents().notNull().default(0),
    returns_cents: cents().notNull().default(0),
    taxes_cents: cents().notNull().default(0),
  },
  (t) => [
    primaryKey({
      name: 'sales_daily_pk',
      columns: [t.organization_id, t.variant_id, t.day, t.sales_channel_id, t.location_id],
    }),
    /** Holds all that a sum of units over days reads; the rows themselves lie by variant. */
    index('sales_daily_by_day').on(t.organization_id, t.day, t.variant_id, t.sales_channel_id, t.units),
    foreignKey({
      name: 'sales_daily_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    foreignKey({
      name: 'sales_daily_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
    foreignKey({
      name: 'sales_daily_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    check('sales_daily_units_not_negative', sql`${t.units} >= 0 and ${t.returned_units} >= 0`),
  ],
)

/** The forecast of a week, made before the week began. Weeks begin on Monday. */
export const weekly_forecasts = pgTable(
  'weekly_forecasts',
  {
    organization_id: tenant(),
    variant_id: uuid().notNull(),
    sales_channel_id: uuid().notNull(),
    week_start: day().notNull(),
    forecast_units: numeric({ precision: 14, scale: 2 }).notNull(),
    made_at: recordedNow(),
  },
  (t) => [
    primaryKey({
      name: 'weekly_forecasts_pk',
      columns: [t.organization_id, t.variant_id, t.week_start, t.sales_channel_id],
    }),
    index('weekly_forecasts_by_week').on(
      t.organization_id,
      t.week_start,
      t.variant_id,
      t.sales_channel_id,
      t.forecast_units,
    ),
    foreignKey({
      name: 'weekly_forecasts_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    foreignKey({
      name: 'weekly_forecasts_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
  ],
)

/** What customers have promised to send back. Only the units still expected count, and never into ATP. */
export const returns = pgTable(
  'returns',
  {
    organization_id: tenant(),
    return_id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    name: text().notNull(),
    state: text().notNull(),
    location_id: uuid(),
    expected_on: day(),
    created_by: text().references(() => user.id, { onDelete: 'set null' }),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'returns_pk', columns: [t.organization_id, t.return_id] }),
    foreignKey({
      name: 'returns_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    check('returns_state_known', isOneOf(t.state, returnStates)),
  ],
)

export const return_lines = pgTable(
  'return_lines',
  {
    organization_id: tenant(),
    return_id: bigint({ mode: 'number' }).notNull(),
    line_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    expected_quantity: integer().notNull(),
    received_quantity: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'return_lines_pk', columns: [t.organization_id, t.return_id, t.line_id] }),
    index('return_lines_by_variant').on(t.organization_id, t.variant_id),
    foreignKey({
      name: 'return_lines_return_fk',
      columns: [t.organization_id, t.return_id],
      foreignColumns: [returns.organization_id, returns.return_id],
    }),
    foreignKey({
      name: 'return_lines_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
  ],
)
