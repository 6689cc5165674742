import type { Sql } from '../../../server/contract/sql.ts'

/**
 * Levels that disagree with the holds of lines, or hold more than there is, and lines that disagree with what happened. A line
 * of a bundle that is assembled when it is sold holds its components.
 */
export async function findOversold(sql: Sql, organization_id: string): Promise<number> {
  const [row] = await sql<{ wrong: number }[]>`
    with held as (
      select coalesce(k.variant_id, l.variant_id) as variant_id, l.location_id,
        sum(l.allocated_quantity * coalesce(k.units, 1)) as units
      from order_lines l
      left join order_line_components k on k.organization_id = l.organization_id and k.line_id = l.line_id
      where l.organization_id = ${organization_id} and l.allocated_quantity > 0 group by 1, 2
    ), levels as (
      select variant_id, location_id, on_hand, committed from stock_levels where organization_id = ${organization_id}
    ), shipped as (
      select order_line_id, sum(quantity) as units from fulfilment_lines
      where organization_id = ${organization_id} group by 1
    ), invoiced as (
      select u.order_line_id, sum(u.quantity) as units from (
        select n.order_line_id, n.quantity from invoice_lines n
        join invoices i on i.organization_id = n.organization_id and i.invoice_id = n.invoice_id and i.state = 'issued'
        where n.organization_id = ${organization_id}
        union all
        -- A void shipment credits what it had billed.
        select n.order_line_id, -n.quantity from credit_note_lines n
        join credit_notes c on c.organization_id = n.organization_id and c.credit_note_id = n.credit_note_id
        where n.organization_id = ${organization_id} and c.kind = 'void'
      ) u group by 1
    )
    select (select count(*) from levels s full join held h using (variant_id, location_id)
        where coalesce(s.committed, 0) < 0 or coalesce(s.committed, 0) > coalesce(s.on_hand, 0)
          or coalesce(s.committed, 0) <> coalesce(h.units, 0))
      + (select count(*) from order_lines l left join shipped f on f.order_line_id = l.line_id
        left join invoiced i on i.order_line_id = l.line_id
        where l.organization_id = ${organization_id} and (l.fulfilled_quantity <> coalesce(f.units, 0)
          or l.invoiced_quantity <> coalesce(i.units, 0) or l.invoiced_quantity > l.fulfilled_quantity)) as wrong`
  return Number(row!.wrong)
}
