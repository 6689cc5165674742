/** The basket in the database. Writes of many items lock the whole basket. */
import { purchase_basket_items } from '../../../db/schema/purchase_orders.ts'
import { recordset, type RecordsetRow } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type BasketSource } from '../known_values.ts'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'

const basketColumns = selection(purchase_basket_items, 'b', [
  'item_id',
  'variant_id',
  'location_id',
  'quantity',
  'source',
  'supplier_id as named_supplier_id',
  'reason',
])
/** `named_supplier_id` is the supplier chosen on the item; null for the variant's primary supplier. */
export interface BasketRow extends RowOf<typeof basketColumns> {
  sku: string
  /** The item's own supplier, or else the variant's primary supplier. */
  supplier_id: string | null
}

/** Locks and reads the basket. The advisory lock also blocks inserts, which row locks could not do. */
export async function lockBasket(sql: Sql, organization_id: string): Promise<BasketRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`purchase basket ${organization_id}`}, 0))`
  const rows = await sql<BasketRow[]>`
    select ${basketColumns}, v.sku, coalesce(b.supplier_id, sp.supplier_id) as supplier_id
    from purchase_basket_items b
    join variants v on v.organization_id = b.organization_id and v.variant_id = b.variant_id
    left join supplier_variants sp on sp.organization_id = b.organization_id and sp.variant_id = b.variant_id
      and sp.is_primary
    where b.organization_id = ${organization_id}
    order by b.item_id for update of b`
  return [...rows]
}

const itemRows = recordset(purchase_basket_items, [
  'item_id',
  'variant_id',
  'location_id',
  'supplier_id',
  'quantity',
  'reason',
])
const itemsMax = limits.purchase_basket_items_max.toLocaleString('en-US')
export const basketFull = `The basket would hold more than ${itemsMax} items.`

export type ItemToWrite = Omit<RecordsetRow<typeof itemRows>, 'item_id'>

/** Adds items, replacing those for the same variant and location. The caller holds the basket lock. */
export async function writeItems(
  sql: Sql,
  organization_id: string,
  now: string,
  source: BasketSource,
  items: readonly ItemToWrite[],
): Promise<void> {
  if (items.length === 0) return
  const rows = items.map((item) => ({ item_id: uuidv7(), ...item }))
  await sql`
    insert into purchase_basket_items as b (organization_id, source, created_at, updated_at, ${itemRows.names})
    select ${organization_id}, ${source}, ${now}, ${now}, ${itemRows.values} from ${itemRows.from(rows)}
    on conflict (organization_id, variant_id, location_id) do update set supplier_id = excluded.supplier_id,
      quantity = excluded.quantity, source = excluded.source, reason = excluded.reason, updated_at = excluded.updated_at`
  const [basket] = await sql<{ items: number }[]>`
    select count(*)::int as items from purchase_basket_items where organization_id = ${organization_id}`
  if (basket!.items <= limits.purchase_basket_items_max) return
  refuse('conflict', {
    desc: `A basket holds at most ${itemsMax} items; this request would make ${basket!.items.toLocaleString('en-US')}. Order or remove some items first, or limit the request to one supplier or location.`,
  })
}

export async function removeItems(sql: Sql, organization_id: string, item_ids: readonly string[]): Promise<void> {
  if (item_ids.length === 0) return
  await sql`
    delete from purchase_basket_items
    where organization_id = ${organization_id} and item_id = any(${arrayLiteral(item_ids)}::uuid[])`
}
