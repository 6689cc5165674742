/** Invitations to an organisation. A user becomes a member only by accepting. */
import { recordAudit } from '../../audit/record.ts'
import { roles } from '../../contract/resources.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Choice, Id, Shape, Text, Type } from '../../contract/schema.ts'
import { insertMail, mailColumns, type StoredMail } from '../../mail/queue.ts'
import { newToken } from '../../mail/token.ts'
import { invitationMail } from '../account_mail.ts'
import { checkEmail, Email, Invitation, InvitationMail, Organization, OrganizationId } from './model.ts'
import {
  acceptInvitation as accept,
  checkInvitationsLeft,
  insertInvitation,
  lockInvitation,
  selectInvitations,
} from './invitations.store.ts'
import { readOrganization } from './store.ts'

const service = 'organizations'
const InvitationId = Shape({
  organization_id: Id('Id of the organisation; must equal X-Organization-ID.'),
  invitation_id: Id('Id of the invitation.'),
})

export const listInvitations = sessionOperation({
  id: 'session.list_invitations',
  route: 'GET /api/v1/organizations/{organization_id}/invitations',
  summary: 'List invitations',
  description: `Returns the invitations of the organisation, newest first. Invitations that are no longer pending are listed for ${limits.invitation_listed_days} days. People who accepted are returned by List members.`,
  service,
  needs: 'admin',
  params: OrganizationId,
  answer: Type.Array(Invitation),
  run: async ({ sql, params }) => [...(await selectInvitations(sql, params.organization_id))],
})

export const invite = sessionOperation({
  id: 'session.invite',
  route: 'POST /api/v1/organizations/{organization_id}/invitations',
  summary: 'Create an invitation',
  desc: ({ role }) => `Invitation created for the role ${role}.`,
  description: `Sends an invitation to an email address. The response is the same whether or not an account with that address exists; the person becomes a member after accepting. An invitation works once, for ${limits.invitation_days} days and as long as its sender is an administrator, and replaces a pending one to the same address. A user may send ${limits.invitations_per_inviter_and_hour} invitations an hour and an organisation ${limits.invitations_per_organization_and_day} a day; more are refused with \`rate_limited\`. The address of a member of this organisation is refused with \`conflict\`. When no mail server is configured, \`mail_state\` is \`stored\` and the mail can be read with the operation Get an invitation's mail.`,
  service,
  needs: 'admin',
  status: 201,
  params: OrganizationId,
  body: Shape({
    email: Email('E-mail address to invite.'),
    role: Choice(roles, 'Role of the user after accepting.'),
  }),
  answer: Invitation,
  refusals: ['conflict'],
  conflict: 'The address belongs to a member of the organisation.',
  async run({ sql, caller, params: { organization_id }, body, mail }) {
    const { user_id, user_name, email: inviter_email } = caller
    const email = checkEmail(body.email)
    await checkInvitationsLeft(sql, organization_id, user_id)
    const [named] = await sql<{ organization_name: string; is_member: boolean }[]>`
      select o.name as organization_name, exists (select from memberships m join "user" u on u.id = m.user_id
        where m.organization_id = o.organization_id and u.email = ${email}) as is_member
      from organizations o where o.organization_id = ${organization_id}`
    const { organization_name, is_member } = named!
    if (is_member) refuse('conflict', { desc: `${email} already belongs to this organisation.` })
    const token = newToken('inv')
    const invited = { email, role: body.role, organization_name, inviter_name: user_name, inviter_email, token }
    const mail_id = await insertMail(sql, mail.prepare(invitationMail(mail.links, invited)))
    const invitation = { organization_id, email, role: body.role, invited_by: user_id, token, mail_id }
    const invitation_id = await insertInvitation(sql, invitation)
    await recordAudit(sql, caller, {
      kind: 'member.invited',
      subject_id: invitation_id,
      subject: email,
      sentence: `Invited ${email} as ${body.role}.`,
    })
    return readInvitation(sql, organization_id, invitation_id)
  },
})

