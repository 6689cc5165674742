import { operation } from '../../contract/operation.ts'
import { Text, Type } from '../../contract/schema.ts'
import { publishedSorts } from '../../tables/table.ts'
import { PurchaseOrder, PurchaseOrderPath } from './model.ts'
import { orderLinesTable } from './order_lines.ts'
import { readOrder } from './store.ts'

const sorts = publishedSorts(orderLinesTable)

export const getPurchaseOrder = operation({
  id: 'purchase_orders.get',
  route: 'GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}',
  summary: 'Get a purchase order',
  description:
    'Returns the full order: lines with cartons and volume, deliveries, and the container plan with the landed cost of each unit. The plan counts full cartons of the units ordered. The number of containers is the larger of what volume and weight need; `binds` says which. The freight of all containers is shared among the measured lines by volume, or by weight if weight binds, to the cent. A landed unit cost is the unit cost plus its share of freight and its duty. Units are booked at the planned landed cost when they arrive. The lines of `deliveries` show their cost since then, including bills. `fingerprint` changes whenever an input of these figures changes.',
  params: PurchaseOrderPath,
  query: Type.Object(
    {
      sort_args: Type.Optional(
        Text(
          `Sort order of the lines: comma-separated columns; prefix \`-\` for descending. Columns: ${sorts.map((key) => `\`${key}\``).join(', ')}.`,
          { maxLength: 500, default: orderLinesTable.default_sort, examples: ['-quantity'] },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  answer: PurchaseOrder,
  refusals: ['purchase_order_not_on_file'],
  run: ({ sql, caller, params, query }) =>
    readOrder(sql, caller.organization_id, params.purchase_order_id, query.sort_args),
})
