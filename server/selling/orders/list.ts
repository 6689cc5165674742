import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { Count, Flag, Instant, Shape, Type, Whole } from '../../contract/schema.ts'
import {
  checkFollowed,
  type Changes,
  type Followed,
  followedFields,
  followQuery,
  readChanges,
} from '../../tables/follow/changes.ts'
import { Page, pagingQuery, type Param } from '../../tables/table.ts'
import { checkAccountIsNamed } from '../bound_keys.ts'
import { orderLifecycles } from '../known_values.ts'
import { OrderRow } from './model.ts'
import { conditions, type Filters, isCountedOneByOne, orderFilters } from './order_filters.ts'
import { countedOrders, type StateCount } from '../sales_facts/order_counts.ts'
import { withLineItems } from './parts/order_lines.store.ts'
import { orderSubject, readHeaders } from './order.store.ts'

const query = Type.Object(
  {
    ...pagingQuery(limits.page_limit_default, limits.sales_orders_page_max),
    ...orderFilters,
    include_lines: Type.Optional(Flag('Whether each order has its `line_items`.')),
    ...followQuery,
  },
  { additionalProperties: false },
)

const statusNumbers = Shape(
  Object.fromEntries(
    orderLifecycles.map((one) => [one, Whole(`Number of orders that are ${one}.`, { examples: [0] })]),
  ) as Record<(typeof orderLifecycles)[number], ReturnType<typeof Whole>>,
  {
    $id: 'SalesOrderStatusCounts',
    description: 'Number of orders per lifecycle state over the whole filtered set, not only this page.',
  },
)

const page = Page(OrderRow)

/** Size of the book: of the account's orders where one is named, which a bound key must do. */
async function bookSize(sql: Sql, organization_id: string, { trading_partner_id }: Filters): Promise<number> {
  const [row] = await sql<{ orders: number }[]>`
    select coalesce(sum(c.orders), 0)::float8 as orders
    from (${countedOrders(sql, organization_id, trading_partner_id === undefined ? {} : { trading_partner_id })}) c`
  return row!.orders
}

/** Orders are counted one by one only if a filter selects by what is not counted as it is written. */
function stateCounts(sql: Sql, organization_id: string, filters: Filters): Fragment {
  const { needs_you } = filters
  const oneByOne = (among: Filters) => sql`
    select o.lifecycle, count(*) as orders from sales_orders o
    where ${conditions(sql, organization_id, among)} group by o.lifecycle`
  if (isCountedOneByOne(filters)) return oneByOne(filters)
  const all = countedOrders(sql, organization_id, filters)
  if (needs_you === undefined) return all
  return sql`${all} union all select w.lifecycle, -w.orders from (${oneByOne({ ...filters, needs_you: true })}) w`
}

async function countStates(sql: Sql, organization_id: string, filters: Filters) {
  const rows = await sql<StateCount[]>`
    select c.lifecycle, sum(c.orders)::float8 as orders
    from (${stateCounts(sql, organization_id, filters)}) c group by c.lifecycle`
  const countOf = new Map(rows.map(({ lifecycle, orders }) => [lifecycle, orders]))
  return Object.fromEntries(orderLifecycles.map((one) => [one, countOf.get(one) ?? 0])) as Record<
    (typeof orderLifecycles)[number],
    number
  >
}

async function checkFilters(sql: Sql, organization_id: string, filters: Filters) {
  const { trading_partner_id, sales_channel_id, location_id, customer_id } = filters
  const [known] = await sql<{ account: boolean; channel: boolean; location: boolean; customer: boolean }[]>`
    select exists (select from trading_partners where organization_id = ${organization_id}
        and trading_partner_id = ${trading_partner_id ?? null}::uuid) as account,
      exists (select from sales_channels where organization_id = ${organization_id}
        and sales_channel_id = ${sales_channel_id ?? null}::uuid) as channel,
      exists (select from locations where organization_id = ${organization_id}
        and location_id = ${location_id ?? null}::uuid) as location,
      exists (select from customers where organization_id = ${organization_id}
        and customer_id = ${customer_id ?? null}::uuid) as customer`
  if (trading_partner_id !== undefined && !known!.account)
    refuseField('trading_partner_id', 'must be a trading account of this organisation')
  if (sales_channel_id !== undefined && !known!.channel)
    refuseField('sales_channel_id', 'must be a sales channel of this organisation')
  if (location_id !== undefined && !known!.location)
    refuseField('location_id', 'must be a location of this organisation')
  if (customer_id !== undefined && !known!.customer)
    refuseField('customer_id', 'must be a customer of this organisation')
}

