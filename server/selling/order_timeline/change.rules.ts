/** What a write changed on an order, for its timeline. Pure. */
import type { LockedLine, LockedOrder } from '../orders/locked_order.store.ts'
import type { OrderChangeKind } from '../known_values.ts'

export interface FieldChange {
  field: string
  /** Line that changed; null for a field of the order. */
  line_item_id: string | null
  sku: string | null
  /** As text; null for none. */
  previous_value: string | null
  value: string | null
}

export interface RecordedChange {
  kind: OrderChangeKind
  changes: FieldChange[]
}

const headerFields = [
  'lifecycle',
  'reference',
  'customer_id',
  'sales_channel_id',
  'location_id',
  'commitment_id',
  'door_reference',
  'requested_ship_date',
  'ship_window_start',
  'ship_window_end',
  'cancel_date',
  'shipping_method',
  'terms',
  'freight_cents',
  'freight_tax_cents',
  'notes',
  'cancel_reason',
  'is_allocated_on_request',
] as const

const lineFields = [
  'quantity',
  'cancelled_quantity',
  'allocated_quantity',
  'unit_price_cents',
  'discount_cents',
  'tax_cents',
  'verdict',
  'verdict_reason',
  'requested_ship_date',
  'cancel_date',
  'door_reference',
  'buyer_sku',
  'buyer_line_reference',
] as const

const asText = (value: string | number | boolean | null): string | null => (value === null ? null : String(value))

function headerChanges(before: LockedOrder, after: LockedOrder): FieldChange[] {
  return headerFields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      field,
      line_item_id: null,
      sku: null,
      previous_value: asText(before[field]),
      value: asText(after[field]),
    }))
}

/** A line that came or went is a change of its quantity from or to none. */
function lineChanges(was: LockedLine | undefined, is: LockedLine | undefined): FieldChange[] {
  const { line_id: line_item_id, sku } = (is ?? was)!
  const fields = was === undefined || is === undefined ? (['quantity'] as const) : lineFields
  return fields
    .filter((field) => was?.[field] !== is?.[field])
    .map((field) => ({
      field,
      line_item_id,
      sku,
      previous_value: asText(was?.[field] ?? null),
      value: asText(is?.[field] ?? null),
    }))
}

const sumOf = ({ lines }: LockedOrder, field: 'allocated_quantity' | 'cancelled_quantity' | 'fulfilled_quantity') =>
  lines.reduce((sum, line) => sum + line[field], 0)

/** States, and whether the book is allocated, follow from what a write is about. */
const following = new Set(['lifecycle', 'is_allocated_on_request', 'allocated_quantity'])

function kindOf(before: LockedOrder, after: LockedOrder, changes: readonly FieldChange[]): OrderChangeKind {
  if (before.confirmed_at === null && after.confirmed_at !== null && before.lines.length > 0) return 'confirmed'
  if (sumOf(after, 'cancelled_quantity') > sumOf(before, 'cancelled_quantity')) return 'cancelled'
  if (after.lifecycle === 'cancelled' && before.lifecycle !== 'cancelled') return 'cancelled'
  if (changes.some(({ field }) => !following.has(field))) return 'changed'
  return sumOf(after, 'allocated_quantity') > sumOf(before, 'allocated_quantity') ? 'allocated' : 'unallocated'
}

/** What shipping changes is in the shipment: units that left held no more, and the state that follows. */
const withoutShipping = (before: LockedOrder, after: LockedOrder, changes: readonly FieldChange[]) => {
  const unchanged = new Map(before.lines.map((line) => [line.line_id, line.fulfilled_quantity]))
  const isShipped = (line: LockedLine) => (unchanged.get(line.line_id) ?? 0) !== line.fulfilled_quantity
  if (!after.lines.some(isShipped)) return changes
  return changes.filter(({ field }) => !following.has(field))
}

/** What a write changed beside what has a record of its own; null if nothing. */
export function recordedChange(before: LockedOrder, after: LockedOrder): RecordedChange | null {
  const was = new Map(before.lines.map((line) => [line.line_id, line]))
  const is = new Map(after.lines.map((line) => [line.line_id, line]))
  const ids = [...new Set([...was.keys(), ...is.keys()])]
  const all = [...headerChanges(before, after), ...ids.flatMap((id) => lineChanges(was.get(id), is.get(id)))]
  const changes = [...withoutShipping(before, after, all)]
  return changes.length === 0 ? null : { kind: kindOf(before, after, changes), changes }
}
