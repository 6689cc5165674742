/** Reads deliveries of orders in their current state. Removed deliveries stay stored but are not shown. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import type { Static } from '../../contract/schema.ts'
import type { Packing } from '../../contract/units_of_measure.ts'
import type { PurchaseOrderDelivery } from '../orders/model.ts'
import { lackWords, noCostStated } from '../../ledger/costs/lacks.rules.ts'
import { type PurchaseFigures, purchaseFigures } from '../purchase_units/purchase_unit.rules.ts'

export type Delivery = Static<typeof PurchaseOrderDelivery>

type Line = Delivery['line_items'][number]
type LineRow = Omit<Line, keyof PurchaseFigures | 'landed_reason'> &
  Omit<Packing, 'inner_pack_quantity'> & {
    exact_unit_cost: string | null
    kind: string
    lacks: string | null
    is_awaited: boolean
  }
type DeliveryRow = Omit<Delivery, 'line_items'> & { line_items: LineRow[] }

/** Purchase units are counted by the factor with which the line was ordered. */
function shapeLine({ exact_unit_cost, kind, lacks, is_awaited, ...line }: LineRow): Line {
  const noCost = is_awaited ? awaitedReason : noCostReason(kind, lacks ?? noCostStated)
  return {
    ...line,
    landed_reason: line.landed_unit_cost === null ? noCost : null,
    ...purchaseFigures(line.received_quantity, exact_unit_cost, { ...line, inner_pack_quantity: null }),
  }
}

const awaitedReason = 'The cost of these units was stated after they arrived, and enters the stock within a minute.'

function noCostReason(kind: string, lacks: string): string {
  const units = kind === 'assembly_in' ? 'their components' : 'they'
  const words = lackWords(lacks, {
    noRate: (currencies) =>
      `no exchange rate of ${currencies} is on file for the day on which ${units} arrived, or before`,
    noCost: `no cost of ${kind === 'assembly_in' ? 'some of their components' : 'them'} was stated`,
  })
  return `The cost of these units is unknown: ${words}.`
}

/**
 * Deliveries of the orders, optionally limited to some ids. The limits of 1 keep each lookup by its key: joined plainly,
 * the lines of an organisation were joined with all of its movements where most organisations are small.
 */
export async function readDeliveries(
  sql: Sql,
  organization_id: string,
  purchaseOrderIds: readonly string[],
  deliveryIds: readonly string[] | null = null,
): Promise<Delivery[]> {
  const rows = await sql<DeliveryRow[]>`
  select d.delivery_id, d.purchase_order_id, o.name as purchase_order_name, d.location_id, d.received_at,
    d.recorded_at, d.reference, d.not_in_count, d.freight_cents::float8 as freight_cents, d.duty_cents::float8 as duty_cents,
    case when d.freight_cents is not null then 'delivery_bill' when l.bears_freight is not true then 'none'
      when o.billed_freight_cents is not null then 'order_bill' else 'plan' end as freight_basis,
    case when d.duty_cents is not null then 'delivery_bill' when l.bears_duty is not true then 'none'
      when o.billed_duty_cents is not null then 'order_bill' else 'plan' end as duty_basis,
    coalesce(l.units, 0) as units, coalesce(l.line_items, '[]') as line_items
  from purchase_order_deliveries d
  join purchase_orders o on o.organization_id = d.organization_id and o.purchase_order_id = d.purchase_order_id
  join organizations g on g.organization_id = d.organization_id
  left join lateral (
    select sum(n.received_quantity)::int as units, bool_or(n.freight_cost is not null) as bears_freight,
      bool_or(n.duty_cost is not null) as bears_duty,
      jsonb_agg(jsonb_build_object('variant_id', n.variant_id, 'sku', v.sku, 'received_quantity',
        n.received_quantity, 'movement_id', n.movement_id, 'unit_cost', round(n.unit_cost, 4), 'freight_cost', round(n.freight_cost, 4),
        'duty_cost', round(n.duty_cost, 4), 'landed_unit_cost', round(n.landed_unit_cost, 4), 'kind', m.kind,
        'lacks', coalesce(u.currency, m.unrated_currency), 'is_awaited', u.stated_unit_cost is not null
          and (u.currency = g.currency or n.cost_rate is not null or exists (select from exchange_rates r
            where r.organization_id = u.organization_id and r.currency = u.currency and r.rate_date <= u.arrived_on)),
        'purchase_unit', p.purchase_unit,
        'purchase_unit_factor', p.purchase_unit_factor, 'exact_unit_cost', n.unit_cost::text) order by n.line_id) as line_items
    from purchase_order_delivery_lines n
    cross join lateral (select purchase_unit, purchase_unit_factor from purchase_order_lines
      where organization_id = n.organization_id and purchase_order_id = n.purchase_order_id and line_id = n.line_id
      limit 1) p
    join variants v on v.organization_id = n.organization_id and v.variant_id = n.variant_id
    cross join lateral (select organization_id, movement_id, kind, unrated_currency from stock_movements
      where organization_id = n.organization_id and movement_id = n.movement_id limit 1) m
    left join unrated_arrivals u on u.organization_id = m.organization_id and u.movement_id = m.movement_id
      and u.known_at is null and u.unit_cost is null
    where n.organization_id = d.organization_id and n.delivery_id = d.delivery_id
      and n.received_quantity > 0 and n.movement_id is not null
  ) l on true
  where d.organization_id = ${organization_id} and d.purchase_order_id = any(${arrayLiteral(purchaseOrderIds)}::uuid[])
    and d.removed_at is null
    and (${deliveryIds === null} or d.delivery_id = any(${arrayLiteral(deliveryIds ?? [])}::uuid[]))
  order by d.received_at, d.delivery_id`
  return rows.map((delivery) => ({ ...delivery, line_items: delivery.line_items.map(shapeLine) }))
}
