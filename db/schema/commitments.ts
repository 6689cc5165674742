/** Commitments: budgets of a season's purchases by category. An order names the commitment that it draws from. */
import { commitmentStatuses } from '../../server/purchasing/known_values.ts'
import { sql } from 'drizzle-orm'
import { check, foreignKey, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { categories } from './catalogue.ts'
import { cents, isOneOf, organizationId, recordedNow } from './columns.ts'
import { organizations } from './organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

export const commitments = pgTable(
  'commitments',
  {
    organization_id: tenant(),
    commitment_id: uuid().notNull(),
    name: text().notNull(),
    season_code: text(),
    currency: text().notNull(),
    status: text().notNull().default('approved'),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'commitments_pk', columns: [t.organization_id, t.commitment_id] }),
    uniqueIndex('commitments_by_name').on(t.organization_id, t.name),
    check('commitments_status_known', isOneOf(t.status, commitmentStatuses)),
  ],
)

/** The budget of a category; the row without a category covers all categories that have no row. */
export const commitment_budgets = pgTable(
  'commitment_budgets',
  {
    organization_id: tenant(),
    commitment_id: uuid().notNull(),
    budget_id: uuid().notNull(),
    category_id: uuid(),
    budget_cents: cents().notNull(),
  },
  (t) => [
    primaryKey({ name: 'commitment_budgets_pk', columns: [t.organization_id, t.commitment_id, t.budget_id] }),
    uniqueIndex('commitment_budgets_one_a_category').on(t.organization_id, t.commitment_id, t.category_id),
    foreignKey({
      name: 'commitment_budgets_commitment_fk',
      columns: [t.organization_id, t.commitment_id],
      foreignColumns: [commitments.organization_id, commitments.commitment_id],
    }),
    foreignKey({
      name: 'commitment_budgets_category_fk',
      columns: [t.organization_id, t.category_id],
      foreignColumns: [categories.organization_id, categories.category_id],
    }),
    check('commitment_budgets_not_negative', sql`${t.budget_cents} >= 0`),
  ],
)
