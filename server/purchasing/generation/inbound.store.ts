/** SQL of inbounds: what was sent to warehouses, and what is sent next. */
import { products, variants } from '../../../db/schema/catalogue.ts'
import { outbound_documents } from '../../../db/schema/documents.ts'
import { locations } from '../../../db/schema/organizations.ts'
import { purchase_order_lines } from '../../../db/schema/purchase_orders.ts'
import { warehouse_connections, warehouse_inbounds } from '../../../db/schema/warehouses.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { assignments } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/call.ts'
import type { LockedOrder } from '../orders/store.ts'
import type { Step } from './inbound.rules.ts'

interface Names {
  location_name: string
  supplier_name: string | null
  source_location_name: string | null
}

const lineColumns = selections(
  selection(purchase_order_lines, 'l', [
    'line_id',
    'variant_id',
    'quantity',
    'delivered_quantity',
    'expected_delivery_date',
  ]),
  selection(variants, 'v', ['sku', 'barcode', 'carton_quantity']),
  selection(products, 'p', ['hs_code']),
)
type InboundLine = RowOf<typeof lineColumns> & { title: string }

export type InboundOrder = LockedOrder & Names & { lines: readonly InboundLine[] }

const sentColumns = selections(
  selection(warehouse_inbounds, 'i', ['inbound_id', 'location_id', 'revision', 'is_called_off', 'fingerprint']),
  selection(outbound_documents, 'd', ['state']),
)
/** The last message to the warehouse at a location, and the state of the document that carried it. */
export type SentInbound = RowOf<typeof sentColumns>

const connectionColumns = selections(
  selection(warehouse_connections, 'c', ['connection_id', 'name', 'location_id']),
  selection(locations, 'lo', ['name as location_name']),
)
/** An active connection to the warehouse at a location. */
export type Connection = RowOf<typeof connectionColumns>

export async function readInboundOrder(sql: Sql, organization_id: string, order: LockedOrder): Promise<InboundOrder> {
  const { purchase_order_id } = order
  const [[names], lines] = await Promise.all([
    sql<Names[]>`
      select d.name as location_name, s.name as supplier_name, f.name as source_location_name
      from purchase_orders o
      join locations d on d.organization_id = o.organization_id and d.location_id = o.location_id
      left join suppliers s on s.organization_id = o.organization_id and s.supplier_id = o.supplier_id
      left join locations f on f.organization_id = o.organization_id and f.location_id = o.source_location_id
      where o.organization_id = ${organization_id} and o.purchase_order_id = ${purchase_order_id}`,
    sql<InboundLine[]>`
      select ${lineColumns}, p.title || ', ' || v.title as title
      from purchase_order_lines l
      join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
      join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
      where l.organization_id = ${organization_id} and l.purchase_order_id = ${purchase_order_id}
      order by l.line_id`,
  ])
  return { ...order, ...names!, lines }
}

/** Inbounds already sent for the order, and connections of its destination and of every location that got one. */
export async function readWarehouses(
  sql: Sql,
  organization_id: string,
  { purchase_order_id, location_id }: LockedOrder,
): Promise<{ connections: Connection[]; sent: SentInbound[] }> {
  const [sent, connections] = await Promise.all([
    sql<SentInbound[]>`
      select ${sentColumns}
      from warehouse_inbounds i
      join outbound_documents d on d.organization_id = i.organization_id and d.document_id = i.document_id
      where i.organization_id = ${organization_id} and i.purchase_order_id = ${purchase_order_id}
      order by i.inbound_id`,
    sql<Connection[]>`
      select ${connectionColumns}
      from warehouse_connections c
      join locations lo on lo.organization_id = c.organization_id and lo.location_id = c.location_id
      where c.organization_id = ${organization_id} and c.is_active
        and (c.location_id = ${location_id} or c.location_id in (
          select location_id from warehouse_inbounds
          where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}))
      order by c.created_at, c.connection_id`,
  ])
  return { connections: [...connections], sent: [...sent] }
}

export const writeInbound = (sql: Sql, organization_id: string, now: string, step: Step, document_id: string) => {
  const { inbound_id, revision, status, purchase_order, location } = step.message
  return sql`
    insert into warehouse_inbounds (organization_id, inbound_id, purchase_order_id, location_id, revision, is_called_off,
      fingerprint, document_id, created_at, updated_at)
    values (${organization_id}, ${inbound_id}, ${purchase_order.id}, ${location.location_id}, ${revision},
      ${status === 'called_off'}, ${step.fingerprint}, ${document_id}, ${now}, ${now})
    on conflict (organization_id, inbound_id) do update
    set ${assignments(['revision', 'is_called_off', 'fingerprint', 'document_id', 'updated_at'])}`
}
