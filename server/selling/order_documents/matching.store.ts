/** Variants that the lines of a paper can name: by SKU, by the SKU of the account, by barcode and by style. */
import { products, variants } from '../../../db/schema/catalogue.ts'
import { account_items } from '../../../db/schema/wholesale/account_items.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { barcodeKey, type Candidate, type Candidates, foldSku } from './matching.rules.ts'
import type { LineValue, Reading } from './reading/reading.ts'

const candidateColumns = selections(
  selection(variants, 'v', ['variant_id', 'sku', 'barcode', 'option_values', 'archived_at']),
  selection(products, 'r', ['handle', 'title']),
)
type SelectedVariant = RowOf<typeof candidateColumns>

const itemColumns = selection(account_items, 'i', ['buyer_sku', 'variant_id'])

const readItems = (sql: Sql, organization_id: string, trading_partner_id: string, skus: readonly string[]) => sql<
  RowOf<typeof itemColumns>[]
>`
  select ${itemColumns} from account_items i
  where i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}
    and i.buyer_sku = any(${[...skus]}::text[])`

interface Named {
  skus: readonly string[]
  ids: readonly string[]
  barcodes: readonly string[]
  styles: readonly string[]
}

const readVariants = (sql: Sql, organization_id: string, { skus, ids, barcodes, styles }: Named) => sql<
  SelectedVariant[]
>`
  select ${candidateColumns}
  from (
    select variant_id from variants where organization_id = ${organization_id} and sku = any(${[...skus]}::text[])
    union
    select variant_id from variants where organization_id = ${organization_id} and variant_id = any(${[...ids]}::uuid[])
    union
    select variant_id from variants
    where organization_id = ${organization_id} and ${barcodes.length}::int > 0
      and ltrim(barcode, '0') = any(${[...barcodes]}::text[])
    union
    select s.variant_id from products p
    join variants s on s.organization_id = ${organization_id} and s.product_id = p.product_id
    where p.organization_id = ${organization_id} and ${styles.length}::int > 0
      and (lower(p.handle) = any(${[...styles]}::text[]) or lower(p.title) = any(${[...styles]}::text[]))
  ) n
  join variants v on v.organization_id = ${organization_id} and v.variant_id = n.variant_id
  join products r on r.organization_id = ${organization_id} and r.product_id = v.product_id`

/** Recognised text can be a SKU that differs from another by letters that look alike. */
async function readConfusable(sql: Sql, organization_id: string): Promise<Set<string>> {
  const rows = await sql<{ sku: string }[]>`select sku from variants where organization_id = ${organization_id}`
  const seen = new Set<string>()
  const several = new Set<string>()
  for (const { sku } of rows) {
    const folded = foldSku(sku)
    if (seen.has(folded)) several.add(folded)
    seen.add(folded)
  }
  return several
}

export async function readCandidates(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  { lines, is_recognised }: Reading,
): Promise<Candidates> {
  const texts = (...names: LineValue[]) => [
    ...new Set(lines.flatMap(({ values }) => names.flatMap((name) => values[name]?.text.trim() ?? []))),
  ]
  const items = await readItems(sql, organization_id, trading_partner_id, texts('buyer_sku', 'item'))
  const [rows, confusable] = await Promise.all([
    readVariants(sql, organization_id, {
      skus: texts('sku', 'item'),
      ids: items.map(({ variant_id }) => variant_id),
      barcodes: texts('barcode', 'item')
        .map(barcodeKey)
        .filter((key) => key.length >= 6),
      styles: texts('style').map((style) => style.toLowerCase()),
    }),
    is_recognised ? readConfusable(sql, organization_id) : new Set<string>(),
  ])
  const found = rows.map(({ archived_at, ...variant }): Candidate => ({
    ...variant,
    is_archived: archived_at !== null,
  }))
  return {
    variants: found,
    buyer_skus: new Map(items.map(({ buyer_sku, variant_id }) => [buyer_sku, variant_id])),
    confusable,
  }
}
