/**
 * A product with its variants, as imports and session operations write it. A field that a record does not contain stays
 * as it is; null clears it. Lists (tags, images, options, sales channels) are replaced as a whole; metafields and custom
 * fields are changed one by one. Variants that a record does not name stay as they are.
 */
import type { productStatuses } from '../known_values.ts'

export type ProductStatus = (typeof productStatuses)[number]

export interface ProductOption {
  name: string
  values: readonly string[]
}

export interface VariantRecord {
  /** A variant is found by its id, else by its SKU, and created where the SKU is new. */
  variant_id?: string
  /** Required for a new variant; beside variant_id it renames the variant. */
  sku?: string
  /** SKU that the variant shares with others in the system that it came from. */
  shared_sku?: string | null
  barcode?: string | null
  /** Defaults to the option values joined by ' / ', else to the title of the product. */
  title?: string
  /** Option name to value, one for each option of the product. */
  option_values?: Readonly<Record<string, string>>
  /** From 1; new variants follow the last one. */
  position?: number
  /** Hundredths of the product's currency. */
  price_cents?: number | null
  compare_at_price_cents?: number | null
  /** Up to four decimals, in the product's currency. */
  unit_cost?: string | number | null
  /** Up to four decimals. */
  weight_kg?: string | number | null
  carton_quantity?: number | null
  /** Up to six decimals. */
  carton_cbm?: string | number | null
  /** Up to four decimals. */
  carton_weight_kg?: string | number | null
  /** Used where no supplier states a lead time. */
  lead_time_days?: number | null
  is_archived?: boolean
  /** Name of the custom field to value, as text; null removes the value. */
  custom_fields?: Readonly<Record<string, string | null>>
}

export interface ProductRecord {
  /**
   * A product is found by its id, else by its handle. A record with neither belongs to the product of the first of its
   * variants that exists, and creates a product where none does.
   */
  product_id?: string
  /** The product's reference in another system, unique in the organisation. */
  handle?: string | null
  /** Required for a new product. */
  title?: string
  /** Plain text or HTML, stored as it is. */
  description?: string | null
  vendor?: string | null
  /** Name of the category. A subcategory is a name within the record's category, or else the product's. */
  category?: string | null
  subcategory?: string | null
  family?: string | null
  class?: string | null
  /** ACTIVE for a new product. */
  status?: ProductStatus
  tags?: readonly string[]
  platform_tags?: readonly string[]
  seasons?: readonly string[]
  /** ISO 3166-1 alpha-2. */
  country_of_origin?: string | null
  hs_code?: string | null
  /** https URL of the main image. */
  image_url?: string | null
  gallery_images?: readonly string[]
  /** In display order. */
  options?: readonly ProductOption[]
  is_managed?: boolean
  is_seasonal?: boolean
  launch_date?: string | null
  /** `namespace.key` to value; the namespace ends at the first dot. null removes the metafield. */
  metafields?: Readonly<Record<string, string | null>>
  /** Names or ids of the sales channels on which the product is listed. */
  sales_channels?: readonly string[]
  variants?: readonly VariantRecord[]
}

/** Options of the diff of a batch of product records. */
export interface ProductDiffOptions {
  /** Creates categories, subcategories and families with unknown names; otherwise they are refused. */
  creates_references?: boolean
  /** A handle or a SKU without an id beside it is that of a new product or variant, and refused where it exists. */
  creates_only?: boolean
  /** false: the products are not locked, for a preview on a connection that cannot write. */
  locks?: boolean
}
