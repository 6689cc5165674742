/** Portal seats: people of an account who may see its orders, shipments and invoices in the portal (/portal). */
import { recordAudit } from '../../audit/record.ts'
import type { MailTools, SessionCaller, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { planReaches } from '../../contract/resources.ts'
import { isMailAddress, Type } from '../../contract/schema.ts'
import { insertMail, mailColumns, type StoredMail } from '../../mail/queue.ts'
import { newToken } from '../../mail/token.ts'
import { AccountPath, service } from '../accounts/account.model.ts'
import { accountIsArchived, lockLiveAccount, readAccount } from '../accounts/account.store.ts'
import { portalInvitationMail } from './invitation_mail.ts'
import { invitationWords, NewSeat, PortalSeat, SeatMail, SeatPath } from './seat.model.ts'
import {
  checkInvitationsLeft,
  emailOfContact,
  insertInvitation,
  openSeat,
  readOrganizationName,
  readSeat,
  revokeSeat,
  selectSeats,
} from './seats.store.ts'

const path = '/api/v1/wholesale/accounts/{trading_partner_id}/portal-seats' as const
const planWords = 'Needs the plan Essentials+ or above.'

function checkPlan({ plan }: SessionCaller): void {
  if (planReaches(plan, 'essentials_plus')) return
  refuse('plan_excludes', {
    desc: 'Your plan does not include the portal. It is included with Essentials+ and above.',
  })
}

interface Invited {
  trading_partner_id: string
  account_name: string
  seat_id: string
  email: string
}

/** Mails a new link for the seat, in place of an open one. The caller holds the lock on the account. */
async function sendInvitation(sql: Sql, caller: SessionCaller, mail: MailTools, invited: Invited): Promise<PortalSeat> {
  const { organization_id, user_id, user_name: inviter_name } = caller
  const { trading_partner_id, account_name, seat_id, email } = invited
  await checkInvitationsLeft(sql, organization_id, seat_id)
  const organization_name = await readOrganizationName(sql, organization_id)
  const token = newToken('prt')
  const facts = { organization_id, organization_name, account_name, inviter_name, email, token }
  const mail_id = await insertMail(sql, mail.prepare(portalInvitationMail(mail.links, facts)))
  await insertInvitation(sql, { organization_id, seat_id, token, mail_id, invited_by: user_id })
  await recordAudit(sql, caller, {
    kind: 'portal.invited',
    subject_id: seat_id,
    subject: email,
    sentence: `Invited ${email} to the portal of ${account_name}.`,
  })
  return readSeat(sql, organization_id, trading_partner_id, seat_id)
}

/** Lower case, the form in which addresses are stored. */
async function addressOf(sql: Sql, organization_id: string, account_id: string, body: NewSeat): Promise<string> {
  const { email, contact_id } = body
  if ((email === undefined) === (contact_id === undefined))
    refuseField('email', 'must be sent, or contact_id in its place', ['email', 'contact_id'])
  const address = email ?? (await emailOfContact(sql, organization_id, account_id, contact_id!))
  const lower = address.trim().toLowerCase()
  return isMailAddress(lower) ? lower : refuseField('email', 'must be an e-mail address')
}

const listPortalSeats = sessionOperation({
  id: 'session.list_portal_seats',
  route: `GET ${path}`,
  summary: 'List portal seats of an account',
  description: `Returns the portal seats of a trading account, sorted by address, revoked ones included. An address has one seat per account.`,
  service,
  params: AccountPath,
  answer: Type.Array(PortalSeat),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params }) {
    const { trading_partner_id } = await readAccount(sql, organization_id, params.trading_partner_id)
    return selectSeats(sql, organization_id, trading_partner_id)
  },
})

const invitePortalSeat = sessionOperation({
  id: 'session.invite_portal_seat',
  route: `POST ${path}`,
  summary: 'Invite a person to the portal',
  desc: ({ email }) => `Invitation created for ${email}.`,
  description: `Sends a person of a trading account a link to the portal, where they see the open orders, shipments and invoices of this account and nothing else. Send an e-mail address, or a contact of the account that has one. The response is the same for every address. ${invitationWords} Inviting a revoked address opens its seat again. An address that has a seat, an account with ${limits.portal_seats_per_account_max} seats and an archived account are refused with \`conflict\`. When no mail server is configured, \`mail_state\` is \`stored\` and the mail can be read with the operation Get the mail of a portal seat. ${planWords}`,
  service,
  needs: 'admin',
  status: 201,
  params: AccountPath,
  body: NewSeat,
  answer: PortalSeat,
  refusals: ['not_found', 'conflict', 'plan_excludes'],
  conflict: reasons(
    accountIsArchived,
    'the address already has a seat',
    `the account has ${limits.portal_seats_per_account_max} seats, the maximum`,
  ),
  async run({ sql, caller, params, body, mail }) {
    checkPlan(caller)
    const { organization_id } = caller
    const { trading_partner_id, name } = await lockLiveAccount(sql, organization_id, params.trading_partner_id)
    const email = await addressOf(sql, organization_id, trading_partner_id, body)
    const seat_id = await openSeat(sql, { organization_id, trading_partner_id, email })
    return sendInvitation(sql, caller, mail, { trading_partner_id, account_name: name, seat_id, email })
  },
})

