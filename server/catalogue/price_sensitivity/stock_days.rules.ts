/** On which days there was something to sell, from what the ledger says of each location. Days are UTC. */

export interface LocationLedger {
  location_id: string
  /** Units on hand as the period began. */
  opening: number
  /** The day of the first ledger row; null where the ledger has none. */
  began_on: string | null
  /** The days of the period on which stock moved, earliest first. */
  days: { day: string; peak: number; closing: number }[]
}

export interface StockDays {
  /** Days on which some units were there at some time. */
  in_stock: Set<string>
  /** Days that ended with units there. */
  held: Set<string>
  /** Days the ledger speaks of. */
  tracked: Set<string>
}

export function stockDaysOf(ledger: LocationLedger, days: readonly string[]): StockDays {
  const moved = new Map(ledger.days.map((one) => [one.day, one]))
  const in_stock = new Set<string>()
  const held = new Set<string>()
  const tracked = new Set<string>()
  let units = ledger.opening
  for (const day of days) {
    const moves = moved.get(day)
    if (ledger.began_on !== null && day >= ledger.began_on) {
      tracked.add(day)
      if (Math.max(units, moves?.peak ?? units) > 0) in_stock.add(day)
      if ((moves?.closing ?? units) > 0) held.add(day)
    }
    if (moves) units = moves.closing
  }
  return { in_stock, held, tracked }
}

/** Over several locations: a day counts as in stock, or as held, where it does at any of them. */
export const anywhere = (all: readonly StockDays[]): StockDays => ({
  in_stock: new Set(all.flatMap(({ in_stock }) => [...in_stock])),
  held: new Set(all.flatMap(({ held }) => [...held])),
  tracked: new Set(all.flatMap(({ tracked }) => [...tracked])),
})
