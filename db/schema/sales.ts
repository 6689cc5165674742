/** What was sold, day by day, and what was forecast, week by week. */
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, numeric, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { variants } from './catalogue.ts'
import { cents, day, organizationId, recordedNow } from './columns.ts'
import { locations, organizations, sales_channels } from './organizations.ts'

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
