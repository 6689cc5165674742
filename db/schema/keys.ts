/** API keys, their allowances, idempotency keys and usage; uploaded files. */
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
import { bytes, instant, organizationId, recordedNow } from './columns.ts'
import { trading_partners } from './wholesale/accounts.ts'
import { organizations } from './organizations.ts'
import { user } from './sign_in.ts'

/** Only the SHA-256 of a key is stored; `hint` is its first characters, so that people can identify it. */
export const api_keys = pgTable(
  'api_keys',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    api_key_id: uuid().notNull(),
    key_hash: bytes().notNull(),
    hint: text().notNull(),
    label: text().notNull(),
    scopes: text().array().notNull(),
    /** Addresses and CIDR ranges; empty means any address. */
    allowed_addresses: text().array().notNull().default([]),
    trading_partner_id: uuid(),
    train: text().notNull(),
    minted_by: text().references(() => user.id, { onDelete: 'set null' }),
    minted_at: recordedNow(),
    expires_at: instant().notNull(),
    revoked_at: instant(),
    /** When a replaced key stops working; null if it was not replaced. */
    stops_at: instant(),
    replaced_by: uuid(),
  },
  (t) => [
    primaryKey({ name: 'api_keys_pk', columns: [t.organization_id, t.api_key_id] }),
    uniqueIndex('api_keys_by_hash').on(t.key_hash),
    foreignKey({
      name: 'api_keys_trading_partner_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
    foreignKey({
      name: 'api_keys_replaced_by_fk',
      columns: [t.organization_id, t.replaced_by],
      foreignColumns: [t.organization_id, t.api_key_id],
    }),
  ],
)

/**
 * The region of each key: written with the key and replicated to the other region. Revoking or stopping a key clears
 * `live`; `live_until` is the earlier of expiry and stop, so that an invalid key is unknown in the other region too.
 */
export const key_directory = pgTable('key_directory', {
  key_hash: bytes().primaryKey(),
  region: text().notNull(),
  live: boolean().notNull(),
  live_until: instant(),
})

/** Requests of a key per minute; UNLOGGED (see its migration), since a crash may lose a minute's count. */
export const allowances = pgTable(
  'allowances',
  {
    api_key_id: uuid().notNull(),
    minute: instant().notNull(),
    verb: text().notNull(),
    spent: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'allowances_pk', columns: [t.api_key_id, t.minute, t.verb] }),
    index('allowances_by_minute').on(t.minute),
  ],
)

/** The response of a write with an Idempotency-Key, stored in the write's own transaction. */
export const remembered_writes = pgTable(
  'remembered_writes',
  {
    organization_id: organizationId(),
    api_key_id: uuid().notNull(),
    idempotency_key: text().notNull(),
    operation: text().notNull(),
    fingerprint: bytes().notNull(),
    status: smallint().notNull(),
    answer: text().notNull(),
    first_seen_at: recordedNow(),
    forget_at: instant().notNull(),
  },
  (t) => [
    // A key can have two rows: a key-required write of the last 30 days, and any write of the last 24 hours.
    primaryKey({
      name: 'remembered_writes_pk',
      columns: [t.organization_id, t.api_key_id, t.idempotency_key, t.operation],
    }),
    foreignKey({
      name: 'remembered_writes_key_fk',
      columns: [t.organization_id, t.api_key_id],
      foreignColumns: [api_keys.organization_id, api_keys.api_key_id],
    }),
    index('remembered_writes_by_forget_at').on(t.forget_at),
  ],
)

/** The response of a user session's write with an Idempotency-Key; encrypted, since it can contain a secret. */
export const remembered_session_writes = pgTable(
  'remembered_session_writes',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    idempotency_key: text().notNull(),
    operation: text().notNull(),
    fingerprint: bytes().notNull(),
    status: smallint().notNull(),
    encrypted_answer: bytes().notNull(),
    first_seen_at: recordedNow(),
    forget_at: instant().notNull(),
  },
  (t) => [
    primaryKey({
      name: 'remembered_session_writes_pk',
      columns: [t.organization_id, t.user_id, t.idempotency_key],
    }),
    index('remembered_session_writes_by_forget_at').on(t.forget_at),
    index('remembered_session_writes_by_user').on(t.user_id),
  ],
)

/**
 * One row per call with a key, for the Usage view; kept 30 days. Written in batches while no request waits, with a single
 * index, since every call pays for its row.
 */
export const key_usage = pgTable(
  'key_usage',
  {
    organization_id: organizationId(),
    api_key_id: uuid().notNull(),
    request_id: uuid().notNull(),
    at: instant().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    operation: text(),
    status: smallint().notNull(),
    code: text(),
    duration_ms: integer().notNull(),
    address: text(),
  },
  (t) => [
    primaryKey({ name: 'key_usage_pk', columns: [t.organization_id, t.api_key_id, t.at, t.request_id] }),
    index('key_usage_by_at').using('brin', t.at),
    check('key_usage_duration_not_negative', sql`${t.duration_ms} >= 0`),
  ],
)

/** Files uploaded by a session; the bytes are in the file store under the same key. */
export const uploads = pgTable(
  'uploads',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    file_key: text().notNull(),
    file_name: text().notNull(),
    content_type: text().notNull(),
    byte_count: integer().notNull(),
    sha256: text().notNull(),
    uploaded_by: text().references(() => user.id, { onDelete: 'set null' }),
    uploaded_at: recordedNow(),
    /** When the one operation that read it was done with it: a job then deletes it. null: it stays for its retention. */
    served_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'uploads_pk', columns: [t.organization_id, t.file_key] }),
    index('uploads_by_time').on(t.uploaded_at),
  ],
)

/**
 * Uploads in progress. Each reserves its bytes before the first is stored and is replaced by a row of uploads at the end;
 * files left in the store by an interrupted process are found here after ends_at and deleted.
 */
export const staged_uploads = pgTable(
  'staged_uploads',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    file_key: text().notNull(),
    reserved_bytes: integer().notNull(),
    started_at: recordedNow(),
    ends_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'staged_uploads_pk', columns: [t.organization_id, t.file_key] }),
    index('staged_uploads_by_end').on(t.ends_at),
  ],
)
