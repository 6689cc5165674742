/** Days with stock at each location, derived from the ledger. */

export interface LedgerDay {
  day: string
  peak: number
  closing: number
  /** Units received from suppliers and from manufacturing, reversals deducted. */
  received: number
  /** Units that the ledger was opened with. */
  opened: number
}

export interface LocationLedger {
  location_id: string
  /** Units on hand at the start of the period. */
  opening: number
  /** Day of the first ledger row; null when there is none. */
  began_on: string | null
  /** Days of the period with stock movements, earliest first. */
  days: LedgerDay[]
}

export interface StockDays {
  /** Days with units on hand at any time. */
  in_stock: ReadonlySet<string>
  /** Days that ended with units on hand. */
  stocked_at_close: ReadonlySet<string>
  /** Days that the ledger covers. */
  tracked: ReadonlySet<string>
}

const isTracked = 1
const isInStock = 2
const isStockedAtClose = 4

/** Adds what the ledger of a location says of each day. */
function addFlags(
  flags: Uint8Array,
  { opening, began_on, days: moved }: LocationLedger,
  days: readonly string[],
): void {
  if (began_on === null) return
  let units = opening
  let next = 0
  for (const [i, day] of days.entries()) {
    while (next < moved.length && moved[next]!.day < day) units = moved[next++]!.closing
    if (day < began_on) continue
    const { peak, closing } = moved[next]?.day === day ? moved[next]! : { peak: units, closing: units }
    flags[i]! |= isTracked | (Math.max(units, peak) > 0 ? isInStock : 0) | (closing > 0 ? isStockedAtClose : 0)
  }
}

/**
 * Days of the union of several locations, or of one, among `days`, earliest first. Most variants have stock on every day:
 * these share one set.
 */
export function stockDaysAmong(days: readonly string[]): (ledgers: readonly LocationLedger[]) => StockDays {
  const every = new Set(days)
  return (ledgers) => {
    const flags = new Uint8Array(days.length)
    for (const ledger of ledgers) addFlags(flags, ledger, days)
    const having = (flag: number) =>
      flags.every((of) => (of & flag) !== 0) ? every : new Set(days.filter((_, i) => (flags[i]! & flag) !== 0))
    return { in_stock: having(isInStock), stocked_at_close: having(isStockedAtClose), tracked: having(isTracked) }
  }
}
