/**
 * Buy plans (merchandise financial plans): cells of category, sales channel and fiscal month in whole cents of the
 * plan's currency. Working cells change; published versions are copies that the database refuses to change.
 */
import { baselineFills, baselineSources, planCalendars } from '../../../server/planning/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { categories } from '../catalogue.ts'
import { cents, day, instant, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { versionChecks, versionColumns } from './plan_versions.ts'
import { sales_channels } from '../wholesale/accounts.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

export const buy_plans = pgTable(
  'buy_plans',
  {
    organization_id: tenant(),
    mfp_id: uuid().notNull(),
    name: text().notNull(),
    /** The calendar year in which the first month begins, as the fiscal year is named. */
    fiscal_year: integer().notNull(),
    /** The organisation's start month when the plan was created. */
    fiscal_year_start_month: integer().notNull(),
    calendar: text({ enum: planCalendars }).notNull(),
    currency: text().notNull(),
    baseline_source: text({ enum: baselineSources }).notNull(),
    /** What filled the months that last year's actuals do not cover as a whole. */
    baseline_fill: text({ enum: baselineFills }).notNull().default('none'),
    /** The first day whose actuals the first figures contain; null if they contain none, or all days of the year before. */
    baseline_from: day(),
    /** The last day whose actuals the first figures contain; null if they contain none. */
    baseline_through: day(),
    locked_at: instant(),
    locked_by: text(),
    archived_at: instant(),
    created_by: text().notNull(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'buy_plans_pk', columns: [t.organization_id, t.mfp_id] }),
    uniqueIndex('buy_plans_by_name').on(t.organization_id, sql`lower(${t.name})`),
    index('buy_plans_newest').on(t.organization_id, t.created_at.desc(), t.mfp_id.desc()),
    check('buy_plans_calendar_known', isOneOf(t.calendar, planCalendars)),
    check('buy_plans_baseline_known', isOneOf(t.baseline_source, baselineSources)),
    check('buy_plans_baseline_fill_known', isOneOf(t.baseline_fill, baselineFills)),
    check('buy_plans_start_month', sql`${t.fiscal_year_start_month} between 1 and 12`),
    check('buy_plans_locked_by_someone', sql`(${t.locked_at} is null) = (${t.locked_by} is null)`),
  ],
)

const figures = () => ({
  /** Null for products without a category. */
  category_id: uuid(),
  sales_channel_id: uuid().notNull(),
  /** 1 is the first month of the fiscal year. */
  month: smallint().notNull(),
  /** Each figure is null while it is neither measured nor planned. */
  sales_cents: cents(),
  markdown_cents: cents(),
  margin_cents: cents(),
  receipts_cost_cents: cents(),
  closing_stock_retail_cents: cents(),
  closing_stock_cost_cents: cents(),
  chase_reserve_cents: cents(),
})

export const buy_plan_cells = pgTable(
  'buy_plan_cells',
  { organization_id: tenant(), mfp_id: uuid().notNull(), cell_id: uuid().notNull(), ...figures() },
  (t) => [
    primaryKey({ name: 'buy_plan_cells_pk', columns: [t.organization_id, t.mfp_id, t.cell_id] }),
    unique('buy_plan_cells_one_a_month')
      .on(t.organization_id, t.mfp_id, t.category_id, t.sales_channel_id, t.month)
      .nullsNotDistinct(),
    foreignKey({
      name: 'buy_plan_cells_plan_fk',
      columns: [t.organization_id, t.mfp_id],
      foreignColumns: [buy_plans.organization_id, buy_plans.mfp_id],
    }),
    foreignKey({
      name: 'buy_plan_cells_category_fk',
      columns: [t.organization_id, t.category_id],
      foreignColumns: [categories.organization_id, categories.category_id],
    }),
    foreignKey({
      name: 'buy_plan_cells_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
    check('buy_plan_cells_month', sql`${t.month} between 1 and 12`),
  ],
)

/** Append-only, like its cells: the database refuses update, delete and truncate (see the migration). */
export const buy_plan_versions = pgTable(
  'buy_plan_versions',
  {
    organization_id: tenant(),
    version_id: uuid().notNull(),
    mfp_id: uuid().notNull(),
    /** Fiscal year of the plan, so that a fiscal year has one budget. */
    fiscal_year: integer().notNull(),
    ...versionColumns(),
  },
  (t) => [
    primaryKey({ name: 'buy_plan_versions_pk', columns: [t.organization_id, t.version_id] }),
    uniqueIndex('buy_plan_versions_by_number').on(t.organization_id, t.mfp_id, t.number),
    uniqueIndex('buy_plan_versions_one_budget')
      .on(t.organization_id, t.fiscal_year)
      .where(sql`kind = 'budget'`),
    foreignKey({
      name: 'buy_plan_versions_plan_fk',
      columns: [t.organization_id, t.mfp_id],
      foreignColumns: [buy_plans.organization_id, buy_plans.mfp_id],
    }),
    ...versionChecks('buy_plan_versions', t),
  ],
)

export const buy_plan_version_cells = pgTable(
  'buy_plan_version_cells',
  { organization_id: tenant(), version_id: uuid().notNull(), cell_id: uuid().notNull(), ...figures() },
  (t) => [
    primaryKey({ name: 'buy_plan_version_cells_pk', columns: [t.organization_id, t.version_id, t.cell_id] }),
    foreignKey({
      name: 'buy_plan_version_cells_version_fk',
      columns: [t.organization_id, t.version_id],
      foreignColumns: [buy_plan_versions.organization_id, buy_plan_versions.version_id],
    }),
    foreignKey({
      name: 'buy_plan_version_cells_category_fk',
      columns: [t.organization_id, t.category_id],
      foreignColumns: [categories.organization_id, categories.category_id],
    }),
    foreignKey({
      name: 'buy_plan_version_cells_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
  ],
)
