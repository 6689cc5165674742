/**
 * Plans of record of commitments: cells of category and 4-5-4 fiscal month at cost, in whole cents of the commitment's
 * currency. Working cells change; locked versions and declarations are rows that the database refuses to change.
 */
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
import { cents, instant, organizationId } from '../columns.ts'
import { commitments } from '../commitments.ts'
import { organizations } from '../organizations.ts'
import { versionChecks, versionColumns } from './plan_versions.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

export const commitment_plans = pgTable(
  'commitment_plans',
  {
    organization_id: tenant(),
    commitment_id: uuid().notNull(),
    /** The organisation's start month when the plan was first set. */
    fiscal_year_start_month: integer().notNull(),
    updated_by: text().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'commitment_plans_pk', columns: [t.organization_id, t.commitment_id] }),
    foreignKey({
      name: 'commitment_plans_commitment_fk',
      columns: [t.organization_id, t.commitment_id],
      foreignColumns: [commitments.organization_id, commitments.commitment_id],
    }),
    check('commitment_plans_start_month', sql`${t.fiscal_year_start_month} between 1 and 12`),
  ],
)

const figures = () => ({
  /** Null for products without a category. */
  category_id: uuid(),
  fiscal_year: integer().notNull(),
  /** 1 is the first month of the fiscal year. */
  month: smallint().notNull(),
  planned_sales_cents: cents().notNull(),
  planned_markdown_cents: cents().notNull(),
  planned_closing_stock_cents: cents().notNull(),
  budget_cents: cents().notNull(),
})

export const commitment_plan_cells = pgTable(
  'commitment_plan_cells',
  { organization_id: tenant(), commitment_id: uuid().notNull(), cell_id: uuid().notNull(), ...figures() },
  (t) => [
    primaryKey({ name: 'commitment_plan_cells_pk', columns: [t.organization_id, t.commitment_id, t.cell_id] }),
    unique('commitment_plan_cells_one_a_month')
      .on(t.organization_id, t.commitment_id, t.category_id, t.fiscal_year, t.month)
      .nullsNotDistinct(),
    foreignKey({
      name: 'commitment_plan_cells_plan_fk',
      columns: [t.organization_id, t.commitment_id],
      foreignColumns: [commitment_plans.organization_id, commitment_plans.commitment_id],
    }),
    foreignKey({
      name: 'commitment_plan_cells_category_fk',
      columns: [t.organization_id, t.category_id],
      foreignColumns: [categories.organization_id, categories.category_id],
    }),
    check('commitment_plan_cells_month', sql`${t.month} between 1 and 12`),
  ],
)

/** Append-only, like its cells: the database refuses update, delete and truncate (see the migration). */
export const commitment_plan_versions = pgTable(
  'commitment_plan_versions',
  {
    organization_id: tenant(),
    version_id: uuid().notNull(),
    commitment_id: uuid().notNull(),
    fiscal_year_start_month: integer().notNull(),
    ...versionColumns(),
  },
  (t) => [
    primaryKey({ name: 'commitment_plan_versions_pk', columns: [t.organization_id, t.version_id] }),
    uniqueIndex('commitment_plan_versions_by_number').on(t.organization_id, t.commitment_id, t.number),
    uniqueIndex('commitment_plan_versions_one_budget')
      .on(t.organization_id, t.commitment_id)
      .where(sql`kind = 'budget'`),
    foreignKey({
      name: 'commitment_plan_versions_plan_fk',
      columns: [t.organization_id, t.commitment_id],
      foreignColumns: [commitment_plans.organization_id, commitment_plans.commitment_id],
    }),
    ...versionChecks('commitment_plan_versions', t),
  ],
)

export const commitment_plan_version_cells = pgTable(
  'commitment_plan_version_cells',
  { organization_id: tenant(), version_id: uuid().notNull(), cell_id: uuid().notNull(), ...figures() },
  (t) => [
    primaryKey({ name: 'commitment_plan_version_cells_pk', columns: [t.organization_id, t.version_id, t.cell_id] }),
    foreignKey({
      name: 'commitment_plan_version_cells_version_fk',
      columns: [t.organization_id, t.version_id],
      foreignColumns: [commitment_plan_versions.organization_id, commitment_plan_versions.version_id],
    }),
    foreignKey({
      name: 'commitment_plan_version_cells_category_fk',
      columns: [t.organization_id, t.category_id],
      foreignColumns: [categories.organization_id, categories.category_id],
    }),
  ],
)

/** The season's total as the company states it; the newest row is in force. Append-only, as versions are. */
export const commitment_declarations = pgTable(
  'commitment_declarations',
  {
    organization_id: tenant(),
    declaration_id: uuid().notNull(),
    commitment_id: uuid().notNull(),
    declared_cents: cents().notNull(),
    note: text(),
    declared_by: text().notNull(),
    declared_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'commitment_declarations_pk', columns: [t.organization_id, t.declaration_id] }),
    index('commitment_declarations_newest').on(
      t.organization_id,
      t.commitment_id,
      t.declared_at.desc(),
      t.declaration_id.desc(),
    ),
    foreignKey({
      name: 'commitment_declarations_commitment_fk',
      columns: [t.organization_id, t.commitment_id],
      foreignColumns: [commitments.organization_id, commitments.commitment_id],
    }),
    check('commitment_declarations_not_negative', sql`${t.declared_cents} >= 0`),
  ],
)
