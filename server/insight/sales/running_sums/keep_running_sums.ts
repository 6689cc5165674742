/**
 * Keeps sales_before and what is summed from it by product: the sums of each day are those of a day before and the sales
 * between. Changed variants are summed again for every day, in the statement that takes their marks
 * (../../velocity/refresh_velocity.ts); what that changes is added to the sums of their products.
 */
import { textFragment } from '../../../../db/sql/fragment.ts'
import { addDays } from '../../../calendar/days.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { Step } from '../../../jobs/job.ts'
import { figureNames, sumNames } from '../../../contract/stock.ts'
import { addStockOfDay } from './keep_stock_sums.ts'

/** Windows that end yesterday begin on these, counted back from today. */
const trailingDays = [0, 7, 28, 90, 365] as const
/** Months before today for which sums are kept; two windows of a year lie within. */
const monthsKept = 30

const columns = sumNames.join(', ')
const each = (write: (name: string) => string) => sumNames.map(write).join(', ')
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

/** Variants of one statement, and rows that one deletes: those of a whole day take seconds. */
const variantsAtOnce = 10_000
const rowsAtOnce = 50_000

interface DayToAdd {
  organization_id: string
  before: string
  /** The day before it whose sums are there; null for the first. */
  from: string | null
}

/** Sums of the next variants before a day, from those of the day before it that are there and the sales since. */
async function addNext(
  sql: Sql,
  { organization_id, before, from }: DayToAdd,
  after: string | null,
  variantsMax: number,
): Promise<string | null> {
  const [last] = await sql<{ variant_id: string }[]>`
    select variant_id from variants
    where organization_id = ${organization_id} and (${after}::uuid is null or variant_id > ${after}::uuid)
    order by variant_id offset ${variantsMax - 1} limit 1`
  const until = last?.variant_id ?? null
  const ofPart = () => sql`(${after}::uuid is null or variant_id > ${after}::uuid)
        and (${until}::uuid is null or variant_id <= ${until}::uuid)`
  await sql`
    insert into sales_before (organization_id, before, variant_id, currency, ${listed})
    select ${organization_id}, ${before}::date, variant_id, currency, ${summedFigures}
    from (
      select variant_id, currency, ${listed}
      from sales_before where organization_id = ${organization_id} and before = ${from}::date and ${ofPart()}
      union all
      select s.variant_id, s.currency, 1, ${listedFigures}
      from (select variant_id from variants where organization_id = ${organization_id} and ${ofPart()}) v
      cross join lateral (
        select * from sales_daily d where d.organization_id = ${organization_id} and d.variant_id = v.variant_id
          and (${from}::date is null or d.day >= ${from}::date) and d.day < ${before}::date offset 0
      ) s
    ) s
    group by variant_id, currency order by variant_id, currency`
  return until
}

/** Lists a day, once its sums are there: reads choose it from now on. */
async function listDay(sql: Sql, organization_id: string, before: string): Promise<void> {
  await sql`
    insert into product_sales_before (organization_id, before, product_id, currency, ${listed})
    select ${organization_id}, ${before}::date, v.product_id, s.currency, ${summedFigures}
    from sales_before s
    join variants v on v.organization_id = ${organization_id} and v.variant_id = s.variant_id
    where s.organization_id = ${organization_id} and s.before = ${before}::date
    group by v.product_id, s.currency order by v.product_id, s.currency`
  await sql`insert into sales_before_days (organization_id, before) values (${organization_id}, ${before}::date)`
}

/**
 * Sums of all variants before a day, some at a time. A sale that is recorded meanwhile leaves a mark, and the job that takes
 * it sums its variant again.
 */
async function addDay(step: Step, day: DayToAdd, variantsMax: number): Promise<void> {
  let after: string | null = null
  do after = await step((sql) => addNext(sql, day, after, variantsMax))
  while (after !== null)
  await step((sql) => listDay(sql, day.organization_id, day.before))
}

