/** SQL of report schedules. */
import { report_schedules } from '../../../db/schema/planning/report_schedules.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { nilId, uuidPattern } from '../../contract/schema.ts'
import { refuseUnknown } from '../../records/single.ts'
import type { ReportKind } from '../reports/report.model.ts'
import type { ScheduleParameters } from './parameters.rules.ts'
import type { ReportSchedule } from './schedule.model.ts'

const columns = selection(report_schedules, 's', [
  'schedule_id',
  'name',
  'report',
  'parameters',
  'formats',
  'recipients',
  'weekdays',
  'days_of_month',
  'time',
  'time_zone',
  'state',
  'next_run_at',
  'created_by',
  'created_at',
])
export interface StoredSchedule extends Omit<RowOf<typeof columns>, 'parameters' | 'report'> {
  report: ReportKind
  parameters: ScheduleParameters
}

export const shownSchedule = ({ parameters, ...schedule }: StoredSchedule): ReportSchedule => ({
  ...schedule,
  parameters: {
    period: parameters.period ?? null,
    cut: parameters.cut ?? null,
    plan_id: parameters.plan_id ?? null,
  },
})

export const selectSchedules = (sql: Sql, organization_id: string, which: Fragment, page: Fragment = sql``) => sql<
  StoredSchedule[]
>`
  select ${columns} from report_schedules s
  where s.organization_id = ${organization_id} ${which}
  order by s.created_at desc, s.schedule_id desc ${page}`

/** An id that is none names no row. */
export const knownId = (id: string) => (uuidPattern.test(id) ? id : nilId)

export async function readSchedule(sql: Sql, organization_id: string, schedule_id: string): Promise<StoredSchedule> {
  const [schedule] = await selectSchedules(sql, organization_id, sql`and s.schedule_id = ${knownId(schedule_id)}`)
  return schedule ?? refuseUnknown('report schedule')
}

/** Locks the schedule, so that its changes and its runs follow each other. */
export async function lockSchedule(sql: Sql, organization_id: string, schedule_id: string): Promise<StoredSchedule> {
  await sql`
    select from report_schedules
    where organization_id = ${organization_id} and schedule_id = ${knownId(schedule_id)} for no key update`
  return readSchedule(sql, organization_id, schedule_id)
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

export type WrittenSchedule = Omit<StoredSchedule, 'created_by' | 'created_at'>

export const insertSchedule = (sql: Sql, organization_id: string, schedule: WrittenSchedule, created_by: string) => sql`
  insert into report_schedules (organization_id, schedule_id, name, report, parameters, formats, recipients, weekdays,
    days_of_month, time, time_zone, state, next_run_at, created_by)
  values (${organization_id}, ${schedule.schedule_id}, ${schedule.name}, ${schedule.report},
    ${json(schedule.parameters)}::text::jsonb, ${json(schedule.formats)}::text::jsonb,
    ${json(schedule.recipients)}::text::jsonb, ${json(schedule.weekdays)}::text::jsonb,
    ${json(schedule.days_of_month)}::text::jsonb, ${schedule.time}, ${schedule.time_zone}, ${schedule.state},
    ${schedule.next_run_at}, ${created_by})`

export const updateSchedule = (sql: Sql, organization_id: string, schedule: WrittenSchedule) => sql`
  update report_schedules set name = ${schedule.name}, parameters = ${json(schedule.parameters)}::text::jsonb,
    formats = ${json(schedule.formats)}::text::jsonb, recipients = ${json(schedule.recipients)}::text::jsonb,
    weekdays = ${json(schedule.weekdays)}::text::jsonb, days_of_month = ${json(schedule.days_of_month)}::text::jsonb,
    time = ${schedule.time}, time_zone = ${schedule.time_zone}, state = ${schedule.state},
    next_run_at = ${schedule.next_run_at}
  where organization_id = ${organization_id} and schedule_id = ${schedule.schedule_id}`
