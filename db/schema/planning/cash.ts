/** Payments to suppliers, and what the cash gate needs beyond orders and plans: balance, floor and scenarios. */
import { supplierPaymentKinds } from '../../../server/planning/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { cents, day, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { purchase_orders } from '../purchase_orders.ts'
import { suppliers } from '../suppliers.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

export const supplier_payments = pgTable(
  'supplier_payments',
  {
    organization_id: tenant(),
    payment_id: uuid().notNull(),
    supplier_id: uuid().notNull(),
    /** Null for a payment on account; a trigger clears it when the order is deleted. */
    purchase_order_id: uuid(),
    kind: text({ enum: supplierPaymentKinds }).notNull(),
    amount_cents: cents().notNull(),
    currency: text().notNull(),
    paid_on: day().notNull(),
    reference: text(),
    created_by: text().notNull(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'supplier_payments_pk', columns: [t.organization_id, t.payment_id] }),
    index('supplier_payments_newest').on(t.organization_id, t.paid_on.desc(), t.payment_id.desc()),
    index('supplier_payments_by_supplier').on(t.organization_id, t.supplier_id, t.paid_on),
    index('supplier_payments_by_order').on(t.organization_id, t.purchase_order_id),
    foreignKey({
      name: 'supplier_payments_supplier_fk',
      columns: [t.organization_id, t.supplier_id],
      foreignColumns: [suppliers.organization_id, suppliers.supplier_id],
    }),
    foreignKey({
      name: 'supplier_payments_order_fk',
      columns: [t.organization_id, t.purchase_order_id],
      foreignColumns: [purchase_orders.organization_id, purchase_orders.purchase_order_id],
    }),
    check('supplier_payments_kind_known', isOneOf(t.kind, supplierPaymentKinds)),
    check('supplier_payments_positive', sql`${t.amount_cents} > 0`),
  ],
)

/** Without a row, balance and floor are not set. */
export const cash_settings = pgTable(
  'cash_settings',
  {
    organization_id: organizationId()
      .primaryKey()
      .references(() => organizations.organization_id),
    /** Currency of the amounts. */
    currency: text().notNull(),
    opening_balance_cents: cents(),
    opening_balance_on: day(),
    cash_floor_cents: cents(),
    /** Deliveries and deposits before this day count as paid. */
    payables_since: day(),
    updated_by: text().notNull(),
    updated_at: recordedNow(),
  },
  (t) => [
    check(
      'cash_settings_balance_has_a_day',
      sql`(${t.opening_balance_cents} is null) = (${t.opening_balance_on} is null)`,
    ),
  ],
)

export const cash_scenarios = pgTable(
  'cash_scenarios',
  {
    organization_id: tenant(),
    scenario_id: uuid().notNull(),
    name: text().notNull(),
    delay_receipts_weeks: integer().notNull(),
    open_buy_cuts: jsonb().$type<{ category_id: string | null; cut_bp: number }[]>().notNull(),
    group_terms: jsonb().$type<{ group_key: string; terms_days: number }[]>().notNull(),
    created_by: text().notNull(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'cash_scenarios_pk', columns: [t.organization_id, t.scenario_id] }),
    uniqueIndex('cash_scenarios_by_name').on(t.organization_id, sql`lower(${t.name})`),
    check('cash_scenarios_delay', sql`${t.delay_receipts_weeks} between 0 and 52`),
  ],
)
