/**
 * Proves that what is kept by product equals the rows beneath it: sums of sales and of stock before a day, figures of now and
 * velocities. Each sum is one statement, so that it is of one moment; what has a mark is compared once that is folded. A day
 * is compared with the listed day before it and the rows between, so that all days together read every row once.
 */
import { literals, textFragment } from '../../../db/sql/fragment.ts'
import { missing_fields, missingVariantFields } from '../../catalogue/completeness/missing_fields.ts'
import { lackColumn } from '../../catalogue/product_figures/product_figures.sql.ts'
import type { Sql } from '../../contract/sql.ts'
import { receiptKinds } from '../../contract/stock.ts'
import { runStatement } from '../../tables/page.ts'
import { figureNames, sumNames } from '../../contract/stock.ts'

const shownMax = 20

export interface WrongProductSum {
  organization_id: string
  /** The table, and the row of it that differs: a product or a variant, with its day, currency or weeks. */
  table_name: string
  row: string
  /** As JSON; null where there is none. */
  found: string | null
  expected: string | null
}

type Found = Omit<WrongProductSum, 'organization_id'>

const listed = textFragment(sumNames.join(', '))
const figuresOfRow = textFragment(figureNames.join(', '))
const summed = textFragment(sumNames.map((name) => `sum(${name}) as ${name}`).join(', '))
const notZero = textFragment(sumNames.map((name) => `sum(${name}) <> 0`).join(' or '))

interface Days {
  before: string
  /** The listed day before; null for the first. */
  from: string | null
}

const stillListed = (sql: Sql, organization_id: string, { before, from }: Days) => sql`
  exists (select from sales_before_days d where d.organization_id = ${organization_id} and d.before = ${before}::date)
  and (${from}::date is null or exists (select from sales_before_days d
    where d.organization_id = ${organization_id} and d.before = ${from}::date))`

/** By variant, against the sales since the listed day before. */
const wrongSales = (sql: Sql, organization_id: string, days: Days) => sql<Found[]>`
  with expected as (
    select variant_id, currency, ${summed}
    from (
      select variant_id, currency, ${listed} from sales_before
      where organization_id = ${organization_id} and before = ${days.from}::date
      union all
      select variant_id, currency, 1, ${figuresOfRow} from sales_daily
      where organization_id = ${organization_id} and day < ${days.before}::date
        and (${days.from}::date is null or day >= ${days.from}::date)
    ) s
    group by variant_id, currency
  ), found as (
    select variant_id, currency, ${listed} from sales_before
    where organization_id = ${organization_id} and before = ${days.before}::date
  )
  select 'sales_before' as table_name, concat_ws(' ', 'variant', variant_id, currency, 'before', ${days.before}::text) as row,
    to_jsonb(f)::text as found, to_jsonb(e)::text as expected
  from found f full join expected e using (variant_id, currency)
  where to_jsonb(f) is distinct from to_jsonb(e) and ${stillListed(sql, organization_id, days)}
    and variant_id not in (select c.variant_id from velocity_changes c where c.organization_id = ${organization_id})
  order by variant_id, currency limit ${shownMax}`

/** By product, against the sums of its variants. */
const wrongProductSales = (sql: Sql, organization_id: string, days: Days) => sql<Found[]>`
  with expected as (
    select v.product_id, s.currency, ${summed}
    from sales_before s
    join variants v on v.organization_id = ${organization_id} and v.variant_id = s.variant_id
    where s.organization_id = ${organization_id} and s.before = ${days.before}::date
    group by v.product_id, s.currency
  ), found as (
    select product_id, currency, ${summed} from product_sales_before
    where organization_id = ${organization_id} and before = ${days.before}::date
    group by product_id, currency having ${notZero}
  )
  select 'product_sales_before' as table_name,
    concat_ws(' ', 'product', product_id, currency, 'before', ${days.before}::text) as row,
    to_jsonb(f)::text as found, to_jsonb(e)::text as expected
  from found f full join expected e using (product_id, currency)
  where to_jsonb(f) is distinct from to_jsonb(e) and ${stillListed(sql, organization_id, days)}
  order by product_id, currency limit ${shownMax}`

