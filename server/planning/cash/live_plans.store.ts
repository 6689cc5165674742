/** The live buy plans that cover a horizon: their open buy, and the sales that they plan. */
import type { Period } from '../../calendar/retail_calendar.ts'
import type { Sql } from '../../contract/call.ts'
import { add, known, unknown } from '../../contract/money.ts'
import {
  type CategoryOpenToBuy,
  type OpenToBuyFacts,
  openToBuyOfCells,
  readCommonFacts,
  readOpenToBuyFacts,
} from '../buy_plans/open_to_buy/read_open_to_buy.ts'
import { type MonthCell, readVersionMonths } from '../buy_plans/cells/month_cells.store.ts'
import { categoryKey, groupsBy, sumOfMonth, unplannedOf } from '../buy_plans/cells/sums.rules.ts'
import { planMonths, type PlanMonth } from '../buy_plans/plan_calendar.rules.ts'
import type { PlanCalendar } from '../known_values.ts'
import type { CashScope } from './cash_facts.store.ts'
import type { OpenBuy } from './cash.rules.ts'
import type { PlannedSales } from './projection.rules.ts'

interface LivePlan {
  mfp_id: string
  name: string
  version_id: string
  label: string
  fiscal_year: number
  fiscal_year_start_month: number
  calendar: PlanCalendar
  currency: string
}

/** The newest version of each plan in use; of each fiscal year the one that was published last comes first. */
const readLivePlans = (sql: Sql, organization_id: string) => sql<LivePlan[]>`
  select p.mfp_id, p.name, v.version_id, v.label, p.fiscal_year, p.fiscal_year_start_month, p.calendar, p.currency
  from buy_plans p
  cross join lateral (
    select v.version_id, v.label, v.locked_at from buy_plan_versions v
    where v.organization_id = ${organization_id} and v.mfp_id = p.mfp_id order by v.number desc limit 1
  ) v
  where p.organization_id = ${organization_id} and p.archived_at is null
  order by p.fiscal_year, v.locked_at desc, v.version_id desc`

interface CountedPlan {
  plan: LivePlan
  cells: readonly MonthCell[]
}

/** For each fiscal year and category, only the first plan counts: two plans of a category are not added up. */
function countedPlans(plans: readonly LivePlan[], cellsOf: ReadonlyMap<string, readonly MonthCell[]>): CountedPlan[] {
  const planned = new Set<string>()
  return plans.flatMap((plan) => {
    const keyOf = (cell: MonthCell) => `${plan.fiscal_year} ${categoryKey(cell)}`
    const cells = (cellsOf.get(plan.version_id) ?? []).filter((cell) => !planned.has(keyOf(cell)))
    for (const cell of cells) planned.add(keyOf(cell))
    return cells.length === 0 ? [] : [{ plan, cells }]
  })
}

export interface PlanFacts {
  plans: { mfp_id: string; name: string; version_id: string; label: string }[]
  open_buys: OpenBuy[]
  sales: PlannedSales[]
}

/** Planned receipts of a month that have neither arrived nor are on order; never below zero. */
function openBuyOf(
  rows: readonly CategoryOpenToBuy[],
  cells: readonly MonthCell[],
  months: readonly PlanMonth[],
  { currency, today, last }: { currency: string; today: string; last: string },
): OpenBuy[] {
  const planned = new Map(groupsBy(cells, categoryKey).map((group) => [categoryKey(group[0]!), group]))
  return rows.flatMap((row) =>
    months.flatMap(({ month, start, end }, at): OpenBuy[] => {
      if (end < today || start > last) return []
      const own = planned.get(categoryKey(row))!.filter((cell) => cell.month === month)
      const receipts = sumOfMonth(own, 'receipts_cost')
      const { receipts_to_date, on_order } = row.months[at]!.at_cost
      const { category_id, category } = row
      const head = { category_id, category, from: start < today ? today : start, currency }
      const intended = receipts === null ? unknown(unplannedOf(own.length), 'no_plan_value') : known(receipts)
      const open = add([1, intended], [-1, receipts_to_date], [-1, on_order])
      if (open.cents === null) return [{ ...head, cents: null, reason: open.reason, cause: open.cause }]
      return [{ ...head, cents: Math.max(open.cents, 0), reason: null }]
    }),
  )
}

export async function readPlanFacts(
  sql: Sql,
  scope: CashScope & { currency: string },
  { start, end }: Period,
  today: string,
): Promise<PlanFacts> {
  const all = await readLivePlans(sql, scope.organization_id)
  const covering = all.filter((plan) => planMonths(plan).some((month) => month.start <= end && month.end >= start))
  if (covering.length === 0) return { plans: [], open_buys: [], sales: [] }
  const common = readCommonFacts(sql, scope, today)
  const versionIds = covering.map(({ version_id }) => version_id)
  const counted = countedPlans(covering, await readVersionMonths(sql, scope.organization_id, versionIds))
  const factsOf = new Map<string, Promise<OpenToBuyFacts>>()
  const readFacts = (plan: LivePlan) => {
    const { fiscal_year, fiscal_year_start_month, calendar, currency } = plan
    const key = `${fiscal_year} ${fiscal_year_start_month} ${calendar} ${currency}`
    const facts = factsOf.get(key) ?? readOpenToBuyFacts(sql, { ...scope, currency }, plan, today, common)
    factsOf.set(key, facts)
    return facts
  }
  const read = await Promise.all(
    counted.map(async ({ plan, cells }) => {
      const { fiscal_year, currency } = plan
      const facts = await readFacts(plan)
      const { months } = facts
      return {
        open_buys: openBuyOf(openToBuyOfCells(facts, cells, today), cells, months, { currency, today, last: end }),
        sales: months.map((month) => ({
          fiscal_year,
          start: month.start,
          end: month.end,
          cents: sumOfMonth(
            cells.filter((cell) => cell.month === month.month),
            'sales',
          ),
          currency,
        })),
      }
    }),
  )
  return {
    plans: counted.map(({ plan: { mfp_id, name, version_id, label } }) => ({ mfp_id, name, version_id, label })),
    open_buys: read.flatMap(({ open_buys }) => open_buys),
    sales: read.flatMap(({ sales }) => sales),
  }
}
