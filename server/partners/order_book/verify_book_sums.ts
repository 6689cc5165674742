/** Compares the sums of the order book, which a trigger keeps, with the revisions of its lines. */
import { nilId } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'

const shownMax = 20

export interface WrongBookSum {
  /** As JSON; null where there is none. */
  found: string | null
  expected: string | null
}

/** A revision counts from the quarter of an hour in which it was recorded, and ends the one before it there. */
export const findWrongBookSums = (sql: Sql, organization_id: string) => sql<WrongBookSum[]>`
  with counted as (
    select 1 as way, r.*, r.recorded_at as counted_at from order_book_revisions r
    where r.organization_id = ${organization_id}
    union all
    select -1, b.*, n.recorded_at from order_book_revisions n
    join order_book_revisions b on b.organization_id = ${organization_id} and b.book_line_id = n.book_line_id
      and b.revision = n.revision - 1
    where n.organization_id = ${organization_id} and n.revision > 1
  ), expected as (
    select season_code, trading_partner_id, date_bin('15 minutes', counted_at, '2000-01-01 00:00:00+00') as recorded_from,
      currency, coalesce(commitment_id, ${nilId}) as commitment_id, coalesce(ship_window_start, 'infinity') as ship_window_start,
      case booking_type when 'prebook' then '-infinity' when 'at_once' then 'infinity' else booked_on end as booked_on,
      held_by is not null as is_held, is_cancelled, sum(way) as line_count, sum(way * quantity) as units,
      coalesce(sum(way * quantity * unit_price_cents), 0) as value_cents,
      coalesce(sum(way) filter (where unit_price_cents is null), 0) as unpriced_lines
    from counted group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), compared as (
    select coalesce(f.place, e.place) as place, f.sums as found, e.sums as expected
    from (select to_jsonb(s) - '{organization_id,line_count,units,value_cents,unpriced_lines}'::text[] as place,
        jsonb_build_array(line_count, units, value_cents, unpriced_lines) as sums
      from order_book_sums s where organization_id = ${organization_id}) f
    full join (select to_jsonb(s) - '{line_count,units,value_cents,unpriced_lines}'::text[] as place,
        jsonb_build_array(line_count, units, value_cents, unpriced_lines) as sums
      from expected s) e using (place)
  )
  select (place || jsonb_build_object('sums', found))::text as found,
    (place || jsonb_build_object('sums', expected))::text as expected
  from compared where coalesce(found, '[0, 0, 0, 0]') <> coalesce(expected, '[0, 0, 0, 0]')
  order by place limit ${shownMax}`
