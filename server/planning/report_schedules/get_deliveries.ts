/** Reading the delivery receipts of scheduled reports, and their files. */
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Choice, Id, Shape, Type } from '../../contract/schema.ts'
import { refuseUnknown } from '../../records/single.ts'
import { ExportLink, linkFile } from '../../tables/export_table.ts'
import type { StoredFile } from '../../tables/exports.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { type ReportFormat, reportDeliveryStates } from '../known_values.ts'
import { reportTypes } from '../reports/files/report_file.ts'
import { ReportDelivery } from '../reports/model.ts'
import { readDeliveries, readDelivery } from './deliveries.store.ts'
import { service } from './schedule.model.ts'
import { knownId } from './schedules.store.ts'

const limit_default = 50

export const listReportDeliveries = sessionOperation({
  id: 'session.list_report_deliveries',
  route: 'GET /api/v1/finance/report-deliveries',
  summary: 'List delivery receipts',
  description: `Returns a page of the delivery receipts of scheduled reports, the newest due time first. Receipts and their files are deleted after ${limits.report_receipt_days} days.`,
  service,
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      schedule_id: Type.Optional(Id('Only receipts of this schedule.')),
      status: Type.Optional(Choice(reportDeliveryStates, 'Only receipts in this state.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(ReportDelivery),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limit_default, schedule_id, status } = query
    const which = () => sql`
      ${schedule_id === undefined ? sql`` : sql`and d.schedule_id = ${knownId(schedule_id)}`}
      ${status === undefined ? sql`` : sql`and d.state = ${status}`}`
    const [rows, [count]] = await Promise.all([
      readDeliveries(sql, organization_id, which(), sql`limit ${limit} offset ${offset}`),
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from report_deliveries d
        where d.organization_id = ${organization_id} ${which()}`,
    ])
    return { rows, size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

const ReceiptPath = Shape({ receipt_id: Id('Id of the receipt.') })

export const getReportDelivery = sessionOperation({
  id: 'session.get_report_delivery',
  route: 'GET /api/v1/finance/report-deliveries/{receipt_id}',
  summary: 'Get a delivery receipt',
  description:
    'Returns the delivery receipt of a scheduled report, with the outcome of the mail to each recipient. `report.delivered` and `report.failed` send this record.',
  service,
  params: ReceiptPath,
  answer: ReportDelivery,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readDelivery(sql, caller.organization_id, params.receipt_id),
})

/** The files behind the links of a delivery: the bytes that were mailed. */
export const reportDeliveryFile: StoredFile = {
  name: 'report_delivery',
  async find(sql, organization_id, { receipt_id, file_id }) {
    const [row] = await sql<{ file_key: string; format: ReportFormat }[]>`
      select f.file_key, f.format from report_deliveries d
      cross join jsonb_to_recordset(d.files) as f (file_id uuid, format text, file_key text)
      where d.organization_id = ${organization_id} and d.receipt_id = ${String(receipt_id)}
        and f.file_id = ${String(file_id)}`
    return row === undefined ? null : { file_key: row.file_key, content_type: reportTypes[row.format] }
  },
}

export const getReportDeliveryFile = sessionOperation({
  id: 'session.get_report_delivery_file',
  route: 'GET /api/v1/finance/report-deliveries/{receipt_id}/files/{file_id}',
  summary: 'Get a file of a delivery receipt',
  description: `Returns a URL from which an attached file can be downloaded for ${limits.export_url_minutes} minutes without a key, byte for byte as it was mailed. Without a mail server, forward the file from here.`,
  service,
  params: Shape({ receipt_id: Id('Id of the receipt.'), file_id: Id('Id of the file.') }),
  answer: ExportLink,
  refusals: ['not_found'],
  async run(call) {
    const { sql, caller, params } = call
    const { receipt_id, files } = await readDelivery(sql, caller.organization_id, params.receipt_id)
    const file = files.find(({ file_id }) => file_id === params.file_id.toLowerCase())
    if (file === undefined) return refuseUnknown('file of the receipt')
    const { file_id, file_name } = file
    return linkFile(call, { table: reportDeliveryFile.name, query: { receipt_id, file_id }, file_name, row_count: 0 })
  },
})
