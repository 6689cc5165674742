/** A row of a report, before its item and its door are found. */
import { addDays } from '../../../calendar/days.ts'

export interface SellOutRow {
  /** As the file or the interchange counts it. */
  row_number: number
  period_start: string
  /** Last day of the period. */
  period_end: string
  /** The account's own number of the door; null where it reports as a whole. */
  door_reference: string | null
  buyer_sku: string | null
  gtin: string | null
  sku: string | null
  /** Null where the period has a shelf count but no sales figure. */
  units_sold: number | null
  units_returned: number | null
  on_hand: number | null
  sales_cents: number | null
}

/** Sold less returned; null where neither is stated. */
export const netUnits = ({ units_sold, units_returned }: Pick<SellOutRow, 'units_sold' | 'units_returned'>) =>
  units_sold === null && units_returned === null ? null : (units_sold ?? 0) - (units_returned ?? 0)

export interface StatedPeriod {
  period_start: string | null
  period_end: string | null
}

/** A period with one bound is the week that begins or ends there; null without any. */
export function periodOf({ period_start, period_end }: StatedPeriod): { start: string; end: string } | null {
  if (period_start !== null) return { start: period_start, end: period_end ?? addDays(period_start, 6) }
  return period_end === null ? null : { start: addDays(period_end, -6), end: period_end }
}

export const periodKey = (start: string, end: string) => `${start}/${end}`

/** Barcodes are one number with leading zeros: a UPC is a GTIN-14 with two of them. */
export const bareGtin = (gtin: string): string => gtin.replaceAll(/\D/g, '').replace(/^0+/, '')

/** The first two periods that share a day without being the same; null without any. `periods` may be in any order. */
export function overlapOf<P extends { period_start: string; period_end: string }>(
  periods: readonly P[],
): [P, P] | null {
  const sorted = periods.toSorted((a, b) =>
    a.period_start === b.period_start
      ? a.period_end.localeCompare(b.period_end)
      : a.period_start.localeCompare(b.period_start),
  )
  let last: P | undefined
  for (const period of sorted) {
    const isSame = period.period_start === last?.period_start && period.period_end === last.period_end
    if (last !== undefined && !isSame && period.period_start <= last.period_end) return [last, period]
    last = period
  }
  return null
}