export const revokeInvitation = sessionOperation({
  id: 'session.revoke_invitation',
  route: 'DELETE /api/v1/organizations/{organization_id}/invitations/{invitation_id}',
  summary: 'Revoke an invitation',
  description:
    'Revokes a pending invitation immediately; its token no longer works. An invitation that was accepted or revoked, or has expired, is refused with `conflict`. To remove someone who accepted, remove the member.',
  service,
  needs: 'admin',
  status: 204,
  params: InvitationId,
  refusals: ['conflict', 'not_found'],
  conflict: 'The invitation is accepted, revoked or expired.',
  async run({ sql, caller, params: { organization_id, invitation_id } }) {
    const [revoked] = await sql<{ email: string }[]>`
      update invitations set revoked_at = now()
      where organization_id = ${organization_id} and invitation_id = ${invitation_id}
        and accepted_at is null and revoked_at is null and expires_at > now()
      returning email`
    if (revoked !== undefined)
      return recordAudit(sql, caller, {
        kind: 'member.invitation_revoked',
        subject_id: invitation_id,
        subject: revoked.email,
        sentence: `Invitation of ${revoked.email} revoked.`,
      })
    const { state } = await readInvitation(sql, organization_id, invitation_id)
    refuse('conflict', { desc: `This invitation is ${state}; only a pending one can be revoked.` })
  },
})

export const getInvitationMail = sessionOperation({
  id: 'session.get_invitation_mail',
  route: 'GET /api/v1/organizations/{organization_id}/invitations/{invitation_id}/mail',
  summary: "Get an invitation's mail",
  description:
    'Returns the mail of an invitation that was stored because no mail server is configured, so that you can forward it by other means. A mail that was or will be sent can be read only by its recipient and is refused with `conflict`. A stored mail can be accepted only by a person who already has an account with the invited address.',
  service,
  needs: 'admin',
  params: InvitationId,
  answer: InvitationMail,
  refusals: ['conflict', 'not_found'],
  conflict: 'The mail was or will be sent to the recipient, so it is not stored.',
  async run({ sql, params: { organization_id, invitation_id }, mail }) {
    const [row] = await sql<StoredMail[]>`
      select ${mailColumns}
      from invitations i join mails m on m.mail_id = i.mail_id
      where i.organization_id = ${organization_id} and i.invitation_id = ${invitation_id} and m.state = 'stored'`
    if (row !== undefined)
      return { recipient: row.recipient, subject: row.subject, text: mail.read(row.encrypted_text, row.mail_id) }
    await readInvitation(sql, organization_id, invitation_id)
    refuse('conflict', { desc: 'The mail of this invitation is not stored: it was or will be sent to the recipient.' })
  },
})

export const acceptInvitation = sessionOperation({
  id: 'session.accept_invitation',
  route: 'POST /api/v1/invitations/accept',
  summary: 'Accept an invitation',
  desc: ({ name }) => `You are now a member of ${name}.`,
  description:
    'Makes the signed-in user a member of the organisation that invited their email address, and returns the organisation. Does not require X-Organization-ID. A token that is unknown, used, revoked or expired, that was created for another address, or whose sender is no longer an administrator, is refused with `invitation_invalid`. People without an account accept with `POST /auth/accept-invitation`.',
  service,
  needs: 'user',
  body: Shape({
    token: Text('Code from the mail.', {
      minLength: 1,
      maxLength: 100,
      examples: ['inv_4fTqW0bZ8nYkR2mVx6LdP1sHjC9eG3a7Uo5tXw2Qy8E'],
    }),
  }),
  answer: Organization,
  refusals: ['invitation_invalid'],
  async run({ sql, caller, region, body }) {
    const { user_id, email } = caller
    const invitation = await lockInvitation(sql, region, body.token)
    if (invitation === null || invitation.email !== email.toLowerCase()) return refuse('invitation_invalid')
    await accept(sql, invitation, { user_id, email, address: caller.address })
    return readOrganization(sql, user_id, region, invitation.organization_id)
  },
})

async function readInvitation(sql: Sql, organization_id: string, invitation_id: string) {
  const [invitation] = await selectInvitations(sql, organization_id, invitation_id)
  return invitation ?? refuse('not_found', { desc: 'This organisation has no invitation with this id.' })
}
