/** The connection to an organisation's accounting system, and the postings of invoices over it. */
import { postingStates } from '../../../server/selling/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, instant, isOneOf, organizationId, queueColumns, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { user } from '../sign_in.ts'
import { invoices } from './fulfilments.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** The endpoint of an accounting system. Its token is encrypted; see server/secrets/secret_box.ts. */
export const accounting_connections = pgTable(
  'accounting_connections',
  {
    organization_id: tenant(),
    accounting_connection_id: uuid().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    encrypted_token: bytes().notNull(),
    is_active: boolean().notNull().default(true),
    created_by: text().references(() => user.id, { onDelete: 'set null' }),
    created_at: recordedNow(),
    deactivated_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'accounting_connections_pk', columns: [t.organization_id, t.accounting_connection_id] }),
    uniqueIndex('accounting_connections_one_active')
      .on(t.organization_id)
      .where(sql`is_active`),
    check('accounting_connections_active_or_ended', sql`${t.is_active} = (${t.deactivated_at} is null)`),
  ],
)

/**
 * The address at which payments recorded in the accounting system are read: a job of the queue that never ends, deleted
 * with its connection's activity. The cursor is the system's own; null before the first page.
 */
export const accounting_payment_feeds = pgTable(
  'accounting_payment_feeds',
  {
    organization_id: tenant(),
    accounting_connection_id: uuid().notNull(),
    url: text().notNull(),
    cursor: text(),
    state: text().notNull(),
    ...queueColumns(),
    last_read_at: instant(),
    /** Why the last attempt failed; null if it did not. */
    fault: text(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'accounting_payment_feeds_pk', columns: [t.organization_id, t.accounting_connection_id] }),
    index('accounting_payment_feeds_due')
      .on(t.organization_id, t.accounting_connection_id, t.next_attempt_at)
      .where(sql`state = 'polled'`),
    foreignKey({
      name: 'accounting_payment_feeds_connection_fk',
      columns: [t.organization_id, t.accounting_connection_id],
      foreignColumns: [accounting_connections.organization_id, accounting_connections.accounting_connection_id],
    }),
    check('accounting_payment_feeds_state_known', isOneOf(t.state, ['polled'])),
    check('accounting_payment_feeds_polled_is_due', sql`(${t.state} = 'polled') = (${t.next_attempt_at} is not null)`),
  ],
)

/**
 * A job of the queue: one for each invoice that is posted. Voiding an invoice raises the revision and queues it again,
 * so that the accounting system always gets the newest state and can ignore an older one.
 */
export const invoice_postings = pgTable(
  'invoice_postings',
  {
    organization_id: tenant(),
    invoice_id: bigint({ mode: 'number' }).notNull(),
    accounting_connection_id: uuid().notNull(),
    revision: integer().notNull(),
    state: text().notNull(),
    ...queueColumns(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'invoice_postings_pk', columns: [t.organization_id, t.invoice_id] }),
    index('invoice_postings_due_by_connection')
      .on(t.organization_id, t.accounting_connection_id, t.next_attempt_at)
      .where(sql`state = 'queued'`),
    foreignKey({
      name: 'invoice_postings_invoice_fk',
      columns: [t.organization_id, t.invoice_id],
      foreignColumns: [invoices.organization_id, invoices.invoice_id],
    }),
    foreignKey({
      name: 'invoice_postings_connection_fk',
      columns: [t.organization_id, t.accounting_connection_id],
      foreignColumns: [accounting_connections.organization_id, accounting_connections.accounting_connection_id],
    }),
    check('invoice_postings_state_known', isOneOf(t.state, postingStates)),
    check('invoice_postings_revision_positive', sql`${t.revision} > 0`),
    check('invoice_postings_queued_is_due', sql`(${t.state} = 'queued') = (${t.next_attempt_at} is not null)`),
  ],
)

/** One attempt: the response of the accounting system, or why it could not be reached. */
export const invoice_posting_attempts = pgTable(
  'invoice_posting_attempts',
  {
    organization_id: tenant(),
    invoice_id: bigint({ mode: 'number' }).notNull(),
    attempt: integer().notNull(),
    revision: integer().notNull(),
    started_at: instant().notNull(),
    duration_ms: integer().notNull(),
    outcome: text().notNull(),
    /** Status of the HTTP response; null if there was none. */
    status: smallint(),
    /** The beginning of the response, or the failure as data. */
    detail: text(),
  },
  (t) => [
    primaryKey({ name: 'invoice_posting_attempts_pk', columns: [t.organization_id, t.invoice_id, t.attempt] }),
    foreignKey({
      name: 'invoice_posting_attempts_posting_fk',
      columns: [t.organization_id, t.invoice_id],
      foreignColumns: [invoice_postings.organization_id, invoice_postings.invoice_id],
    }),
    check('invoice_posting_attempts_outcome_known', isOneOf(t.outcome, ['posted', 'failed'])),
  ],
)
