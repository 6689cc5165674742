/**
 * Compares the products of a batch of a file. Rows of one product that are not adjacent in the batch are put together: they
 * become one write, and each of their records has its outcome.
 */
import type { Sql } from '../../contract/sql.ts'
import { canWrite } from '../../imports/can_write.ts'
import type { ImportContext } from '../../imports/kind.ts'
import type { FieldChange, RecordFault, RecordDiff } from '../../imports/record_diff.ts'
import type { ProductWrite } from '../product_records/batch.model.ts'
import { diffProducts } from '../product_records/diff_products.ts'
import type { ProductRecord } from '../product_records/product_record.ts'
import { completeProducts, type CompletedProduct } from './complete_products.ts'
import type { ImportedProduct, ProductImportOptions } from './imported_product.model.ts'
import { assembleProduct } from './product_rows.rules.ts'
import { withChangedPrices } from './prices_changed_here.ts'
import { withUniqueSkus } from './repeated_skus.ts'
import { normalText } from '../../records/texts.ts'

/** null: the rows are part of a product that another record of the batch writes. */
export type ImportedWrite = ProductWrite | null

type Diff = RecordDiff<ProductWrite>

export async function diffImportedProducts(
  sql: Sql,
  context: ImportContext<ProductImportOptions>,
  imported: readonly ImportedProduct[],
): Promise<readonly RecordDiff<ImportedWrite>[]> {
  const { merged, place } = mergeByHandle(imported)
  const isEmpty = merged.map(({ rows }) => rows.length === 0)
  const assembled = merged.map((one) => assembleProduct(one, context.options))
  const isDeriving = context.options.repeated_skus === 'derive'
  const unique = isDeriving ? await withUniqueSkus(sql, context.organization_id, assembled) : assembled
  const completed = await completeProducts(sql, context.organization_id, unique)
  const sound = completed.filter(({ faults }, at) => faults.length === 0 && !isEmpty[at])
  const how = { creates_references: context.options.new_categories === 'create', locks: await canWrite(sql) }
  const compare = (records: readonly ProductRecord[]) => diffProducts(sql, context, records, how)
  const first = await compare(sound.map(({ record }) => record))
  const diffs = await withChangedPrices(
    sql,
    context,
    sound.map((product, i) => ({ product, diff: first[i]! })),
    context.options.changed_here === 'keep',
    compare,
  )
  const diffOf = new Map(sound.map((one, i) => [one, explain(one, diffs[i]!)]))
  const outcomes = completed.map((one, at): Diff =>
    isEmpty[at] ? { outcome: 'unchanged' } : (diffOf.get(one) ?? { outcome: 'refused', faults: one.faults }),
  )
  const written = new Set<number>()
  const isAlone = (at: number) => place.indexOf(at) === place.lastIndexOf(at)
  return imported.map((one, i) => {
    const at = place[i]!
    const diff = outcomes[at]!
    const own = isAlone(at) ? diff : partOf(one, place.indexOf(at) === i, completed[at]!, diff)
    if (!('write' in own) || !written.has(at)) {
      if ('write' in own) written.add(at)
      return own
    }
    return { ...own, write: null }
  })
}

/**
 * The part of a diff that concerns the rows of one record: its own variants, and the product if the record comes first.
 */
function partOf({ rows }: ImportedProduct, isFirst: boolean, whole: CompletedProduct, diff: Diff): Diff {
  if (diff.outcome !== 'changed') return diff
  const numbers = new Set(rows.map(({ row_number }) => row_number))
  const { variants = [] } = whole.record
  const skusWhere = (isOwn: boolean) =>
    new Set(
      variants.flatMap(({ sku = '' }, at) => (numbers.has(whole.variant_rows[at]!) === isOwn ? [normalText(sku)] : [])),
    )
  const [own, others] = [skusWhere(true), skusWhere(false)]
  const changes = diff.changes.filter(({ field, value }) => {
    const sku = field === 'variants' ? value : /^variants\[(.*)\]\.[a-z_]+(?:\..*)?$/.exec(field)?.[1]
    return isFirst ? !others.has(sku ?? '') : own.has(sku ?? '')
  })
  return changes.length === 0 ? { outcome: 'unchanged' } : { ...diff, changes }
}

/** `place`: where each of the imported products went. */
function mergeByHandle(imported: readonly ImportedProduct[]): { merged: ImportedProduct[]; place: number[] } {
  const merged: ImportedProduct[] = []
  const byHandle = new Map<string, number>()
  const place = imported.map((one) => {
    const known = one.handle === null ? undefined : byHandle.get(one.handle)
    if (known !== undefined) {
      merged[known] = { ...merged[known]!, rows: [...merged[known]!.rows, ...one.rows] }
      return known
    }
    if (one.handle !== null) byHandle.set(one.handle, merged.length)
    return merged.push(one) - 1
  })
  return { merged, place }
}

/** Fields of records by the name that the file's fields have. */
const fileFields: Readonly<Record<string, string>> = {
  price_cents: 'price',
  compare_at_price_cents: 'compare_at_price',
  title: 'variant_title',
  option_values: 'option1_value',
}
const productFileFields: Readonly<Record<string, string>> = {
  options: 'option1_name',
  gallery_images: 'image_url',
  variants: 'sku',
}

const variantField = /^variants\[(\d+)\]\.(.+)$/

function explain(one: CompletedProduct, diff: Diff): Diff {
  if (diff.outcome === 'refused') return { outcome: 'refused', faults: diff.faults.map((fault) => faultOf(one, fault)) }
  if (diff.outcome !== 'changed') return diff
  const skuFault = takenSku(one, diff.changes)
  return skuFault === null ? diff : { outcome: 'refused', faults: [skuFault] }
}

function faultOf({ variant_rows, has_product_row, derived }: CompletedProduct, fault: RecordFault): RecordFault {
  const [, at, field] = variantField.exec(fault.field) ?? []
  if (at === undefined) {
    if (fault.field === 'title' && !has_product_row)
      return {
        field: 'handle',
        rule: 'is of a product that is neither in the catalogue nor in the file',
        value: fault.value,
      }
    const name = fault.field.replace(/\[\d+\]$/, '')
    return { ...fault, field: productFileFields[name] ?? name }
  }
  const row_number = variant_rows[Number(at)]!
  if (field === 'sku' && derived.has(Number(at)))
    return { ...fault, rule: `is blank, and the SKU made from handle and options ${fault.rule}`, field, row_number }
  return { ...fault, field: fileFields[field!] ?? field!, row_number }
}

/** A derived SKU that belongs to a variant with other options would turn that one into this. */
function takenSku(
  { record, derived, variant_rows }: CompletedProduct,
  changes: readonly FieldChange[],
): RecordFault | null {
  for (const at of derived) {
    const sku = record.variants![at]!.sku!
    const change = changes.find(({ field }) => field === `variants[${sku}].option_values`)
    if (change === undefined) continue
    const rule = `is blank, and the SKU made from handle and options belongs to the variant ${change.previous_value ?? 'without options'}`
    return { field: 'sku', rule, value: sku, row_number: variant_rows[at]! }
  }
  return null
}
