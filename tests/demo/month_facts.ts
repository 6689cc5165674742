/**
 * The figures of a month by a second route: lines of orders, shipments, returns and refunds, and recorded days before
 * orders began, grouped with plain SQL that shares no code with the service.
 */
import type { History } from '../insight/velocity/velocity_fixture.ts'
import type { MoveFixture, SaleFixture } from '../support/fixtures/fixture.ts'
import type { Tenant } from '../support/service/tenant.ts'

export interface Sums {
  key: string
  units: number
  returned: number
  gross: number
  discounts: number
  returns: number
  taxes: number
  net: number
  cost: number
  uncosted: number
}

/** Days of channels that have orders count by their lines, all others by what was recorded of them. */
const facts = `
  with line as (
    select o.ordered_on as day, o.sales_channel_id, o.location_id, l.variant_id, o.currency,
      l.quantity - l.cancelled_quantity as units, 0 as returned,
      (l.quantity - l.cancelled_quantity) * l.unit_price_cents as gross,
      case when l.quantity = 0 then 0
        else round(l.discount_cents::numeric * (l.quantity - l.cancelled_quantity) / l.quantity) end as discounts,
      0 as returns,
      case when l.quantity = 0 then 0
        else round(l.tax_cents::numeric * (l.quantity - l.cancelled_quantity) / l.quantity) end as taxes,
      l.unit_cost, l.quantity - l.cancelled_quantity as cost_units
    from order_lines l join sales_orders o using (organization_id, order_id)
    where l.organization_id = $1 and not o.is_wholesale and o.lifecycle <> 'draft'
    union all
    select f.shipped_on, o.sales_channel_id, f.location_id, l.variant_id, o.currency, l.quantity, 0, l.gross_sales_cents,
      l.discounts_cents, 0, l.taxes_cents, l.unit_cost, l.quantity
    from fulfilment_lines l join fulfilments f using (organization_id, fulfilment_id)
    join sales_orders o using (organization_id, order_id)
    where l.organization_id = $1 and o.is_wholesale
    union all
    select i.received_on, r.sales_channel_id, i.location_id, l.variant_id, l.currency, 0,
      l.received_quantity - l.surplus_quantity, 0, 0, l.value_cents, -l.tax_cents, l.unit_cost,
      case when l.is_excess then 0 else -l.received_quantity end
    from return_receipt_lines l join return_receipts i using (organization_id, return_id, receipt_number)
    join returns r using (organization_id, return_id)
    where l.organization_id = $1 and r.sales_channel_id is not null
    union all
    select r.refunded_on, r.sales_channel_id, r.location_id, l.variant_id, r.currency, 0, 0, 0, 0, l.amount_cents,
      -l.tax_cents, null, 0
    from refund_lines l join refunds r using (organization_id, refund_id)
    where l.organization_id = $1
  ), ordered as (
    select day, sales_channel_id from sales_channel_days where organization_id = $1 and origin = 'orders'
  ), fact as (
    select day, sales_channel_id, variant_id, currency, units, returned, gross, discounts, returns, taxes,
      coalesce(round(cost_units * unit_cost * 100), 0) as cost,
      case when unit_cost is null then abs(cost_units) else 0 end as uncosted
    from line join ordered using (day, sales_channel_id)
    union all
    select day, sales_channel_id, variant_id, currency, units, returned_units, gross_sales_cents, discounts_cents,
      returns_cents, taxes_cents, known_cost_cents, units + returned_units - costed_units
    from sales_daily s where organization_id = $1
      and not exists (select from ordered o where o.day = s.day and o.sales_channel_id = s.sales_channel_id)
  ), rated as (
    select f.*, v.product_id, v.sku, p.category_id, c.name as category, n.channel_type, n.name as channel,
      case when f.currency = o.currency then null else (select r.organization_currency_per_unit from exchange_rates r
        where r.organization_id = $1 and r.currency = f.currency and r.rate_date <= f.day
        order by r.rate_date desc limit 1) end as rate
    from fact f
    join organizations o on o.organization_id = $1
    join variants v on v.organization_id = $1 and v.variant_id = f.variant_id
    join products p on p.organization_id = $1 and p.product_id = v.product_id
    join categories c on c.organization_id = $1 and c.category_id = p.category_id
    join sales_channels n on n.organization_id = $1 and n.sales_channel_id = f.sales_channel_id
  )`

/** Converted exactly and rounded once for each sum. */
const amount = (cents: string) =>
  `(coalesce(sum(${cents}) filter (where rate is null), 0) + round(coalesce(sum((${cents}) * rate), 0)))::float8`

/** Sums by a key that SQL over the facts names, in a window of days. */
export function sumsBy({ organization_id, service }: Tenant, key: string, start: string, end: string): Promise<Sums[]> {
  return service.database.sql.unsafe(
    `${facts}
    select (${key})::text as key, sum(units)::float8 as units, sum(returned)::float8 as returned, ${amount('gross')} as gross,
      ${amount('discounts')} as discounts, ${amount('returns')} as returns, ${amount('taxes')} as taxes,
      ${amount('gross - discounts - returns')} as net, sum(cost)::float8 as cost, sum(uncosted)::float8 as uncosted
    from rated where day between $2::date and $3::date group by 1 order by 1`,
    [organization_id, start, end],
  ) as unknown as Promise<Sums[]>
}

