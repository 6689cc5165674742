/** Invoices and credit notes of suppliers, what they bill, and the costs that accepting their prices changed. */
import { sql } from 'drizzle-orm'
import {
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
import {
  supplierInvoiceKinds,
  supplierInvoiceLineKinds,
  supplierInvoiceMatches,
  supplierInvoiceStates,
} from '../../../server/purchasing/known_values.ts'
import { day, instant, isOneOf, organizationId, recordedNow, unitCost } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { purchase_order_deliveries, purchase_order_lines } from '../purchase_orders.ts'
import { suppliers } from '../suppliers.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)
/** An amount as billed, in the currency of the invoice, with the decimals of that currency. */
const amount = () => numeric({ precision: 20, scale: 4 })

export const supplier_invoices = pgTable(
  'supplier_invoices',
  {
    organization_id: tenant(),
    supplier_invoice_id: uuid().notNull(),
    kind: text({ enum: supplierInvoiceKinds }).notNull(),
    supplier_id: uuid().notNull(),
    /** The invoice that a credit note reduces. */
    credits_invoice_id: uuid(),
    invoice_number: text().notNull(),
    currency: text().notNull(),
    invoice_date: day().notNull(),
    payment_terms: text(),
    due_on: day(),
    /** As the paper states it; null if it was not given. */
    stated_total: amount(),
    lines_total: amount().notNull(),
    state: text({ enum: supplierInvoiceStates }).notNull().default('recorded'),
    /** The match of the whole invoice, kept by every write that changes it; null for credit notes and void invoices. */
    match: text({ enum: supplierInvoiceMatches }),
    void_reason: text(),
    voided_at: instant(),
    voided_by: text(),
    /** Number of corrections. */
    revision: integer().notNull().default(0),
    created_by: text().notNull(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'supplier_invoices_pk', columns: [t.organization_id, t.supplier_invoice_id] }),
    uniqueIndex('supplier_invoices_by_number')
      .on(t.organization_id, t.supplier_id, sql`lower(${t.invoice_number})`)
      .where(sql`state <> 'void'`),
    index('supplier_invoices_newest').on(t.organization_id, t.invoice_date.desc(), t.supplier_invoice_id.desc()),
    index('supplier_invoices_by_due_day').on(t.organization_id, t.due_on),
    index('supplier_invoices_by_credited').on(t.organization_id, t.credits_invoice_id),
    foreignKey({
      name: 'supplier_invoices_supplier_fk',
      columns: [t.organization_id, t.supplier_id],
      foreignColumns: [suppliers.organization_id, suppliers.supplier_id],
    }),
    foreignKey({
      name: 'supplier_invoices_credited_fk',
      columns: [t.organization_id, t.credits_invoice_id],
      foreignColumns: [t.organization_id, t.supplier_invoice_id],
    }),
    check('supplier_invoices_kind_known', isOneOf(t.kind, supplierInvoiceKinds)),
    check('supplier_invoices_state_known', isOneOf(t.state, supplierInvoiceStates)),
    check('supplier_invoices_match_known', isOneOf(t.match, supplierInvoiceMatches)),
    check(
      'supplier_invoices_credit_has_invoice',
      sql`(${t.kind} = 'credit_note') = (${t.credits_invoice_id} is not null)`,
    ),
    check('supplier_invoices_void_has_reason', sql`(${t.state} = 'void') = (${t.void_reason} is not null)`),
  ],
)

