/** Invitations to organisations. */
import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { roles } from '../../../server/contract/resources.ts'
import { bytes, instant, isOneOf, organizationId, recordedNow } from '../columns.ts'
import { mails } from '../mails.ts'
import { organizations } from '../organizations.ts'
import { user } from '../sign_in.ts'

/**
 * An invitation to an organisation. Its token is mailed and only its hash is stored. An e-mail address has at most one
 * open invitation per organisation; a new one replaces it.
 */
export const invitations = pgTable(
  'invitations',
  {
    organization_id: organizationId().references(() => organizations.organization_id),
    invitation_id: uuid().notNull(),
    /** In lower case, as for signing in. */
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    token_hash: bytes().notNull(),
    mail_id: uuid().references(() => mails.mail_id, { onDelete: 'set null' }),
    invited_by: text().references(() => user.id, { onDelete: 'set null' }),
    created_at: recordedNow(),
    expires_at: instant().notNull(),
    accepted_at: instant(),
    revoked_at: instant(),
  },
  (t) => [
    primaryKey({ name: 'invitations_pk', columns: [t.organization_id, t.invitation_id] }),
    uniqueIndex('invitations_by_token').on(t.token_hash),
    uniqueIndex('invitations_one_open')
      .on(t.organization_id, t.email)
      .where(sql`accepted_at is null and revoked_at is null`),
    index('invitations_by_time').on(t.organization_id, t.created_at),
    index('invitations_by_mail').on(t.mail_id),
    check('invitations_role_known', isOneOf(t.role, roles)),
    check('invitations_end_once', sql`${t.accepted_at} is null or ${t.revoked_at} is null`),
  ],
)
