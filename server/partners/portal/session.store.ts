/**
 * Seat sessions: a mailed token becomes a cookie that opens the portal of one account. Both are 256 random bits, of which
 * the database holds the SHA-256. Every request asks here, so a revocation holds from the next request on.
 */
import { randomBytes } from 'node:crypto'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { hashSecret } from '../../pipeline/credential.ts'
import { tokenHash } from '../../mail/token.ts'

const newSessionToken = (): string => `pss_${randomBytes(32).toString('base64url')}`
const tokenPattern = /^pss_[\w-]{43}$/

/** The seat behind a cookie, and everything that it may see: one account of one organisation. */
export interface Seat {
  organization_id: string
  trading_partner_id: string
  seat_id: string
  email: string
  account_name: string
  organization_name: string
  time_zone: string
}

interface Invited {
  organization_id: string
  seat_id: string
  invitation_id: string
}

/** Not of an archived account, and only in the region of the organisation. */
const lockInvitation = async (sql: Sql, region: string, token: string): Promise<Invited | null> => {
  const [row] = await sql<Invited[]>`
    select i.organization_id, i.seat_id, i.invitation_id
    from portal_invitations i
    join organizations o on o.organization_id = i.organization_id and o.region = ${region}
    join portal_seats s on s.organization_id = i.organization_id and s.seat_id = i.seat_id and s.revoked_at is null
    join trading_partners p on p.organization_id = i.organization_id and p.trading_partner_id = s.trading_partner_id
      and p.archived_at is null
    where i.token_hash = ${tokenHash(token)} and i.used_at is null and i.revoked_at is null and i.expires_at > now()
    for update of i, s`
  return row ?? null
}

/** Uses the invitation up and returns the token of a new session; null if the invitation does not hold. */
export async function acceptInvitation(sql: Sql, region: string, token: string): Promise<string | null> {
  const invited = await lockInvitation(sql, region, token)
  if (invited === null) return null
  const { organization_id, seat_id, invitation_id } = invited
  const sessionToken = newSessionToken()
  await sql`
    update portal_invitations set used_at = now()
    where organization_id = ${organization_id} and invitation_id = ${invitation_id}`
  await sql`
    update portal_seats set accepted_at = coalesce(accepted_at, now())
    where organization_id = ${organization_id} and seat_id = ${seat_id}`
  await sql`
    delete from portal_sessions
    where organization_id = ${organization_id} and seat_id = ${seat_id} and token_hash not in (
      select token_hash from portal_sessions
      where organization_id = ${organization_id} and seat_id = ${seat_id} and expires_at > now()
      order by created_at desc, token_hash limit ${limits.portal_sessions_per_seat_max - 1})`
  await sql`
    insert into portal_sessions (organization_id, seat_id, token_hash, expires_at)
    values (${organization_id}, ${seat_id}, ${hashSecret(sessionToken)},
      now() + make_interval(days => ${limits.portal_session_days}))`
  return sessionToken
}

/** The seat of a session that holds; `opens` records when the portal was opened, at most once a minute. */
export async function admitSeat(sql: Sql, region: string, token: string | null, opens: boolean): Promise<Seat | null> {
  if (token === null || !tokenPattern.test(token)) return null
  const [row] = await sql<Seat[]>`
    with found as (
      select s.organization_id, s.trading_partner_id, s.seat_id, s.email, p.name as account_name,
        o.name as organization_name, o.time_zone
      from portal_sessions t
      join portal_seats s on s.organization_id = t.organization_id and s.seat_id = t.seat_id and s.revoked_at is null
      join trading_partners p on p.organization_id = t.organization_id
        and p.trading_partner_id = s.trading_partner_id and p.archived_at is null
      join organizations o on o.organization_id = t.organization_id and o.region = ${region}
      where t.token_hash = ${hashSecret(token)} and t.expires_at > now()
    ), opened as (
      update portal_seats s set last_opened_at = now() from found f
      where ${opens} and s.organization_id = f.organization_id and s.seat_id = f.seat_id
        and (s.last_opened_at is null or s.last_opened_at <= now() - interval '1 minute')
    )
    select organization_id, trading_partner_id, seat_id, email, account_name, organization_name, time_zone from found`
  return row ?? null
}

export const endSession = (sql: Sql, { organization_id, seat_id }: Seat, token: string) => sql`
  delete from portal_sessions
  where organization_id = ${organization_id} and seat_id = ${seat_id} and token_hash = ${hashSecret(token)}`