export const supplier_invoice_lines = pgTable(
  'supplier_invoice_lines',
  {
    organization_id: tenant(),
    supplier_invoice_id: uuid().notNull(),
    line_number: integer().notNull(),
    kind: text({ enum: supplierInvoiceLineKinds }).notNull(),
    description: text(),
    /** The order line that goods are billed for. */
    purchase_order_id: uuid(),
    line_id: uuid(),
    /** The delivery that brought them, where the invoice names one. */
    delivery_id: uuid(),
    /** Units of goods; 0 on a credit note for a price. */
    quantity: integer(),
    amount: amount().notNull(),
    /** The line that a line of a credit note reduces. */
    credited_line_number: integer(),
    price_accepted_at: instant(),
    price_accepted_by: text(),
  },
  (t) => [
    primaryKey({
      name: 'supplier_invoice_lines_pk',
      columns: [t.organization_id, t.supplier_invoice_id, t.line_number],
    }),
    index('supplier_invoice_lines_by_order').on(t.organization_id, t.purchase_order_id, t.line_id),
    foreignKey({
      name: 'supplier_invoice_lines_invoice_fk',
      columns: [t.organization_id, t.supplier_invoice_id],
      foreignColumns: [supplier_invoices.organization_id, supplier_invoices.supplier_invoice_id],
    }),
    foreignKey({
      name: 'supplier_invoice_lines_order_line_fk',
      columns: [t.organization_id, t.purchase_order_id, t.line_id],
      foreignColumns: [
        purchase_order_lines.organization_id,
        purchase_order_lines.purchase_order_id,
        purchase_order_lines.line_id,
      ],
    }),
    foreignKey({
      name: 'supplier_invoice_lines_delivery_fk',
      columns: [t.organization_id, t.delivery_id],
      foreignColumns: [purchase_order_deliveries.organization_id, purchase_order_deliveries.delivery_id],
    }),
    check('supplier_invoice_lines_kind_known', isOneOf(t.kind, supplierInvoiceLineKinds)),
    check(
      'supplier_invoice_lines_goods_have_a_line',
      sql`(${t.kind} = 'goods') = (num_nonnulls(${t.purchase_order_id}, ${t.line_id}, ${t.quantity}) = 3)`,
    ),
    check('supplier_invoice_lines_not_negative', sql`${t.quantity} >= 0 and ${t.amount} >= 0`),
  ],
)

/** Changes of received costs, each booked in the ledger as a correction of the delivery. Rows are only added. */
export const supplier_invoice_costs = pgTable(
  'supplier_invoice_costs',
  {
    organization_id: tenant(),
    cost_id: uuid().notNull(),
    supplier_invoice_id: uuid().notNull(),
    line_number: integer().notNull(),
    purchase_order_id: uuid().notNull(),
    line_id: uuid().notNull(),
    delivery_id: uuid().notNull(),
    /** Units whose cost follows the invoice from here on; negative for those whose cost no longer does. */
    units: integer().notNull(),
    /** Change of their cost in the currency of the invoice. */
    difference: numeric({ precision: 24, scale: 10 }).notNull(),
    /** In the currency of the organisation: what was added to the value of stock, and the variance of units that had left. */
    stock_value: unitCost().notNull(),
    variance: unitCost().notNull(),
    booked_on: day().notNull(),
    booked_at: recordedNow(),
    actor: text().notNull(),
  },
  (t) => [
    primaryKey({ name: 'supplier_invoice_costs_pk', columns: [t.organization_id, t.cost_id] }),
    index('supplier_invoice_costs_by_invoice').on(t.organization_id, t.supplier_invoice_id),
    index('supplier_invoice_costs_by_order').on(t.organization_id, t.purchase_order_id),
    foreignKey({
      name: 'supplier_invoice_costs_invoice_fk',
      columns: [t.organization_id, t.supplier_invoice_id],
      foreignColumns: [supplier_invoices.organization_id, supplier_invoices.supplier_invoice_id],
    }),
    foreignKey({
      name: 'supplier_invoice_costs_delivery_fk',
      columns: [t.organization_id, t.delivery_id],
      foreignColumns: [purchase_order_deliveries.organization_id, purchase_order_deliveries.delivery_id],
    }),
  ],
)

/** What an invoice said before each correction. */
export const supplier_invoice_revisions = pgTable(
  'supplier_invoice_revisions',
  {
    organization_id: tenant(),
    supplier_invoice_id: uuid().notNull(),
    revision: integer().notNull(),
    /** Fields and lines as they were. */
    record: jsonb().$type<Record<string, unknown>>().notNull(),
    replaced_at: recordedNow(),
    replaced_by: text().notNull(),
  },
  (t) => [
    primaryKey({
      name: 'supplier_invoice_revisions_pk',
      columns: [t.organization_id, t.supplier_invoice_id, t.revision],
    }),
    foreignKey({
      name: 'supplier_invoice_revisions_invoice_fk',
      columns: [t.organization_id, t.supplier_invoice_id],
      foreignColumns: [supplier_invoices.organization_id, supplier_invoices.supplier_invoice_id],
    }),
  ],
)
