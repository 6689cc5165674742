/**
 * Proves net sales order by order, a second route beside the lines of each day: what an order sold, less what came back, was
 * refunded and was credited, on its day. The orders of each day and channel together are its sales, and a return takes its money off
 * by one means: as units arrive, by a refund, or by credit notes.
 */
import { decimalOf } from '../../contract/money.ts'
import { listOf } from '../../contract/outcome.ts'
import { sqlShare } from '../../contract/money/shares.ts'
import type { Sql } from '../../contract/sql.ts'
import type { SalesFault } from './verify_sales.rules.ts'

interface Twice {
  name: string
  arrived_cents: number
  refunded_cents: number
  credited_cents: number
}

/** Returns whose money left sales by more than one means; receipts that a counter-row took back count no more. */
const readCountedTwice = (sql: Sql, organization_id: string) => sql<Twice[]>`
  select r.name, m.arrived::float8 as arrived_cents, m.refunded::float8 as refunded_cents,
    m.credited::float8 as credited_cents
  from returns r
  cross join lateral (
    select coalesce((select sum(l.value_cents) from return_receipt_lines l
        where l.organization_id = ${organization_id} and l.return_id = r.return_id), 0)
      + coalesce((select sum(n.amount_cents) from refunds f
        join refund_lines n on n.organization_id = ${organization_id} and n.refund_id = f.refund_id
        where f.organization_id = ${organization_id} and f.return_id = r.return_id and f.reverses = 'receipts'), 0)
      as arrived,
      coalesce((select sum(n.amount_cents) from refunds f
        join refund_lines n on n.organization_id = ${organization_id} and n.refund_id = f.refund_id
        where f.organization_id = ${organization_id} and f.return_id = r.return_id
          and f.reverses is distinct from 'receipts'), 0) as refunded,
      coalesce((select sum(n.amount_cents) from credit_notes c
        join credit_note_lines n on n.organization_id = ${organization_id} and n.credit_note_id = c.credit_note_id
        where c.organization_id = ${organization_id} and c.return_id = r.return_id and c.state = 'issued'), 0) as credited
  ) m
  where r.organization_id = ${organization_id} and r.sales_channel_id is not null
    and (m.arrived <> 0)::int + (m.refunded <> 0)::int + (m.credited <> 0)::int > 1
  order by r.return_id`

/** Days that differ and are stated; with more, the sales are wrong throughout. */
const shownMax = 100

interface Totals {
  day: string
  sales_channel_id: string
  currency: string
  orders_cents: number
  days_cents: number
}

/** Money of each order and day of a channel, and of returns of no order. */
const orderMoney = (sql: Sql, organization_id: string) => sql`
  select o.order_id, o.currency, o.ordered_on as day, o.sales_channel_id,
    u.units * l.unit_price_cents - case when l.quantity = 0 then 0 else ${sqlShare(sql, {
      cents: sql`l.discount_cents`,
      part: sql`u.units`,
      whole: sql`l.quantity`,
      currency: sql`o.currency`,
    })} end as cents
  from sales_orders o
  join order_lines l on l.organization_id = ${organization_id} and l.order_id = o.order_id
  cross join lateral (select l.quantity - l.cancelled_quantity as units) u
  where o.organization_id = ${organization_id} and not o.is_wholesale and o.lifecycle <> 'draft'
  union all
  select o.order_id, o.currency, f.shipped_on, o.sales_channel_id, n.gross_sales_cents - n.discounts_cents
  from sales_orders o
  join fulfilments f on f.organization_id = ${organization_id} and f.order_id = o.order_id
  join fulfilment_lines n on n.organization_id = ${organization_id} and n.fulfilment_id = f.fulfilment_id
  where o.organization_id = ${organization_id} and o.is_wholesale
  union all
  select r.order_id, n.currency, i.received_on, r.sales_channel_id, 0 - n.value_cents
  from returns r
  join return_receipts i on i.organization_id = ${organization_id} and i.return_id = r.return_id
  join return_receipt_lines n on n.organization_id = ${organization_id} and n.return_id = i.return_id
    and n.receipt_number = i.receipt_number
  where r.organization_id = ${organization_id}
  union all
  select f.order_id, f.currency, f.refunded_on, f.sales_channel_id, 0 - n.amount_cents
  from refunds f
  join refund_lines n on n.organization_id = ${organization_id} and n.refund_id = f.refund_id
  where f.organization_id = ${organization_id}
  union all
  select c.order_id, c.currency, d.day, c.sales_channel_id, d.sign * n.amount_cents
  from credit_notes c
  join credit_note_lines n on n.organization_id = ${organization_id} and n.credit_note_id = c.credit_note_id
  cross join lateral (values (c.issued_on, -1), (c.cancelled_on, 1)) d (day, sign)
  where c.organization_id = ${organization_id} and c.kind <> 'void' and d.day is not null`

/** Days of channels on which the orders together differ from the sales; days that an import covers count no orders. */
const readTotals = (sql: Sql, organization_id: string) => sql<Totals[]>`
  with of_orders as (
    select m.currency, m.day, m.sales_channel_id, sum(m.cents) as cents
    from (
      select order_id, currency, day, sales_channel_id, sum(cents) as cents from (${orderMoney(sql, organization_id)}) a
      group by order_id, currency, day, sales_channel_id
    ) m
    join sales_channel_days d on d.organization_id = ${organization_id} and d.day = m.day
      and d.sales_channel_id = m.sales_channel_id and d.origin = 'orders'
    group by m.currency, m.day, m.sales_channel_id
  ), of_days as (
    select s.currency, s.day, s.sales_channel_id, sum(s.gross_sales_cents - s.discounts_cents - s.returns_cents) as cents
    from sales_daily s
    join sales_channel_days d on d.organization_id = ${organization_id} and d.day = s.day
      and d.sales_channel_id = s.sales_channel_id and d.origin = 'orders'
    where s.organization_id = ${organization_id} group by s.currency, s.day, s.sales_channel_id
  )
  select day::text as day, sales_channel_id, currency, coalesce(o.cents, 0)::float8 as orders_cents,
    coalesce(d.cents, 0)::float8 as days_cents
  from of_orders o full join of_days d using (currency, day, sales_channel_id)
  where coalesce(o.cents, 0) <> coalesce(d.cents, 0)
  order by day, sales_channel_id, currency limit ${shownMax}`

const means = ({ arrived_cents, refunded_cents, credited_cents }: Twice): string =>
  listOf(
    [
      ['as units arrived', arrived_cents],
      ['by refunds', refunded_cents],
      ['by credit notes', credited_cents],
    ].flatMap(([by, cents]) => (cents === 0 ? [] : `${decimalOf(cents as number)} ${by}`)),
    'and',
  )

/** The orders of the whole history are read only by a full verification. */
export async function verifyOrders(sql: Sql, organization_id: string, is_full: boolean): Promise<SalesFault[]> {
  const twice = await readCountedTwice(sql, organization_id)
  const totals = is_full ? await readTotals(sql, organization_id) : []
  return [
    ...twice.map((one): SalesFault => ({
      kind: 'counted_twice',
      day: null,
      sentence: `${one.name} took money off net sales by more than one means: ${means(one)}`,
    })),
    ...totals.map(({ day, sales_channel_id, currency, orders_cents, days_cents }): SalesFault => ({
      kind: 'orders_differ',
      day,
      sentence: `${day}, channel ${sales_channel_id}: sales_daily has net sales of ${decimalOf(days_cents)} ${currency}, not ${decimalOf(orders_cents)} as the orders sold less what was returned, refunded and credited`,
    })),
  ]
}
