/** The tables of better-auth, with its own column names. Our own tables reference user.id only. */
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, instant, recordedNow } from './columns.ts'

const at = () => timestamp({ withTimezone: true, mode: 'date' })

export const user = pgTable('user', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  /** Set once a code of the authenticator app was verified. */
  twoFactorEnabled: boolean().notNull().default(false),
  createdAt: at().notNull().defaultNow(),
  updatedAt: at().notNull().defaultNow(),
})

export const session = pgTable(
  'session',
  {
    id: text().primaryKey(),
    expiresAt: at().notNull(),
    token: text().notNull().unique(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
    ipAddress: text(),
    userAgent: text(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
  },
  (t) => [index('session_by_user').on(t.userId)],
)

export const account = pgTable(
  'account',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: at(),
    refreshTokenExpiresAt: at(),
    scope: text(),
    password: text(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [index('account_by_user').on(t.userId)],
)

export const verification = pgTable(
  'verification',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: at().notNull(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [index('verification_by_identifier').on(t.identifier)],
)

/** Second factors: the secret of the authenticator app and the recovery codes, both encrypted by better-auth. */
export const twoFactor = pgTable(
  'two_factor',
  {
    id: text().primaryKey(),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    verified: boolean().notNull().default(true),
    failedVerificationCount: integer().notNull().default(0),
    lockedUntil: at(),
  },
  (t) => [uniqueIndex('two_factor_by_user').on(t.userId)],
)

/** Codes of authenticator apps that were accepted, kept for as long as they could be accepted again. */
export const used_totp_codes = pgTable(
  'used_totp_codes',
  {
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    code: text().notNull(),
    used_at: recordedNow(),
  },
  (t) => [primaryKey({ name: 'used_totp_codes_pk', columns: [t.user_id, t.code] })],
)

/** Sign-in attempts, by IP address and by a hash of the e-mail; UNLOGGED, since a crash may lose a minute's count. */
export const sign_in_attempts = pgTable(
  'sign_in_attempts',
  {
    subject: text().notNull(),
    minute: instant().notNull(),
    attempts: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'sign_in_attempts_pk', columns: [t.subject, t.minute] }),
    index('sign_in_attempts_by_minute').on(t.minute),
  ],
)

/** Single-use tokens for setting a new password; only their hash is stored. */
export const password_resets = pgTable(
  'password_resets',
  {
    token_hash: bytes().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    created_at: recordedNow(),
    expires_at: instant().notNull(),
  },
  (t) => [index('password_resets_by_user').on(t.user_id), index('password_resets_by_expiry').on(t.expires_at)],
)

/** Requests of a user's sessions per minute; UNLOGGED like the allowances of keys. */
export const session_allowances = pgTable(
  'session_allowances',
  {
    user_id: text().notNull(),
    minute: instant().notNull(),
    verb: text().notNull(),
    spent: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'session_allowances_pk', columns: [t.user_id, t.minute, t.verb] }),
    index('session_allowances_by_minute').on(t.minute),
  ],
)
