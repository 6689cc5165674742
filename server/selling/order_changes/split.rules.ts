/** What a part of an order takes with it when it becomes an order of its own: units, holds, discount, tax and freight. Pure. */
import { smallestCents } from '../../contract/money.ts'
import { shareOf } from '../../contract/money/shares.ts'
import { outstandingOf, unallocatedOf } from '../orders/rules.ts'

export interface DividedLine {
  quantity: number
  allocated_quantity: number
  fulfilled_quantity: number
  cancelled_quantity: number
  over_shipped_quantity: number
  unit_price_cents: number | null
  discount_cents: number
  tax_cents: number
}

interface Share {
  currency: string
  cents: number
  /** Units that the cents are for, those of them that are cancelled, and those that go. */
  units: number
  cancelled: number
  moved: number
  /** The most that the moved and the remaining units can have. */
  moved_max: number
  rest_max: number
}

/**
 * The cents that go with the moved units. Both parts add up to the whole, and so do the cents that count for what is agreed
 * and not cancelled: with every smallest amount that goes, their sum stays or grows by
 * one, so one of the values meets it.
 */
function movedCents({ currency, cents, units, cancelled, moved, moved_max, rest_max }: Share): number {
  const [most, least] = [Math.min(cents, moved_max), Math.max(cents - rest_max, 0)]
  const rest = units - moved
  const step = cents % smallestCents(currency) === 0 ? smallestCents(currency) : 1
  const agreed = shareOf(cents, units - cancelled, units, currency)
  const sumWith = (gone: number) => gone + shareOf(cents - gone, rest - cancelled, rest, currency)
  let gone = Math.min(Math.max(shareOf(cents, moved, units, currency), least), most)
  while (gone < most && sumWith(gone) < agreed) gone += step
  while (gone > least && sumWith(gone) > agreed) gone -= step
  return gone
}

export interface DividedUnits {
  quantity: number
  allocated_quantity: number
  discount_cents: number
  tax_cents: number
}

/** What goes and what stays of a line of which so many outstanding units go. Units without stock go first. */
export function divideLine(
  line: DividedLine,
  moved: number,
  currency: string,
): { moved: DividedUnits; rest: DividedUnits } {
  const { quantity: units, cancelled_quantity: cancelled, unit_price_cents, discount_cents, tax_cents } = line
  const price = unit_price_cents ?? Number.MAX_SAFE_INTEGER
  const limits = { moved_max: Math.min(moved * price, discount_cents), rest_max: (units - moved) * price }
  const free = { moved_max: tax_cents, rest_max: tax_cents }
  const allocated_quantity = Math.max(moved - unallocatedOf(line), 0)
  const goes: DividedUnits = {
    quantity: moved,
    allocated_quantity,
    discount_cents: movedCents({ currency, cents: discount_cents, units, cancelled, moved, ...limits }),
    tax_cents: movedCents({ currency, cents: tax_cents, units, cancelled, moved, ...free }),
  }
  const rest: DividedUnits = {
    quantity: units - moved,
    allocated_quantity: line.allocated_quantity - allocated_quantity,
    discount_cents: discount_cents - goes.discount_cents,
    tax_cents: tax_cents - goes.tax_cents,
  }
  return { moved: goes, rest }
}

/** Whether a line goes as a whole: nothing of it has shipped or is cancelled, and all of it goes. */
export const goesWhole = (line: DividedLine, moved: number): boolean =>
  moved === line.quantity && line.fulfilled_quantity === 0 && line.cancelled_quantity === 0

/** Units by which an order shares its freight: agreed or shipped, as when it is invoiced. */
const sharingUnits = (lines: readonly DividedLine[]) =>
  lines.reduce((sum, line) => sum + Math.max(line.quantity - line.cancelled_quantity, line.fulfilled_quantity), 0)

interface Freight {
  freight_cents: number
  freight_tax_cents: number
}

/** Freight that goes with so many units. */
export const movedFreight = (
  { currency, freight_cents, freight_tax_cents }: Freight & { currency: string },
  lines: readonly DividedLine[],
  moved: number,
): Freight => ({
  freight_cents: shareOf(freight_cents, moved, sharingUnits(lines), currency),
  freight_tax_cents: shareOf(freight_tax_cents, moved, sharingUnits(lines), currency),
})

export interface Part {
  line_id: string
  units: number
}

type PartedLine = DividedLine & { line_id: string; requested_ship_date: string | null }

/** Outstanding units of lines by the day on which they are to ship, of each day that is another than that of the order. */
export function partsByDate(
  lines: readonly PartedLine[],
  requested_ship_date: string | null,
): { day: string; parts: Part[] }[] {
  const byDay = new Map<string, Part[]>()
  for (const { line_id, requested_ship_date: day, ...line } of lines) {
    const units = outstandingOf(line)
    if (units === 0 || day === null || day === requested_ship_date) continue
    byDay.set(day, [...(byDay.get(day) ?? []), { line_id, units }])
  }
  return [...byDay].map(([day, parts]) => ({ day, parts })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** Outstanding units that hold no stock. */
export const shortParts = (lines: readonly PartedLine[]): Part[] =>
  lines.flatMap((line) => {
    const units = unallocatedOf(line)
    return units > 0 ? [{ line_id: line.line_id, units }] : []
  })
