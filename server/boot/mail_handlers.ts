/** Handlers of domains for mails of their kind that were sent or failed. Sign-in mail needs none. */
import type { MailHandlers } from '../mail/worker.ts'
import { recordOutcomes } from '../planning/report_schedules/mail_outcomes.ts'

export const mailHandlers: MailHandlers = {
  report: (sql, ended) =>
    recordOutcomes(
      sql,
      ended.map(({ organization_id, mail_id, state, detail }) => ({
        organization_id: organization_id!,
        mail_id,
        outcome: state,
        reason: state === 'failed' ? detail : null,
      })),
    ),
}
