/**
 * Documents sent to suppliers and warehouses: orders and inbounds. A document's content is stored in the transaction that
 * decides to send it and does not change; a worker sends it and records each attempt.
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
 * A job of the queue. queued: sent at next_attempt_at by the worker that leases it. stored: not sent, but available for
 * people to pass on. replaced: a newer document of the order took the same channel before this one was sent.
 */
export const outbound_documents = pgTable(
  'outbound_documents',
  {
    organization_id: tenant(),
    document_id: uuid().notNull(),
    channel: text({ enum: channelNames }).notNull(),
    purchase_order_id: uuid().notNull(),
    name: text().notNull(),
    /** Revision of the order's content: a document with the same content as the one before has the same number. */
    revision: integer().notNull(),
    state: text({ enum: documentStates }).notNull(),
    /** Recipient, as shown to people. */
    recipient: text(),
    /** The unit of caps and fair shares: one mail server, one gateway, one warehouse. */
    concurrency_key: text().notNull(),
    /** Everything that the channel needs to produce the document; never changes. */
    payload: jsonb().$type<object>().notNull(),
    /** Hash of the content. */
    fingerprint: text().notNull(),
    control_number: bigint({ mode: 'number' }),
    ...queueColumns(),
    /** When its signed URL expires. */
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

/** One attempt: the recipient's response, or why it could not be reached. */
export const outbound_attempts = pgTable(
  'outbound_attempts',
  {
    organization_id: tenant(),
    document_id: uuid().notNull(),
    attempt: integer().notNull(),
    started_at: instant().notNull(),
    duration_ms: integer().notNull(),
    outcome: text().notNull(),
    /** Status of the HTTP response or the mail server's reply; null if there was none. */
    status: smallint(),
    /** The beginning of the response, or the failure as data. */
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

/** The last interchange number used for each partner; taken in the transaction that writes the document. */
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
