/** The commitments' plans of record, as the four cost lines of the plan side. */
import type { Sql } from '../../contract/call.ts'
import { fiscalMonthsOf } from '../../calendar/retail_calendar.ts'
import { incomparable, type Intake, intakeOf, type IntakeYear } from '../plan_of_record/intake.rules.ts'
import { readIntakeFacts } from '../plan_of_record/intake_facts.store.ts'
import { readOrderFacts } from '../../purchasing/order_sums/order_facts.store.ts'
import { type PlanInForce, readPlansInForce, readVersionCells } from '../../commitment_grids/plans_in_force.store.ts'
import type { PlanCalendar } from '../known_values.ts'

export interface PlanOfRecord {
  /** By category id, empty for no category; null if there is nothing to read. */
  categories: ReadonlyMap<string, Intake> | null
  /** Why there is nothing to read. */
  reason: string
}

const notPlanned = 'The commitment has no monthly plan.'
const otherCalendar = 'Commitments are planned on months of the 4-5-4 calendar, this plan on calendar months.'

/** Retired commitments are left out; the newest locked version of every other one counts. */
export async function readPlanOfRecord(
  sql: Sql,
  { organization_id, time_zone }: { organization_id: string; time_zone: string },
  year: IntakeYear & { calendar: PlanCalendar },
  today: string,
): Promise<PlanOfRecord> {
  const plans = await readPlansInForce(sql, organization_id, sql`k.status <> 'retired'`)
  if (plans.length === 0) return { categories: null, reason: notPlanned }
  if (year.calendar !== 'retail_4_5_4') return { categories: null, reason: otherCalendar }
  const isComparable = (plan: (typeof plans)[number]) => incomparable({ plan }, year) === null
  const idsOf = (of: readonly PlanInForce[]) => of.map(({ commitment_id }) => commitment_id)
  const months = fiscalMonthsOf(year.fiscal_year, year.fiscal_year_start_month)
  const scope = { organization_id, time_zone }
  const [cells, orders, others] = await Promise.all([
    readVersionCells(
      sql,
      organization_id,
      plans.map(({ version_id }) => version_id),
    ),
    readIntakeFacts(sql, scope, idsOf(plans.filter(isComparable)), months, today),
    // The categories of their orders, whose figures are missing.
    readOrderFacts(sql, scope, idsOf(plans.filter((plan) => !isComparable(plan)))),
  ])
  const cellsOf = Map.groupBy(cells, ({ version_id }) => version_id)
  const ordersOf = Map.groupBy([...orders, ...others], ({ commitment_id }) => commitment_id)
  const planned = plans.map((plan) => ({
    plan,
    cells: cellsOf.get(plan.version_id) ?? [],
    orders: ordersOf.get(plan.commitment_id) ?? [],
  }))
  return { categories: intakeOf(planned, year, today), reason: notPlanned }
}
