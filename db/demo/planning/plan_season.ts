/**
 * The plan of record of the current commitment with two versions and a declared total, the settings and scenarios of the
 * cash gate, and a signed and a running planning cycle: all by the service's own operations.
 */
import { addDays } from '../../../server/calendar/days.ts'
import { fiscalMonthOf } from '../../../server/calendar/retail_calendar.ts'
import { readFiscalStart } from '../../../server/insight/sales/sales_basis.ts'
import { createCashScenario } from '../../../server/planning/cash/cash_scenarios.ts'
import { setCashSettings } from '../../../server/planning/cash/cash_settings.ts'
import { closePlanningCycleStep } from '../../../server/planning/cycles/change_steps.ts'
import type { Cycle } from '../../../server/planning/cycles/model.ts'
import { openPlanningCycle } from '../../../server/planning/cycles/open_cycle.ts'
import { signPlanningCycle } from '../../../server/planning/cycles/sign_cycle.ts'
import { declareCommitmentTotal } from '../../../server/planning/plan_of_record/declare_total.ts'
import { lockCommitmentPlan } from '../../../server/planning/plan_of_record/lock_version.ts'
import { setCommitmentPlan } from '../../../server/planning/plan_of_record/set_plan.ts'
import { approveCommitment } from '../../../server/purchasing/commitments/change_commitment_status.ts'
import { declareCommitment } from '../../../server/purchasing/commitments/declare_commitment.ts'
import type { Static } from '../../../server/contract/schema.ts'
import type { Desk } from '../desk.ts'
import { seasonCode, seasonName, seasonOf } from '../purchasing/commitments.ts'
import { payablesDays } from './payment_rows.ts'

export interface SeasonFacts {
  today: string
  category_ids: readonly string[]
  commitment_id: string
  mfp_id: string | null
}

const monthsOfSeason = 6

interface Budget {
  category_id: string | null
  budget_cents: number
}

const readBudgets = ({ sql, organization_id }: Desk, commitment_id: string) => sql<Budget[]>`
  select category_id, sum(budget_cents)::float8 as budget_cents from commitment_budgets
  where organization_id = ${organization_id} and commitment_id = ${commitment_id}
  group by category_id order by category_id nulls last`

/** Whole units of the currency: a sixth of the budget a month, of which goods at cost are sold, marked down and kept. */
function cellsOf(
  budgets: readonly Budget[],
  { fiscal_year, first }: { fiscal_year: number; first: number },
  factor: number,
) {
  return budgets.flatMap(({ category_id, budget_cents }) =>
    Array.from({ length: monthsOfSeason }, (_, i) => {
      const month = Math.round((budget_cents * factor) / monthsOfSeason / 100) * 100
      const share = (of: number) => Math.round((month * of) / 100) * 100
      return {
        category_id,
        fiscal_year,
        month: first + i,
        planned_sales_cents: share(0.9),
        planned_markdown_cents: share(0.05),
        planned_closing_stock_cents: share(2 + i / 10),
        budget_cents: month,
      }
    }),
  )
}

async function planCommitment(desk: Desk, { today, commitment_id }: SeasonFacts): Promise<void> {
  const budgets = await readBudgets(desk, commitment_id)
  const { fiscal_year, month } = fiscalMonthOf(today, await readFiscalStart(desk.sql, desk.organization_id))
  const season = { fiscal_year, first: month <= monthsOfSeason ? 1 : monthsOfSeason + 1 }
  const params = { commitment_id }
  const set = (factor: number, at: string) =>
    desk.run(setCommitmentPlan, { params, body: { cells: cellsOf(budgets, season, factor) }, at })
  const lock = (label: string, kind: string, at: string) =>
    desk.run(lockCommitmentPlan, { params, body: { label, kind }, at })
  const at = (days: number) => `${addDays(today, -days)}T10:00:00Z`
  await set(1, at(90))
  await lock('Board budget', 'budget', at(85))
  const total = budgets.reduce((sum, { budget_cents }) => sum + budget_cents, 0)
  const declared_cents = Math.ceil(total / 1_000_000) * 1_000_000
  await desk.run(declareCommitmentTotal, { params, body: { declared_cents, note: 'Agreed by the board' }, at: at(80) })
  await set(1.05, at(40))
  await lock('Mid-season view', 'reforecast', at(35))
  await set(1.08, at(3))
}

