/**
 * Ends questions about orders whose cause is gone without a decision on them: the other order with the reference is
 * cancelled or states another one, or the door that was unknown is in use at the account.
 */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/sql.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { orderSubject } from './order.store.ts'

type Author = Pick<WriteContext, 'organization_id' | 'now' | 'actor'>

async function resolveEach(
  sql: Sql,
  { organization_id, now, actor: resolved_by }: Author,
  kind: 'duplicate_order' | 'unknown_door',
  resolution: string,
  orders: readonly { subject_id: string }[],
): Promise<void> {
  for (const { subject_id } of orders)
    await resolveExceptions(sql, organization_id, now, {
      kind,
      subject: { type: orderSubject, id: subject_id },
      resolution,
      resolved_by,
    })
}

/** After an order of the account was cancelled, or states another reference: the last order with this one is no duplicate. */
export async function endDuplicates(
  sql: Sql,
  author: Author,
  { trading_partner_id, reference }: { trading_partner_id: string | null; reference: string | null },
): Promise<void> {
  if (trading_partner_id === null || reference === null) return
  const ended = await sql<{ subject_id: string }[]>`
    select e.subject_id from sales_orders o
    join exceptions e on e.organization_id = ${author.organization_id} and e.subject_type = ${orderSubject}
      and e.subject_id = o.order_id::text and e.kind = 'duplicate_order' and e.resolved_at is null
    where o.organization_id = ${author.organization_id} and o.trading_partner_id = ${trading_partner_id}
      and o.reference = ${reference}
      and not exists (
        select from sales_orders b
        where b.organization_id = ${author.organization_id} and b.trading_partner_id = ${trading_partner_id}
          and b.reference = ${reference} and b.lifecycle <> 'cancelled' and b.order_id <> o.order_id)
    order by e.subject_id`
  await resolveEach(sql, author, 'duplicate_order', 'the other order ended', ended)
}

/**
 * After doors of accounts were written: orders all of whose doors are in use now. A buyer of an EDI order that is no door is
 * another question, which a door does not answer.
 */
export async function endUnknownDoors(sql: Sql, author: Author, accounts: readonly string[]): Promise<void> {
  if (accounts.length === 0) return
  const { organization_id } = author
  const ended = await sql<{ subject_id: string }[]>`
    select e.subject_id from exceptions e
    join sales_orders o on o.organization_id = ${organization_id} and o.order_id::text = e.subject_id
      and o.trading_partner_id = any(${arrayLiteral(accounts)}::uuid[])
    cross join lateral (
      select count(*)::int as doors, count(d.door_id)::int as known
      from (
        select o.door_reference as door
        union all
        select l.door_reference from order_lines l where l.organization_id = ${organization_id} and l.order_id = o.order_id
      ) s
      left join account_doors d on d.organization_id = ${organization_id} and d.trading_partner_id = o.trading_partner_id
        and lower(d.door_reference) = lower(s.door) and d.is_active
      where s.door is not null
    ) n
    where e.organization_id = ${organization_id} and e.subject_type = ${orderSubject} and e.kind = 'unknown_door'
      and e.resolved_at is null and n.doors > 0 and n.doors = n.known and strpos(e.sentence, 'neither a door') = 0
    order by e.subject_id`
  await resolveEach(sql, author, 'unknown_door', 'the door is known', ended)
}
