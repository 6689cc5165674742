/** An order as a file states it: its money in cents without taxes, and what happened to its units. */
import type { CustomerRecord } from '../../customers/customer.rules.ts'
import type { OtherLine } from '../matching/line_kinds.rules.ts'

export interface ShippedUnits {
  quantity: number
  shipped_at: string
  tracking_number: string | null
  carrier: string | null
}

export interface LineRecord {
  row_number: number
  external_id: string | null
  sku: string | null
  variant_id: string | null
  barcode: string | null
  /** What the file calls the goods, for lines that neither SKU nor barcode finds. */
  product_name: string | null
  variant_name: string | null
  /** What the line is if no variant matches it; null for goods. */
  other: OtherLine | null
  quantity: number
  unit_price_cents: number
  regular_unit_price_cents: number | null
  discount_cents: number
  tax_cents: number
  unit_cost: string | null
  cancelled_quantity: number
  shipped: readonly ShippedUnits[]
  returned_quantity: number
  restocked_quantity: number
}

/** Money paid back: shares of the lines, and what was charged for shipping. */
export interface RefundRecord {
  amount_cents: number
  freight_cents: number
  is_full: boolean
  /** By line, in their order. */
  lines: readonly { amount_cents: number; tax_cents: number }[]
}

export interface OrderRecord {
  order_number: string
  source_system: string
  ordered_at: string
  cancelled_at: string | null
  /** Where the file has no time, that of the last thing it says of the order. */
  refunded_at: string
  is_refund_dated: boolean
  channel: string | null
  location: string | null
  account: string | null
  currency: string | null
  reference: string | null
  customer: CustomerRecord | null
  freight_cents: number
  freight_tax_cents: number
  lines: readonly LineRecord[]
  /** Lines that were cancelled as a whole and whose units the file does not state. */
  cancelled: readonly { sku: string; row_number: number }[]
  refund: RefundRecord | null
}

export const shippedOf = ({ shipped }: Pick<LineRecord, 'shipped'>): number =>
  shipped.reduce((sum, { quantity }) => sum + quantity, 0)

export const outstandingOf = (line: LineRecord): number => line.quantity - line.cancelled_quantity - shippedOf(line)
