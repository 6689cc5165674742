/**
 * Applies a reported shipment to the lines of its order. A shipment is a fact: it is booked whatever was agreed. Pure.
 */
import { refuseField } from '../../contract/refusals.ts'
import type { LockedLine, LockedOrder } from '../orders/locked_order.store.ts'
import { isTakenApart } from '../../ledger/bundles/parts.rules.ts'
import { shareOf } from '../../contract/money/shares.ts'
import type { ShippedLine } from '../sales_facts/sales_figures.rules.ts'

export interface ReportedLine {
  line_item_id?: string
  sku?: string
  quantity: number
}

/** Units of an order line in a carton, or in the shipment if it has none. */
export interface PackedLine {
  line: LockedLine
  carton_number: number | null
  quantity: number
}

const openUnits = ({ quantity, fulfilled_quantity, cancelled_quantity }: LockedLine) =>
  Math.max(quantity - cancelled_quantity - fulfilled_quantity, 0)

/** Units of lines, by id, that a shipment is expected to have: those that a warehouse was asked for, or that it was recorded with. */
export type Expected = ReadonlyMap<string, number>

/** The lines that units of a SKU belong to: expected ones, then open ones, each in order, and what is too much on the last one. */
function fillLines(
  lines: readonly LockedLine[],
  packed: readonly PackedLine[],
  quantity: number,
  expected: Expected,
): Map<LockedLine, number> {
  const named = lines.filter(({ line_id }) => expected.has(line_id))
  const filled = new Map<LockedLine, number>()
  let rest = quantity
  const fill = (line: LockedLine, most: number) => {
    const before = packed.reduce((sum, one) => sum + (one.line === line ? one.quantity : 0), filled.get(line) ?? 0)
    const units = Math.min(Math.max(Math.min(openUnits(line), most) - before, 0), rest)
    if (units > 0) filled.set(line, (filled.get(line) ?? 0) + units)
    rest -= units
  }
  for (const line of named) fill(line, expected.get(line.line_id)!)
  for (const line of [...named, ...lines]) fill(line, openUnits(line))
  const last = [...filled.keys()].at(-1) ?? named.at(-1) ?? lines.at(-1)!
  return filled.set(last, (filled.get(last) ?? 0) + rest)
}

/** What becomes of units of another variant than the order has, by who states that they left. */
const otherVariant = {
  person: 'must be a SKU of the order; a line of another variant says in instead_of which units it left in place of',
  warehouse: 'must be a SKU of the order; the seller records a shipment of another variant, with instead_of',
}

/** Finds the order lines of reported units: an id is exact, a SKU fills the lines that are expected, then the open ones. */
export function packLines(
  { lines }: LockedOrder,
  reported: readonly { line: ReportedLine; carton_number: number | null; field: string }[],
  expected: Expected = new Map(),
  statedBy: keyof typeof otherVariant = 'person',
): PackedLine[] {
  const packed: PackedLine[] = []
  for (const { line: one, carton_number, field } of reported) {
    if ((one.line_item_id === undefined) === (one.sku === undefined))
      refuseField(`${field}.line_item_id`, 'is required unless sku is given; send exactly one of them', [
        'line_item_id',
        'sku',
      ])
    const id = one.line_item_id?.toLowerCase()
    const matchingLines = lines.filter((line) => (id === undefined ? line.sku === one.sku : line.line_id === id))
    const bundle = lines.find((line) => isTakenApart(line) && line.parts.some(({ sku }) => sku === one.sku))
    if (matchingLines.length === 0 && bundle !== undefined)
      refuseField(`${field}.sku`, `is a component of the bundle ${bundle.sku} of the order; state whole bundles`, [
        bundle.sku,
      ])
    if (matchingLines.length === 0)
      refuseField(
        `${field}.${id === undefined ? 'sku' : 'line_item_id'}`,
        id === undefined ? otherVariant[statedBy] : 'must be a line of the order',
      )
    for (const [line, quantity] of fillLines(matchingLines, packed, one.quantity, expected))
      packed.push({ line, carton_number, quantity })
  }
  return packed
}

