/** Numbers of orders by what their list filters on (tables/fold_counts.ts). */
import { fragment } from '../../../db/sql/fragment.ts'
import { nilId } from '../../contract/schema.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import type { Only } from '../../jobs/job.ts'
import { foldCounts, foldCountsJob } from '../../tables/fold_counts.ts'
import type { orderLifecycles } from '../known_values.ts'

export interface CountedBy {
  lifecycle?: string
  origin?: string
  is_wholesale?: boolean
  trading_partner_id?: string
  sales_channel_id?: string
}

export interface StateCount {
  lifecycle: (typeof orderLifecycles)[number]
  orders: number
}

/** Conditions over the columns of either table, or of sales_orders o. */
export const orderKindConditions = (sql: Sql, filters: CountedBy): Fragment => {
  const { lifecycle, origin, is_wholesale, trading_partner_id, sales_channel_id } = filters
  return sql`
    ${lifecycle === undefined ? sql`` : sql`and o.lifecycle = ${lifecycle}`}
    ${origin === undefined ? sql`` : sql`and o.origin = ${origin}`}
    ${is_wholesale === undefined ? sql`` : sql`and o.is_wholesale = ${is_wholesale}`}
    ${trading_partner_id === undefined ? sql`` : sql`and o.trading_partner_id = ${trading_partner_id}`}
    ${sales_channel_id === undefined ? sql`` : sql`and o.sales_channel_id = ${sales_channel_id}`}`
}

/** Rows of lifecycle and orders, several for a state. */
export const countedOrders = (sql: Sql, organization_id: string, filters: CountedBy): Fragment => sql`
  select o.lifecycle, o.order_count as orders from order_counts o
  where o.organization_id = ${organization_id} ${orderKindConditions(sql, filters)}
  union all
  select o.lifecycle, o.order_count from order_count_deltas o
  where o.organization_id = ${organization_id} ${orderKindConditions(sql, filters)}`

const tables = {
  deltas: fragment`order_count_deltas`,
  sums: fragment`order_counts`,
  key: fragment`organization_id, lifecycle, origin, is_wholesale, sales_channel_id, trading_partner_id`,
  count: fragment`order_count`,
}

export const foldOrderCounts = (sql: Sql, rowsMax?: number, only?: Only): Promise<number> =>
  foldCounts(sql, tables, rowsMax, only)

export const foldOrderCountsJob = foldCountsJob('fold_order_counts', foldOrderCounts)

export interface WrongOrderCount {
  lifecycle: string
  /** Number of existing orders. */
  rows: number
  /** As the sums have it. */
  row_count: number
}

/** States in which some number differs from that of the orders. One statement, so that all is of one moment. */
export const findWrongOrderCounts = (sql: Sql, organization_id: string) => sql<WrongOrderCount[]>`
  select lifecycle, sum(rows)::float8 as rows, sum(row_count)::float8 as row_count from (
    select lifecycle, origin, is_wholesale, sales_channel_id, trading_partner_id, sum(rows) as rows,
      sum(row_count) as row_count
    from (
      select lifecycle, origin, is_wholesale, sales_channel_id, coalesce(trading_partner_id, ${nilId}) as trading_partner_id,
        1 as rows, 0 as row_count
      from sales_orders where organization_id = ${organization_id}
      union all
      select lifecycle, origin, is_wholesale, sales_channel_id, trading_partner_id, 0, order_count
      from order_counts where organization_id = ${organization_id}
      union all
      select lifecycle, origin, is_wholesale, sales_channel_id, trading_partner_id, 0, order_count
      from order_count_deltas where organization_id = ${organization_id}
    ) one
    group by 1, 2, 3, 4, 5 having sum(rows) <> sum(row_count)
  ) kind
  group by lifecycle order by lifecycle`
