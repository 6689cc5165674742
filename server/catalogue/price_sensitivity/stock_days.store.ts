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
  with pair as materialized (
    select l.variant_id, l.location_id, l.on_hand from stock_levels l
    where l.organization_id = ${organization_id} and l.variant_id = any(${variant_ids})
  ), step as materialized (
    select p.variant_id, p.location_id, m.occurred_at, m.sequence, m.kind, m.quantity_delta,
      lag(m.occurred_at) over later as next_at,
      p.on_hand - sum(m.quantity_delta) over later + m.quantity_delta as units
    from pair p
    cross join lateral (
      -- In the order of the index by time, whatever the planner expects of the others.
      select m.occurred_at, m.sequence, m.kind, m.quantity_delta from stock_movements m
      where m.organization_id = ${organization_id} and m.variant_id = p.variant_id and m.location_id = p.location_id
        and m.occurred_at >= ${since}::date::timestamp at time zone ${time_zone}
      order by m.occurred_at desc nulls last offset 0
    ) m
    window later as (partition by p.variant_id, p.location_id order by m.occurred_at desc, m.sequence desc)
  ), daily as (
    select variant_id, location_id, (occurred_at at time zone ${time_zone})::date as day,
      max(units) filter (where next_at is distinct from occurred_at)::int as peak,
      (array_agg(units order by occurred_at desc, sequence desc))[1]::int as closing, sum(quantity_delta)::int as moved,
      coalesce(sum(quantity_delta) filter (where kind in ('receipt', 'assembly_in')), 0)::int as received,
      coalesce(sum(quantity_delta) filter (where kind = 'opening'), 0)::int as opened
    from step group by 1, 2, 3
  )
  select p.variant_id, p.location_id, (p.on_hand - coalesce(sum(d.moved), 0))::int as opening,
    (select (m.occurred_at at time zone ${time_zone})::date::text from stock_movements m
      where m.organization_id = ${organization_id} and m.variant_id = p.variant_id
        and m.location_id = p.location_id and ${unreversed(sql)}
      order by m.occurred_at nulls first limit 1) as began_on,
    coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'peak', d.peak, 'closing', d.closing,
      'received', d.received, 'opened', d.opened) order by d.day)
      filter (where d.day is not null), '[]') as days
  from pair p
  left join daily d on d.variant_id = p.variant_id and d.location_id = p.location_id
  group by p.variant_id, p.location_id, p.on_hand`
