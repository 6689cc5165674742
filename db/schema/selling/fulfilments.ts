/** Shipments of orders, with their cartons, and the invoices of what shipped. */
import { invoiceLedgerStates, invoiceStates } from '../../../server/selling/known_values.ts'
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
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { variants } from '../catalogue.ts'
import { cents, day, instant, isOneOf, organizationId, recordedNow, unitCost } from '../columns.ts'
import { trading_partners } from '../wholesale/accounts.ts'
import { locations, organizations } from '../organizations.ts'
import { order_lines, sales_orders } from './sales_orders.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** One shipment of an order from a location. */
export const fulfilments = pgTable(
  'fulfilments',
  {
    organization_id: tenant(),
    fulfilment_id: uuid().notNull(),
    order_id: uuid().notNull(),
    name: text().notNull(),
    location_id: uuid().notNull(),
    /** When it left, and on which day of the organisation's time zone: wholesale sales count on that day. */
    shipped_at: instant().notNull(),
    shipped_on: day().notNull(),
    /** It left before the organisation came here: no ledger row, no hold and no event belongs to it. */
    is_historical: boolean().notNull().default(false),
    carrier: text(),
    tracking_number: text(),
    /** For the account's shipping notice: Standard Carrier Alpha Code, bill of lading, and when it is expected to arrive. */
    carrier_scac: text(),
    bill_of_lading: text(),
    deliver_on: day(),
    source_system: text(),
    external_id: text(),
    /** Units that left without a hold, and the holds of lines of other orders that the shipment took: a void gives them back. */
    unheld_units: integer().notNull().default(0),
    taken_holds: jsonb().$type<{ line_id: string; units: number }[]>().notNull().default([]),
    recorded_by: text().notNull(),
    recorded_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'fulfilments_pk', columns: [t.organization_id, t.fulfilment_id] }),
    uniqueIndex('fulfilments_by_source').on(t.organization_id, t.source_system, t.external_id),
    index('fulfilments_by_order').on(t.organization_id, t.order_id, t.shipped_at),
    /** Wholesale sales of a day. */
    index('fulfilments_by_day').on(t.organization_id, t.shipped_on, t.order_id),
    foreignKey({
      name: 'fulfilments_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    foreignKey({
      name: 'fulfilments_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
  ],
)

export const fulfilment_cartons = pgTable(
  'fulfilment_cartons',
  {
    organization_id: tenant(),
    fulfilment_id: uuid().notNull(),
    carton_number: integer().notNull(),
    /** Eighteen digits with their check digit; null where the warehouse gave none and the organisation has no prefix. */
    sscc: text(),
    weight_kg: numeric({ precision: 12, scale: 4 }),
    tracking_number: text(),
    door_reference: text(),
    /** The code of the pallet on which the carton stands; null if it stands on none. */
    pallet_sscc: text(),
  },
  (t) => [
    primaryKey({ name: 'fulfilment_cartons_pk', columns: [t.organization_id, t.fulfilment_id, t.carton_number] }),
    uniqueIndex('fulfilment_cartons_by_sscc').on(t.organization_id, t.sscc),
    foreignKey({
      name: 'fulfilment_cartons_fulfilment_fk',
      columns: [t.organization_id, t.fulfilment_id],
      foreignColumns: [fulfilments.organization_id, fulfilments.fulfilment_id],
    }),
    check('fulfilment_cartons_sscc_digits', sql`${t.sscc} ~ '^[0-9]{18}$'`),
    check('fulfilment_cartons_pallet_digits', sql`${t.pallet_sscc} ~ '^[0-9]{18}$'`),
    check('fulfilment_cartons_weight_positive', sql`${t.weight_kg} > 0`),
  ],
)

