/**
 * Buy plans of the last two fiscal years, made of actuals: a budget each, and of the earlier year a reforecast. The working
 * plan of the current year is a little above its budget.
 */
import type postgres from 'postgres'
import { fiscalMonthOf } from '../../../server/calendar/retail_calendar.ts'
import type { Sql } from '../../../server/contract/call.ts'
import { readSalesActuals } from '../../../server/planning/buy_plans/actuals/sales_actuals.store.ts'
import { readLedgerStart, readStockActuals } from '../../../server/planning/buy_plans/actuals/stock_actuals.store.ts'
import { baselineCells } from '../../../server/planning/buy_plans/baseline.rules.ts'
import { type CellRow, writeCells } from '../../../server/planning/buy_plans/cells/cells.store.ts'
import { lastYearOf, planMonths } from '../../../server/planning/buy_plans/plan_calendar.rules.ts'
import type { MakeId } from '../random.ts'

interface Planner {
  organization_id: string
  currency: string
  today: string
  makeId: MakeId
  category_ids: readonly string[]
  sales_channel_ids: readonly string[]
}

const startMonth = 2
const planner = 'Ada Merchant'

const wholeUnits = (cents: number | null | undefined, factor: number) =>
  cents == null ? null : Math.round((cents * factor) / 100) * 100

/** Actual cells times a factor, in whole units of the currency; a twentieth of the receipts is the chase reserve. */
const scaled = (cells: readonly CellRow[], factor: number): CellRow[] =>
  cells.map((cell) => ({
    ...cell,
    sales_cents: wholeUnits(cell.sales_cents, factor),
    markdown_cents: wholeUnits(cell.markdown_cents, factor),
    margin_cents: wholeUnits(cell.margin_cents, factor),
    receipts_cost_cents: wholeUnits(cell.receipts_cost_cents, factor),
    closing_stock_retail_cents: wholeUnits(cell.closing_stock_retail_cents, 1),
    closing_stock_cost_cents: wholeUnits(cell.closing_stock_cost_cents, 1),
    chase_reserve_cents: wholeUnits(cell.receipts_cost_cents, factor / 20),
  }))

/** Cells of the year before the current one, or of the earlier year itself. */
async function actualCells(sql: Sql, plan: Planner, ago: number, fiscal_year: number): Promise<CellRow[]> {
  const { organization_id, currency, makeId } = plan
  const year = { fiscal_year, fiscal_year_start_month: startMonth, calendar: 'retail_4_5_4' as const }
  const months = ago === 0 ? lastYearOf(year) : planMonths(year)
  const owner = { organization_id, currency, time_zone: 'UTC' }
  const known = { from: months[0]!.start, through: months.at(-1)!.end }
  const facts = {
    months,
    knownOf: () => known,
    over: known.through,
    sales: await readSalesActuals(sql, owner, months),
    stock: await readStockActuals(sql, owner, months),
    ledger_began_on: await readLedgerStart(sql, owner),
  }
  const scope = { category_ids: [...plan.category_ids], sales_channel_ids: [...plan.sales_channel_ids] }
  return baselineCells(scope, facts).map((cell, i) => ({
    ...cell,
    cell_id: makeId('buy_plan_cell', ago * 100_000 + i),
  }))
}

interface Published {
  organization_id: string
  mfp_id: string
  version_id: string
  number: number
  label: string
  kind: string
  fiscal_year: number
  locked_at: string
}

async function publish(tx: postgres.TransactionSql, version: Published): Promise<void> {
  const { organization_id, mfp_id, version_id, number, label, kind, fiscal_year, locked_at } = version
  await tx`
    insert into buy_plan_versions (organization_id, version_id, mfp_id, number, label, kind, fiscal_year, cell_count,
      locked_at, locked_by)
    select ${organization_id}, ${version_id}, ${mfp_id}, ${number}, ${label}, ${kind}, ${fiscal_year}, count(*),
      ${locked_at}, ${planner}
    from buy_plan_cells k where k.organization_id = ${organization_id} and k.mfp_id = ${mfp_id}`
  await tx`
    insert into buy_plan_version_cells (organization_id, version_id, cell_id, category_id, sales_channel_id, month,
      sales_cents, markdown_cents, margin_cents, receipts_cost_cents, closing_stock_retail_cents,
      closing_stock_cost_cents, chase_reserve_cents)
    select ${organization_id}, ${version_id}, cell_id, category_id, sales_channel_id, month, sales_cents, markdown_cents,
      margin_cents, receipts_cost_cents, closing_stock_retail_cents, closing_stock_cost_cents, chase_reserve_cents
    from buy_plan_cells k where k.organization_id = ${organization_id} and k.mfp_id = ${mfp_id}`
}

async function writePlan(tx: postgres.TransactionSql, plan: Planner, ago: number): Promise<number> {
  const { organization_id, currency, makeId, today } = plan
  const fiscal_year = fiscalMonthOf(today, startMonth).fiscal_year - ago
  const actuals = await actualCells(tx as unknown as Sql, plan, ago, fiscal_year)
  if (actuals.length === 0) return 0
  const mfp_id = makeId('buy_plan', ago)
  const made_at = `${fiscal_year}-01-12 09:00:00+00`
  await tx`
    insert into buy_plans (organization_id, mfp_id, name, fiscal_year, fiscal_year_start_month, calendar, currency,
      baseline_source, created_by, created_at, updated_at)
    values (${organization_id}, ${mfp_id}, ${`Fiscal year ${fiscal_year}`}, ${fiscal_year}, ${startMonth},
      'retail_4_5_4', ${currency}, 'last_year_actuals', ${`user:${planner}`}, ${made_at}, ${made_at})`
  const write = (factor: number) => writeCells(tx as unknown as Sql, organization_id, mfp_id, scaled(actuals, factor))
  const version = { organization_id, mfp_id, fiscal_year }
  await write(1.05)
  const budget = { version_id: makeId('buy_plan_version', ago * 2), number: 1, label: 'Budget', kind: 'budget' }
  await publish(tx, { ...version, ...budget, locked_at: `${fiscal_year}-01-19 16:00:00+00` })
  await write(ago === 0 ? 1.08 : 1)
  if (ago === 0) return 1
  const later = { version_id: makeId('buy_plan_version', 3), number: 2, label: 'Midyear', kind: 'reforecast' }
  await publish(tx, { ...version, ...later, locked_at: `${fiscal_year}-08-03 16:00:00+00` })
  return 2
}

/** Returns the number of plans and versions. */
export async function writeBuyPlans(tx: postgres.TransactionSql, plan: Planner): Promise<Record<string, number>> {
  const versions = [await writePlan(tx, plan, 1), await writePlan(tx, plan, 0)].filter((count) => count > 0)
  const buy_plan_versions = versions.reduce((sum, count) => sum + count, 0)
  const [cells] = await tx<{ working: number; published: number }[]>`
    select (select count(*)::int from buy_plan_cells where organization_id = ${plan.organization_id}) as working,
      (select count(*)::int from buy_plan_version_cells where organization_id = ${plan.organization_id}) as published`
  return {
    buy_plans: versions.length,
    buy_plan_cells: cells!.working,
    buy_plan_versions,
    buy_plan_version_cells: cells!.published,
  }
}
