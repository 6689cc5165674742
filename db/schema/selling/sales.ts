/** Sales by day, where each channel's days come from, and forecasts by week. */
import { salesDayOrigins } from '../../../server/selling/known_values.ts'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { variants } from '../catalogue.ts'
import { cents, day, exactCents, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { sales_channels } from '../wholesale/accounts.ts'
import { organizations } from '../organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/**
 * Source of the sales of a channel on a day: orders or an import, never both. Writers of
 * sales_daily claim the row first. For imported days it has control totals, against which npm run verify proves the rows.
 */
export const sales_channel_days = pgTable(
  'sales_channel_days',
  {
    organization_id: tenant(),
    sales_channel_id: uuid().notNull(),
    day: day().notNull(),
    origin: text().notNull(),
    /** System that an imported day was exported from; null where it was not named. */
    source_system: text(),
    row_count: integer().notNull().default(0),
    units: integer().notNull().default(0),
    net_sales_cents: cents().notNull().default(0),
    /** Sum of a hash of each row (sales_row_hash): any changed figure changes it. */
    checksum: numeric({ precision: 38, scale: 0 }).notNull().default('0'),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'sales_channel_days_pk', columns: [t.organization_id, t.day, t.sales_channel_id] }),
    /** The first and the newest day of a channel, which tell how far it is recorded. */
    index('sales_channel_days_by_channel').on(t.organization_id, t.sales_channel_id, t.day, t.origin),
    foreignKey({
      name: 'sales_channel_days_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
    check('sales_channel_days_origin_known', isOneOf(t.origin, salesDayOrigins)),
    check(
      'sales_channel_days_totals_of_imports',
      sql`${t.origin} = 'import' or (${t.row_count} = 0 and ${t.units} = 0 and ${t.net_sales_cents} = 0
        and ${t.checksum} = 0 and ${t.source_system} is null)`,
    ),
  ],
)

/**
 * Statements that the imported sales of a channel are complete up to a day, so that silence up to it is zero. The newest
 * one of a channel is in force, with null it is withdrawn; none is changed or deleted.
 */
export const sales_recorded_through = pgTable(
  'sales_recorded_through',
  {
    organization_id: tenant(),
    sales_channel_id: uuid().notNull(),
    /** Ids follow the order in which they were made. */
    statement_id: uuid().notNull(),
    recorded_through: day(),
    note: text(),
    stated_by: text().notNull(),
    stated_at: recordedNow(),
  },
  (t) => [
    primaryKey({
      name: 'sales_recorded_through_pk',
      columns: [t.organization_id, t.sales_channel_id, t.statement_id],
    }),
    foreignKey({
      name: 'sales_recorded_through_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
  ],
)

/**
 * One row for each day on which a variant sold or came back, by channel, location and currency. Sales count at the
 * location that ships them, returns at the one that takes them back. Cost, regular value and marked-down units are null
 * unless they are known for every unit of the row.
 */
export const sales_daily = pgTable(
  'sales_daily',
  {
    /**
     * Belongs to this organisation through variant, sales channel and location. Triggers keep these as foreign keys do, but check
     * each distinct one once a statement (migrations/0087): foreign keys of PostgreSQL are checked for every row.
     */
    organization_id: organizationId(),
    variant_id: uuid().notNull(),
    day: day().notNull(),
    sales_channel_id: uuid().notNull(),
    location_id: uuid().notNull(),
    /** Currency of all amounts but the cost, which is in the organisation's currency. */
    currency: text().notNull().default('USD'),
    units: integer().notNull(),
    returned_units: integer().notNull().default(0),
    gross_sales_cents: cents().notNull(),
    discounts_cents: cents().notNull().default(0),
    returns_cents: cents().notNull().default(0),
    taxes_cents: cents().notNull().default(0),
    /**
     * Units sold and units returned whose cost is known, and the cost of the former less that of the latter: not rounded, so
     * that units of a part of a cent add up.
     */
    costed_units: integer().notNull().default(0),
    known_cost_cents: exactCents().notNull().default('0'),
    /** Units sold whose regular price is known, their value at it, and how many of them sold below it. */
    priced_units: integer().notNull().default(0),
    known_regular_value_cents: cents().notNull().default(0),
    known_markdown_units: integer().notNull().default(0),
    cost_cents: cents().generatedAlwaysAs(
      sql`case when costed_units = units + returned_units then round(known_cost_cents) end`,
    ),
    regular_value_cents: cents().generatedAlwaysAs(
      sql`case when priced_units = units then known_regular_value_cents end`,
    ),
    markdown_units: integer().generatedAlwaysAs(sql`case when priced_units = units then known_markdown_units end`),
  },
  (t) => [
    primaryKey({
      name: 'sales_daily_pk',
      columns: [t.organization_id, t.variant_id, t.day, t.sales_channel_id, t.location_id, t.currency],
    }),
    /** Holds all that a sum of sales over days reads; the rows themselves lie by variant. */
    index('sales_daily_by_day').on(
      t.organization_id,
      t.day,
      t.variant_id,
      t.sales_channel_id,
      t.units,
      t.returned_units,
      t.gross_sales_cents,
      t.discounts_cents,
      t.returns_cents,
      t.taxes_cents,
      t.currency,
    ),
    check('sales_daily_units_not_negative', sql`${t.units} >= 0 and ${t.returned_units} >= 0`),
    check(
      'sales_daily_known_units',
      sql`${t.costed_units} between 0 and ${t.units} + ${t.returned_units} and ${t.priced_units} between 0 and ${t.units}
        and ${t.known_markdown_units} between 0 and ${t.priced_units}`,
    ),
    check('sales_daily_currency_code', sql`${t.currency} ~ '^[A-Z]{3}$'`),
  ],
)

/**
 * The days that npm run verify has proven, with the version of their sums, so that a day without changes is not read
 * again.
 */
export const sales_checkpoints = pgTable(
  'sales_checkpoints',
  {
    organization_id: tenant(),
    day: day().notNull(),
    version: integer().notNull(),
    verified_at: recordedNow(),
  },
  (t) => [primaryKey({ name: 'sales_checkpoints_pk', columns: [t.organization_id, t.day] })],
)

/**
 * Forecasts by week, each made from the sales up to the end of its origin week. Weeks begin on Monday; the lag is the
 * number of weeks from the origin to the week. Rows are never changed: a later origin adds rows. Of superseded origins
 * only the lags remain at which accuracy is measured.
 */
export const weekly_forecasts = pgTable(
  'weekly_forecasts',
  {
    organization_id: tenant(),
    variant_id: uuid().notNull(),
    sales_channel_id: uuid().notNull(),
    week_start: day().notNull(),
    /** Monday of the last week whose sales the forecast knows. */
    origin_week: day().notNull(),
    forecast_units: numeric({ precision: 14, scale: 2 }).notNull(),
    /** Bounds of the 80% interval; null if none was made. */
    lower_units: numeric({ precision: 14, scale: 2 }),
    upper_units: numeric({ precision: 14, scale: 2 }),
    made_at: recordedNow(),
  },
  (t) => [
    primaryKey({
      name: 'weekly_forecasts_pk',
      columns: [t.organization_id, t.variant_id, t.week_start, t.sales_channel_id, t.origin_week],
    }),
    index('weekly_forecasts_by_week').on(
      t.organization_id,
      t.week_start,
      t.origin_week,
      t.variant_id,
      t.sales_channel_id,
      t.forecast_units,
    ),
    check('weekly_forecasts_after_origin', sql`${t.week_start} > ${t.origin_week}`),
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
