/** Compares the sums of sell-out, which a trigger keeps, with the rows of reports. One statement, so of one moment. */
import { list } from '../../../../db/sql/lists.ts'
import type { Sql } from '../../../contract/sql.ts'

const shownMax = 20
const figureNames = ['row_count', 'units_rows', 'units', 'on_hand_rows', 'on_hand']
const figures = list(figureNames, (name) => `'${name}', ${name}`)
const summed = list(figureNames, (name) => `'${name}', sum(${name})`)

export interface WrongSellOutSum {
  table_name: string
  /** The key of the row as JSON. */
  place: string
  /** As JSON; null where there is none. */
  found: string | null
  expected: string | null
}

export const findWrongSellOutSums = (sql: Sql, organization_id: string) => sql<WrongSellOutSum[]>`
  with counted as materialized (
    select r.trading_partner_id, r.period_start, r.period_end, r.door_id, r.variant_id, s.category_id, 1 as row_count,
      num_nonnulls(r.units) as units_rows, coalesce(r.units, 0) as units, num_nonnulls(r.on_hand) as on_hand_rows,
      coalesce(r.on_hand, 0) as on_hand
    from sell_out_rows r
    left join sell_out_by_variant s on s.organization_id = ${organization_id}
      and s.trading_partner_id = r.trading_partner_id and s.period_start = r.period_start
      and s.period_end = r.period_end and s.variant_id = r.variant_id
    where r.organization_id = ${organization_id}
  ), expected (table_name, place, sums) as (
    select 'sell_out_by_variant', jsonb_build_array(trading_partner_id, period_start, period_end, variant_id),
      jsonb_build_object(${summed})
    from counted group by trading_partner_id, period_start, period_end, variant_id
    union all
    select 'sell_out_by_door', jsonb_build_array(trading_partner_id, period_start, period_end, door_id),
      jsonb_build_object(${summed})
    from counted group by trading_partner_id, period_start, period_end, door_id
    union all
    select 'sell_out_by_category', jsonb_build_array(trading_partner_id, period_start, period_end, category_id),
      jsonb_build_object('variants', count(distinct variant_id), ${summed})
    from counted group by trading_partner_id, period_start, period_end, category_id
    union all
    select 'sell_out_by_category_and_door',
      jsonb_build_array(trading_partner_id, period_start, period_end, category_id, door_id), jsonb_build_object(${summed})
    from counted group by trading_partner_id, period_start, period_end, category_id, door_id
    union all
    select 'sell_out_by_period', jsonb_build_array(trading_partner_id, period_start, period_end),
      jsonb_build_object('variants', count(distinct variant_id), ${summed})
    from counted group by trading_partner_id, period_start, period_end
  ), kept (table_name, place, sums) as (
    select 'sell_out_by_variant', jsonb_build_array(trading_partner_id, period_start, period_end, variant_id),
      jsonb_build_object(${figures})
    from sell_out_by_variant where organization_id = ${organization_id}
    union all
    select 'sell_out_by_door', jsonb_build_array(trading_partner_id, period_start, period_end, door_id),
      jsonb_build_object(${figures})
    from sell_out_by_door where organization_id = ${organization_id}
    union all
    select 'sell_out_by_category', jsonb_build_array(trading_partner_id, period_start, period_end, category_id),
      jsonb_build_object('variants', variants, ${figures})
    from sell_out_by_category where organization_id = ${organization_id} and row_count <> 0
    union all
    select 'sell_out_by_category_and_door',
      jsonb_build_array(trading_partner_id, period_start, period_end, category_id, door_id), jsonb_build_object(${figures})
    from sell_out_by_category_and_door where organization_id = ${organization_id} and row_count <> 0
    union all
    select 'sell_out_by_period', jsonb_build_array(trading_partner_id, period_start, period_end),
      jsonb_build_object('variants', variants, ${figures})
    from sell_out_by_period where organization_id = ${organization_id}
  )
  select table_name, place::text as place, k.sums::text as found, e.sums::text as expected
  from kept k full join expected e using (table_name, place)
  where k.sums is distinct from e.sums
  order by table_name, place limit ${shownMax}`
