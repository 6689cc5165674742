/** Names of new orders: PO-1001, MO-1001, TO-1001 and so on, unique in the organisation. */
import type { Sql } from '../../contract/call.ts'
import { skipOrderNumbers, takeOrderNumbers } from '../../records/order_numbers.ts'
import { type OrderType } from '../known_values.ts'

const prefixes: Record<OrderType, string> = { purchase: 'PO', manufacturing: 'MO', transfer: 'TO' }

const isTaken = async (sql: Sql, organization_id: string, names: readonly string[]): Promise<boolean> => {
  const [clash] = await sql<{ one: number }[]>`
    select 1 as one from purchase_orders
    where organization_id = ${organization_id} and name = any(${names}::text[]) limit 1`
  return clash !== undefined
}

async function highestNumber(sql: Sql, organization_id: string, prefix: string): Promise<number> {
  const [row] = await sql<{ highest: number }[]>`
    select coalesce(max(substring(name from ${`^${prefix}-(\\d{1,8})$`})::int), 0) as highest
    from purchase_orders where organization_id = ${organization_id}`
  return row!.highest
}

/** Continues after the highest number of an order whose name was stated, once a name clashes with it. */
export async function nextNames(
  sql: Sql,
  organization_id: string,
  order_type: OrderType,
  count: number,
): Promise<string[]> {
  const prefix = prefixes[order_type]
  for (;;) {
    const numbers = await takeOrderNumbers(sql, organization_id, order_type, count)
    const names = numbers.map((number) => `${prefix}-${number}`)
    if (!(await isTaken(sql, organization_id, names))) return names
    await skipOrderNumbers(sql, organization_id, order_type, await highestNumber(sql, organization_id, prefix))
  }
}
