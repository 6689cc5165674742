/** Records on receipts how their mails ended. The last one decides whether the report went out, and is announced. */
import { report_delivery_mails } from '../../../db/schema/planning/report_schedules.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import { announceEnded } from './deliveries.store.ts'
import { failureOf } from './report_mail.rules.ts'

export interface MailOutcome {
  organization_id: string
  mail_id: string
  outcome: string
  reason: string | null
}

const outcomeRows = recordset(report_delivery_mails, ['mail_id', 'outcome', 'reason'])

/** Receipts are locked in one order, so that of several workers the last sees every mail. */
const lockReceipts = (sql: Sql, organization_id: string, mailIds: readonly string[]) => sql<{ receipt_id: string }[]>`
  select d.receipt_id from report_deliveries d
  where d.organization_id = ${organization_id} and d.state = 'sending' and d.receipt_id in (
    select m.receipt_id from report_delivery_mails m
    where m.organization_id = ${organization_id} and m.mail_id = any(${arrayLiteral(mailIds)}::uuid[]))
  order by d.receipt_id for no key update`

interface EndedMail {
  receipt_id: string
  recipient: string
  outcome: string
  reason: string | null
}

async function endReceipts(sql: Sql, organization_id: string, receiptIds: readonly string[]): Promise<void> {
  const mails = await sql<EndedMail[]>`
    select m.receipt_id, m.recipient, m.outcome, m.reason from report_delivery_mails m
    where m.organization_id = ${organization_id} and m.receipt_id = any(${arrayLiteral(receiptIds)}::uuid[])
    order by m.receipt_id, m.position`
  const ended = [...Map.groupBy(mails, ({ receipt_id }) => receipt_id)].filter(
    ([, of]) => !of.some(({ outcome }) => outcome === 'queued'),
  )
  for (const [receipt_id, of] of ended) {
    const failure = failureOf(of)
    await sql`
      update report_deliveries set state = ${failure === null ? 'delivered' : 'failed'}, failure = ${failure},
        delivered_at = case when ${failure === null} then now() end
      where organization_id = ${organization_id} and receipt_id = ${receipt_id}`
  }
  await announceEnded(
    sql,
    organization_id,
    ended.map(([receipt_id]) => receipt_id),
  )
}

/** In the transaction that ends the mails. */
export async function recordOutcomes(sql: Sql, outcomes: readonly MailOutcome[]): Promise<void> {
  const byOrganization = [...Map.groupBy(outcomes, ({ organization_id }) => organization_id)]
  for (const [organization_id, of] of byOrganization.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const receipts = await lockReceipts(
      sql,
      organization_id,
      of.map(({ mail_id }) => mail_id),
    )
    const rows = of.map(({ mail_id, outcome, reason }) => ({ mail_id, outcome, reason }))
    await sql`
      update report_delivery_mails m set outcome = n.outcome, reason = n.reason, ended_at = now()
      from ${outcomeRows.from(rows)}
      where m.organization_id = ${organization_id} and m.mail_id = n.mail_id and m.outcome = 'queued'`
    await endReceipts(
      sql,
      organization_id,
      receipts.map(({ receipt_id }) => receipt_id),
    )
  }
}
