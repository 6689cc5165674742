/** Credit notes: what an invoice no longer bills, by units that came back or never left, or by an agreed allowance. */
import { sql } from 'drizzle-orm'
import {
  bigint,
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
import {
  creditNoteKinds,
  creditNoteStates,
  invoiceLedgerStates,
  postingStates,
} from '../../../server/selling/known_values.ts'
import { variants } from '../catalogue.ts'
import { cents, day, instant, isOneOf, organizationId, queueColumns, recordedNow } from '../columns.ts'
import { locations, organizations } from '../organizations.ts'
import { sales_channels, trading_partners } from '../wholesale/accounts.ts'
import { accounting_connections } from './accounting.ts'
import { invoice_lines, invoices } from './fulfilments.ts'
import { return_lines, returns } from './returns.ts'
import { order_lines, sales_orders } from './sales_orders.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** Credits one invoice. It never changes, but can be cancelled, which counts back on its own day. */
export const credit_notes = pgTable(
  'credit_notes',
  {
    organization_id: tenant(),
    credit_note_id: uuid().notNull(),
    /** Without gaps within the organisation and the year; `name` is made of both. */
    credit_year: smallint().notNull(),
    credit_number: integer().notNull(),
    name: text().notNull(),
    kind: text({ enum: creditNoteKinds }).notNull(),
    state: text({ enum: creditNoteStates }).notNull(),
    invoice_id: bigint({ mode: 'number' }).notNull(),
    order_id: uuid().notNull(),
    trading_partner_id: uuid().notNull(),
    /** The return whose units it credits; null for other kinds. */
    return_id: bigint({ mode: 'number' }),
    /** The shipment that was voided; null for other kinds. */
    fulfilment_id: uuid(),
    currency: text().notNull(),
    reason: text().notNull(),
    issued_at: instant().notNull(),
    /** Sales fall on this day, unless the shipment was voided: then they left the day of the shipment. */
    issued_on: day().notNull(),
    /** Where it counts in sales: the channel of the order, and the location of the return, else of the first shipment. */
    sales_channel_id: uuid().notNull(),
    location_id: uuid().notNull(),
    /** As they were on file when it was issued. */
    parties: jsonb().$type<NonNullable<typeof invoices.$inferSelect.parties>>().notNull(),
    tax_cents: cents().notNull(),
    freight_cents: cents().notNull(),
    total_cents: cents().notNull(),
    ledger_state: text().notNull().default('not_connected'),
    ledger_name: text(),
    ledger_external_id: text(),
    ledger_external_url: text(),
    ledger_sentence: text(),
    ledger_posted_at: instant(),
    cancelled_at: instant(),
    cancelled_on: day(),
    cancelled_by: text(),
    cancel_reason: text(),
    created_by: text().notNull(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'credit_notes_pk', columns: [t.organization_id, t.credit_note_id] }),
    uniqueIndex('credit_notes_by_number').on(t.organization_id, t.credit_year, t.credit_number),
    index('credit_notes_newest').on(t.organization_id, t.issued_at, t.credit_note_id),
    index('credit_notes_by_invoice').on(t.organization_id, t.invoice_id),
    index('credit_notes_by_order').on(t.organization_id, t.order_id),
    index('credit_notes_by_account').on(t.organization_id, t.trading_partner_id, t.issued_at),
    index('credit_notes_by_return').on(t.organization_id, t.return_id),
    index('credit_notes_by_day').on(t.organization_id, t.issued_on, t.credit_note_id),
    index('credit_notes_by_cancelled_day')
      .on(t.organization_id, t.cancelled_on, t.credit_note_id)
      .where(sql`cancelled_on is not null`),
    foreignKey({
      name: 'credit_notes_invoice_fk',
      columns: [t.organization_id, t.invoice_id],
      foreignColumns: [invoices.organization_id, invoices.invoice_id],
    }),
    foreignKey({
      name: 'credit_notes_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    foreignKey({
      name: 'credit_notes_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
    foreignKey({
      name: 'credit_notes_return_fk',
      columns: [t.organization_id, t.return_id],
      foreignColumns: [returns.organization_id, returns.return_id],
    }),
    foreignKey({
      name: 'credit_notes_channel_fk',
      columns: [t.organization_id, t.sales_channel_id],
      foreignColumns: [sales_channels.organization_id, sales_channels.sales_channel_id],
    }),
    foreignKey({
      name: 'credit_notes_location_fk',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.location_id],
    }),
    check('credit_notes_kind_known', isOneOf(t.kind, creditNoteKinds)),
    check('credit_notes_state_known', isOneOf(t.state, creditNoteStates)),
    check('credit_notes_ledger_state_known', isOneOf(t.ledger_state, invoiceLedgerStates)),
    check('credit_notes_number_positive', sql`${t.credit_number} > 0`),
    check('credit_notes_of_a_return', sql`(${t.kind} = 'return') = (${t.return_id} is not null)`),
    check('credit_notes_of_a_void', sql`(${t.kind} = 'void') = (${t.fulfilment_id} is not null)`),
    check('credit_notes_money_not_negative', sql`${t.tax_cents} >= 0 and ${t.freight_cents} >= 0`),
    check('credit_notes_credit_something', sql`${t.total_cents} > 0 or ${t.kind} <> 'allowance'`),
    check(
      'credit_notes_cancelled_when',
      sql`(${t.state} = 'cancelled') = (${t.cancelled_at} is not null)
        and (${t.cancelled_at} is null) = (${t.cancelled_on} is null)
        and (${t.cancelled_at} is null) = (${t.cancelled_by} is null)
        and (${t.cancelled_at} is null) = (${t.cancel_reason} is null)`,
    ),
  ],
)

/** What of one line of the invoice is credited: units at their agreed price, or an amount alone. */
export const credit_note_lines = pgTable(
  'credit_note_lines',
  {
    organization_id: tenant(),
    credit_note_id: uuid().notNull(),
    line_number: integer().notNull(),
    invoice_id: bigint({ mode: 'number' }).notNull(),
    invoice_line_number: integer().notNull(),
    order_line_id: uuid().notNull(),
    variant_id: uuid().notNull(),
    return_id: bigint({ mode: 'number' }),
    return_line_id: uuid(),
    /** 0 for an allowance. */
    quantity: integer().notNull(),
    /** The agreed price of the invoice; null for an allowance. */
    unit_price_cents: cents(),
    /** Discount and allowances that these units had before; amount_cents is without them. */
    discount_cents: cents().notNull().default(0),
    amount_cents: cents().notNull(),
    /** Share of the tax of the credit note. */
    tax_cents: cents().notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'credit_note_lines_pk', columns: [t.organization_id, t.credit_note_id, t.line_number] }),
    index('credit_note_lines_by_invoice_line').on(t.organization_id, t.invoice_id, t.invoice_line_number),
    index('credit_note_lines_by_order_line').on(t.organization_id, t.order_line_id),
    index('credit_note_lines_by_return_line').on(t.organization_id, t.return_id, t.return_line_id),
    foreignKey({
      name: 'credit_note_lines_credit_note_fk',
      columns: [t.organization_id, t.credit_note_id],
      foreignColumns: [credit_notes.organization_id, credit_notes.credit_note_id],
    }),
    foreignKey({
      name: 'credit_note_lines_invoice_line_fk',
      columns: [t.organization_id, t.invoice_id, t.invoice_line_number],
      foreignColumns: [invoice_lines.organization_id, invoice_lines.invoice_id, invoice_lines.line_number],
    }),
    foreignKey({
      name: 'credit_note_lines_order_line_fk',
      columns: [t.organization_id, t.order_line_id],
      foreignColumns: [order_lines.organization_id, order_lines.line_id],
    }),
    foreignKey({
      name: 'credit_note_lines_variant_fk',
      columns: [t.organization_id, t.variant_id],
      foreignColumns: [variants.organization_id, variants.variant_id],
    }),
    foreignKey({
      name: 'credit_note_lines_return_line_fk',
      columns: [t.organization_id, t.return_id, t.return_line_id],
      foreignColumns: [return_lines.organization_id, return_lines.return_id, return_lines.line_id],
    }),
    check('credit_note_lines_return_line_is_whole', sql`(${t.return_id} is null) = (${t.return_line_id} is null)`),
    check(
      'credit_note_lines_not_negative',
      sql`${t.quantity} >= 0 and ${t.amount_cents} >= 0 and ${t.tax_cents} >= 0 and ${t.discount_cents} >= 0`,
    ),
    check(
      'credit_note_lines_amount',
      sql`case when ${t.quantity} = 0 then ${t.unit_price_cents} is null and ${t.discount_cents} = 0
        else ${t.unit_price_cents} is not null
          and ${t.amount_cents} = ${t.quantity} * ${t.unit_price_cents} - ${t.discount_cents} end`,
    ),
  ],
)

