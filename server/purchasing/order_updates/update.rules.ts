/** Applies a change to an order: returns its new columns and lines, or refuses. Pure. */
import { checkAmounts } from '../../contract/amounts.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import {
  checkCommitment,
  checkDates,
  checkPlaces,
  checkSize,
  checkSource,
  checkStocked,
  checkCountsSingle,
  checkVariant,
  costOnFile,
  currencyOf,
  type OnFile,
  refuseTransferCost,
  termsPacking,
} from '../order_creation/creation.rules.ts'
import type { OrderRow } from '../order_creation/creation.ts'
import { singleUnits } from '../../contract/units_of_measure.ts'
import {
  checkWhole,
  costAfter,
  isSamePacking,
  packingOfLine,
  statedUnitCost,
  statedUnits,
} from '../purchase_units/purchase_unit.rules.ts'
import { statusByLines } from '../orders/rules.ts'
import type { LockedOrder } from '../orders/store.ts'
import type { ChangedLine, OrderChange } from './update.model.ts'
import type { LineOnFile } from './update.store.ts'

/** Columns that an update may write. */
export type OrderColumns = Omit<OrderRow, 'purchase_order_id' | 'name' | 'order_type'> &
  Pick<LockedOrder, 'status' | 'approved_at' | 'ended_at'>

export type OrderToChange = OrderColumns & Pick<LockedOrder, 'name' | 'order_type' | 'issued_at'>

export interface LineToChange extends Omit<LineOnFile, 'line_id'> {
  /** null for a line to be added. */
  line_id: string | null
}

export interface ChangedOrder {
  columns: OrderColumns
  lines: LineToChange[]
  removed: LineToChange[]
  changes_lines: boolean
}

/** Fields that are final once the order was issued. */
const fixedByIssue = ['supplier_id', 'location_id', 'source_location_id'] as const
/** Fields that set the currency and the costs of all lines: final once units arrived, which may be before the issue. */
const fixedByArrival = ['supplier_id', 'source_location_id'] as const
/** Fields that an approval covers. */
const approvedTerms = [...fixedByIssue, 'commitment_id', 'line_items', 'removed_line_ids'] as const

const sentOr = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)

/** Units that arrived keep the currency and the cost at which they were received. */
function checkNotArrived(order: OrderToChange, lines: readonly LineToChange[], change: OrderChange): void {
  const field = fixedByArrival.find((one) => change[one] !== undefined)
  if (field === undefined || lines.every(({ delivered_quantity }) => delivered_quantity === 0)) return
  refuse('conflict', {
    desc: `Units of ${order.name} have arrived, so ${field} can no longer change. Order the rest with another order.`,
    data: { act: 'amend', status: order.status, field },
  })
}

/** Refuses changes to fields fixed by the issue with `conflict`: the request is valid, but the order's state forbids it. */
function checkNotFixed(order: OrderToChange, change: OrderChange): void {
  const isOut = order.issued_at !== null
  const fixed: readonly string[] = fixedByIssue.filter((field) => change[field] !== undefined)
  const lines = change.line_items !== undefined || change.removed_line_ids !== undefined
  const data = { act: 'amend', status: order.status, field: fixed[0] ?? 'line_items' }
  if (isOut && fixed.length > 0) {
    refuse('conflict', {
      desc: `${order.name} was issued, so ${fixed[0]} can no longer change. Cancel the order and duplicate it instead.`,
      data,
    })
  }
  if (isOut && lines && order.order_type !== 'purchase') {
    const why = order.order_type === 'transfer' ? 'its goods have left the source' : 'its production has started'
    refuse('conflict', {
      desc: `${order.name} was issued and ${why}, so its lines can no longer change. Create another order for the difference.`,
      data,
    })
  }
}

/** An unchanged quantity may be below what arrived: more units arrived than were ordered. */
function checkQuantity(line: LineToChange, quantity: number, field: string): number {
  const arrived = line.delivered_quantity + line.in_transit_quantity
  if (quantity !== line.quantity && quantity < arrived)
    refuseField(`${field}.quantity`, `must be at least ${arrived}, the units that arrived or shipped`)
  return quantity
}

/** The packing of a line after a change: its own, unless the change names another unit. Arrived units keep theirs. */
function changedLinePacking(order: OrderToChange, line: LineToChange, change: ChangedLine, at: string, onFile: OnFile) {
  checkCountsSingle(order.order_type, change, at)
  const isOther = change.purchase_unit !== undefined && change.purchase_unit !== line.purchase_unit
  const known = isOther ? termsPacking(order.supplier_id, line.variant_id, onFile) : line
  const { purchase_unit, purchase_unit_factor, inner_pack_quantity } = packingOfLine(change, known, at)
  const packing = { purchase_unit, purchase_unit_factor, inner_pack_quantity }
  if (line.delivered_quantity > 0 && !isSamePacking(packing, line))
    refuseField(
      `${at}${isOther ? 'purchase_unit' : 'purchase_unit_factor'}`,
      'cannot change after units of the line have arrived',
    )
  return packing
}

