/**
 * Computes the revision that a submitted line makes of the recorded one. Pure: records in, a revision or a refusal out.
 */
import { unknownVariant } from '../../../records/variant_names.rules.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { doorKey } from './line_keys.rules.ts'
import type { BookedLine } from './lines.model.ts'
import type { BookReferences, LineState, StandingLine } from './lines.store.ts'

export interface Recording {
  now: string
  /** Author of the revision, and the name that a hold has by default. */
  actor: string
  name: string
}

/** A field that is left out keeps its value. */
const sentOrRecorded = <T>(sent: T | undefined, recorded: T): T => (sent === undefined ? recorded : sent)

interface Item {
  product_id: string
  variant_id: string | null
  size: string | null
}

/** The booked item: a variant with its size, or a style with the size that the line states. */
function itemOf(
  line: BookedLine,
  recordedLine: LineState | null,
  { variants, products }: BookReferences,
  at: string,
): Item {
  const { variant_id, sku, product_id, size } = line
  const named = [variant_id, sku, product_id].filter((one) => one !== undefined)
  if (named.length > 1) refuseField(at, 'must name one of variant_id, sku and product_id')
  if (variant_id !== undefined || sku !== undefined) {
    const variant = variants.get(variant_id?.toLowerCase() ?? sku!)
    if (variant === undefined) refuseField(`${at}.${sku === undefined ? 'variant_id' : 'sku'}`, unknownVariant)
    if (size != null && size !== variant.size)
      refuseField(`${at}.size`, `contradicts the variant, whose size is ${variant.size ?? 'not stated'}`)
    return variant
  }
  if (product_id !== undefined) {
    const id = product_id.toLowerCase()
    if (!products.has(id)) refuseField(`${at}.product_id`, 'must be a product of this organisation')
    return { product_id: id, variant_id: null, size: size ?? null }
  }
  if (recordedLine === null) return refuseField(at, 'must name one of variant_id, sku and product_id')
  if (recordedLine.variant_id !== null && size !== undefined && size !== recordedLine.size)
    refuseField(`${at}.size`, 'follows from the variant; name another variant instead')
  const { product_id: style, variant_id: variant } = recordedLine
  return { product_id: style, variant_id: variant, size: sentOrRecorded(size, recordedLine.size) }
}

function shipWindowOf(line: BookedLine, recordedLine: LineState | null, at: string) {
  const ship_window_start = sentOrRecorded(line.ship_window_start, recordedLine?.ship_window_start ?? null)
  const ship_window_end = sentOrRecorded(line.ship_window_end, recordedLine?.ship_window_end ?? null)
  if (ship_window_start !== null && ship_window_end !== null && ship_window_end < ship_window_start)
    refuseField(`${at}.ship_window_end`, `must not be before ship_window_start, ${ship_window_start}`)
  return { ship_window_start, ship_window_end }
}

/** The hold of the line; a line that was already held keeps the time since when. */
function holdOf(line: BookedLine, recordedLine: LineState | null, { now, name }: Recording, at: string) {
  const held_by = sentOrRecorded(line.held_by, recordedLine?.held_by ?? null)
  if (held_by === null) {
    if (line.held_by_name != null) refuseField(`${at}.held_by_name`, 'is allowed only with held_by')
    return { held_by: null, held_by_name: null, held_at: null }
  }
  const wasHeld = recordedLine?.held_by === held_by
  return {
    held_by,
    held_by_name: line.held_by_name ?? (wasHeld ? recordedLine.held_by_name : name),
    held_at: wasHeld ? recordedLine.held_at : now,
  }
}

/** A line that was rejected is cancelled, as one whose order line is rejected when the order is confirmed. */
function cancellationOf(line: BookedLine, recordedLine: LineState | null, verdict: LineState['verdict'], at: string) {
  const isRejected = verdict === 'rejected'
  if (isRejected && line.is_cancelled === false)
    refuseField(`${at}.is_cancelled`, 'must not be false while the verdict is rejected')
  const is_cancelled = isRejected || sentOrRecorded(line.is_cancelled, recordedLine?.is_cancelled ?? false)
  if (!is_cancelled && line.cancel_reason != null)
    refuseField(`${at}.cancel_reason`, 'is allowed only with is_cancelled true')
  return {
    is_cancelled,
    cancel_reason: is_cancelled ? sentOrRecorded(line.cancel_reason, recordedLine?.cancel_reason ?? null) : null,
  }
}

