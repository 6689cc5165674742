/** Reads buy plans and their versions, and resolves which of them a read asks for. */
import type { Fragment, Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { uuidPattern } from '../../contract/schema.ts'
import { refuseUnknown } from '../../records/single.ts'
import type { BaselineFill, PlanCalendar } from '../known_values.ts'
import { type BuyPlan, type PlanTotals, type ViewRead } from './buy_plan.model.ts'
import { lastMonthOfYear } from './plan_calendar.rules.ts'
import { plannedMoney } from './cells/sums.rules.ts'

export interface PlanHead {
  mfp_id: string
  name: string
  fiscal_year: number
  fiscal_year_start_month: number
  calendar: PlanCalendar
  currency: string
  baseline_source: string
  baseline_fill: BaselineFill
  baseline_from: string | null
  baseline_through: string | null
  locked_by: string | null
  archived_at: string | null
  created_at: string
  updated_at: string
  is_published: boolean
}

export interface StoredPlan extends PlanHead {
  cell_count: number
  sales: number | null
}

/** A sum of cells, null if one of them has no value. */
const whole = (sql: Sql, cents: Fragment) =>
  sql`case when count(*) = count(${cents}) then coalesce(sum(${cents}), 0)::float8 end`

const headColumns = (sql: Sql) => sql`
  p.mfp_id, p.name, p.fiscal_year, p.fiscal_year_start_month, p.calendar, p.currency, p.baseline_source, p.baseline_fill,
  p.baseline_from, p.baseline_through, p.locked_by, p.archived_at, p.created_at, p.updated_at,
  exists (select from buy_plan_versions v where v.organization_id = p.organization_id and v.mfp_id = p.mfp_id)
    as is_published`

const selectPlans = (sql: Sql, organization_id: string, which: Fragment) => sql<StoredPlan[]>`
  select ${headColumns(sql)}, s.cell_count, s.sales
  from buy_plans p
  cross join lateral (
    select count(*)::int as cell_count, ${whole(sql, sql`k.sales_cents`)} as sales
    from buy_plan_cells k where k.organization_id = p.organization_id and k.mfp_id = p.mfp_id
  ) s
  where p.organization_id = ${organization_id} ${which}
  order by p.created_at desc, p.mfp_id desc`

/** Newest first, like readPlans, without the figures of their cells. */
export const readPlanHeads = (sql: Sql, organization_id: string) => sql<PlanHead[]>`
  select ${headColumns(sql)} from buy_plans p
  where p.organization_id = ${organization_id} order by p.created_at desc, p.mfp_id desc`

export const readPlans = (sql: Sql, organization_id: string) => selectPlans(sql, organization_id, sql``)

export async function readPlan(sql: Sql, organization_id: string, mfp_id: string): Promise<StoredPlan> {
  const [plan] = await selectPlans(sql, organization_id, sql`and p.mfp_id = ${mfp_id}`)
  return plan ?? refuseUnknown('buy plan')
}

export const publishedPlan = (plan: StoredPlan): BuyPlan => ({
  mfp_id: plan.mfp_id,
  name: plan.name,
  fiscal_year: plan.fiscal_year,
  fiscal_year_start_month: plan.fiscal_year_start_month,
  fiscal_year_end_month: lastMonthOfYear(plan.fiscal_year_start_month),
  calendar: plan.calendar,
  currency: plan.currency,
  baseline_source: plan.baseline_source,
  baseline_through: plan.baseline_through,
  cell_count: plan.cell_count,
  status: plan.archived_at !== null ? 'archived' : plan.is_published ? 'live' : 'draft',
  is_locked: plan.locked_by !== null,
  total_planned_revenue: plannedMoney(plan.sales, plan.currency, plan.cell_count),
  created_at: plan.created_at,
})

export interface LockedPlan {
  name: string
  fiscal_year: number
  currency: string
  locked_by: string | null
  archived_at: string | null
}

/** Locks the plan's row, so that changes to the plan follow each other. */
export async function lockPlan(sql: Sql, organization_id: string, mfp_id: string): Promise<LockedPlan> {
  const [plan] = await sql<LockedPlan[]>`
    select name, fiscal_year, currency, locked_by, archived_at from buy_plans
    where organization_id = ${organization_id} and mfp_id = ${mfp_id} for no key update`
  return plan ?? refuseUnknown('buy plan')
}

export const lockedOrArchived = 'the plan is locked or archived'

/** Refuses changes to the figures of a locked or archived plan. */
export function checkChangeable({ name, locked_by, archived_at }: LockedPlan): void {
  if (archived_at !== null) refuse('conflict', { desc: `${name} is archived. Restore it before changing it.` })
  if (locked_by !== null)
    refuse('conflict', { desc: `${name} was locked by ${locked_by}. Unlock it before changing its cells.` })
}

export interface StoredVersion {
  version_id: string
  number: number
  label: string
  kind: string
  cell_count: number
  locked_at: string
  locked_by: string
}

/** Published versions, newest first. */
export const readVersions = (sql: Sql, organization_id: string, mfp_id: string) => sql<StoredVersion[]>`
  select version_id, number, label, kind, cell_count, locked_at, locked_by from buy_plan_versions
  where organization_id = ${organization_id} and mfp_id = ${mfp_id} order by number desc`

/** The version that `view` names; an unknown one is 404. */
export async function resolveView(sql: Sql, organization_id: string, mfp_id: string, view: string): Promise<ViewRead> {
  if (view === 'working') return { kind: 'working', version_id: null, label: null }
  const versions = await readVersions(sql, organization_id, mfp_id)
  if (view === 'live') {
    const [newest] = versions
    if (newest === undefined) refuse('not_found', { desc: 'The plan has no published version.' })
    return { kind: 'live', version_id: newest.version_id, label: newest.label }
  }
  const named = uuidPattern.test(view)
    ? versions.find(({ version_id }) => version_id === view.toLowerCase())
    : undefined
  if (named === undefined)
    refuse('not_found', {
      desc: 'The plan has no published version with that id. `view` may be working, live or an id.',
    })
  return { kind: 'version', version_id: named.version_id, label: named.label }
}

type Sums = { version_id: string | null; cells: number; closing_cells: number } & Record<
  keyof PlanTotals,
  number | null
>

/** Sums over the cells of the working plan, whose id is null, and of each version. */
export async function readTotals(
  sql: Sql,
  organization_id: string,
  mfp_id: string,
  currency: string,
): Promise<Map<string | null, PlanTotals>> {
  const sums: Fragment = sql`
    ${whole(sql, sql`k.sales_cents`)} as sales, ${whole(sql, sql`k.markdown_cents`)} as markdown,
    ${whole(sql, sql`k.margin_cents`)} as margin, ${whole(sql, sql`k.receipts_cost_cents`)} as receipts_cost,
    case when count(*) filter (where k.month = 12 and k.closing_stock_retail_cents is null) = 0
      then coalesce(sum(k.closing_stock_retail_cents) filter (where k.month = 12), 0)::float8 end as closing_stock_retail,
    case when count(*) filter (where k.month = 12 and k.closing_stock_cost_cents is null) = 0
      then coalesce(sum(k.closing_stock_cost_cents) filter (where k.month = 12), 0)::float8 end as closing_stock_cost,
    ${whole(sql, sql`k.chase_reserve_cents`)} as chase_reserve, count(*)::int as cells,
    (count(*) filter (where k.month = 12))::int as closing_cells`
  const rows = await sql<Sums[]>`
    select null::uuid as version_id, ${sums} from buy_plan_cells k
    where k.organization_id = ${organization_id} and k.mfp_id = ${mfp_id}
    union all
    select k.version_id, ${sums} from buy_plan_versions v
    join buy_plan_version_cells k on k.organization_id = v.organization_id and k.version_id = v.version_id
    where v.organization_id = ${organization_id} and v.mfp_id = ${mfp_id}
    group by k.version_id`
  return new Map(
    rows.map(({ version_id, cells, closing_cells, ...figures }) => [
      version_id,
      Object.fromEntries(
        Object.entries(figures).map(([figure, cents]) => [
          figure,
          plannedMoney(cents, currency, figure.startsWith('closing_stock') ? closing_cells : cells),
        ]),
      ) as PlanTotals,
    ]),
  )
}
