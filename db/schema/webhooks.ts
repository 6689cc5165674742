/**
 * Webhooks. An event's body is stored in the transaction that causes it and does not change, with one delivery for each
 * subscription that was active then; the worker sends deliveries and records each attempt.
 */
import { sql } from 'drizzle-orm'
import {
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
import { bytes, instant, isOneOf, organizationId, queueColumns, recordedNow } from './columns.ts'
import { organizations } from './organizations.ts'
import { user } from './sign_in.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** One subscription: one event to one URL. Its secret is encrypted; see server/secrets/secret_box.ts. */
export const webhooks = pgTable(
  'webhooks',
  {
    organization_id: tenant(),
    webhook_id: uuid().notNull(),
    hook_url: text().notNull(),
    /** scheme://host:port of the URL; the unit of caps and fair shares. */
    endpoint: text().notNull(),
    event: text().notNull(),
    /** SHA-256 of the normalised URL; null if an older subscription has the same. */
    address_sha256: bytes(),
    is_active: boolean().notNull().default(true),
    /** Whether it receives events about history that an import brought. */
    include_imported: boolean().notNull().default(true),
    /** When it was deleted for callers; a job deletes its deliveries in batches, and then the row. */
    deleted_at: instant(),
    /** null: no secret has been created yet, and nothing is sent until then. */
    encrypted_secret: bytes(),
    created_by: text().references(() => user.id, { onDelete: 'set null' }),
    created_at: recordedNow(),
    secret_changed_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'webhooks_pk', columns: [t.organization_id, t.webhook_id] }),
    index('webhooks_live')
      .on(t.organization_id, t.event)
      .where(sql`is_active`),
    uniqueIndex('webhooks_by_event_and_address')
      .on(t.organization_id, t.event, t.address_sha256)
      .where(sql`deleted_at is null`),
    index('webhooks_deleted')
      .on(t.deleted_at)
      .where(sql`deleted_at is not null`),
    check('webhooks_deleted_is_silent', sql`${t.deleted_at} is null or not ${t.is_active}`),
  ],
)

export const webhook_events = pgTable(
  'webhook_events',
  {
    organization_id: tenant(),
    event_id: uuid().notNull(),
    event: text().notNull(),
    /** The exact bytes that are signed and sent, as text. */
    body: text().notNull(),
    occurred_at: recordedNow(),
  },
  (t) => [primaryKey({ name: 'webhook_events_pk', columns: [t.organization_id, t.event_id] })],
)

/** A job of the queue. waiting: sent at next_attempt_at by the worker that leases it. */
export const webhook_deliveries = pgTable(
  'webhook_deliveries',
  {
    organization_id: tenant(),
    delivery_id: uuid().notNull(),
    webhook_id: uuid().notNull(),
    event_id: uuid().notNull(),
    state: text().notNull().default('waiting'),
    is_test: boolean().notNull().default(false),
    ...queueColumns(),
    created_at: recordedNow(),
  },
  (t) => [
    primaryKey({ name: 'webhook_deliveries_pk', columns: [t.organization_id, t.delivery_id] }),
    index('webhook_deliveries_due_by_webhook')
      .on(t.organization_id, t.webhook_id, t.next_attempt_at)
      .where(sql`state = 'waiting'`),
    index('webhook_deliveries_by_webhook').on(
      t.organization_id,
      t.webhook_id,
      t.created_at.desc(),
      t.delivery_id.desc(),
    ),
    /** For reading the last ended and the oldest delivered delivery without those in between; written when one ends. */
    index('webhook_deliveries_ended')
      .on(t.organization_id, t.webhook_id, t.state, t.ended_at)
      .where(sql`ended_at is not null`),
    /** For finding the remaining deliveries of an event when it is deleted. */
    index('webhook_deliveries_by_event').on(t.organization_id, t.event_id),
    foreignKey({
      name: 'webhook_deliveries_webhook_fk',
      columns: [t.organization_id, t.webhook_id],
      foreignColumns: [webhooks.organization_id, webhooks.webhook_id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'webhook_deliveries_event_fk',
      columns: [t.organization_id, t.event_id],
      foreignColumns: [webhook_events.organization_id, webhook_events.event_id],
    }),
    check('webhook_deliveries_state_known', isOneOf(t.state, ['waiting', 'delivered', 'failed'])),
    check('webhook_deliveries_waiting_is_due', sql`(${t.state} = 'waiting') = (${t.next_attempt_at} is not null)`),
  ],
)

/** One attempt: the receiver's status and the beginning of its response, or the transport failure as data. */
export const webhook_attempts = pgTable(
  'webhook_attempts',
  {
    organization_id: tenant(),
    delivery_id: uuid().notNull(),
    attempt: integer().notNull(),
    started_at: instant().notNull(),
    duration_ms: integer().notNull(),
    address: text(),
    status: smallint(),
    failure: text(),
    answer: bytes(),
  },
  (t) => [
    primaryKey({ name: 'webhook_attempts_pk', columns: [t.organization_id, t.delivery_id, t.attempt] }),
    foreignKey({
      name: 'webhook_attempts_delivery_fk',
      columns: [t.organization_id, t.delivery_id],
      foreignColumns: [webhook_deliveries.organization_id, webhook_deliveries.delivery_id],
    }).onDelete('cascade'),
    check('webhook_attempts_one_outcome', sql`(${t.status} is null) <> (${t.failure} is null)`),
  ],
)
