/** Days with stock at each location, derived from the ledger. */

export interface LedgerDay {
  day: string
  peak: number
  closing: number
  /** Whether stock moved as the day began, so that what was on hand before was there for no time of it. */
  is_moved_at_start: boolean
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

/** Some days of a period. */
type DaySet = Pick<ReadonlySet<string>, 'has' | 'size'>

export interface StockDays {
  /** Days with units on hand at any time. */
  in_stock: DaySet
  /** Days that ended with units on hand. */
  stocked_at_close: DaySet
  /** Days that the ledger covers. */
  tracked: DaySet
}

const isTracked = 1
const isInStock = 2
const isStockedAtClose = 4

/** The days with a flag. Sets of one period share its index, since price sensitivities need thousands of them. */
class FlaggedDays implements DaySet {
  constructor(
    private readonly indexes: ReadonlyMap<string, number>,
    private readonly flags: Uint8Array,
    private readonly flag: number,
  ) {}

  has(day: string): boolean {
    const i = this.indexes.get(day)
    return i !== undefined && (this.flags[i]! & this.flag) !== 0
  }

  get size(): number {
    return this.flags.reduce((count, of) => count + ((of & this.flag) !== 0 ? 1 : 0), 0)
  }
}

const flagsOf = (peak: number, closing: number) =>
  isTracked | (peak > 0 ? isInStock : 0) | (closing > 0 ? isStockedAtClose : 0)

/** Adds what the ledger of a location says of each day. */
function addFlags(
  flags: Uint8Array,
  { opening, began_on, days: moved }: LocationLedger,
  days: readonly string[],
  indexes: ReadonlyMap<string, number>,
) {
  if (began_on === null) return
  const add = (from: number, to: number, added: number) => {
    for (let i = from; i < to; i++) flags[i]! |= added
  }
  let next = indexes.get(began_on) ?? (began_on < days[0]! ? 0 : days.length)
  let units = opening
  for (const { day, peak, closing, is_moved_at_start } of moved) {
    if (day > days.at(-1)!) break
    const at = indexes.get(day) ?? -1
    add(next, at, flagsOf(units, units))
    add(Math.max(next, at), at + 1, flagsOf(is_moved_at_start ? peak : Math.max(units, peak), closing))
    next = Math.max(next, at + 1)
    units = closing
  }
  add(next, days.length, flagsOf(units, units))
}

/** Days of the union of several locations, or of one, among `days`: consecutive, earliest first. */
export function stockDaysAmong(days: readonly string[]): (ledgers: readonly LocationLedger[]) => StockDays {
  const indexes = new Map(days.map((day, i) => [day, i]))
  return (ledgers) => {
    const flags = new Uint8Array(days.length)
    for (const ledger of ledgers) addFlags(flags, ledger, days, indexes)
    return {
      in_stock: new FlaggedDays(indexes, flags, isInStock),
      stocked_at_close: new FlaggedDays(indexes, flags, isStockedAtClose),
      tracked: new FlaggedDays(indexes, flags, isTracked),
    }
  }
}
