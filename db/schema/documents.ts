/**
 * Papers that leave the house: an order to its supplier, an inbound to a warehouse. What a paper says is frozen in the
 * transaction that decides to send it; a worker sends it and writes down each attempt.
 */
import { channelNames, documentStates } from '../../server/documents/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, isOneOf, organizationId, queueColumns, recordedNow } from './columns.ts'
import { organizations } from './organizations.ts'
import { purchase_orders } from './purchase_orders.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/**
 * A job of the queue. queued: to be sent at next_attempt_at, by whoever leases it. stored: nothing sends it, it is there
 * to be read and passed on. replaced: a newer paper of the order went the same way before this one left.
 */
export const outbound_documents = pgTable(
  'outbound_documents',
  {
    organization_id: tenant(),
    document_id: uuid().notNull(),
    channel: text({ enum: channelNames }).notNull(),
    purchase_order_id: uuid().notNull(),
    name: text().notNull(),
    /** Counts what the order's papers said: a paper that says the same as the one before bears the same number. */
    revision: integer().notNull(),
    state: text({ enum: documentStates }).notNull(),
    /** Who gets it, for a person. */
    recipient: text(),
    /** What is capped and starved together: one mail server, one gateway, one warehouse. */
    concurrency_key: text().notNull(),
    /** All that its channel needs to write the paper, and nothing that changes later. */
    payload: jsonb().$type<object>().notNull(),
    /** Of what the paper says. */
    fingerprint: text().notNull(),
    control_number: bigint({ mode: 'number' }),
    ...queueColumns(),
    /** When its signed address stops working. */
    expires_at: instant(),
    created_by: text().notNull(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'outbound_documents_pk', columns: [t.organization_id, t.document_id] }),
    index('outbound_documents_due_by_concurrency_key')
      .on(t.organization_id, t.concurrency_key, t.next_attempt_at)
      .where(sql`state = 'queued'`),
    index('outbound_documents_by_order').on(t.organization_id, t.purchase_order_id, t.channel, t.created_at.desc()),
    index('outbound_documents_newest').on(t.organization_id, t.created_at.desc(), t.document_id.desc()),
    foreignKey({
      name: 'outbound_documents_order_fk',
      columns: [t.organization_id, t.purchase_order_id],
      foreignColumns: [purchase_orders.organization_id, purchase_orders.purchase_order_id],
    }),
    check('outbound_documents_channel_known', isOneOf(t.channel, channelNames)),
    check('outbound_documents_state_known', isOneOf(t.state, documentStates)),
    check('outbound_documents_queued_is_due', sql`(${t.state} = 'queued') = (${t.next_attempt_at} is not null)`),
  ],
)

/** One attempt: what the other side answered, or why it could not be reached. */
export const outbound_attempts = pgTable(
  'outbound_attempts',
  {
    organization_id: tenant(),
    document_id: uuid().notNull(),
    attempt: integer().notNull(),
    started_at: instant().notNull(),
    duration_ms: integer().notNull(),
    outcome: text().notNull(),
    /** Of an HTTP answer or of a mail server's reply; null where there was none. */
    status: smallint(),
    /** The beginning of the answer, or the failure as data. */
    detail: text(),
  },
  (t) => [
    primaryKey({ name: 'outbound_attempts_pk', columns: [t.organization_id, t.document_id, t.attempt] }),
    foreignKey({
      name: 'outbound_attempts_document_fk',
      columns: [t.organization_id, t.document_id],
      foreignColumns: [outbound_documents.organization_id, outbound_documents.document_id],
    }),
    check('outbound_attempts_outcome_known', isOneOf(t.outcome, ['sent', 'failed'])),
  ],
)

/** The last number of an interchange to each partner; a number is taken in the transaction that writes the paper. */
export const edi_control_numbers = pgTable(
  'edi_control_numbers',
  {
    organization_id: tenant(),
    qualifier: text().notNull(),
    edi_id: text().notNull(),
    last_number: integer().notNull(),
  },
  (t) => [primaryKey({ name: 'edi_control_numbers_pk', columns: [t.organization_id, t.qualifier, t.edi_id] })],
)
