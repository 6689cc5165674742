/** Adds up the statement of an account. Pure: entries by day and open invoices in, balances and ageing out. */
import { daysBetween } from '../../../calendar/days.ts'

type Bucket = 'not_due' | 'days_1_to_30' | 'days_31_to_60' | 'days_61_to_90' | 'over_90_days'

/** Invoices without a due date are not due. */
export function bucketOf(due_on: string | null, day: string): Bucket {
  const days = due_on === null ? 0 : daysBetween(due_on, day)
  if (days <= 0) return 'not_due'
  if (days <= 30) return 'days_1_to_30'
  if (days <= 60) return 'days_31_to_60'
  return days <= 90 ? 'days_61_to_90' : 'over_90_days'
}

export function ageingOf(
  invoices: readonly { due_on: string | null; open_cents: number }[],
  day: string,
): Record<Bucket, number> {
  const sums: Record<Bucket, number> = {
    not_due: 0,
    days_1_to_30: 0,
    days_31_to_60: 0,
    days_61_to_90: 0,
    over_90_days: 0,
  }
  for (const { due_on, open_cents } of invoices) sums[bucketOf(due_on, day)] += open_cents
  return sums
}

/** Each entry with the balance after it. */
export function withBalances<E extends { cents: number }>(
  opening_cents: number,
  entries: readonly E[],
): (E & { balance_cents: number })[] {
  let balance_cents = opening_cents
  return entries.map((entry) => {
    balance_cents += entry.cents
    return { ...entry, balance_cents }
  })
}
