/** Net sales of a channel by period, compared with the period before. Pure; exact to the cent. */
import Big from 'big.js'
import type { Period } from '../../calendar/retail_calendar.ts'
import { addDays, daysBetween } from '../../calendar/days.ts'
import { money } from '../../contract/money.ts'
import type { Money } from '../../contract/schema.ts'
import { noRate, type SalesSum } from './sales_basis.ts'

export interface ChannelSales {
  sales_channel_id: string
  channel_name: string
  /** Sums by the index of the period; the previous period has the index after the last. No entry: no row. */
  sums: Record<string, SalesSum>
}

interface ChannelPerformance {
  sales_channel_id: string
  channel_name: string
  total_revenue: Money
  period_difference: Money
  change_percentage: number | null
  change_percentage_reason: string | null
  data: { date: string; revenue: Money }[]
}

const notStarted = 'The period has not started.'

/** As many days as the window has, ending the day before it. */
export const periodBefore = ({ start, end }: Period): Period => ({
  start: addDays(start, -daysBetween(start, end) - 1),
  end: addDays(start, -1),
})

const noSales: SalesSum = { net_cents: 0, unrated_currency: null }

/** A period without sales is zero, unless it has not started. */
const sumIn = (sum: SalesSum | undefined, { start }: Period, today: string): SalesSum | null =>
  sum ?? (start > today ? null : noSales)

const addSums = (sums: readonly SalesSum[]): SalesSum | null =>
  sums.length === 0
    ? null
    : {
        net_cents: sums.reduce((all, { net_cents }) => all + net_cents, 0),
        unrated_currency: sums.find(({ unrated_currency }) => unrated_currency !== null)?.unrated_currency ?? null,
      }

function changeOf(total: Money, previous: Money): { percentage: number | null; reason: string | null } {
  const unknown = (reason: string) => ({ percentage: null, reason })
  if (total.cents === null) return unknown(total.reason!)
  if (previous.cents === null) return unknown(previous.reason!)
  if (previous.cents === 0) return unknown('The revenue of the previous period is zero.')
  if (previous.cents < 0) return unknown('The revenue of the previous period is negative.')
  const change = Big(total.cents).minus(previous.cents).times(100).div(previous.cents)
  return { percentage: Number(change.round(2, Big.roundHalfUp)) + 0, reason: null }
}

export function performanceOf(
  { sales_channel_id, channel_name, sums }: ChannelSales,
  periods: readonly Period[],
  { previous, today, currency }: { previous: Period; today: string; currency: string },
): ChannelPerformance {
  const figure = (sum: SalesSum | null) => {
    if (sum === null) return money(null, currency, notStarted)
    if (sum.unrated_currency !== null) return money(null, currency, noRate(sum.unrated_currency, currency))
    return money(sum.net_cents, currency, '')
  }
  const byPeriod = periods.map((period, i) => sumIn(sums[i], period, today))
  const total = figure(addSums(byPeriod.filter((sum) => sum !== null)))
  const before = figure(sumIn(sums[periods.length], previous, today))
  const difference = total.cents === null || before.cents === null ? null : total.cents - before.cents
  const { percentage, reason } = changeOf(total, before)
  return {
    sales_channel_id,
    channel_name,
    total_revenue: total,
    period_difference: money(difference, currency, total.reason ?? before.reason ?? ''),
    change_percentage: percentage,
    change_percentage_reason: reason,
    data: periods.map(({ start }, i) => ({ date: start, revenue: figure(byPeriod[i]!) })),
  }
}
