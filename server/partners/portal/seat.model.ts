/** Schemas of portal seats. */
import { limits } from '../../contract/limits.ts'
import {
  Id,
  Instant,
  Line,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
} from '../../contract/schema.ts'
import { portalSeatStates } from '../known_values.ts'

export const SeatPath = Shape({ trading_partner_id: Id('The trading account.'), seat_id: Id('The seat.') })

export const PortalSeat = Shape(
  {
    seat_id: OwnId('The seat.'),
    email: Text('E-mail address of the seat.', { examples: ['ines@meridian.example'] }),
    contact: Nullable(
      Shape(
        { contact_id: OwnId('The contact.'), name: Text('Name of the contact.', { examples: ['Inês Carvalho'] }) },
        { description: 'Contact of the account with this address; null if there is none.' },
      ),
    ),
    state: OpenChoice(
      portalSeatStates,
      'State of the seat. invited: the latest invitation can be accepted. expired: it was not accepted in time. accepted: the person has access. revoked: access was withdrawn.',
    ),
    mail_state: Nullable(
      Text(
        'Delivery state of the latest invitation. queued: waiting to be sent or retried. sent: accepted by the mail server. failed: it could not be sent. stored: no mail server is configured; read the mail and forward it. Null once the mail was deleted.',
        { examples: ['sent'] },
      ),
    ),
    invited_by: Nullable(
      Shape(
        { user_id: Text('Id of the user.'), name: Text('Name of the user.', { examples: ['Ada Merchant'] }) },
        {
          description:
            'User who sent the latest invitation; null when the person asked for the link, or when that user no longer exists.',
        },
      ),
    ),
    invited_at: Nullable(
      Instant('Time of the latest invitation; null once the invitation was deleted after it had ended.'),
    ),
    invitation_expires_at: Nullable(
      Instant('Time until which the latest invitation can be accepted; null if it was used, replaced or revoked.'),
    ),
    accepted_at: Nullable(Instant('Time the seat was accepted; null if it was not.')),
    last_opened_at: Nullable(Instant('Time the person last opened the portal, to the minute; null if they never did.')),
    revoked_at: Nullable(Instant('Time the seat was revoked; null if it was not.')),
    created_at: Instant('Time the address was first invited.'),
  },
  { $id: 'PortalSeat', description: 'Access of one e-mail address to the portal of a trading account.' },
)
export type PortalSeat = Static<typeof PortalSeat>

export const NewSeat = Shape(
  {
    email: Type.Optional(
      Line('E-mail address to invite; sent in place of `contact_id`.', {
        minLength: 3,
        maxLength: 254,
        examples: ['ines@meridian.example'],
      }),
    ),
    contact_id: Type.Optional(Id('Contact of the account to invite; sent in place of `email`.')),
  },
  { examples: [{ email: 'ines@meridian.example' }] },
)
export type NewSeat = Static<typeof NewSeat>

export const SeatMail = Shape({
  recipient: Text('E-mail address it is for.', { examples: ['ines@meridian.example'] }),
  subject: Text('Subject of the mail.', { examples: ['Northwind Apparel invited you to its portal'] }),
  text: Text('Text of the mail, including the link that opens the portal.', {
    examples: [
      'Open the portal: https://api.service.example/portal/accept#token=prt_4fTqW0bZ8nYkR2mVx6LdP1sHjC9eG3a7Uo5tXw2Qy8E',
    ],
  }),
})

export const invitationWords = `An invitation works once, for ${limits.portal_invitation_days} days. At most ${limits.portal_invitations_per_seat_and_hour} invitations an hour are sent to an address of the account, and ${limits.portal_invitations_per_organization_and_hour} an hour by an organisation; more are refused with \`rate_limited\`. The person can ask for a new link on the portal; these links are limited apart.`
