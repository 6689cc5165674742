/** Names of new orders: PO-1001, MO-1001, TO-1001 and so on, unique in the organisation. */
import { type OrderType } from '../known_values.ts'
import type { Sql } from '../../contract/call.ts'

const prefixes: Record<OrderType, string> = { purchase: 'PO', manufacturing: 'MO', transfer: 'TO' }
const firstNumber = 1_001

/** Takes numbers from the counter, whose row stays locked until the transaction ends. */
async function takeNumbers(sql: Sql, organization_id: string, order_type: OrderType, count: number): Promise<string[]> {
  const [row] = await sql<{ last_number: number }[]>`
    insert into purchase_order_numbers (organization_id, order_type, last_number)
    values (${organization_id}, ${order_type}, ${firstNumber - 1 + count})
    on conflict (organization_id, order_type)
    do update set last_number = purchase_order_numbers.last_number + ${count}
    returning last_number`
  const { last_number } = row!
  return Array.from({ length: count }, (_, i) => `${prefixes[order_type]}-${last_number - count + 1 + i}`)
}

/** Advances the counter past numbers already used by orders whose names were set otherwise. */
const skipTaken = (sql: Sql, organization_id: string, order_type: OrderType) => sql`
  update purchase_order_numbers n set last_number = greatest(n.last_number, t.highest)
  from (
    select coalesce(max(substring(name from ${`^${prefixes[order_type]}-(\\d{1,8})$`})::int), 0) as highest
    from purchase_orders where organization_id = ${organization_id}) t
  where n.organization_id = ${organization_id} and n.order_type = ${order_type}`

export async function nextNames(
  sql: Sql,
  organization_id: string,
  order_type: OrderType,
  count: number,
): Promise<string[]> {
  const names = await takeNumbers(sql, organization_id, order_type, count)
  const [clash] = await sql<{ one: number }[]>`
    select 1 as one from purchase_orders
    where organization_id = ${organization_id} and name = any(${names}::text[]) limit 1`
  if (clash === undefined) return names
  await skipTaken(sql, organization_id, order_type)
  return takeNumbers(sql, organization_id, order_type, count)
}
