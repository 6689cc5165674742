/** The part of a change that differs from the current order. Pure. */
import { differenceOf } from '../../contract/difference.ts'
import { shownCost } from '../../contract/money.ts'
import type { ChangedLine, OrderChange } from './update.model.ts'
import type { LineToChange, OrderToChange } from './update.rules.ts'

export type Change = Omit<OrderChange, 'status' | 'updated_at'>

type Billed = Record<'billed_freight_cents' | 'billed_duty_cents', number | null>

/** A line sent unchanged keeps only its `line_id`, so that refusals can still count the lines of the request. */
function lineDifference(lines: ReadonlyMap<string, LineToChange>, lineChange: ChangedLine): ChangedLine {
  const { line_id, ...wanted } = lineChange
  const line = lines.get(line_id ?? '')
  if (line === undefined) return lineChange
  const unit_cost = line.unit_cost === null ? null : shownCost(line.unit_cost)
  return { line_id, ...differenceOf({ ...line, unit_cost }, wanted) }
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
