/** Diffs product records against given facts, without a database. */
import type {
  Facts,
  Sibling,
  StoredProduct,
  StoredVariant,
} from '../../../server/catalogue/product_records/facts.store.ts'
import { type Batch, indexFacts, type ProductWrite } from '../../../server/catalogue/product_records/batch.model.ts'
import { diffProduct } from '../../../server/catalogue/product_records/diff_products.ts'
import type { ProductDiffOptions, ProductRecord } from '../../../server/catalogue/product_records/product_record.ts'
import type { RecordDiff } from '../../../server/imports/record_diff.ts'

export const storedProduct = (changes: Partial<StoredProduct> = {}): StoredProduct => ({
  product_id: 'p1',
  currency: 'USD',
  handle: 'coat',
  title: 'Coat',
  description: null,
  vendor: null,
  category_id: null,
  subcategory_id: null,
  family_id: null,
  class: null,
  status: 'ACTIVE',
  status_before_archive: null,
  country_of_origin: null,
  hs_code: null,
  image_url: null,
  gallery_images: [],
  options: [],
  tags: [],
  platform_tags: [],
  seasons: [],
  is_managed: true,
  is_seasonal: false,
  launch_date: null,
  ...changes,
})

export const storedVariant = (changes: Partial<StoredVariant> = {}): StoredVariant => ({
  variant_id: 'v1',
  product_id: 'p1',
  sku: 'COAT-S',
  shared_sku: null,
  barcode: null,
  title: 'Coat',
  option_values: {},
  position: 1,
  price_cents: null,
  compare_at_price_cents: null,
  unit_cost: null,
  weight_kg: null,
  carton_quantity: null,
  carton_cbm: null,
  carton_weight_kg: null,
  lead_time_days: null,
  archived_at: null,
  ...changes,
})

const siblingOf = ({ variant_id, product_id, sku, position, option_values }: StoredVariant): Sibling => ({
  variant_id,
  product_id,
  sku,
  position,
  option_values,
})

/** The product `coat` and its variants; each is a sibling of the others. */
export const factsOf = (changes: Partial<Facts> = {}): Facts => ({
  products: [storedProduct()],
  variants: [],
  siblings: (changes.variants ?? []).map(siblingOf),
  categories: [],
  subcategories: [],
  families: [],
  metafields: [],
  listings: [],
  sales_channels: [],
  custom_fields: [],
  custom_values: [],
  ...changes,
})

export const now = '2026-03-10T12:00:00.000Z'

export function batchOf(facts: Facts = factsOf(), options: ProductDiffOptions = {}): Batch {
  const context = { organization_id: 'o', actor: 'user:u', now, currency: 'USD', time_zone: 'UTC' }
  const { creates_references = false, creates_only = false } = options
  const seen = { products: new Set<string>(), handles: new Set<string>(), skus: new Set<string>() }
  return { context, known: indexFacts(facts), creates_references, creates_only, ...seen }
}

export const diffOf = (record: ProductRecord, facts?: Partial<Facts>, options?: ProductDiffOptions) =>
  diffProduct(batchOf(factsOf(facts), options), record)

/** What would be written; a refusal fails the test. */
export function writeOf(diff: RecordDiff<ProductWrite>): ProductWrite {
  if ('write' in diff) return diff.write
  throw new Error(JSON.stringify(diff))
}

/** `field: rule` of each fault; none where the record can be written. */
export const faultsOf = (diff: RecordDiff<ProductWrite>): string[] =>
  diff.outcome === 'refused' ? diff.faults.map(({ field, rule }) => `${field}: ${rule}`) : []

/** `field: before → after` of each change. */
export const changesOf = (diff: RecordDiff<ProductWrite>): string[] =>
  diff.outcome === 'changed'
    ? diff.changes.map(({ field, previous_value, value }) => `${field}: ${previous_value} → ${value}`)
    : []
