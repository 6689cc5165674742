/** The periods of a trade comparison, each beside the same days of last year, and why one of them is not known. Pure. */
import { addDays, daysBetween, earlier, later } from '../../../calendar/days.ts'
import { fiscalMonthOf, fiscalMonthsOf, fiscalYearStart, type Period } from '../../../calendar/retail_calendar.ts'
import { named } from '../../../contract/openapi/named.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { comparedWeeks, type TradeWeek, weekOf } from '../weekly_trade/trade_week.rules.ts'

export const tradePeriods = named('TradePeriodKey', ['week', 'prior_week', 'season_to_date', 'year_to_date'])
export type TradePeriodKey = (typeof tradePeriods)[number]

export interface ComparedPeriod {
  period: TradePeriodKey
  window: Period
  /** As many days 52 weeks earlier. */
  last_year: Period
}

const aYearEarlier = ({ start, end }: Period): Period => ({ start: addDays(start, -364), end: addDays(end, -364) })

/** The fiscal week that contains a day. */
export function weekOfDay(day: string, startMonth: number): TradeWeek {
  const { fiscal_year } = fiscalMonthOf(day, startMonth)
  const week = Math.floor(daysBetween(fiscalYearStart(fiscal_year, startMonth), day) / 7) + 1
  return weekOf(`${fiscal_year}-W${String(week).padStart(2, '0')}`, startMonth)
}

/** The week that is requested, the current one by default; one that has not begun is refused. */
export function weekAsked(
  { week, date }: { week?: string | undefined; date?: string | undefined },
  today: string,
  startMonth: number,
): TradeWeek {
  if (week !== undefined && date !== undefined) refuseField('date', 'must not be sent with week')
  if (date !== undefined && date > today) refuseField('date', 'must not be after today', [`at most ${today}`])
  if (week === undefined) return weekOfDay(date ?? today, startMonth)
  const fiscalWeek = weekOf(week, startMonth)
  if (fiscalWeek.days.start > today)
    refuseField('week', `must have begun, and ${week} starts on ${fiscalWeek.days.start}`, [`at most ${today}`])
  return fiscalWeek
}

/** Seasons are the halves of the fiscal year: its first six months, and its last six. */
const seasonStart = ({ fiscal_year, days }: TradeWeek, startMonth: number): string => {
  const second = fiscalMonthsOf(fiscal_year, startMonth)[6]!.start
  return days.start < second ? fiscalYearStart(fiscal_year, startMonth) : second
}

/**
 * The days of the week that are recorded, as many of the week before, and the season and the year up to the same day. Where
 * nothing of the week is recorded, season and year end where the records do.
 */
export function periodsOf(
  week: TradeWeek,
  { today, recorded_through }: { today: string; recorded_through: string },
  startMonth: number,
): ComparedPeriod[] {
  const { counted } = comparedWeeks(week, today, recorded_through)
  const toDate = (start: string): Period => ({ start, end: later(start, earlier(recorded_through, counted.end)) })
  const windows: Record<TradePeriodKey, Period> = {
    week: counted,
    prior_week: { start: addDays(counted.start, -7), end: addDays(counted.end, -7) },
    season_to_date: toDate(seasonStart(week, startMonth)),
    year_to_date: toDate(fiscalYearStart(week.fiscal_year, startMonth)),
  }
  return tradePeriods.map((period) => ({
    period,
    window: windows[period],
    last_year: aYearEarlier(windows[period]),
  }))
}
