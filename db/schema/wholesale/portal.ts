/** Portal seats: people of a trading account who may see its orders, shipments and invoices, and their sessions. */
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, instant, organizationId, recordedNow } from '../columns.ts'
import { mails } from '../mails.ts'
import { organizations } from '../organizations.ts'
import { user } from '../sign_in.ts'
import { trading_partners } from './accounts.ts'

const tenant = () => organizationId().references(() => organizations.organization_id)

/** An e-mail address has one seat per account; inviting it again after a revocation opens the same seat. */
export const portal_seats = pgTable(
  'portal_seats',
  {
    organization_id: tenant(),
    seat_id: uuid().notNull(),
    trading_partner_id: uuid().notNull(),
    /** In lower case. */
    email: text().notNull(),
    created_at: recordedNow(),
    /** When its invitation was first accepted since it was last opened; null until then. */
    accepted_at: instant(),
    last_opened_at: instant(),
    revoked_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'portal_seats_pk', columns: [t.organization_id, t.seat_id] }),
    uniqueIndex('portal_seats_by_address').on(t.organization_id, t.trading_partner_id, t.email),
    index('portal_seats_open_by_email')
      .on(t.email)
      .where(sql`revoked_at is null`),
    foreignKey({
      name: 'portal_seats_account_fk',
      columns: [t.organization_id, t.trading_partner_id],
      foreignColumns: [trading_partners.organization_id, trading_partners.trading_partner_id],
    }),
    check('portal_seats_email_in_lower_case', sql`${t.email} = lower(${t.email})`),
  ],
)

const seat = (t: { organization_id: AnyPgColumn; seat_id: AnyPgColumn }, name: string) =>
  foreignKey({
    name,
    columns: [t.organization_id, t.seat_id],
    foreignColumns: [portal_seats.organization_id, portal_seats.seat_id],
  })

/** A mailed link to the portal. It works once; only the hash of its token is stored. A new one replaces an open one. */
export const portal_invitations = pgTable(
  'portal_invitations',
  {
    organization_id: tenant(),
    invitation_id: uuid().notNull(),
    seat_id: uuid().notNull(),
    token_hash: bytes().notNull(),
    mail_id: uuid().references(() => mails.mail_id, { onDelete: 'set null' }),
    invited_by: text().references(() => user.id, { onDelete: 'set null' }),
    /** The person asked for the link on the portal; these are limited apart from those of the merchant. */
    is_requested: boolean().notNull().default(false),
    created_at: recordedNow(),
    expires_at: instant().notNull(),
    used_at: instant(),
    revoked_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'portal_invitations_pk', columns: [t.organization_id, t.invitation_id] }),
    uniqueIndex('portal_invitations_by_token').on(t.token_hash),
    uniqueIndex('portal_invitations_one_open')
      .on(t.organization_id, t.seat_id)
      .where(sql`used_at is null and revoked_at is null`),
    index('portal_invitations_by_seat').on(t.organization_id, t.seat_id, t.created_at),
    index('portal_invitations_by_time').on(t.organization_id, t.created_at),
    index('portal_invitations_by_mail').on(t.mail_id),
    index('portal_invitations_by_expiry').on(t.expires_at),
    seat(t, 'portal_invitations_seat_fk'),
    check('portal_invitations_end_once', sql`${t.used_at} is null or ${t.revoked_at} is null`),
  ],
)

/** A browser in which a seat is open; only the hash of its cookie is stored. */
export const portal_sessions = pgTable(
  'portal_sessions',
  {
    organization_id: tenant(),
    seat_id: uuid().notNull(),
    token_hash: bytes().notNull(),
    created_at: recordedNow(),
    expires_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'portal_sessions_pk', columns: [t.organization_id, t.seat_id, t.token_hash] }),
    uniqueIndex('portal_sessions_by_token').on(t.token_hash),
    index('portal_sessions_by_expiry').on(t.expires_at),
    seat(t, 'portal_sessions_seat_fk'),
  ],
)
