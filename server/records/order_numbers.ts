/** Numbers of new orders, from 1001, taken without waiting for other orders that are being created. */
import type { Sql } from '../contract/sql.ts'
import type { OrderKind } from './known_values.ts'

/** So many transactions of an organisation can create orders of a kind before one waits for another. */
const counters = 16
const firstNumber = 1_001

type Numbers = { number: number }[]

/** The lowest numbers of the counters that no other transaction holds; none if all are held, or there are none yet. */
const takeFree = (sql: Sql, organization_id: string, kind: OrderKind, count: number) => sql<Numbers>`
  with free as (
    select counter, last_value from order_counters
    where organization_id = ${organization_id} and order_kind = ${kind}
    order by last_value, counter limit ${count}::int for update skip locked
  ), numbered as (
    select f.counter, (f.last_value + n) * ${counters}::int + f.counter as number
    from free f cross join generate_series(0, ${count}::int - 1) n order by number limit ${count}::int
  ), taken as (
    update order_counters c set last_value = c.last_value + n.taken
    from (select counter, count(*)::int as taken from numbered group by counter) n
    where c.organization_id = ${organization_id} and c.order_kind = ${kind} and c.counter = n.counter
  )
  select number + ${firstNumber}::int as number from numbered order by number`

const addCounters = (sql: Sql, organization_id: string, kind: OrderKind) => sql`
  insert into order_counters (organization_id, order_kind, counter, last_value)
  select ${organization_id}, ${kind}, n, 0 from generate_series(0, ${counters - 1}::int) n order by n
  on conflict on constraint order_counters_pk do nothing`

const takeWaiting = (sql: Sql, organization_id: string, kind: OrderKind, count: number) => sql<Numbers>`
  with taken as (
    update order_counters set last_value = last_value + ${count}::int
    where organization_id = ${organization_id} and order_kind = ${kind}
      and counter = ${Math.floor(Math.random() * counters)}::int
    returning counter, last_value
  )
  select ${firstNumber}::int + (t.last_value - n) * ${counters}::int + t.counter as number
  from taken t cross join generate_series(${count}::int, 1, -1) n order by number`

export async function takeOrderNumbers(
  sql: Sql,
  organization_id: string,
  kind: OrderKind,
  count: number,
): Promise<number[]> {
  let counters: readonly { number: number }[] = await takeFree(sql, organization_id, kind, count)
  if (counters.length === 0) {
    await addCounters(sql, organization_id, kind)
    counters = await takeFree(sql, organization_id, kind, count)
  }
  if (counters.length === 0) counters = await takeWaiting(sql, organization_id, kind, count)
  return counters.map(({ number }) => number)
}

/** Continues after a number, except with the counters that another transaction holds. */
export const skipOrderNumbers = (sql: Sql, organization_id: string, kind: OrderKind, last_number: number) => sql`
  with free as (
    select counter from order_counters where organization_id = ${organization_id} and order_kind = ${kind}
    for update skip locked
  )
  update order_counters c
  set last_value = greatest(c.last_value, (${last_number - firstNumber + counters}::int - c.counter) / ${counters}::int)
  from free
  where c.organization_id = ${organization_id} and c.order_kind = ${kind} and c.counter = free.counter`
