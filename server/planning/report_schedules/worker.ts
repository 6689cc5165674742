/**
 * Computes due reports and queues their mails: a kind of the queue (queue/kind.ts). The report is computed and printed
 * without a transaction; its files, mails and outcome are written in one, under the attempt's number, so that a report is
 * never mailed by two attempts. Before each look it inserts the occurrences of schedules whose time has come.
 */
import { randomUUID } from 'node:crypto'
import { type Database, isConnectionError } from '../../../db/client/database.ts'
import type { Files, MailTools } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusals.ts'
import { logger } from '../../observe/logs.ts'
import type { Caps, Kind } from '../../queue/kind.ts'
import { startQueue, type Worker } from '../../queue/worker.ts'
import type { ReportFormat } from '../known_values.ts'
import { readOrganization, reportBytes, reportTypes } from '../reports/files/report_file.ts'
import type { Report, ReportKind } from '../reports/report.model.ts'
import { computeReport } from '../reports/report_query.ts'
import { fileKeyOf } from './delete_deliveries.ts'
import { findDueSchedules, reportDeliveriesChannel, runSchedule } from './occurrences.store.ts'
import {
  type Attempt,
  claimReports,
  type DeliveryFile,
  findDueReports,
  finishReports,
  type ReportJob,
  writeReport,
} from './queue.store.ts'
import { reportMail } from './report_mail.rules.ts'
import { planExcludes } from './schedule.rules.ts'

/** Reports read much, and printing one takes a core for a moment. */
const caps: Caps = { total: 2, organization: 1, destination: 1, organization_destination: 1, timed_out: 1 }
const attemptsMax = limits.report_retry_seconds.length + 1

export interface ReportTools {
  db: Database
  files: Pick<Files, 'store'>
  mail: MailTools
}

const failed = (failure: string, is_final = true): Attempt => ({ end: 'failed', is_final, failure })

/** Prints the report in each format and stores the files under keys of this attempt. */
async function storeFiles(
  { files }: ReportTools,
  job: ReportJob,
  report: Report,
  organization: string,
): Promise<DeliveryFile[] | null> {
  const { organization_id, receipt_id, attempt } = job
  const printed: { format: ReportFormat; bytes: Uint8Array }[] = []
  for (const format of job.formats as ReportFormat[])
    printed.push({ format, bytes: await reportBytes({ organization_id, name: organization }, report, format) })
  const total = printed.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  if (total > limits.report_mail_bytes_max) return null
  const stored: DeliveryFile[] = []
  for (const { format, bytes } of printed) {
    const file_key = fileKeyOf(receipt_id, attempt, format)
    await files.store(organization_id, file_key, once(bytes))
    const file_name = `${job.report}-${job.period}.${format}`
    stored.push({ file_id: randomUUID(), format, file_name, byte_count: bytes.byteLength, file_key })
  }
  return stored
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes)
}

async function attemptReport(tools: ReportTools, job: ReportJob): Promise<Attempt> {
  const { db, mail } = tools
  const { organization_id } = job
  // Attempts that end with their process record no failure; a report that ends it each time is given up.
  if (job.attempt > attemptsMax) return failed('The report could not be computed because of a fault of the service.')
  const { name, plan, currency, time_zone, now } = await readOrganization(db.reads, organization_id)
  if (plan !== 'pro') return failed(planExcludes)
  const call = { sql: db.reads, organization_id, currency, time_zone, now: new Date(now).toISOString() }
  const report = await computeReport(call, job.report as ReportKind, job.asked)
  const files = await storeFiles(tools, job, report, name)
  if (files === null)
    return failed(`The files of the report are larger than ${limits.report_mail_bytes_max / 1_048_576} MiB.`)
  const attachments = files.map(({ file_key, file_name, format }) => ({
    file_key,
    file_name,
    content_type: reportTypes[format as ReportFormat],
  }))
  const written = reportMail(report, { organization: name, schedule: job.name })
  const mails = job.recipients.map((recipient) =>
    mail.prepare({
      kind: 'report',
      organization_id,
      recipient,
      ...written,
      minutes: limits.report_mail_minutes,
      attachments,
    }),
  )
  const isWritten = await db.write((sql) => writeReport(sql, job, { as_of: call.now, files, mails }))
  return { end: isWritten ? 'written' : 'lost' }
}

/** A report that is refused is refused again; a service that is busy is not. */
async function attempt(tools: ReportTools, job: ReportJob): Promise<Attempt> {
  try {
    return await attemptReport(tools, job)
  } catch (error) {
    if (error instanceof Refusal) return failed(error.desc, error.status < 500 && error.status !== 429)
    throw error
  }
}

const retryMs = 60_000
/** Schedules that could not run, and when they are tried again: until then others come before them. */
const faulty = new Map<string, number>()

/** The fault of one schedule does not hold up the others. */
async function runDueSchedules(db: Database): Promise<void> {
  for (const [schedule_id, retryAt] of faulty) if (retryAt <= performance.now()) faulty.delete(schedule_id)
  for (const due of await findDueSchedules(db.autocommit, [...faulty.keys()])) {
    try {
      await db.write((sql) => runSchedule(sql, due))
    } catch (error) {
      if (isConnectionError(error)) throw error
      faulty.set(due.schedule_id, performance.now() + retryMs)
      logger.error('a report schedule cannot run', { schedule_id: due.schedule_id, message: (error as Error).message })
    }
  }
}

const reports = (tools: ReportTools): Kind<ReportJob, Attempt> => ({
  name: 'report_deliveries',
  channel: reportDeliveriesChannel,
  caps,
  attempt_seconds_max: limits.report_attempt_seconds_max,
  findGroups: async () => {
    await runDueSchedules(tools.db)
    return findDueReports(tools.db.autocommit)
  },
  claim: (allotments) => claimReports(tools.db.autocommit, allotments),
  run: (job) => attempt(tools, job),
  failed: (reason) => {
    const message = reason === 'timed_out' ? reason : reason.message
    const isExpected = reason !== 'timed_out' && isConnectionError(reason)
    logger[isExpected ? 'warning' : 'error']('a scheduled report could not be computed', { message })
    const failure =
      reason === 'timed_out'
        ? `The report took longer than ${limits.report_attempt_seconds_max} seconds to compute.`
        : 'The report could not be computed because of a fault of the service.'
    return failed(failure, false)
  },
  evaluate: (outcome) => ({
    is_done: outcome.end !== 'failed',
    is_final: outcome.end === 'failed' && outcome.is_final,
  }),
  finish: (ended) => tools.db.write((sql) => finishReports(sql, ended)),
})

export const startReports = (tools: ReportTools): Worker => startQueue(tools.db, reports(tools))
