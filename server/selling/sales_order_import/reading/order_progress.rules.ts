/** Counts the units of an order that were shipped, cancelled or returned. Pure. */
import { otherLineOf } from '../matching/line_kinds.rules.ts'
import type { ShippedUnits } from './order_record.ts'
import type { Faults, LineRow, OrderValues } from './order_rows.ts'

export interface LineProgress {
  shipped: ShippedUnits[]
  cancelled_quantity: number
  returned_quantity: number
  restocked_quantity: number
}

const isWithoutGoods = (values: LineRow['values']) => otherLineOf(values) !== null

/** Units of a row that have shipped; a state alone says all or none of them. */
function shippedUnits({ values, row_number }: LineRow, order: OrderValues, faults: Faults): number {
  const { shipped_quantity, line_state, quantity } = values
  // Systems count no shipped units of what does not ship.
  if (shipped_quantity != null && (shipped_quantity > 0 || !isWithoutGoods(values))) return shipped_quantity
  const state = line_state ?? order.state
  // Nothing of it ships: it was given with the order, unless that was cancelled.
  if (isWithoutGoods(values)) return order.state === 'cancelled' || order.cancelled_at !== null ? 0 : (quantity ?? 0)
  if (state === 'part_shipped') {
    const field = line_state == null ? 'state' : 'line_state'
    faults.add(field, 'needs shipped_quantity, since a part of the units has shipped', state, row_number, [
      'open',
      'shipped',
    ])
  }
  if (state === 'shipped' || state === 'refunded') return quantity ?? 0
  // Units that went back into stock after they had shipped: the order has a time of shipment.
  if (state === 'restocked') return (values.shipped_at ?? order.shipped_at) === null ? 0 : (quantity ?? 0)
  if (state !== null) return 0
  const isDated = (values.shipped_at ?? order.shipped_at) !== null
  return isDated && order.cancelled_at === null ? (quantity ?? 0) : 0
}

function checkUnits(progress: LineProgress, rows: readonly LineRow[], faults: Faults): void {
  const { values, row_number } = rows[0]!
  const quantity = values.quantity ?? 0
  const shipped = progress.shipped.reduce((sum, one) => sum + one.quantity, 0)
  if (shipped > quantity)
    faults.add('shipped_quantity', `must be at most the quantity, ${quantity}`, shipped, row_number)
  else if (progress.cancelled_quantity > quantity - shipped)
    faults.add(
      'cancelled_quantity',
      `must be at most the units that have not shipped, ${quantity - shipped}`,
      progress.cancelled_quantity,
      row_number,
    )
  const refunded = values.refunded_quantity ?? 0
  if (refunded > quantity)
    faults.add('refunded_quantity', `must be at most the quantity, ${quantity}`, refunded, row_number)
  const restocked = values.restocked_quantity ?? 0
  if (restocked > progress.returned_quantity)
    faults.add(
      'restocked_quantity',
      `must be at most the shipped units that came back, ${progress.returned_quantity}`,
      restocked,
      row_number,
    )
}

/** The units of a line. Refunded units that had not shipped are cancelled. */
function progressOf(rows: readonly LineRow[], order: OrderValues, isCancelled: boolean, faults: Faults): LineProgress {
  const { values } = rows[0]!
  const quantity = values.quantity ?? 0
  const isRestocked = values.line_state === 'restocked'
  const isRefunded = order.payment_state === 'refunded' || order.state === 'refunded' || isRestocked
  const shipped = rows.flatMap((row): ShippedUnits[] => {
    const units = shippedUnits(row, order, faults)
    if (units === 0) return []
    const { shipped_at, tracking_number, carrier } = row.values
    return [
      {
        quantity: units,
        shipped_at: isWithoutGoods(values) ? order.ordered_at : (shipped_at ?? order.shipped_at ?? order.ordered_at),
        tracking_number: tracking_number ?? order.tracking_number,
        carrier: carrier ?? order.carrier,
      },
    ]
  })
  const units = shipped.reduce((sum, one) => sum + one.quantity, 0)
  const unshipped = Math.max(quantity - units, 0)
  const refunded = isRefunded ? quantity : (values.refunded_quantity ?? 0)
  const returned_quantity = isRefunded ? units : Math.min(refunded, units)
  const cancelled =
    isCancelled || isRefunded ? unshipped : (values.cancelled_quantity ?? 0) + Math.max(refunded - units, 0)
  const progress = {
    shipped,
    cancelled_quantity: cancelled,
    returned_quantity,
    restocked_quantity: values.restocked_quantity ?? (isRestocked ? returned_quantity : 0),
  }
  checkUnits(progress, rows, faults)
  return progress
}

/** Dates that cannot both be true. */
function checkDates(order: OrderValues, lines: readonly LineProgress[], faults: Faults): void {
  const { ordered_at, cancelled_at, refunded_at, state } = order
  const before = (field: string, at: string | null, than: string, what: string) => {
    if (at !== null && Date.parse(at) < Date.parse(than)) faults.add(field, `must not be before ${what}, ${than}`, at)
  }
  before('cancelled_at', cancelled_at, ordered_at, 'ordered_at')
  before('refunded_at', refunded_at, ordered_at, 'ordered_at')
  const shipped = lines.flatMap((line) => line.shipped.map(({ shipped_at }) => shipped_at))
  for (const at of new Set(shipped)) before('shipped_at', at, ordered_at, 'ordered_at')
  if (lines.some(({ returned_quantity }) => returned_quantity > 0))
    before('refunded_at', refunded_at, shipped.toSorted()[0]!, 'shipped_at')
  if (state === 'open' && cancelled_at === null && order.shipped_at !== null && shipped.length === 0)
    faults.add('shipped_at', 'contradicts the state open, in which nothing has shipped', order.shipped_at)
  if (state === 'open' && cancelled_at !== null && shipped.length > 0)
    faults.add('cancelled_at', 'contradicts the state open of an order with shipped units', cancelled_at)
}

export function progressOfLines(lines: readonly LineRow[][], order: OrderValues, faults: Faults): LineProgress[] {
  const isCancelled = order.state === 'cancelled' || order.cancelled_at !== null
  const progress = lines.map((rows) => progressOf(rows, order, isCancelled, faults))
  checkDates(order, progress, faults)
  return progress
}
