/** Weekly forecasts (server/insight/forecasts): their configuration, their runs and the chosen methods. */
import { forecastMethods, forecastReasons } from '../../../server/insight/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { variants } from '../catalogue.ts'
import { day, instant, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { sales_channels } from '../wholesale/accounts.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** An organisation without a row has the defaults of server/insight/forecasts/config.ts. */
export const forecast_settings = pgTable(
  'forecast_settings',
  {
    organization_id: tenant(),
    is_enabled: boolean().notNull(),
    horizon_weeks: integer().notNull(),
    history_weeks: integer().notNull(),
    methods: text().array().notNull(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'forecast_settings_pk', columns: [t.organization_id] }),
    check(
      'forecast_settings_methods_known',
      sql`${t.methods} <@ array[${sql.raw(forecastMethods.map((one) => `'${one}'`).join(', '))}]::text[] and cardinality(${t.methods}) > 0`,
    ),
  ],
)

/** One run of an organisation for each origin week; its rows are readable as the newest forecast once it has ended. */
export const forecast_runs = pgTable(
  'forecast_runs',
  {
    organization_id: tenant(),
    /** Monday of the last week whose sales the forecasts know. */
    origin_week: day().notNull(),
    began_at: recordedNow(),
    ended_at: instant(),
    /** The last product whose variants are forecast; a run that died goes on after it. Null before the first. */
    after_product_id: uuid(),
    variants: integer().notNull().default(0),
    series: integer().notNull().default(0),
    /** Why the last attempt failed; null if it did not. */
    fault: text(),
    /** When the lags at which accuracy is not measured were deleted, after a later run ended. */
    pruned_at: instant(),
  },
  (t) => [primaryKey({ name: 'forecast_runs_pk', columns: [t.organization_id, t.origin_week] })],
)

/** The method of the newest forecast of each variant and channel, with the errors that it was chosen by. */
export const forecast_choices = pgTable(
  'forecast_choices',
  {
    organization_id: tenant(),
    variant_id: uuid().notNull(),
    sales_channel_id: uuid().notNull(),
    origin_week: day().notNull(),
    method: text().notNull(),
    reason: text().notNull(),
    /** WMASE by method over the rolling origins; absent where a method has none. */
    errors: jsonb().$type<Record<string, number>>().notNull(),
    /** Rolling origins that the errors are of. */
    origins: integer().notNull(),
    history_weeks: integer().notNull(),
    stockout_days: integer().notNull(),
    /** Deseasonalised units a week at the origin. */
    level_units: numeric({ precision: 14, scale: 4 }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'forecast_choices_pk', columns: [t.organization_id, t.variant_id, t.sales_channel_id] }),
    foreignKey({
      name: 'forecast_choices_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    foreignKey({
      name: 'forecast_choices_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
    check('forecast_choices_method_known', isOneOf(t.method, forecastMethods)),
    check('forecast_choices_reason_known', isOneOf(t.reason, forecastReasons)),
  ],
)

/** Units of each week of a run by channel, over all variants; written when the run ends. */
export const forecast_sums = pgTable(
  'forecast_sums',
  {
    organization_id: tenant(),
    origin_week: day().notNull(),
    week_start: day().notNull(),
    sales_channel_id: uuid().notNull(),
    forecast_units: numeric({ precision: 24, scale: 2 }).notNull(),
  },
  (t) => [
    primaryKey({
      name: 'forecast_sums_pk',
      columns: [t.organization_id, t.origin_week, t.week_start, t.sales_channel_id],
    }),
    foreignKey({
      name: 'forecast_sums_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
  ],
)
