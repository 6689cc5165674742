/** The mails that open the portal. The token follows #, so that no server and no proxy logs it. */
import type { MailLinks, NewMail } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'

interface MailedLink {
  organization_id: string
  organization_name: string
  account_name: string
  email: string
  token: string
}

export interface InvitedBuyer extends MailedLink {
  inviter_name: string
}

const way = ({ base_url }: MailLinks, token: string) =>
  `Open the portal:\n${base_url}/portal/accept#token=${encodeURIComponent(token)}`

const validity = `The link works once, for ${limits.portal_invitation_days} days, and then stays open in your browser for ${limits.portal_session_days} days. Do not forward it: it shows this data to anyone who opens it.`

export function portalInvitationMail(links: MailLinks, invited: InvitedBuyer): NewMail {
  const { organization_id, organization_name, account_name, inviter_name, email, token } = invited
  return {
    kind: 'portal_invitation',
    organization_id,
    recipient: email,
    subject: `${organization_name} invited you to its portal`,
    minutes: limits.portal_invitation_days * 1_440,
    text: [
      `${inviter_name} of ${organization_name} invited you to see the orders, shipments and invoices of ${account_name}.`,
      way(links, token),
      `${validity} If you did not expect it, ignore this mail.`,
    ].join('\n\n'),
  }
}

/** For a link that was requested on the portal, by the person or by another who entered the address. */
export function portalLinkMail(links: MailLinks, requested: MailedLink): NewMail {
  const { organization_id, organization_name, account_name, email, token } = requested
  return {
    kind: 'portal_invitation',
    organization_id,
    recipient: email,
    subject: `Your new link to the portal of ${organization_name}`,
    minutes: limits.portal_invitation_days * 1_440,
    text: [
      `A new link to the orders, shipments and invoices of ${account_name} with ${organization_name} was requested for this address.`,
      way(links, token),
      `${validity} An earlier link that was not opened no longer works; browsers that are signed in stay so. If you did not ask for it, ignore this mail.`,
    ].join('\n\n'),
  }
}
