/** Texts of sign-in mail: invitations and password resets. Each contains a token. */
import type { MailLinks, NewMail } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { type Role, roleWords } from '../contract/resources.ts'
import { tokenLink } from '../mail/mail.ts'

/** The facts in an invitation mail. */
export interface Invited {
  email: string
  role: Role
  organization_name: string
  inviter_name: string
  inviter_email: string
  token: string
}

export function invitationMail(links: MailLinks, invited: Invited): NewMail {
  const { inviter_name, inviter_email, organization_name, role, email, token } = invited
  const way = tokenLink(links, {
    page: 'accept-invitation',
    token,
    requests: [
      `- signed in: POST ${links.base_url}/api/v1/invitations/accept`,
      `- without an account: POST ${links.base_url}/auth/accept-invitation, with your name and a password`,
    ],
  })
  return {
    kind: 'invitation',
    recipient: email,
    subject: `${inviter_name} invited you to ${organization_name}`,
    minutes: limits.invitation_days * 1_440,
    text: [
      `${inviter_name} (${inviter_email}) invited you to join ${organization_name} as ${roleWords[role]}.`,
      `To accept:\n${way}`,
      `The invitation works once, for ${limits.invitation_days} days. If you did not expect it, ignore this mail.`,
    ].join('\n\n'),
  }
}

export function passwordResetMail(links: MailLinks, email: string, token: string): NewMail {
  const way = tokenLink(links, {
    page: 'reset-password',
    token,
    requests: [`- POST ${links.base_url}/auth/reset-password, with newPassword`],
  })
  return {
    kind: 'password_reset',
    recipient: email,
    subject: 'Reset your password',
    minutes: limits.password_reset_minutes,
    text: [
      'We received a request to reset the password of your account.',
      `To set a new one:\n${way}`,
      `This works once, for ${limits.password_reset_minutes} minutes, and ends every session. If it was not you, ignore this mail: your password stays as it is.`,
    ].join('\n\n'),
  }
}
