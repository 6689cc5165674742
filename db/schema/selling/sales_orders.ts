/** Orders of customers and accounts, and their lines. */
import {
  kindsWithoutGoods,
  lineVerdicts,
  numberedDocuments,
  orderLifecycles,
  orderOrigins,
} from '../../../server/selling/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { variants } from '../catalogue.ts'
import { cents, day, instant, isOneOf, organizationId, recordedNow, statedCost } from '../columns.ts'
import { commitments } from '../commitments.ts'
import { sales_channels, trading_partners } from '../wholesale/accounts.ts'
import { locations, organizations } from '../organizations.ts'
import { customers } from './customers.ts'

/** Amounts in cents of the order's currency: after discounts without taxes, taxes, and paid back with taxes. */
export interface LineWithoutGoods {
  kind: (typeof kindsWithoutGoods)[number]
  name: string | null
  quantity: number
  amount_cents: number
  tax_cents: number
  refunded_cents: number
}

const tenant = () => organizationId().references(() => organizations.organization_id)

/**
 * Last number of each kind of document that an organisation numbers itself, without gaps, since the number is taken in
 * the transaction that writes the document. `year` is 0 for documents that are numbered across years.
 */
export const sales_document_numbers = pgTable(
  'sales_document_numbers',
  {
    organization_id: tenant(),
    document_type: text().notNull(),
    year: smallint().notNull(),
    last_number: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'sales_document_numbers_pk', columns: [t.organization_id, t.document_type, t.year] }),
    check('sales_document_numbers_type_known', isOneOf(t.document_type, numberedDocuments)),
  ],
)

