/** Inputs and results of the diff of a product record. */
import { isDeepStrictEqual } from 'node:util'
import type { FieldChange, RecordFault, WriteContext } from '../../imports/record_diff.ts'
import type {
  CustomField,
  Facts,
  SalesChannel,
  Sibling,
  StoredCategory,
  StoredFamily,
  StoredProduct,
  StoredSubcategory,
  StoredVariant,
} from './facts.store.ts'
import type { ProductRecord } from './product_record.ts'
import type { EventKind } from './record_fields.rules.ts'

export type { CustomField, StoredVariant } from './facts.store.ts'
export type ProductRow = Omit<StoredProduct, 'product_id' | 'currency'>
export type VariantRow = Omit<StoredVariant, 'variant_id' | 'product_id'>

/** A value that a record changes, as records state it and as people read it. */
export interface Change {
  /** null: of the product as a whole. */
  variant: { variant_id: string; sku: string } | null
  field: string
  /** Key of a metafield or a custom field. */
  key?: string
  kind: EventKind
  previous: unknown
  value: unknown
  previous_text: string | null
  text: string | null
}

export interface WrittenVariant {
  variant_id: string
  is_new: boolean
  row: VariantRow
}

export interface TimelineEntry {
  product_id: string
  variant_id: string | null
  kind: EventKind
  field: string | null
  previous_value: string | null
  value: string | null
}

/** Names of categories, subcategories and families that a write creates first. */
export interface NewReferences {
  category?: string
  subcategory?: string
  family?: string
}

export interface ProductUndo {
  product_id: string
  is_new: boolean
  created_variant_ids: readonly string[]
  /** The written values and the previous ones; records of the changed fields alone. */
  written: ProductRecord
  previous: ProductRecord
}

/** The write of one product. */
export interface ProductWrite {
  product_id: string
  is_new: boolean
  /** null: nothing changes but variants. */
  product: ProductRow | null
  new_references: NewReferences
  variants: readonly WrittenVariant[]
  metafields: readonly { namespace: string; key: string; value: string | null }[]
  listings: readonly { sales_channel_id: string; is_listed: boolean }[]
  custom_values: readonly { variant_id: string; custom_field_id: string; value: string | null }[]
  events: readonly TimelineEntry[]
  undo: ProductUndo
}

/** The facts of a batch, indexed. */
export interface Known {
  products: ReadonlyMap<string, StoredProduct>
  products_by_handle: ReadonlyMap<string, StoredProduct>
  variants: ReadonlyMap<string, StoredVariant>
  variants_by_sku: ReadonlyMap<string, StoredVariant>
  siblings: ReadonlyMap<string, readonly Sibling[]>
  categories: readonly StoredCategory[]
  subcategories: readonly StoredSubcategory[]
  families: readonly StoredFamily[]
  /** By product, then `namespace.key`. */
  metafields: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Channels by product. */
  listings: ReadonlyMap<string, ReadonlySet<string>>
  sales_channels: readonly SalesChannel[]
  custom_fields: ReadonlyMap<string, CustomField>
  /** By variant, then field. */
  custom_values: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** State shared by the diffs of one batch. */
export interface Batch {
  context: WriteContext
  known: Known
  creates_references: boolean
  creates_only: boolean
  /** Names that earlier records of the batch use. */
  products: Set<string>
  handles: Set<string>
  skus: Set<string>
}

/** State of the diff of one record. */
export interface Draft {
  product_id: string
  stored: StoredProduct | null
  faults: RecordFault[]
  changes: Change[]
}

const group = <T, V>(rows: readonly T[], keyOf: (row: T) => string, valueOf: (row: T) => V) => {
  const groups = new Map<string, V[]>()
  for (const row of rows) {
    const members = groups.get(keyOf(row))
    if (members === undefined) groups.set(keyOf(row), [valueOf(row)])
    else members.push(valueOf(row))
  }
  return groups
}
const each = <A, B>(groups: Map<string, A>, make: (members: A) => B) =>
  new Map([...groups].map(([key, members]) => [key, make(members)] as const))

export function indexFacts(facts: Facts): Known {
  const { products, variants } = facts
  const metafields = group(
    facts.metafields,
    ({ product_id }) => product_id,
    ({ namespace, key, value }) => [`${namespace}.${key}`, value] as const,
  )
  const listings = group(
    facts.listings,
    ({ product_id }) => product_id,
    ({ sales_channel_id }) => sales_channel_id,
  )
  const values = group(
    facts.custom_values.filter(({ value }) => value !== ''),
    ({ variant_id }) => variant_id,
    ({ custom_field_id, value }) => [custom_field_id, value] as const,
  )
  return {
    ...facts,
    products: new Map(products.map((one) => [one.product_id, one])),
    products_by_handle: new Map(products.flatMap((one) => (one.handle === null ? [] : [[one.handle, one] as const]))),
    variants: new Map(variants.map((one) => [one.variant_id, one])),
    variants_by_sku: new Map(variants.map((one) => [one.sku, one])),
    siblings: group(
      facts.siblings,
      ({ product_id }) => product_id,
      (one) => one,
    ),
    metafields: each(metafields, (entries) => new Map(entries)),
    listings: each(listings, (channels) => new Set(channels)),
    custom_fields: new Map(facts.custom_fields.map((one) => [one.name, one])),
    custom_values: each(values, (entries) => new Map(entries)),
  }
}

export const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b)

/** Notes the change where the values differ. */
export function noteChange(draft: Draft, change: Change): void {
  if (!isSame(change.previous, change.value)) draft.changes.push(change)
}

/** The name under which a change is previewed: `title`, `metafields.custom.fabric`, `variants[J-S].price_cents`. */
export function changedField({ variant, field, key }: Change): string {
  const name = key === undefined ? field : `${field}.${key}`
  return variant === null ? name : `variants[${variant.sku}].${name}`
}

export const shownChange = (change: Change): FieldChange => ({
  field: changedField(change),
  previous_value: change.previous_text,
  value: change.text,
})
