/** Days with stock at each location, derived from the ledger. */

export interface LocationLedger {
  location_id: string
  /** Units on hand at the start of the period. */
  opening: number
  /** Day of the first ledger row; null when there is none. */
  began_on: string | null
  /** Days of the period with stock movements, earliest first. */
  days: { day: string; peak: number; closing: number }[]
}

export interface StockDays {
  /** Days with units on hand at any time. */
  in_stock: Set<string>
  /** Days that ended with units on hand. */
  stocked_at_close: Set<string>
  /** Days that the ledger covers. */
  tracked: Set<string>
}

export function stockDaysOf(ledger: LocationLedger, days: readonly string[]): StockDays {
  const moved = new Map(ledger.days.map((one) => [one.day, one]))
  const in_stock = new Set<string>()
  const stocked_at_close = new Set<string>()
  const tracked = new Set<string>()
  let units = ledger.opening
  for (const day of days) {
    const moves = moved.get(day)
    if (ledger.began_on !== null && day >= ledger.began_on) {
      tracked.add(day)
      if (Math.max(units, moves?.peak ?? units) > 0) in_stock.add(day)
      if ((moves?.closing ?? units) > 0) stocked_at_close.add(day)
    }
    if (moves) units = moves.closing
  }
  return { in_stock, stocked_at_close, tracked }
}

/** The union over several locations. */
export const stockDaysAnywhere = (all: readonly StockDays[]): StockDays => ({
  in_stock: new Set(all.flatMap(({ in_stock }) => [...in_stock])),
  stocked_at_close: new Set(all.flatMap(({ stocked_at_close }) => [...stocked_at_close])),
  tracked: new Set(all.flatMap(({ tracked }) => [...tracked])),
})
