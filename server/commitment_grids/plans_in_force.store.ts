/** SQL of the plans of record of commitments: the newest locked version of each, and its cells. */
import { arrayLiteral } from '../../db/sql/array_literal.ts'
import type { Fragment, Sql } from '../contract/call.ts'

export interface PlanCell {
  /** Null for products without a category. */
  category_id: string | null
  category: string | null
  fiscal_year: number
  /** 1 is the first month of the fiscal year. */
  month: number
  planned_sales_cents: number
  planned_markdown_cents: number
  planned_closing_stock_cents: number
  budget_cents: number
}

export const readVersionCells = (sql: Sql, organization_id: string, versionIds: readonly string[]) => sql<
  (PlanCell & { version_id: string })[]
>`
  select k.version_id, k.category_id, k.fiscal_year, k.month, k.planned_sales_cents::float8 as planned_sales_cents,
    k.planned_markdown_cents::float8 as planned_markdown_cents,
    k.planned_closing_stock_cents::float8 as planned_closing_stock_cents,
    k.budget_cents::float8 as budget_cents, c.name as category
  from commitment_plan_version_cells k
  left join categories c on c.organization_id = ${organization_id} and c.category_id = k.category_id
  where k.organization_id = ${organization_id} and k.version_id = any(${arrayLiteral(versionIds)}::uuid[])
  order by c.name nulls last, k.category_id, k.fiscal_year, k.month`

export interface PlanInForce {
  commitment_id: string
  currency: string
  version_id: string
  number: number
  label: string
  kind: string
  fiscal_year_start_month: number
  locked_at: string
  locked_by: string
}

/** The newest locked version of each commitment that fits; of versions `v`, only those that are named, or all. */
export const readPlansInForce = (
  sql: Sql,
  organization_id: string,
  which: Fragment,
  versions: Fragment = sql`true`,
) => sql<PlanInForce[]>`
  select k.commitment_id, k.currency, v.version_id, v.number, v.label, v.kind, v.fiscal_year_start_month, v.locked_at,
    v.locked_by
  from commitments k
  cross join lateral (
    select * from commitment_plan_versions v
    where v.organization_id = ${organization_id} and v.commitment_id = k.commitment_id and ${versions}
    order by v.number desc limit 1
  ) v
  where k.organization_id = ${organization_id} and ${which}
  order by k.created_at, k.commitment_id`
