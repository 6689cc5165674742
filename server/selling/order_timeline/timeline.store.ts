/** What is on record about an order, from each document that records a part of it. */
import { fulfilment_lines, fulfilments, invoices, voided_shipments } from '../../../db/schema/selling/fulfilments.ts'
import { order_changes } from '../../../db/schema/selling/order_changes.ts'
import { order_holds, order_links } from '../../../db/schema/selling/order_holds.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { warehouse_requests } from '../../../db/schema/selling/warehouse_requests.ts'
import { warehouse_connections } from '../../../db/schema/warehouses.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { limits } from '../../contract/limits.ts'
import type { Sql } from '../../contract/sql.ts'

const orderColumns = selection(sales_orders, 'o', [
  'name',
  'origin',
  'created_at',
  'created_by',
  'confirmed_at',
  'confirmed_by',
  'cancelled_at',
  'cancel_reason',
])
const changeColumns = selection(order_changes, 'c', ['kind', 'changed_at', 'changed_by', 'changes'])
const holdColumns = selection(order_holds, 'h', [
  'reason',
  'note',
  'held_by',
  'held_at',
  'released_at',
  'released_by',
  'release_note',
])
const linkColumns = selections(
  selection(order_links, 'k', ['kind', 'from_order_id', 'created_at', 'created_by']),
  selection(sales_orders, 'o', ['order_id', 'name']),
)
const shipmentColumns = selection(fulfilments, 'f', ['fulfilment_id', 'name', 'recorded_at', 'recorded_by'])
const voidedColumns = selection(voided_shipments, 's', [
  'fulfilment_id',
  'name',
  'lines',
  'recorded_at',
  'recorded_by',
  'voided_at',
  'voided_by',
  'void_reason',
  'replaced_by',
])
const requestColumns = selections(
  selection(warehouse_requests, 'r', [
    'request_id',
    'status',
    'created_at',
    'created_by',
    'updated_at',
    'completed_at',
  ]),
  selection(warehouse_connections, 'w', ['name as warehouse']),
)
const invoiceColumns = selection(invoices, 'i', [
  'invoice_id::float8',
  'name',
  'issued_at',
  'created_by',
  'voided_at',
  'voided_by',
  'void_reason',
])
const shippedUnits = selection(fulfilment_lines, 't', ['quantity'])

/** The newest changes of the order, newest first; one more than the limit if there are more. */
const readChanges = (sql: Sql, organization_id: string, order_id: string) => sql<RowOf<typeof changeColumns>[]>`
  select ${changeColumns} from order_changes c
  where c.organization_id = ${organization_id} and c.order_id = ${order_id}
  order by c.changed_at desc, c.order_change_id desc limit ${limits.order_timeline_changes_max + 1}`

const readHolds = (sql: Sql, organization_id: string, order_id: string) => sql<RowOf<typeof holdColumns>[]>`
  select ${holdColumns} from order_holds h
  where h.organization_id = ${organization_id} and h.order_id = ${order_id} order by h.held_at`

const readLinks = (sql: Sql, organization_id: string, order_id: string) => sql<RowOf<typeof linkColumns>[]>`
  select ${linkColumns} from order_links k
  join sales_orders o on o.organization_id = ${organization_id}
    and o.order_id = case when k.order_id = ${order_id} then k.from_order_id else k.order_id end
  where k.organization_id = ${organization_id} and (k.order_id = ${order_id} or k.from_order_id = ${order_id})
  order by k.created_at, o.name`

const readShipped = (sql: Sql, organization_id: string, order_id: string) => sql<
  (RowOf<typeof shipmentColumns> & { units: number })[]
>`
  select ${shipmentColumns}, u.units from fulfilments f
  cross join lateral (
    select coalesce(sum(t.quantity), 0)::float8 as units from (
      select ${shippedUnits} from fulfilment_lines t
      where t.organization_id = ${organization_id} and t.fulfilment_id = f.fulfilment_id offset 0
    ) t
  ) u
  where f.organization_id = ${organization_id} and f.order_id = ${order_id} order by f.recorded_at`

const readVoided = (sql: Sql, organization_id: string, order_id: string) => sql<RowOf<typeof voidedColumns>[]>`
  select ${voidedColumns} from voided_shipments s
  where s.organization_id = ${organization_id} and s.order_id = ${order_id} order by s.voided_at`

const readRequests = (sql: Sql, organization_id: string, order_id: string) => sql<RowOf<typeof requestColumns>[]>`
  select ${requestColumns} from warehouse_requests r
  join warehouse_connections w on w.organization_id = ${organization_id} and w.connection_id = r.connection_id
  where r.organization_id = ${organization_id} and r.order_id = ${order_id} order by r.created_at`

const readInvoices = (sql: Sql, organization_id: string, order_id: string) => sql<RowOf<typeof invoiceColumns>[]>`
  select ${invoiceColumns} from invoices i
  where i.organization_id = ${organization_id} and i.order_id = ${order_id} order by i.issued_at`

export async function readOnRecord(sql: Sql, organization_id: string, order_id: string) {
  const [[order], changes, holds, links, shipments, voided, requests, invoiced] = await Promise.all([
    sql<RowOf<typeof orderColumns>[]>`
      select ${orderColumns} from sales_orders o
      where o.organization_id = ${organization_id} and o.order_id = ${order_id}`,
    readChanges(sql, organization_id, order_id),
    readHolds(sql, organization_id, order_id),
    readLinks(sql, organization_id, order_id),
    readShipped(sql, organization_id, order_id),
    readVoided(sql, organization_id, order_id),
    readRequests(sql, organization_id, order_id),
    readInvoices(sql, organization_id, order_id),
  ])
  return { order_id, order: order!, changes, holds, links, shipments, voided, requests, invoiced }
}
type Change = RowOf<typeof changeColumns>
export type OnRecord = Omit<Awaited<ReturnType<typeof readOnRecord>>, 'changes'> & { changes: readonly Change[] }
