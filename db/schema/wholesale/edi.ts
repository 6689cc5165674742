/** X12 interchanges traded with accounts, and the documents in them. */
import {
  connectionStates,
  connectionTransports,
  ediDirections,
  ediDocumentStates,
  ediNetworks,
  interchangeStates,
} from '../../../server/interchanges/known_values.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, day, instant, isOneOf, organizationId, queueColumns, recordedNow } from '../columns.ts'
import { organizations } from '../organizations.ts'
import { credit_notes } from '../selling/credit_notes.ts'
import { invoices } from '../selling/fulfilments.ts'
import { sales_orders } from '../selling/sales_orders.ts'
import { trading_partners } from './accounts.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** An interchange as it travelled, to the byte. An inbound one is a job of the queue until it is read. */
export const edi_interchanges = pgTable(
  'edi_interchanges',
  {
    organization_id: tenant(),
    interchange_id: uuid().notNull(),
    direction: text({ enum: ediDirections }).notNull(),
    /** null where no account has the sender's identity. */
    trading_partner_id: uuid(),
    state: text({ enum: interchangeStates }).notNull(),
    sentence: text().notNull(),
    /** As written in ISA; null where it cannot be read. */
    sender: text(),
    receiver: text(),
    control_number: bigint({ mode: 'number' }),
    /** The text, in Latin-1; personal data of consumers is blanked before it is stored. */
    content: bytes().notNull(),
    /** When the bytes were erased, at the end of their retention; null while `content` has them. */
    content_erased_at: instant(),
    /** The bytes as they arrived, encrypted, of what cannot be read; null once it is decided on or expired. */
    arrived_content: bytes(),
    /** When it had been read and acknowledged, where documents of it are read again: they are acknowledged once. */
    read_at: instant(),
    /** SHA-256 of the bytes as they travelled; it stays, so that a duplicate is recognised at any time. */
    content_hash: bytes().notNull(),
    file_name: text(),
    ...queueColumns(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'edi_interchanges_pk', columns: [t.organization_id, t.interchange_id] }),
    index('edi_interchanges_due_by_account')
      .on(t.organization_id, t.trading_partner_id, t.next_attempt_at)
      .where(sql`state = 'received'`),
    index('edi_interchanges_by_number').on(t.organization_id, t.sender, t.receiver, t.control_number),
    index('edi_interchanges_with_content')
      .on(t.organization_id, t.created_at)
      .where(sql`content_erased_at is null`),
    index('edi_interchanges_as_arrived')
      .on(t.organization_id, t.created_at)
      .where(sql`arrived_content is not null`),
    index('edi_interchanges_newest').on(t.organization_id, t.created_at.desc(), t.interchange_id.desc()),
    foreignKey({
      name: 'edi_interchanges_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
    check('edi_interchanges_direction_known', isOneOf(t.direction, ediDirections)),
    check('edi_interchanges_state_known', isOneOf(t.state, interchangeStates)),
    check('edi_interchanges_received_is_due', sql`(${t.state} = 'received') = (${t.next_attempt_at} is not null)`),
  ],
)

/** Counts EDI documents over all organisations. */
export const ediDocumentNumbers = pgSequence('edi_document_numbers')

/**
 * One document of an account. An outbound one is a job of the queue: its record is frozen in the transaction that
 * decides to send it; the worker numbers its interchange, writes it once, and sends the same bytes on every attempt.
 */
export const edi_documents = pgTable(
  'edi_documents',
  {
    organization_id: tenant(),
    /** Public id: a trigger makes it of the next number of edi_document_numbers. */
    document_id: bigint({ mode: 'number' }).notNull(),
    /** X12 number. */
    document_type: text().notNull(),
    direction: text({ enum: ediDirections }).notNull(),
    state: text({ enum: ediDocumentStates }).notNull(),
    sentence: text().notNull(),
    network: text({ enum: ediNetworks }).notNull(),
    trading_partner_id: uuid().notNull(),
    order_id: uuid(),
    invoice_id: bigint({ mode: 'number' }),
    /** The credit note that an 810 of kind credit memo is; invoice_id is then null. */
    credit_note_id: uuid(),
    /** null until its interchange is written. */
    interchange_id: uuid(),
    group_control_number: text(),
    /** Control number of the transaction set. */
    set_control_number: text(),
    /**
     * Content of an outbound document, as its mapping takes it; null for inbound ones, and after its retention ends.
     */
    record: jsonb().$type<object>(),
    /** The document in whose place this one was made again, and why; null if it was not. */
    corrects_document_id: bigint({ mode: 'number' }),
    correction_reason: text(),
    /** What of an inbound document is not understood; null if nothing. */
    problems: jsonb().$type<object[]>(),
    /** What of an inbound change or remittance advice later ones are compared with; null of any other document. */
    facts: jsonb().$type<object>(),
    ...queueColumns(),
    received_at: instant(),
    sent_at: instant(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'edi_documents_pk', columns: [t.organization_id, t.document_id] }),
    index('edi_documents_due_by_account')
      .on(t.organization_id, t.trading_partner_id, t.next_attempt_at)
      .where(sql`state = 'queued'`),
    index('edi_documents_newest').on(t.organization_id, t.created_at.desc(), t.document_id.desc()),
    index('edi_documents_by_account').on(t.organization_id, t.trading_partner_id, t.created_at.desc()),
    index('edi_documents_by_order').on(t.organization_id, t.order_id),
    index('edi_documents_by_invoice').on(t.organization_id, t.invoice_id),
    index('edi_documents_by_credit_note')
      .on(t.organization_id, t.credit_note_id)
      .where(sql`credit_note_id is not null`),
    // An acknowledgement names the group of what it acknowledges.
    index('edi_documents_by_group')
      .on(t.organization_id, t.trading_partner_id, t.group_control_number)
      .where(sql`direction = 'outbound'`),
    index('edi_documents_with_record')
      .on(t.organization_id, t.created_at)
      .where(sql`record is not null or problems is not null`),
    uniqueIndex('edi_documents_in_interchange').on(
      t.organization_id,
      t.interchange_id,
      t.group_control_number,
      t.set_control_number,
    ),
    foreignKey({
      name: 'edi_documents_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
    foreignKey({
      name: 'edi_documents_order_fk',
      columns: [t.organization_id, t.order_id],
      foreignColumns: [sales_orders.organization_id, sales_orders.order_id],
    }),
    foreignKey({
      name: 'edi_documents_invoice_fk',
      columns: [t.organization_id, t.invoice_id],
      foreignColumns: [invoices.organization_id, invoices.invoice_id],
    }),
    foreignKey({
      name: 'edi_documents_credit_note_fk',
      columns: [t.organization_id, t.credit_note_id],
      foreignColumns: [credit_notes.organization_id, credit_notes.credit_note_id],
    }),
    uniqueIndex('edi_documents_by_corrected').on(t.organization_id, t.corrects_document_id),
    foreignKey({
      name: 'edi_documents_corrected_fk',
      columns: [t.organization_id, t.corrects_document_id],
      foreignColumns: [t.organization_id, t.document_id],
    }),
    foreignKey({
      name: 'edi_documents_interchange_fk',
      columns: [t.organization_id, t.interchange_id],
      foreignColumns: [edi_interchanges.organization_id, edi_interchanges.interchange_id],
    }),
    check('edi_documents_direction_known', isOneOf(t.direction, ediDirections)),
    check('edi_documents_state_known', isOneOf(t.state, ediDocumentStates)),
    check('edi_documents_network_known', isOneOf(t.network, ediNetworks)),
    check('edi_documents_queued_is_due', sql`(${t.state} = 'queued') = (${t.next_attempt_at} is not null)`),
  ],
)

/**
 * Transport of interchanges between an account and the organisation, if they are not stored for a person. A connection
 * that is polled is a job of the queue that never ends: each attempt fetches what has arrived.
 */
export const edi_connections = pgTable(
  'edi_connections',
  {
    organization_id: tenant(),
    trading_partner_id: uuid().notNull(),
    transport: text({ enum: connectionTransports }).notNull(),
    /** As transports/settings.ts declares them. */
    settings: jsonb().$type<object>().notNull(),
    /** Token, password or private key, encrypted for the account's id; null without one. */
    encrypted_secret: bytes(),
    state: text({ enum: connectionStates }).notNull(),
    ...queueColumns(),
    last_polled_at: instant(),
    /** Why the last attempt failed; null if it did not. */
    fault: text(),
    created_at: recordedNow(),
    updated_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'edi_connections_pk', columns: [t.organization_id, t.trading_partner_id] }),
    index('edi_connections_due')
      .on(t.organization_id, t.trading_partner_id, t.next_attempt_at)
      .where(sql`state = 'polled'`),
    foreignKey({
      name: 'edi_connections_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
    check('edi_connections_transport_known', isOneOf(t.transport, connectionTransports)),
    check('edi_connections_state_known', isOneOf(t.state, connectionStates)),
    check('edi_connections_polled_is_due', sql`(${t.state} = 'polled') = (${t.next_attempt_at} is not null)`),
  ],
)

/** A week for which an account got its inventory advice, so that it gets one a week. */
export const edi_inventory_advices = pgTable(
  'edi_inventory_advices',
  {
    organization_id: tenant(),
    trading_partner_id: uuid().notNull(),
    /** Monday of the week in the organisation's time zone. */
    week_start: day().notNull(),
  },
  (t) => [
    primaryKey({
      name: 'edi_inventory_advices_pk',
      columns: [t.organization_id, t.trading_partner_id, t.week_start],
    }),
    index('edi_inventory_advices_by_week').on(t.week_start),
    foreignKey({
      name: 'edi_inventory_advices_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
  ],
)