export interface Shipped extends ShippedLine {
  line: LockedLine
  carton_number: number | null
}

/** Shipped units that are charged: of an account all of them, of a consumer no more than were agreed and not cancelled. */
const chargedOf = ({ quantity, cancelled_quantity }: LockedLine, units: number, is_wholesale: boolean) =>
  is_wholesale ? units : Math.min(units, quantity - cancelled_quantity)

/** Discount and tax of the units of a line that shipped before. */
export interface Share {
  discount_cents: number
  tax_cents: number
}

const shareUpTo = ({ quantity, discount_cents, tax_cents }: LockedLine, charged: number, currency: string): Share => ({
  discount_cents: shareOf(discount_cents, Math.min(charged, quantity), quantity, currency),
  tax_cents: shareOf(tax_cents, Math.min(charged, quantity), quantity, currency),
})

/**
 * Money of the shipped units: discounts and taxes are shares of the line's, rounded so that all shipments add up. `counted`
 * has what earlier shipments count as, by line, where that is not the share of their units: one of them was voided.
 */
export function pricePacked(
  packed: readonly PackedLine[],
  costs: ReadonlyMap<string, string | null>,
  { is_wholesale, currency }: Pick<LockedOrder, 'is_wholesale' | 'currency'>,
  counted: ReadonlyMap<string, Share> = new Map(),
): Shipped[] {
  const before = new Map<string, { units: number; share: Share }>()
  return packed.map(({ line, carton_number, quantity }) => {
    const first = { units: line.fulfilled_quantity, share: counted.get(line.line_id) }
    const { units: from, share = shareUpTo(line, chargedOf(line, from, is_wholesale), currency) } =
      before.get(line.line_id) ?? first
    const to = from + quantity
    const [chargedBefore, charged] = [chargedOf(line, from, is_wholesale), chargedOf(line, to, is_wholesale)]
    const upTo = shareUpTo(line, charged, currency)
    const discounts_cents = Math.max(upTo.discount_cents - share.discount_cents, 0)
    const taxes_cents = Math.max(upTo.tax_cents - share.tax_cents, 0)
    const counts = { discount_cents: share.discount_cents + discounts_cents, tax_cents: share.tax_cents + taxes_cents }
    before.set(line.line_id, { units: to, share: counts })
    return {
      line,
      carton_number,
      quantity,
      unit_cost: costs.get(line.line_id) ?? null,
      gross_sales_cents: (charged - chargedBefore) * (line.unit_price_cents ?? 0),
      discounts_cents,
      taxes_cents,
      regular_unit_price_cents: line.regular_unit_price_cents,
    }
  })
}

/** Units of each line in the shipment. */
export function unitsByLine(packed: readonly PackedLine[]): Map<LockedLine, number> {
  const units = new Map<LockedLine, number>()
  for (const { line, quantity } of packed) units.set(line, (units.get(line) ?? 0) + quantity)
  return units
}

/** Units of its hold that a shipment of so many units releases. */
export const releasedOf = (line: LockedLine, units: number): number => Math.min(line.allocated_quantity, units)

/** The line after units of it have shipped; so many of them are those of the shipment that this one replaces. */
export function shippedLine(line: LockedLine, units: number, shipped: readonly Shipped[], replaced = 0): LockedLine {
  const fulfilled_quantity = line.fulfilled_quantity + units
  const allocated_quantity = line.allocated_quantity - releasedOf(line, Math.max(units - replaced, 0))
  return {
    ...line,
    fulfilled_quantity,
    allocated_quantity,
    location_id: allocated_quantity === 0 ? null : line.location_id,
    over_shipped_quantity: Math.max(fulfilled_quantity + line.cancelled_quantity - line.quantity, 0),
    shipped: [
      ...line.shipped,
      ...shipped.filter((one) => one.line === line).map(({ quantity, unit_cost }) => ({ quantity, unit_cost })),
    ],
  }
}
