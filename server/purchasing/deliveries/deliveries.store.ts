/** Reads deliveries of orders in their current state. Removed deliveries stay stored but are not shown. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import type { Static } from '../../contract/schema.ts'
import type { PurchaseOrderDelivery } from '../orders/model.ts'

export type Delivery = Static<typeof PurchaseOrderDelivery>

const noLandedCost = 'The cost of these units is unknown.'

/** Deliveries of the orders, optionally limited to some ids. */
export const readDeliveries = async (
  sql: Sql,
  organization_id: string,
  purchaseOrderIds: readonly string[],
  deliveryIds: readonly string[] | null = null,
) => [
  ...(await sql<Delivery[]>`
  select d.delivery_id, d.purchase_order_id, o.name as purchase_order_name, d.location_id, d.received_at,
    d.recorded_at, d.reference, d.not_in_count, d.freight_cents::float8 as freight_cents, d.duty_cents::float8 as duty_cents,
    case when d.freight_cents is not null then 'delivery_bill' when l.bears_freight is not true then 'none'
      when o.billed_freight_cents is not null then 'order_bill' else 'plan' end as freight_basis,
    case when d.duty_cents is not null then 'delivery_bill' when l.bears_duty is not true then 'none'
      when o.billed_duty_cents is not null then 'order_bill' else 'plan' end as duty_basis,
    coalesce(l.units, 0) as units, coalesce(l.line_items, '[]') as line_items
  from purchase_order_deliveries d
  join purchase_orders o on o.organization_id = d.organization_id and o.purchase_order_id = d.purchase_order_id
  left join lateral (
    select sum(n.received_quantity)::int as units, bool_or(n.freight_cost is not null) as bears_freight,
      bool_or(n.duty_cost is not null) as bears_duty,
      jsonb_agg(jsonb_build_object('variant_id', n.variant_id, 'sku', v.sku, 'received_quantity',
        n.received_quantity, 'movement_id', n.movement_id, 'unit_cost', round(n.unit_cost, 4), 'freight_cost', round(n.freight_cost, 4),
        'duty_cost', round(n.duty_cost, 4), 'landed_unit_cost', round(n.landed_unit_cost, 4), 'landed_reason',
        case when n.landed_unit_cost is null then ${noLandedCost}::text end) order by n.line_id) as line_items
    from purchase_order_delivery_lines n
    join variants v on v.organization_id = n.organization_id and v.variant_id = n.variant_id
    where n.organization_id = d.organization_id and n.delivery_id = d.delivery_id
      and n.received_quantity > 0 and n.movement_id is not null
  ) l on true
  where d.organization_id = ${organization_id} and d.purchase_order_id = any(${arrayLiteral(purchaseOrderIds)}::uuid[])
    and d.removed_at is null
    and (${deliveryIds === null} or d.delivery_id = any(${arrayLiteral(deliveryIds ?? [])}::uuid[]))
  order by d.received_at, d.delivery_id`),
]
