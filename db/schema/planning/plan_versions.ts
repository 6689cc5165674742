/** Columns of published and locked versions, shared by buy plans and plans of record. */
import { planVersionKinds } from '../../../server/planning/known_values.ts'
import { type AnyPgColumn, check, integer, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant, isOneOf } from '../columns.ts'

export const versionColumns = () => ({
  /** 1 is the first version of the plan. */
  number: integer().notNull(),
  label: text().notNull(),
  kind: text({ enum: planVersionKinds }).notNull(),
  cell_count: integer().notNull(),
  locked_at: instant().notNull(),
  locked_by: text().notNull(),
})

export const versionChecks = (table: string, { kind, cell_count }: Record<'kind' | 'cell_count', AnyPgColumn>) => [
  check(`${table}_kind_known`, isOneOf(kind, planVersionKinds)),
  check(`${table}_have_cells`, sql`${cell_count} > 0`),
]
