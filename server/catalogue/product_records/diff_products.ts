/** Compares a batch of product records with what is stored: what each creates or changes, or why it is refused. */
import { uuidv7 } from 'uuidv7'
import { limits } from '../../contract/limits.ts'
import type { Sql } from '../../contract/sql.ts'
import type { RecordFault, RecordDiff, WriteContext } from '../../imports/record_diff.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { findProducts, readFacts, type StoredProduct } from './facts.store.ts'
import {
  type Batch,
  type Change,
  type Draft,
  indexFacts,
  type ProductUndo,
  type ProductWrite,
  shownChange,
  type TimelineEntry,
} from './batch.model.ts'
import { diffListings, diffMetafields, diffRow } from './product.rules.ts'
import { diffVariants } from './variants.rules.ts'
import type { ProductDiffOptions, ProductRecord, VariantRecord } from './product_record.ts'
import { normalText } from '../../records/texts.ts'

/**
 * Takes up to limits.product_batch_variants_max variants. The products concerned are locked in id order until the
 * transaction ends, so that the diff still holds when it is written; a preview on a connection that cannot
 * write sets `locks: false`.
 */
export async function diffProducts(
  sql: Sql,
  context: WriteContext,
  records: readonly ProductRecord[],
  { creates_references = false, creates_only = false, locks = true }: ProductDiffOptions = {},
): Promise<readonly RecordDiff<ProductWrite>[]> {
  const rows = records.reduce((sum, { variants = [] }) => sum + variants.length + 1, 0)
  return inBulk(sql, rows, async () => {
    const { organization_id } = context
    const productIds = await findProducts(sql, organization_id, records, locks)
    const known = indexFacts(await readFacts(sql, organization_id, records, productIds))
    const seen = { products: new Set<string>(), handles: new Set<string>(), skus: new Set<string>() }
    const batch: Batch = { context, known, creates_references, creates_only, ...seen }
    return records.map((record) => diffProduct(batch, record))
  })
}

export function diffProduct(batch: Batch, record: ProductRecord): RecordDiff<ProductWrite> {
  const target = findTarget(batch, record)
  if ('field' in target) return { outcome: 'refused', faults: [target] }
  const { stored } = target
  const draft: Draft = { product_id: stored?.product_id ?? uuidv7(), stored, faults: [], changes: [] }
  if (batch.products.has(draft.product_id)) {
    const value = record.handle ?? record.product_id ?? stored?.title ?? null
    return { outcome: 'refused', faults: [{ field: 'product_id', rule: 'is repeated', value }] }
  }
  batch.products.add(draft.product_id)
  if ((record.variants?.length ?? 0) > limits.product_variants_max) {
    const rule = `must be at most ${limits.product_variants_max.toLocaleString('en-US')}`
    return { outcome: 'refused', faults: [{ field: 'variants', rule, value: String(record.variants!.length) }] }
  }
  const [row, new_references] = diffRow(batch, draft, record)
  const metafields = diffMetafields(batch, draft, record)
  const listings = diffListings(batch, draft, record)
  const variantWrites = diffVariants(batch, draft, row, record)
  const { product_id, faults, changes } = draft
  if (faults.length > 0) return { outcome: 'refused', faults }
  const is_new = stored === null
  if (!is_new && changes.length === 0 && variantWrites.variants.length === 0) return { outcome: 'unchanged' }
  const created = new Set(variantWrites.variants.flatMap((one) => (one.is_new ? [one.variant_id] : [])))
  const write: ProductWrite = {
    product_id,
    is_new,
    product: is_new || changes.some(({ variant }) => variant === null) ? row : null,
    new_references,
    metafields,
    listings,
    ...variantWrites,
    events: eventsOf(draft, is_new, variantWrites.variants, created),
    undo: undoOf(draft, is_new, variantWrites.variants, created),
  }
  if (is_new) return { outcome: 'created', write }
  const shown = changes.filter(({ variant }) => variant === null || !created.has(variant.variant_id)).map(shownChange)
  const added = variantWrites.variants.filter((one) => one.is_new)
  const joined = added.map(({ row: { sku } }) => ({ field: 'variants', previous_value: null, value: sku }))
  return { outcome: 'changed', changes: [...shown, ...joined], write }
}

