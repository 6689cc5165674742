/** Computes the open-to-buy report of a fiscal year, from the plans in force. */
import { fiscalMonthsOf } from '../../../calendar/retail_calendar.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { mapInSlices } from '../../../queue/slices.ts'
import { readFiscalStart } from '../../../insight/sales/sales_basis.ts'
import {
  type OpenToBuyFacts,
  openToBuyOfCells,
  readCommonFacts,
  readOpenToBuyFacts,
} from '../../buy_plans/open_to_buy/read_open_to_buy.ts'
import type { PlanHead } from '../../buy_plans/buy_plans.store.ts'
import { periodDetail } from '../figures.rules.ts'
import { readLiveMonths, readPlansOf } from '../live_plans.store.ts'
import { isInForce } from '../plans_in_force.rules.ts'
import type { Report } from '../report.model.ts'
import type { ReportCall } from '../report_call.ts'
import { openToBuyReport, type PlanOpenToBuy, sumsOf } from './open_to_buy_report.rules.ts'

const basis_line =
  "Planned figures are those of each plan's newest published version. At retail: planned sales + planned markdowns + planned closing stock − opening stock − receipts to date − orders due. At cost, planned cost of sales replaces sales and markdowns. Stock and receipts come from the ledger by each product's current category. Overdue and undated orders count in the current month; draft orders are not deducted."

/** The open-to-buy of plans in force. Plans with the same months and currency share the facts, which are read once. */
async function readPlans(
  { sql, organization_id, time_zone, now }: ReportCall,
  plans: readonly PlanHead[],
): Promise<PlanOpenToBuy[]> {
  if (plans.length === 0) return []
  const today = dayInTimeZone(time_zone, now)
  const common = readCommonFacts(sql, { organization_id, time_zone }, today)
  const published = readLiveMonths(
    sql,
    organization_id,
    plans.map(({ mfp_id }) => mfp_id),
  )
  const known = new Map<string, Promise<OpenToBuyFacts>>()
  const factsOf = (plan: PlanHead) => {
    const { calendar, fiscal_year_start_month, currency } = plan
    const key = `${calendar} ${fiscal_year_start_month} ${currency}`
    const facts =
      known.get(key) ?? readOpenToBuyFacts(sql, { organization_id, currency, time_zone }, plan, today, common)
    known.set(key, facts)
    return facts
  }
  return Promise.all(
    plans.map(async (plan) => {
      const { mfp_id, name, currency } = plan
      const [liveOf, facts] = await Promise.all([published, factsOf(plan)])
      const { label, cells } = liveOf.get(mfp_id)!
      const categories = openToBuyOfCells(facts, cells, today)
      return { mfp_id, name, version: label, currency, months: facts.months, categories }
    }),
  )
}

function coverageOf(live: readonly PlanHead[], others: readonly PlanHead[], fiscal_year: number): string {
  const counted =
    live.length === 0
      ? `No published plan of fiscal year ${fiscal_year}.`
      : `${live.length === 1 ? 'The plan' : 'The plans'} ${live.map(({ name }) => name).join(', ')}.`
  const drafts = others.filter(({ archived_at }) => archived_at === null)
  if (drafts.length === 0) return counted
  return `${counted} Not counted, because not published: ${drafts.map(({ name }) => name).join(', ')}.`
}

export async function computeOpenToBuyReport(call: ReportCall, fiscal_year: number): Promise<Report> {
  const { sql, organization_id, now } = call
  const [plans, startMonth] = await Promise.all([
    readPlansOf(sql, organization_id, fiscal_year),
    readFiscalStart(sql, organization_id),
  ])
  const live = plans.filter(isInForce)
  const others = plans.filter((plan) => !isInForce(plan))
  const months = fiscalMonthsOf(fiscal_year, startMonth)
  const year = { start: months[0]!.start, end: months.at(-1)!.end }
  const read = await readPlans(call, live)
  const sums = await mapInSlices(read, (plan) => sumsOf(plan, now), organization_id)
  const absence = live.length === 0 ? `Fiscal year ${fiscal_year} has no published plan.` : null
  return {
    kind: 'open-to-buy',
    label: 'Open-to-buy',
    period: String(fiscal_year),
    period_detail: periodDetail(year, `Fiscal year ${fiscal_year}, ${year.start} to ${year.end}`),
    as_of: now,
    basis_line,
    calendar_note: `Months are those of each plan. On the 4-5-4 calendar, fiscal year ${fiscal_year} has ${months.reduce((sum, { weeks }) => sum + weeks, 0)} weeks.`,
    coverage: coverageOf(live, others, fiscal_year),
    ...openToBuyReport(sums, absence, now),
  }
}
