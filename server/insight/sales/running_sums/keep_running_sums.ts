/**
 * Keeps sales_before and what is summed from it by product: the sums of each day are those of a day before and the sales
 * between. Changed variants are summed again for every day, in the statement that takes their marks
 * (../../velocity/refresh_velocity.ts); what that changes is added to the sums of their products.
 */
import { textFragment } from '../../../../db/sql/fragment.ts'
import { addDays } from '../../../calendar/days.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { Step } from '../../../jobs/job.ts'
import { figureNames } from '../../../selling/sales_facts/sales_figures.rules.ts'
import { addStockOfDay } from './keep_stock_sums.ts'

/** Windows that end yesterday begin on these, counted back from today. */
const trailingDays = [0, 7, 28, 90, 365] as const
/** Months before today for which sums are kept; two windows of a year lie within. */
const monthsKept = 30

const figures = ['row_count', ...figureNames]
const columns = figures.join(', ')
const each = (write: (name: string) => string) => figures.map(write).join(', ')
const listed = textFragment(columns)
const listedFigures = textFragment(figureNames.join(', '))
const summedFigures = textFragment(each((name) => `sum(s.${name})`))

/** First days of months, from the second month with sales on. */
function monthStarts(first_sale: string, today: string): string[] {
  const starts: string[] = []
  const [year, month] = first_sale.split('-').map(Number) as [number, number]
  for (let n = month; ; n++) {
    const start = new Date(Date.UTC(year, n, 1)).toISOString().slice(0, 10)
    if (start > today) return starts
    starts.push(start)
  }
}

interface ListedDay {
  before: string | null
  first_sale: string | null
  /** Whether stock is summed up to the begin of the day, as it is in the time zone of now. */
  has_stock: boolean
}

const readDays = (sql: Sql, organization_id: string) => sql<ListedDay[]>`
  select d.before::text as before, f.first_sale::text as first_sale,
    coalesce(d.stock_before_at = d.before::timestamp at time zone o.time_zone, false) as has_stock
  from (select (select s.day from sales_daily s where s.organization_id = ${organization_id} order by s.day limit 1) as first_sale) f
  join organizations o on o.organization_id = ${organization_id}
  left join sales_before_days d on d.organization_id = ${organization_id}
  order by d.before`

/** Sums before a day, from those of the day before it that are there and the sales since. */
async function addDay(sql: Sql, organization_id: string, before: string, from: string | null): Promise<void> {
  await sql`delete from sales_before where organization_id = ${organization_id} and before = ${before}::date`
  await sql`
    insert into sales_before (organization_id, before, variant_id, currency, ${listed})
    select ${organization_id}, ${before}::date, variant_id, currency, ${summedFigures}
    from (
      select variant_id, currency, ${listed}
      from sales_before where organization_id = ${organization_id} and before = ${from}::date
      union all
      select variant_id, currency, 1, ${listedFigures}
      from sales_daily where organization_id = ${organization_id} and (${from}::date is null or day >= ${from}::date)
        and day < ${before}::date
    ) s
    group by variant_id, currency order by variant_id, currency`
  await sql`delete from product_sales_before where organization_id = ${organization_id} and before = ${before}::date`
  await sql`
    insert into product_sales_before (organization_id, before, product_id, currency, ${listed})
    select ${organization_id}, ${before}::date, v.product_id, s.currency, ${summedFigures}
    from sales_before s
    join variants v on v.organization_id = ${organization_id} and v.variant_id = s.variant_id
    where s.organization_id = ${organization_id} and s.before = ${before}::date
    group by v.product_id, s.currency order by v.product_id, s.currency`
  await sql`insert into sales_before_days (organization_id, before) values (${organization_id}, ${before}::date)`
}

/** Rows of days that no read chooses any more; they were still chosen when the last run began. */
async function deleteUnlisted(sql: Sql, organization_id: string): Promise<void> {
  await sql`
    delete from sales_before s where s.organization_id = ${organization_id}
      and not exists (select from sales_before_days d where d.organization_id = s.organization_id and d.before = s.before)`
  await sql`
    delete from product_sales_before s where s.organization_id = ${organization_id}
      and not exists (select from sales_before_days d where d.organization_id = s.organization_id and d.before = s.before)`
  await sql`
    delete from product_stock_before s where s.organization_id = ${organization_id}
      and not exists (select from sales_before_days d where d.organization_id = s.organization_id and d.before = s.before)`
}

