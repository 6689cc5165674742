import type { Sql } from '../../contract/call.ts'
import type { Fragment } from '../../contract/sql.ts'
import { unreversed } from '../../ledger/unreversed.ts'
import type { LocationLedger } from './stock_days.rules.ts'

/**
 * The stock of variants since a day, by location and by day of a time zone. Stock at a moment is current on hand minus
 * later movements, so that rows recorded late count from when they occurred. A row reversed at its own moment is ignored:
 * it creates no peak and does not start the ledger. `variant_ids` is SQL of an array.
 */
export const readLedgerDays = (
  sql: Sql,
  organization_id: string,
  variant_ids: Fragment,
  { since, time_zone }: { since: string; time_zone: string },
) => sql<(LocationLedger & { variant_id: string })[]>`
  select l.variant_id, l.location_id, (l.on_hand - d.moved)::int as opening,
    (select (m.occurred_at at time zone ${time_zone})::date::text from stock_movements m
      where m.organization_id = ${organization_id} and m.variant_id = l.variant_id
        and m.location_id = l.location_id and ${unreversed(sql)}
      order by m.occurred_at nulls first limit 1) as began_on, d.days
  from stock_levels l
  cross join lateral (
    select coalesce(sum(b.moved), 0) as moved,
      coalesce(jsonb_agg(jsonb_build_object('day', b.day, 'peak', b.peak, 'closing', b.closing,
        'is_moved_at_start', b.is_moved_at_start, 'received', b.received, 'opened', b.opened) order by b.day), '[]') as days
    from (
      select (s.occurred_at at time zone ${time_zone})::date as day, sum(s.quantity_delta)::int as moved,
        max(s.units) filter (where s.next_at is distinct from s.occurred_at)::int as peak,
        (array_agg(s.units order by s.occurred_at desc, s.sequence desc))[1]::int as closing,
        min(s.occurred_at) = min((s.occurred_at at time zone ${time_zone})::date)::timestamp at time zone ${time_zone}
          as is_moved_at_start,
        coalesce(sum(s.quantity_delta) filter (where s.kind in ('receipt', 'assembly_in')), 0)::int as received,
        coalesce(sum(s.quantity_delta) filter (where s.kind = 'opening'), 0)::int as opened
      from (
        select m.occurred_at, m.sequence, m.kind, m.quantity_delta, lag(m.occurred_at) over later as next_at,
          l.on_hand - sum(m.quantity_delta) over later + m.quantity_delta as units
        from stock_movements m
        where m.organization_id = ${organization_id} and m.variant_id = l.variant_id and m.location_id = l.location_id
          and m.occurred_at >= ${since}::date::timestamp at time zone ${time_zone}
        window later as (order by m.occurred_at desc nulls last, m.sequence desc)
      ) s
      group by 1
    ) b
  ) d
  where l.organization_id = ${organization_id} and l.variant_id = any(${variant_ids})`
