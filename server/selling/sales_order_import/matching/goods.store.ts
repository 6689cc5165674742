/** Variants that the lines of a batch can mean. Names are looked up only of lines whose ids and SKUs say nothing. */
import { products, variants } from '../../../../db/schema/catalogue.ts'
import { type RowOf, selection, selections } from '../../../../db/sql/selection.ts'
import { namedVariants, variantsByName } from '../../../catalogue/variants/named_variants.store.ts'
import type { Fragment, Sql } from '../../../contract/sql.ts'
import { catalogueCost } from '../../../ledger/bundles/parts.ts'
import { bareBarcode } from '../../../records/variant_names.rules.ts'
import type { LineRecord } from '../reading/order_record.ts'
import type { FoundGoods, FoundVariant, NamedLine } from './match_line.rules.ts'
import { indexGoods, productKeysOf } from './name_match.rules.ts'
import { isPlaceholder, placeholderSkus } from './placeholders.ts'

const nameColumns = selections(
  selection(variants, 'v', ['product_id', 'title', 'option_values']),
  selection(products, 'r', ['handle', 'title as product_title']),
)

type GoodsRow = FoundVariant & RowOf<typeof nameColumns> & { shared_sku: string | null; bare_barcode: string | null }

/** Variants that have one of the SKUs, or share it where they came from. */
const named = (sql: Sql, organization_id: string, names: { ids: readonly string[]; skus: readonly string[] }) => sql`
  select k.variant_id from (${namedVariants(sql, organization_id, names)}) k
  union
  select variant_id from variants
  where organization_id = ${organization_id} and shared_sku = any(${names.skus}::text[])`

/** `chosen` answers variant_id. */
const readRows = (sql: Sql, organization_id: string, chosen: Fragment) => sql<GoodsRow[]>`
  select v.variant_id, v.sku, v.shared_sku, v.archived_at is not null as is_archived, ltrim(v.barcode, '0') as bare_barcode,
    case when r.currency = g.currency then (${catalogueCost(sql, organization_id)})::text end as unit_cost,
    case when r.currency = g.currency then coalesce(v.compare_at_price_cents, v.price_cents)::float8 end
      as regular_price_cents,
    ${nameColumns}
  from (${chosen}) n
  join variants v on v.organization_id = ${organization_id} and v.variant_id = n.variant_id
  join products r on r.organization_id = ${organization_id} and r.product_id = v.product_id
  join organizations g on g.organization_id = ${organization_id}`

const distinct = (texts: readonly (string | null)[]) => [...new Set(texts.flatMap((text) => text ?? []))]

/** Variants that are called so, by barcode or by the title or the handle of their product, and placeholders of the lines. */
function readNamed(sql: Sql, organization_id: string, lines: readonly NamedLine[]): Promise<GoodsRow[]> {
  const names = new Map(
    lines.flatMap(({ product_name, variant_name }) =>
      product_name === null ? [] : [[JSON.stringify([product_name, variant_name]), { product_name, variant_name }]],
    ),
  )
  const keys = [...names.values()].map(productKeysOf)
  const titles = distinct(keys.flatMap((key) => key.titles))
  const handles = distinct(keys.flatMap((key) => key.handles))
  const bare_barcodes = distinct(lines.map(({ barcode }) => (barcode === null ? null : bareBarcode(barcode))))
  const skus = distinct(lines.flatMap(placeholderSkus))
  return readRows(
    sql,
    organization_id,
    sql`
      select k.variant_id from (${namedVariants(sql, organization_id, { skus, bare_barcodes })}) k
      union
      select s.variant_id from (
        select product_id from products
        where organization_id = ${organization_id} and lower(handle) = any(${handles}::text[])
        union
        select product_id from products
        where organization_id = ${organization_id} and lower(title) = any(${titles}::text[])
      ) p
      join variants s on s.organization_id = ${organization_id} and s.product_id = p.product_id`,
  )
}

/** Rows by a text that some of them have. */
function grouped(all: readonly GoodsRow[], textOf: (row: GoodsRow) => string | null): Map<string, GoodsRow[]> {
  const groups = new Map<string, GoodsRow[]>()
  for (const row of all) {
    const text = textOf(row)
    if (text !== null) groups.set(text, [...(groups.get(text) ?? []), row])
  }
  return groups
}

export async function readGoods(sql: Sql, organization_id: string, lines: readonly LineRecord[]): Promise<FoundGoods> {
  const skus = distinct(lines.map(({ sku, variant_id }) => (variant_id === null ? sku : null)))
  const ids = distinct(lines.map(({ variant_id }) => variant_id))
  const exact = await readRows(sql, organization_id, named(sql, organization_id, { ids, skus }))
  const shared = new Set(exact.map(({ shared_sku }) => shared_sku))
  const known = new Set(exact.flatMap(({ sku }) => (shared.has(sku) ? [] : sku)))
  const open = lines.filter(
    ({ sku, variant_id, other }) =>
      other?.is_stated === true || (variant_id === null && (sku === null || !known.has(sku))),
  )
  const called = open.length === 0 ? [] : await readNamed(sql, organization_id, open)
  const all = [...new Map([...exact, ...called].map((row) => [row.variant_id, row])).values()]
  return {
    ...variantsByName<FoundVariant>(all),
    by_shared_sku: grouped(all, ({ shared_sku }) => shared_sku),
    by_barcode: grouped(all, ({ bare_barcode }) => bare_barcode),
    by_name: indexGoods(called.filter(({ sku }) => !isPlaceholder(sku))),
  }
}