export interface StockDays {
  variant_id: string
  product_id: string
  tracked: number
  in_stock: number
  units: number
  own_units: number
  sold_cents: number
  net_cents: number | null
  opening: number
  received: number
}

/**
 * Days of the window on which the variant had units on hand at a location at any time, or sold; from its first ledger row
 * on. Stock between two movements is the sum of all movements before.
 */
export function stockDays({ organization_id, service }: Tenant, start: string, end: string): Promise<StockDays[]> {
  return service.database.sql.unsafe(
    `${facts}, held as (
      select distinct variant_id, location_id, occurred_at as from_at,
        sum(quantity_delta) over (partition by variant_id, location_id order by occurred_at) as units
      from stock_movements where organization_id = $1
    ), span as (
      select *, lead(from_at, 1, 'infinity') over (partition by variant_id, location_id order by from_at) as to_at from held
    ), one as (select d::date as day from generate_series($2::date, $3::date, interval '1 day') d),
    began as (select variant_id, min(occurred_at)::date as day from stock_movements where organization_id = $1 group by 1),
    sold as (
      select r.variant_id, r.day, sum(r.units) as units, sum(r.units) filter (where r.rate is null) as own_units,
        sum(r.gross - r.discounts) filter (where r.rate is null) as sold, sum(r.gross - r.discounts - r.returns) as net,
        bool_or(r.rate is not null) as is_foreign
      from rated r where r.day between $2::date and $3::date group by 1, 2
    ), state as (
      select v.variant_id, v.product_id, o.day, o.day >= b.day as is_tracked, coalesce(s.units, 0) as units, s.own_units,
        s.sold, s.net, s.is_foreign,
        coalesce(s.units, 0) > 0 or exists (select from span p where p.variant_id = v.variant_id and p.units > 0
          and p.from_at < o.day + 1 and p.to_at > o.day) as is_stocked
      from variants v cross join one o
      left join began b on b.variant_id = v.variant_id
      left join sold s on s.variant_id = v.variant_id and s.day = o.day
      where v.organization_id = $1
    )
    select t.variant_id, t.product_id, count(*) filter (where is_tracked)::float8 as tracked,
      count(*) filter (where is_tracked and is_stocked)::float8 as in_stock,
      sum(units)::float8 as units, coalesce(sum(own_units), 0)::float8 as own_units,
      coalesce(sum(sold), 0)::float8 as sold_cents,
      case when bool_or(is_foreign) then null else coalesce(sum(net), 0)::float8 end as net_cents,
      (select coalesce(sum(quantity_delta), 0)::float8 from stock_movements m where m.organization_id = $1
        and m.variant_id = t.variant_id and (m.occurred_at < $2::date
          or m.kind = 'opening' and m.occurred_at < $3::date + 1)) as opening,
      (select coalesce(sum(quantity_delta), 0)::float8 from stock_movements m where m.organization_id = $1
        and m.variant_id = t.variant_id and m.kind in ('receipt', 'assembly_in') and m.occurred_at >= $2::date
        and m.occurred_at < $3::date + 1) as received
    from state t group by t.variant_id, t.product_id order by t.variant_id`,
    [organization_id, start, end],
  ) as unknown as Promise<StockDays[]>
}

/**
 * Movements and sales as they are stored, for the replay of velocity; variants and locations by their ids, and amounts in the
 * organisation's currency.
 */
export async function historyOf({ organization_id, service }: Tenant): Promise<Pick<History, 'moves' | 'sales'>> {
  const { sql } = service.database
  const [moves, sales] = await Promise.all([
    sql<MoveFixture[]>`
      select m.variant_id as sku, m.location_id as location, m.kind, m.quantity_delta as quantity,
        to_char(m.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as occurred_at
      from stock_movements m where m.organization_id = ${organization_id} and m.quantity_delta <> 0`,
    sql<SaleFixture[]>`
      select s.variant_id as sku, s.day::text as day, s.location_id as location, s.units,
        case n.channel_type when 'wholesale' then 'Wholesale' else n.name end as channel,
        (s.gross_sales_cents * r.rate)::float8 as gross_sales_cents, (s.discounts_cents * r.rate)::float8 as discounts_cents
      from sales_daily s join sales_channels n using (organization_id, sales_channel_id)
      join organizations o using (organization_id)
      cross join lateral (select case when s.currency = o.currency then 1 else (
        select x.organization_currency_per_unit from exchange_rates x
        where x.organization_id = s.organization_id and x.currency = s.currency and x.rate_date <= s.day
        order by x.rate_date desc limit 1) end as rate) r
      where s.organization_id = ${organization_id}`,
  ])
  return { moves: [...moves], sales: [...sales] }
}
