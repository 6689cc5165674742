/**
 * Errors of the forecasts of whole weeks (server/stock/forecast_accuracy), summed once a week is over. A week whose sales or
 * forecasts changed since is in forecast_week_changes or sales_deltas; reads sum it from its rows until a job rebuilds it.
 */
import { bigint, integer, numeric, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { day, instant, organizationId } from '../columns.ts'
import { organizations } from '../organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** Weeks whose changes are noted; their sums are there from `summed_at` on. */
export const forecast_weeks = pgTable(
  'forecast_weeks',
  { organization_id: tenant(), week_start: day().notNull(), summed_at: instant() },
  (t) => [primaryKey({ name: 'forecast_weeks_pk', columns: [t.organization_id, t.week_start] })],
)

/** By lag and channel; sales_channel_id is nilId for all channels together. */
export const forecast_week_errors = pgTable(
  'forecast_week_errors',
  {
    organization_id: tenant(),
    week_start: day().notNull(),
    lag_weeks: integer().notNull(),
    sales_channel_id: uuid().notNull(),
    /** Variants with a forecast. */
    variants: integer().notNull(),
    forecast_units: numeric({ precision: 24, scale: 2 }).notNull(),
    actual_units: bigint({ mode: 'number' }).notNull(),
    absolute_error: numeric({ precision: 24, scale: 2 }).notNull(),
    naive_error: bigint({ mode: 'number' }).notNull(),
    units_year_before: bigint({ mode: 'number' }).notNull(),
    sold_without_forecast: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({
      name: 'forecast_week_errors_pk',
      columns: [t.organization_id, t.week_start, t.lag_weeks, t.sales_channel_id],
    }),
  ],
)

/** Weeks whose forecasts changed, or whose sales did and are folded; one may come several times. */
export const forecast_week_changes = pgTable(
  'forecast_week_changes',
  {
    organization_id: tenant(),
    entry: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    week_start: day().notNull(),
  },
  (t) => [primaryKey({ name: 'forecast_week_changes_pk', columns: [t.organization_id, t.week_start, t.entry] })],
)

/** Variants with a forecast for a week or a later one, by channel; nilId for all channels together. */
export const forecast_variants = pgTable(
  'forecast_variants',
  {
    organization_id: tenant(),
    from_week: day().notNull(),
    sales_channel_id: uuid().notNull(),
    variants: integer().notNull(),
  },
  (t) => [primaryKey({ name: 'forecast_variants_pk', columns: [t.organization_id, t.from_week, t.sales_channel_id] })],
)