function findTarget(
  { known, creates_only }: Batch,
  record: ProductRecord,
): { stored: StoredProduct | null } | RecordFault {
  if (record.product_id !== undefined) {
    const stored = known.products.get(record.product_id.toLowerCase())
    if (stored !== undefined) return { stored }
    return { field: 'product_id', rule: 'must be a product of this organisation', value: record.product_id }
  }
  if (creates_only && record.variants?.every(({ variant_id }) => variant_id === undefined) !== false)
    return { stored: null }
  if (typeof record.handle === 'string')
    return { stored: known.products_by_handle.get(normalText(record.handle)) ?? null }
  for (const { variant_id, sku } of record.variants ?? []) {
    const variant =
      variant_id === undefined
        ? known.variants_by_sku.get(normalText(sku ?? ''))
        : known.variants.get(variant_id.toLowerCase())
    const stored = variant && known.products.get(variant.product_id)
    if (stored !== undefined) return { stored }
  }
  // A new product has no variant with an id.
  const at = record.variants?.findIndex(({ variant_id }) => variant_id !== undefined) ?? -1
  if (at < 0) return { stored: null }
  const value = record.variants![at]!.variant_id!
  return { field: `variants[${at}].variant_id`, rule: 'must be a variant of this organisation', value }
}

/** One event for each created product or variant, and one for each changed field. */
function eventsOf(
  { product_id, changes }: Draft,
  is_new: boolean,
  variants: ProductWrite['variants'],
  created: ReadonlySet<string>,
): TimelineEntry[] {
  const creation = (variant_id: string | null): TimelineEntry => ({
    product_id,
    variant_id,
    kind: 'created',
    field: null,
    previous_value: null,
    value: null,
  })
  const changesToRecord = changes.filter(({ variant }) =>
    variant === null ? !is_new : !created.has(variant.variant_id),
  )
  return [
    ...(is_new ? [creation(null)] : []),
    ...variants.filter((one) => one.is_new).map(({ variant_id }) => creation(variant_id)),
    ...changesToRecord.map(({ variant, kind, field, key, previous_text, text }) => ({
      product_id,
      variant_id: variant?.variant_id ?? null,
      kind,
      field: eventField(field, key),
      previous_value: previous_text,
      value: text,
    })),
  ]
}

function eventField(field: string, key: string | undefined): string {
  if (field === 'is_archived') return 'status'
  if (key === undefined) return field
  return field === 'custom_fields' ? key : `${field}.${key}`
}

function undoOf(
  { product_id, changes }: Draft,
  is_new: boolean,
  variants: ProductWrite['variants'],
  created: ReadonlySet<string>,
): ProductUndo {
  const changesToUndo = changes.filter(({ variant }) => variant === null || !created.has(variant.variant_id))
  const skus = new Map(variants.map(({ variant_id, row: { sku } }) => [variant_id, sku]))
  const without = (record: ProductRecord): ProductRecord => ({ product_id, ...record })
  return {
    product_id,
    is_new,
    created_variant_ids: [...created],
    written: without(recordOf(changes, ({ value }) => value, skus)),
    previous: is_new ? { product_id } : without(recordOf(changesToUndo, ({ previous }) => previous, new Map())),
  }
}

/** The record that states one side of the changes. */
function recordOf(
  changes: readonly Change[],
  side: (change: Change) => unknown,
  skus: ReadonlyMap<string, string>,
): ProductRecord {
  const record: Record<string, unknown> = {}
  const variants = new Map<string, Record<string, unknown>>()
  for (const [variant_id, sku] of skus) variants.set(variant_id, { variant_id, sku })
  for (const change of changes) {
    const { variant, field, key } = change
    let holder = record
    if (variant !== null) {
      holder = variants.get(variant.variant_id) ?? { variant_id: variant.variant_id }
      variants.set(variant.variant_id, holder)
    }
    if (key === undefined) holder[field] = side(change)
    else holder[field] = { ...(holder[field] as object | undefined), [key]: side(change) }
  }
  if (variants.size > 0) record.variants = [...variants.values()] as unknown as VariantRecord[]
  return record as ProductRecord
}
