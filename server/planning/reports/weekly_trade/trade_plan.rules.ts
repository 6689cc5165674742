/** The plan that a week is compared with, and its part of the week for a set of cells. Pure. */
import { unknown } from '../../../contract/money.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import { refuse, refuseField } from '../../../contract/refusals.ts'
import type { PlanHead } from '../../buy_plans/buy_plans.store.ts'
import type { Cell } from '../../buy_plans/cells/cells.store.ts'
import type { PlanMonth } from '../../buy_plans/plan_calendar.rules.ts'
import { plannedOn } from '../../buy_plans/wssi/wssi_plan.rules.ts'
import { isInForce } from '../plans_in_force.rules.ts'
import type { RowPlan } from './trade_report.rules.ts'

/** The plan that is named, or else the only one in force; null if there is none. */
export function choosePlan(
  plans: readonly PlanHead[],
  plan_id: string | undefined,
  fiscal_year: number,
): PlanHead | null {
  const live = plans.filter((plan) => isInForce(plan) && plan.fiscal_year === fiscal_year)
  if (plan_id === undefined) {
    if (live.length > 1)
      refuseField(
        'plan_id',
        `must be sent, because fiscal year ${fiscal_year} has several published plans`,
        live.map(({ mfp_id }) => mfp_id),
      )
    return live[0] ?? null
  }
  const named = live.find(({ mfp_id }) => mfp_id === plan_id.toLowerCase())
  if (named !== undefined) return named
  const other = plans.find(({ mfp_id }) => mfp_id === plan_id.toLowerCase())
  if (other === undefined)
    refuse('not_found', { desc: 'No such report: no buy plan of this organisation has that id.' })
  const why =
    other.fiscal_year !== fiscal_year
      ? `covers fiscal year ${other.fiscal_year}, and the week is in ${fiscal_year}`
      : other.archived_at !== null
        ? 'is archived'
        : 'has no published version'
  return refuse('not_found', { desc: `No such report: the plan ${other.name} ${why}.` })
}

export interface WeekPlan {
  cells: readonly Cell[]
  months: readonly PlanMonth[]
  week: Period
}

/** The week's part of the plan over the cells that belong to a row: each cell is divided over its month by days. */
export function planOfRow(plan: WeekPlan | null, belongs: (cell: Cell) => boolean, noPlan: string): RowPlan {
  if (plan === null) return { sales: unknown(noPlan), margin: unknown(noPlan) }
  const cells = plan.cells.filter(belongs)
  if (cells.length === 0) return { sales: unknown('Not part of the plan.'), margin: unknown('Not part of the plan.') }
  const [first, last] = [plan.months[0]!.start, plan.months.at(-1)!.end]
  if (plan.week.start < first || plan.week.end > last) {
    const outside = unknown(`Some days of the week are outside the plan, which covers ${first} to ${last}.`)
    return { sales: outside, margin: outside }
  }
  const sum = (figure: 'sales' | 'margin') => plannedOn(plan.week, cells, plan.months, figure)
  return { sales: sum('sales'), margin: sum('margin') }
}
