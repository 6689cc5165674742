/**
 * Purchase orders by category, kept ready for reads (server/purchasing/order_sums/): what was ordered, what is
 * outstanding and what was received. Sums are derived: they can be rebuilt from the lines and deliveries at any time.
 */
import { sql } from 'drizzle-orm'
import { bigint, check, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { day, organizationId } from '../columns.ts'
import { organizations } from '../organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)
/** Exact: no scale is lost in a sum of products. */
const amount = () => numeric().notNull()
const lines = () => integer().notNull()

/**
 * Records that changed since they were summed; one may come several times. An order: its lines, or what was received of
 * them. A variant: its price. A product: its category, its currency, or which variants it has.
 */
export const purchase_order_changes = pgTable(
  'purchase_order_changes',
  {
    organization_id: tenant(),
    entry: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    purchase_order_id: uuid(),
    variant_id: uuid(),
    product_id: uuid(),
  },
  (t) => [
    primaryKey({ name: 'purchase_order_changes_pk', columns: [t.organization_id, t.entry] }),
    check(
      'purchase_order_changes_name_one',
      sql`num_nonnulls(${t.purchase_order_id}, ${t.variant_id}, ${t.product_id}) = 1`,
    ),
  ],
)

/**
 * The lines of an order by category. Lines with units outstanding are kept apart by their own due date and by the
 * currency of their price; both are null for the others. Without a foreign key, whose check would wait for writers of
 * the order.
 */
export const purchase_order_sums = pgTable(
  'purchase_order_sums',
  {
    organization_id: tenant(),
    purchase_order_id: uuid().notNull(),
    part: integer().notNull(),
    category_id: uuid(),
    due_on: day(),
    price_currency: text(),
    /** Cost of the lines with a unit cost, in the order's currency. */
    ordered_cost: amount(),
    outstanding_lines: lines(),
    outstanding_units: bigint({ mode: 'number' }).notNull(),
    outstanding_cost: amount(),
    outstanding_uncosted_lines: lines(),
    /** In cents of the currency, at regular prices. */
    outstanding_retail: amount(),
    outstanding_unpriced_lines: lines(),
    /** Lines with units that were recorded as delivered without a delivery, and the cost of these units. */
    undated_lines: lines(),
    undated_cost: amount(),
    undated_uncosted_lines: lines(),
  },
  (t) => [primaryKey({ name: 'purchase_order_sums_pk', columns: [t.organization_id, t.purchase_order_id, t.part] })],
)

/** The lines of a delivery by category, at the cost of the order's lines. A removed delivery keeps its rows. */
export const purchase_order_delivery_sums = pgTable(
  'purchase_order_delivery_sums',
  {
    organization_id: tenant(),
    purchase_order_id: uuid().notNull(),
    delivery_id: uuid().notNull(),
    part: integer().notNull(),
    category_id: uuid(),
    received_lines: lines(),
    received_cost: amount(),
    received_uncosted_lines: lines(),
  },
  (t) => [
    primaryKey({
      name: 'purchase_order_delivery_sums_pk',
      columns: [t.organization_id, t.purchase_order_id, t.delivery_id, t.part],
    }),
  ],
)
