/** Opening and closing stock of every period, computed backwards from current on hand. Pure. */
import { addDays, dayOf } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'

export interface CategoryStock {
  category: string | null
  on_hand: number
  variants: number
  /** Units moved by period index; the index after the last period holds everything after the window. */
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
  /** When the first movement occurred; null while there is none. */
  begins_at: string | null
  now: string
}

const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`)

type Availability = 'before_ledger' | 'opening_before_ledger' | 'not_started' | 'measured'

export function availabilityOf(period: Period, { begins_at, now }: Ledger): Availability {
  if (period.start > dayOf(now)) return 'not_started'
  if (begins_at === null || Date.parse(begins_at) >= midnight(addDays(period.end, 1))) return 'before_ledger'
  return Date.parse(begins_at) > midnight(period.start) ? 'opening_before_ledger' : 'measured'
}

const reasons: Record<Availability, string | null> = {
  before_ledger: 'The ledger starts after this period.',
  opening_before_ledger: 'The ledger starts within this period, so its opening stock is unknown.',
  not_started: 'The period has not started.',
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
      const availability = availabilityOf(periods[i]!, ledger)
      const isClosedKnown = availability === 'measured' || availability === 'opening_before_ledger'
      rows.push({
        category,
        period_start: periods[i]!.start,
        opening: availability === 'measured' ? opening : null,
        closing: isClosedKnown ? closing : null,
        reason: reasons[availability],
      })
      closing = opening
    }
    return rows.toReversed()
  })
}

/** Describes how much of the window the ledger covers. */
export function coverNote(periods: readonly Period[], ledger: Ledger): string {
  const found = new Set(periods.map((period) => availabilityOf(period, ledger)))
  if (ledger.begins_at === null) return 'The ledger has no movements yet, so stock is unknown.'
  const before = found.has('before_ledger') || found.has('opening_before_ledger')
  const parts = [
    before ? `The ledger starts on ${dayOf(ledger.begins_at)}; earlier stock is unknown.` : '',
    found.has('not_started') ? 'Periods that have not started have no figures.' : '',
    periods.at(-1)!.end >= dayOf(ledger.now) && !found.has('not_started')
      ? 'The last period has not ended; its closing stock is the current stock.'
      : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : 'The ledger covers the whole window.'
}