/** Units of an order line in one shipment, or in one carton of it. The money is that of these units and never changes. */
export const fulfilment_lines = pgTable(
  'fulfilment_lines',
  {
    organization_id: tenant(),
    fulfilment_id: uuid().notNull(),
    line_number: integer().notNull(),
    order_line_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    carton_number: integer(),
    quantity: integer().notNull(),
    /** At which the units left stock, and at which they come back; null where the ledger knows none. */
    unit_cost: unitCost(),
    gross_sales_cents: cents().notNull(),
    discounts_cents: cents().notNull().default(0),
    taxes_cents: cents().notNull().default(0),
    regular_unit_price_cents: cents(),
  },
  (t) => [
    primaryKey({ name: 'fulfilment_lines_pk', columns: [t.organization_id, t.fulfilment_id, t.line_number] }),
    index('fulfilment_lines_by_order_line').on(t.organization_id, t.order_line_id),
    foreignKey({
      name: 'fulfilment_lines_fulfilment_fk',
      columns: [t.organization_id, t.fulfilment_id],
      foreignColumns: [fulfilments.organization_id, fulfilments.fulfilment_id],
    }),
    foreignKey({
      name: 'fulfilment_lines_carton_fk',
      columns: [t.organization_id, t.fulfilment_id, t.carton_number],
      foreignColumns: [
        fulfilment_cartons.organization_id,
        fulfilment_cartons.fulfilment_id,
        fulfilment_cartons.carton_number,
      ],
    }),
    foreignKey({
      name: 'fulfilment_lines_order_line_fk',
      columns: [t.organization_id, t.order_line_id],
      foreignColumns: [order_lines.organization_id, order_lines.line_id],
    }),
    foreignKey({
      name: 'fulfilment_lines_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    check('fulfilment_lines_quantity_positive', sql`${t.quantity} > 0`),
    check(
      'fulfilment_lines_money_not_negative',
      sql`${t.gross_sales_cents} >= 0 and ${t.discounts_cents} >= 0 and ${t.taxes_cents} >= 0
        and ${t.regular_unit_price_cents} >= 0 and ${t.unit_cost} >= 0`,
    ),
  ],
)

/** Components of a bundle that left in a shipment for an order line, and the cost of one unit at which they left. */
export const fulfilment_components = pgTable(
  'fulfilment_components',
  {
    organization_id: tenant(),
    fulfilment_id: uuid().notNull(),
    order_line_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    quantity: integer().notNull(),
    unit_cost: unitCost(),
  },
  (t) => [
    primaryKey({
      name: 'fulfilment_components_pk',
      columns: [t.organization_id, t.fulfilment_id, t.order_line_id, t.variant_id],
    }),
    index('fulfilment_components_by_order_line').on(t.organization_id, t.order_line_id),
    index('fulfilment_components_by_variant').on(t.organization_id, t.variant_id),
    foreignKey({
      name: 'fulfilment_components_fulfilment_fk',
      columns: [t.organization_id, t.fulfilment_id],
      foreignColumns: [fulfilments.organization_id, fulfilments.fulfilment_id],
    }),
    foreignKey({
      name: 'fulfilment_components_order_line_fk',
      columns: [t.organization_id, t.order_line_id],
      foreignColumns: [order_lines.organization_id, order_lines.line_id],
    }),
    foreignKey({
      name: 'fulfilment_components_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    check('fulfilment_components_quantity_positive', sql`${t.quantity} > 0`),
    check('fulfilment_components_cost_not_negative', sql`${t.unit_cost} >= 0`),
  ],
)

/**
 * Shipments that never left, or left otherwise than recorded: moved here from `fulfilments` when a person voids them, so that
 * whatever reads shipments counts what left and nothing else.
 */
export const voided_shipments = pgTable(
  'voided_shipments',
  {
    organization_id: tenant(),
    fulfilment_id: uuid().notNull(),
    order_id: uuid().notNull(),
    name: text().notNull(),
    location_id: uuid().notNull(),
    shipped_at: instant().notNull(),
    shipped_on: day().notNull(),
    carrier: text(),
    tracking_number: text(),
    carrier_scac: text(),
    bill_of_lading: text(),
    deliver_on: day(),
    source_system: text(),
    external_id: text(),
    recorded_by: text().notNull(),
    recorded_at: instant().notNull(),
    /** As recorded: rows of fulfilment_cartons, of fulfilment_lines with their money, and of fulfilment_components. */
    cartons: jsonb().$type<object[]>().notNull(),
    lines: jsonb().$type<object[]>().notNull(),
    components: jsonb().$type<object[]>().notNull(),
    voided_at: instant().notNull(),
    voided_by: text().notNull(),
    void_reason: text().notNull(),
    /** The shipment that a correction recorded in its place, which may be voided in its turn; null if it was only voided. */
    replaced_by: uuid(),
  },
  (t) => [
    primaryKey({ name: 'voided_shipments_pk', columns: [t.organization_id, t.fulfilment_id] }),
    index('voided_shipments_by_order').on(t.organization_id, t.order_id, t.voided_at),
    foreignKey({
      name: 'voided_shipments_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    foreignKey({
      name: 'voided_shipments_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
  ],
)

/** Counts invoices over all organisations. */
export const invoiceIdNumbers = pgSequence('invoice_id_numbers')

/**
 * Wholesale invoices. State and ledger state have two writers, and neither depends on the other; the state on the network
 * is that of the invoice's 810 in edi_documents.
 */
export const invoices = pgTable(
  'invoices',
  {
    organization_id: tenant(),
    /** Public id: a trigger makes it of the next number of invoice_id_numbers. */
    invoice_id: bigint({ mode: 'number' }).notNull(),
    /** Without gaps within the organisation and the year; `name` is made of both. */
    invoice_year: smallint().notNull(),
    invoice_number: integer().notNull(),
    name: text().notNull(),
    order_id: uuid().notNull(),
    trading_partner_id: uuid().notNull(),
    state: text().notNull(),
    currency: text().notNull(),
    terms: text(),
    issued_at: instant().notNull(),
    issued_on: day().notNull(),
    due_on: day(),
    /** Seller, account and place of delivery when it was issued; null for invoices from before they were recorded. */
    parties: jsonb().$type<{
      seller: { name: string; address: string | null; tax_id: string | null }
      bill_to: { name: string; account_reference: string | null; address: string | null; tax_id: string | null }
      ship_to: { name: string; door_reference: string | null; address: string | null }
    }>(),
    /** Supplied with the invoice, or this invoice's share of what was supplied with the order; null where nothing was. */
    tax_cents: cents(),
    freight_cents: cents(),
    total_cents: cents().notNull(),
    ledger_state: text().notNull().default('not_connected'),
    ledger_name: text(),
    ledger_external_id: text(),
    ledger_external_url: text(),
    ledger_sentence: text(),
    ledger_posted_at: instant(),
    voided_at: instant(),
    voided_by: text(),
    void_reason: text(),
    created_by: text().notNull(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'invoices_pk', columns: [t.organization_id, t.invoice_id] }),
    uniqueIndex('invoices_by_number').on(t.organization_id, t.invoice_year, t.invoice_number),
    index('invoices_newest').on(t.organization_id, t.issued_at, t.invoice_id),
    index('invoices_by_order').on(t.organization_id, t.order_id),
    index('invoices_by_account').on(t.organization_id, t.trading_partner_id, t.issued_at),
    index('invoices_by_state').on(t.organization_id, t.state, t.issued_at),
    foreignKey({
      name: 'invoices_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    foreignKey({
      name: 'invoices_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
    check('invoices_state_known', isOneOf(t.state, invoiceStates)),
    check('invoices_ledger_state_known', isOneOf(t.ledger_state, invoiceLedgerStates)),
    check('invoices_number_positive', sql`${t.invoice_number} > 0`),
    check('invoices_void_when', sql`(${t.state} = 'void') = (${t.voided_at} is not null)`),
    check(
      'invoices_void_by_someone',
      sql`(${t.voided_at} is null) = (${t.voided_by} is null) and (${t.voided_at} is null) = (${t.void_reason} is null)`,
    ),
    check('invoices_charges_not_negative', sql`${t.tax_cents} >= 0 and ${t.freight_cents} >= 0`),
  ],
)

/** Units of an order line that an invoice bills: each shipped unit once, unless its invoice is void. */
export const invoice_lines = pgTable(
  'invoice_lines',
  {
    organization_id: tenant(),
    invoice_id: bigint({ mode: 'number' }).notNull(),
    line_number: integer().notNull(),
    order_line_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    buyer_sku: text(),
    quantity: integer().notNull(),
    unit_price_cents: cents().notNull(),
    discount_cents: cents().notNull().default(0),
    amount_cents: cents().notNull(),
  },
  (t) => [
    primaryKey({ name: 'invoice_lines_pk', columns: [t.organization_id, t.invoice_id, t.line_number] }),
    index('invoice_lines_by_order_line').on(t.organization_id, t.order_line_id),
    foreignKey({
      name: 'invoice_lines_invoice_fk',
      columns: [t.organization_id, t.invoice_id],
      foreignColumns: [invoices.organization_id, invoices.invoice_id],
    }),
    foreignKey({
      name: 'invoice_lines_order_line_fk',
      columns: [t.organization_id, t.order_line_id],
      foreignColumns: [order_lines.organization_id, order_lines.line_id],
    }),
    foreignKey({
      name: 'invoice_lines_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    check('invoice_lines_quantity_positive', sql`${t.quantity} > 0`),
    check('invoice_lines_amount', sql`${t.amount_cents} = ${t.quantity} * ${t.unit_price_cents} - ${t.discount_cents}`),
  ],
)