function changeLine(
  order: OrderToChange,
  line: LineToChange,
  change: ChangedLine,
  field: string,
  onFile: OnFile,
): LineToChange {
  const at = `${field}.`
  if (change.variant_id !== undefined && change.variant_id !== line.variant_id)
    refuseField(`${at}variant_id`, 'cannot change on a line; remove the line and add another')
  const packing = changedLinePacking(order, line, change, at, onFile)
  const isStated = change.unit_cost !== undefined || change.purchase_unit_cost !== undefined
  if (isStated && order.order_type === 'transfer') refuseTransferCost(`${at}${costField(change)}`)
  const unit_cost = costAfter(change, line.unit_cost, packing, order.currency, at)
  const recosts = !isSameCost(unit_cost, line.unit_cost)
  if (recosts && line.delivered_quantity > 0)
    refuseField(`${at}${costField(change)}`, 'cannot change after units of the line have arrived')
  const { quantity, purchase_quantity } = change
  const units = statedUnits({ quantity, purchase_quantity }, packing, at) ?? line.quantity
  checkWhole({ ...change, quantity: units, purchase_quantity }, packing, at)
  return {
    ...line,
    ...packing,
    quantity: checkQuantity(line, units, field),
    confirmed_quantity: sentOr(change.confirmed_quantity, line.confirmed_quantity),
    unit_cost,
    duty_bp: sentOr(change.duty_bp, line.duty_bp),
    expected_delivery_date: sentOr(change.expected_delivery_date, line.expected_delivery_date),
  }
}

const isSameCost = (one: string | null, other: string | null) =>
  one === null || other === null ? one === other : Number(one) === Number(other)
const costField = ({ unit_cost }: ChangedLine) => (unit_cost === undefined ? 'purchase_unit_cost' : 'unit_cost')
const statesCost = ({ unit_cost, purchase_unit_cost }: ChangedLine) => unit_cost != null || purchase_unit_cost != null

function addLine(order: OrderToChange, change: ChangedLine, field: string, onFile: OnFile): LineToChange {
  const at = `${field}.`
  const { variant_id, quantity, purchase_quantity } = change
  if (variant_id === undefined) refuseField(`${at}variant_id`, 'is required on a new line')
  checkCountsSingle(order.order_type, change, at)
  const terms =
    order.order_type === 'purchase' ? termsPacking(order.supplier_id, variant_id.toLowerCase(), onFile) : singleUnits
  const packing = packingOfLine(change, terms, at)
  const units = statedUnits({ quantity, purchase_quantity }, packing, at)
  if (units === undefined) refuseField(`${at}quantity`, 'is required on a new line, unless purchase_quantity is sent')
  checkWhole({ ...change, quantity: units, purchase_quantity }, packing, at)
  if (change.confirmed_quantity != null) refuseField(`${at}confirmed_quantity`, 'can be set only on existing lines')
  const variant = checkVariant(variant_id, `${at}variant_id`, onFile)
  checkStocked(variant, order.order_type, `${at}variant_id`)
  if (statesCost(change) && order.order_type === 'transfer') refuseTransferCost(`${at}unit_cost`)
  return {
    line_id: null,
    variant_id,
    quantity: units,
    ...packing,
    confirmed_quantity: null,
    in_transit_quantity: 0,
    delivered_quantity: 0,
    unit_cost: statedUnitCost(change, packing, order.currency, at) ?? costOnFile(order, variant, packing, at, onFile),
    duty_bp: change.duty_bp ?? null,
    expected_delivery_date: change.expected_delivery_date ?? null,
    has_deliveries: false,
  }
}

/** Lines to remove; a line with deliveries must stay, since they refer to it. */
function removedLines(lines: readonly LineToChange[], change: OrderChange): LineToChange[] {
  return (change.removed_line_ids ?? []).map((line_id, i) => {
    const field = `removed_line_ids[${i}]`
    const line = lines.find((one) => one.line_id === line_id) ?? refuseField(field, 'must be a line of this order')
    if (line.has_deliveries || line.in_transit_quantity > 0)
      refuseField(
        field,
        'must not be a line with units that arrived, shipped or were invoiced; lower its quantity instead',
      )
    return line
  })
}

function applyLines(
  order: OrderToChange,
  lines: readonly LineToChange[],
  removed: readonly LineToChange[],
  change: OrderChange,
  onFile: OnFile,
): LineToChange[] {
  const removedIds = new Set(removed.map(({ line_id }) => line_id))
  const keptLines = new Map(
    lines.filter(({ line_id }) => !removedIds.has(line_id)).map((line) => [line.line_id!, line]),
  )
  const seen = new Map<string, number>()
  const added: LineToChange[] = []
  change.line_items?.forEach((one, i) => {
    const field = `line_items[${i}]`
    if (one.line_id === undefined) return void added.push(addLine(order, one, field, onFile))
    const before = seen.get(one.line_id)
    if (before !== undefined) refuseField(`${field}.line_id`, `repeats the line of line_items[${before}]`)
    seen.set(one.line_id, i)
    const line =
      keptLines.get(one.line_id) ?? refuseField(`${field}.line_id`, 'must be a line of this order that is not removed')
    keptLines.set(one.line_id, changeLine(order, line, one, field, onFile))
  })
  return [...keptLines.values(), ...added]
}

