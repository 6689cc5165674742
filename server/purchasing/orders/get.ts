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
  summary: 'Get one purchase order',
  description:
    'The whole order: its lines with cartons and cube, its deliveries, and the container plan with what each unit costs landed.\n\nThe plan counts full cartons of the units ordered. Containers are the larger of what cube and weight take; `binds` says which. The freight of all containers is shared among the measured lines by cube, or by weight where weight binds, to the cent; a landed unit cost is the unit cost with its share and its duty.\n\nUnits arrive at it; what they bear since, of bills too, stands on the lines of `deliveries`. `fingerprint` changes whenever anything changes that these figures are made of.',
  params: PurchaseOrderPath,
  query: Type.Object(
    {
      sort_args: Type.Optional(
        Text(
          `The order of the lines: comma-separated columns; prefix \`-\` for descending. Columns: ${sorts.map((key) => `\`${key}\``).join(', ')}.`,
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
