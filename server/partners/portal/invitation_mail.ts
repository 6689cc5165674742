/** The mail that opens the portal. The token follows #, so that no server and no proxy logs it. */
import type { MailLinks, NewMail } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'

export interface InvitedBuyer {
  organization_id: string
  organization_name: string
  account_name: string
  inviter_name: string
  email: string
  token: string
}

export function portalInvitationMail({ base_url }: MailLinks, invited: InvitedBuyer): NewMail {
  const { organization_id, organization_name, account_name, inviter_name, email, token } = invited
  return {
    kind: 'portal_invitation',
    organization_id,
    recipient: email,
    subject: `${organization_name} invited you to its portal`,
    minutes: limits.portal_invitation_days * 1_440,
    text: [
      `${inviter_name} of ${organization_name} invited you to see the orders, shipments and invoices of ${account_name}.`,
      `Open the portal:\n${base_url}/portal/accept#token=${encodeURIComponent(token)}`,
      `The link works once, for ${limits.portal_invitation_days} days, and then stays open in your browser for ${limits.portal_session_days} days. Do not forward it: whoever opens it sees this data. If you did not expect it, ignore this mail.`,
    ].join('\n\n'),
  }
}
