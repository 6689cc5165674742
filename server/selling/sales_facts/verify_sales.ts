/**
 * Proves that sales_daily equals the lines of orders, fulfilments, returns, refunds and credit notes, or the control totals of
 * imports, and that the sums equal sales_daily, day by day. Triggers note which days changed; a day that was proven and
 * has not changed since is not read again. A day is compared within one statement, so that it is of one moment; a
 * statement compares several days, because planning it takes longer than comparing one.
 */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { fragment, textFragment } from '../../../db/sql/fragment.ts'
import { list } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/sql.ts'
import { nilId } from '../../contract/schema.ts'
import { lineFacts } from './line_facts.ts'
import { verifyOrders } from './verify_orders.ts'
import { figureNames } from '../../contract/stock.ts'
import { salesByCategory } from './rollups.ts'
import { type Difference, type SalesFault, salesFaultOf } from './verify_sales.rules.ts'

/** Differences that a day states; a day with more is wrong throughout. */
const shownADay = 20

const daysPerStatement = 28

/** The day at hand in the statement. */
const thisDay = textFragment('wanted.day')

export interface SalesVerification {
  organizations: number
  /** Days that were compared, and days proven before that have not changed. */
  days: number
  unchanged_days: number
  rows: number
  faults: (SalesFault & { organization_id: string })[]
}

export interface VerifySalesOptions {
  organization_id?: string
  /** Compares every day, in place of those that changed since they were proven. */
  is_full?: boolean
  onProgress?: (done: number, total: number) => void
}

const lineFigures = list(figureNames)
const sumsOf = list(figureNames, (name) => `sum(${name}) as ${name}`)

/** Sums of what is gone. */
const isZero = textFragment(`not exists (select from jsonb_each_text(s.figures) f where f.value::numeric <> 0)`)

interface DayProof {
  day: string
  rows: number
  version: number
  pending: boolean
  differences: Difference[]
}

/** Sums by the category in which the products count now, moved or not. */
const sumsByCategory = (sql: Sql, organization_id: string) => sql`
  by_category as (
    select sales_channel_id, category_id, currency,
      to_jsonb(s) - '{sales_channel_id,category_id,currency}'::text[] as figures
    from (select sales_channel_id, category_id, currency, count(*)::bigint as row_count, ${sumsOf} from (
        select a.*, coalesce(p.category_id, ${nilId}) as category_id from actual a
        join products p on p.organization_id = ${organization_id} and p.product_id = a.product_id
      ) r group by sales_channel_id, category_id, currency) s
  ), summed_by_category as (
    select sales_channel_id, category_id, currency,
      to_jsonb(s) - '{sales_channel_id,category_id,currency}'::text[] as figures
    from (select sales_channel_id, coalesce(category_id, ${nilId}) as category_id, currency,
        sum(row_count)::bigint as row_count, ${sumsOf}
      from (${salesByCategory(sql, organization_id, { start: thisDay, end: thisDay })}) r group by 1, 2, 3) s
  )`

/** Sums of the day as the rows have them, and as the folded sums with their deltas have them. */
const sumsOfDay = (sql: Sql, organization_id: string) => sql`
  by_channel as (
    select sales_channel_id, currency, to_jsonb(s) - '{sales_channel_id,currency}'::text[] as figures
    from (select sales_channel_id, currency, count(*)::bigint as row_count, ${sumsOf} from actual
      group by sales_channel_id, currency) s
  ), summed_by_channel as (
    select sales_channel_id, currency, to_jsonb(s) - '{sales_channel_id,currency}'::text[] as figures
    from (select sales_channel_id, currency, sum(row_count)::bigint as row_count, ${sumsOf} from (
        select sales_channel_id, currency, row_count, ${lineFigures} from sales_by_channel
        where organization_id = ${organization_id} and day = ${thisDay}
        union all
        select sales_channel_id, currency, row_count, ${lineFigures} from sales_deltas
        where organization_id = ${organization_id} and day = ${thisDay}
      ) r group by sales_channel_id, currency) s
  ), by_product as (
    select sales_channel_id, product_id, currency,
      to_jsonb(s) - '{sales_channel_id,product_id,currency}'::text[] as figures
    from (select sales_channel_id, product_id, currency, count(*)::bigint as row_count, ${sumsOf} from actual
      group by sales_channel_id, product_id, currency) s
  ), summed_by_product as (
    select sales_channel_id, product_id, currency,
      to_jsonb(s) - '{sales_channel_id,product_id,currency}'::text[] as figures
    from (select sales_channel_id, product_id, currency, sum(row_count)::bigint as row_count, ${sumsOf} from (
        select sales_channel_id, product_id, currency, row_count, ${lineFigures} from sales_by_product
        where organization_id = ${organization_id} and day = ${thisDay}
        union all
        select sales_channel_id, product_id, currency, row_count, ${lineFigures} from sales_deltas
        where organization_id = ${organization_id} and day = ${thisDay}
      ) r group by sales_channel_id, product_id, currency) s
  ), ${sumsByCategory(sql, organization_id)}`

