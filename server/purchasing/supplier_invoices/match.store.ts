/** The facts of matching: what invoices bill of some orders, and what came of them. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { type BilledLine, type LineMatch, matchOf, type ReceivedLine, type Share, sharesOf } from './match.rules.ts'

export interface OrderedLine {
  purchase_order_id: string
  line_id: string
  quantity: number
  delivered_quantity: number
  unit_cost: string | null
  currency: string
  status: string
}

/** A line of a delivery with what its cost depends on. */
export interface ReceivedUnits extends ReceivedLine {
  purchase_order_id: string
  variant_id: string
  location_id: string
  movement_id: number
  unit_cost: string | null
  uninvoiced_unit_cost: string | null
  cost_rate: string | null
  revision: number
}

export interface MatchFacts {
  billed: BilledLine[]
  received: ReceivedUnits[]
  ordered: ReadonlyMap<string, OrderedLine>
  shares: Share[]
}

/** Lines of invoices that are not void, less their credits, in the order in which they were recorded. */
const readBilled = (sql: Sql, organization_id: string, orders: string) => sql<BilledLine[]>`
  select l.supplier_invoice_id, i.invoice_number, l.line_number, p.purchase_order_id, p.line_id,
    case when d.removed_at is null then l.delivery_id end as delivery_id,
    (l.quantity - coalesce(c.units, 0))::int as units, (l.amount - coalesce(c.amount, 0))::text as amount,
    l.price_accepted_at is not null as price_accepted
  from supplier_invoice_lines l
  join supplier_invoices i on i.organization_id = l.organization_id and i.supplier_invoice_id = l.supplier_invoice_id
  join purchase_order_lines p on p.organization_id = l.organization_id and p.purchase_order_id = l.purchase_order_id
    and p.line_id = l.line_id
  left join purchase_order_deliveries d on d.organization_id = l.organization_id and d.delivery_id = l.delivery_id
  left join lateral (
    select sum(cl.quantity) as units, sum(cl.amount) as amount
    from supplier_invoices ci
    join supplier_invoice_lines cl on cl.organization_id = ci.organization_id
      and cl.supplier_invoice_id = ci.supplier_invoice_id
    where ci.organization_id = i.organization_id and ci.credits_invoice_id = i.supplier_invoice_id
      and ci.state = 'recorded' and cl.credited_line_number = l.line_number
  ) c on true
  where l.organization_id = ${organization_id} and l.purchase_order_id = any(${orders}::uuid[]) and l.kind = 'goods'
    and i.kind = 'invoice' and i.state = 'recorded'
  order by l.supplier_invoice_id, l.line_number`

const readReceived = (sql: Sql, organization_id: string, orders: string) => sql<ReceivedUnits[]>`
  select d.delivery_id, n.line_id, n.received_quantity, d.purchase_order_id, n.variant_id, d.location_id,
    n.movement_id::float8 as movement_id, n.unit_cost, n.uninvoiced_unit_cost, n.cost_rate, d.revision
  from purchase_order_deliveries d
  join purchase_order_delivery_lines n on n.organization_id = d.organization_id and n.delivery_id = d.delivery_id
  where d.organization_id = ${organization_id} and d.purchase_order_id = any(${orders}::uuid[])
    and d.removed_at is null and n.received_quantity > 0 and n.movement_id is not null
  order by d.received_at, d.delivery_id, n.line_id`

const readOrdered = (sql: Sql, organization_id: string, orders: string) => sql<OrderedLine[]>`
  select l.purchase_order_id, l.line_id, l.quantity, l.delivered_quantity, l.unit_cost, o.currency, o.status
  from purchase_order_lines l
  join purchase_orders o on o.organization_id = l.organization_id and o.purchase_order_id = l.purchase_order_id
  where l.organization_id = ${organization_id} and l.purchase_order_id = any(${orders}::uuid[])`

export async function readMatchFacts(
  sql: Sql,
  organization_id: string,
  purchaseOrderIds: readonly string[],
): Promise<MatchFacts> {
  const orders = arrayLiteral([...new Set(purchaseOrderIds)])
  const [billed, received, ordered] = await Promise.all([
    readBilled(sql, organization_id, orders),
    readReceived(sql, organization_id, orders),
    readOrdered(sql, organization_id, orders),
  ])
  return {
    billed,
    received,
    ordered: new Map(ordered.map((line) => [line.line_id, line])),
    shares: sharesOf(billed, received),
  }
}

/** The matches of the lines of an invoice, by line number. */
export function matchesOf(
  { billed, received, ordered, shares }: MatchFacts,
  supplier_invoice_id: string,
): Map<number, LineMatch> {
  const own = billed.filter((line) => line.supplier_invoice_id === supplier_invoice_id)
  return new Map(own.map((line) => [line.line_number, matchOf(line, shares, received, ordered.get(line.line_id)!)]))
}

/** Units of an order line that came or may still come. */
export const unitsToBill = ({ quantity, delivered_quantity, status }: OrderedLine): number =>
  ['delivered', 'closed', 'cancelled'].includes(status) ? delivered_quantity : Math.max(quantity, delivered_quantity)
