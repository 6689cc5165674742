/**
 * Variants that the lines of a paper can name: by SKU, by the SKU of the account, by barcode and by style. Each is read by
 * an index of what the paper states, so that a large catalogue costs a paper no more than a small one.
 */
import { products, variants } from '../../../db/schema/catalogue.ts'
import { account_items } from '../../../db/schema/wholesale/account_items.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { foldedSku, namedVariants } from '../../catalogue/variants/named_variants.store.ts'
import type { Sql } from '../../contract/sql.ts'
import { identityOf } from './learned.rules.ts'
import { barcodesAmong, type Candidate, type Candidates, foldSku } from './matching.rules.ts'
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
  bare_barcodes: readonly string[]
  styles: readonly string[]
}

const readVariants = (sql: Sql, organization_id: string, { skus, ids, bare_barcodes, styles }: Named) => sql<
  SelectedVariant[]
>`
  select ${candidateColumns}
  from (
    select variant_id from (${namedVariants(sql, organization_id, { ids, skus, bare_barcodes })}) k
    union
    select s.variant_id from (
      select product_id from products
      where organization_id = ${organization_id} and lower(handle) = any(${[...styles]}::text[])
      union
      select product_id from products
      where organization_id = ${organization_id} and lower(title) = any(${[...styles]}::text[])
    ) p
    join variants s on s.organization_id = ${organization_id} and s.product_id = p.product_id
  ) n
  join variants v on v.organization_id = ${organization_id} and v.variant_id = n.variant_id
  join products r on r.organization_id = ${organization_id} and r.product_id = v.product_id`

/** Folded SKUs of the paper that several variants share: recognition can take one of them for another. */
const readConfusable = (sql: Sql, organization_id: string, folded: readonly string[]) => sql<{ folded: string }[]>`
  select ${foldedSku(sql)} as folded from variants v
  where v.organization_id = ${organization_id} and ${foldedSku(sql)} = any(${[...folded]}::text[])
  group by folded
  having count(*) > 1`

export async function readCandidates(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  { lines, is_recognised }: Reading,
  learned: ReadonlyMap<string, string> = new Map(),
): Promise<Candidates> {
  const texts = (...names: LineValue[]) => [
    ...new Set(lines.flatMap(({ values }) => names.flatMap((name) => values[name]?.text.trim() ?? []))),
  ]
  const items = await readItems(sql, organization_id, trading_partner_id, texts('buyer_sku', 'item'))
  const skus = texts('sku', 'item')
  const keys = new Set(lines.map(({ values }) => identityOf(values)))
  const named = new Map([...learned].filter(([key]) => keys.has(key)))
  const [rows, confusable] = await Promise.all([
    readVariants(sql, organization_id, {
      // A further column may name another item than the first.
      skus: [...new Set([...skus, ...texts('buyer_sku', 'style', 'description')])],
      ids: [...items.map(({ variant_id }) => variant_id), ...named.values()],
      bare_barcodes: barcodesAmong(texts('barcode', 'item', 'buyer_sku')),
      styles: texts('style', 'description').map((style) => style.toLowerCase()),
    }),
    is_recognised ? readConfusable(sql, organization_id, [...new Set(skus.map(foldSku))]) : [],
  ])
  const candidates = rows.map(({ archived_at, ...variant }): Candidate => ({
    ...variant,
    is_archived: archived_at !== null,
  }))
  return {
    variants: candidates,
    buyer_skus: new Map(items.map(({ buyer_sku, variant_id }) => [buyer_sku, variant_id])),
    confusable: new Set(confusable.map(({ folded }) => folded)),
    learned: named,
  }
}
