/**
 * Figures of products that reads show for many products at once (server/catalogue/product_figures), and the stock of variants
 * (server/catalogue/variant_stock). Triggers append products whose variants or suppliers changed to product_changes, variants
 * whose stock moved to velocity_changes and those whose stock changed otherwise to stock_level_changes. A job measures these
 * again, and reads measure them meanwhile.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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

/**
 * Inputs of cover, summed over levels: the rate of sale, and the longest lead time and review period; then the cover.
 */
const coverColumns = () => ({
  committed: units().default(0),
  incoming: units().default(0),
  units_per_day: numeric({ precision: 38, scale: 16 }),
  /** Why no level has a rate (server/ledger/cover_lack.sql.ts). */
  rate_lack: text(),
  lead_time_days: integer(),
  review_period_days: integer(),
  available: bigint({ mode: 'number' }).generatedAlwaysAs(sql`on_hand - committed`),
  days_of_cover: numeric({ precision: 20, scale: 1 }).generatedAlwaysAs(
    sql`case when units_per_day > 0 then round(round(greatest(on_hand - committed, 0) / units_per_day, 9), 1) end`,
  ),
  health: text().generatedAlwaysAs(sql`case
      when on_hand - committed <= 0 then 'out_of_stock'
      when units_per_day is null or units_per_day <= 0 then 'healthy'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days then 'critical'
      when round((on_hand - committed) / units_per_day, 9) < lead_time_days + review_period_days then 'caution'
      when round((on_hand - committed) / units_per_day, 9) > 182 then 'overstocked'
      else 'healthy' end`),
})

/** Sums over the locations of a variant, with an index for each order of a table. A variant without stock has zeros. */
export const variant_stock = pgTable(
  'variant_stock',
  {
    organization_id: tenant(),
    variant_id: uuid().notNull(),
    on_hand: units(),
    /** At the average cost of each location. */
    cost: numeric().notNull(),
    has_uncosted: boolean().notNull(),
    ...coverColumns(),
  },
  (t) => [
    primaryKey({ name: 'variant_stock_pk', columns: [t.organization_id, t.variant_id] }),
    index('variant_stock_by_on_hand').on(t.organization_id, t.on_hand, t.variant_id),
    index('variant_stock_by_committed').on(t.organization_id, t.committed, t.variant_id),
    index('variant_stock_by_incoming').on(t.organization_id, t.incoming, t.variant_id),
    index('variant_stock_by_available').on(t.organization_id, t.available, t.variant_id),
    index('variant_stock_by_cover').on(t.organization_id, t.days_of_cover, t.variant_id),
    index('variant_stock_by_longest_cover').on(
      t.organization_id,
      t.days_of_cover.desc().nullsLast(),
      t.variant_id.desc(),
    ),
    index('variant_stock_by_health').on(t.organization_id, t.health, t.variant_id),
    foreignKey({
      name: 'variant_stock_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
  ],
)

/** Variants whose stock changed without a movement: commitments, orders, cover. One may come several times. */
export const stock_level_changes = pgTable(
  'stock_level_changes',
  {
    organization_id: tenant(),
    entry: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    variant_id: uuid().notNull(),
  },
  (t) => [primaryKey({ name: 'stock_level_changes_pk', columns: [t.organization_id, t.entry] })],
)

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
    cost: numeric().notNull(),
    uncosted_units: units(),
    /** At the selling price, in the currency of the product. */
    revenue_cents: numeric({ precision: 38, scale: 0 }).notNull(),
    unpriced_units: units(),
    unpriced_on_hand: units(),
    ...coverColumns(),
    /** Locations where any variant has units on hand, committed or incoming. */
    location_ids: uuid().array().notNull().default([]),
    /** Suppliers of any variant. */
    supplier_ids: uuid().array().notNull().default([]),
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
