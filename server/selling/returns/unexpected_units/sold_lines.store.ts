/** Which lines of an order sold units that nobody expected back. */
import { order_lines } from '../../../../db/schema/selling/sales_orders.ts'
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'
import { unitsInReturns } from '../return_facts.store.ts'

const lineColumns = selection(order_lines, 'l', ['line_id', 'variant_id'])

/**
 * By variant, the line of the order with the most shipped units that are in no return; none if all of them are. Locks the
 * order first, so that no other return takes the units.
 */
export async function readSoldLines(
  sql: Sql,
  organization_id: string,
  order_id: string,
  variantIds: readonly string[],
): Promise<Map<string, string>> {
  await sql`
    select from sales_orders where organization_id = ${organization_id} and order_id = ${order_id} for no key update`
  const rows = await sql<RowOf<typeof lineColumns>[]>`
    select distinct on (l.variant_id) ${lineColumns}
    from order_lines l
    cross join lateral (${unitsInReturns(sql, organization_id)}) r
    where l.organization_id = ${organization_id} and l.order_id = ${order_id}
      and l.variant_id = any(${arrayLiteral(variantIds)}::uuid[]) and l.fulfilled_quantity > r.returned_quantity
    order by l.variant_id, l.fulfilled_quantity - r.returned_quantity desc, l.line_number`
  return new Map(rows.map(({ variant_id, line_id }) => [variant_id, line_id]))
}
