/**
 * The time of an order for which none was stated. A shipment from before the order was recorded dates it, and the orders that
 * were split off it, until that shipment is voided.
 */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { type LockedOrder, readLocked, saveOrders, withLines } from '../orders/locked_order.store.ts'
import { recountCustomers } from '../orders/order_customer.ts'
import { announceOrders } from '../orders/order.store.ts'

/**
 * When each order was placed, as far as is known without one of the shipments: it was recorded by then, or goods had left by
 * then. An order that was split off was placed with the one that it comes from.
 */
export async function readPlacedBy(
  sql: Sql,
  organization_id: string,
  ids: readonly string[],
  but: string | null = null,
): Promise<Map<string, string>> {
  const rows = await sql<{ placed_id: string; placed_by: string }[]>`
    with recursive origins as (
      select p.placed_id, p.placed_id as order_id from unnest(${arrayLiteral(ids)}::uuid[]) as p(placed_id)
      union
      select g.placed_id, k.from_order_id from origins g
      join order_links k on k.organization_id = ${organization_id} and k.order_id = g.order_id and k.kind = 'split_from'
    )
    select g.placed_id, least(min(o.created_at), min(f.shipped_at)) as placed_by from origins g
    join sales_orders o on o.organization_id = ${organization_id} and o.order_id = g.order_id
    left join fulfilments f on f.organization_id = ${organization_id} and f.order_id = g.order_id
      and f.fulfilment_id is distinct from ${but}::uuid
    group by g.placed_id`
  return new Map(rows.map(({ placed_id, placed_by }) => [placed_id, placed_by]))
}

/**
 * Locks the orders that were split off an order, and off those, unless their time was stated; their ids are later than its
 * own. Called before any stock is locked.
 */
export async function lockParts(sql: Sql, organization_id: string, order: LockedOrder): Promise<string[]> {
  if (order.is_ordered_at_stated) return []
  const rows = await sql<{ order_id: string }[]>`
    with recursive parts as (
      select ${order.order_id}::uuid as order_id
      union
      select k.order_id from parts p
      join order_links k on k.organization_id = ${organization_id} and k.from_order_id = p.order_id
        and k.kind = 'split_from'
    )
    select o.order_id from sales_orders o
    where o.organization_id = ${organization_id} and o.order_id in (select p.order_id from parts p)
      and o.order_id <> ${order.order_id} and not o.is_ordered_at_stated
    order by o.order_id for update`
  return rows.map(({ order_id }) => order_id)
}

/** The day on which sales of a consumer order count, where it is another one. */
export const daySentences = (before: LockedOrder, after: Pick<LockedOrder, 'ordered_on'>): string[] =>
  before.is_wholesale || before.ordered_on === after.ordered_on
    ? []
    : [`Sales of ${before.name} count on ${after.ordered_on}, no longer on ${before.ordered_on}.`]

/** Gives locked parts of an order that a shipment dates again their time by the same rule. Answers in sentences which days moved. */
export async function redateParts(sql: Sql, context: WriteContext, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { organization_id, time_zone } = context
  const placedBy = await readPlacedBy(sql, organization_id, ids)
  // Read again: the shipment may have given some of them their holds back.
  const changes = (await withLines(sql, organization_id, await readLocked(sql, organization_id, ids))).flatMap(
    (before) => {
      const ordered_at = placedBy.get(before.order_id)!
      if (Date.parse(ordered_at) === Date.parse(before.ordered_at)) return []
      return [{ before, after: { ...before, ordered_at, ordered_on: dayInTimeZone(time_zone, ordered_at) } }]
    },
  )
  if (changes.length === 0) return []
  await saveOrders(sql, context, changes)
  const customers = changes.flatMap(({ before }) => before.customer_id ?? [])
  if (customers.length > 0) await recountCustomers(sql, organization_id, [...new Set(customers)])
  await announceOrders(
    sql,
    organization_id,
    changes.map(({ before }) => ({ order_id: before.order_id, event: 'order.updated' })),
  )
  return changes.flatMap(({ before, after }) => daySentences(before, after))
}