const readNewest = async (
  sql: Sql,
  organization_id: string,
  filters: Filters,
  limit: number,
  offset: number,
): Promise<{ rows: OrderRow[] } & Partial<Changes>> => ({
  rows: await readHeaders(
    sql,
    organization_id,
    sql`
      select o.order_id, o.created_at from sales_orders o where ${conditions(sql, organization_id, filters)}
      order by o.created_at desc, o.order_id desc limit ${limit} offset ${offset}`,
  ),
})

const followed: Followed = { record_type: orderSubject, table: 'sales_orders', key: 'order_id', key_type: 'uuid' }

async function readChanged(
  sql: Sql,
  organization_id: string,
  { trading_partner_id }: Filters,
  updated_since: string,
  limit: number,
) {
  const account =
    trading_partner_id === undefined
      ? undefined
      : {
          trading_partner_id,
          condition: (param: Param) => `b.trading_partner_id = ${param(trading_partner_id)}::uuid`,
        }
  const since = { updated_since, limit }
  const { ids, ...changes } = await readChanges(sql, organization_id, followed, since, account)
  const rows = await readHeaders(
    sql,
    organization_id,
    sql`
      select o.order_id, o.created_at from sales_orders o
      where o.organization_id = ${organization_id} and o.order_id = any(${arrayLiteral(ids)}::uuid[])`,
  )
  const byId = new Map(rows.map((row) => [row.order_id, row]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...changes }
}

export const listOrders = operation({
  id: 'orders.list',
  route: 'GET /api/v1/sales/orders',
  summary: 'List sales orders',
  description:
    'Returns sales orders, newest first. All filters combine with AND; `include_lines` adds the lines of each order. `status_numbers` counts the whole filtered set per lifecycle state, and `filtered_max_size` is their sum. A key that is bound to a trading account must name that account in `trading_partner_id`.',
  query,
  answer: Shape(
    {
      ...page.properties,
      ...followedFields,
      as_of: Instant('Time at which the list was read.'),
      max_size: Count(
        'Number of orders without any filter: of the account if `trading_partner_id` is sent, otherwise of the organisation.',
        { examples: [1] },
      ),
      status_numbers: statusNumbers,
    },
    { $id: 'SalesOrderRowPage' },
  ),
  refusals: ['watermark_expired'],
  async run({ sql, caller, query, now }) {
    const { organization_id } = caller
    const { offset = 0, limit = limits.page_limit_default, updated_since, include_lines = false, ...filters } = query
    checkAccountIsNamed(caller, filters.trading_partner_id)
    await checkFilters(sql, organization_id, filters)
    if (updated_since !== undefined) checkFollowed(query, {}, 'trading_partner_id', 'include_lines')
    const [{ rows: headers, ...changes }, status_numbers, max_size] = await Promise.all([
      updated_since === undefined
        ? readNewest(sql, organization_id, filters, limit, offset)
        : readChanged(sql, organization_id, filters, updated_since, limit),
      countStates(sql, organization_id, filters),
      bookSize(sql, organization_id, filters),
    ])
    const rows = include_lines ? await withLineItems(sql, organization_id, headers) : headers
    const filtered_max_size = Object.values(status_numbers).reduce((sum, orders) => sum + orders, 0)
    return { rows, ...changes, size: rows.length, offset, filtered_max_size, as_of: now, max_size, status_numbers }
  },
})
