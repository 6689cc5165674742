/** Computes the weekly trade report of a fiscal week, cut by category, channel or commitment. */
import { addDays, earlier } from '../../../calendar/days.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { refuse } from '../../../contract/refusals.ts'
import { type CostLack, withLacks } from '../../../insight/sales/cost_lacks.rules.ts'
import { nothingApart, readCostLacks } from '../../../insight/sales/cost_lacks.store.ts'
import { noRate, readFiscalStart } from '../../../insight/sales/sales_basis.ts'
import { type Recorded, recordedUntil, whyNotWhole, whyUnknown } from '../../../insight/sales/recorded.rules.ts'
import { readRecorded } from '../../../insight/sales/recorded.store.ts'
import { whyNoStock } from '../../buy_plans/actuals/stock_actuals.rules.ts'
import { readLedgerStart } from '../../buy_plans/actuals/stock_actuals.store.ts'
import { type PlanHead, readPlanHeads } from '../../buy_plans/buy_plans.store.ts'
import { planMonths } from '../../buy_plans/plan_calendar.rules.ts'
import { cell, headOf, type HeadLine, periodDetail } from '../figures.rules.ts'
import { readLiveCells } from '../live_plans.store.ts'
import type { Report, Section } from '../report.model.ts'
import type { ReportCall } from '../report_call.ts'
import { type Cut, everything, type Group, readGroups } from './trade_groups.ts'
import { choosePlan, planOfRow, type WeekPlan } from './trade_plan.rules.ts'
import {
  addSums,
  noCategory,
  noCost,
  noSums,
  type StockRow,
  stockSection,
  type Sums,
  sumsByKey,
  tradeSection,
  type Unrecorded,
} from './trade_report.rules.ts'
import { type CategoryUnits, readTradeSales, readUnitsAt, type TradeSales } from './trade_sales.store.ts'
import { comparedWeeks, type ComparedWeeks, type TradeWeek, weekOf } from './trade_week.rules.ts'

const basis_line =
  "Net sales are gross sales minus discounts and returns, excluding taxes, on the organisation's days. A monthly plan is divided over the days of its month, cell by cell, so that the weeks of a month add up to it. Last year is the same weekdays 52 weeks earlier. A product that changed its category takes its sales along. Foreign sales are converted with the newest rate on or before their day."

const notes: Record<Cut, string> = {
  category: 'Rows add up to the total. A category without sales and plan has no row.',
  channel: 'Rows add up to the total. A channel without sales and plan has no row.',
  commitment:
    'Each row has the categories that the commitment has budgets for. Commitments can share categories, so rows need not add up to the total, which counts every sale once.',
}

const sumOf = (sums: ReadonlyMap<string, Sums>, { hasFact }: Group): Sums =>
  [...sums].filter(([key]) => hasFact(key)).reduce((sum, [, one]) => addSums(sum, one), noSums)

interface Facts {
  groups: readonly Group[]
  sales: readonly TradeSales[]
  plan: WeekPlan | null
  noPlan: string
  /** Units of the week of which the cost is unknown. */
  lacks: readonly (CostLack & { key: string })[]
}

/** Rows of the groups that sold or plan something, then the total. */
function tradeRows({ groups, sales, plan, noPlan, lacks }: Facts) {
  const [week, last_year] = [sumsByKey(sales, 0), sumsByKey(sales, 1)]
  const isShown = (group: Group) =>
    [...week.keys(), ...last_year.keys()].some((key) => group.hasFact(key)) ||
    (plan?.cells.some((one) => group.hasCell(one)) ?? false)
  return [...groups.filter(isShown), everything].map((group) => ({
    key: group.key,
    label: group.label,
    week: sumOf(week, group),
    last_year: sumOf(last_year, group),
    plan: planOfRow(plan, group.hasCell, noPlan),
    no_cost: withLacks(
      noCost,
      lacks.filter(({ key }) => group.hasFact(key)),
    ),
  }))
}

/** Stock is held by category and not by channel, so a cut by channel has the total alone. */
function stockRows(cut: Cut, { groups, sales }: Facts, held: readonly CategoryUnits[]): StockRow[] {
  const recent = sumsByKey(sales, 2)
  const rowOf = (group: Group): StockRow => {
    const sums = sumOf(recent, group)
    const own = held.filter(({ key }) => group.hasFact(key ?? noCategory))
    return {
      key: group.key,
      label: group.label,
      on_hand: own.reduce((sum, { on_hand }) => sum + on_hand, 0),
      recent_units: sums.units - sums.returned_units,
    }
  }
  const isShown = ({ on_hand, recent_units }: StockRow) => on_hand !== 0 || recent_units !== 0
  return [...(cut === 'channel' ? [] : groups.map(rowOf).filter(isShown)), rowOf(everything)]
}

const at = (column: string) => cell('trade', 'total', column)
const lines: readonly HeadLine[] = [
  { key: 'net_sales', label: 'Net sales', at: at('net_sales'), against: { label: 'Plan', at: at('plan_net_sales') } },
  {
    key: 'last_year_change_pct',
    label: 'Net sales against last year',
    at: at('last_year_change_pct'),
    against: { label: 'Net sales last year', at: at('last_year_net_sales') },
  },
  {
    key: 'net_units',
    label: 'Net units',
    at: at('net_units'),
    against: { label: 'Last year', at: at('last_year_net_units') },
  },
  {
    key: 'gross_margin',
    label: 'Gross margin',
    at: at('gross_margin'),
    against: { label: 'Plan', at: at('plan_gross_margin') },
  },
  { key: 'discount_rate_pct', label: 'Discount rate', at: at('discount_rate_pct') },
  { key: 'return_rate_pct', label: 'Return rate', at: at('return_rate_pct') },
  { key: 'weeks_of_cover', label: 'Weeks of cover', at: cell('stock', 'total', 'weeks_of_cover') },
]

