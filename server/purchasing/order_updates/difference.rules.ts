/** What of a change differs from the order as it stands. Pure. */
import { differenceOf } from '../../contract/difference.ts'
import type { ChangedLine, OrderChange } from './update.model.ts'
import type { LineToChange, OrderToChange } from './update.rules.ts'

export type Change = Omit<OrderChange, 'status' | 'updated_at'>

type Billed = Record<'billed_freight_cents' | 'billed_duty_cents', number | null>

/** Only `line_id` is left of a line that is sent as it stands, so that refusals still count the lines of the request. */
function lineDifference(lines: ReadonlyMap<string, LineToChange>, asked: ChangedLine): ChangedLine {
  const { line_id, ...wanted } = asked
  const line = line_id === undefined ? undefined : lines.get(line_id.toLowerCase())
  if (line === undefined) return asked
  const unit_cost = line.unit_cost === null ? null : Number(line.unit_cost)
  return { line_id, ...differenceOf({ ...line, unit_cost }, wanted) }
}

const saysNothing = ({ line_id, ...rest }: ChangedLine, lines: ReadonlyMap<string, LineToChange>) =>
  line_id !== undefined && lines.has(line_id.toLowerCase()) && Object.keys(rest).length === 0

/**
 * The change without what already stands. Another supplier or source asks its own costs for all lines that the request
 * does not cost, so beside one of them a cost counts as stated even where it stays.
 */
export function orderDifference(
  order: OrderToChange & Billed,
  on_file: readonly LineToChange[],
  asked: Change,
): Change {
  const { line_items, removed_line_ids, ...fields } = asked
  const change: Change = differenceOf(order, fields)
  if (removed_line_ids !== undefined && removed_line_ids.length > 0) change.removed_line_ids = removed_line_ids
  if (line_items === undefined) return change
  const lines = new Map(on_file.map((line) => [line.line_id!, line]))
  const is_recosted = change.supplier_id !== undefined || change.source_location_id !== undefined
  const changed = is_recosted ? line_items : line_items.map((line) => lineDifference(lines, line))
  const ids = changed.map(({ line_id }) => line_id)
  const names_twice = new Set(ids).size < ids.length && ids.some((id) => id !== undefined)
  if (names_twice || changed.some((line) => !saysNothing(line, lines))) change.line_items = changed
  return change
}
