/** Compares the totals in purchase orders, which a trigger keeps, with their lines. */
import type { Sql } from '../../contract/sql.ts'

const shownMax = 20

export interface WrongTotal {
  purchase_order_id: string
  /** As JSON. */
  found: string
  expected: string
}

export const findWrongTotals = (sql: Sql, organization_id: string) => sql<WrongTotal[]>`
  select o.purchase_order_id, k.totals::text as found, e.totals::text as expected
  from purchase_orders o
  cross join lateral (
    select case when count(l.line_id) filter (where l.unit_cost is null) = 0
        then round(coalesce(sum(l.quantity * l.unit_cost), 0), 4) end as total_cost,
      count(l.line_id)::int as total_line_items,
      (count(l.line_id) filter (where l.unit_cost is null))::int as uncosted_lines,
      min(l.expected_delivery_date) as first_line_due_on, max(l.expected_delivery_date) as last_line_due_on
    from purchase_order_lines l
    where l.organization_id = ${organization_id} and l.purchase_order_id = o.purchase_order_id
  ) n
  cross join lateral (select jsonb_build_array(o.total_cost, o.total_line_items, o.uncosted_lines, o.first_line_due_on,
    o.last_line_due_on) as totals) k
  cross join lateral (select jsonb_build_array(n.total_cost, n.total_line_items, n.uncosted_lines, n.first_line_due_on,
    n.last_line_due_on) as totals) e
  where o.organization_id = ${organization_id} and k.totals is distinct from e.totals
  order by o.purchase_order_id limit ${shownMax}`
