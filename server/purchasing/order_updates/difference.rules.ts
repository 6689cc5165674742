/** The part of a change that differs from the current order. Pure. */
import { differenceOf } from '../../contract/difference.ts'
import { shownCost } from '../../contract/money.ts'
import { purchaseFigures } from '../purchase_units/purchase_unit.rules.ts'
import type { ChangedLine, OrderChange } from './update.model.ts'
import type { LineToChange, OrderToChange } from './update.rules.ts'

export type Change = Omit<OrderChange, 'status' | 'updated_at'>

type Billed = Record<'billed_freight_cents' | 'billed_duty_cents', number | null>

/** Fields that state one figure; where one of them differs, all are kept, since they must agree. */
const unitGroup = ['purchase_unit', 'purchase_unit_factor'] as const
const quantityGroup = ['quantity', 'purchase_quantity'] as const
const costGroup = ['unit_cost', 'purchase_unit_cost'] as const

/** A line sent unchanged keeps only its `line_id`, so that refusals can still count the lines of the request. */
function lineDifference(lines: ReadonlyMap<string, LineToChange>, lineChange: ChangedLine): ChangedLine {
  const { line_id, ...wanted } = lineChange
  const line = lines.get(line_id ?? '')
  if (line === undefined) return lineChange
  const { unit_cost: cost, ...rest } = line
  const { purchase_quantity, purchase_unit_cost } = purchaseFigures(line.quantity, cost, line)
  const unit_cost = cost === null ? null : shownCost(cost)
  const changed = differenceOf({ ...rest, unit_cost, purchase_quantity, purchase_unit_cost }, wanted)
  const differs = (group: readonly (keyof ChangedLine)[]) => group.some((field) => field in changed)
  const differing = [quantityGroup, costGroup].filter((group) => differs(unitGroup) || differs(group)).flat()
  const stated = differing.filter((field) => wanted[field] !== undefined).map((field) => [field, wanted[field]])
  const unit = differs(unitGroup) ? unitGroup.map((field) => [field, wanted[field]]) : []
  return { line_id, ...changed, ...Object.fromEntries([...unit, ...stated]) }
}

const isUnchanged = ({ line_id, ...rest }: ChangedLine, lines: ReadonlyMap<string, LineToChange>) =>
  lines.has(line_id ?? '') && Object.keys(rest).length === 0

/**
 * The change without fields that already have the value. A new supplier or source recalculates the costs of all lines for
 * which the request has none, so with either of them a cost counts as sent even if it stays the same.
 */
export function orderDifference(
  order: OrderToChange & Billed,
  onFile: readonly LineToChange[],
  requested: Change,
): Change {
  const { line_items, removed_line_ids, ...fields } = requested
  const change: Change = differenceOf(order, fields)
  if (removed_line_ids !== undefined && removed_line_ids.length > 0) change.removed_line_ids = removed_line_ids
  if (line_items === undefined) return change
  const lines = new Map(onFile.map((line) => [line.line_id!, line]))
  const isRecosted = change.supplier_id !== undefined || change.source_location_id !== undefined
  const changed = isRecosted ? line_items : line_items.map((line) => lineDifference(lines, line))
  const ids = changed.map(({ line_id }) => line_id)
  const namesTwice = new Set(ids).size < ids.length
  if (namesTwice || changed.some((line) => !isUnchanged(line, lines))) change.line_items = changed
  return change
}