const comingBudgetCents = 30_000_000

/** The season that accounts book now: declared, approved and planned by category. */
async function planComingSeason(desk: Desk, { today, category_ids }: SeasonFacts): Promise<void> {
  const season = seasonOf(today) + 1
  const { fiscal_year, month } = fiscalMonthOf(
    addDays(today, 182),
    await readFiscalStart(desk.sql, desk.organization_id),
  )
  const planned = { fiscal_year, first: month <= monthsOfSeason ? 1 : monthsOfSeason + 1 }
  const at = (days: number) => `${addDays(today, -days)}T11:00:00Z`
  const budgets = category_ids.map((category_id, i) => ({
    category_id,
    budget_cents: comingBudgetCents - i * 2_000_000,
  }))
  const body = { name: seasonName(season), season_code: seasonCode(season), budgets }
  const { commitment_id } = await desk.run<{ commitment_id: string }>(declareCommitment, { body, at: at(60) })
  const params = { commitment_id }
  await desk.run(approveCommitment, { params, at: at(58) })
  await desk.run(setCommitmentPlan, { params, body: { cells: cellsOf(budgets, planned, 1) }, at: at(55) })
  await desk.run(lockCommitmentPlan, { params, body: { label: 'First budget', kind: 'budget' }, at: at(50) })
}

async function setCash(desk: Desk, { today }: SeasonFacts): Promise<void> {
  const at = `${addDays(today, -6)}T09:00:00Z`
  const body = {
    opening_balance_cents: 85_000_000,
    opening_balance_on: addDays(today, -7),
    cash_floor_cents: 20_000_000,
    payables_since: addDays(today, -payablesDays),
  }
  await desk.run(setCashSettings, { body, at })
  const scenarios = [
    { name: 'Slower spring', delay_receipts_weeks: 4 },
    { name: 'Buy a quarter less', open_buy_cuts: [{ category_id: null, cut_bp: 2_500 }] },
    { name: 'Longer terms', group_terms: [{ group_key: 'net_30', terms_days: 60 }] },
  ]
  for (const [i, scenario] of scenarios.entries())
    await desk.run(createCashScenario, { body: scenario, at: `${addDays(today, -5)}T09:0${i}:00Z` })
}

const steps = ['Actuals', 'Category targets', 'Channel split', 'Sign-off'] as const
const owners = ['Finance', 'Merchandising', 'Planning', 'Board'] as const

/** Opens a cycle and closes so many of its steps, one a week. */
async function runCycle(desk: Desk, name: string, openedOn: string, closed: number, mfp_id: string | null) {
  const body = {
    name,
    ...(mfp_id === null ? {} : { mfp_id }),
    steps: steps.map((step, i) => ({ name: step, owner: owners[i]!, due_on: addDays(openedOn, 7 * (i + 1)) })),
  }
  const cycle = await desk.run<Static<typeof Cycle>>(openPlanningCycle, { body, at: `${openedOn}T08:00:00Z` })
  const { cycle_id } = cycle
  for (const [i, { step_id }] of cycle.steps.slice(0, closed).entries())
    await desk.run(closePlanningCycleStep, {
      params: { cycle_id, step_id },
      at: `${addDays(openedOn, 7 * (i + 1) - 1)}T16:00:00Z`,
    })
  if (closed === steps.length)
    await desk.run(signPlanningCycle, { params: { cycle_id }, at: `${addDays(openedOn, 7 * closed)}T16:00:00Z` })
}

export async function planSeason(desk: Desk, facts: SeasonFacts): Promise<void> {
  const { today, mfp_id } = facts
  await planCommitment(desk, facts)
  await planComingSeason(desk, facts)
  await setCash(desk, facts)
  await runCycle(desk, 'Season in progress', addDays(today, -200), steps.length, null)
  await runCycle(desk, 'Coming season', addDays(today, -17), 2, mfp_id)
}
