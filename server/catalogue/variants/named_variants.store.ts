/** Variants that a caller, a file or a document names by id, by SKU or by barcode: one lookup for all of them. */
import type { Fragment, Sql } from '../../contract/call.ts'
import { uuidPattern } from '../../contract/schema.ts'
import type { FoundVariants } from '../../records/variant_names.rules.ts'

export interface VariantNames {
  /** In either case; a text that is no id names no variant. */
  ids?: readonly string[]
  skus?: readonly string[]
  /** Without leading zeros. */
  bare_barcodes?: readonly string[]
}

export interface NamedVariant {
  variant_id: string
  sku: string
  bare_barcode: string | null
}

const distinct = (texts: readonly string[]) => [...new Set(texts)]
const idsIn = (texts: readonly string[]) =>
  distinct(texts.filter((text) => uuidPattern.test(text)).map((id) => id.toLowerCase()))

/** Rows of NamedVariant, as a part of a statement. Each kind of name is read by an index of its own. */
export const namedVariants = (
  sql: Sql,
  organization_id: string,
  { ids = [], skus = [], bare_barcodes = [] }: VariantNames,
): Fragment => sql`
  select variant_id, sku, ltrim(barcode, '0') as bare_barcode from variants
  where organization_id = ${organization_id} and variant_id = any(${idsIn(ids)}::uuid[])
  union
  select variant_id, sku, ltrim(barcode, '0') from variants
  where organization_id = ${organization_id} and sku = any(${distinct(skus)}::text[])
  ${
    bare_barcodes.length === 0
      ? sql``
      : sql`
        union
        select variant_id, sku, ltrim(barcode, '0') from variants
        where organization_id = ${organization_id} and ltrim(barcode, '0') = any(${distinct(bare_barcodes)}::text[])`
  }`

/** As foldSku, and as the index variants_by_folded_sku has it: alike for what differs in case alone. */
const folded = (sql: Sql, text: Fragment): Fragment =>
  sql`translate(upper(regexp_replace(${text}, '[^A-Za-z0-9]', '', 'g')), 'OQDILZSGB', '000112568')`
export const foldedSku = (sql: Sql): Fragment => folded(sql, sql`v.sku`)

/** Rows of name and variant_id: variants by their SKU as it is written, else by those that differ in case alone. */
export const variantsInAnyCase = (sql: Sql, organization_id: string, names: readonly string[]): Fragment => sql`
  select n.name, v.variant_id from unnest(${distinct(names)}::text[]) n (name)
  join variants v on v.organization_id = ${organization_id} and ${foldedSku(sql)} = ${folded(sql, sql`n.name`)}
    and lower(v.sku) = lower(n.name)
  where v.sku = n.name or not exists (
    select from variants e where e.organization_id = ${organization_id} and e.sku = n.name)`

/** By id and by SKU. Rows that more is read of come from `namedVariants`, and are indexed by `variantsByName`. */
export const variantsByName = <V extends { variant_id: string; sku: string }>(
  rows: readonly V[],
): FoundVariants<V> => ({
  by_id: new Map(rows.map((row) => [row.variant_id, row])),
  by_sku: new Map(rows.map((row) => [row.sku, row])),
})

export async function findVariants(
  sql: Sql,
  organization_id: string,
  names: VariantNames,
): Promise<FoundVariants<NamedVariant> & { rows: readonly NamedVariant[] }> {
  const rows = await sql<NamedVariant[]>`${namedVariants(sql, organization_id, names)}`
  return { rows, ...variantsByName(rows) }
}
