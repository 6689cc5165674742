/** Suppliers, what they supply and what is on order from them. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { variants } from './catalogue.ts'
import { cents, day, organizationId, recordedNow, unitCost } from './columns.ts'
import { locations, organizations } from './organizations.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

export const suppliers = pgTable(
  'suppliers',
  {
    organization_id: tenant(),
    supplier_id: uuid().notNull(),
    name: text().notNull(),
    currency: text().notNull(),
    country_code: text(),
    lead_time_days: integer(),
    /** Days between two looks at reordering; with the lead time it bounds caution. */
    review_period_days: integer(),
    min_order_value_cents: cents(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'suppliers_pk', columns: [t.organization_id, t.supplier_id] }),
    uniqueIndex('suppliers_by_name').on(t.organization_id, t.name),
    check('suppliers_days_not_negative', sql`${t.lead_time_days} >= 0 and ${t.review_period_days} >= 0`),
  ],
)

export const supplier_variants = pgTable(
  'supplier_variants',
  {
    organization_id: tenant(),
    supplier_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    supplier_sku: text(),
    unit_cost: unitCost(),
    min_order_quantity: integer(),
    batch_size: integer(),
    lead_time_days: integer(),
    is_primary: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ name: 'supplier_variants_pk', columns: [t.organization_id, t.supplier_id, t.variant_id] }),
    index('supplier_variants_by_variant').on(t.organization_id, t.variant_id),
    uniqueIndex('supplier_variants_one_primary')
      .on(t.organization_id, t.variant_id)
      .where(sql`is_primary`),
    foreignKey({
      name: 'supplier_variants_supplier_fk',
      columns: [t.organization_id, t.supplier_id],
      foreignColumns: [suppliers.organization_id, suppliers.supplier_id],
    }),
    foreignKey({
      name: 'supplier_variants_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
  ],
)

export const purchase_orders = pgTable(
  'purchase_orders',
  {
    organization_id: tenant(),
    purchase_order_id: uuid().notNull(),
    name: text().notNull(),
    external_id: text(),
    order_type: text().notNull(),
    status: text().notNull(),
    on_hold: boolean().notNull().default(false),
    hold_reason: text(),
    supplier_id: uuid(),
    /** The destination. */
    location_id: uuid().notNull(),
    /** Where a transfer draws from. */
    source_location_id: uuid(),
    currency: text().notNull(),
    order_date: day(),
    expected_delivery_date: day(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'purchase_orders_pk', columns: [t.organization_id, t.purchase_order_id] }),
    uniqueIndex('purchase_orders_by_name').on(t.organization_id, t.name),
    index('purchase_orders_by_status').on(t.organization_id, t.status, t.expected_delivery_date),
    foreignKey({
      name: 'purchase_orders_supplier_fk',
      columns: [t.organization_id, t.supplier_id],
      foreignColumns: [suppliers.organization_id, suppliers.supplier_id],
    }),
    foreignKey({
      name: 'purchase_orders_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    foreignKey({
      name: 'purchase_orders_source_location_fk',
      columns: [t.organization_id, t.source_location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    check('purchase_orders_type_known', sql`${t.order_type} in ('purchase', 'manufacturing', 'transfer')`),
    check(
      'purchase_orders_status_known',
      sql`${t.status} in ('draft', 'approved', 'issued', 'partially_delivered', 'delivered', 'closed', 'cancelled')`,
    ),
  ],
)

export const purchase_order_lines = pgTable(
  'purchase_order_lines',
  {
    organization_id: tenant(),
    purchase_order_id: uuid().notNull(),
    line_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    quantity: integer().notNull(),
    /** What the supplier confirmed; null while unanswered. */
    confirmed_quantity: integer(),
    /** Shipped and not yet received. */
    in_transit_quantity: integer().notNull().default(0),
    delivered_quantity: integer().notNull().default(0),
    unit_cost: unitCost(),
  },
  (t) => [
    primaryKey({ name: 'purchase_order_lines_pk', columns: [t.organization_id, t.purchase_order_id, t.line_id] }),
    index('purchase_order_lines_by_variant').on(t.organization_id, t.variant_id),
    foreignKey({
      name: 'purchase_order_lines_order_fk',
      columns: [t.organization_id, t.purchase_order_id],
      foreignColumns: [purchase_orders.organization_id, purchase_orders.purchase_order_id],
    }),
    foreignKey({
      name: 'purchase_order_lines_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    check('purchase_order_lines_quantity_positive', sql`${t.quantity} > 0 and ${t.delivered_quantity} >= 0`),
  ],
)
