/**
 * Lines of units that left by mistake in place of those of an ordered line. Such a line has as many units as left; where they
 * replace the ordered ones, as many of those are cancelled. Pure.
 */
import { shareOf } from '../../../contract/money/shares.ts'
import { refuseField } from '../../../contract/refusals.ts'
import type { LockedLine, LockedOrder } from '../../orders/locked_order.store.ts'
import { moneyFor, outstandingOf } from '../../orders/rules.ts'
import type { PackedLine } from '../shipment.rules.ts'

const overShipped = (line: LockedLine): LockedLine => ({
  ...line,
  over_shipped_quantity: Math.max(line.fulfilled_quantity + line.cancelled_quantity - line.quantity, 0),
})

const withQuantity = (line: LockedLine, quantity: number, currency: string): LockedLine =>
  overShipped({ ...line, ...moneyFor(line, quantity, currency), quantity })

/** The line with no more holds than it has outstanding. */
function withinHold(line: LockedLine): LockedLine {
  const allocated_quantity = Math.min(line.allocated_quantity, outstandingOf(line))
  return { ...line, allocated_quantity, location_id: allocated_quantity === 0 ? null : line.location_id }
}

/** Changes of units that lines replace, by ordered line. */
function replacedUnits(lines: readonly LockedLine[], before: ReadonlyMap<string, LockedLine>): Map<string, number> {
  const units = new Map<string, number>()
  for (const { line_id, instead_of_line_id, is_still_owed, quantity } of lines)
    if (instead_of_line_id !== null && is_still_owed === false)
      units.set(instead_of_line_id, (units.get(instead_of_line_id) ?? 0) + quantity - before.get(line_id)!.quantity)
  return units
}

/** The lines with as many ordered units cancelled as others replace. */
function settled(lines: readonly LockedLine[], before: readonly LockedLine[]): LockedLine[] {
  const units = replacedUnits(lines, new Map(before.map((line) => [line.line_id, line])))
  return lines.map((line) => {
    const change = units.get(line.line_id) ?? 0
    if (change === 0) return line
    const cancelled_quantity = Math.max(line.cancelled_quantity + change, 0)
    return withinHold(overShipped({ ...line, cancelled_quantity }))
  })
}

/**
 * The lines after units left them again that had shipped, by line: those that stood in for others are not agreed any more, and
 * what they replaced is owed again.
 */
export function withoutStandIns(
  lines: readonly LockedLine[],
  gone: ReadonlyMap<string, number>,
  currency: string,
): LockedLine[] {
  const left = lines.map((line) => {
    const units = gone.get(line.line_id) ?? 0
    if (line.instead_of_line_id === null || units === 0) return line
    const least = Math.min(line.quantity, line.fulfilled_quantity + line.cancelled_quantity)
    return withQuantity(line, Math.max(line.quantity - units, least), currency)
  })
  return settled(left, lines)
}

/**
 * Discount and tax of units of a line that others replace, `earlier` of them before these: what is left of them is the share of
 * the units that the line keeps, so that both add up.
 */
export function shareOfReplaced(line: LockedLine, units: number, earlier: number, currency: string) {
  const agreed = line.quantity - line.cancelled_quantity - earlier
  const share = (cents: number) =>
    shareOf(cents, agreed, line.quantity, currency) - shareOf(cents, agreed - units, line.quantity, currency)
  return { discount_cents: share(line.discount_cents), tax_cents: share(line.tax_cents) }
}

/**
 * Refuses more units in place of ordered ones than the shipment takes off their line: only such units can have been another
 * variant.
 */
function checkReplaced(
  before: LockedOrder,
  from: LockedOrder,
  after: LockedOrder,
  packed: readonly PackedLine[],
): void {
  const known = new Map(before.lines.map((line) => [line.line_id, line]))
  const units = replacedUnits(after.lines, new Map(from.lines.map((line) => [line.line_id, line])))
  for (const line of from.lines) {
    const replaced = units.get(line.line_id) ?? 0
    const own = packed.reduce((sum, one) => sum + (one.line.line_id === line.line_id ? one.quantity : 0), 0)
    const was = known.get(line.line_id)
    const most = Math.max(outstandingOf(line) - (was === undefined ? 0 : outstandingOf(was)) - own, 0)
    if (replaced > most)
      refuseField(
        'lines',
        `must not replace more units of ${line.sku} than were to leave with the shipment less those that left, ${most}; units beyond them are stated with ordered_units owed`,
        [`at most ${most} units in place of ${line.sku}`],
      )
  }
}

/**
 * The order and the contents of its shipment once lines that stand in for others have as many units as the shipment.
 * `before` is the order as it is on file, `from` as if the shipment had not left; what is outstanding in `before` was not to
 * leave with it.
 */
export function withStandIns(
  before: LockedOrder,
  from: LockedOrder,
  packed: readonly PackedLine[],
): { from: LockedOrder; packed: PackedLine[] } {
  const units = Map.groupBy(packed, ({ line }) => line.line_id)
  const raised = from.lines.map((line) => {
    const shipped = (units.get(line.line_id) ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
    const more = shipped - outstandingOf(line)
    return line.instead_of_line_id === null || more <= 0
      ? line
      : withQuantity(line, line.quantity + more, from.currency)
  })
  const after = { ...from, lines: settled(raised, from.lines) }
  checkReplaced(before, from, after, packed)
  const lineOf = new Map(after.lines.map((line) => [line.line_id, line]))
  return { from: after, packed: packed.map((one) => ({ ...one, line: lineOf.get(one.line.line_id)! })) }
}
