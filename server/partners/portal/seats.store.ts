/** SQL of portal seats and their invitations. */
import { uuidv7 } from 'uuidv7'
import { portal_seats } from '../../../db/schema/wholesale/portal.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { tokenHash } from '../../mail/token.ts'
import type { portalSeatStates } from '../known_values.ts'
import type { PortalSeat } from './seat.model.ts'

const seatColumns = selection(portal_seats, 's', [
  'seat_id',
  'email',
  'created_at',
  'accepted_at',
  'last_opened_at',
  'revoked_at',
])

interface Joined {
  state: (typeof portalSeatStates)[number]
  contact_id: string | null
  contact_name: string | null
  mail_state: string | null
  user_id: string | null
  user_name: string | null
  invited_at: string | null
  invitation_expires_at: string | null
}

/** The seats of an account by address, or only the requested one. */
export async function selectSeats(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  seat_id: string | null = null,
): Promise<PortalSeat[]> {
  const rows = await sql<(RowOf<typeof seatColumns> & Joined)[]>`
    select ${seatColumns}, c.contact_id, c.name as contact_name, m.state as mail_state, u.id as user_id,
      u.name as user_name, i.created_at as invited_at,
      case when i.used_at is null and i.revoked_at is null then i.expires_at end as invitation_expires_at,
      case when s.revoked_at is not null then 'revoked' when s.accepted_at is not null then 'accepted'
        when i.expires_at > now() then 'invited' else 'expired' end as state
    from portal_seats s
    left join lateral (
      select n.* from portal_invitations n
      where n.organization_id = ${organization_id} and n.seat_id = s.seat_id
      order by n.created_at desc, n.invitation_id desc limit 1
    ) i on true
    left join mails m on m.organization_id = ${organization_id} and m.mail_id = i.mail_id
    left join "user" u on u.id = i.invited_by
    left join account_contacts c on c.organization_id = ${organization_id}
      and c.trading_partner_id = s.trading_partner_id and lower(c.email) = s.email
    where s.organization_id = ${organization_id} and s.trading_partner_id = ${trading_partner_id}
      and (${seat_id}::uuid is null or s.seat_id = ${seat_id}::uuid)
    order by s.email`
  return rows.map(({ contact_id, contact_name, user_id, user_name, ...row }) => ({
    ...row,
    contact: contact_id === null ? null : { contact_id, name: contact_name! },
    invited_by: user_id === null ? null : { user_id, name: user_name! },
  }))
}

export async function readSeat(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  seat_id: string,
): Promise<PortalSeat> {
  const [seat] = await selectSeats(sql, organization_id, trading_partner_id, seat_id)
  return seat ?? refuse('not_found', { desc: 'This account has no portal seat with this id.' })
}

/** The address of a contact, as stored; refuses an unknown contact and one without an address. */
export async function emailOfContact(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  contact_id: string,
): Promise<string> {
  const [contact] = await sql<{ email: string | null }[]>`
    select email from account_contacts
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}
      and contact_id = ${contact_id}`
  if (contact === undefined) refuseField('contact_id', 'must be a contact of this account')
  return contact.email ?? refuseField('contact_id', 'must be a contact with an e-mail address')
}

interface Sent {
  of_organization: number
  of_seat: number
  organization_seconds: number
  seat_seconds: number
}

/**
 * The lock on the organisation makes concurrent calls count each other. Revoked and replaced invitations count, links that
 * people asked for do not: strangers who know an address must not use up the merchant's mails.
 */
