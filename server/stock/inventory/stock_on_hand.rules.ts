/** Opening and closing stock of every period, computed backwards from current on hand. Pure. */
import type { Period } from '../../calendar/retail_calendar.ts'
import type { CategoryStock } from '../stock_days/read_stock.store.ts'

export interface StockRow {
  category: string | null
  period_start: string
  opening: number | null
  closing: number | null
  reason: string | null
}

/** In days of the organisation. */
export interface Ledger {
  today: string
  /** Day of the first movement; null while there is none. */
  began_on: string | null
  /** Whether that movement occurred as its day began, so that the day's opening is known. */
  began_with_day: boolean | null
}

type Availability = 'before_ledger' | 'opening_before_ledger' | 'not_started' | 'measured'

export function availabilityOf(period: Period, { today, began_on, began_with_day }: Ledger): Availability {
  if (period.start > today) return 'not_started'
  if (began_on === null || began_on > period.end) return 'before_ledger'
  const isOpened = began_on < period.start || (began_on === period.start && began_with_day === true)
  return isOpened ? 'measured' : 'opening_before_ledger'
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
  const availabilities = new Set(periods.map((period) => availabilityOf(period, ledger)))
  if (ledger.began_on === null) return 'The ledger has no movements yet, so stock is unknown.'
  const before = availabilities.has('before_ledger') || availabilities.has('opening_before_ledger')
  const parts = [
    before ? `The ledger starts on ${ledger.began_on}; earlier stock is unknown.` : '',
    availabilities.has('not_started') ? 'Periods that have not started have no figures.' : '',
    periods.at(-1)!.end >= ledger.today && !availabilities.has('not_started')
      ? 'The last period has not ended; its closing stock is the current stock.'
      : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : 'The ledger covers the whole window.'
}
