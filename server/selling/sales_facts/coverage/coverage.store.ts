/** How far each channel is recorded: the one place that figures of sales ask. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import type { Sql } from '../../../contract/sql.ts'
import { coverageOf, type RecordedChannel, type SalesCoverage } from './coverage.rules.ts'

/**
 * The newest day of a channel says where its sales come from now: a day that an import has, or one on which orders sold. One
 * on which units only came back does not: returns are received as they arrive, wherever sales come from. Orders are live
 * unless all of those of the newest day came from files. Each channel is looked up by key, and `offset 0` keeps the
 * sales of its newest day from being read with those of all days.
 */
export const readRecordedChannels = (
  sql: Sql,
  organization_id: string,
  sales_channel_ids: readonly string[] | null = null,
) => sql<RecordedChannel[]>`
  select c.sales_channel_id, c.name as sales_channel, c.channel_type, c.is_active, first.day::text as recorded_from,
    greatest(newest.day, case when newest.origin = 'orders' then placed.day end)::text as last_day,
    case when newest.origin is null then null when newest.origin = 'import' or placed.is_imported then 'import' else 'live' end
      as source, stated.recorded_through::text as stated_through, stated.note, stated.stated_by
  from sales_channels c
  left join lateral (
    select d.day, d.origin from sales_channel_days d
    where d.organization_id = ${organization_id} and d.sales_channel_id = c.sales_channel_id
      and (d.origin = 'import' or exists (select from sales_daily s
        where s.organization_id = ${organization_id} and s.day = d.day and s.sales_channel_id = c.sales_channel_id
          and s.units > 0 offset 0))
    order by d.day desc limit 1
  ) newest on true
  left join lateral (
    select d.day from sales_channel_days d
    where d.organization_id = ${organization_id} and d.sales_channel_id = c.sales_channel_id
    order by d.day limit 1
  ) first on newest.day is not null
  left join lateral (
    select o.ordered_on as day, not exists (select from sales_orders l
        where l.organization_id = ${organization_id} and l.sales_channel_id = c.sales_channel_id
          and l.ordered_on = o.ordered_on and l.origin <> 'import') as is_imported
    from sales_orders o
    where o.organization_id = ${organization_id} and o.sales_channel_id = c.sales_channel_id
    order by o.ordered_on desc limit 1
  ) placed on true
  left join lateral (
    select s.recorded_through, s.note, s.stated_by from sales_recorded_through s
    where s.organization_id = ${organization_id} and s.sales_channel_id = c.sales_channel_id
    order by s.statement_id desc limit 1
  ) stated on true
  where c.organization_id = ${organization_id}
    and (${sales_channel_ids === null ? null : arrayLiteral(sales_channel_ids)}::uuid[] is null
      or c.sales_channel_id = any(${sales_channel_ids === null ? null : arrayLiteral(sales_channel_ids)}::uuid[]))
  order by c.name, c.sales_channel_id`

/** Of all channels, or of those that a read is limited to. */
export const readSalesCoverage = async (
  sql: Sql,
  organization_id: string,
  today: string,
  sales_channel_ids: readonly string[] | null = null,
): Promise<SalesCoverage> => coverageOf(await readRecordedChannels(sql, organization_id, sales_channel_ids), today)