/** Brings the days up to today; once a day, when nothing is missing it reads a few rows. */
export async function keepRunningSums(step: Step, organization_id: string, today: string): Promise<void> {
  const listed = await step((sql) => readDays(sql, organization_id))
  const first_sale = listed[0]?.first_sale
  if (first_sale == null) return
  const there = listed.flatMap(({ before }) => before ?? [])
  const months = monthStarts(first_sale, today)
  const wanted = new Set([...months.slice(-monthsKept), ...trailingDays.map((days) => addDays(today, -days))])
  const missing = [...wanted].filter((day) => !there.includes(day) && day > first_sale).toSorted()
  const outdated = there.filter((day) => !wanted.has(day))
  const withStock = listed.flatMap(({ before, has_stock }) => (has_stock && before !== null ? [before] : []))
  const withoutStock = there.filter((day) => wanted.has(day) && !withStock.includes(day))
  if (missing.length === 0 && outdated.length === 0 && withoutStock.length === 0) return
  await step((sql) => deleteUnlisted(sql, organization_id))
  const lastBefore = (days: readonly string[], before: string) =>
    days
      .filter((day) => day < before)
      .toSorted()
      .at(-1) ?? null
  for (const before of missing) {
    await step((sql) => addDay(sql, organization_id, before, lastBefore(there, before)))
    there.push(before)
  }
  for (const before of [...withoutStock, ...missing].toSorted()) {
    await step((sql) => addStockOfDay(sql, organization_id, before, lastBefore(withStock, before)))
    withStock.push(before)
  }
  if (outdated.length > 0)
    await step(
      (sql) => sql`
        delete from sales_before_days
        where organization_id = ${organization_id} and before = any(${`{${outdated.join(',')}}`}::date[])`,
    )
}

/**
 * Parts of the statement that takes marks, after `concerned` (variant_id), where $1 is the organisation: the sums of these
 * variants for every day, made from their rows; sums without sales are removed.
 */
export const sumsOfConcerned = `
  summed_days as materialized (
    select array_agg(before order by before) as days from sales_before_days where organization_id = $1
  ), sold_between as materialized (
    select s.variant_id, s.currency, width_bucket(s.day, d.days) + 1 as place,
      ${each((name) => (name === 'row_count' ? 'count(*) as row_count' : `sum(s.${name}) as ${name}`))}
    from concerned n cross join summed_days d
    join sales_daily s on s.organization_id = $1 and s.variant_id = n.variant_id
    where d.days is not null
    group by s.variant_id, s.currency, width_bucket(s.day, d.days) + 1
  ), running as materialized (
    select k.variant_id, k.currency, u.before, ${each((name) => `sum(s.${name}) over so_far as ${name}`)}
    from (select distinct variant_id, currency from sold_between) k
    cross join summed_days d cross join lateral unnest(d.days) with ordinality as u (before, place)
    left join sold_between s on s.variant_id = k.variant_id and s.currency = k.currency and s.place = u.place
    window so_far as (partition by k.variant_id, k.currency order by u.place)
  ), summed as (
    insert into sales_before as b (organization_id, before, variant_id, currency, ${columns})
    select $1, r.before, r.variant_id, r.currency, ${each((name) => `r.${name}`)} from running r where r.row_count > 0
    order by r.before, r.variant_id, r.currency
    on conflict on constraint sales_before_pk do update set ${each((name) => `${name} = excluded.${name}`)}
    where (${each((name) => `b.${name}`)}) is distinct from (${each((name) => `excluded.${name}`)})
    returning new.before, new.variant_id, new.currency, ${each((name) => `new.${name} - coalesce(old.${name}, 0) as ${name}`)}
  ), emptied as (
    delete from sales_before b using concerned n
    where b.organization_id = $1 and b.variant_id = n.variant_id
      and b.before = any((select days from summed_days)::date[])
      and not exists (select from running r where r.variant_id = b.variant_id and r.currency = b.currency
        and r.before = b.before and r.row_count > 0)
    returning b.before, b.variant_id, b.currency, ${each((name) => `-b.${name} as ${name}`)}
  ), product_summed as (
    insert into product_sales_before as b (organization_id, before, product_id, currency, ${columns})
    select $1, s.before, v.product_id, s.currency, ${each((name) => `sum(s.${name})`)}
    from (select * from summed union all select * from emptied) s
    join variants v on v.organization_id = $1 and v.variant_id = s.variant_id
    group by s.before, v.product_id, s.currency order by s.before, v.product_id, s.currency
    on conflict on constraint product_sales_before_pk do update set ${each((name) => `${name} = b.${name} + excluded.${name}`)}
  )`
