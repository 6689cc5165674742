/** Overrides of weekly forecasts by planners (server/insight/forecasts/overrides), kept beside what they replace. */
import { overrideSources } from '../../../server/insight/known_values.ts'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { variants } from '../catalogue.ts'
import { day, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { sales_channels } from '../wholesale/accounts.ts'

/** The newest version of a variant, channel and week is in force; without units it is removed. None is changed or deleted. */
export const forecast_overrides = pgTable(
  'forecast_overrides',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    variant_id: uuid().notNull(),
    sales_channel_id: uuid().notNull(),
    week_start: day().notNull(),
    version: integer().notNull(),
    units: integer(),
    /** The forecast that it replaced, and its origin; null if there was none. */
    statistical_units: numeric({ precision: 14, scale: 2 }),
    origin_week: day(),
    source: text().notNull(),
    reason: text().notNull(),
    made_by: text().notNull(),
    made_at: recordedNow(),
  },
  (t) => [
    primaryKey({
      name: 'forecast_overrides_pk',
      columns: [t.organization_id, t.variant_id, t.week_start, t.sales_channel_id, t.version],
    }),
    index('forecast_overrides_by_time').on(t.organization_id, t.made_at, t.variant_id),
    foreignKey({
      name: 'forecast_overrides_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    foreignKey({
      name: 'forecast_overrides_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
    check('forecast_overrides_units_not_negative', sql`${t.units} >= 0`),
    check('forecast_overrides_version_positive', sql`${t.version} > 0`),
    check('forecast_overrides_source_known', isOneOf(t.source, overrideSources)),
  ],
)
