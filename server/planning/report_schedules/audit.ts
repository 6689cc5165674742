/** Report schedules in the audit log: they send figures of the organisation to people without an account. */
import { recordAudit } from '../../audit/record.ts'
import type { SessionCaller, Sql } from '../../contract/call.ts'
import type { StoredSchedule } from './schedules.store.ts'

export const auditSchedule = (
  sql: Sql,
  caller: SessionCaller,
  { schedule_id, name, recipients }: Pick<StoredSchedule, 'schedule_id' | 'name' | 'recipients'>,
  what: 'created' | 'changed' | 'archived' | 'sent',
): Promise<void> =>
  recordAudit(sql, caller, {
    kind: `report_schedule.${what}`,
    subject_id: schedule_id,
    subject: name,
    sentence: `Report schedule ${name} ${what}; it mails to ${recipients.join(', ')}.`,
  })
