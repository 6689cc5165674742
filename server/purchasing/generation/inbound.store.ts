/** SQL of inbounds: what was sent to warehouses, and what is sent next. */
import type { Sql } from '../../contract/call.ts'
import type { Connection, InboundLine, InboundOrder, SentInbound, Step } from './inbound.rules.ts'
import type { LockedOrder } from '../orders/store.ts'

interface Names {
  location_name: string
  supplier_name: string | null
  source_location_name: string | null
}

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
      select l.line_id, l.variant_id, v.sku, v.barcode, p.title || ', ' || v.title as title, l.quantity,
        l.delivered_quantity, l.expected_delivery_date, p.hs_code, v.carton_quantity
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
      select i.inbound_id, i.location_id, i.revision, i.is_called_off, i.fingerprint, d.state
      from warehouse_inbounds i
      join outbound_documents d on d.organization_id = i.organization_id and d.document_id = i.document_id
      where i.organization_id = ${organization_id} and i.purchase_order_id = ${purchase_order_id}
      order by i.inbound_id`,
    sql<Connection[]>`
      select c.connection_id, c.name, c.location_id, lo.name as location_name
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
    on conflict (organization_id, inbound_id) do update set revision = excluded.revision,
      is_called_off = excluded.is_called_off, fingerprint = excluded.fingerprint, document_id = excluded.document_id,
      updated_at = excluded.updated_at`
}
