/** Opening and closing stock of every period, reckoned back from what is on hand now. Pure. */
import { addDays, dayOf } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'

export interface CategoryStock {
  category: string | null
  on_hand: number
  variants: number
  /** Units by the period's place, from 0; the number of periods stands for everything after the window. */
  moved: Record<string, number>
}

export interface StockRow {
  category: string | null
  period_start: string
  opening: number | null
  closing: number | null
  reason: string | null
}

export interface Ledger {
  /** When its first row happened; null while it has none. */
  begins_at: string | null
  now: string
}

const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`)

type Reach = 'before_ledger' | 'opening_before_ledger' | 'not_begun' | 'measured'

export function reachOf(period: Period, { begins_at, now }: Ledger): Reach {
  if (period.start > dayOf(now)) return 'not_begun'
  if (begins_at === null || Date.parse(begins_at) >= midnight(addDays(period.end, 1))) return 'before_ledger'
  return Date.parse(begins_at) > midnight(period.start) ? 'opening_before_ledger' : 'measured'
}

const reasons: Record<Reach, string | null> = {
  before_ledger: 'The ledger begins after this period.',
  opening_before_ledger: 'The ledger begins within this period, so its opening stock is not known.',
  not_begun: 'The period has not begun.',
  measured: null,
}

/** Rows by category, in the given order, and by period. */
export function stockRows(
  categories: readonly CategoryStock[],
  periods: readonly Period[],
  ledger: Ledger,
): StockRow[] {
  return categories.flatMap(({ category, on_hand, moved }) => {
    const movedIn = (period: number) => moved[period] ?? 0
    const rows: StockRow[] = []
    let closing = on_hand - movedIn(periods.length)
    for (let i = periods.length - 1; i >= 0; i--) {
      const opening = closing - movedIn(i)
      const reach = reachOf(periods[i]!, ledger)
      const is_closed_known = reach === 'measured' || reach === 'opening_before_ledger'
      rows.push({
        category,
        period_start: periods[i]!.start,
        opening: reach === 'measured' ? opening : null,
        closing: is_closed_known ? closing : null,
        reason: reasons[reach],
      })
      closing = opening
    }
    return rows.toReversed()
  })
}

/** One sentence on how much of the window the ledger covers. */
export function coverNote(periods: readonly Period[], ledger: Ledger): string {
  const reaches = new Set(periods.map((period) => reachOf(period, ledger)))
  if (ledger.begins_at === null) return 'The ledger holds no movement yet, so no stock is known.'
  const before = reaches.has('before_ledger') || reaches.has('opening_before_ledger')
  const parts = [
    before ? `The ledger begins on ${dayOf(ledger.begins_at)}; what stood before it is not known.` : '',
    reaches.has('not_begun') ? 'Periods that have not begun have no figures.' : '',
    periods.at(-1)!.end >= dayOf(ledger.now) && !reaches.has('not_begun')
      ? 'The last period is still running; its closing stock is of now.'
      : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : 'The ledger covers the whole window.'
}
