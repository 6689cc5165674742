/** What a voided shipment undoes: its ledger rows, its sales, and its units of the order. Pure. */
import { listOf } from '../../contract/outcome.ts'
import type { MovementToBook } from '../../ledger/rules.ts'
import type { LockedLine, LockedOrder } from '../orders/locked_order.store.ts'
import { outstandingOf } from '../orders/rules.ts'
import { type SalesPart, wholesaleSale } from '../sales_facts/sales_figures.rules.ts'
import { withoutStandIns } from './stand_ins/stand_ins.rules.ts'
import type { BookedRow, Bound, ShipmentLineOnFile, ShipmentOnFile } from './voided_shipment.store.ts'

/** Units of each order line in a shipment. */
export function unitsOf(lines: readonly Pick<ShipmentLineOnFile, 'order_line_id' | 'quantity'>[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const { order_line_id, quantity } of lines) units.set(order_line_id, (units.get(order_line_id) ?? 0) + quantity)
  return units
}

/**
 * Reverses the rows of a shipment at the time it left, so that the stock of every past day is as if it had not, and at the
 * cost at which the units left. A cost that was unknown then is the one that its line has by now.
 */
export function reversalsOf(
  { fulfilment_id, name, lines, components }: ShipmentOnFile,
  booked: readonly BookedRow[],
): MovementToBook[] {
  const known = new Map([...lines, ...components].map(({ variant_id, unit_cost }) => [variant_id, unit_cost]))
  const isUnknown = lines.some(({ unit_cost }) => unit_cost === null)
  return booked.map(({ movement_id, quantity_delta, unit_cost, landed_unit_cost, unrated_currency, kind, ...row }) => {
    const cost = unit_cost ?? known.get(row.variant_id) ?? null
    return {
      ...row,
      kind: kind as MovementToBook['kind'],
      document_line_id: row.document_line_id ?? '',
      quantity_delta: 0 - quantity_delta,
      unit_cost: cost,
      landed_unit_cost: landed_unit_cost ?? cost,
      unrated_currency: cost === null && isUnknown ? unrated_currency : null,
      document: { type: 'fulfilment_request', id: fulfilment_id, name },
      reverses_movement_id: movement_id,
    }
  })
}

/** The entries without one equal to each of those that are gone. */
function without(shipped: LockedLine['shipped'], gone: readonly ShipmentLineOnFile[]): LockedLine['shipped'] {
  const rest = [...shipped]
  for (const { quantity, unit_cost } of gone) {
    const place = rest.findIndex((one) => one.quantity === quantity && one.unit_cost === unit_cost)
    if (place >= 0) rest.splice(place, 1)
  }
  return rest
}

/** The line as if units of it had not shipped. What the shipment held is not held again by that. */
export function unshippedLine(line: LockedLine, gone: readonly ShipmentLineOnFile[]): LockedLine {
  const fulfilled_quantity = line.fulfilled_quantity - gone.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    ...line,
    fulfilled_quantity,
    over_shipped_quantity: Math.max(fulfilled_quantity + line.cancelled_quantity - line.quantity, 0),
    shipped: without(line.shipped, gone),
  }
}

/** The order as if the shipment had not left. A day that passed is reported again, since the order may be open again. */
export function unshippedOrder(order: LockedOrder, { lines: gone }: ShipmentOnFile): LockedOrder {
  const goneOf = Map.groupBy(gone, ({ order_line_id }) => order_line_id)
  const lines = order.lines.map((line) => {
    const units = goneOf.get(line.line_id)
    return units === undefined ? line : unshippedLine(line, units)
  })
  return {
    ...order,
    date_slip_on: order.lifecycle === 'fulfilled' ? null : order.date_slip_on,
    lines: withoutStandIns(lines, unitsOf(gone), order.currency),
  }
}

/** Units that each line gets back: those of the shipment, and those that it had other units in place of. */
export function unitsBack(before: LockedOrder, from: LockedOrder, { lines }: ShipmentOnFile): Map<string, number> {
  const back = unitsOf(lines)
  for (const [i, line] of from.lines.entries()) {
    const units = Math.max(outstandingOf(line) - outstandingOf(before.lines[i]!), back.get(line.line_id) ?? 0)
    if (units > 0) back.set(line.line_id, units)
  }
  return back
}

/** Sales of a shipment that is on file, if the order is an account's. */
export const salesOnFile = (order: LockedOrder, { lines, shipped_on, location_id }: ShipmentOnFile): SalesPart[] =>
  order.is_wholesale
    ? lines.map((line) =>
        wholesaleSale(
          {
            variant_id: line.variant_id,
            day: shipped_on,
            sales_channel_id: order.sales_channel_id,
            location_id,
            currency: order.currency,
          },
          line,
        ),
      )
    : []

export interface BoundFault {
  sentence: string
  returns: Bound['returns']
}

/** Why so few units of the lines may not have shipped: units that a return brings back have left. null if they may. */
export function boundFault(
  name: string,
  remaining: ReadonlyMap<string, number>,
  bounds: readonly Bound[],
): BoundFault | null {
  const returned = bounds.filter(({ line_id, returned_quantity }) => returned_quantity > remaining.get(line_id)!)
  const returns = [...new Map(returned.flatMap((one) => one.returns).map((one) => [one.return_id, one])).values()]
  if (returns.length === 0) return null
  return {
    sentence: `Units of ${name} are taken back by ${listOf(
      returns.map((one) => one.name),
      'and',
    )}. A return that has not arrived can be cancelled first.`,
    returns,
  }
}

/** Units of lines that invoices bill beyond those that will have shipped. */
export const overbilledOf = (remaining: ReadonlyMap<string, number>, bounds: readonly Bound[]): Map<string, number> =>
  new Map(
    bounds.flatMap(({ line_id, billed_quantity }): [string, number][] => {
      const units = billed_quantity - remaining.get(line_id)!
      return units > 0 ? [[line_id, units]] : []
    }),
  )