/** With a new supplier or source, lines for which the request has no cost take the known cost. */
function recalculateCosts(order: OrderToChange, lines: readonly LineToChange[], change: OrderChange, onFile: OnFile) {
  const withCost = new Set(change.line_items?.filter(statesCost).map(({ line_id }) => line_id))
  return lines.map((line) => {
    const variant = onFile.variants.get(line.variant_id)
    if (line.line_id === null || withCost.has(line.line_id) || variant === undefined) return line
    return { ...line, unit_cost: costOnFile(order, variant, line, 'line_items.', onFile) }
  })
}

/** With a new supplier, lines are bought as the new one sells them, unless the request says otherwise. */
const repacked = (order: OrderToChange, lines: readonly LineToChange[], onFile: OnFile): LineToChange[] =>
  order.order_type === 'purchase'
    ? lines.map((line) => ({ ...line, ...termsPacking(order.supplier_id, line.variant_id, onFile) }))
    : [...lines]

function changedColumns(order: OrderToChange, change: OrderChange, onFile: OnFile): OrderToChange {
  const supplier_id = sentOr(change.supplier_id, order.supplier_id)
  const isNewSupplier = supplier_id !== order.supplier_id
  return {
    ...order,
    external_id: sentOr(change.external_id, order.external_id),
    supplier_id,
    location_id: sentOr(change.location_id, order.location_id),
    source_location_id: sentOr(change.source_location_id, order.source_location_id),
    currency: isNewSupplier ? currencyOf(supplier_id, onFile) : order.currency,
    order_date: sentOr(change.order_date, order.order_date),
    is_order_date_stated: change.order_date === undefined ? order.is_order_date_stated : true,
    expected_delivery_date: sentOr(change.expected_delivery_date, order.expected_delivery_date),
    cancel_date: sentOr(change.cancel_date, order.cancel_date),
    ship_window_start: sentOr(change.ship_window_start, order.ship_window_start),
    commitment_id: sentOr(change.commitment_id, order.commitment_id),
    notes: sentOr(change.notes, order.notes),
    container_type_id: sentOr(change.container_type_id, order.container_type_id),
    freight_per_container_cents: sentOr(change.freight_per_container_cents, order.freight_per_container_cents),
  }
}

/** Changing approved terms makes an order a draft again; otherwise the status follows the lines. */
function withStatus(order: OrderToChange, change: OrderChange, lines: readonly LineToChange[], now: string) {
  if (order.status === 'approved' && approvedTerms.some((field) => change[field] !== undefined))
    return { ...order, status: 'draft' as const, approved_at: null }
  const status = statusByLines(order, lines)
  return { ...order, status, ended_at: status === 'delivered' ? (order.ended_at ?? now) : order.ended_at }
}

/** Applies a change to an order; `on_file` holds all records that order and change refer to. */
export function changeOrder(
  order: OrderToChange,
  lines: readonly LineToChange[],
  change: OrderChange,
  onFile: OnFile,
  now: string,
): ChangedOrder {
  checkNotFixed(order, change)
  checkNotArrived(order, lines, change)
  const next = changedColumns(order, change, onFile)
  const moves = fixedByIssue.some((field) => change[field] !== undefined)
  if (moves) checkPlaces(next, '', onFile)
  if (change.commitment_id != null) checkCommitment(change.commitment_id, 'commitment_id', onFile)
  checkDates(next, '')
  const { freight_per_container_cents } = next
  if (change.freight_per_container_cents !== undefined || next.currency !== order.currency)
    checkAmounts(next.currency, { freight_per_container_cents })
  const removed = removedLines(lines, change)
  const isResupplied = next.supplier_id !== order.supplier_id
  const applied = applyLines(next, isResupplied ? repacked(next, lines, onFile) : lines, removed, change, onFile)
  const isRecosted = isResupplied || next.source_location_id !== order.source_location_id
  const changed = isRecosted ? recalculateCosts(next, applied, change, onFile) : applied
  const changes_lines = isRecosted || change.line_items !== undefined || removed.length > 0
  if (changes_lines) checkSize(changed, '')
  if (order.issued_at !== null && changed.length === 0)
    refuseField('removed_line_ids', 'would leave an issued order without lines; cancel the order instead')
  if (order.order_type === 'transfer' && changes_lines) checkSource(next.source_location_id!, changed, '', onFile)
  return { columns: withStatus(next, change, changed, now), lines: changed, removed, changes_lines }
}
