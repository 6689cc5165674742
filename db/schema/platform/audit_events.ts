/** The audit log: security events of an organisation. Triggers refuse changes, and deletions before their time. */
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { auditActors } from '../../../server/audit/known_values.ts'
import { isOneOf, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'

export const audit_events = pgTable(
  'audit_events',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    audit_event_id: uuid().notNull(),
    at: recordedNow(),
    kind: text().notNull(),
    actor_kind: text({ enum: auditActors }).notNull(),
    /** Id of the user or key, kept when either is gone. */
    actor_id: text(),
    /** E-mail address of the user, label of the key, or name of the command. */
    actor: text().notNull(),
    /** IP address of the client. */
    address: text(),
    subject_id: text(),
    subject: text().notNull(),
    sentence: text().notNull(),
  },
  (t) => [
    primaryKey({ name: 'audit_events_pk', columns: [t.organization_id, t.audit_event_id] }),
    index('audit_events_by_time').on(t.organization_id, t.at, t.audit_event_id),
    index('audit_events_by_age').on(t.at),
    check('audit_events_actor_known', isOneOf(t.actor_kind, auditActors)),
  ],
)
