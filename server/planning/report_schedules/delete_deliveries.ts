/** Jobs on receipts: those whose mails can no longer end are failed, and old ones are deleted with their files. */
import type { Files, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { batchJob, type Job, type Only, within } from '../../jobs/job.ts'
import { type ReportFormat, reportFormats } from '../known_values.ts'
import { type MailOutcome, recordOutcomes } from './mail_outcomes.ts'

/** Key of a file in the store. Each attempt has its own, so that two of them never write one file. */
export const fileKeyOf = (receipt_id: string, attempt: number, format: ReportFormat): string =>
  `report-${receipt_id}-${attempt}.${format}`

const batchRows = 20

interface OldReceipt {
  organization_id: string
  receipt_id: string
  attempts: number
}

/** The files before the row: an interrupted run is finished by the next. */
async function deleteSome(sql: Sql, files: Files, only: Only): Promise<number> {
  const old = await sql<OldReceipt[]>`
    select organization_id, receipt_id, attempts from report_deliveries
    where created_at < now() - make_interval(days => ${limits.report_receipt_days}) and state in ('delivered', 'failed')
      and ${within(sql, only, sql`organization_id`)}
    order by created_at limit ${batchRows} for update skip locked`
  for (const { organization_id, receipt_id, attempts } of old) {
    for (let attempt = 1; attempt <= attempts; attempt++)
      for (const format of reportFormats) await files.remove(organization_id, fileKeyOf(receipt_id, attempt, format))
    await sql`
      delete from report_deliveries where organization_id = ${organization_id} and receipt_id = ${receipt_id}`
  }
  return old.length
}

/** A mail ends when it expires; where no worker has recorded that an hour later, no mail server is configured any more. */
const failStranded = (sql: Sql, only: Only) => sql<MailOutcome[]>`
  select m.organization_id, m.mail_id, 'failed' as outcome,
    'The mail could not be sent before it expired.' as reason
  from report_deliveries d
  join report_delivery_mails m on m.organization_id = d.organization_id and m.receipt_id = d.receipt_id
  where d.state = 'sending' and d.as_of < now() - make_interval(mins => ${limits.report_mail_minutes + 60})
    and m.outcome = 'queued' and ${within(sql, only, sql`m.organization_id`)}
  order by m.organization_id, m.receipt_id, m.position limit ${batchRows}`

export const failStrandedReportsJob: Job = batchJob('fail_stranded_reports', 3_600, batchRows, async (sql, only) => {
  const stranded = await failStranded(sql, only)
  await recordOutcomes(sql, stranded)
  return stranded.length
})

export const deleteReportDeliveriesJob = (files: Files): Job =>
  batchJob('delete_report_deliveries', 3_600, batchRows, (sql, only) => deleteSome(sql, files, only))
