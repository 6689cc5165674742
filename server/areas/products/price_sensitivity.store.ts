/** Weekly sales outside wholesale, where prices are agreed and not answered to. Weeks begin on Monday. */
import type { Sql } from '../../contract/call.ts'
import type { ReferenceWeek } from './season.rules.ts'

/** How many variants of the category its season is measured on; enough for an index, few enough for a request. */
const reference_variants_max = 30

export interface Period {
  first_day: string
  /** The first day after it. */
  end_day: string
}

export const readWeeklySales = (sql: Sql, organization_id: string, variant_id: string, period: Period) => sql<
  { week_start: string; units: number; net_cents: number }[]
>`
  select date_trunc('week', s.day::timestamp)::date as week_start, sum(s.units)::int as units,
    sum(s.gross_sales_cents - s.discounts_cents)::float8 as net_cents
  from sales_daily s
  join sales_channels c on c.organization_id = s.organization_id and c.sales_channel_id = s.sales_channel_id
  where s.organization_id = ${organization_id} and s.variant_id = ${variant_id} and c.channel_type <> 'wholesale'
    and s.day >= ${period.first_day}::date and s.day < ${period.end_day}::date
  group by 1`

interface PricedVariant {
  sku: string
  category_id: string | null
}

export async function readPricedVariant(sql: Sql, organization_id: string, variant_id: string) {
  const [variant] = await sql<PricedVariant[]>`
    select v.sku, p.category_id from variants v
    join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
    where v.organization_id = ${organization_id} and v.variant_id = ${variant_id}`
  return variant
}

/**
 * What the longest-kept variants of the same category sold, those of the same product left out: they share its price,
 * and would take its effect for the season's.
 */
export async function readCategoryWeeks(sql: Sql, organization_id: string, variant_id: string, period: Period) {
  const rows = await sql<(ReferenceWeek & { variants: number })[]>`
    with reference as materialized (
      select v.variant_id
      from variants own
      join products p on p.organization_id = own.organization_id and p.product_id = own.product_id
      join products others on others.organization_id = p.organization_id and others.category_id = p.category_id
        and others.product_id <> p.product_id
      join variants v on v.organization_id = others.organization_id and v.product_id = others.product_id
      where own.organization_id = ${organization_id} and own.variant_id = ${variant_id}
      order by v.variant_id limit ${reference_variants_max}
    )
    select date_trunc('week', s.day::timestamp)::date as week_start, sum(s.units)::int as units,
      (select count(*)::int from reference) as variants
    from reference r
    join sales_daily s on s.organization_id = ${organization_id} and s.variant_id = r.variant_id
      and s.day >= ${period.first_day}::date and s.day < ${period.end_day}::date
    join sales_channels c on c.organization_id = s.organization_id and c.sales_channel_id = s.sales_channel_id
    where c.channel_type <> 'wholesale'
    group by 1`
  return { variants: rows[0]?.variants ?? 0, weeks: rows }
}
