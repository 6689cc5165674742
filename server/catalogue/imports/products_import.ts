/** The import of products with their variants. A record is the rows of one product, joined by its handle. */
import { type Claim, importKind } from '../../imports/kind.ts'
import type { UndoOutcome } from '../../imports/record_diff.ts'
import type { ProductUndo, ProductWrite } from '../product_records/batch.model.ts'
import { undoProducts } from '../product_records/undo_products.ts'
import { writeProducts } from '../product_records/write_products.ts'
import { findCustomFields } from './custom_fields.ts'
import type { ImportedProduct, ProductImportOptions, ProductRowValues } from './imported_product.model.ts'
import { diffImportedProducts } from './diff_imported_products.ts'
import { productFamilies, productImportFields, productImportOptions } from './product_fields.ts'
import { isSkipped, variantRowsOf } from './product_rows.rules.ts'
import { normalText } from '../../records/texts.ts'

/** null: the rows were written with those of another record. */
interface ImportedUndo {
  product: ProductUndo | null
}

export const productsImport = importKind({
  name: 'products',
  title: 'Products',
  description:
    'Products with their variants, options, prices, images and metafields. A product is found by its handle, else by the SKU of one of its variants, and a variant by its SKU. Blank cells leave what stands. Variants and metafields that the file does not name stay as they are.',
  fields: productImportFields,
  options: productImportOptions,
  field_families: productFamilies,
  findFields: findCustomFields,
  join_by: 'handle',
  joins_apart: true,
  toRecord({ rows, row_number }, { repeated_skus }) {
    const own = rows.map((row) => ({ row_number: row.row_number, values: row.values as ProductRowValues }))
    const importedRows = own.filter((row) => !isSkipped(row))
    const handle = own[0]!.values.handle
    const sku = importedRows.find(({ values }) => values.sku !== null)?.values.sku ?? null
    const name = handle ?? sku ?? own[0]!.values.title ?? `Row ${row_number}`
    const derives_skus = repeated_skus === 'derive'
    return { handle, name, rows: importedRows, derives_skus } satisfies ImportedProduct
  },
  nameOf: ({ name }) => name,
  keyOf: keyOfProduct,
  claimsOf: skusOf,
  diff: (sql, context, records) =>
    diffImportedProducts(sql, { ...context, options: context.options as ProductImportOptions }, records),
  async write(sql, context, writes) {
    const own = writes.filter((write): write is ProductWrite => write !== null)
    const undos = (await writeProducts(sql, context, own)).map(({ undo }) => undo)
    let place = 0
    return writes.map((write) => ({
      undo: { product: write === null ? null : undos[place++]! } satisfies ImportedUndo,
    }))
  },
  analyze: (sql) => sql`analyze products, variants`,
  async undo(sql, context, undos) {
    const own = undos.flatMap(({ product }) => product ?? [])
    const outcomes = await undoProducts(sql, context, own)
    let place = 0
    return undos.map(({ product }): UndoOutcome => (product === null ? { outcome: 'unchanged' } : outcomes[place++]!))
  },
})

/** Rows that only have variants need not follow the row of their product. */
function keyOfProduct({ handle, rows, name }: ImportedProduct): string | null {
  if (rows.length === 0) return null
  const isWhole = rows.some(({ values }) => values.row_type !== 'variant' && values.row_type !== 'image')
  if (handle !== null && isWhole) return JSON.stringify([handle])
  const first = variantRowsOf(rows)[0]
  return handle === null
    ? JSON.stringify([null, name])
    : JSON.stringify([handle, first?.values.sku ?? rows[0]!.row_number])
}

/** An organisation has one variant with a SKU. */
function skusOf({ rows, derives_skus }: ImportedProduct): Claim[] {
  if (derives_skus) return []
  return variantRowsOf(rows).flatMap(({ row_number, values: { sku } }) =>
    sku === null ? [] : { key: normalText(sku), field: 'sku', value: sku, row_number },
  )
}
