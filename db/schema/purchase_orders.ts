/** Purchase, manufacturing and transfer orders: lines, deliveries, basket, generation and supplier updates. */
import {
  basketSources,
  orderTypes,
  purchaseOrderStatuses,
  signalStates,
  signalTypes,
} from '../../server/purchasing/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { openOrderStatuses } from '../../server/contract/stock.ts'
import { unitsOfMeasure } from '../../server/contract/units_of_measure.ts'
import { variants } from './catalogue.ts'
import { cents, day, instant, isOneOf, organizationId, packingChecks, recordedNow, unitCost } from './columns.ts'
import { commitments } from './commitments.ts'
import { locations, organizations } from './organizations.ts'
import { suppliers } from './suppliers.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

export const purchase_orders = pgTable(
  'purchase_orders',
  {
    organization_id: tenant(),
    purchase_order_id: uuid().notNull(),
    name: text().notNull(),
    external_id: text(),
    order_type: text({ enum: orderTypes }).notNull(),
    status: text({ enum: purchaseOrderStatuses }).notNull(),
    on_hold: boolean().notNull().default(false),
    hold_reason: text(),
    supplier_id: uuid(),
    /** The destination. */
    location_id: uuid().notNull(),
    /** Location that a transfer, or the components of a manufacturing order, are taken from. */
    source_location_id: uuid(),
    currency: text().notNull(),
    order_date: day(),
    /** Without one, the date is that of its recording, and goods may have moved before it. */
    is_order_date_stated: boolean().notNull().default(true),
    expected_delivery_date: day(),
    /** After this day the supplier may no longer ship. */
    cancel_date: day(),
    ship_window_start: day(),
    commitment_id: uuid(),
    notes: text(),
    /** Standard container of the container plan; null lets the plan choose. */
    container_type_id: integer(),
    freight_per_container_cents: cents(),
    /** Billed for the whole order, in its currency; not allocated to deliveries that have their own bill. */
    billed_freight_cents: cents(),
    billed_duty_cents: cents(),
    approved_at: instant(),
    issued_at: instant(),
    /** When the last unit arrived, the order was closed short, or it was cancelled. */
    ended_at: instant(),
    /** Maintained by a trigger on the lines; null while the cost of a line is unknown. */
    total_cost: numeric({ precision: 18, scale: 4 }).default('0'),
    total_line_items: integer().notNull().default(0),
    /** Lines without a unit cost, which is why there is no total. */
    uncosted_lines: integer().notNull().default(0),
    /** Earliest and latest due date of lines with their own date; null if there are none. Maintained like the total. */
    first_line_due_on: day(),
    last_line_due_on: day(),
    created_by: text(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'purchase_orders_pk', columns: [t.organization_id, t.purchase_order_id] }),
    uniqueIndex('purchase_orders_by_name').on(t.organization_id, t.name),
    index('purchase_orders_by_status').on(t.organization_id, t.status, t.expected_delivery_date),
    index('purchase_orders_by_order_date').on(t.organization_id, t.order_date, t.purchase_order_id),
    index('purchase_orders_by_expected').on(t.organization_id, t.expected_delivery_date, t.purchase_order_id),
    index('purchase_orders_by_order_date_newest').on(
      t.organization_id,
      sql`${t.order_date} desc nulls last`,
      sql`${t.purchase_order_id} desc`,
    ),
    index('purchase_orders_newest').on(t.organization_id, t.created_at, t.purchase_order_id),
    index('purchase_orders_by_supplier').on(t.organization_id, t.supplier_id, t.order_date),
    index('purchase_orders_by_commitment').on(t.organization_id, t.commitment_id),
    /** Only few of all orders are open, and incoming stock is computed from those. */
    index('purchase_orders_open')
      .on(t.organization_id, t.purchase_order_id)
      .where(isOneOf(sql`status`, openOrderStatuses)),
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
    foreignKey({
      name: 'purchase_orders_commitment_fk',
      columns: [t.organization_id, t.commitment_id],
      foreignColumns: [commitments.organization_id, commitments.commitment_id],
    }),
    check('purchase_orders_total_is_whole', sql`(${t.total_cost} is null) = (${t.uncosted_lines} > 0)`),
    check('purchase_orders_type_known', isOneOf(t.order_type, orderTypes)),
    check('purchase_orders_status_known', isOneOf(t.status, purchaseOrderStatuses)),
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
    /** Units that the supplier confirmed; null until the supplier responds. */
    confirmed_quantity: integer(),
    /** Shipped and not yet received. */
    in_transit_quantity: integer().notNull().default(0),
    delivered_quantity: integer().notNull().default(0),
    unit_cost: unitCost(),
    /** The unit of purchase and its factor as ordered; later changes of the supplier's terms leave them. */
    purchase_unit: text({ enum: unitsOfMeasure }).notNull().default('EA'),
    purchase_unit_factor: integer().notNull().default(1),
    inner_pack_quantity: integer(),
    /** Duty on the goods' cost, in basis points. */
    duty_bp: integer(),
    expected_delivery_date: day(),
  },
  (t) => [
    primaryKey({ name: 'purchase_order_lines_pk', columns: [t.organization_id, t.purchase_order_id, t.line_id] }),
    index('purchase_order_lines_by_variant').on(t.organization_id, t.variant_id),
    /** Only few of all lines are open. */
    index('purchase_order_lines_outstanding')
      .on(t.organization_id, t.variant_id)
      .where(sql`delivered_quantity < quantity`),
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
    check('purchase_order_lines_duty_not_negative', sql`${t.duty_bp} >= 0`),
    ...packingChecks('purchase_order_lines', t),
  ],
)