function placeOf(
  line: BookedLine,
  recordedLine: LineState | null,
  owner: Owner,
  references: BookReferences,
  at: string,
) {
  const { door_reference, commitment_id } = line
  const door_id =
    door_reference == null ? null : references.doors.get(doorKey(owner.trading_partner_id, door_reference))
  if (door_id === undefined) refuseField(`${at}.door_reference`, 'must be a door of the account')
  const id = commitment_id?.toLowerCase()
  const commitment = id === undefined ? null : references.commitments.get(id)
  if (commitment === undefined) refuseField(`${at}.commitment_id`, 'must be a commitment of this organisation')
  if (commitment?.season_code != null && commitment.season_code !== owner.season_code)
    refuseField(`${at}.commitment_id`, `is a commitment of the season ${commitment.season_code}`)
  return {
    door_id: door_reference === undefined ? (recordedLine?.door_id ?? null) : door_id,
    commitment_id: commitment_id === undefined ? (recordedLine?.commitment_id ?? null) : (id ?? null),
  }
}

/** The line of a sales order that the booking became; its verdict is that of the order. */
function orderOf(
  line: BookedLine,
  recordedLine: LineState | null,
  owner: Owner,
  references: BookReferences,
  at: string,
) {
  const { order_line_item_id, verdict } = line
  if (order_line_item_id == null) {
    const order_line_id = order_line_item_id === null ? null : (recordedLine?.order_line_id ?? null)
    if (order_line_id !== null && verdict !== undefined && verdict !== recordedLine!.verdict)
      refuseField(`${at}.verdict`, 'follows from the sales order of the line')
    return { order_line_id, verdict: sentOrRecorded(verdict, recordedLine?.verdict ?? null), agreed_quantity: null }
  }
  const field = `${at}.order_line_item_id`
  const order_line_id = order_line_item_id.toLowerCase()
  const order = references.order_lines.get(order_line_id)
  if (order === undefined || order.trading_partner_id !== owner.trading_partner_id)
    return refuseField(field, 'must be a line of a sales order of the account')
  if (order.book_line_id !== null && order.book_line_id !== owner.book_line_id)
    refuseField(field, 'is the order line of another booking')
  if (verdict !== undefined && verdict !== order.verdict)
    refuseField(`${at}.verdict`, 'follows from the sales order of the line')
  // As when the order is confirmed after it was named.
  const isNewlyChanged = order.verdict === 'quantity_changed' && recordedLine?.order_line_id !== order_line_id
  return { order_line_id, verdict: order.verdict, agreed_quantity: isNewlyChanged ? order.quantity : null }
}

export interface Owner {
  trading_partner_id: string
  season_code: string
  /** Null for a line that is new. */
  book_line_id: string | null
}

/** The state that a submitted line asks for. */
export function stateOf(
  line: BookedLine,
  recordedLine: StandingLine | null,
  owner: Owner,
  references: BookReferences,
  recording: Recording,
  at: string,
): LineState {
  const { agreed_quantity, ...order } = orderOf(line, recordedLine, owner, references, at)
  const quantity = line.quantity ?? agreed_quantity ?? recordedLine?.quantity
  if (quantity === undefined) refuseField(`${at}.quantity`, 'is required for a line that is not recorded yet')
  return {
    ...itemOf(line, recordedLine, references, at),
    quantity,
    unit_price_cents: sentOrRecorded(line.unit_price_cents, recordedLine?.unit_price_cents ?? null),
    ...shipWindowOf(line, recordedLine, at),
    ...placeOf(line, recordedLine, owner, references, at),
    booking_type: sentOrRecorded(line.booking_type, recordedLine?.booking_type ?? null),
    ...holdOf(line, recordedLine, recording, at),
    ...cancellationOf(line, recordedLine, order.verdict, at),
    ...order,
  }
}

export const isSameState = (one: LineState, other: LineState): boolean =>
  (Object.keys(one) as (keyof LineState)[]).every((field) => one[field] === other[field])
