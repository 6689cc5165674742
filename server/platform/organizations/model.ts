/** Organisations and the people in them, as the app is shown them. */
import { mail_states, roles } from '../known_values.ts'
import { plans, regions } from '../../contract/resources.ts'
import {
  Choice,
  Flag,
  Id,
  Instant,
  Line,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Whole,
} from '../../contract/schema.ts'
import { refuseField } from '../../contract/refusals.ts'
import { mail_state_words } from '../mail/queue.ts'

export const OrganizationId = Shape({ organization_id: Id('The organisation; the one X-Organization-ID names.') })

export const Organization = Shape({
  organization_id: OwnId('The organisation.'),
  name: Text('Its name.', { examples: ['Northwind Apparel'] }),
  region: Choice(regions, 'The region it lives in.'),
  plan: OpenChoice(plans, 'Its plan.'),
  sandbox: Flag('Whether it is a sandbox, which alone can be filled with starter data.'),
  currency: Text('ISO 4217 code of its money.', { examples: ['USD'] }),
  fiscal_year_start_month: Whole('Month in which its fiscal year begins.', { minimum: 1, maximum: 12 }),
  edi_qualifier: Nullable(Text('Qualifier of the EDI identity it claims; null without a claim.', { examples: ['01'] })),
  edi_id: Nullable(Text('The EDI identity it claims; null likewise.', { examples: ['081234567'] })),
  edi_verified_at: Nullable(
    Instant(
      'When the operator of the service verified the claimed identity. While null, interchanges are sent under the identity that the service makes of the id of the organisation.',
    ),
  ),
  role: Choice(roles, 'What you are in it.'),
  created_at: Instant('When it was made.'),
})
export type Organization = Static<typeof Organization>

export const Membership = Shape({
  user_id: Text('The person.', { examples: ['019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'] }),
  name: Text('Name of the person.'),
  email: Text('E-mail address of the person.', { examples: ['ada@example.com'] }),
  role: Choice(roles, 'admin manages people, keys and webhooks; member works.'),
  joined_at: Instant('When the person joined.'),
  last_signed_in_at: Nullable(
    Instant('When the newest session of the person began that has not ended; null without one.'),
  ),
})
export type Membership = Static<typeof Membership>

const mail_address = /^[^\s@<>",;]+@[^\s@<>",;]+$/

export const Email = (description: string) =>
  Line(description, { minLength: 3, maxLength: 254, examples: ['ada@example.com'] })
/** In the one spelling that people are known by. */
export function checkEmail(text: string): string {
  const email = text.trim().toLowerCase()
  return mail_address.test(email) ? email : refuseField('email', 'must be an e-mail address')
}

export const invitation_states = ['pending', 'accepted', 'revoked', 'expired'] as const

export const Invitation = Shape({
  invitation_id: OwnId('The invitation.'),
  email: Text('E-mail address that was invited.', { examples: ['ada@example.com'] }),
  role: Choice(roles, 'Role of the person once they accept.'),
  state: OpenChoice(invitation_states, 'Whether it can still be accepted.'),
  mail_state: Nullable(OpenChoice(mail_states, `${mail_state_words} Null once the mail was deleted.`)),
  invited_by: Nullable(
    Shape(
      { user_id: Text('The person.'), name: Text('Name of the person.') },
      { description: 'Who invited; null when the person is gone.' },
    ),
  ),
  created_at: Instant('When it was made.'),
  expires_at: Instant('When it expires by itself.'),
  accepted_at: Nullable(Instant('When it was accepted; null while it was not.')),
  revoked_at: Nullable(Instant('When it was revoked or replaced; null while it was not.')),
})
export type Invitation = Static<typeof Invitation>

export const InvitationMail = Shape({
  recipient: Text('E-mail address it is for.', { examples: ['ada@example.com'] }),
  subject: Text('Its subject.', { examples: ['Ada Merchant invited you to Northwind Apparel'] }),
  text: Text('Its text, with the code that accepts.', {
    examples: ['Ada Merchant (ada@example.com) invited you to join Northwind Apparel as a member.'],
  }),
})