/** One arrival against an order. Removed deliveries are kept, with the ledger rows that reverse them. */
export const purchase_order_deliveries = pgTable(
  'purchase_order_deliveries',
  {
    organization_id: tenant(),
    delivery_id: uuid().notNull(),
    purchase_order_id: uuid().notNull(),
    location_id: uuid().notNull(),
    received_at: instant().notNull(),
    reference: text(),
    /** Freight and duty billed for the delivery, in the order's currency; null until billed. */
    freight_cents: cents(),
    duty_cents: cents(),
    /** Hash of location, time, reference and lines: a delivery reported twice with the same figures is recorded once. */
    fingerprint: text().notNull(),
    /** Whether counts taken before the delivery was recorded lack its units, though it arrived before them. */
    not_in_count: boolean().notNull().default(false),
    /** Number of corrections; each books its own ledger rows. */
    revision: integer().notNull().default(0),
    removed_at: instant(),
    actor: text().notNull(),
    recorded_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'purchase_order_deliveries_pk', columns: [t.organization_id, t.delivery_id] }),
    index('purchase_order_deliveries_by_order').on(t.organization_id, t.purchase_order_id, t.received_at),
    index('purchase_order_deliveries_by_time').on(t.organization_id, t.received_at),
    uniqueIndex('purchase_order_deliveries_told_once')
      .on(t.organization_id, t.purchase_order_id, t.fingerprint)
      .where(sql`removed_at is null`),
    foreignKey({
      name: 'purchase_order_deliveries_order_fk',
      columns: [t.organization_id, t.purchase_order_id],
      foreignColumns: [purchase_orders.organization_id, purchase_orders.purchase_order_id],
    }),
    foreignKey({
      name: 'purchase_order_deliveries_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
  ],
)

export const purchase_order_delivery_lines = pgTable(
  'purchase_order_delivery_lines',
  {
    organization_id: tenant(),
    delivery_id: uuid().notNull(),
    line_id: uuid().notNull(),
    purchase_order_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    received_quantity: integer().notNull(),
    unit_cost: unitCost(),
    /** The rate at which costs in another currency were converted, and its day; null in the organisation's own, or while unknown. */
    cost_rate: numeric({ precision: 20, scale: 10 }),
    cost_rate_date: day(),
    /** Share of the bill, or else of the order's plan, in the organisation's currency; null for none. */
    freight_cost: unitCost(),
    duty_cost: unitCost(),
    landed_unit_cost: unitCost(),
    /** What a unit cost before invoices of the supplier corrected it; null while none has. */
    uninvoiced_unit_cost: unitCost(),
    /** The ledger row that is currently valid for it. */
    movement_id: bigint({ mode: 'number' }),
  },
  (t) => [
    primaryKey({ name: 'purchase_order_delivery_lines_pk', columns: [t.organization_id, t.delivery_id, t.line_id] }),
    index('purchase_order_delivery_lines_by_line').on(t.organization_id, t.purchase_order_id, t.line_id),
    foreignKey({
      name: 'purchase_order_delivery_lines_delivery_fk',
      columns: [t.organization_id, t.delivery_id],
      foreignColumns: [purchase_order_deliveries.organization_id, purchase_order_deliveries.delivery_id],
    }),
    foreignKey({
      name: 'purchase_order_delivery_lines_line_fk',
      columns: [t.organization_id, t.purchase_order_id, t.line_id],
      foreignColumns: [
        purchase_order_lines.organization_id,
        purchase_order_lines.purchase_order_id,
        purchase_order_lines.line_id,
      ],
    }),
    check('purchase_order_delivery_lines_not_negative', sql`${t.received_quantity} >= 0`),
  ],
)

