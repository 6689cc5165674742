/**
 * Mail to people: about their accounts, and from organisations. The text can carry a token, so it is encrypted like
 * webhook secrets are. Purchase orders and other documents have their own queue in documents.ts.
 */
import { mailKinds, mailStates } from '../../server/mail/known_values.ts'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, isOneOf, recordedNow } from './columns.ts'
import { organizations } from './organizations.ts'

export const mails = pgTable(
  'mails',
  {
    mail_id: uuid().primaryKey(),
    /** The organisation that sends it; null for account mail. */
    organization_id: uuid().references(() => organizations.organization_id),
    /** Whose share of the worker it waits in: the organisation's, or one that all account mail has in common. */
    sender_id: uuid()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid)`),
    kind: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    encrypted_text: bytes().notNull(),
    /** Files of the organisation, by their keys in the file store. */
    attachments: jsonb().$type<{ file_key: string; file_name: string; content_type: string }[]>().notNull().default([]),
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
    /** When it expires, for example with its token: the mail is not sent after that, and a job deletes it. */
    expires_at: instant().notNull(),
  },
  (t) => [
    index('mails_due')
      .on(t.sender_id, t.next_attempt_at)
      .where(sql`state = 'queued'`),
    index('mails_by_expiry').on(t.expires_at),
    check('mails_kind_known', isOneOf(t.kind, mailKinds)),
    check('mails_state_known', isOneOf(t.state, mailStates)),
    check('mails_attachments_owned', sql`${t.organization_id} is not null or ${t.attachments} = '[]'`),
    check('mails_queued_is_due', sql`(${t.state} = 'queued') = (${t.next_attempt_at} is not null)`),
  ],
)
