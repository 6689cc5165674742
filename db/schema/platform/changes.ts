/** Changed records, in the order in which server/tables/follow/changes.ts reads them for lists with `updated_since`. */
import { sql } from 'drizzle-orm'
import { boolean, check, customType, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { followedRecords } from '../../../server/tables/known_values.ts'
import { instant, isOneOf, organizationId, recordedNow } from '../columns.ts'

/** The number of a transaction, which no later transaction of the cluster has. */
const transactionNumber = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * One row for each transaction that changed a record, written by triggers; rows are only added, so no writer waits for
 * another. A job removes rows that a later one replaces, and old ones (server/tables/follow/tidy_changes.ts). Without foreign keys: a
 * deleted record keeps its row, and each check would cost as much as the row.
 */
export const record_changes = pgTable(
  'record_changes',
  {
    organization_id: organizationId(),
    record_type: text().notNull(),
    record_id: text().notNull(),
    changed_in: transactionNumber().notNull(),
    /** When the transaction began. */
    changed_at: recordedNow(),
    is_deleted: boolean().notNull().default(false),
    /** Account of an order, or of the order that a return is of. */
    trading_partner_id: uuid(),
  },
  (t) => [
    primaryKey({
      name: 'record_changes_pk',
      columns: [t.organization_id, t.record_type, t.record_id, t.changed_in],
    }),
    index('record_changes_in_order').on(t.organization_id, t.record_type, t.changed_in, t.record_id),
    index('record_changes_by_account')
      .on(t.organization_id, t.record_type, t.trading_partner_id, t.changed_in, t.record_id)
      .where(sql`trading_partner_id is not null`),
    check('record_changes_type_known', isOneOf(t.record_type, followedRecords)),
  ],
)

/**
 * The databases that have written changes, as database_identity() names them, each with its first moment: a copy or a restored
 * backup numbers its transactions from the start.
 */
export const record_change_logs = pgTable('record_change_logs', {
  identity: text().primaryKey(),
  started_at: instant().notNull(),
})
