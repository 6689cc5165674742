/**
 * SQL fragments shared by every kind of work. All times are database times. The index over (organization_id, group,
 * next_attempt_at) is probed once per group with waiting jobs, then only for claimed rows, so neither a backlog nor
 * statistics collected on an empty queue change the cost.
 */
import { writeArray } from '../../db/client/values.ts'
import type { Fragment, Sql } from '../contract/call.ts'
import type { Allotment, Group, QueueTable } from './kind.ts'

/** On `d`: due, not leased, and ready. */
const isDue = (sql: Sql, { isWaiting, isReady }: QueueTable): Fragment => sql`
  ${isWaiting(sql)} and d.next_attempt_at <= now() and (d.leased_until is null or d.leased_until <= now())
    and ${isReady?.(sql) ?? sql`true`}`

/** `groups`, for `with recursive`: every group with a job that waits, and when the first of its jobs comes due. */
export function waitingGroups(sql: Sql, table: QueueTable): Fragment {
  const { name, group, isWaiting } = table
  const order = sql`order by d.organization_id, d.${sql(group)}, d.next_attempt_at limit 1`
  const columns = sql`d.organization_id, d.${sql(group)} as group_id, d.next_attempt_at`
  return sql`groups as (
    (select ${columns} from ${sql(name)} d where ${isWaiting(sql)} ${order})
    union all
    select next.* from groups g cross join lateral (
      select ${columns} from ${sql(name)} d
      where ${isWaiting(sql)} and (d.organization_id, d.${sql(group)}) > (g.organization_id, g.group_id) ${order}
    ) next
  )`
}

/** For each group `g` the first job that can be claimed now; a group without one has no row. */
export const firstDue = (sql: Sql, table: QueueTable): Fragment => sql`lateral (
  select d.next_attempt_at as due_since from ${sql(table.name)} d
  where d.organization_id = g.organization_id and d.${sql(table.group)} = g.group_id and ${isDue(sql, table)}
  order by d.next_attempt_at limit 1
)`

/**
 * Groups with a job due, for kinds whose jobs share a destination by organisation or by group. Others join what limits
 * their groups.
 */
export function dueGroups(sql: Sql, table: QueueTable, destination: 'organization' | 'group') {
  const to = destination === 'group' ? sql`g.group_id` : sql`g.organization_id`
  return sql<Group[]>`
    with recursive ${waitingGroups(sql, table)}
    select g.organization_id, g.group_id::text as group_id, ${to}::text as destination, first.due_since
    from groups g
    cross join ${firstDue(sql, table)} first
    where g.next_attempt_at <= now()`
}

/**
 * `claimed`: the longest-waiting jobs of each group, leased and with their attempt counted. Rows locked by another
 * worker are skipped.
 */
export function claimedJobs(sql: Sql, table: QueueTable, allotments: readonly Allotment[]): Fragment {
  const { name, id, group, group_type, lease_seconds } = table
  const of = (value: (allotment: Allotment) => unknown) => writeArray(allotments.map(value), String)
  return sql`allotted as (
    select * from unnest(${of(({ organization_id }) => organization_id)}::text::uuid[],
      ${of(({ group_id }) => group_id)}::text::text[], ${of(({ jobs_max }) => jobs_max)}::text::int[])
      as a (organization_id, group_id, jobs_max)
  ), due as (
    select picked.* from allotted a cross join lateral (
      select d.organization_id, d.${sql(id)} as id from ${sql(name)} d
      where d.organization_id = a.organization_id and d.${sql(group)} = a.group_id::${sql(group_type)}
        and ${isDue(sql, table)}
      order by d.next_attempt_at
      limit a.jobs_max
      for update of d skip locked
    ) picked
  ), claimed as (
    update ${sql(name)} d
    set attempts = d.attempts + 1, leased_until = now() + make_interval(secs => ${lease_seconds})
    from due where d.organization_id = due.organization_id and d.${sql(id)} = due.id
    returning d.*
  )`
}

/** On `d`, with its ended attempt as `h`: no further attempt follows. */
export const isOver = (sql: Sql, { states, retry_seconds }: QueueTable): Fragment =>
  sql`(h.is_done or h.is_final or d.state <> ${states.waiting} or d.round_failures >= ${retry_seconds.length})`

/**
 * `held` and `settled`, after `ended (organization_id, id, attempt, is_done, is_final, …)`. A job whose fence no longer
 * matches was claimed by another worker and is left to it. A job removed from the queue during its attempt stays
 * removed, unless it succeeded. Rows are locked by key in one order: with unreliable queue statistics, a join could
 * read every waiting row instead.
 *
 * `more` sets columns of the kind's own, from `d` and `h`, and ends with a comma. A second update of the same rows would
 * make PostgreSQL check their foreign keys, which locks the order of a job after the job, against the order of locks
 * that everything else keeps (ARCHITECTURE.md).
 */
export function settledJobs(
  sql: Sql,
  table: QueueTable,
  more: Fragment = sql``,
  done: Fragment = sql`${table.states.done}`,
): Fragment {
  const { name, id, states, retry_seconds } = table
  const is_over = isOver(sql, table)
  return sql`held as (
    select e.* from (select * from ended order by organization_id, id) e cross join lateral (
      select from ${sql(name)} d
      where d.organization_id = e.organization_id and d.${sql(id)} = e.id and d.attempts = e.attempt
        and d.leased_until is not null
      for update
    ) d
  ), settled as (
    update ${sql(name)} d set ${more}
      state = case when h.is_done then ${done} when d.state <> ${states.waiting} then d.state
        when ${is_over} then ${states.failed} else d.state end,
      leased_until = null,
      round_failures = d.round_failures + case when h.is_done then 0 else 1 end,
      ended_at = case when ${is_over} then now() end,
      next_attempt_at = case when ${is_over} then null
        else now() + make_interval(secs => (${writeArray([...retry_seconds], String)}::text::int[])[d.round_failures + 1]) end
    from held h where d.organization_id = h.organization_id and d.${sql(id)} = h.id
    returning d.organization_id, d.${sql(id)} as id, d.state, d.ended_at
  )`
}
