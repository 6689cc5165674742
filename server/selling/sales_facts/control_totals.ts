import type { Sql } from '../../contract/sql.ts'

/**
 * Claims every day of an organisation's sales for an import that wrote its rows by COPY, with control totals; days that
 * are claimed already stay as they are.
 */
export const claimRecordedDays = (sql: Sql, organization_id: string, source_system: string) => sql`
  insert into sales_channel_days (organization_id, day, sales_channel_id, origin, source_system, row_count, units,
    net_sales_cents, checksum)
  select ${organization_id}, s.day, s.sales_channel_id, 'import', ${source_system}, count(*), sum(s.units),
    sum(s.gross_sales_cents - s.discounts_cents - s.returns_cents), sum(sales_row_hash(s)::numeric)
  from sales_daily s where s.organization_id = ${organization_id}
    and not exists (select from sales_channel_days d where d.organization_id = ${organization_id} and d.day = s.day
      and d.sales_channel_id = s.sales_channel_id)
  group by s.day, s.sales_channel_id`
