/** Money received from accounts and for consumer orders, and what it pays. Rows are corrected by counter-rows. */
import { sql } from 'drizzle-orm'
import {
  bigint,
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
import { allocationCauses, paymentMethods } from '../../../server/selling/payments/known_values.ts'
import { cents, day, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { trading_partners } from '../wholesale/accounts.ts'
import { invoices } from './fulfilments.ts'
import { sales_orders } from './sales_orders.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/**
 * Never changes; a payment that was recorded in error, or that the bank took back, is reversed by a negative one. Money that went
 * back to the payer is a negative one, too, and its reversal a positive one.
 */
export const customer_payments = pgTable(
  'customer_payments',
  {
    organization_id: tenant(),
    customer_payment_id: uuid().notNull(),
    /** Who paid: an account, or the customer of a consumer order. */
    trading_partner_id: uuid(),
    order_id: uuid(),
    /** Negative for the reversal of a payment, and for a payout. */
    amount_cents: cents().notNull(),
    currency: text().notNull(),
    paid_on: day().notNull(),
    method: text({ enum: paymentMethods }).notNull(),
    reference: text(),
    /** Its id elsewhere: an import or request, or an accounting system. */
    external_id: text(),
    /** How often a payment of its external id was recorded, and reversed, before it. */
    recorded_again: integer().notNull().default(0),
    reverses_payment_id: uuid(),
    /** Of a payout and of its reversal: the payment whose unallocated money it is. */
    pays_out_payment_id: uuid(),
    /** Why it was reversed or paid out. */
    reason: text(),
    created_by: text().notNull(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'customer_payments_pk', columns: [t.organization_id, t.customer_payment_id] }),
    uniqueIndex('customer_payments_by_external_id').on(t.organization_id, t.external_id, t.recorded_again),
    uniqueIndex('customer_payments_reversed_once').on(t.organization_id, t.reverses_payment_id),
    index('customer_payments_newest').on(t.organization_id, t.paid_on.desc(), t.customer_payment_id.desc()),
    index('customer_payments_by_account').on(t.organization_id, t.trading_partner_id, t.paid_on),
    index('customer_payments_by_paid_out').on(t.organization_id, t.pays_out_payment_id),
    index('customer_payments_by_order').on(t.organization_id, t.order_id),
    foreignKey({
      name: 'customer_payments_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
    foreignKey({
      name: 'customer_payments_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    foreignKey({
      name: 'customer_payments_reversed_fk',
      columns: [t.organization_id, t.reverses_payment_id],
      foreignColumns: [t.organization_id, t.customer_payment_id],
    }),
    foreignKey({
      name: 'customer_payments_paid_out_fk',
      columns: [t.organization_id, t.pays_out_payment_id],
      foreignColumns: [t.organization_id, t.customer_payment_id],
    }),
    check('customer_payments_have_a_payer', sql`(${t.trading_partner_id} is null) <> (${t.order_id} is null)`),
    check('customer_payments_method_known', isOneOf(t.method, paymentMethods)),
    check(
      'customer_payments_signed',
      sql`case when (${t.reverses_payment_id} is null) = (${t.pays_out_payment_id} is null) then ${t.amount_cents} > 0
        else ${t.amount_cents} < 0 end`,
    ),
    check(
      'customer_payments_reversed_why',
      sql`(${t.reverses_payment_id} is null and ${t.pays_out_payment_id} is null) = (${t.reason} is null)`,
    ),
  ],
)

/** What of a payment pays an invoice, or an order before its invoice; the sum of its rows is what it pays now. */
export const payment_allocations = pgTable(
  'payment_allocations',
  {
    organization_id: tenant(),
    allocation_id: uuid().notNull(),
    customer_payment_id: uuid().notNull(),
    /** The order, or the order of the invoice. */
    order_id: uuid().notNull(),
    /** Null for money on the order itself. */
    invoice_id: bigint({ mode: 'number' }),
    /** Negative where money is freed. */
    amount_cents: cents().notNull(),
    cause: text({ enum: allocationCauses }).notNull(),
    reason: text(),
    /** Not before the payment, nor before the invoice. */
    allocated_on: day().notNull(),
    created_by: text().notNull(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'payment_allocations_pk', columns: [t.organization_id, t.allocation_id] }),
    index('payment_allocations_by_payment').on(t.organization_id, t.customer_payment_id),
    index('payment_allocations_by_invoice').on(t.organization_id, t.invoice_id),
    index('payment_allocations_by_order').on(t.organization_id, t.order_id),
    foreignKey({
      name: 'payment_allocations_payment_fk',
      columns: [t.organization_id, t.customer_payment_id],
      foreignColumns: [customer_payments.organization_id, customer_payments.customer_payment_id],
    }),
    foreignKey({
      name: 'payment_allocations_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    foreignKey({
      name: 'payment_allocations_invoice_fk',
      columns: [t.organization_id, t.invoice_id],
      foreignColumns: [invoices.organization_id, invoices.invoice_id],
    }),
    check('payment_allocations_cause_known', isOneOf(t.cause, allocationCauses)),
    check('payment_allocations_move_something', sql`${t.amount_cents} <> 0`),
  ],
)
