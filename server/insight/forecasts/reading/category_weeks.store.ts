/** Units expected by category and week: overrides, and otherwise the newest forecasts, as the list of forecasts has them. */
import type { Sql } from '../../../contract/call.ts'
import { overridesInForce } from '../../../ledger/rates/overrides.sql.ts'

export interface CategoryForecast {
  category_id: string | null
  /** Monday. */
  week_start: string
  units: number
}

/** Over all channels. Categories without a forecast or an override in a week have no row. */
export const readCategoryForecasts = (
  sql: Sql,
  organization_id: string,
  { first_week, last_week, newest_origin }: { first_week: string; last_week: string; newest_origin: string | null },
): PromiseLike<CategoryForecast[]> => sql<CategoryForecast[]>`
  select p.category_id, w.week_start, sum(w.units)::float8 as units
  from (
    select variant_id, week_start, coalesce(o.units, f.forecast_units) as units
    from (
      select variant_id, sales_channel_id, week_start, forecast_units from weekly_forecasts
      where organization_id = ${organization_id} and origin_week = ${newest_origin}::date
        and week_start >= ${first_week}::date and week_start <= ${last_week}::date
    ) f
    full join (
      select o.variant_id, o.sales_channel_id, o.week_start, o.units
      from (${overridesInForce(sql, organization_id)}) o
      where o.week_start >= ${first_week}::date and o.week_start <= ${last_week}::date and o.units is not null
    ) o using (variant_id, sales_channel_id, week_start)
  ) w
  join variants v on v.organization_id = ${organization_id} and v.variant_id = w.variant_id
  join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
  group by p.category_id, w.week_start`
