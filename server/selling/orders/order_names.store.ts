/** Names of new orders, SO-1001 and so on, taken without waiting for other orders that are being created. */
import type { Sql } from '../../contract/sql.ts'

/** So many orders of an organisation can be created at once before one waits for another. */
const counters = 16
const firstNumber = 1_001

const takeFree = (sql: Sql, organization_id: string) => sql<{ number: number }[]>`
  with free as (
    select counter from sales_order_counters where organization_id = ${organization_id}
    order by last_value, counter limit 1 for update skip locked
  )
  update sales_order_counters c set last_value = c.last_value + 1
  from free where c.organization_id = ${organization_id} and c.counter = free.counter
  returning (c.last_value - 1) * ${counters}::int + c.counter as number`

const takeFirst = (sql: Sql, organization_id: string) => sql<{ number: number }[]>`
  insert into sales_order_counters as c (organization_id, counter, last_value)
  select ${organization_id}, n, 0 from generate_series(0, ${counters - 1}::int) n order by n
  on conflict on constraint sales_order_counters_pk do nothing
  returning c.counter as number`

const takeWaiting = (sql: Sql, organization_id: string, counter: number) => sql<{ number: number }[]>`
  update sales_order_counters set last_value = last_value + 1
  where organization_id = ${organization_id} and counter = ${counter}::int
  returning (last_value - 1) * ${counters}::int + counter as number`

export async function nextOrderName(sql: Sql, organization_id: string): Promise<string> {
  let [taken] = await takeFree(sql, organization_id)
  if (taken === undefined) {
    await takeFirst(sql, organization_id)
    ;[taken] = await takeFree(sql, organization_id)
  }
  const any = Math.floor(Math.random() * counters)
  const { number } = taken ?? (await takeWaiting(sql, organization_id, any))[0]!
  return `SO-${firstNumber + number}`
}