const listedKinds = literals(receiptKinds)

/** What the ledger moved, without the movements whose marks are not folded: against the movements since the day before. */
const wrongStock = (sql: Sql, organization_id: string, days: Days) => sql<Found[]>`
  with bound as materialized (
    select d.stock_before_at as until, f.stock_before_at as since from sales_before_days d
    left join sales_before_days f on f.organization_id = d.organization_id and f.before = ${days.from}::date
    where d.organization_id = ${organization_id} and d.before = ${days.before}::date and d.stock_before_at is not null
      and (${days.from}::date is null or f.stock_before_at is not null)
  ), expected as (
    select product_id, sum(moved)::bigint as moved, sum(received)::bigint as received
    from (
      select product_id, moved, received from product_stock_before
      where organization_id = ${organization_id} and before = ${days.from}::date
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
        and (b.since is null or c.occurred_at >= b.since) and c.moved is not null
      join variants v on v.organization_id = ${organization_id} and v.variant_id = c.variant_id
    ) s
    group by product_id having sum(moved) <> 0 or sum(received) <> 0
  ), found as (
    select product_id, moved, received from product_stock_before
    where organization_id = ${organization_id} and before = ${days.before}::date and (moved <> 0 or received <> 0)
  )
  select 'product_stock_before' as table_name, concat_ws(' ', 'product', product_id, 'before', ${days.before}::text) as row,
    to_jsonb(f)::text as found, to_jsonb(e)::text as expected
  from bound cross join (found f full join expected e using (product_id))
  where to_jsonb(f) is distinct from to_jsonb(e)
  order by product_id limit ${shownMax}`

const isMissing = (name: (typeof missingVariantFields)[number]) => `(${missing_fields[name].condition})`
const lackCounts = missingVariantFields
  .map((name) => `count(*) filter (where ${isMissing(name)}) as ${lackColumn(name)}`)
  .join(', ')
const lackColumns = missingVariantFields.map(lackColumn).join(', ')
const zeroLacks = missingVariantFields.map((name) => `coalesce(c.${lackColumn(name)}, 0)`).join(', ')
const lacksAny = missingVariantFields.map(isMissing).join(' or ')
const figureList = `variants, incomplete_variants, ${lackColumns}, on_hand, counted_units, cost, uncosted_units,
  revenue_cents, unpriced_units, unpriced_on_hand`

/** Figures of now, of products without a mark: against variants, the terms of their suppliers and stock levels. */
const wrongFiguresStatement = `
  with marked as materialized (
    select product_id from product_changes where organization_id = $1
    union
    select v.product_id from velocity_changes c
    join variants v on v.organization_id = $1 and v.variant_id = c.variant_id
    where c.organization_id = $1
  ), term as (
    select sv.variant_id, count(*) as suppliers, min(coalesce(sv.lead_time_days, su.lead_time_days)) as lead_time_days,
      min(sv.min_order_quantity) as min_order_quantity
    from supplier_variants sv
    join suppliers su on su.organization_id = $1 and su.supplier_id = sv.supplier_id
    where sv.organization_id = $1 group by sv.variant_id
  ), counted as (
    select x.product_id, count(*) as variants, count(*) filter (where ${lacksAny}) as incomplete_variants, ${lackCounts}
    from variants x left join term b on b.variant_id = x.variant_id
    where x.organization_id = $1 group by x.product_id
  ), held as (
    select x.product_id, sum(l.on_hand) as on_hand, sum(abs(l.on_hand)) as counted_units,
      sum(l.on_hand * l.average_cost) as cost, sum(abs(l.on_hand)) filter (where l.average_cost is null) as uncosted_units,
      sum(l.on_hand::numeric * x.price_cents) as revenue_cents,
      sum(abs(l.on_hand)) filter (where x.price_cents is null) as unpriced_units,
      sum(l.on_hand) filter (where x.price_cents is null) as unpriced_on_hand
    from stock_levels l
    join variants x on x.organization_id = $1 and x.variant_id = l.variant_id
    where l.organization_id = $1 group by x.product_id
  ), expected (product_id, ${figureList}) as (
    select p.product_id, coalesce(c.variants, 0), coalesce(c.incomplete_variants, 0), ${zeroLacks}, coalesce(h.on_hand, 0),
      coalesce(h.counted_units, 0), coalesce(h.cost, 0), coalesce(h.uncosted_units, 0), coalesce(h.revenue_cents, 0),
      coalesce(h.unpriced_units, 0), coalesce(h.unpriced_on_hand, 0)
    from products p
    left join counted c on c.product_id = p.product_id left join held h on h.product_id = p.product_id
    where p.organization_id = $1
  ), found as (
    select product_id, ${figureList} from product_figures where organization_id = $1
  )
  select 'product_figures' as table_name, concat_ws(' ', 'product', product_id) as row, to_jsonb(f)::text as found,
    to_jsonb(e)::text as expected
  from found f left join expected e using (product_id)
  where to_jsonb(f) is distinct from to_jsonb(e) and product_id not in (select product_id from marked)
  order by product_id limit ${shownMax}`

