/** An order of an earlier import as it stands here. */
import type { LineWithoutGoods } from '../matching/matching.model.ts'

export interface KnownLine {
  order_id: string
  line_id: string
  variant_id: string
  sku: string
  external_id: string | null
  quantity: number
  ordered_quantity: number
  fulfilled_quantity: number
  cancelled_quantity: number
  unit_price_cents: number
  regular_unit_price_cents: number | null
  discount_cents: number
  tax_cents: number
  unit_cost: string | null
  /** Units in returns, announced ones included. */
  returned_quantity: number
  restocked_quantity: number
  /** Money paid back for the line, its taxes included. */
  paid_back_cents: number
}

export interface KnownOrder {
  source_system: string
  external_id: string
  order_id: string
  name: string
  is_wholesale: boolean
  trading_partner_id: string | null
  customer_id: string | null
  sales_channel_id: string
  location_id: string | null
  currency: string
  ordered_on: string
  freight_cents: number
  freight_tax_cents: number
  lines_without_goods: readonly LineWithoutGoods[]
  /** Its lines or prices were changed here, or units of it are in another order: what differs then is kept. */
  is_changed_here: boolean
  /** What was paid and not paid back. */
  refundable_cents: number
  /** Of payments on file; null where none is, and the order is taken as paid, as its file says. */
  payments_left_cents: number | null
  paid_back_cents: number
  /** Of that, for shipping. */
  freight_back_cents: number
  lines: readonly KnownLine[]
}
