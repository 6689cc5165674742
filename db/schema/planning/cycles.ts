/** Planning cycles: the steps that lead to a plan, each with an owner and a due date, and the signature at the end. */
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { day, instant, organizationId } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { buy_plans } from './buy_plans.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

export const planning_cycles = pgTable(
  'planning_cycles',
  {
    organization_id: tenant(),
    cycle_id: uuid().notNull(),
    name: text().notNull(),
    mfp_id: uuid(),
    opened_by: text().notNull(),
    opened_at: instant().notNull(),
    signed_by: text(),
    signed_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'planning_cycles_pk', columns: [t.organization_id, t.cycle_id] }),
    uniqueIndex('planning_cycles_by_name').on(t.organization_id, sql`lower(${t.name})`),
    index('planning_cycles_newest').on(t.organization_id, t.opened_at.desc(), t.cycle_id.desc()),
    foreignKey({
      name: 'planning_cycles_plan_fk',
      columns: [t.organization_id, t.mfp_id],
      foreignColumns: [buy_plans.organization_id, buy_plans.mfp_id],
    }),
    check('planning_cycles_signed_by_someone', sql`(${t.signed_at} is null) = (${t.signed_by} is null)`),
  ],
)

export const planning_cycle_steps = pgTable(
  'planning_cycle_steps',
  {
    organization_id: tenant(),
    cycle_id: uuid().notNull(),
    step_id: uuid().notNull(),
    /** 1 is the first step. */
    position: integer().notNull(),
    name: text().notNull(),
    owner: text(),
    due_on: day(),
    closed_at: instant(),
    closed_by: text(),
  },
  (t) => [
    primaryKey({ name: 'planning_cycle_steps_pk', columns: [t.organization_id, t.cycle_id, t.step_id] }),
    uniqueIndex('planning_cycle_steps_by_position').on(t.organization_id, t.cycle_id, t.position),
    foreignKey({
      name: 'planning_cycle_steps_cycle_fk',
      columns: [t.organization_id, t.cycle_id],
      foreignColumns: [planning_cycles.organization_id, planning_cycles.cycle_id],
    }),
    check('planning_cycle_steps_closed_by_someone', sql`(${t.closed_at} is null) = (${t.closed_by} is null)`),
  ],
)
