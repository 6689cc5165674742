/** The override in force of a forecast: of its versions, the newest. The one statement that every read of it uses. */
import type { Sql } from '../../contract/sql.ts'

/** Units are null where the override was removed. To be limited by variant, channel and week from outside. */
export const overridesInForce = (sql: Sql, organization_id: string) => sql`
  select distinct on (o.variant_id, o.week_start, o.sales_channel_id) o.variant_id, o.week_start, o.sales_channel_id,
    o.units, o.reason, o.version
  from forecast_overrides o
  where o.organization_id = ${organization_id}
  order by o.variant_id, o.week_start, o.sales_channel_id, o.version desc`
