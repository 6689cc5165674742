/** The words in which a test names what it needs of a catalogue; catalogue.ts writes it. */
import type { DocumentType, MovementKind } from '../../server/contract/stock.ts'
import type { AdjustedUnits } from '../../server/ledger/rules.ts'

export type Ids = Record<string, string>

interface StockFixture {
  /** Booked as an opening movement. */
  on_hand?: number
  /** Of the opening; the variant's unit_cost when absent. */
  unit_cost?: string | null
  occurred_at?: string
  committed?: number
  incoming?: number
  units_per_day?: string | null
  lead_time_days?: number
  review_period_days?: number
}

interface VariantFixture {
  sku: string
  title?: string
  barcode?: string
  option_values?: Record<string, string>
  price_cents?: number | null
  compare_at_price_cents?: number | null
  unit_cost?: string | null
  weight_kg?: string
  carton_quantity?: number
  carton_cbm?: string
  carton_weight_kg?: string
  suppliers?: {
    supplier: string
    supplier_sku?: string
    unit_cost?: string
    min_order_quantity?: number
    batch_size?: number
    lead_time_days?: number
    is_primary?: boolean
  }[]
  /** Custom field name to value. */
  custom?: Record<string, string>
  /** Location name to units on hand, or to more than that. */
  stock?: Record<string, number | StockFixture>
}

export interface ProductFixture {
  title: string
  description?: string
  vendor?: string
  category?: string
  subcategory?: string
  family?: string
  class?: string
  status?: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED'
  country_of_origin?: string
  hs_code?: string
  currency?: string
  image_url?: string
  gallery_images?: string[]
  options?: { name: string; values: string[] }[]
  tags?: string[]
  platform_tags?: string[]
  is_managed?: boolean
  is_seasonal?: boolean
  launch_date?: string
  channels?: string[]
  metafields?: { namespace: string; key: string; value: string }[]
  attributes?: { attribute: string; value: unknown; owned?: boolean; awaiting_write_back?: boolean }[]
  variants?: VariantFixture[]
}

export interface OrderFixture {
  name: string
  external_id?: string
  supplier?: string
  location: string
  source_location?: string
  on_hold?: boolean
  hold_reason?: string
  currency?: string
  order_type?: 'purchase' | 'manufacturing' | 'transfer'
  status?: string
  order_date?: string
  expected_delivery_date?: string
  lines: {
    sku: string
    quantity: number
    delivered_quantity?: number
    confirmed_quantity?: number
    in_transit_quantity?: number
    unit_cost?: string
  }[]
}

export interface Fixture {
  locations?: (string | { name: string; kind?: 'warehouse' | 'store'; country_code?: string; is_active?: boolean })[]
  sales_channels?: (string | { name: string; channel_type: 'online' | 'store' | 'wholesale' | 'marketplace' })[]
  categories?: (string | { name: string; subcategories: (string | { name: string; is_active: boolean })[] })[]
  families?: { name: string; attributes?: { attribute: string; group: string; required?: boolean }[] }[]
  suppliers?: (
    | string
    | { name: string; currency?: string; lead_time_days?: number; review_period_days?: number; country_code?: string }
  )[]
  custom_fields?: { name: string; data_type?: string; choices?: string[]; description?: string }[]
  products?: ProductFixture[]
  /** Orders write no stock; what they add to incoming is said in a variant's stock. */
  purchase_orders?: OrderFixture[]
}

export interface Catalogue {
  locations: Ids
  sales_channels: Ids
  categories: Ids
  /** By `Category / Subcategory`. */
  subcategories: Ids
  families: Ids
  suppliers: Ids
  custom_fields: Ids
  /** By title. */
  products: Ids
  /** By sku. */
  variants: Ids
  purchase_orders: Ids
}

export interface MoveFixture {
  sku: string
  location: string
  kind: MovementKind
  /** Signed. */
  quantity: number
  unit_cost?: string | null
  landed_unit_cost?: string | null
  occurred_at?: string
  /** Of a cost adjustment. */
  adjusted?: AdjustedUnits
  document?: { type?: DocumentType; id?: string; name?: string }
}

export interface SaleFixture {
  sku: string
  day: string
  channel: string
  location: string
  units: number
  returned_units?: number
  gross_sales_cents: number
  discounts_cents?: number
  returns_cents?: number
  taxes_cents?: number
}

export interface ChangeFixture {
  product: string
  /** A change of the product as a whole when absent. */
  sku?: string
  kind: string
  field?: string
  previous_value?: string
  value?: string
  actor?: string
  occurred_at: string
}
