/** The outcome of units in quarantine: parts of inspections, of one receipt of a line each. */
import { inspectionDispositions } from '../../../server/selling/known_values.ts'
import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { return_receipt_lines } from './returns.ts'

/** An inspection that was reverted counts for nothing; its stock went back by movements of its own. */
export const return_inspections = pgTable(
  'return_inspections',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    /** Of the act, which may have several parts; the caller can choose it, so that repeating the act changes nothing. */
    inspection_id: uuid().notNull(),
    part_number: integer().notNull(),
    return_id: bigint({ mode: 'number' }).notNull(),
    receipt_number: integer().notNull(),
    line_id: uuid().notNull(),
    quantity: integer().notNull(),
    disposition: text().notNull(),
    note: text(),
    inspected_at: recordedNow(),
    inspected_by: text().notNull(),
    reverted_at: instant(),
    reverted_by: text(),
    revert_reason: text(),
  },
  (t) => [
    primaryKey({ name: 'return_inspections_pk', columns: [t.organization_id, t.inspection_id, t.part_number] }),
    index('return_inspections_by_receipt').on(t.organization_id, t.return_id, t.receipt_number, t.line_id),
    foreignKey({
      name: 'return_inspections_receipt_line_fk',
      columns: [t.organization_id, t.return_id, t.receipt_number, t.line_id],
      foreignColumns: [
        return_receipt_lines.organization_id,
        return_receipt_lines.return_id,
        return_receipt_lines.receipt_number,
        return_receipt_lines.line_id,
      ],
    }),
    check('return_inspections_quantity_positive', sql`${t.quantity} > 0`),
    check('return_inspections_disposition_known', isOneOf(t.disposition, inspectionDispositions)),
    check(
      'return_inspections_reverted_whole',
      sql`(${t.reverted_at} is null) = (${t.reverted_by} is null) and (${t.reverted_at} is null) = (${t.revert_reason} is null)`,
    ),
  ],
)
