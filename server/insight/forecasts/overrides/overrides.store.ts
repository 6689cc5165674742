/** Reads what overrides change and writes their versions. */
import { recordset } from '../../../../db/sql/recordset.ts'
import { forecast_overrides } from '../../../../db/schema/insight/forecast_overrides.ts'
import type { Sql } from '../../../contract/call.ts'
import { overridesInForce } from '../../../ledger/rates/overrides.sql.ts'

/** A variant, channel and week with what is asked for. */
export interface Wanted {
  variant_id: string
  sales_channel_id: string
  week_start: string
  units: number | null
  source: string
}

export interface Current extends Wanted {
  current_units: number | null
  current_reason: string | null
  version: number
  statistical_units: string | null
  origin_week: string | null
}

/** Writes of overrides of an organisation follow each other, so that versions count up. */
export const lockOverrides = (sql: Sql, organization_id: string) => sql`
  select pg_advisory_xact_lock(hashtextextended(${`forecast overrides ${organization_id}`}, 0))`

const wantedRows = recordset(forecast_overrides, ['variant_id', 'sales_channel_id', 'week_start', 'units', 'source'])

/** What is asked for beside what is in force, and beside the forecast of a run. */
export const readCurrent = (
  sql: Sql,
  organization_id: string,
  wanted: readonly Wanted[],
  newest_origin: string | null,
) => sql<Current[]>`
  select ${wantedRows.values}, o.units as current_units, o.reason as current_reason, coalesce(o.version, 0) as version,
    f.forecast_units::text as statistical_units, f.origin_week
  from ${wantedRows.from(wanted)}
  left join lateral (
    select o.units, o.reason, o.version from (${overridesInForce(sql, organization_id)}) o
    where o.variant_id = n.variant_id and o.sales_channel_id = n.sales_channel_id and o.week_start = n.week_start
    offset 0
  ) o on true
  left join weekly_forecasts f on f.organization_id = ${organization_id} and f.variant_id = n.variant_id
    and f.sales_channel_id = n.sales_channel_id and f.week_start = n.week_start
    and f.origin_week = ${newest_origin}::date`

export interface Part {
  variant_id: string
  /** Null without a forecast of the run. */
  statistical_units: number | null
}

/** Variants of a category with a forecast or an override for a week, by SKU. */
export const readParts = (
  sql: Sql,
  organization_id: string,
  { category_id, sales_channel_id, week_start }: { category_id: string; sales_channel_id: string; week_start: string },
  newest_origin: string | null,
) => sql<Part[]>`
  select v.variant_id, f.forecast_units::float8 as statistical_units
  from products p
  join variants v on v.organization_id = ${organization_id} and v.product_id = p.product_id
  left join lateral (
    select f.forecast_units from weekly_forecasts f
    where f.organization_id = ${organization_id} and f.variant_id = v.variant_id and f.week_start = ${week_start}::date
      and f.sales_channel_id = ${sales_channel_id}::uuid and f.origin_week = ${newest_origin}::date
    offset 0
  ) f on true
  left join lateral (
    select o.units from (${overridesInForce(sql, organization_id)}) o
    where o.variant_id = v.variant_id and o.sales_channel_id = ${sales_channel_id}::uuid
      and o.week_start = ${week_start}::date
    offset 0
  ) o on true
  where p.organization_id = ${organization_id} and p.category_id = ${category_id}::uuid
    and (f.forecast_units is not null or o.units is not null)
  order by v.sku, v.variant_id`

export interface Version extends Wanted {
  version: number
  statistical_units: string | null
  origin_week: string | null
}

const versionRows = recordset(forecast_overrides, [
  'variant_id',
  'sales_channel_id',
  'week_start',
  'version',
  'units',
  'statistical_units',
  'origin_week',
  'source',
])

export const writeVersions = (
  sql: Sql,
  organization_id: string,
  versions: readonly Version[],
  { reason, made_by, now }: { reason: string; made_by: string; now: string },
) => sql`
  insert into forecast_overrides (organization_id, ${versionRows.names}, reason, made_by, made_at)
  select ${organization_id}, ${versionRows.values}, ${reason}, ${made_by}, ${now}
  from ${versionRows.from(versions)}`
