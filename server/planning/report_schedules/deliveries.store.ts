/** SQL of the receipts of scheduled reports. */
import { report_deliveries, report_delivery_mails } from '../../../db/schema/planning/report_schedules.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { emit } from '../../outbox/emit.ts'
import { refuseUnknown } from '../../records/single.ts'
import type { ReportDelivery } from '../reports/model.ts'
import { knownId } from './schedules.store.ts'

const columns = selection(report_deliveries, 'd', [
  'receipt_id',
  'schedule_id',
  'name as schedule_name',
  'report',
  'period',
  'state',
  'recipients',
  'due_at',
  'as_of',
  'delivered_at',
  'failure',
  'files',
])
const mailColumns = selection(report_delivery_mails, 'm', ['receipt_id', 'recipient', 'outcome', 'reason', 'ended_at'])
type StoredMail = RowOf<typeof mailColumns>

function shown(row: RowOf<typeof columns>, mails: readonly StoredMail[]): ReportDelivery {
  const { receipt_id, schedule_id, schedule_name, report, period, state, recipients } = row
  return {
    receipt_id,
    schedule_id,
    schedule_name,
    report,
    period,
    status: state,
    recipients,
    due_at: row.due_at,
    as_of: row.as_of,
    delivered_at: row.delivered_at,
    failure: state === 'failed' ? row.failure : null,
    files: row.files.map(({ file_id, format, file_name, byte_count }) => ({ file_id, format, file_name, byte_count })),
    outcomes: mails.map(({ recipient, outcome, reason, ended_at }) => ({ recipient, outcome, reason, ended_at })),
  }
}

/** Receipts that fit, the newest first, each with the mails of its recipients. */
export async function readDeliveries(
  sql: Sql,
  organization_id: string,
  which: Fragment,
  page: Fragment = sql``,
): Promise<ReportDelivery[]> {
  const rows = await sql<RowOf<typeof columns>[]>`
    select ${columns} from report_deliveries d
    where d.organization_id = ${organization_id} ${which}
    order by d.due_at desc, d.receipt_id desc ${page}`
  const ids = rows.map(({ receipt_id }) => receipt_id)
  const mails = await sql<StoredMail[]>`
    select ${mailColumns} from report_delivery_mails m
    where m.organization_id = ${organization_id} and m.receipt_id = any(${arrayLiteral(ids)}::uuid[])
    order by m.receipt_id, m.position`
  const mailsOf = Map.groupBy(mails, ({ receipt_id }) => receipt_id)
  return rows.map((row) => shown(row, mailsOf.get(row.receipt_id) ?? []))
}

export async function readDelivery(sql: Sql, organization_id: string, receipt_id: string): Promise<ReportDelivery> {
  const [delivery] = await readDeliveries(sql, organization_id, sql`and d.receipt_id = ${knownId(receipt_id)}`)
  return delivery ?? refuseUnknown('delivery receipt')
}

/** Announces receipts that have just ended, with the body that their read returns. */
export async function announceEnded(sql: Sql, organization_id: string, receiptIds: readonly string[]): Promise<void> {
  if (receiptIds.length === 0) return
  const receipts = await readDeliveries(
    sql,
    organization_id,
    sql`and d.receipt_id = any(${arrayLiteral(receiptIds)}::uuid[]) and d.state in ('delivered', 'failed')`,
  )
  const oldestFirst = receipts.toReversed()
  await emit(
    sql,
    organization_id,
    oldestFirst.map((record) => ({
      event: record.status === 'delivered' ? ('report.delivered' as const) : ('report.failed' as const),
      record,
    })),
  )
}
