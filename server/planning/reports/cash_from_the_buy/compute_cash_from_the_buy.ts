/** Computes what the buy will cost and when, from the same draws as the cash gate. */
import { addDays, earlier } from '../../../calendar/days.ts'
import { fiscalMonthOf, type Period } from '../../../calendar/retail_calendar.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { readFiscalStart } from '../../../insight/sales/sales_basis.ts'
import { drawsOfOpenBuy, drawsOfOrders, groupOfSuppliers, groupsOf, mergeNotMeasured } from '../../cash/cash.rules.ts'
import { readCashFacts } from '../../cash/get_cash_gate.ts'
import { payablesOf } from '../../cash/payables.rules.ts'
import { periodDetail } from '../figures.rules.ts'
import type { Report } from '../report.model.ts'
import type { ReportCall } from '../report_call.ts'
import { cashHead, cashSections, type CashMonth } from './cash_report.rules.ts'

const basis_line =
  'Unpaid deposits are due at issue; what was invoiced is due by the invoice, other balances at terms from the receipt, with the deposit credited in proportion to their value. Receipts that are late or undated are expected today. The open buy is what the published plan plans to receive and is neither received nor on order; it arrives on the first day of its month and is paid at the terms of the suppliers of the last year. Manufacturing orders without a supplier are not paid for, their components are. Amounts are in US dollars at the newest exchange rates, as in the cash gate.'

const monthsCount = 12

/** Twelve fiscal months; the first begins with the day. */
function cashMonths(day: string, startMonth: number): CashMonth[] {
  const months: CashMonth[] = []
  for (let start = day; months.length < monthsCount;) {
    const { fiscal_year, month, end } = fiscalMonthOf(start, startMonth)
    const key = `${fiscal_year}-M${String(month).padStart(2, '0')}`
    months.push({ key, label: `Month ${month} of fiscal year ${fiscal_year}, ${start} to ${end}`, start, end })
    start = addDays(end, 1)
  }
  return months
}

async function readDraws({ sql, organization_id, currency, time_zone }: ReportCall, horizon: Period, today: string) {
  const facts = await readCashFacts(sql, { organization_id, currency, time_zone }, horizon, today)
  const groupOf = groupOfSuppliers(facts.suppliers)
  const owed = payablesOf(facts, { today, payables_since: facts.settings?.payables_since ?? null })
  const context = { groupOf, toUsd: facts.toUsd, today }
  const ofOrders = drawsOfOrders(owed, context)
  const ofOpenBuy = drawsOfOpenBuy(facts.plan.open_buys, facts.ordered, context)
  const draws = [...ofOrders.draws, ...ofOpenBuy.draws]
  const unmeasured = [...ofOrders.unmeasured, ...ofOpenBuy.unmeasured]
  const not_measured = mergeNotMeasured([...ofOrders.not_measured, ...ofOpenBuy.not_measured])
  const keys = [...draws, ...unmeasured, ...not_measured].flatMap(({ group_key }) => group_key ?? [])
  return {
    draws,
    unmeasured,
    groups: groupsOf(keys, owed.payables, groupOf),
    not_measured,
    plans: facts.plan.plans,
  }
}

export async function computeCashFromTheBuy(call: ReportCall, as_of: string | undefined): Promise<Report> {
  const { sql, organization_id, time_zone, now } = call
  const today = dayInTimeZone(time_zone, now)
  const day = as_of ?? today
  const months = cashMonths(day, await readFiscalStart(sql, organization_id))
  const period = { start: day, end: months.at(-1)!.end }
  // A later day has what is due until then in a row of its own, the open buy included.
  const horizon = { start: earlier(day, today), end: period.end }
  const { plans, ...read } = await readDraws(call, horizon, today)
  const before = day === today ? 'Overdue' : `Due before ${day}`
  const facts = { ...read, months, hasPlan: plans.length > 0, day, before, as_of: now }
  const sections = cashSections(facts)
  const orders = new Set(read.draws.flatMap(({ order }) => order?.purchase_order_id ?? [])).size
  const planned =
    plans.length === 0 ? 'No published buy plan covers these months' : plans.map(({ name }) => name).join(', ')
  return {
    kind: 'cash-from-the-buy',
    label: 'Cash from the buy',
    period: day,
    period_detail: periodDetail(period, `Twelve fiscal months from ${day}`),
    as_of: now,
    basis_line,
    calendar_note: 'Months of the 4-5-4 retail calendar; the first begins with the day of the report.',
    coverage: `Orders with payments: ${orders}. Not contained: ${read.not_measured.length}, see that section. Plans: ${planned}. Orders, deliveries and payments count as recorded now.`,
    head: cashHead(sections, facts),
    sections,
  }
}
