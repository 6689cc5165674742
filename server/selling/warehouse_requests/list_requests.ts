import { warehouse_requests } from '../../../db/schema/selling/warehouse_requests.ts'
import { warehouse_connections } from '../../../db/schema/warehouses.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Shape, Type } from '../../contract/schema.ts'
import { OrderPath } from '../orders/model.ts'
import { WarehouseRequest } from './request.model.ts'
import type { RequestMessage } from './request.rules.ts'

const columns = selections(
  selection(warehouse_requests, 'r', [
    'request_id',
    'order_id',
    'connection_id',
    'location_id',
    'revision',
    'status',
    'state',
    'last_detail as detail',
    'created_by',
    'created_at',
    'updated_at',
    'completed_at',
  ]),
  selection(warehouse_connections, 'c', ['name as warehouse']),
)
interface Selected extends RowOf<typeof columns> {
  message: RequestMessage
}

function shapeRequest({ message, ...row }: Selected): WarehouseRequest {
  return {
    request_id: row.request_id,
    order_id: row.order_id,
    connection_id: row.connection_id,
    warehouse: row.warehouse,
    location_id: row.location_id,
    revision: row.revision,
    status: row.status,
    state: row.state,
    detail: row.detail,
    total_units: message.total_units,
    line_items: message.line_items.map(({ line_item_id, sku, quantity }) => ({ line_item_id, sku, quantity })),
    created_by: row.created_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    completed_at: row.completed_at,
  }
}

/** The requests of an order, oldest first. */
export async function readRequests(sql: Sql, organization_id: string, order_id: string): Promise<WarehouseRequest[]> {
  const rows = await sql<Selected[]>`
    select ${columns}, r.message from warehouse_requests r
    join warehouse_connections c on c.organization_id = ${organization_id} and c.connection_id = r.connection_id
    where r.organization_id = ${organization_id} and r.order_id = ${order_id}
    order by r.created_at, r.request_id`
  return rows.map(shapeRequest)
}

export const listWarehouseRequests = sessionOperation({
  id: 'session.list_warehouse_requests',
  route: 'GET /api/v1/sales/orders/{order_id}/warehouse-requests',
  summary: 'List warehouse requests of an order',
  description: 'Returns what warehouses were asked to ship of an order, oldest first, with the state of each message.',
  service: 'sales',
  params: OrderPath,
  answer: Shape({ requests: Type.Array(WarehouseRequest, { description: 'Requests of the order.' }) }),
  refusals: ['order_not_on_file'],
  async run({ sql, caller: { organization_id }, params: { order_id } }) {
    const [[order], requests] = await Promise.all([
      sql`select 1 from sales_orders where organization_id = ${organization_id} and order_id = ${order_id}`,
      readRequests(sql, organization_id, order_id),
    ])
    if (order === undefined) refuse('order_not_on_file')
    return { requests }
  },
})
