/**
 * Keeps product_stock_before: what the ledger moved of each product before a day. A movement leaves a mark with its units
 * (velocity_changes); the job adds them where it takes the mark, so that the cost of a change does not grow with the ledger.
 */
import type { Sql } from '../../../contract/sql.ts'
import { literals } from '../../../../db/sql/fragment.ts'
import { receiptKinds } from '../../../contract/stock.ts'

const listedKinds = literals(receiptKinds)

/** Sums before a day, from those of the day before it that are there and the movements since, without those of marks. */
export async function addStockOfDay(sql: Sql, organization_id: string, before: string, from: string | null) {
  await sql`delete from product_stock_before where organization_id = ${organization_id} and before = ${before}::date`
  await sql`
    with bound as materialized (
      select ${from}::date::timestamp at time zone o.time_zone as since,
        ${before}::date::timestamp at time zone o.time_zone as until
      from organizations o where o.organization_id = ${organization_id}
    )
    insert into product_stock_before (organization_id, before, product_id, moved, received)
    select ${organization_id}, ${before}::date, s.product_id, sum(s.moved), sum(s.received)
    from (
      select product_id, moved, received from product_stock_before
      where organization_id = ${organization_id} and before = ${from}::date
      union all
      select v.product_id, m.quantity_delta, case when m.kind in (${listedKinds}) then m.quantity_delta else 0 end
      from bound b
      join stock_movements m on m.organization_id = ${organization_id} and m.occurred_at < b.until
        and (b.since is null or m.occurred_at >= b.since)
      join variants v on v.organization_id = ${organization_id} and v.variant_id = m.variant_id
      union all
      select v.product_id, -c.moved, -c.received
      from bound b
      join velocity_changes c on c.organization_id = ${organization_id} and c.occurred_at < b.until
        and (b.since is null or c.occurred_at >= b.since)
      join variants v on v.organization_id = ${organization_id} and v.variant_id = c.variant_id
      union all
      select distinct v.product_id, 0, 0
      from stock_levels l
      join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
      where l.organization_id = ${organization_id} and ${from}::date is null
    ) s
    group by s.product_id order by s.product_id`
  await sql`
    update sales_before_days d set stock_before_at = d.before::timestamp at time zone o.time_zone
    from organizations o
    where d.organization_id = ${organization_id} and d.before = ${before}::date and o.organization_id = d.organization_id`
}

/**
 * A part of the statement that takes marks, after `taken` (variant_id, occurred_at, moved, received), where $1 is the
 * organisation. A mark without a time is a new stock level: its product has sums from then on, if only zeros.
 */
export const stockOfTaken = `
  moved_products as (
    select d.before, v.product_id, sum(case when t.occurred_at < d.stock_before_at then t.moved else 0 end) as moved,
      sum(case when t.occurred_at < d.stock_before_at then t.received else 0 end) as received
    from taken t
    join variants v on v.organization_id = $1 and v.variant_id = t.variant_id
    cross join sales_before_days d
    where t.moved is not null and d.organization_id = $1 and d.stock_before_at is not null
    group by d.before, v.product_id
  ), stock_added as (
    insert into product_stock_before as b (organization_id, before, product_id, moved, received)
    select $1, m.before, m.product_id, m.moved, m.received from moved_products m
    where m.moved <> 0 or m.received <> 0 or not exists (select from product_stock_before k
      where k.organization_id = $1 and k.before = m.before and k.product_id = m.product_id)
    order by m.before, m.product_id
    on conflict on constraint product_stock_before_pk do update set moved = b.moved + excluded.moved,
      received = b.received + excluded.received
  )`
