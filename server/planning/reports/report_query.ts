/** Parameters of the reports, the same on every surface. */
import { CalendarDate, Choice, Id, Text } from '../../contract/schema.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { computeCashFromTheBuy } from './cash_from_the_buy/compute_cash_from_the_buy.ts'
import { computeOpenToBuyReport } from './open_to_buy/compute_open_to_buy_report.ts'
import type { ReportCall } from './report_call.ts'
import type { Report, ReportKind } from './report.model.ts'
import { reportKinds } from './report.model.ts'
import { computeWeeklyTrade } from './weekly_trade/compute_weekly_trade.ts'
import { type Cut, cuts } from './weekly_trade/trade_groups.ts'

export const fiscalYear = Text('Fiscal year: the calendar year in which its first month lies, with four digits.', {
  pattern: '^(19|20|21)[0-9]{2}$',
  'x-rule': 'must be a year with four digits, from 1900 to 2199',
  examples: ['2026'],
})

export const week = Text('Fiscal year and week.', {
  pattern: '^(19|20|21)[0-9]{2}-W[0-9]{2}$',
  'x-rule': 'must be a fiscal year and week such as 2026-W07',
  examples: ['2026-W42'],
})
export const cut = Choice(cuts, 'What the rows are.', { default: 'category' })
export const plan_id = Id('Id of the buy plan to compare with; the only published one by default.')

const [firstDay, lastDay] = ['1900-01-01', '2199-12-31'] as const
export const asOf = CalendarDate('Day from which months are listed; the current day by default.')

/** Refuses a day for which no fiscal calendar is kept. */
export function checkAsOf(as_of: string | undefined): void {
  if (as_of !== undefined && (as_of < firstDay || as_of > lastDay))
    refuseField('as_of', `must be a day from ${firstDay} to ${lastDay}`)
}

export interface ReportQuery {
  fiscal_year?: string | undefined
  week?: string | undefined
  cut?: Cut | undefined
  plan_id?: string | undefined
  as_of?: string | undefined
}

const parameters: Record<ReportKind, { required: keyof ReportQuery | null; known: readonly (keyof ReportQuery)[] }> = {
  'cash-from-the-buy': { required: null, known: ['as_of'] },
  'open-to-buy': { required: 'fiscal_year', known: ['fiscal_year'] },
  'weekly-trade': { required: 'week', known: ['week', 'cut', 'plan_id'] },
}

/** Refuses a report that does not exist, and parameters that it lacks or does not have. */
export function checkReport(kind: string, query: ReportQuery): asserts kind is ReportKind {
  if (!(reportKinds as readonly string[]).includes(kind))
    refuse('not_found', { desc: `No such report. The reports are ${reportKinds.join(', ')}.` })
  const { required, known } = parameters[kind as ReportKind]
  if (required !== null && query[required] === undefined) refuseField(required, `is required for the report ${kind}`)
  for (const name of Object.keys(query) as (keyof ReportQuery)[])
    if (query[name] !== undefined && !known.includes(name))
      refuseField(name, `must not be sent for the report ${kind}`, known)
  checkAsOf(query.as_of)
}

export function computeReport(call: ReportCall, kind: ReportKind, query: ReportQuery): Promise<Report> {
  switch (kind) {
    case 'cash-from-the-buy':
      return computeCashFromTheBuy(call, query.as_of)
    case 'open-to-buy':
      return computeOpenToBuyReport(call, Number(query.fiscal_year))
    case 'weekly-trade':
      return computeWeeklyTrade(call, { week: query.week!, cut: query.cut ?? 'category', plan_id: query.plan_id })
  }
}