const wrongFigures = (sql: Sql, organization_id: string) =>
  runStatement<Found>(sql, { text: wrongFiguresStatement, params: [organization_id] })

/** Sums of the windows shown, of products without a mark: against the rows of their variants. */
const wrongVelocities = (sql: Sql, organization_id: string) => sql<Found[]>`
  with expected as (
    select v.product_id, s.weeks, count(*)::int as variants, sum(s.units)::bigint as units,
      sum(s.in_stock_days)::bigint as in_stock_days, sum(s.stockout_days)::bigint as stockout_days,
      sum(s.lost_units) as lost_units, sum(s.previous_units)::bigint as previous_units
    from velocity_windows w
    join variant_velocity s on s.organization_id = ${organization_id} and s.end_exclusive = w.end_exclusive
    join variants v on v.organization_id = ${organization_id} and v.variant_id = s.variant_id
    where w.organization_id = ${organization_id}
    group by v.product_id, s.weeks
  ), found as (
    select s.product_id, s.weeks, s.variants, s.units, s.in_stock_days, s.stockout_days, s.lost_units, s.previous_units
    from velocity_windows w
    join product_velocity s on s.organization_id = ${organization_id} and s.end_exclusive = w.end_exclusive
    where w.organization_id = ${organization_id} and s.variants > 0
  )
  select 'product_velocity' as table_name, concat_ws(' ', 'product', product_id, 'over', weeks, 'weeks') as row,
    to_jsonb(f)::text as found, to_jsonb(e)::text as expected
  from found f left join expected e using (product_id, weeks)
  where to_jsonb(f) is distinct from to_jsonb(e) and product_id not in (
    select v.product_id from velocity_changes c
    join variants v on v.organization_id = ${organization_id} and v.variant_id = c.variant_id
    where c.organization_id = ${organization_id})
  order by product_id, weeks limit ${shownMax}`

const readDays = (sql: Sql, organization_id: string) => sql<Days[]>`
  select before::text as before, lag(before) over (order by before)::text as "from"
  from sales_before_days where organization_id = ${organization_id} order by before`

/** Rows that differ, the first ones of each table and day. */
export async function findWrongProductSums(sql: Sql, organization_id: string): Promise<WrongProductSum[]> {
  const comparisons: Found[] = [
    ...(await wrongFigures(sql, organization_id)),
    ...(await wrongVelocities(sql, organization_id)),
  ]
  for (const days of await readDays(sql, organization_id))
    for (const wrong of [wrongSales, wrongProductSales, wrongStock])
      comparisons.push(...(await wrong(sql, organization_id, days)))
  return comparisons.map((one) => ({ organization_id, ...one }))
}
