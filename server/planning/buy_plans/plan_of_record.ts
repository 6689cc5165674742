/** The commitments' plans of record, as the four cost lines of the plan side, and what these do not contain. */
import type { Sql } from '../../contract/call.ts'
import { fiscalMonthsOf } from '../../calendar/retail_calendar.ts'
import { incomparable, type Intake, intakeOf, type IntakeYear } from '../plan_of_record/intake.rules.ts'
import { readIntakeFacts } from '../plan_of_record/intake_facts.store.ts'
import { type LeftOut, leftOutOf } from '../plan_of_record/left_out.rules.ts'
import { readOrderFacts } from '../../purchasing/order_sums/order_facts.store.ts'
import { type PlanInForce, readPlansInForce, readVersionCells } from '../../commitment_grids/plans_in_force.store.ts'
import type { PlanCalendar } from '../known_values.ts'

export interface PlanOfRecord {
  /** By category id, empty for no category; null if there is nothing to read. */
  categories: ReadonlyMap<string, Intake> | null
  /** Why there is nothing to read. */
  reason: string
  /** Null where the plan's months are not those of commitments. */
  left_out: readonly LeftOut[] | null
}

const notPlanned = 'The commitment has no monthly plan.'
const otherCalendar = 'Commitments are planned on months of the 4-5-4 calendar, this plan on calendar months.'

const readCommitments = (sql: Sql, organization_id: string) => sql<
  { commitment_id: string; currency: string; status: string }[]
>`
  select commitment_id, currency, status from commitments where organization_id = ${organization_id}
  order by created_at, commitment_id`

interface Scope {
  organization_id: string
  time_zone: string
}

/** Every commitment with its plan, and the orders of all of them in the year. */
async function readFacts(sql: Sql, scope: Scope, year: IntakeYear, today: string) {
  const { organization_id } = scope
  const [commitments, plans] = await Promise.all([
    readCommitments(sql, organization_id),
    readPlansInForce(sql, organization_id, sql`true`),
  ])
  const months = fiscalMonthsOf(year.fiscal_year, year.fiscal_year_start_month)
  const idsOf = (of: readonly { commitment_id: string }[]) => of.map(({ commitment_id }) => commitment_id)
  const retired = new Set(idsOf(commitments.filter(({ status }) => status === 'retired')))
  const isIncomparable = (plan: PlanInForce) =>
    !retired.has(plan.commitment_id) && incomparable({ plan }, year) !== null
  const versionIds = plans.map(({ version_id }) => version_id)
  const [cells, orders, others] = await Promise.all([
    readVersionCells(sql, organization_id, versionIds),
    readIntakeFacts(sql, scope, idsOf(commitments), months, today),
    // The categories of their orders, whose figures are missing.
    readOrderFacts(sql, scope, idsOf(plans.filter(isIncomparable))),
  ])
  return { commitments, plans, cells: Map.groupBy(cells, ({ version_id }) => version_id), orders, others }
}

/** Retired commitments are left out; the newest locked version of every other one counts. */
export async function readPlanOfRecord(
  sql: Sql,
  scope: Scope,
  year: IntakeYear & { calendar: PlanCalendar },
  /** Keys of the categories that the buy plan has cells of. */
  categories: ReadonlySet<string>,
  today: string,
): Promise<PlanOfRecord> {
  if (year.calendar !== 'retail_4_5_4') {
    const plans = await readPlansInForce(sql, scope.organization_id, sql`k.status <> 'retired'`)
    return { categories: null, reason: plans.length === 0 ? notPlanned : otherCalendar, left_out: null }
  }
  const { commitments, plans, cells, orders, others } = await readFacts(sql, scope, year, today)
  const planOf = new Map(plans.map((plan) => [plan.commitment_id, plan]))
  const [ordersOf, othersOf] = [orders, others].map((facts) => Map.groupBy(facts, ({ commitment_id }) => commitment_id))
  const planned = commitments.flatMap(({ commitment_id, status }) => {
    const plan = planOf.get(commitment_id)
    if (plan === undefined || status === 'retired') return []
    const own = incomparable({ plan }, year) === null ? ordersOf : othersOf
    return [{ plan, cells: cells.get(plan.version_id) ?? [], orders: own!.get(commitment_id) ?? [] }]
  })
  const each = commitments.map((one) => {
    const plan = planOf.get(one.commitment_id)
    return { ...one, cells: plan === undefined ? null : (cells.get(plan.version_id) ?? []) }
  })
  return {
    categories: intakeOf(planned, year, today),
    reason: notPlanned,
    left_out: leftOutOf(each, orders, { fiscal_year: year.fiscal_year, categories }),
  }
}
