/** Changing, pausing, sending and archiving report schedules. */
import { checkTimeZone } from '../../calendar/time_zone.ts'
import { isDifferent } from '../../contract/difference.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Choice, Shape, Type } from '../../contract/schema.ts'
import { ReportDelivery } from '../reports/model.ts'
import { auditSchedule } from './audit.ts'
import { checkPlanId } from './create_schedule.ts'
import { readDelivery } from './deliveries.store.ts'
import { nextDueAt } from './due_times.rules.ts'
import { insertOccurrences, runIfDue } from './occurrences.store.ts'
import { checkParameters } from './parameters.rules.ts'
import { ReportSchedule, scheduleFields, SchedulePath, service } from './schedule.model.ts'
import { checkPlan, isSameTiming, recipientsOf, timingOf } from './schedule.rules.ts'
import { lockSchedule, readSchedule, shownSchedule, type StoredSchedule, updateSchedule } from './schedules.store.ts'

const { report: _report, ...changeable } = scheduleFields
const changes = {
  ...changeable,
  name: Type.Optional(changeable.name),
  recipients: Type.Optional(changeable.recipients),
  time: Type.Optional(changeable.time),
  state: Type.Optional(
    Choice(
      ['active', 'paused'] as const,
      'State. A paused schedule does not run, and what it missed is not made up for.',
    ),
  ),
}

const isArchived = 'the schedule is archived'

function refuseArchived({ name, state }: StoredSchedule): void {
  if (state === 'archived') refuse('conflict', { desc: `${name} is archived. Create a new schedule.` })
}

export const changeReportSchedule = sessionOperation({
  id: 'session.change_report_schedule',
  route: 'PATCH /api/v1/finance/report-schedules/{schedule_id}',
  summary: 'Change a report schedule',
  desc: ({ name }) => `Report schedule ${name} saved.`,
  description:
    'Changes the fields that are sent. `parameters` replaces all parameters; `weekdays` and `days_of_month` replace each other. A report that is already due is sent as the schedule was. A paused schedule runs again from the time at which it is resumed. Requires the Pro plan. Fails with `conflict` if the schedule is archived.',
  service,
  needs: 'admin',
  params: SchedulePath,
  body: Shape(changes, { examples: [{ time: '06:30', state: 'active' }] }),
  answer: ReportSchedule,
  refusals: ['plan_excludes', 'not_found', 'conflict'],
  conflict: reasons(isArchived),
  async run({ sql, caller, params: { schedule_id }, body, now }) {
    const { organization_id, plan } = caller
    checkPlan(plan)
    if (Object.keys(body).length === 0)
      refuseField('body', 'must contain at least one field to change', Object.keys(changes))
    const before = await lockSchedule(sql, organization_id, schedule_id)
    refuseArchived(before)
    const current = await runIfDue(sql, organization_id, before, now)
    const { name = current.name, parameters = current.parameters, formats = current.formats } = body
    checkParameters(current.report, parameters)
    if (body.parameters !== undefined) await checkPlanId(sql, organization_id, parameters)
    await checkTimeZone(sql, 'time_zone', body.time_zone)
    const timing = timingOf(body, current)
    const state = body.state ?? current.state
    const isKept = state === current.state && isSameTiming(timing, current)
    await updateSchedule(sql, organization_id, {
      ...current,
      ...timing,
      name: name.trim(),
      parameters,
      formats,
      recipients: body.recipients === undefined ? current.recipients : recipientsOf(body.recipients),
      state,
      next_run_at: state === 'active' ? (isKept ? current.next_run_at : nextDueAt(timing, now)) : null,
    })
    const after = await readSchedule(sql, organization_id, schedule_id)
    if (isDifferent(before, after)) await auditSchedule(sql, caller, after, 'changed')
    return shownSchedule(after)
  },
})

export const archiveReportSchedule = sessionOperation({
  id: 'session.archive_report_schedule',
  route: 'POST /api/v1/finance/report-schedules/{schedule_id}/archive',
  summary: 'Archive a report schedule',
  desc: ({ name }) => `Report schedule ${name} archived.`,
  description:
    'Archives a report schedule for good: it never runs again, and its receipts stay. A report that is already due is still sent. Fails with `conflict` if the schedule is archived.',
  service,
  needs: 'admin',
  params: SchedulePath,
  answer: ReportSchedule,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(isArchived),
  async run({ sql, caller, params: { schedule_id }, now }) {
    const { organization_id } = caller
    const before = await lockSchedule(sql, organization_id, schedule_id)
    refuseArchived(before)
    const current = await runIfDue(sql, organization_id, before, now)
    await updateSchedule(sql, organization_id, { ...current, state: 'archived', next_run_at: null })
    await auditSchedule(sql, caller, current, 'archived')
    return shownSchedule(await readSchedule(sql, organization_id, schedule_id))
  },
})

export const sendReportSchedule = sessionOperation({
  id: 'session.send_report_schedule',
  route: 'POST /api/v1/finance/report-schedules/{schedule_id}/send',
  summary: 'Send a scheduled report now',
  desc: 'The report is queued.',
  description:
    'Queues the report of a schedule as if it were due now, for example to try the schedule, and returns its receipt. The schedule itself does not change. `report.delivered` or `report.failed` is sent when the receipt ends. Requires the Pro plan. Fails with `conflict` if the schedule is archived.',
  service,
  needs: 'admin',
  status: 201,
  params: SchedulePath,
  answer: ReportDelivery,
  refusals: ['plan_excludes', 'not_found', 'conflict'],
  conflict: reasons(isArchived, 'this report is already queued'),
  emits: ['report.delivered', 'report.failed'],
  async run({ sql, caller, params: { schedule_id }, now }) {
    const { organization_id, plan } = caller
    checkPlan(plan)
    const schedule = await lockSchedule(sql, organization_id, schedule_id)
    refuseArchived(schedule)
    const [receipt_id] = await insertOccurrences(sql, organization_id, schedule, { missed: [], due_at: now })
    if (receipt_id === undefined) refuse('conflict', { desc: 'This report is queued already. Read its receipt.' })
    await auditSchedule(sql, caller, schedule, 'sent')
    return readDelivery(sql, organization_id, receipt_id)
  },
})
