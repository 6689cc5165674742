/**
 * Mail to people about their accounts: invitations and password resets. The text carries a token, so it is encrypted
 * like webhook secrets are. Purchase orders and other documents have their own queue in outbound.ts.
 */
import { mailKinds, mailStates } from '../../server/platform/known_values.ts'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, isOneOf, recordedNow } from './columns.ts'

export const mails = pgTable(
  'mails',
  {
    mail_id: uuid().primaryKey(),
    kind: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    encrypted_text: bytes().notNull(),
    state: text().notNull(),
    /** The number of the last attempt is its fencing token. */
    attempts: integer().notNull().default(0),
    /** When the next attempt is due; during an attempt, when its lease ends; null after the last attempt. */
    next_attempt_at: instant(),
    /** Reply of the mail server, or the reason why there was none. */
    status: smallint(),
    detail: text(),
    created_at: recordedNow(),
    ended_at: instant(),
    /** When its token expires: the mail is not sent after that, and a job deletes it. */
    expires_at: instant().notNull(),
  },
  (t) => [
    index('mails_due')
      .on(t.next_attempt_at)
      .where(sql`state = 'queued'`),
    index('mails_by_expiry').on(t.expires_at),
    check('mails_kind_known', isOneOf(t.kind, mailKinds)),
    check('mails_state_known', isOneOf(t.state, mailStates)),
    check('mails_queued_is_due', sql`(${t.state} = 'queued') = (${t.next_attempt_at} is not null)`),
  ],
)
