/**
 * Sales by day from the lines of orders, fulfilments, returns, refunds and credit notes, summed by the key of sales_daily: written
 * in SQL apart from sales_figures.rules.ts, so that npm run verify has a second opinion.
 */
import { sqlShare } from '../../contract/money/shares.ts'
import type { Fragment, Parameter, Sql } from '../../contract/sql.ts'

/** What credit notes took off on their day, and counted back when they were cancelled; a void left the day of the shipment. */
const creditFacts = (sql: Sql, organization_id: string, days: Parameter) => sql`
    select l.variant_id, c.issued_on, c.sales_channel_id, c.location_id, c.currency, 0, 0, 0, 0, l.amount_cents,
      -l.tax_cents, 0, 0, 0, 0, 0
    from credit_notes c
    join credit_note_lines l on l.organization_id = ${organization_id} and l.credit_note_id = c.credit_note_id
    where c.organization_id = ${organization_id} and c.issued_on = any(${days}::date[]) and c.kind <> 'void'
    union all
    select l.variant_id, c.cancelled_on, c.sales_channel_id, c.location_id, c.currency, 0, 0, 0, 0, -l.amount_cents,
      l.tax_cents, 0, 0, 0, 0, 0
    from credit_notes c
    join credit_note_lines l on l.organization_id = ${organization_id} and l.credit_note_id = c.credit_note_id
    where c.organization_id = ${organization_id} and c.cancelled_on = any(${days}::date[]) and c.kind <> 'void'`

/** What u.units of the lines l of orders o have of cents of the whole line. */
const shareOfUnits = (sql: Sql, cents: Fragment) =>
  sqlShare(sql, { cents, part: sql`u.units`, whole: sql`l.quantity`, currency: sql`o.currency` })

/** Rows of an array of days as sales_daily has them; keys whose figures are all zero are left out. */
export const lineFacts = (sql: Sql, organization_id: string, days: Parameter) => sql`
  select f.variant_id, f.day, f.sales_channel_id, f.location_id, f.currency, sum(f.units)::int as units,
    sum(f.returned_units)::int as returned_units, sum(f.gross)::bigint as gross_sales_cents,
    sum(f.discounts)::bigint as discounts_cents, sum(f.returns)::bigint as returns_cents,
    sum(f.taxes)::bigint as taxes_cents, sum(f.costed_units)::int as costed_units,
    sum(f.cost) as known_cost_cents, sum(f.priced_units)::int as priced_units,
    sum(f.regular_value)::bigint as known_regular_value_cents, sum(f.markdown_units)::int as known_markdown_units
  from (
    select l.variant_id, o.ordered_on as day, o.sales_channel_id, o.location_id, o.currency, u.units,
      0 as returned_units, u.units * l.unit_price_cents as gross,
      case when l.quantity = 0 then 0 else ${shareOfUnits(sql, sql`l.discount_cents`)} end as discounts,
      0 as returns, case when l.quantity = 0 then 0 else ${shareOfUnits(sql, sql`l.tax_cents`)} end as taxes,
      greatest(u.units - s.uncosted - case when l.unit_cost is null then greatest(u.units - s.shipped, 0) else 0 end, 0)
        as costed_units,
      (s.cost + coalesce(greatest(u.units - s.shipped, 0) * l.unit_cost, 0)) * 100 as cost,
      case when l.regular_unit_price_cents is null then 0 else u.units end as priced_units,
      coalesce(u.units * l.regular_unit_price_cents, 0) as regular_value,
      case when u.units > 0 and l.unit_price_cents < l.regular_unit_price_cents then u.units else 0 end as markdown_units
    from sales_orders o
    join order_lines l on l.organization_id = ${organization_id} and l.order_id = o.order_id
    cross join lateral (select l.quantity - l.cancelled_quantity as units) u
    cross join lateral (
      select coalesce(sum(t.quantity), 0) as shipped,
        coalesce(sum(t.quantity) filter (where t.unit_cost is null), 0) as uncosted,
        coalesce(sum(t.quantity * t.unit_cost), 0) as cost
      from fulfilment_lines t where t.organization_id = ${organization_id} and t.order_line_id = l.line_id
    ) s
    where o.organization_id = ${organization_id} and o.ordered_on = any(${days}::date[]) and not o.is_wholesale
      and o.lifecycle <> 'draft'
    union all
    select l.variant_id, i.shipped_on, o.sales_channel_id, i.location_id, o.currency, l.quantity, 0, l.gross_sales_cents,
      l.discounts_cents, 0, l.taxes_cents, case when l.unit_cost is null then 0 else l.quantity end,
      coalesce(l.quantity * l.unit_cost * 100, 0),
      case when l.regular_unit_price_cents is null then 0 else l.quantity end,
      coalesce(l.quantity * l.regular_unit_price_cents, 0),
      case when l.gross_sales_cents < l.quantity * l.regular_unit_price_cents then l.quantity else 0 end
    from fulfilments i
    join sales_orders o on o.organization_id = ${organization_id} and o.order_id = i.order_id and o.is_wholesale
    join fulfilment_lines l on l.organization_id = ${organization_id} and l.fulfilment_id = i.fulfilment_id
    where i.organization_id = ${organization_id} and i.shipped_on = any(${days}::date[])
    union all
    select l.variant_id, i.received_on, r.sales_channel_id, i.location_id, l.currency, 0,
      l.received_quantity - l.surplus_quantity, 0, 0, l.value_cents, -l.tax_cents,
      case when l.unit_cost is null then 0 else l.received_quantity - l.surplus_quantity end,
      coalesce(-l.received_quantity * l.unit_cost * 100, 0), 0, 0, 0
    from return_receipts i
    join returns r on r.organization_id = ${organization_id} and r.return_id = i.return_id
      and r.sales_channel_id is not null
    join return_receipt_lines l on l.organization_id = ${organization_id} and l.return_id = i.return_id
      and l.receipt_number = i.receipt_number
    where i.organization_id = ${organization_id} and i.received_on = any(${days}::date[])
    union all
    select l.variant_id, r.refunded_on, r.sales_channel_id, r.location_id, r.currency, 0, 0, 0, 0, l.amount_cents,
      -l.tax_cents, 0, 0, 0, 0, 0
    from refunds r
    join refund_lines l on l.organization_id = ${organization_id} and l.refund_id = r.refund_id
    where r.organization_id = ${organization_id} and r.refunded_on = any(${days}::date[])
    union all
    ${creditFacts(sql, organization_id, days)}
  ) f
  group by f.variant_id, f.day, f.sales_channel_id, f.location_id, f.currency
  having (sum(f.units), sum(f.returned_units), sum(f.gross), sum(f.discounts), sum(f.returns), sum(f.taxes),
    sum(f.costed_units), sum(f.cost), sum(f.priced_units), sum(f.regular_value), sum(f.markdown_units))
    <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`
