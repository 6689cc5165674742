/** Reading report schedules in the app. */
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Flag, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { ReportSchedule, SchedulePath, service } from './schedule.model.ts'
import { readSchedule, selectSchedules, shownSchedule } from './schedules.store.ts'

const limit_default = limits.page_limit_common_max

export const listReportSchedules = sessionOperation({
  id: 'session.list_report_schedules',
  route: 'GET /api/v1/finance/report-schedules',
  summary: 'List report schedules',
  description: 'Returns a page of the report schedules, newest first, with the time at which each is due next.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      include_archived: Type.Optional(Flag('Whether to return archived schedules as well.', { default: false })),
    },
    { additionalProperties: false },
  ),
  answer: Page(ReportSchedule),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limit_default, include_archived = false } = query
    const which = () => (include_archived ? sql`` : sql`and s.state <> 'archived'`)
    const [rows, [count]] = await Promise.all([
      selectSchedules(sql, organization_id, which(), sql`limit ${limit} offset ${offset}`),
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from report_schedules s
        where s.organization_id = ${organization_id} ${which()}`,
    ])
    return { rows: rows.map(shownSchedule), size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

export const getReportSchedule = sessionOperation({
  id: 'session.get_report_schedule',
  route: 'GET /api/v1/finance/report-schedules/{schedule_id}',
  summary: 'Get a report schedule',
  description: 'Returns a report schedule.',
  service,
  params: SchedulePath,
  answer: ReportSchedule,
  refusals: ['not_found'],
  run: async ({ sql, caller, params }) =>
    shownSchedule(await readSchedule(sql, caller.organization_id, params.schedule_id)),
})