const differencesOfDay = fragment`
  difference (kind, sales_channel_id, variant_id, location_id, product_id, category_id, currency, origin, found,
    expected) as (
    select 'lines_differ', sales_channel_id, variant_id, location_id, null::uuid, null::uuid, currency,
      'orders', a.figures, e.figures
    from actual_line a full join expected_line e using (sales_channel_id, variant_id, location_id, currency)
    where a.figures is distinct from e.figures
    union all
    select 'import_differs', c.sales_channel_id, null, null, null, null, null, 'import',
      jsonb_build_object('row_count', coalesce(i.row_count, 0), 'units', coalesce(i.units, 0), 'net_sales_cents',
        coalesce(i.net_sales_cents, 0), 'checksum', coalesce(i.checksum, 0)::text),
      jsonb_build_object('row_count', c.row_count, 'units', c.units, 'net_sales_cents', c.net_sales_cents, 'checksum',
        c.checksum::text)
    from claimed c left join imported i on i.sales_channel_id = c.sales_channel_id
    where c.origin = 'import' and (c.row_count, c.units, c.net_sales_cents, c.checksum)
      <> (coalesce(i.row_count, 0), coalesce(i.units, 0), coalesce(i.net_sales_cents, 0), coalesce(i.checksum, 0))
    union all
    select distinct 'day_unclaimed', a.sales_channel_id, null::uuid, null::uuid, null::uuid, null::uuid, null, null,
      null::jsonb,
      null::jsonb
    from actual a where not exists (select from claimed c where c.sales_channel_id = a.sales_channel_id)
    union all
    select 'channel_sums_differ', sales_channel_id, null, null, null, null, currency, null, s.figures, a.figures
    from by_channel a full join summed_by_channel s using (sales_channel_id, currency)
    where s.figures is distinct from a.figures
      and not (a.figures is null and (s.figures ->> 'row_count')::bigint = 0 and ${isZero})
    union all
    select 'product_sums_differ', sales_channel_id, null, null, product_id, null, currency, null, s.figures, a.figures
    from by_product a full join summed_by_product s using (sales_channel_id, product_id, currency)
    where s.figures is distinct from a.figures
      and not (a.figures is null and (s.figures ->> 'row_count')::bigint = 0 and ${isZero})
    union all
    select 'category_sums_differ', sales_channel_id, null, null, null, category_id, currency, null, s.figures, a.figures
    from by_category a full join summed_by_category s using (sales_channel_id, category_id, currency)
    where s.figures is distinct from a.figures
      and not (a.figures is null and (s.figures ->> 'row_count')::bigint = 0 and ${isZero})
  )`

