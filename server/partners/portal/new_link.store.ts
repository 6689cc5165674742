/** SQL of the links that people ask for on the portal. Seats are found by their address, of whichever account they are. */
import { portal_invitations, portal_seats } from '../../../db/schema/wholesale/portal.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { planReaches, subscriptionPlans } from '../../contract/resources.ts'
import { tokenHash } from '../../mail/token.ts'

export interface AskingSeat {
  organization_id: string
  seat_id: string
  account_name: string
  organization_name: string
}

const plansWithPortal = subscriptionPlans.filter((plan) => planReaches(plan, 'essentials_plus'))

/** The lock on the accounts, which merchants take too, makes links of a seat one after another. */
export const lockSeatsOf = (sql: Sql, region: string, email: string) => sql<AskingSeat[]>`
  select s.organization_id, s.seat_id, p.name as account_name, o.name as organization_name
  from portal_seats s
  join organizations o on o.organization_id = s.organization_id and o.region = ${region}
    and o.plan = any(${arrayLiteral(plansWithPortal)}::text[])
  join trading_partners p on p.organization_id = s.organization_id and p.trading_partner_id = s.trading_partner_id
    and p.archived_at is null
  where s.email = ${email} and s.revoked_at is null
  order by s.organization_id, s.trading_partner_id limit ${limits.portal_link_seats_max}
  for no key update of p`

const seatKeys = recordset(portal_seats, ['organization_id', 'seat_id'])

/** Those of the locked seats that are below their hourly limit and still open. */
export const readSeatsLeft = (sql: Sql, seats: readonly AskingSeat[]) => sql<{ seat_id: string }[]>`
  select s.seat_id
  from ${seatKeys.from(seats.map(({ organization_id, seat_id }) => ({ organization_id, seat_id })))}
  join portal_seats s on s.organization_id = n.organization_id and s.seat_id = n.seat_id and s.revoked_at is null
  where (select count(*) from portal_invitations i
    where i.organization_id = s.organization_id and i.seat_id = s.seat_id and i.is_requested
      and i.created_at > now() - interval '1 hour') < ${limits.portal_links_per_seat_and_hour}`

const newLinks = recordset(portal_invitations, ['organization_id', 'invitation_id', 'seat_id', 'mail_id'], {
  extra: { hash: 'text' },
})

export interface NewLink {
  organization_id: string
  invitation_id: string
  seat_id: string
  mail_id: string
  token: string
}

/** Each replaces the open invitation of its seat, if any. */
export async function insertLinks(sql: Sql, links: readonly NewLink[]): Promise<void> {
  const keys = links.map(({ organization_id, seat_id }) => ({ organization_id, seat_id }))
  await sql`
    update portal_invitations i set revoked_at = now() from ${seatKeys.from(keys)}
    where i.organization_id = n.organization_id and i.seat_id = n.seat_id and i.used_at is null and i.revoked_at is null`
  const rows = links.map(({ token, ...link }) => ({ ...link, hash: tokenHash(token).toString('base64') }))
  await sql`
    insert into portal_invitations (organization_id, invitation_id, seat_id, mail_id, token_hash, is_requested, expires_at)
    select n.organization_id, n.invitation_id, n.seat_id, n.mail_id, decode(n.hash, 'base64'), true,
      now() + make_interval(days => ${limits.portal_invitation_days})
    from ${newLinks.from(rows)}`
}