/** Lines that people or the replenishment suggestions have collected for ordering. */
export const purchase_basket_items = pgTable(
  'purchase_basket_items',
  {
    organization_id: tenant(),
    item_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    location_id: uuid().notNull(),
    supplier_id: uuid(),
    quantity: integer().notNull(),
    source: text({ enum: basketSources }).notNull(),
    /** Why it was suggested, as shown to people. */
    reason: text(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'purchase_basket_items_pk', columns: [t.organization_id, t.item_id] }),
    uniqueIndex('purchase_basket_items_one_a_pair').on(t.organization_id, t.variant_id, t.location_id),
    foreignKey({
      name: 'purchase_basket_items_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    foreignKey({
      name: 'purchase_basket_items_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    foreignKey({
      name: 'purchase_basket_items_supplier_fk',
      columns: [t.organization_id, t.supplier_id],
      foreignColumns: [suppliers.organization_id, suppliers.supplier_id],
    }),
    check('purchase_basket_items_quantity_positive', sql`${t.quantity} > 0`),
    check('purchase_basket_items_source_known', isOneOf(t.source, basketSources)),
  ],
)

/** Settings of order generation for an organisation; without a row it is off. */
export const purchase_generation_settings = pgTable('purchase_generation_settings', {
  organization_id: organizationId()
    .primaryKey()
    .references(() => organizations.organization_id),
  auto_generate: boolean().notNull().default(false),
  group_by: text().notNull().default('supplier'),
  horizon_days: integer().notNull().default(28),
  fill_container: boolean().notNull().default(false),
  round_to_batch_size: boolean().notNull().default(true),
  top_up_to_moq: boolean().notNull().default(true),
  search: text(),
  /** Filters of the variants table that select the variants to generate orders for. */
  filter_args: jsonb().$type<{ key: string; operation: string; value?: unknown }[]>().notNull().default([]),
  /** If not empty, orders are generated for exactly these variants, regardless of filters and search. */
  variant_ids: uuid().array().notNull().default([]),
  /** Variants that orders are never generated for. */
  exceptions: uuid().array().notNull().default([]),
  generated_at: instant(),
  /** Result of the last run: the number of proposed orders, or why there were none. */
  generated_orders: integer(),
  generation_fault: text(),
  updated_at: recordedNow(),
})

/** Updates of suppliers about orders, pending until someone decides. */
export const supplier_signals = pgTable(
  'supplier_signals',
  {
    organization_id: tenant(),
    signal_id: uuid().notNull(),
    purchase_order_id: uuid().notNull(),
    supplier_id: uuid().notNull(),
    variant_id: uuid(),
    signal_type: text().notNull(),
    state: text().notNull().default('pending'),
    /** When the supplier's mail was sent; null if it had no date. */
    reported_at: instant(),
    sentence: text(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'supplier_signals_pk', columns: [t.organization_id, t.signal_id] }),
    index('supplier_signals_by_supplier').on(t.organization_id, t.supplier_id, t.state, t.reported_at),
    foreignKey({
      name: 'supplier_signals_order_fk',
      columns: [t.organization_id, t.purchase_order_id],
      foreignColumns: [purchase_orders.organization_id, purchase_orders.purchase_order_id],
    }),
    foreignKey({
      name: 'supplier_signals_supplier_fk',
      columns: [t.organization_id, t.supplier_id],
      foreignColumns: [suppliers.organization_id, suppliers.supplier_id],
    }),
    check('supplier_signals_state_known', isOneOf(t.state, signalStates)),
    check('supplier_signals_type_known', isOneOf(t.signal_type, signalTypes)),
  ],
)
