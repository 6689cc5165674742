/**
 * Proves that the stock of variants and products, with what is not folded yet, equals their levels. One statement for each
 * organisation and kind of row, and so of one moment.
 */
import type { Sql } from '../../contract/sql.ts'
import { assembledUnits } from '../../ledger/parts.sql.ts'
import { runStatement } from '../../tables/page.ts'
import { placesOfProducts, stockOfProducts, suppliersOfProducts } from '../product_figures/product_figures.sql.ts'
import { stockSumList, withCover } from './stock_sums.sql.ts'
import { stockOfVariants } from './variant_stock.sql.ts'

const shownMax = 20

export interface WrongStock {
  organization_id: string
  row_type: 'variant' | 'product'
  id: string
  /** As JSON; null where there is none. */
  found: string | null
  expected: string | null
}

const names = ['on_hand', 'cost', 'has_uncosted', 'committed', 'incoming', 'available', 'days_of_cover', 'health']
const columns = names.join(', ')
const listed = (of: string, more: readonly string[] = []) =>
  `(${[...names, ...more].map((name) => `${of}.${name}`).join(', ')})`

const ofVariants = `
  with kept as materialized (${stockOfVariants}), actual as materialized (${withCover(
    `
    select y.*, b.units as assembled from (
      select v.variant_id, ${stockSumList}
      from variants v
      left join stock_levels l on l.organization_id = $1 and l.variant_id = v.variant_id
      where v.organization_id = $1 group by v.variant_id
    ) y left join (${assembledUnits('$1')}) b on b.variant_id = y.variant_id`,
    'z.assembled',
  )})
  select 'variant' as row_type, variant_id as id, to_jsonb(k)::text as found, to_jsonb(a)::text as expected
  from (select variant_id, ${columns} from kept) k full join (select variant_id, ${columns} from actual) a using (variant_id)
  where ${listed('k')} is distinct from ${listed('a')}
  order by variant_id limit ${shownMax}`

const lists = ['location_ids', 'supplier_ids']

const ofProducts = `
  with stocked as materialized (${stockOfProducts}), placed as materialized (${placesOfProducts}
  ), supplied as materialized (${suppliersOfProducts}
  ), kept as materialized (
    select product_id, ${columns}, ${lists.join(', ')} from stocked join placed using (product_id) join supplied using (product_id)
  ), actual as materialized (
    select q.product_id, ${columns}, q.location_ids, array(select distinct sv.supplier_id
      from variants v join supplier_variants sv on sv.organization_id = $1 and sv.variant_id = v.variant_id
      where v.organization_id = $1 and v.product_id = q.product_id order by 1) as supplier_ids
    from (${withCover(`
      select p.product_id, ${stockSumList}, array_remove(array_agg(distinct case
        when l.on_hand <> 0 or l.committed <> 0 or l.incoming <> 0 then l.location_id end), null) as location_ids
      from products p
      left join variants v on v.organization_id = $1 and v.product_id = p.product_id
      left join stock_levels l on l.organization_id = $1 and l.variant_id = v.variant_id
      where p.organization_id = $1 group by p.product_id`)}) q
  )
  select 'product' as row_type, product_id as id, to_jsonb(k)::text as found, to_jsonb(a)::text as expected
  from kept k full join actual a using (product_id)
  where a.product_id is not null and ${listed('k', lists)} is distinct from ${listed('a', lists)}
  order by product_id limit ${shownMax}`

/** Rows that differ, the first ones of each organisation. */
export async function verifyVariantStock(sql: Sql, only?: string): Promise<WrongStock[]> {
  const organizations = await sql<{ organization_id: string }[]>`
    select organization_id from organizations
    where ${only ?? null}::uuid is null or organization_id = ${only ?? null}::uuid order by organization_id`
  const wrongStock: WrongStock[] = []
  for (const { organization_id } of organizations)
    for (const text of [ofVariants, ofProducts]) {
      const wrong = await runStatement<Omit<WrongStock, 'organization_id'>>(sql, { text, params: [organization_id] })
      wrongStock.push(...wrong.map((one) => ({ organization_id, ...one })))
    }
  return wrongStock
}
