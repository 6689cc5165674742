/** Jobs that never end: an attempt makes its job due again, at once if more waits, else after a time that failures double. */
import type { Fragment, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import type { QueueTable } from './kind.ts'

/** A person is notified of a job after so many failures in a row. */
export const failuresTold = 4

/** A job's id is its group too. */
export const polledTable = (name: string, id: string): QueueTable => ({
  name,
  id,
  group: id,
  group_type: 'uuid',
  states: { waiting: 'polled', done: 'polled', failed: 'polled' },
  lease_seconds: limits.outbound_lease_seconds,
  retry_seconds: [],
  isWaiting: (sql) => sql`d.state = 'polled'`,
})

/**
 * `held`, of `ended` attempts with the job's id and `attempt`: those that nobody has claimed since, with their jobs locked in
 * one order.
 */
export const heldPolls = (sql: Sql, { name, id }: QueueTable, ended: Fragment): Fragment => sql`held as (
  select e.* from (select * from ${ended} order by organization_id, ${sql(id)}) e
  cross join lateral (
    select from ${sql(name)} d
    where d.organization_id = e.organization_id and d.${sql(id)} = e.${sql(id)}
      and d.attempts = e.attempt and d.leased_until is not null and d.state = 'polled'
    for update
  ) d
)`

/** What an ended attempt `h`, with `fault` and `is_more`, sets of its job `d`. */
export const dueAgain = (
  sql: Sql,
  { poll_seconds, wait_doubles_max }: { poll_seconds: number; wait_doubles_max: number },
): Fragment => sql`leased_until = null, fault = h.fault,
  round_failures = case when h.fault is null then 0 else least(d.round_failures + 1, 1000) end,
  next_attempt_at = now() + make_interval(secs => case when h.is_more then 0
    when h.fault is null then ${poll_seconds}
    else ${poll_seconds} * power(2, least(d.round_failures, ${wait_doubles_max})) end)`
