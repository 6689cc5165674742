/** Lines of a change that a confirmed order does not take, and why. Pure. */
import { decimalOf } from '../../../../contract/money.ts'
import type { LockedLine } from '../../../orders/locked_order.store.ts'
import type { LineAfter } from '../change.rules.ts'
import type { ReadOrderLine } from '../order_lines.ts'
import type { BuyerLine } from '../read_lines.rules.ts'
import { isSamePrice } from './words.rules.ts'

type Shipped = Pick<LockedLine, 'variant_id' | 'fulfilled_quantity' | 'unit_price_cents'>

/** A line has one price for all of its units, and what has shipped keeps its own. */
function shippedAtOther({ line, parts }: ReadOrderLine, before: BuyerLine | undefined, mine: readonly Shipped[]) {
  if (before === undefined || isSamePrice(before, line)) return null
  const other = mine.find(
    (one) =>
      one.fulfilled_quantity > 0 &&
      parts.some(
        ({ variant, unit_price_cents }) =>
          variant.variant_id === one.variant_id && unit_price_cents !== one.unit_price_cents,
      ),
  )
  return other === undefined
    ? null
    : `units of it have shipped at ${decimalOf(other.unit_price_cents!)}, and a line has one price; split the units that have not shipped off to an order of their own, and take the change then`
}

/** Why the 865 rejects the line; null if it is applied. `mine` are the lines of the order that the buyer's line became. */
export function refusedLine(
  read: ReadOrderLine,
  before: BuyerLine | undefined,
  mine: readonly Shipped[],
): string | null {
  if (read.fault !== null) return read.fault
  if (read.parts.some(({ unit_price_cents }) => unit_price_cents === null)) {
    const prices = read.notes.filter(({ kind }) => kind === 'price_mismatch').map(({ sentence }) => sentence)
    return prices.length === 0 ? 'it states no price, and none is agreed' : prices.join(', ')
  }
  return shippedAtOther(read, before, mine)
}

export interface RefusedLine {
  after: LineAfter
  why: string
}

/** As a person reads it, e.g. "line 3, ordered at 24.00 USD, the agreed price is 25.00 USD". */
export const refusedWords = (refused: readonly RefusedLine[]): string =>
  refused.map(({ after: { line, position }, why }) => `line ${line.line_reference ?? position}: ${why}`).join('; ')
