/** The queue of exceptions that a person must resolve. */
import { exceptionSeverities } from '../../server/exceptions/known_values.ts'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, isOneOf, organizationId } from './columns.ts'
import { organizations } from './organizations.ts'

export const exceptions = pgTable(
  'exceptions',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    exception_id: uuid().notNull(),
    kind: text().notNull(),
    severity: text().notNull(),
    subject_type: text().notNull(),
    subject_id: text().notNull(),
    sentence: text().notNull(),
    opened_at: instant().notNull(),
    resolved_at: instant(),
    resolution: text(),
    resolved_by: text(),
  },
  (t) => [
    primaryKey({ name: 'exceptions_pk', columns: [t.organization_id, t.exception_id] }),
    index('exceptions_by_subject').on(t.organization_id, t.subject_type, t.subject_id),
    index('exceptions_open')
      .on(t.organization_id, t.opened_at)
      .where(sql`resolved_at is null`),
    index('exceptions_newest').on(t.organization_id, t.opened_at, t.exception_id),
    check('exceptions_severity_known', isOneOf(t.severity, exceptionSeverities)),
  ],
)
