/** SQL statements on invitations. */
import { recordEvent } from '../../audit/record.ts'
import { type Role, roleWords } from '../../contract/resources.ts'
import { uuidv7 } from 'uuidv7'
import { invitations } from '../../../db/schema/platform/invitations.ts'
import { fragment } from '../../../db/sql/fragment.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import { tokenHash } from '../../mail/token.ts'
import type { Invitation } from './model.ts'
import { insertMembership } from './store.ts'

/** An invitation holds as long as its sender is an administrator. */
const sender = fragment`memberships s on s.organization_id = i.organization_id and s.user_id = i.invited_by
  and s.role = 'admin'`

const state = fragment`case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
  when i.expires_at <= now() then 'expired' when s.user_id is null then 'revoked' else 'pending' end`

/** The invitations of an organisation, newest first, or only the requested one. */
export const selectInvitations = (sql: Sql, organization_id: string, invitation_id: string | null = null) => sql<
  Invitation[]
>`
  select i.invitation_id, i.email, i.role, ${state} as state, m.state as mail_state,
    case when u.id is not null then jsonb_build_object('user_id', u.id, 'name', u.name) end as invited_by,
    i.created_at, i.expires_at, i.accepted_at, i.revoked_at
  from invitations i
  left join mails m on m.mail_id = i.mail_id
  left join "user" u on u.id = i.invited_by
  left join ${sender}
  where i.organization_id = ${organization_id}
    and (${invitation_id}::uuid is null or i.invitation_id = ${invitation_id})
    and coalesce(i.accepted_at, i.revoked_at, i.expires_at) > now() - make_interval(days => ${limits.invitation_listed_days})
  order by i.created_at desc, i.invitation_id desc`

interface Count {
  by_inviter: number
  of_organization: number
  inviter_seconds: number
  organization_seconds: number
}

/** The lock on the organisation makes concurrent calls count each other. Revoked and replaced invitations count. */
export async function checkInvitationsLeft(sql: Sql, organization_id: string, user_id: string): Promise<void> {
  await sql`select 1 from organizations where organization_id = ${organization_id} for no key update`
  const [row] = await sql<Count[]>`
    select count(*) filter (where is_own and created_at > now() - interval '1 hour')::int as by_inviter,
      count(*)::int as of_organization,
      ceil(extract(epoch from min(created_at) filter (where is_own and created_at > now() - interval '1 hour')
        + interval '1 hour' - now()))::int as inviter_seconds,
      ceil(extract(epoch from min(created_at) + interval '1 day' - now()))::int as organization_seconds
    from (select created_at, invited_by = ${user_id} as is_own from invitations
      where organization_id = ${organization_id} and created_at > now() - interval '1 day') recent`
  const { by_inviter, of_organization, inviter_seconds, organization_seconds } = row!
  if (by_inviter >= limits.invitations_per_inviter_and_hour)
    refuse('rate_limited', {
      desc: `You sent ${by_inviter} invitations within an hour, which is the maximum per user. Wait ${inviter_seconds} seconds.`,
      retry_after_seconds: inviter_seconds,
    })
  if (of_organization >= limits.invitations_per_organization_and_day)
    refuse('rate_limited', {
      desc: `This organisation sent ${of_organization} invitations within a day, which is the maximum. Wait ${organization_seconds} seconds.`,
      retry_after_seconds: organization_seconds,
    })
}

export interface NewInvitation {
  organization_id: string
  email: string
  role: Role
  invited_by: string
  token: string
  mail_id: string
}

/** Replaces the pending invitation to this address, if any. */
export async function insertInvitation(sql: Sql, invitation: NewInvitation): Promise<string> {
  const invitation_id = uuidv7()
  const { organization_id, email } = invitation
  await sql`
    update invitations set revoked_at = now()
    where organization_id = ${organization_id} and email = ${email} and accepted_at is null and revoked_at is null`
  await sql`
    insert into invitations (organization_id, invitation_id, email, role, token_hash, mail_id, invited_by, expires_at)
    values (${organization_id}, ${invitation_id}, ${email}, ${invitation.role}, ${tokenHash(invitation.token)},
      ${invitation.mail_id}, ${invitation.invited_by}, now() + make_interval(days => ${limits.invitation_days}))`
  return invitation_id
}

const openColumns = selection(invitations, 'i', ['organization_id', 'invitation_id', 'email', 'role'])
export interface OpenInvitation extends RowOf<typeof openColumns> {
  /** Whether the token was sent to the mailbox it was created for and could not be read anywhere else. */
  was_mailed: boolean
}

/** The pending invitation of a token, locked; null when the token is unknown or no longer valid. */
export async function lockInvitation(sql: Sql, region: string, token: string): Promise<OpenInvitation | null> {
  const [row] = await sql<OpenInvitation[]>`
    select ${openColumns}, coalesce(m.state = 'sent', false) as was_mailed
    from invitations i
    join organizations o on o.organization_id = i.organization_id and o.region = ${region}
    join ${sender}
    left join mails m on m.mail_id = i.mail_id
    where i.token_hash = ${tokenHash(token)} and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
    for update of i for share of s`
  return row ?? null
}

/** An existing member keeps their role. */
export async function acceptInvitation(
  sql: Sql,
  invitation: OpenInvitation,
  { user_id, email, address }: { user_id: string; email: string; address: string | null },
): Promise<void> {
  const { organization_id, invitation_id, role } = invitation
  await sql`
    update invitations set accepted_at = now()
    where organization_id = ${organization_id} and invitation_id = ${invitation_id}`
  if (!(await insertMembership(sql, organization_id, user_id, role))) return
  await recordEvent(
    sql,
    organization_id,
    { kind: 'user', id: user_id, name: email, address },
    {
      kind: 'member.added',
      subject_id: user_id,
      subject: email,
      sentence: `Accepted the invitation of ${email}, who is now ${roleWords[role]}.`,
    },
  )
}
