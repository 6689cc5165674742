/** Returns of customers: expected and received units, and refunds. */
import {
  dispositions,
  refundStatuses,
  reversedByRefunds,
  returnOrigins,
  returnReasons,
  returnStates,
} from '../../../server/selling/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { variants } from '../catalogue.ts'
import { cents, day, instant, isOneOf, organizationId, recordedNow, unitCost } from '../columns.ts'
import { sales_channels } from '../wholesale/accounts.ts'
import { locations, organizations } from '../organizations.ts'
import { user } from '../sign_in.ts'
import { customers } from './customers.ts'
import { order_lines, sales_orders } from './sales_orders.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** Counts returns over all organisations. */
export const returnNumbers = pgSequence('return_numbers')

/** Only the units still expected count as incoming, and never into ATP. */
export const returns = pgTable(
  'returns',
  {
    organization_id: tenant(),
    /** Public id: a trigger makes it of the next number of return_numbers. */
    return_id: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    state: text().notNull(),
    origin: text().notNull().default('manual'),
    reason: text().notNull().default('unknown'),
    refund_status: text().notNull().default('none'),
    /** Stated when the return was created; what was refunded is in refunds. */
    refund_cents: cents(),
    refund_currency: text(),
    /** Whether the refund was stated, be it that nothing is paid back. Unstated, what was paid counts as units arrive. */
    refund_is_stated: boolean().notNull().default(false),
    order_id: uuid(),
    customer_id: uuid(),
    /** Channel on which it counts; without one it moves stock and leaves the figures of sales alone. */
    sales_channel_id: uuid(),
    /** Location that receives it. */
    location_id: uuid(),
    expected_on: day(),
    /** When the last units arrived. */
    received_at: instant(),
    closed_at: instant(),
    cancelled_at: instant(),
    ledger_written_at: instant(),
    source_system: text(),
    external_id: text(),
    created_by: text().references(() => user.id, { onDelete: 'set null' }),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'returns_pk', columns: [t.organization_id, t.return_id] }),
    uniqueIndex('returns_by_source').on(t.organization_id, t.source_system, t.external_id),
    index('returns_newest').on(t.organization_id, t.created_at, t.return_id),
    index('returns_by_state').on(t.organization_id, t.state, t.created_at),
    index('returns_by_order').on(t.organization_id, t.order_id),
    index('returns_by_customer').on(t.organization_id, t.customer_id),
    foreignKey({
      name: 'returns_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    foreignKey({
      name: 'returns_customer_fk',
      columns: [t.organization_id, t.customer_id],
      foreignColumns: [customers.organization_id, customers.customer_id],
    }),
    foreignKey({
      name: 'returns_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
    foreignKey({
      name: 'returns_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    check('returns_state_known', isOneOf(t.state, returnStates)),
    check('returns_origin_known', isOneOf(t.origin, returnOrigins)),
    check('returns_reason_known', isOneOf(t.reason, returnReasons)),
    check('returns_refund_status_known', isOneOf(t.refund_status, refundStatuses)),
    check(
      'returns_refund_has_currency',
      sql`${t.refund_cents} >= 0 and (${t.refund_cents} is null) = (${t.refund_currency} is null)`,
    ),
    check('returns_amount_was_stated', sql`${t.refund_is_stated} or ${t.refund_status} = 'none'`),
  ],
)

export const return_lines = pgTable(
  'return_lines',
  {
    organization_id: tenant(),
    return_id: bigint({ mode: 'number' }).notNull(),
    line_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    order_line_id: uuid(),
    expected_quantity: integer().notNull(),
    received_quantity: integer().notNull().default(0),
    restocked_quantity: integer().notNull().default(0),
    /** Units that were announced and never found; they were not received. */
    missing_quantity: integer().notNull().default(0),
    /** Disposition of the units received last. */
    disposition: text(),
  },
  (t) => [
    primaryKey({ name: 'return_lines_pk', columns: [t.organization_id, t.return_id, t.line_id] }),
    index('return_lines_by_variant').on(t.organization_id, t.variant_id),
    index('return_lines_by_order_line').on(t.organization_id, t.order_line_id),
    foreignKey({
      name: 'return_lines_return_fk',
      columns: [t.organization_id, t.return_id],
      foreignColumns: [returns.organization_id, returns.return_id],
    }),
    foreignKey({
      name: 'return_lines_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    foreignKey({
      name: 'return_lines_order_line_fk',
      columns: [t.organization_id, t.order_line_id],
      foreignColumns: [order_lines.organization_id, order_lines.line_id],
    }),
    check(
      'return_lines_quantities_not_negative',
      sql`${t.expected_quantity} >= 0 and ${t.received_quantity} >= 0 and ${t.restocked_quantity} >= 0
        and ${t.missing_quantity} >= 0`,
    ),
    check('return_lines_restocked_were_received', sql`${t.restocked_quantity} <= ${t.received_quantity}`),
    check('return_lines_disposition_known', isOneOf(t.disposition, dispositions)),
  ],
)

/** One arrival of a return. */
export const return_receipts = pgTable(
  'return_receipts',
  {
    organization_id: tenant(),
    return_id: bigint({ mode: 'number' }).notNull(),
    receipt_number: integer().notNull(),
    location_id: uuid().notNull(),
    /** When it arrived, and on which day of the organisation's time zone: returned units count on that day. */
    received_at: instant().notNull(),
    received_on: day().notNull(),
    recorded_by: text().notNull(),
    recorded_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'return_receipts_pk', columns: [t.organization_id, t.return_id, t.receipt_number] }),
    index('return_receipts_by_day').on(t.organization_id, t.received_on, t.return_id),
    foreignKey({
      name: 'return_receipts_return_fk',
      columns: [t.organization_id, t.return_id],
      foreignColumns: [returns.organization_id, returns.return_id],
    }),
    foreignKey({
      name: 'return_receipts_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
  ],
)

export const return_receipt_lines = pgTable(
  'return_receipt_lines',
  {
    organization_id: tenant(),
    return_id: bigint({ mode: 'number' }).notNull(),
    receipt_number: integer().notNull(),
    line_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    received_quantity: integer().notNull(),
    restocked_quantity: integer().notNull().default(0),
    /** Units found to be missing; negative where units that were missing arrive after all. */
    missing_quantity: integer().notNull().default(0),
    /** Received units that had been shipped beyond the order without being charged: outside sales, both ways. */
    surplus_quantity: integer().notNull().default(0),
    /**
     * Surplus units beyond all that the order shipped. They left at no cost of it, so they enter stock at its average cost and
     * leave the cost of sales as it is. They have a receipt of their own.
     */
    is_excess: boolean().notNull().default(false),
    disposition: text(),
    /** At which the units had left, and at which restocked ones come back; null where it is unknown. */
    unit_cost: unitCost(),
    /** Value of units that nobody refunded, at the price paid, excluding taxes; it counts on the day of receipt. */
    value_cents: cents().notNull().default(0),
    tax_cents: cents().notNull().default(0),
    currency: text().notNull(),
  },
  (t) => [
    primaryKey({
      name: 'return_receipt_lines_pk',
      columns: [t.organization_id, t.return_id, t.receipt_number, t.line_id],
    }),
    index('return_receipt_lines_by_line').on(t.organization_id, t.line_id),
    foreignKey({
      name: 'return_receipt_lines_receipt_fk',
      columns: [t.organization_id, t.return_id, t.receipt_number],
      foreignColumns: [return_receipts.organization_id, return_receipts.return_id, return_receipts.receipt_number],
    }),
    foreignKey({
      name: 'return_receipt_lines_line_fk',
      columns: [t.organization_id, t.return_id, t.line_id],
      foreignColumns: [return_lines.organization_id, return_lines.return_id, return_lines.line_id],
    }),
    foreignKey({
      name: 'return_receipt_lines_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    check(
      'return_receipt_lines_received',
      sql`${t.received_quantity} >= 0 and (${t.received_quantity} > 0 or ${t.missing_quantity} > 0)`,
    ),
    check('return_receipt_lines_surplus_was_received', sql`${t.surplus_quantity} between 0 and ${t.received_quantity}`),
    check(
      'return_receipt_lines_excess_left_at_no_cost',
      sql`not ${t.is_excess} or (${t.unit_cost} is null and ${t.surplus_quantity} = ${t.received_quantity})`,
    ),
    check(
      'return_receipt_lines_restocked_were_received',
      sql`${t.restocked_quantity} between 0 and ${t.received_quantity}`,
    ),
    check('return_receipt_lines_disposition_known', isOneOf(t.disposition, dispositions)),
    check('return_receipt_lines_money_not_negative', sql`${t.value_cents} >= 0 and ${t.tax_cents} >= 0`),
  ],
)

/** Money paid back, with or without goods coming back. A row is corrected by one that reverses it on its own day. */
export const refunds = pgTable(
  'refunds',
  {
    organization_id: tenant(),
    refund_id: uuid().notNull(),
    return_id: bigint({ mode: 'number' }),
    order_id: uuid(),
    sales_channel_id: uuid().notNull(),
    /** Location on which it counts: that of the return, else that of the order. */
    location_id: uuid().notNull(),
    currency: text().notNull(),
    /** When it was paid, and on which day of the organisation's time zone: returned money counts on that day. */
    refunded_at: instant().notNull(),
    refunded_on: day().notNull(),
    /** Freight paid back; no part of the lines, nor of net sales. */
    freight_cents: cents().notNull().default(0),
    /** Whether the money has left. Until then, cancelling the return takes the refund back. */
    is_paid_out: boolean().notNull().default(true),
    /**
     * What a correction takes back: another refund, the money that counted as units arrived, or what was paid back for units
     * that are cancelled. Its amounts are negative; those of a correction of the last kind, where it is less after all, positive.
     */
    reverses: text(),
    reverses_refund_id: uuid(),
    /** Why it was corrected. */
    reason: text(),
    source_system: text(),
    external_id: text(),
    recorded_by: text().notNull(),
    recorded_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'refunds_pk', columns: [t.organization_id, t.refund_id] }),
    uniqueIndex('refunds_by_source').on(t.organization_id, t.source_system, t.external_id),
    index('refunds_by_day').on(t.organization_id, t.refunded_on, t.sales_channel_id),
    index('refunds_by_return').on(t.organization_id, t.return_id),
    index('refunds_by_order').on(t.organization_id, t.order_id),
    foreignKey({
      name: 'refunds_return_fk',
      columns: [t.organization_id, t.return_id],
      foreignColumns: [returns.organization_id, returns.return_id],
    }),
    foreignKey({
      name: 'refunds_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    foreignKey({
      name: 'refunds_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
    foreignKey({
      name: 'refunds_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    foreignKey({
      name: 'refunds_reverses_fk',
      columns: [t.organization_id, t.reverses_refund_id],
      foreignColumns: [t.organization_id, t.refund_id],
    }),
    uniqueIndex('refunds_reversed_once').on(t.organization_id, t.reverses_refund_id),
    check(
      'refunds_freight_not_negative',
      sql`case when ${t.reverses} is null then ${t.freight_cents} >= 0 else ${t.freight_cents} <= 0 end`,
    ),
    check('refunds_reverses_known', isOneOf(t.reverses, reversedByRefunds)),
    check(
      'refunds_reversed_refund_is_named',
      sql`(${t.reverses_refund_id} is not null) = (${t.reverses} is not null and ${t.reverses} = 'refund')`,
    ),
  ],
)

export const refund_lines = pgTable(
  'refund_lines',
  {
    organization_id: tenant(),
    refund_id: uuid().notNull(),
    line_number: integer().notNull(),
    variant_id: uuid().notNull(),
    order_line_id: uuid(),
    /** The line of a return that it is for; both or neither. */
    return_id: bigint({ mode: 'number' }),
    return_line_id: uuid(),
    quantity: integer().notNull().default(0),
    /** Excluding taxes. */
    amount_cents: cents().notNull(),
    tax_cents: cents().notNull().default(0),
    external_id: text(),
  },
  (t) => [
    primaryKey({ name: 'refund_lines_pk', columns: [t.organization_id, t.refund_id, t.line_number] }),
    index('refund_lines_by_order_line').on(t.organization_id, t.order_line_id),
    index('refund_lines_by_return_line').on(t.organization_id, t.return_id, t.return_line_id),
    foreignKey({
      name: 'refund_lines_refund_fk',
      columns: [t.organization_id, t.refund_id],
      foreignColumns: [refunds.organization_id, refunds.refund_id],
    }),
    foreignKey({
      name: 'refund_lines_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    foreignKey({
      name: 'refund_lines_order_line_fk',
      columns: [t.organization_id, t.order_line_id],
      foreignColumns: [order_lines.organization_id, order_lines.line_id],
    }),
    foreignKey({
      name: 'refund_lines_return_line_fk',
      columns: [t.organization_id, t.return_id, t.return_line_id],
      foreignColumns: [return_lines.organization_id, return_lines.return_id, return_lines.line_id],
    }),
    check('refund_lines_return_line_is_whole', sql`(${t.return_id} is null) = (${t.return_line_id} is null)`),
    check(
      'refund_lines_of_one_sign',
      sql`(${t.quantity} >= 0 and ${t.amount_cents} >= 0 and ${t.tax_cents} >= 0)
        or (${t.quantity} <= 0 and ${t.amount_cents} <= 0 and ${t.tax_cents} <= 0)`,
    ),
  ],
)
