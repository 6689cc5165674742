import { auditSchedule } from './audit.ts'
import { uuidv7 } from 'uuidv7'
import { checkTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Shape } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { reportFormats } from '../known_values.ts'
import { nextDueAt } from './due_times.rules.ts'
import { checkParameters, type ScheduleParameters } from './parameters.rules.ts'
import { ReportSchedule, scheduleFields, service } from './schedule.model.ts'
import { checkPlan, recipientsOf, timingOf } from './schedule.rules.ts'
import { insertSchedule, knownId, readSchedule, shownSchedule } from './schedules.store.ts'

/** Refuses a plan that is not of the organisation. */
export async function checkPlanId(sql: Sql, organization_id: string, { plan_id }: ScheduleParameters): Promise<void> {
  if (plan_id === undefined) return
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from buy_plans where organization_id = ${organization_id} and mfp_id = ${knownId(plan_id)})
      as found`
  if (!row!.found) refuseField('parameters.plan_id', 'must be a buy plan of this organisation')
}

async function checkCount(sql: Sql, organization_id: string): Promise<void> {
  await sql`select from organizations where organization_id = ${organization_id} for no key update`
  const [row] = await sql<{ kept: number }[]>`
    select count(*)::int as kept from report_schedules where organization_id = ${organization_id}`
  if (row!.kept >= limits.report_schedules_max)
    refuse('conflict', {
      desc: `The organisation has ${limits.report_schedules_max} report schedules, which is the maximum. Change one that is no longer used.`,
    })
}

export const createReportSchedule = sessionOperation({
  id: 'session.create_report_schedule',
  route: 'POST /api/v1/finance/report-schedules',
  summary: 'Create a report schedule',
  desc: ({ name }) => `Report schedule ${name} created.`,
  description: `Mails a report to up to ${limits.report_recipients_max} addresses on days of the week or of the month, as PDF, workbook or both. Recipients need no account, so only administrators create and change schedules. Each time a report is due, a delivery receipt records who got it and \`report.delivered\` or \`report.failed\` is sent. Parameters are relative to the day on which the report is due, in the organisation's time zone. Requires the Pro plan. Fails with \`conflict\` if the organisation has ${limits.report_schedules_max} schedules.`,
  service,
  needs: 'admin',
  status: 201,
  body: Shape(scheduleFields, {
    examples: [
      {
        name: 'Monday trade',
        report: 'weekly-trade',
        parameters: { period: 'previous', cut: 'category' },
        recipients: ['buying@shop.example'],
        weekdays: ['monday'],
        time: '07:00',
        time_zone: 'America/New_York',
      },
    ],
  }),
  answer: ReportSchedule,
  refusals: ['plan_excludes', 'conflict'],
  conflict: `The organisation has ${limits.report_schedules_max} report schedules, the maximum.`,
  async run({ sql, caller, body, now }) {
    const { organization_id, plan, time_zone } = caller
    checkPlan(plan)
    const { name, report, parameters = {}, formats = [...reportFormats] } = body
    checkParameters(report, parameters)
    await checkTimeZone(sql, 'time_zone', body.time_zone)
    const timing = timingOf(body, { weekdays: null, days_of_month: null, time: body.time, time_zone })
    const recipients = recipientsOf(body.recipients)
    await checkPlanId(sql, organization_id, parameters)
    await checkCount(sql, organization_id)
    const schedule_id = uuidv7()
    const next_run_at = nextDueAt(timing, now)
    await insertSchedule(
      sql,
      organization_id,
      {
        schedule_id,
        name: name.trim(),
        report,
        parameters,
        formats,
        recipients,
        ...timing,
        state: 'active',
        next_run_at,
      },
      actorOf(caller),
    )
    await auditSchedule(sql, caller, { schedule_id, name: name.trim(), recipients }, 'created')
    return shownSchedule(await readSchedule(sql, organization_id, schedule_id))
  },
})