export const sales_orders = pgTable(
  'sales_orders',
  {
    organization_id: tenant(),
    order_id: uuid().notNull(),
    name: text().notNull(),
    /** The customer's own reference, such as the number of its purchase order. */
    reference: text(),
    origin: text().notNull(),
    source_system: text(),
    external_id: text(),
    lifecycle: text().notNull(),
    lifecycle_updated_at: recordedNow(),
    is_wholesale: boolean().notNull(),
    trading_partner_id: uuid(),
    customer_id: uuid(),
    sales_channel_id: uuid().notNull(),
    /** Location that ships the order; consumer sales count there. */
    location_id: uuid(),
    commitment_id: uuid(),
    /** Buyer's reference of the store or distribution centre that the goods are for. */
    door_reference: text(),
    currency: text().notNull(),
    /** When the customer placed it, and on which day of the organisation's time zone: consumer sales count on that day. */
    ordered_at: instant().notNull(),
    ordered_on: day().notNull(),
    /** Without one, the time is that of its recording, and its goods may have left before it. */
    is_ordered_at_stated: boolean().notNull().default(true),
    requested_ship_date: day(),
    /** First and last day on which the account takes the shipment. */
    ship_window_start: day(),
    ship_window_end: day(),
    /** After this day the customer no longer accepts the order. */
    cancel_date: day(),
    /** How the goods are to travel, in words: a carrier and its service. */
    shipping_method: text(),
    /** Payment terms such as net_30. */
    terms: text(),
    /** Charged for the order as a whole; no part of the lines. */
    freight_cents: cents().notNull().default(0),
    freight_tax_cents: cents().notNull().default(0),
    /** Tips, gift cards, fees and the like of an imported order; no part of the lines and of sales. */
    lines_without_goods: jsonb().$type<LineWithoutGoods[]>().notNull().default([]),
    notes: text(),
    confirmed_at: instant(),
    confirmed_by: text(),
    fulfilled_at: instant(),
    cancelled_at: instant(),
    cancel_reason: text(),
    /** The last day, of the ship window or to cancel, whose passing was reported and released holds; null if none was. */
    date_slip_on: day(),
    holds_released_on: day(),
    /** A person gave its holds back: the allocation of the book leaves it out until someone allocates it. */
    is_allocated_on_request: boolean().notNull().default(false),
    created_by: text(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'sales_orders_pk', columns: [t.organization_id, t.order_id] }),
    uniqueIndex('sales_orders_by_source').on(t.organization_id, t.source_system, t.external_id),
    index('sales_orders_by_name').on(t.organization_id, t.name),
    index('sales_orders_by_reference').on(t.organization_id, t.reference),
    index('sales_orders_newest').on(t.organization_id, t.created_at, t.order_id),
    index('sales_orders_by_lifecycle').on(t.organization_id, t.lifecycle, t.created_at, t.order_id),
    index('sales_orders_by_account').on(t.organization_id, t.trading_partner_id, t.created_at),
    /** Orders that the portal shows an account: confirmed and not ended. */
    index('sales_orders_open_by_account')
      .on(t.organization_id, t.trading_partner_id, t.ship_window_end)
      .where(
        sql`trading_partner_id is not null and lifecycle in ('open', 'partially_allocated', 'allocated', 'partially_fulfilled')`,
      ),
    index('sales_orders_by_customer').on(t.organization_id, t.customer_id, t.created_at),
    index('sales_orders_by_commitment').on(t.organization_id, t.commitment_id),
    /** Consumer sales of a channel on a day. */
    index('sales_orders_by_day').on(t.organization_id, t.ordered_on, t.sales_channel_id),
    /** The newest orders of a channel, and whether they came from files. */
    index('sales_orders_by_channel').on(t.organization_id, t.sales_channel_id, t.ordered_on, t.origin),
    index('sales_orders_by_ship_window')
      .on(t.organization_id, t.ship_window_end)
      .where(sql`lifecycle not in ('fulfilled', 'cancelled')`),
    index('sales_orders_by_cancel_date')
      .on(t.organization_id, t.cancel_date)
      .where(sql`lifecycle not in ('fulfilled', 'cancelled')`),
    foreignKey({
      name: 'sales_orders_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
    foreignKey({
      name: 'sales_orders_customer_fk',
      columns: [t.organization_id, t.customer_id],
      foreignColumns: [customers.organization_id, customers.customer_id],
    }),
    foreignKey({
      name: 'sales_orders_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
    foreignKey({
      name: 'sales_orders_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    foreignKey({
      name: 'sales_orders_commitment_fk',
      columns: [t.organization_id, t.commitment_id],
      foreignColumns: [commitments.organization_id, commitments.commitment_id],
    }),
    check('sales_orders_origin_known', isOneOf(t.origin, orderOrigins)),
    check('sales_orders_lifecycle_known', isOneOf(t.lifecycle, orderLifecycles)),
    check('sales_orders_account_is_named', sql`${t.is_wholesale} = (${t.trading_partner_id} is not null)`),
    check(
      'sales_orders_location_is_named',
      sql`${t.lifecycle} in ('draft', 'cancelled') or ${t.location_id} is not null`,
    ),
    check('sales_orders_cancelled_when', sql`(${t.lifecycle} = 'cancelled') = (${t.cancelled_at} is not null)`),
    check('sales_orders_ship_window_in_order', sql`${t.ship_window_start} <= ${t.ship_window_end}`),
    check('sales_orders_charges_not_negative', sql`${t.freight_cents} >= 0 and ${t.freight_tax_cents} >= 0`),
    check('sales_orders_currency_code', sql`${t.currency} ~ '^[A-Z]{3}$'`),
  ],
)

/**
 * Money of a line is that of `quantity` units; shares of fewer units are rounded cumulatively (sales_figures.rules.ts).
 * Cancelling raises cancelled_quantity and leaves quantity.
 */
export const order_lines = pgTable(
  'order_lines',
  {
    organization_id: tenant(),
    line_id: uuid().notNull(),
    order_id: uuid().notNull(),
    line_number: integer().notNull(),
    variant_id: uuid().notNull(),
    /** Units first ordered; never changes. */
    ordered_quantity: integer().notNull(),
    /** Units agreed; 0 on a rejected line. */
    quantity: integer().notNull(),
    allocated_quantity: integer().notNull().default(0),
    fulfilled_quantity: integer().notNull().default(0),
    cancelled_quantity: integer().notNull().default(0),
    /** Units among the fulfilled ones that a warehouse shipped beyond what was agreed and not cancelled. */
    over_shipped_quantity: integer().notNull().default(0),
    /** Shipped units on invoices that are not void. */
    invoiced_quantity: integer().notNull().default(0),
    /** Location whose stock the allocated units hold. */
    location_id: uuid(),
    /** Agreed price before discounts, excluding taxes; null while it is open, in a draft. */
    unit_price_cents: cents(),
    /** Price without any markdown when the order was placed; null where it is unknown. */
    regular_unit_price_cents: cents(),
    discount_cents: cents().notNull().default(0),
    tax_cents: cents().notNull().default(0),
    /** Cost of one unit when the order was placed; null if it was unknown. */
    unit_cost: statedCost(),
    verdict: text(),
    verdict_reason: text(),
    requested_ship_date: day(),
    cancel_date: day(),
    door_reference: text(),
    /** The buyer's own ids of the item and the line; invoices and acknowledgements repeat them. */
    buyer_sku: text(),
    buyer_line_reference: text(),
    /** The prepack that this line was exploded from, and how many units of this variant one pack contains. */
    pack_reference: text(),
    pack_units: integer(),
    /** The line of the buyer's EDI order that this line is part of (edi_order_lines). */
    edi_position: integer(),
    /** Price at which the customer ordered, where it stated one; unit_price_cents is what is agreed. */
    requested_unit_price_cents: cents(),
    /** Units that discount and tax are for while the quantity is 0, so that they return with the quantity. */
    zeroed_quantity: integer(),
    /** The ordered line in place of whose units those of this line left, by mistake. */
    instead_of_line_id: uuid(),
    /** Whether the customer is still owed the units of that line; otherwise these replace them. */
    is_still_owed: boolean(),
    external_id: text(),
  },
  (t) => [
    primaryKey({ name: 'order_lines_pk', columns: [t.organization_id, t.line_id] }),
    uniqueIndex('order_lines_by_order').on(t.organization_id, t.order_id, t.line_number),
    uniqueIndex('order_lines_by_external_id').on(t.organization_id, t.order_id, t.external_id),
    index('order_lines_by_variant').on(t.organization_id, t.variant_id, t.order_id),
    /** Lines with units held at a location; few lines hold stock. */
    index('order_lines_allocated')
      .on(t.organization_id, t.variant_id, t.location_id, t.allocated_quantity)
      .where(sql`allocated_quantity > 0`),
    /** Few lines have a cancel date of their own. */
    index('order_lines_by_cancel_date')
      .on(t.organization_id, t.cancel_date, t.order_id)
      .where(sql`cancel_date is not null`),
    foreignKey({
      name: 'order_lines_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    foreignKey({
      name: 'order_lines_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    foreignKey({
      name: 'order_lines_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    check(
      'order_lines_quantities_not_negative',
      sql`${t.ordered_quantity} >= 0 and ${t.quantity} >= 0 and ${t.allocated_quantity} >= 0 and ${t.fulfilled_quantity} >= 0
        and ${t.cancelled_quantity} >= 0 and ${t.over_shipped_quantity} >= 0`,
    ),
    check(
      'order_lines_within_quantity',
      sql`${t.allocated_quantity} + ${t.fulfilled_quantity} + ${t.cancelled_quantity} <= ${t.quantity} + ${t.over_shipped_quantity}`,
    ),
    check(
      'order_lines_cancelled_within_quantity',
      sql`${t.allocated_quantity} + ${t.cancelled_quantity} <= ${t.quantity}`,
    ),
    check('order_lines_over_shipped_were_shipped', sql`${t.over_shipped_quantity} <= ${t.fulfilled_quantity}`),
    check(
      'order_lines_invoiced_were_shipped',
      sql`${t.invoiced_quantity} >= 0 and ${t.invoiced_quantity} <= ${t.fulfilled_quantity}`,
    ),
    check('order_lines_allocated_somewhere', sql`${t.allocated_quantity} = 0 or ${t.location_id} is not null`),
    check('order_lines_verdict_known', isOneOf(t.verdict, lineVerdicts)),
    check('order_lines_rejected_at_zero', sql`${t.verdict} is distinct from 'rejected' or ${t.quantity} = 0`),
    check(
      'order_lines_money_not_negative',
      sql`${t.unit_price_cents} >= 0 and ${t.regular_unit_price_cents} >= 0 and ${t.discount_cents} >= 0
        and ${t.tax_cents} >= 0 and ${t.unit_cost} >= 0 and ${t.requested_unit_price_cents} >= 0`,
    ),
    check('order_lines_pack_units', sql`${t.pack_units} > 0`),
    foreignKey({
      name: 'order_lines_instead_of_fk',
      columns: [t.organization_id, t.instead_of_line_id],
      foreignColumns: [t.organization_id, t.line_id],
    }),
    index('order_lines_instead_of')
      .on(t.organization_id, t.instead_of_line_id)
      .where(sql`instead_of_line_id is not null`),
    check('order_lines_stand_in', sql`(${t.instead_of_line_id} is null) = (${t.is_still_owed} is null)`),
    check('order_lines_zeroed', sql`${t.zeroed_quantity} is null or (${t.quantity} = 0 and ${t.zeroed_quantity} > 0)`),
  ],
)

/**
 * What one unit of an order line takes from stock, where that is not the variant itself: the components of a bundle, as it
 * was composed when the line first held stock or shipped. It stays while the line holds or has shipped units.
 */
export const order_line_components = pgTable(
  'order_line_components',
  {
    organization_id: tenant(),
    line_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    units: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'order_line_components_pk', columns: [t.organization_id, t.line_id, t.variant_id] }),
    index('order_line_components_by_variant').on(t.organization_id, t.variant_id, t.line_id),
    foreignKey({
      name: 'order_line_components_line_fk',
      columns: [t.organization_id, t.line_id],
      foreignColumns: [order_lines.organization_id, order_lines.line_id],
    }),
    foreignKey({
      name: 'order_line_components_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    check('order_line_components_units_positive', sql`${t.units} > 0`),
  ],
)