function coverageOf(
  week: TradeWeek,
  { counted, is_running }: ComparedWeeks,
  { plan, label }: Chosen,
  { today, recorded_through }: Recorded,
) {
  const isBehind = recorded_through < earlier(today, week.days.end)
  const days = isBehind
    ? `${recordedUntil(recorded_through)} ${recorded_through < week.days.start ? 'Nothing of the week is known.' : `They count until ${counted.end}, last year for as many days, and the plan for the whole week.`}`
    : is_running
      ? `The week is running: sales count until ${counted.end}, last year for as many days, and the plan for the whole week.`
      : 'The week is complete.'
  const planned =
    plan === null ? `No plan of fiscal year ${week.fiscal_year} is published.` : `Plan: ${plan.name}, version ${label}.`
  return `${days} ${planned}`
}

interface Chosen {
  plan: PlanHead | null
  label: string | null
  week_plan: WeekPlan | null
}

async function readChosenPlan(
  { sql, organization_id }: ReportCall,
  { fiscal_year, days }: TradeWeek,
  plan_id?: string,
): Promise<Chosen> {
  const plan = choosePlan(await readPlanHeads(sql, organization_id), plan_id, fiscal_year)
  if (plan === null) return { plan, label: null, week_plan: null }
  const { label, cells } = await readLiveCells(sql, organization_id, plan.mfp_id)
  return { plan, label, week_plan: { cells, months: planMonths(plan), week: days } }
}

/**
 * Why the sales of each period are missing: before the first recorded sale nothing was measured, and a last year that was not
 * recorded as a whole is nothing to compare with.
 */
function unrecordedIn({ counted, last_year, recent }: ComparedWeeks, recorded: Recorded): Unrecorded {
  const reason = (period: Period) =>
    recorded.sales_begin_on === null ? 'No sales have been recorded.' : whyUnknown(period, recorded)
  return {
    week: reason(counted),
    last_year: reason(last_year) ?? whyNotWhole(last_year, recorded),
    recent: reason(recent),
  }
}

async function readLacks({ sql, organization_id }: ReportCall, cut: Cut, week: Period, sales: readonly TradeSales[]) {
  const isUncosted = (one: TradeSales) => one.period === 0 && one.costed_units < one.units + one.returned_units
  if (!sales.some(isUncosted)) return []
  const isByChannel = cut === 'channel'
  const by = { ...nothingApart, category: !isByChannel, sales_channel: isByChannel }
  const lacks = await readCostLacks(sql, organization_id, week, by)
  return lacks.map((lack) => ({ ...lack, key: (isByChannel ? lack.sales_channel : lack.category) ?? noCategory }))
}

async function readSections(
  call: ReportCall,
  { cut, weeks, recorded }: { cut: Cut; weeks: ComparedWeeks; recorded: Recorded },
  chosen: Chosen,
  fiscal_year: number,
) {
  const { sql, organization_id, currency, now } = call
  const { counted, last_year, recent } = weeks
  const [groups, sales, held, began] = await Promise.all([
    readGroups(sql, organization_id, cut),
    readTradeSales(sql, call, [counted, last_year, recent], cut === 'channel' ? 'channel' : 'category'),
    readUnitsAt(sql, call, counted.end),
    readLedgerStart(sql, call),
  ])
  const unrecorded = unrecordedIn(weeks, recorded)
  const noPlan = `No plan of fiscal year ${fiscal_year} is published.`
  const facts = { groups, sales, plan: chosen.week_plan, noPlan, lacks: await readLacks(call, cut, counted, sales) }
  const stockNote = `Units on hand at the end of ${counted.end}, and net units of the four weeks ${recent.start} to ${recent.end}.`
  return [
    tradeSection(tradeRows(facts), { currency, noRate, unrecorded, as_of: now, note: notes[cut] }),
    stockSection(stockRows(cut, facts, held), {
      as_of: now,
      note: cut === 'channel' ? `${stockNote} Stock is not held by channel.` : stockNote,
      reason: whyNoStock(counted.end, began),
      unrecorded: unrecorded.recent,
    }),
  ] satisfies Section[]
}

export async function computeWeeklyTrade(
  call: ReportCall,
  { week: text, cut, plan_id }: { week: string; cut: Cut; plan_id?: string | undefined },
): Promise<Report> {
  const { sql, organization_id, time_zone, now } = call
  const today = dayInTimeZone(time_zone, now)
  const week = weekOf(text, await readFiscalStart(sql, organization_id))
  const { start, end } = week.days
  const chosen = await readChosenPlan(call, week, plan_id)
  if (start > today) refuse('not_found', { desc: `No such report: the week ${text} starts on ${start}.` })
  const recorded = await readRecorded(sql, call.organization_id, today)
  const weeks = comparedWeeks(week, today, recorded.recorded_through)
  const sections = await readSections(call, { cut, weeks, recorded }, chosen, week.fiscal_year)
  return {
    kind: 'weekly-trade',
    label: 'Weekly trade',
    period: text,
    period_detail: periodDetail(week.days, `Week ${week.week} of fiscal year ${week.fiscal_year}, ${start} to ${end}`),
    as_of: now,
    basis_line,
    calendar_note: `4-5-4 retail calendar, weeks Sunday to Saturday. Last year: ${addDays(start, -364)} to ${addDays(end, -364)}.`,
    coverage: coverageOf(week, weeks, chosen, recorded),
    head: headOf(sections, lines),
    sections,
  }
}
