/** Intake of the commitments' plans of record in one fiscal year, by category. Pure. */
import { fiscalMonthsOf } from '../../calendar/retail_calendar.ts'
import { type Actual, sumActuals, unknown } from '../../contract/money.ts'
import { orderGridsOf } from '../../commitment_grids/grid.rules.ts'
import type { OrderFact } from '../../commitment_grids/known_values.ts'
import { planOfRecordMonths } from '../../commitment_grids/plan_months.rules.ts'
import type { PlanCell, PlanInForce } from '../../commitment_grids/plans_in_force.store.ts'

const figures = ['budget', 'on_order', 'received', 'open_to_commit'] as const
export type Intake = Record<(typeof figures)[number], Actual>

export interface PlannedCommitment {
  plan: Pick<PlanInForce, 'currency' | 'fiscal_year_start_month'>
  cells: readonly PlanCell[]
  orders: readonly OrderFact[]
}

export interface IntakeYear {
  fiscal_year: number
  fiscal_year_start_month: number
  currency: string
}

/** Why the figures of a commitment cannot be added to those of a plan; null if they can. */
export function incomparable({ plan }: Pick<PlannedCommitment, 'plan'>, year: IntakeYear): string | null {
  if (plan.currency !== year.currency) return `A commitment is in ${plan.currency}, the plan in ${year.currency}.`
  return plan.fiscal_year_start_month === year.fiscal_year_start_month
    ? null
    : 'A commitment was planned on a fiscal year that begins with another month.'
}

/**
 * Sums by category id, empty for no category; null if no commitment is planned in the year. Orders of the year count whether
 * or not the commitment's plan has their month, so that what arrives late or early is taken off what is open to commit.
 */
export function intakeOf(
  commitments: readonly PlannedCommitment[],
  year: IntakeYear,
  today: string,
): Map<string, Intake> | null {
  const months = fiscalMonthsOf(year.fiscal_year, year.fiscal_year_start_month)
  const parts = commitments.flatMap((one) => {
    const planned = planOfRecordMonths(one.cells, one.plan.fiscal_year_start_month)
    if (!planned.some(({ fiscal_year }) => fiscal_year === year.fiscal_year)) return []
    const reason = incomparable(one, year)
    return orderGridsOf({ months, cells: one.cells, orders: one.orders, today }).map((grid) => ({
      key: grid.category_id ?? '',
      of: (figure: (typeof figures)[number]) => (reason === null ? sumActuals(grid.months[figure]) : unknown(reason)),
    }))
  })
  if (parts.length === 0) return null
  const groups = Map.groupBy(parts, ({ key }) => key)
  return new Map(
    [...groups].map(([key, group]) => [
      key,
      Object.fromEntries(figures.map((figure) => [figure, sumActuals(group.map(({ of }) => of(figure)))])) as Intake,
    ]),
  )
}
