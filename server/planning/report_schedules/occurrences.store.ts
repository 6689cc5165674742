/** Inserts the occurrences of schedules that are due: each once, in the transaction that moves the schedule on. */
import { uuidv7 } from 'uuidv7'
import { report_deliveries } from '../../../db/schema/planning/report_schedules.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/call.ts'
import { announceEnded } from './deliveries.store.ts'
import { dueTimes } from './due_times.rules.ts'
import { askedOn } from './parameters.rules.ts'
import { lockSchedule, type StoredSchedule } from './schedules.store.ts'

/** Notification channel for occurrences. */
export const reportDeliveriesChannel = 'report_deliveries'

const missedFailure =
  'The service was not running when the report was due. Only the newest report that was missed is sent.'

const occurrenceRows = recordset(report_deliveries, ['receipt_id', 'due_at', 'period', 'asked', 'state', 'failure'])

interface Calendar {
  time_zone: string
  fiscal_year_start_month: number
}

/** `missed` fail at once, `due_at` is queued; returns the ids of those that were new. */
export async function insertOccurrences(
  sql: Sql,
  organization_id: string,
  schedule: StoredSchedule,
  { missed, due_at }: { missed: readonly string[]; due_at: string },
): Promise<string[]> {
  const [calendar] = await sql<Calendar[]>`
    select time_zone, fiscal_year_start_month from organizations where organization_id = ${organization_id}`
  const { time_zone, fiscal_year_start_month: startMonth } = calendar!
  const rows = [...missed, due_at].map((at) => {
    const day = dayInTimeZone(time_zone, at)
    const { period, asked } = askedOn(schedule.report, schedule.parameters, { day, startMonth })
    const isDue = at === due_at
    return {
      receipt_id: uuidv7(),
      due_at: at,
      period,
      asked: { ...asked } as Record<string, string>,
      state: isDue ? 'queued' : 'failed',
      failure: isDue ? null : missedFailure,
    }
  })
  const inserted = await sql<{ receipt_id: string }[]>`
    insert into report_deliveries (organization_id, schedule_id, name, report, recipients, formats, receipt_id, due_at,
      period, asked, state, failure, next_attempt_at)
    select ${organization_id}, s.schedule_id, s.name, s.report, s.recipients, s.formats, ${occurrenceRows.values},
      case when n.state = 'queued' then now() end
    from report_schedules s cross join ${occurrenceRows.from(rows)}
    where s.organization_id = ${organization_id} and s.schedule_id = ${schedule.schedule_id}
    on conflict (organization_id, schedule_id, due_at) do nothing
    returning receipt_id`
  await sql`select pg_notify(${reportDeliveriesChannel}, '')`
  const ids = new Set(inserted.map(({ receipt_id }) => receipt_id))
  const isNew = ({ receipt_id }: { receipt_id: string }) => ids.has(receipt_id)
  await announceEnded(
    sql,
    organization_id,
    rows.filter((row) => isNew(row) && row.state === 'failed').map(({ receipt_id }) => receipt_id),
  )
  return rows.filter(isNew).map(({ receipt_id }) => receipt_id)
}

/** Inserts what is due of a locked schedule and returns it as it is then. */
export async function runIfDue(
  sql: Sql,
  organization_id: string,
  schedule: StoredSchedule,
  now: string,
): Promise<StoredSchedule> {
  const { next_run_at } = schedule
  if (next_run_at === null || Date.parse(next_run_at) > Date.parse(now)) return schedule
  const due = dueTimes(schedule, next_run_at, now)
  await insertOccurrences(sql, organization_id, schedule, due)
  await sql`
    update report_schedules set next_run_at = ${due.next_run_at}
    where organization_id = ${organization_id} and schedule_id = ${schedule.schedule_id}`
  return { ...schedule, next_run_at: due.next_run_at }
}

interface DueSchedule {
  organization_id: string
  schedule_id: string
}

const schedulesPerLook = 100

/** Schedules of all organisations whose time has come, without those that are left out. */
export const findDueSchedules = (sql: Sql, left_out: readonly string[]) => sql<DueSchedule[]>`
  select organization_id, schedule_id from report_schedules
  where state = 'active' and next_run_at <= now() and schedule_id <> all(${arrayLiteral(left_out)}::uuid[])
  order by next_run_at limit ${schedulesPerLook}`

/** In a transaction of its own; another process that has come first leaves nothing to do. */
export async function runSchedule(sql: Sql, { organization_id, schedule_id }: DueSchedule): Promise<void> {
  const schedule = await lockSchedule(sql, organization_id, schedule_id)
  const [clock] = await sql<{ now: string }[]>`select clock_timestamp() as now`
  await runIfDue(sql, organization_id, schedule, clock!.now)
}