const resendPortalInvitation = sessionOperation({
  id: 'session.resend_portal_invitation',
  route: `POST ${path}/{seat_id}/resend`,
  summary: 'Send a portal invitation again',
  desc: ({ email }) => `Invitation sent to ${email} again.`,
  description: `Sends a new link for a seat; an open one stops working. A person who already accepted uses it to sign in again, for example in another browser, and stays signed in elsewhere. ${invitationWords} A revoked seat and an archived account are refused with \`conflict\`. ${planWords}`,
  service,
  needs: 'admin',
  params: SeatPath,
  answer: PortalSeat,
  refusals: ['not_found', 'conflict', 'plan_excludes'],
  conflict: reasons(accountIsArchived, 'the seat is revoked'),
  async run({ sql, caller, params, mail }) {
    checkPlan(caller)
    const { organization_id } = caller
    const { trading_partner_id, name } = await lockLiveAccount(sql, organization_id, params.trading_partner_id)
    const { seat_id, email, state } = await readSeat(sql, organization_id, trading_partner_id, params.seat_id)
    if (state === 'revoked')
      refuse('conflict', { desc: 'This seat is revoked. Invite the address to open its seat again.' })
    return sendInvitation(sql, caller, mail, { trading_partner_id, account_name: name, seat_id, email })
  },
})

const revokePortalSeat = sessionOperation({
  id: 'session.revoke_portal_seat',
  route: `DELETE ${path}/{seat_id}`,
  summary: 'Revoke a portal seat',
  description:
    'Withdraws access to the portal at once: sessions of the seat end with their next request, and an open invitation stops working. The seat stays listed. Revoking a revoked seat changes nothing. Works on every plan and for archived accounts.',
  service,
  needs: 'admin',
  status: 204,
  params: SeatPath,
  refusals: ['not_found'],
  async run({ sql, caller, params }) {
    const { organization_id } = caller
    const { seat_id, email, state } = await readSeat(sql, organization_id, params.trading_partner_id, params.seat_id)
    if (state === 'revoked') return
    await revokeSeat(sql, organization_id, seat_id)
    const sentence = `Access of ${email} to the portal revoked.`
    await recordAudit(sql, caller, { kind: 'portal.revoked', subject_id: seat_id, subject: email, sentence })
  },
})

const getPortalSeatMail = sessionOperation({
  id: 'session.get_portal_seat_mail',
  route: `GET ${path}/{seat_id}/mail`,
  summary: 'Get the mail of a portal seat',
  description:
    'Returns the mail of the open invitation of a seat that was stored because no mail server is configured, so that you can forward it by other means. A mail that was or will be sent can be read only by its recipient; it, and an invitation that was used, replaced or revoked, is refused with `conflict`.',
  service,
  needs: 'admin',
  params: SeatPath,
  answer: SeatMail,
  refusals: ['not_found', 'conflict'],
  conflict:
    'The seat has no open invitation with a stored mail: the mail was or will be sent, or the invitation was used, replaced or revoked.',
  async run({ sql, caller: { organization_id }, params, mail }) {
    const { seat_id } = await readSeat(sql, organization_id, params.trading_partner_id, params.seat_id)
    const [row] = await sql<StoredMail[]>`
      select ${mailColumns}
      from portal_invitations i
      join mails m on m.organization_id = ${organization_id} and m.mail_id = i.mail_id and m.state = 'stored'
      where i.organization_id = ${organization_id} and i.seat_id = ${seat_id} and i.used_at is null
        and i.revoked_at is null`
    if (row === undefined)
      refuse('conflict', {
        desc: 'This seat has no open invitation with a stored mail: it was sent, used, replaced or revoked.',
      })
    return { recipient: row.recipient, subject: row.subject, text: mail.read(row.encrypted_text, row.mail_id) }
  },
})

export const portalOperations = [
  listPortalSeats,
  invitePortalSeat,
  resendPortalInvitation,
  revokePortalSeat,
  getPortalSeatMail,
]
