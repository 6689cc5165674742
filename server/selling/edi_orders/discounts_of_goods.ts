/** What percentages of the buyer come to on each line of an order, where its discounts are the buyer's. */
import { order_lines, sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { readEdiOrder, readSiblings } from './edi_order.store.ts'
import { discountsOfGoods } from './inbound/allowances/discounts_of_goods.rules.ts'

const columns = selections(
  selection(order_lines, 'l', [
    'line_id',
    'edi_position',
    'quantity',
    'unit_price_cents::float8',
    'discount_cents::float8',
  ]),
  selection(sales_orders, 'o', ['currency']),
)

/** By line. Empty for an order that did not arrive over EDI, that was split, or whose discounts were changed here. */
export async function readDiscountsOfGoods(
  sql: Sql,
  organization_id: string,
  order_id: string,
): Promise<Map<string, number>> {
  const edi = await readEdiOrder(sql, organization_id, order_id)
  if (edi === null || edi.is_split_off) return new Map()
  const [siblings, lines] = await Promise.all([
    readSiblings(sql, organization_id, order_id),
    sql<RowOf<typeof columns>[]>`
      select ${columns} from order_lines l
      join sales_orders o on o.organization_id = ${organization_id} and o.order_id = l.order_id
      where l.organization_id = ${organization_id} and l.order_id = ${order_id}
      order by l.line_number`,
  ])
  if (siblings.length > 0 || lines.length === 0) return new Map()
  return discountsOfGoods(lines, { allowances: edi.header.allowances ?? [], lines: edi.lines }, lines[0]!.currency)
}
