/** Stored products of a batch: their options, and their variants by option values. */
import { products, variants } from '../../../db/schema/catalogue.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { normalText } from '../../records/texts.ts'

const productColumns = selection(products, 'p', ['product_id', 'handle', 'options'])
export type StoredOptions = RowOf<typeof productColumns>

const variantColumns = selections(
  selection(products, 'p', ['handle']),
  selection(variants, 'v', ['variant_id', 'sku', 'shared_sku', 'option_values']),
)
export type StoredChoice = RowOf<typeof variantColumns>

const distinct = (texts: readonly string[]) => [...new Set(texts.map(normalText))]

/** Products by handle, and those of variants by SKU. */
export const readStoredOptions = (
  sql: Sql,
  organization_id: string,
  handles: readonly string[],
  skus: readonly string[],
) => sql<(StoredOptions & { sku: string | null })[]>`
  select ${productColumns}, null::text as sku from products p
  where p.organization_id = ${organization_id} and p.handle = any(${distinct(handles)}::text[])
  union all
  select ${productColumns}, v.sku from variants v
  join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
  where v.organization_id = ${organization_id} and v.sku = any(${distinct(skus)}::text[])`

/** Every variant of the products with these handles. */
export const readChoices = (sql: Sql, organization_id: string, handles: readonly string[]) => sql<StoredChoice[]>`
  select ${variantColumns} from products p
  join variants v on v.organization_id = p.organization_id and v.product_id = p.product_id
  where p.organization_id = ${organization_id} and p.handle = any(${distinct(handles)}::text[])`

/** Variants that have one of these SKUs, or share it in the system that they came from. */
export const readNamedSkus = (sql: Sql, organization_id: string, skus: readonly string[]) => sql<StoredChoice[]>`
  select ${variantColumns} from (
    select variant_id from variants
    where organization_id = ${organization_id} and sku = any(${distinct(skus)}::text[])
    union
    select variant_id from variants
    where organization_id = ${organization_id} and shared_sku = any(${distinct(skus)}::text[])
  ) n
  join variants v on v.organization_id = ${organization_id} and v.variant_id = n.variant_id
  join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id`
