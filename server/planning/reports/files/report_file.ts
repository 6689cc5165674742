/** A report as PDF or workbook, computed each time its address is fetched. */
import type { Sql } from '../../../contract/call.ts'
import type { SubscriptionPlan } from '../../../contract/resources.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { Choice, Shape, Text, Type } from '../../../contract/schema.ts'
import { renderPdf } from '../../../documents/printing/render.ts'
import { ExportLink, linkFile } from '../../../tables/export_table.ts'
import type { MadeFile } from '../../../tables/made_file.ts'
import { type ReportFormat, reportFormats } from '../../known_values.ts'
import type { ReportCall } from '../report_call.ts'
import type { Report, ReportKind } from '../report.model.ts'
import { asOf, checkReport, computeReport, fiscalYear, plan_id, type ReportQuery, week } from '../report_query.ts'
import { cuts } from '../weekly_trade/trade_groups.ts'
import { printedReport, workbookSheets } from './report_text.rules.ts'

interface Organization {
  name: string
  plan: SubscriptionPlan
  currency: string
  time_zone: string
  now: string
}

export async function readOrganization(sql: Sql, organization_id: string): Promise<Organization> {
  const [row] = await sql<Organization[]>`
    select name, plan, currency, time_zone, now() as now from organizations where organization_id = ${organization_id}`
  return row!
}

/** Content types by format. */
export const reportTypes: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The bytes of a computed report. */
export async function reportBytes(
  organization: { organization_id: string; name: string },
  report: Report,
  format: ReportFormat,
): Promise<Uint8Array> {
  if (format === 'xlsx') return (await import('../../../tables/workbook.ts')).writeWorkbook(workbookSheets(report))
  return renderPdf(organization.organization_id, printedReport(report, organization.name))
}

export const reportFile: MadeFile = {
  name: 'trade_report',
  async make(sql, organization_id, query) {
    const { kind, format, ...asked } = query as unknown as { kind: ReportKind; format: ReportFormat } & ReportQuery
    const { name, currency, time_zone, now } = await readOrganization(sql, organization_id)
    const call: ReportCall = { sql, organization_id, currency, time_zone, now }
    const report = await computeReport(call, kind, asked)
    return { content_type: reportTypes[format], bytes: () => reportBytes({ organization_id, name }, report, format) }
  },
}

const rowsIn = ({ sections }: Report) => sections.reduce((sum, { rows }) => sum + rows.length, 0)

export const getReportFile = sessionOperation({
  id: 'session.get_report_file',
  route: 'GET /api/v1/finance/reports/{kind}/file',
  summary: 'Get the file of a report',
  description:
    'Returns a URL from which a report can be downloaded as PDF or as workbook for 60 minutes without a key. The report is computed each time the URL is fetched. The parameters are those of the report.',
  service: 'commitments',
  params: Shape({
    kind: Text('Type of the report: cash-from-the-buy, open-to-buy or weekly-trade.', {
      maxLength: 64,
      examples: ['open-to-buy'],
    }),
  }),
  query: Type.Object(
    {
      format: Type.Optional(Choice(reportFormats, 'Format of the file.', { default: 'pdf' })),
      fiscal_year: Type.Optional(fiscalYear),
      week: Type.Optional(week),
      cut: Type.Optional(Choice(cuts, 'What the rows of weekly-trade are; category by default.')),
      plan_id: Type.Optional(plan_id),
      as_of: Type.Optional(asOf),
    },
    { additionalProperties: false, examples: [{ fiscal_year: '2026' }] },
  ),
  answer: ExportLink,
  refusals: ['not_found'],
  async run(call) {
    const { sql, caller, params, now } = call
    const { organization_id, currency, time_zone } = caller
    const { format = 'pdf', ...asked } = call.query
    const { kind } = params
    checkReport(kind, asked)
    const report = await computeReport({ sql, organization_id, currency, time_zone, now }, kind, asked)
    return linkFile(call, {
      table: reportFile.name,
      query: { kind, format, ...asked },
      file_name: `${kind}-${report.period}.${format}`,
      row_count: rowsIn(report),
    })
  },
})
