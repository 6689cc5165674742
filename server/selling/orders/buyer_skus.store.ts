/** The SKU by which an account calls a variant, for order lines that state none. */
import { order_lines } from '../../../db/schema/selling/sales_orders.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/sql.ts'

export interface Bought {
  trading_partner_id: string | null
  variant_id: string
  buyer_sku?: string | null
}

const pairs = recordset(order_lines, ['variant_id'], { extra: { trading_partner_id: 'uuid' } })
const keyOf = ({ trading_partner_id, variant_id }: Bought) => `${trading_partner_id} ${variant_id}`

/** Fills `buyer_sku` from the items of the account, where exactly one of them is the variant. */
export async function withBuyerSkus<L extends Bought>(
  sql: Sql,
  organization_id: string,
  lines: readonly L[],
): Promise<(L & { buyer_sku: string | null })[]> {
  const unnamed = new Map(
    lines.flatMap(({ trading_partner_id, variant_id, buyer_sku }) =>
      trading_partner_id === null || buyer_sku != null
        ? []
        : [[keyOf({ trading_partner_id, variant_id }), { trading_partner_id, variant_id }] as const],
    ),
  )
  const rows =
    unnamed.size === 0
      ? []
      : await sql<{ trading_partner_id: string; variant_id: string; buyer_sku: string }[]>`
          select n.trading_partner_id, n.variant_id, min(i.buyer_sku) as buyer_sku
          from ${pairs.from([...unnamed.values()])}
          join account_items i on i.organization_id = ${organization_id}
            and i.trading_partner_id = n.trading_partner_id and i.variant_id = n.variant_id
          group by n.trading_partner_id, n.variant_id having count(*) = 1`
  const skus = new Map(rows.map((row) => [keyOf(row), row.buyer_sku]))
  return lines.map((line) => ({ ...line, buyer_sku: line.buyer_sku ?? skus.get(keyOf(line)) ?? null }))
}