const proveDay = (sql: Sql, organization_id: string) => sql`
  with claimed as materialized (
    select * from sales_channel_days where organization_id = ${organization_id} and day = ${thisDay}
  ), actual as materialized (
    select s.variant_id, s.sales_channel_id, s.location_id, s.currency, v.product_id, ${lineFigures},
      sales_row_hash(s) as hash
    from sales_daily s
    join variants v on v.organization_id = ${organization_id} and v.variant_id = s.variant_id
    where s.organization_id = ${organization_id} and s.day = ${thisDay}
  ), expected_line as (
    select e.variant_id, e.sales_channel_id, e.location_id, e.currency,
      jsonb_strip_nulls(to_jsonb(e) - '{variant_id,day,sales_channel_id,location_id,currency}'::text[]) as figures
    from (${lineFacts(sql, organization_id, fragment`array[${thisDay}]`)}) e
    where not exists (select from claimed c where c.sales_channel_id = e.sales_channel_id and c.origin = 'import')
  ), actual_line as (
    select a.variant_id, a.sales_channel_id, a.location_id, a.currency,
      to_jsonb(a) - '{variant_id,sales_channel_id,location_id,currency,product_id,hash}'::text[] as figures
    from actual a join claimed c on c.sales_channel_id = a.sales_channel_id and c.origin = 'orders'
  ), ${sumsOfDay(sql, organization_id)}, imported as (
    select sales_channel_id, count(*) as row_count, sum(units) as units,
      sum(gross_sales_cents - discounts_cents - returns_cents) as net_sales_cents, sum(hash::numeric) as checksum
    from actual group by sales_channel_id
  ), ${differencesOfDay}
  select (select count(*)::int from actual) as rows,
    coalesce((select sum(version)::int from sales_by_channel
      where organization_id = ${organization_id} and day = ${thisDay}), 0) as version,
    exists (select from sales_deltas where organization_id = ${organization_id} and day = ${thisDay}) as pending,
    coalesce((select jsonb_agg(d) from (select * from difference order by kind, sales_channel_id, variant_id, product_id,
      category_id limit ${shownADay}) d), '[]') as differences`

const proveDays = (sql: Sql, organization_id: string, days: readonly string[]) => sql<DayProof[]>`
  select wanted.day::text as day, proof.* from unnest(${arrayLiteral(days)}::date[]) as wanted (day)
  cross join lateral (${proveDay(sql, organization_id)}) proof
  order by wanted.day`

interface DayToProve {
  day: string
  is_changed: boolean
}

const readDays = (sql: Sql, organization_id: string) => sql<DayToProve[]>`
  select d.day::text as day, bool_or(d.version is null or d.version is distinct from c.version) as is_changed from (
    select day, sum(version) as version from sales_by_channel where organization_id = ${organization_id} group by day
    union all
    select distinct day, null::bigint from sales_deltas where organization_id = ${organization_id}
    union all
    select distinct s.day, null::bigint from sales_channel_days s
    where s.organization_id = ${organization_id} and not exists (select from sales_by_channel b
      where b.organization_id = ${organization_id} and b.day = s.day)
  ) d
  left join sales_checkpoints c on c.organization_id = ${organization_id} and c.day = d.day
  group by d.day order by d.day`

const remember = (sql: Sql, organization_id: string, day: string, version: number) => sql`
  insert into sales_checkpoints as c (organization_id, day, version)
  values (${organization_id}, ${day}::date, ${version}::int)
  on conflict on constraint sales_checkpoints_pk do update set version = excluded.version, verified_at = now()`

const readOrganizations = (sql: Sql, only: string | undefined) => sql<{ organization_id: string }[]>`
  select organization_id from organizations
  where ${only ?? null}::uuid is null or organization_id = ${only ?? null}::uuid
  order by organization_id`

export async function verifySales(sql: Sql, options: VerifySalesOptions = {}): Promise<SalesVerification> {
  const { is_full = false, onProgress } = options
  const organizations = await readOrganizations(sql, options.organization_id)
  const verification: SalesVerification = {
    organizations: organizations.length,
    days: 0,
    unchanged_days: 0,
    rows: 0,
    faults: [],
  }
  for (const [i, { organization_id }] of organizations.entries()) {
    const all = await readDays(sql, organization_id)
    const days = all.filter(({ is_changed }) => is_full || is_changed)
    const ofOrders = await verifyOrders(sql, organization_id, is_full)
    verification.faults.push(...ofOrders.map((one) => ({ organization_id, ...one })))
    verification.unchanged_days += all.length - days.length
    for (let at = 0; at < days.length; at += daysPerStatement) {
      const part = days.slice(at, at + daysPerStatement).map(({ day }) => day)
      for (const { day, rows, version, pending, differences } of await proveDays(sql, organization_id, part)) {
        verification.days++
        verification.rows += rows
        verification.faults.push(...differences.map((one) => ({ organization_id, ...salesFaultOf(day, one) })))
        if (differences.length === 0 && !pending) await remember(sql, organization_id, day, version)
      }
      onProgress?.(i + (at + part.length) / days.length, organizations.length)
    }
  }
  return verification
}
