/**
 * Figures of products that reads show for many products at once (server/catalogue/product_figures). Triggers append the
 * products whose variants or suppliers changed to product_changes, those whose stock moved have a variant in velocity_changes;
 * a job measures these again, and reads measure them meanwhile.
 */
import { bigint, index, integer, numeric, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { organizationId } from '../columns.ts'
import { organizations } from '../organizations.ts'

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
    /** Units on hand; amounts and negative stock cancel out in the first, and not in those that count how many are concerned. */
    on_hand: units(),
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
