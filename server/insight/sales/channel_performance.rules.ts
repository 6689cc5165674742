/** Net sales of a channel by period, compared with the period before. Pure; exact to the cent. */
import Big from 'big.js'
import type { Period } from '../../calendar/retail_calendar.ts'
import { addDays, daysBetween, earlier } from '../../calendar/days.ts'
import { money } from '../../contract/money.ts'
import type { Money } from '../../contract/schema.ts'
import { type Recorded, recordedUntil, whyNotWhole, whyUnknown } from './recorded.rules.ts'
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

/** As many days as the window has, ending the day before it. */
export const periodBefore = ({ start, end }: Period): Period => ({
  start: addDays(start, -daysBetween(start, end) - 1),
  end: addDays(start, -1),
})

/** What a window that ends after what is recorded is compared with: as many days as are recorded of it. */
export const comparedWith = (window: Period, recorded_through: string): Period =>
  periodBefore(window.start > recorded_through ? window : { ...window, end: earlier(window.end, recorded_through) })

const noSales: SalesSum = { net_cents: 0, unrated_currency: null }

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

interface Compared {
  previous: Period
  currency: string
  /** The last day of the window that the previous one has as many days for. */
  compared_through: string
}

/** Why the sales of a channel are not compared: those before were not recorded, or its own end before the others'. */
const whyNotCompared = ({ previous, compared_through, ...recorded }: Omit<Compared, 'currency'> & Recorded) =>
  whyNotWhole(previous, recorded) ??
  (recorded.recorded_through < compared_through
    ? `${recordedUntil(recorded.recorded_through).slice(0, -1)}, and the window is compared up to ${compared_through}.`
    : null)

export function performanceOf(
  { sales_channel_id, channel_name, sums }: ChannelSales,
  periods: readonly Period[],
  { previous, currency, compared_through, ...recorded }: Compared & Recorded,
): ChannelPerformance {
  const figure = ({ net_cents, unrated_currency }: SalesSum) =>
    unrated_currency === null
      ? money(net_cents, currency, '')
      : money(null, currency, noRate(unrated_currency, currency))
  /** A period without sales is zero, unless it is unknown. */
  const figureIn = (sum: SalesSum | undefined, why: string | null) =>
    sum === undefined && why !== null ? money(null, currency, why) : figure(sum ?? noSales)
  const unknown = periods.map((period, i) => (i in sums ? null : whyUnknown(period, recorded)))
  const all = addSums(periods.flatMap((_, i) => (unknown[i] === null ? [sums[i] ?? noSales] : [])))
  const total = all === null ? money(null, currency, unknown[0]!) : figure(all)
  const notWhole = whyNotCompared({ previous, compared_through, ...recorded })
  const before =
    notWhole === null ? figureIn(sums[periods.length], whyUnknown(previous, recorded)) : money(null, currency, notWhole)
  const difference = total.cents === null || before.cents === null ? null : total.cents - before.cents
  const { percentage, reason } = changeOf(total, before)
  return {
    sales_channel_id,
    channel_name,
    total_revenue: total,
    period_difference: money(difference, currency, total.reason ?? before.reason ?? ''),
    change_percentage: percentage,
    change_percentage_reason: reason,
    data: periods.map(({ start }, i) => ({ date: start, revenue: figureIn(sums[i], unknown[i]!) })),
  }
}
