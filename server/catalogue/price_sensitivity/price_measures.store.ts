/**
 * The stored price sensitivities of variants. A measure holds for the weeks before a Monday, and only while the sales of these
 * weeks and the ledger before their end are those that it was made from, for its variant and for all of the product. The job
 * that takes the marks of changed variants deletes the others; until then a read finds them by the marks.
 */
import { price_measures } from '../../../db/schema/catalogue_figures.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { fragment } from '../../../db/sql/fragment.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { assignments } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import type { PriceMeasure } from './price_sensitivity.ts'

export interface MeasureFacts {
  sold_rows: number
  /** Checksum of every sale with its day, channel, location, units and price. */
  sold_checksum: string
  ledger_rows: number
}

/** The facts of variant `v` before the day `e.end_exclusive`, which begins at `e.end_at`, as row `f`. */
const factsOfVariant = fragment`
  cross join lateral (
    select count(*) as sold_rows, coalesce(sum(hashtextextended(concat_ws(',', s.day, s.sales_channel_id, s.location_id,
      s.currency, s.units, s.gross_sales_cents - s.discounts_cents), 0)::numeric), 0) as sold_checksum
    from sales_daily s
    where s.organization_id = v.organization_id and s.variant_id = v.variant_id and s.units > 0
      and s.day >= e.end_exclusive - ${limits.price_weeks_max}::int * 7 and s.day < e.end_exclusive
  ) w
  cross join lateral (
    select count(*) as ledger_rows from stock_movements m
    where m.organization_id = v.organization_id and m.variant_id = v.variant_id and m.occurred_at < e.end_at
  ) l
  cross join lateral (select w.sold_rows, w.sold_checksum, l.ledger_rows) f`

export interface StoredMeasure extends PriceMeasure {
  variant_id: string
}

/** The measures that hold, of those for the weeks before a Monday. */
export const readMeasures = (
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
  { end_exclusive, time_zone }: { end_exclusive: string; time_zone: string },
) => sql<StoredMeasure[]>`
  select p.variant_id, p.elasticity, p.standard_error, p.low, p.high, p.reason_code, p.reason
  from price_measures p
  join variants o on o.organization_id = ${organization_id} and o.variant_id = p.variant_id
  where p.organization_id = ${organization_id} and p.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])
    and p.end_exclusive = ${end_exclusive}::date
    and not exists (
      select from (
        select v.organization_id, v.variant_id from variants v
        where v.organization_id = ${organization_id} and v.product_id = o.product_id and exists (
          select from velocity_changes c where c.organization_id = ${organization_id} and c.variant_id = v.variant_id)
        offset 0
      ) v
      cross join (select ${end_exclusive}::date as end_exclusive,
        ${end_exclusive}::date::timestamp at time zone ${time_zone} as end_at) e
      ${factsOfVariant}
      left join price_measures y on y.organization_id = ${organization_id} and y.variant_id = v.variant_id
        and y.end_exclusive = e.end_exclusive
      where (f.sold_rows, f.sold_checksum, f.ledger_rows)
          is distinct from (coalesce(y.sold_rows, 0), coalesce(y.sold_checksum, 0), coalesce(y.ledger_rows, 0)))`

/**
 * Keeps the writers of measures apart until their transaction ends: one that compares facts must see every measure that was
 * made from earlier ones.
 */
export const lockMeasures = (sql: Sql, organization_id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`price measures of ${organization_id}`}, 0))`

/** Deletes what is stored of the products of changed variants, where the change concerns the weeks of a measure. */
export async function deleteOutdatedMeasures(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
): Promise<void> {
  await lockMeasures(sql, organization_id)
  const [lastRun] = await sql<{ end_exclusive: string | null }[]>`
    select max(end_exclusive)::text as end_exclusive from price_measures where organization_id = ${organization_id}`
  if (lastRun!.end_exclusive === null) return
  await sql`
    with outdated as materialized (
      select distinct v.product_id
      from variants v
      join organizations o on o.organization_id = v.organization_id
      left join price_measures p on p.organization_id = ${organization_id} and p.variant_id = v.variant_id
      cross join lateral (select coalesce(p.end_exclusive, ${lastRun!.end_exclusive}::date) as end_exclusive) d
      cross join lateral (select d.end_exclusive, d.end_exclusive::timestamp at time zone o.time_zone as end_at) e
      ${factsOfVariant}
      where v.organization_id = ${organization_id} and v.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])
        and (f.sold_rows, f.sold_checksum, f.ledger_rows)
          is distinct from (coalesce(p.sold_rows, 0), coalesce(p.sold_checksum, 0), coalesce(p.ledger_rows, 0))
    )
    delete from price_measures p using outdated u
    join variants v on v.organization_id = ${organization_id} and v.product_id = u.product_id
    where p.organization_id = ${organization_id} and p.variant_id = v.variant_id`
}

export interface UnmeasuredProduct {
  product_id: string
  variant_ids: string[]
}

/** The next products with a variant that has no measure of the weeks before a Monday, with all of their variants. */
export const readUnmeasured = (
  sql: Sql,
  organization_id: string,
  end_exclusive: string,
  after: string | null,
  productsMax: number,
) => sql<UnmeasuredProduct[]>`
  select v.product_id, jsonb_agg(v.variant_id) as variant_ids
  from variants v
  left join price_measures p on p.organization_id = ${organization_id} and p.variant_id = v.variant_id
    and p.end_exclusive = ${end_exclusive}::date
  where v.organization_id = ${organization_id} and (${after}::uuid is null or v.product_id > ${after}::uuid)
  group by v.product_id having bool_or(p.variant_id is null) order by v.product_id limit ${productsMax}`

export type VariantFacts = MeasureFacts & { variant_id: string }

export const readFacts = (
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
  { end_exclusive, time_zone }: { end_exclusive: string; time_zone: string },
) => sql<VariantFacts[]>`
  select v.variant_id, f.sold_rows::float8 as sold_rows, f.sold_checksum::text as sold_checksum,
    f.ledger_rows::float8 as ledger_rows
  from variants v
  cross join (select ${end_exclusive}::date as end_exclusive,
    ${end_exclusive}::date::timestamp at time zone ${time_zone} as end_at) e
  ${factsOfVariant}
  where v.organization_id = ${organization_id} and v.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])`

const measuredNames = [
  'elasticity',
  'standard_error',
  'low',
  'high',
  'reason_code',
  'reason',
  'sold_rows',
  'sold_checksum',
  'ledger_rows',
] as const
const measureRows = recordset(price_measures, ['variant_id', ...measuredNames])
export type MeasureRow = StoredMeasure & MeasureFacts

export const writeMeasures = (
  sql: Sql,
  organization_id: string,
  end_exclusive: string,
  rows: readonly MeasureRow[],
) => sql`
  insert into price_measures as p (organization_id, end_exclusive, ${measureRows.names})
  select ${organization_id}, ${end_exclusive}::date, ${measureRows.values} from ${measureRows.from(rows)}
  on conflict on constraint price_measures_pk do update set end_exclusive = excluded.end_exclusive, measured_at = now(),
    ${assignments(measuredNames)}`
