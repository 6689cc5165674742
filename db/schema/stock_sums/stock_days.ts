/**
 * Units moved by day and category, so that a history of stock reads days instead of movements (server/stock/stock_days).
 * The ledger only grows: how far each variant at each location is counted says exactly which rows the sums contain.
 */
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { day, instant, organizationId } from '../columns.ts'
import { organizations } from '../organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** Organisations whose movements are counted, and the time zone of the days. */
export const stock_day_counts = pgTable(
  'stock_day_counts',
  {
    organization_id: tenant(),
    time_zone: text().notNull(),
    /** The last variant of the first count, which goes through all of them by id. */
    after_variant_id: uuid(),
    /** When every variant was counted; null until then. */
    counted_at: instant(),
  },
  (t) => [primaryKey({ name: 'stock_day_counts_pk', columns: [t.organization_id] })],
)

/** The rows of a variant at a location up to `sequence` are counted, in this category. */
export const stock_counted = pgTable(
  'stock_counted',
  {
    organization_id: tenant(),
    variant_id: uuid().notNull(),
    location_id: uuid().notNull(),
    /** nilId for products without a category. */
    category_id: uuid().notNull(),
    sequence: integer().notNull(),
  },
  (t) => [primaryKey({ name: 'stock_counted_pk', columns: [t.organization_id, t.variant_id, t.location_id] })],
)

/** location_id is nilId for all locations together, category_id for products without a category. */
export const stock_by_day = pgTable(
  'stock_by_day',
  {
    organization_id: tenant(),
    location_id: uuid().notNull(),
    day: day().notNull(),
    category_id: uuid().notNull(),
    units: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ name: 'stock_by_day_pk', columns: [t.organization_id, t.location_id, t.day, t.category_id] })],
)

/** The sums over all days, and the variants that they are of. */
export const stock_by_category = pgTable(
  'stock_by_category',
  {
    organization_id: tenant(),
    location_id: uuid().notNull(),
    category_id: uuid().notNull(),
    units: bigint({ mode: 'number' }).notNull(),
    variants: integer().notNull(),
  },
  (t) => [primaryKey({ name: 'stock_by_category_pk', columns: [t.organization_id, t.location_id, t.category_id] })],
)

/** Products whose category changed since their variants were counted; one may come several times. */
export const stock_category_changes = pgTable(
  'stock_category_changes',
  {
    organization_id: tenant(),
    entry: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    product_id: uuid().notNull(),
  },
  (t) => [
    primaryKey({ name: 'stock_category_changes_pk', columns: [t.organization_id, t.entry] }),
    index('stock_category_changes_by_product').on(t.organization_id, t.product_id),
  ],
)
