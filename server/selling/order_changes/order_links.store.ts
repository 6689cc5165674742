/** Which orders came out of which, and lines that go from one order to another. */
import { order_links } from '../../../db/schema/selling/order_holds.ts'
import { order_lines, sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import type { orderRelations } from '../known_values.ts'

const linkRows = recordset(order_links, ['order_id', 'from_order_id', 'kind'])

export const linkOrders = (
  sql: Sql,
  { organization_id, actor, now }: WriteContext,
  links: Parameters<typeof linkRows.from>[0],
) => sql`
  insert into order_links (organization_id, ${linkRows.names}, created_by, created_at)
  select ${organization_id}, ${linkRows.values}, ${actor}, ${now}::timestamptz from ${linkRows.from(links)}`

/** The orders that are merged into an order. */
export async function readMerged(sql: Sql, organization_id: string, order_id: string): Promise<ReadonlySet<string>> {
  const rows = await sql<{ from_order_id: string }[]>`
    select from_order_id from order_links
    where organization_id = ${organization_id} and order_id = ${order_id} and kind = 'merged_from'`
  return new Set(rows.map(({ from_order_id }) => from_order_id))
}

/** The order that has the lines of an order now: the one into which it was merged, and so on; itself if it was not. */
export async function readHeir(sql: Sql, organization_id: string, order_id: string): Promise<string> {
  const [heir] = await sql<{ order_id: string }[]>`
    with recursive heirs as (
      select ${order_id}::uuid as order_id, 0 as merges
      union all
      select k.order_id, h.merges + 1 from heirs h
      join order_links k on k.organization_id = ${organization_id} and k.from_order_id = h.order_id
        and k.kind = 'merged_from'
    )
    select order_id from heirs order by merges desc limit 1`
  return heir!.order_id
}

const movedRows = recordset(order_lines, ['line_id', 'order_id', 'line_number'])

/** Lines that go as they are keep their ids, and with them their holds, and the bookings that name them. */
export const moveLines = (sql: Sql, organization_id: string, moved: Parameters<typeof movedRows.from>[0]) => sql`
  update order_lines l set order_id = n.order_id, line_number = n.line_number
  from ${movedRows.from(moved)}
  where l.organization_id = ${organization_id} and l.line_id = n.line_id`

const linkColumns = selections(
  selection(order_links, 'k', ['order_id', 'from_order_id', 'kind']),
  selection(sales_orders, 'o', ['name']),
)

const relationTo = {
  split_from: 'split_into',
  merged_from: 'merged_into',
  duplicate_of: 'duplicated_as',
} as const satisfies Record<RowOf<typeof linkColumns>['kind'], (typeof orderRelations)[number]>

interface RelatedOrder {
  relation: (typeof orderRelations)[number]
  order_id: string
  name: string
}

/** The orders that came out of each of these, and those that it came from, in the order in which that happened. */
export async function readRelated(
  sql: Sql,
  organization_id: string,
  ids: readonly string[],
): Promise<Map<string, RelatedOrder[]>> {
  const [from, into] = await Promise.all([
    sql<RowOf<typeof linkColumns>[]>`
      select ${linkColumns} from order_links k
      join sales_orders o on o.organization_id = ${organization_id} and o.order_id = k.from_order_id
      where k.organization_id = ${organization_id} and k.order_id = any(${arrayLiteral(ids)}::uuid[])
      order by k.created_at, o.name`,
    sql<RowOf<typeof linkColumns>[]>`
      select ${linkColumns} from order_links k
      join sales_orders o on o.organization_id = ${organization_id} and o.order_id = k.order_id
      where k.organization_id = ${organization_id} and k.from_order_id = any(${arrayLiteral(ids)}::uuid[])
      order by k.created_at, o.name`,
  ])
  const related = new Map<string, RelatedOrder[]>(ids.map((id) => [id, []]))
  for (const { order_id, from_order_id, kind, name } of from)
    related.get(order_id)!.push({ relation: kind, order_id: from_order_id, name })
  for (const { order_id, from_order_id, kind, name } of into)
    related.get(from_order_id)!.push({ relation: relationTo[kind], order_id, name })
  return related
}
