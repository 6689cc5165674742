/** The parameters of a scheduled report, and those that the report takes on the day it is due. Pure. */
import { addDays, daysBetween } from '../../calendar/days.ts'
import { fiscalMonthOf, fiscalYearStart } from '../../calendar/retail_calendar.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { ReportPeriod } from '../known_values.ts'
import type { ReportKind } from '../reports/report.model.ts'
import type { ReportQuery } from '../reports/report_query.ts'

export interface ScheduleParameters {
  period?: ReportPeriod | undefined
  cut?: 'category' | 'channel' | 'commitment' | undefined
  plan_id?: string | undefined
}

const accepted: Record<ReportKind, { periods: readonly ReportPeriod[]; more: readonly (keyof ScheduleParameters)[] }> =
  {
    'cash-from-the-buy': { periods: [], more: [] },
    'open-to-buy': { periods: ['previous', 'current', 'next'], more: [] },
    'weekly-trade': { periods: ['previous', 'current'], more: ['cut', 'plan_id'] },
  }

const defaultPeriods: Record<ReportKind, ReportPeriod> = {
  'cash-from-the-buy': 'current',
  'open-to-buy': 'current',
  'weekly-trade': 'previous',
}

/** Refuses parameters that the report does not take. */
export function checkParameters(report: ReportKind, parameters: ScheduleParameters): void {
  const { periods, more } = accepted[report]
  const known = [...(periods.length === 0 ? [] : ['period']), ...more]
  for (const name of Object.keys(parameters) as (keyof ScheduleParameters)[])
    if (parameters[name] !== undefined && !known.includes(name))
      refuseField(`parameters.${name}`, `must not be sent for the report ${report}`, known)
  if (parameters.period !== undefined && !periods.includes(parameters.period))
    refuseField('parameters.period', `must be a period of the report ${report}`, periods)
}

const moves: Record<ReportPeriod, number> = { previous: -1, current: 0, next: 1 }

function weekText(day: string, startMonth: number): string {
  const { fiscal_year } = fiscalMonthOf(day, startMonth)
  const week = Math.floor(daysBetween(fiscalYearStart(fiscal_year, startMonth), day) / 7) + 1
  return `${fiscal_year}-W${String(week).padStart(2, '0')}`
}

/** The parameters of the report that is due on `day`, a day of the organisation, and the name of its period. */
export function askedOn(
  report: ReportKind,
  parameters: ScheduleParameters,
  { day, startMonth }: { day: string; startMonth: number },
): { period: string; asked: ReportQuery } {
  const { period = defaultPeriods[report], cut, plan_id } = parameters
  if (report === 'cash-from-the-buy') return { period: day, asked: { as_of: day } }
  if (report === 'open-to-buy') {
    const fiscal_year = String(fiscalMonthOf(day, startMonth).fiscal_year + moves[period])
    return { period: fiscal_year, asked: { fiscal_year } }
  }
  const week = weekText(addDays(day, 7 * moves[period]), startMonth)
  return {
    period: week,
    asked: { week, ...(cut === undefined ? {} : { cut }), ...(plan_id === undefined ? {} : { plan_id }) },
  }
}
