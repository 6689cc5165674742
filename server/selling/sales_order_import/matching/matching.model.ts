/** What the lines of an import become, and what a person chooses about them. */
import type { ProductWrite } from '../../../catalogue/product_records/batch.model.ts'
import type { otherLineChoices, placeholderChoices } from '../reading/order_options.ts'
import type { LineRecord } from '../reading/order_record.ts'

export type { LineWithoutGoods } from '../../../../db/schema/selling/sales_orders.ts'
export type PlaceholderWrite = ProductWrite

export interface ImportOptions {
  cut_over: string
  channel: string | null
  location: string | null
  /** null: history. */
  placeholders: (typeof placeholderChoices)[number] | null
  /** null: beside. */
  lines_without_goods: (typeof otherLineChoices)[number] | null
}

export interface ResolvedLine extends LineRecord {
  line_id: string
  variant_id: string
  /** It counts in sales but is no goods: nothing of it leaves stock, whenever it was sold. */
  is_without_goods: boolean
  /** Units that came back before, of an order that is known. */
  returned_before: number
}

/** By SKU. */
export type NewPlaceholders = ReadonlyMap<string, { variant_id: string; write: PlaceholderWrite }>

export interface LineChoices {
  options: ImportOptions
  /** The order was placed before the cut-over. */
  isHistory: boolean
  isWholesale: boolean
  currency: string
}
