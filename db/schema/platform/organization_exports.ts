/** Exports of organisations that administrators request: jobs of the queue, and the files that they made. */
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { organizationExportStates } from '../../../server/platform/known_values.ts'
import { instant, isOneOf, organizationId, queueColumns, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'

/** queued: a worker writes the file. ready: it can be downloaded until expires_at, when file and row are deleted. */
export const organization_exports = pgTable(
  'organization_exports',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    export_id: uuid().notNull(),
    state: text().notNull(),
    ...queueColumns(),
    /** Null until the file is written, like the columns below. */
    taken_at: instant(),
    row_count: bigint({ mode: 'number' }),
    byte_count: bigint({ mode: 'number' }),
    sha256: text(),
    requested_by: text().notNull(),
    created_at: recordedNow(),
    expires_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'organization_exports_pk', columns: [t.organization_id, t.export_id] }),
    uniqueIndex('organization_exports_one_queued')
      .on(t.organization_id)
      .where(sql`state = 'queued'`),
    index('organization_exports_due')
      .on(t.organization_id, t.state, t.next_attempt_at)
      .where(sql`state = 'queued'`),
    index('organization_exports_by_expiry').on(t.expires_at),
    check('organization_exports_state_known', isOneOf(t.state, organizationExportStates)),
    check('organization_exports_queued_is_due', sql`(${t.state} = 'queued') = (${t.next_attempt_at} is not null)`),
  ],
)
