/** SQL of an account's overview. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { FactsScope } from './variant_facts.store.ts'

/** The variants that a request names; null for every variant. */
export async function readAskedVariants(
  sql: Sql,
  organization_id: string,
  { variant_id, product_id }: { variant_id?: string; product_id?: string },
): Promise<string[] | null> {
  if (variant_id === undefined && product_id === undefined) return null
  const variants = await sql<{ variant_id: string; product_id: string }[]>`
    select v.variant_id, v.product_id from variants v where v.organization_id = ${organization_id}
      and case when ${variant_id ?? null}::uuid is null then v.product_id = ${product_id ?? null}::uuid
        else v.variant_id = ${variant_id ?? null}::uuid end`
  if (variants.length === 0)
    return variant_id === undefined
      ? refuseField('product_id', 'must be a product of this organisation with a variant')
      : refuseField('variant_id', 'must be a variant of this organisation')
  if (product_id !== undefined && variants[0]!.product_id !== product_id.toLowerCase())
    refuseField('product_id', 'must be the product of the variant')
  return variants.map((row) => row.variant_id)
}

export interface ReportedPeriod {
  start_date: string
  end_date: string
  units_sold: number | null
  stock_on_hand: number | null
}

/**
 * The reported periods of the last weeks, oldest first. Where the account omits rows, variants without one sold nothing in a
 * period with sales figures, from their first report on.
 */
export const readTimeline = (
  sql: Sql,
  { organization_id, partner_id, today, variant_ids }: FactsScope,
): PromiseLike<ReportedPeriod[]> =>
  variant_ids === null
    ? sql<ReportedPeriod[]>`
      select p.period_start as start_date, p.period_end as end_date,
        case when p.units_rows > 0 then p.units::float8 end as units_sold,
        case when p.on_hand_rows > 0 then p.on_hand::float8 end as stock_on_hand
      from sell_out_by_period p
      where p.organization_id = ${organization_id} and p.trading_partner_id = ${partner_id}
        and p.period_end > ${today}::date - ${limits.retailer_timeline_weeks * 7}::int and p.period_end <= ${today}::date
      order by p.period_start, p.period_end`
    : sql<ReportedPeriod[]>`
      select p.period_start as start_date, p.period_end as end_date,
        case when v.row_count = 0 then 0 when v.units_rows > 0 then v.units end::float8 as units_sold,
        case when v.on_hand_rows > 0 then v.on_hand end::float8 as stock_on_hand
      from sell_out_by_period p
      cross join lateral (
        select coalesce(bool_or(d.absence_convention = 'row_omitted'), false) as omits_rows from sell_out_declarations d
        where d.organization_id = p.organization_id and d.trading_partner_id = p.trading_partner_id
      ) k
      cross join lateral (
        select count(*) as row_count, sum(v.units_rows) as units_rows, sum(v.units) as units,
          sum(v.on_hand_rows) as on_hand_rows, sum(v.on_hand) as on_hand
        from sell_out_by_variant v
        where v.organization_id = p.organization_id and v.trading_partner_id = p.trading_partner_id
          and v.period_start = p.period_start and v.period_end = p.period_end
          and v.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])
      ) v
      where p.organization_id = ${organization_id} and p.trading_partner_id = ${partner_id}
        and p.period_end > ${today}::date - ${limits.retailer_timeline_weeks * 7}::int and p.period_end <= ${today}::date
        and (v.row_count > 0 or k.omits_rows and p.units_rows > 0 and exists (
          select from sell_out_by_variant e
          where e.organization_id = p.organization_id and e.trading_partner_id = p.trading_partner_id
            and e.variant_id = any(${arrayLiteral(variant_ids)}::uuid[]) and e.period_start < p.period_start))
      order by p.period_start, p.period_end`

export interface Delivery {
  order_id: string
  order_name: string
  fulfilment_id: string | null
  shipped_on: string | null
  arrives_on: string
  units: number
}

/** The shipment that arrived last, with its units of the asked variants. */
export async function readLastDelivery(sql: Sql, scope: FactsScope): Promise<Delivery | null> {
  const { organization_id, partner_id, today, variant_ids } = scope
  const isAny = variant_ids === null
  const variants = arrayLiteral(variant_ids ?? [])
  const [delivery] = await sql<Delivery[]>`
    select d.order_id, d.order_name, d.fulfilment_id, d.shipped_on, d.arrives_on,
      (select sum(l.quantity)::int from fulfilment_lines l
        where l.organization_id = ${organization_id} and l.fulfilment_id = d.fulfilment_id
          and (${isAny} or l.variant_id = any(${variants}::uuid[]))) as units
    from (
      select o.order_id, o.name as order_name, f.fulfilment_id, f.shipped_on,
        f.shipped_on + coalesce(t.transit_time_days, 0) as arrives_on
      from trading_partners t
      join sales_orders o on o.organization_id = t.organization_id and o.trading_partner_id = t.trading_partner_id
      cross join lateral (select f.* from fulfilments f
        where f.organization_id = o.organization_id and f.order_id = o.order_id offset 0) f
      where t.organization_id = ${organization_id} and t.trading_partner_id = ${partner_id}
        and f.shipped_on + coalesce(t.transit_time_days, 0) <= ${today}::date
        and exists (select from fulfilment_lines l
          where l.organization_id = f.organization_id and l.fulfilment_id = f.fulfilment_id
            and (${isAny} or l.variant_id = any(${variants}::uuid[])))
      order by f.shipped_on desc, f.shipped_at desc, f.fulfilment_id desc limit 1
    ) d`
  return delivery ?? null
}
