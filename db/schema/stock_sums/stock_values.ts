/**
 * The value of the stock by category and day, kept ready for reads (server/stock/stock_values/). Units are valued at
 * the moving average cost of their level and at the regular price of their variant, as both are now, so a new cost
 * revalues the past. Sums are derived: they can be rebuilt from the ledger at any time.
 */
import { bigint, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { cents, day, organizationId, unitCost } from '../columns.ts'
import { organizations } from '../organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)
/** Exact: no scale is lost in a sum of products. */
const amount = () => numeric().notNull()
const rows = () => bigint({ mode: 'number' }).notNull()

/** Variants whose stock, cost, price, currency or category changed since they were folded; one may come several times. */
export const stock_value_changes = pgTable(
  'stock_value_changes',
  {
    organization_id: tenant(),
    entry: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    variant_id: uuid().notNull(),
  },
  (t) => [primaryKey({ name: 'stock_value_changes_pk', columns: [t.organization_id, t.entry] })],
)

/**
 * The part of a level that the sums contain: its movements up to a sequence, and the values at which they are counted.
 * Without a foreign key, whose check would wait for transactions that move stock of the level.
 */
export const stock_value_levels = pgTable(
  'stock_value_levels',
  {
    organization_id: tenant(),
    variant_id: uuid().notNull(),
    location_id: uuid().notNull(),
    sequence: integer().notNull(),
    on_hand: integer().notNull(),
    cost: unitCost(),
    price_cents: cents(),
    currency: text().notNull(),
    /** The nil id for products without a category, as in the sums. */
    category_id: uuid().notNull(),
  },
  (t) => [primaryKey({ name: 'stock_value_levels_pk', columns: [t.organization_id, t.variant_id, t.location_id] })],
)

/**
 * Movements by the day on which they occurred, in the organisation's time zone: what they add to the stock, and the
 * receipts among them. Costs are in the organisation's currency, retail values in cents of the row's currency.
 */
export const stock_value_days = pgTable(
  'stock_value_days',
  {
    organization_id: tenant(),
    day: day().notNull(),
    category_id: uuid().notNull(),
    /** Currency of the prices. */
    currency: text().notNull(),
    row_count: rows(),
    uncosted_rows: rows(),
    unpriced_rows: rows(),
    cost: amount(),
    retail: amount(),
    received_cost: amount(),
    received_retail: amount(),
    /** Receipts whose landed cost is unknown. */
    received_uncosted_rows: rows(),
  },
  (t) => [primaryKey({ name: 'stock_value_days_pk', columns: [t.organization_id, t.day, t.category_id, t.currency] })],
)

/** The stock as it is now. */
export const stock_value_totals = pgTable(
  'stock_value_totals',
  {
    organization_id: tenant(),
    category_id: uuid().notNull(),
    currency: text().notNull(),
    cost: amount(),
    retail: amount(),
    level_count: rows(),
    /** Levels with units on hand, and those of them whose cost or price is unknown. */
    stocked_levels: rows(),
    uncosted_levels: rows(),
    unpriced_levels: rows(),
  },
  (t) => [primaryKey({ name: 'stock_value_totals_pk', columns: [t.organization_id, t.category_id, t.currency] })],
)