/** Days with rows that no read chooses any more, or that an interrupted run has left; by the first row of each day. */
const readUnlisted = (sql: Sql, organization_id: string) => sql<{ before: string }[]>`
  with recursive day as (
    (select before from sales_before where organization_id = ${organization_id} order by before limit 1)
    union all
    select n.before from day cross join lateral (
      select s.before from sales_before s where s.organization_id = ${organization_id} and s.before > day.before
      order by s.before limit 1
    ) n
  )
  select day.before::text as before from day
  where not exists (select from sales_before_days d where d.organization_id = ${organization_id} and d.before = day.before)`

/** Some rows of a day; returns how many. */
async function deleteSome(sql: Sql, organization_id: string, before: string): Promise<number> {
  const { count } = await sql`
    delete from sales_before s using (
      select ctid as tid from sales_before
      where organization_id = ${organization_id} and before = ${before}::date limit ${rowsAtOnce}
    ) o
    where s.organization_id = ${organization_id} and s.ctid = o.tid`
  return count
}

/** Rows of days that no read chooses any more; they were still chosen when the last run began. */
async function deleteUnlisted(step: Step, organization_id: string): Promise<void> {
  for (const { before } of await step((sql) => readUnlisted(sql, organization_id)))
    while ((await step((sql) => deleteSome(sql, organization_id, before))) === rowsAtOnce);
  await step(async (sql) => {
    await sql`
      delete from product_sales_before s where s.organization_id = ${organization_id}
        and not exists (select from sales_before_days d where d.organization_id = s.organization_id and d.before = s.before)`
    await sql`
      delete from product_stock_before s where s.organization_id = ${organization_id}
        and not exists (select from sales_before_days d where d.organization_id = s.organization_id and d.before = s.before)`
  })
}

/** Brings the days up to today; once a day, when nothing is missing it reads a few rows. */
export async function keepRunningSums(
  step: Step,
  organization_id: string,
  today: string,
  variantsMax = variantsAtOnce,
): Promise<void> {
  const listed = await step((sql) => readDays(sql, organization_id))
  const first_sale = listed[0]?.first_sale
  if (first_sale == null) return
  const there = listed.flatMap(({ before }) => before ?? [])
  const months = monthStarts(first_sale, today)
  const daysToKeep = new Set([...months.slice(-monthsKept), ...trailingDays.map((days) => addDays(today, -days))])
  const missing = [...daysToKeep].filter((day) => !there.includes(day) && day > first_sale).toSorted()
  const outdated = there.filter((day) => !daysToKeep.has(day))
  const withStock = listed.flatMap(({ before, has_stock }) => (has_stock && before !== null ? [before] : []))
  const withoutStock = there.filter((day) => daysToKeep.has(day) && !withStock.includes(day))
  if (missing.length === 0 && outdated.length === 0 && withoutStock.length === 0) return
  await deleteUnlisted(step, organization_id)
  const lastBefore = (days: readonly string[], before: string) =>
    days
      .filter((day) => day < before)
      .toSorted()
      .at(-1) ?? null
  for (const before of missing) {
    await addDay(step, { organization_id, before, from: lastBefore(there, before) }, variantsMax)
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
 * Parts of the statement that takes marks, after `taken` (variant_id, moved), where $1 is the organisation: the sums for every
 * day of the variants whose sales changed, made from their rows; sums without sales are removed. A movement's mark says
 * nothing of sales.
 */
export const sumsOfTaken = `
  sold_variant as materialized (select distinct variant_id from taken where moved is null),
  summed_days as materialized (
    select array_agg(before order by before) as days from sales_before_days where organization_id = $1
  ), sold_between as materialized (
    select s.variant_id, s.currency, width_bucket(s.day, d.days) + 1 as place,
      ${each((name) => (name === 'row_count' ? 'count(*) as row_count' : `sum(s.${name}) as ${name}`))}
    from sold_variant n cross join summed_days d
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
    delete from sales_before b using sold_variant n
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