export async function checkInvitationsLeft(sql: Sql, organization_id: string, seat_id: string): Promise<void> {
  await sql`select 1 from organizations where organization_id = ${organization_id} for no key update`
  const [row] = await sql<Sent[]>`
    select count(*)::int as of_organization, count(*) filter (where seat_id = ${seat_id})::int as of_seat,
      coalesce(ceil(extract(epoch from min(created_at) + interval '1 hour' - now())), 0)::int as organization_seconds,
      coalesce(ceil(extract(epoch from min(created_at) filter (where seat_id = ${seat_id})
        + interval '1 hour' - now())), 0)::int as seat_seconds
    from portal_invitations
    where organization_id = ${organization_id} and created_at > now() - interval '1 hour' and not is_requested`
  const { of_organization, of_seat, organization_seconds, seat_seconds } = row!
  if (of_seat >= limits.portal_invitations_per_seat_and_hour)
    refuse('rate_limited', {
      desc: `${of_seat} invitations were sent to this seat within an hour, which is the maximum. Wait ${seat_seconds} seconds.`,
      retry_after_seconds: seat_seconds,
    })
  if (of_organization >= limits.portal_invitations_per_organization_and_hour)
    refuse('rate_limited', {
      desc: `This organisation sent ${of_organization} portal invitations within an hour, which is the maximum. Wait ${organization_seconds} seconds.`,
      retry_after_seconds: organization_seconds,
    })
}

interface Address {
  organization_id: string
  trading_partner_id: string
  email: string
}

/** Opens the seat of an address, new or revoked before. The caller holds the lock on the account. */
export async function openSeat(sql: Sql, { organization_id, trading_partner_id, email }: Address): Promise<string> {
  const [seats] = await sql<{ is_open: boolean; open_seats: number }[]>`
    select coalesce(bool_or(email = ${email}), false) as is_open, count(*)::int as open_seats from portal_seats
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id} and revoked_at is null`
  const { is_open, open_seats } = seats!
  if (is_open)
    refuse('conflict', {
      desc: `${email} already has a portal seat of this account. Send its invitation again, or revoke the seat.`,
      data: { field: 'email', rule: 'has a seat of this account', allowed: ['an address without a seat'] },
    })
  if (open_seats >= limits.portal_seats_per_account_max)
    refuse('conflict', {
      desc: `This account has ${open_seats} portal seats, the maximum. Revoke one first.`,
      data: {
        field: 'trading_partner_id',
        rule: 'has the maximum number of portal seats',
        allowed: [limits.portal_seats_per_account_max],
      },
    })
  const [seat] = await sql<{ seat_id: string }[]>`
    insert into portal_seats as s (organization_id, seat_id, trading_partner_id, email)
    values (${organization_id}, ${uuidv7()}, ${trading_partner_id}, ${email})
    on conflict (organization_id, trading_partner_id, email) do update set revoked_at = null, accepted_at = null
    returning s.seat_id`
  return seat!.seat_id
}

export interface NewInvitation {
  organization_id: string
  seat_id: string
  token: string
  mail_id: string
  invited_by: string
}

/** Replaces the open invitation of the seat, if any. */
export async function insertInvitation(sql: Sql, invitation: NewInvitation): Promise<void> {
  const { organization_id, seat_id, token, mail_id, invited_by } = invitation
  await closeInvitations(sql, organization_id, seat_id)
  await sql`
    insert into portal_invitations (organization_id, invitation_id, seat_id, token_hash, mail_id, invited_by, expires_at)
    values (${organization_id}, ${uuidv7()}, ${seat_id}, ${tokenHash(token)}, ${mail_id}, ${invited_by},
      now() + make_interval(days => ${limits.portal_invitation_days}))`
}

const closeInvitations = (sql: Sql, organization_id: string, seat_id: string) => sql`
  update portal_invitations set revoked_at = now()
  where organization_id = ${organization_id} and seat_id = ${seat_id} and used_at is null and revoked_at is null`

/** Ends the seat's sessions and its open invitation with it. */
export async function revokeSeat(sql: Sql, organization_id: string, seat_id: string): Promise<void> {
  await sql`
    update portal_seats set revoked_at = now()
    where organization_id = ${organization_id} and seat_id = ${seat_id} and revoked_at is null`
  await closeInvitations(sql, organization_id, seat_id)
  await sql`delete from portal_sessions where organization_id = ${organization_id} and seat_id = ${seat_id}`
}

export const readOrganizationName = async (sql: Sql, organization_id: string): Promise<string> => {
  const [row] = await sql<{ name: string }[]>`
    select name from organizations where organization_id = ${organization_id}`
  return row!.name
}
