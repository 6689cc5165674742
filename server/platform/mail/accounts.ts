/** Text and encryption of account mail; each mail contains a token. */
import { uuidv7 } from 'uuidv7'
import type { Invited, MailTools, PreparedMail } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { secretBox } from '../../secrets/secret_key.ts'
import { mailSettings, type Settings } from '../../settings/settings.ts'

type Addresses = Pick<Settings, 'BASE_URL' | 'APP_URL'>
type Written = Pick<PreparedMail, 'kind' | 'recipient' | 'subject' | 'minutes'> & { text: string }

export interface AccountMail extends MailTools {
  passwordReset: (email: string, token: string) => PreparedMail
}

/** A link if the app's URL is set, else the request to send. The token follows #, so that no server logs it. */
const wayIn = ({ APP_URL }: Addresses, page: string, token: string, requests: readonly string[]): string =>
  APP_URL === undefined
    ? ['Send this code as `token`:', token, ...requests].join('\n')
    : `${APP_URL}/${page}#token=${encodeURIComponent(token)}`

function invitation(to: Addresses, invited: Invited): Written {
  const { inviter_name, inviter_email, organization_name, role, email, token } = invited
  const way = wayIn(to, 'accept-invitation', token, [
    `- signed in: POST ${to.BASE_URL}/api/v1/invitations/accept`,
    `- without an account: POST ${to.BASE_URL}/auth/accept-invitation, with your name and a password`,
  ])
  return {
    kind: 'invitation',
    recipient: email,
    subject: `${inviter_name} invited you to ${organization_name}`,
    minutes: limits.invitation_days * 1_440,
    text: [
      `${inviter_name} (${inviter_email}) invited you to join ${organization_name} as ${role === 'admin' ? 'an administrator' : 'a member'}.`,
      `To accept:\n${way}`,
      `The invitation works once, for ${limits.invitation_days} days. If you did not expect it, ignore this mail.`,
    ].join('\n\n'),
  }
}

function passwordReset(to: Addresses, email: string, token: string): Written {
  const way = wayIn(to, 'reset-password', token, [`- POST ${to.BASE_URL}/auth/reset-password, with newPassword`])
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

export function openAccountMail(settings: Settings): AccountMail {
  const box = secretBox(settings)
  const is_sent = mailSettings(settings) !== null
  const prepare = ({ text, ...mail }: Written): PreparedMail => {
    const mail_id = uuidv7()
    return { ...mail, mail_id, encrypted_text: box.encrypt(text, mail_id), is_sent }
  }
  return {
    invitation: (invited) => prepare(invitation(settings, invited)),
    passwordReset: (email, token) => prepare(passwordReset(settings, email, token)),
    read: box.decrypt,
  }
}
