/** Lines of EDI orders that could not become lines of the order, as the order shows them. */
import { edi_order_lines } from '../../../db/schema/selling/edi_orders.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { Order } from '../orders/model.ts'
import type { BuyerLine } from './inbound/read_lines.rules.ts'

const columns = selection(edi_order_lines, 'l', ['order_id', 'position', 'line', 'fault'])
type Selected = RowOf<typeof columns>

function shapeLine({ position, line, fault }: Selected): Order['unmatched_lines'][number] {
  const { line_reference, buyer_sku, supplier_sku, gtin, title, quantity, unit } = line as BuyerLine
  return {
    position,
    buyer_line_reference: line_reference,
    buyer_sku,
    supplier_sku,
    gtin,
    title,
    quantity,
    unit,
    reason: fault!,
  }
}

export async function readUnmatched(
  sql: Sql,
  organization_id: string,
  orderIds: readonly string[],
): Promise<Map<string, Order['unmatched_lines']>> {
  const rows = await sql<Selected[]>`
    select ${columns} from edi_order_lines l
    where l.organization_id = ${organization_id} and l.order_id = any(${arrayLiteral(orderIds)}::uuid[])
      and l.fault is not null
    order by l.order_id, l.position`
  return new Map([...Map.groupBy(rows, ({ order_id }) => order_id)].map(([id, of]) => [id, of.map(shapeLine)]))
}
