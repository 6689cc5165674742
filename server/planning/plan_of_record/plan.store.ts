/** SQL of the plans of commitments: working cells, locked versions and declarations. */
import { commitment_plan_cells } from '../../../db/schema/planning/plan_of_record.ts'
import { recordset, type RecordsetRow } from '../../../db/sql/recordset.ts'
import { selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import type { PlanCell } from '../../commitment_grids/plans_in_force.store.ts'
import type { LockedVersion } from './plan.model.ts'

const cellColumns = selection(commitment_plan_cells, 'k', [
  'category_id',
  'fiscal_year',
  'month',
  'planned_sales_cents::float8 as planned_sales_cents',
  'planned_markdown_cents::float8 as planned_markdown_cents',
  'planned_closing_stock_cents::float8 as planned_closing_stock_cents',
  'budget_cents::float8 as budget_cents',
])

export const readWorkingCells = (sql: Sql, organization_id: string, commitment_id: string) => sql<PlanCell[]>`
  select ${cellColumns}, c.name as category from commitment_plan_cells k
  left join categories c on c.organization_id = ${organization_id} and c.category_id = k.category_id
  where k.organization_id = ${organization_id} and k.commitment_id = ${commitment_id}
  order by c.name nulls last, k.category_id, k.fiscal_year, k.month`

export interface StoredPlan {
  fiscal_year_start_month: number
  updated_by: string
  updated_at: string
}

export async function readPlanHead(
  sql: Sql,
  organization_id: string,
  commitment_id: string,
): Promise<StoredPlan | null> {
  const [head] = await sql<StoredPlan[]>`
    select fiscal_year_start_month, updated_by, updated_at from commitment_plans
    where organization_id = ${organization_id} and commitment_id = ${commitment_id}`
  return head ?? null
}

const cellRows = recordset(commitment_plan_cells, [
  'cell_id',
  'category_id',
  'fiscal_year',
  'month',
  'planned_sales_cents',
  'planned_markdown_cents',
  'planned_closing_stock_cents',
  'budget_cents',
])

/** Replaces all cells of the working plan. */
export async function writeCells(
  sql: Sql,
  organization_id: string,
  commitment_id: string,
  rows: readonly RecordsetRow<typeof cellRows>[],
): Promise<void> {
  await sql`
    delete from commitment_plan_cells
    where organization_id = ${organization_id} and commitment_id = ${commitment_id}`
  await sql`
    insert into commitment_plan_cells (organization_id, commitment_id, ${cellRows.names})
    select ${organization_id}, ${commitment_id}, ${cellRows.values} from ${cellRows.from(rows)}`
}

/** Locked versions with their sums, newest first. */
export const readVersions = (sql: Sql, organization_id: string, commitment_id: string) => sql<LockedVersion[]>`
  select v.version_id, v.number, v.label, v.kind, v.kind = 'budget' as is_budget, v.locked_at, v.locked_by, v.cell_count,
    jsonb_build_object('fiscal_year', s.first / 12, 'month', s.first % 12 + 1) as first_month,
    jsonb_build_object('fiscal_year', s.last / 12, 'month', s.last % 12 + 1) as last_month,
    s.budget_cents, s.planned_sales_cents, s.planned_markdown_cents, s.planned_closing_stock_cents
  from commitment_plan_versions v
  cross join lateral (
    select min(k.at) as first, max(k.at) as last, sum(k.budget_cents)::float8 as budget_cents,
      sum(k.planned_sales_cents)::float8 as planned_sales_cents,
      sum(k.planned_markdown_cents)::float8 as planned_markdown_cents,
      sum(k.planned_closing_stock_cents) filter (where k.at = k.last)::float8 as planned_closing_stock_cents
    from (
      select c.*, c.fiscal_year * 12 + c.month - 1 as at, max(c.fiscal_year * 12 + c.month - 1) over () as last
      from commitment_plan_version_cells c
      where c.organization_id = ${organization_id} and c.version_id = v.version_id
    ) k
  ) s
  where v.organization_id = ${organization_id} and v.commitment_id = ${commitment_id}
  order by v.number desc`

export interface StoredDeclaration {
  declared_cents: number
  declared_by: string
  declared_at: string
  note: string | null
}

export async function readDeclaration(
  sql: Sql,
  organization_id: string,
  commitment_id: string,
): Promise<StoredDeclaration | null> {
  const [newest] = await sql<StoredDeclaration[]>`
    select declared_cents::float8 as declared_cents, declared_by, declared_at, note from commitment_declarations
    where organization_id = ${organization_id} and commitment_id = ${commitment_id}
    order by declared_at desc, declaration_id desc limit 1`
  return newest ?? null
}