/** A job of the queue, as invoice_postings: cancelling a credit note raises the revision and queues it again. */
export const credit_note_postings = pgTable(
  'credit_note_postings',
  {
    organization_id: tenant(),
    credit_note_id: uuid().notNull(),
    accounting_connection_id: uuid().notNull(),
    revision: integer().notNull(),
    state: text().notNull(),
    ...queueColumns(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'credit_note_postings_pk', columns: [t.organization_id, t.credit_note_id] }),
    index('credit_note_postings_due_by_connection')
      .on(t.organization_id, t.accounting_connection_id, t.next_attempt_at)
      .where(sql`state = 'queued'`),
    foreignKey({
      name: 'credit_note_postings_credit_note_fk',
      columns: [t.organization_id, t.credit_note_id],
      foreignColumns: [credit_notes.organization_id, credit_notes.credit_note_id],
    }),
    foreignKey({
      name: 'credit_note_postings_connection_fk',
      columns: [t.organization_id, t.accounting_connection_id],
      foreignColumns: [accounting_connections.organization_id, accounting_connections.accounting_connection_id],
    }),
    check('credit_note_postings_state_known', isOneOf(t.state, postingStates)),
    check('credit_note_postings_revision_positive', sql`${t.revision} > 0`),
    check('credit_note_postings_queued_is_due', sql`(${t.state} = 'queued') = (${t.next_attempt_at} is not null)`),
  ],
)

/** One attempt: the response of the accounting system, or why it could not be reached. */
export const credit_note_posting_attempts = pgTable(
  'credit_note_posting_attempts',
  {
    organization_id: tenant(),
    credit_note_id: uuid().notNull(),
    attempt: integer().notNull(),
    revision: integer().notNull(),
    started_at: instant().notNull(),
    duration_ms: integer().notNull(),
    is_posted: boolean().notNull(),
    /** Status of the HTTP response; null if there was none. */
    status: smallint(),
    /** The beginning of the response, or the failure as data. */
    detail: text(),
  },
  (t) => [
    primaryKey({ name: 'credit_note_posting_attempts_pk', columns: [t.organization_id, t.credit_note_id, t.attempt] }),
    foreignKey({
      name: 'credit_note_posting_attempts_posting_fk',
      columns: [t.organization_id, t.credit_note_id],
      foreignColumns: [credit_note_postings.organization_id, credit_note_postings.credit_note_id],
    }),
  ],
)
