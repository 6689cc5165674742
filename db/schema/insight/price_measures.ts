/** The price sensitivity of variants, as server/catalogue/price_sensitivity measures it once a week. */
import { bigint, doublePrecision, foreignKey, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { variants } from '../catalogue.ts'
import { day, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'

/**
 * The estimate over the weeks before a Monday, or why there is none. A variant without a row for the current week is measured
 * when it is read, and so are the variants of a product whose facts are no longer those of their rows.
 */
export const price_measures = pgTable(
  'price_measures',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    variant_id: uuid().notNull(),
    /** Monday after the last week. */
    end_exclusive: day().notNull(),
    measured_at: recordedNow(),
    elasticity: doublePrecision(),
    standard_error: doublePrecision(),
    low: doublePrecision(),
    high: doublePrecision(),
    reason_code: text(),
    reason: text(),
    /** The variant's own facts: sales of these weeks with a checksum, and how many ledger rows it had before their end. */
    sold_rows: bigint({ mode: 'number' }).notNull(),
    sold_checksum: numeric({ precision: 38, scale: 0 }).notNull(),
    ledger_rows: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'price_measures_pk', columns: [t.organization_id, t.variant_id] }),
    foreignKey({
      name: 'price_measures_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
  ],
)
