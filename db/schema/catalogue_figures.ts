/**
 * Figures of products that reads show for many products at once (server/catalogue/product_figures). Triggers append products
 * whose variants or suppliers changed to product_changes, and variants whose stock moved to velocity_changes. A job measures
 * these products again, and reads measure them meanwhile.
 */
import {
  bigint,
  doublePrecision,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { variants } from './catalogue.ts'
import { day, organizationId, recordedNow } from './columns.ts'
import { organizations } from './organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)
const units = () => bigint({ mode: 'number' }).notNull()

/** A product without a row is measured when it is read. */
export const product_figures = pgTable(
  'product_figures',
  {
    organization_id: tenant(),
    product_id: uuid().notNull(),
    variants: integer().notNull(),
    incomplete_variants: integer().notNull(),
    /** Variants that lack what planning requires, by field. */
    lack_price: integer().notNull(),
    lack_unit_cost: integer().notNull(),
    lack_supplier: integer().notNull(),
    lack_lead_time: integer().notNull(),
    lack_min_order_quantity: integer().notNull(),
    lack_carton_measures: integer().notNull(),
    on_hand: units(),
    /** Negative stock counts as so many units, as in uncosted_units and unpriced_units. */
    counted_units: units(),
    /** At the average cost of each location. */
    cost: numeric({ precision: 38, scale: 4 }).notNull(),
    uncosted_units: units(),
    /** At the selling price, in the currency of the product. */
    revenue_cents: numeric({ precision: 38, scale: 0 }).notNull(),
    unpriced_units: units(),
    unpriced_on_hand: units(),
  },
  (t) => [primaryKey({ name: 'product_figures_pk', columns: [t.organization_id, t.product_id] })],
)

/** Products whose variants, or the terms of whose suppliers, changed since they were measured; one may come several times. */
export const product_changes = pgTable(
  'product_changes',
  {
    organization_id: tenant(),
    entry: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    product_id: uuid().notNull(),
  },
  (t) => [
    primaryKey({ name: 'product_changes_pk', columns: [t.organization_id, t.entry] }),
    index('product_changes_by_product').on(t.organization_id, t.product_id),
  ],
)

/**
 * The price sensitivity of a variant (server/catalogue/price_sensitivity), measured once a week: the estimate over the weeks
 * before a Monday, or why there is none. A variant without a row for the current week is measured
 * when it is read, and so are the variants of a product whose facts are no longer those of their rows.
 */
export const price_measures = pgTable(
  'price_measures',
  {
    organization_id: tenant(),
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
