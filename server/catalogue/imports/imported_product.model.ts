/** A product of a file on its way to a record: its rows, joined by handle, and what its diff is checked against. */
import type { FieldValue, RowValues, Values } from '../../imports/field.ts'
import type { RecordFault } from '../../imports/record_diff.ts'
import type { ProductRecord } from '../product_records/product_record.ts'
import type { productImportFields, productImportOptions } from './product_fields.ts'

/** Values of one row; metafields and custom fields are among them under their whole names. */
export type ProductRowValues = RowValues<typeof productImportFields> & { readonly [name: string]: FieldValue | null }

export interface ProductRow {
  row_number: number
  values: ProductRowValues
}

export type ProductImportOptions = Values<typeof productImportOptions>

/** Rows of the file with one handle, or a row without a handle. */
export interface ImportedProduct {
  handle: string | null
  /** For people: the handle, else the SKU. */
  name: string
  rows: readonly ProductRow[]
  /** SKUs may be repeated, and are made unique. */
  derives_skus: boolean
}

/** A record made of rows, and where its parts stand in the file. */
export interface AssembledProduct {
  record: ProductRecord
  /** The row of each variant of the record. */
  variant_rows: readonly number[]
  faults: readonly RecordFault[]
  /** Whether a row states the product itself, not a variant of it alone. */
  has_product_row: boolean
}
