/** Uses of a location that prevent archiving it. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { literals } from '../../../db/sql/fragment.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'

const namedMax = limits.location_uses_named_max

/** Order states that still concern their locations: every state but the last three. */
const unfinished = literals(['draft', 'approved', 'issued', 'partially_delivered'])

export interface LocationUse {
  location_id: string
  kind: string
  id: string
  name: string
}

const noun: Record<string, string> = {
  stock: 'stock of',
  hold: 'units held of',
  purchase_order: 'purchase order',
  stocktake: 'open stocktake',
  return: 'expected return',
  basket_item: 'basket item',
  warehouse_connection: 'warehouse connection',
}

/** The first uses of each kind, of each location; one row more than is named shows that there are others. */
export const findLocationUses = async (
  sql: Sql,
  organization_id: string,
  location_ids: readonly string[],
): Promise<readonly LocationUse[]> =>
  location_ids.length === 0
    ? []
    : await sql<LocationUse[]>`
  select lo.location_id, u.kind, u.id, u.name
  from unnest(${arrayLiteral(location_ids)}::uuid[]) lo (location_id)
  cross join lateral (
    (select 'stock' as kind, v.variant_id::text as id, v.sku as name
      from stock_levels l join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
      where l.organization_id = ${organization_id} and l.location_id = lo.location_id and l.on_hand <> 0
      order by l.variant_id limit ${namedMax + 1})
    union all
    (select 'hold', v.variant_id::text, v.sku
      from stock_levels l join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
      where l.organization_id = ${organization_id} and l.location_id = lo.location_id and l.committed <> 0
      order by l.variant_id limit ${namedMax + 1})
    union all
    (select 'purchase_order', o.purchase_order_id::text, o.name from purchase_orders o
      where o.organization_id = ${organization_id} and o.status in (${unfinished})
        and (o.location_id = lo.location_id or o.source_location_id = lo.location_id)
      order by o.name, o.purchase_order_id limit ${namedMax + 1})
    union all
    (select 'stocktake', s.stocktake_id::text, s.name
      from stocktakes s
      join stocktake_locations sl on sl.organization_id = s.organization_id and sl.stocktake_id = s.stocktake_id
      where s.organization_id = ${organization_id} and s.status = 'open' and sl.location_id = lo.location_id
      order by s.name, s.stocktake_id limit ${namedMax + 1})
    union all
    (select 'return', r.return_id::text, r.name from returns r
      where r.organization_id = ${organization_id} and r.location_id = lo.location_id
        and r.state in ('expected', 'partially_received')
      order by r.name, r.return_id limit ${namedMax + 1})
    union all
    (select 'basket_item', b.item_id::text, v.sku
      from purchase_basket_items b
      join variants v on v.organization_id = b.organization_id and v.variant_id = b.variant_id
      where b.organization_id = ${organization_id} and b.location_id = lo.location_id
      order by v.sku, b.item_id limit ${namedMax + 1})
    union all
    (select 'warehouse_connection', c.connection_id::text, c.name from warehouse_connections c
      where c.organization_id = ${organization_id} and c.location_id = lo.location_id and c.is_active
      order by c.name, c.connection_id limit ${namedMax + 1})
  ) u`

/** `stock of COAT-M and COAT-L; purchase order PO-1001`. */
export function usesInWords(uses: readonly LocationUse[]): string {
  const kinds = [...new Set(uses.map(({ kind }) => kind))]
  return kinds
    .map((kind) => {
      const names = uses.filter((use) => use.kind === kind).map(({ name }) => name)
      const others = names.length > namedMax ? ' and others' : ''
      return `${noun[kind]} ${names.slice(0, namedMax).join(', ')}${others}`
    })
    .join('; ')
}
