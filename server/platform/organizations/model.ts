/** The organisation, membership and invitation resources. */
import { mailStates } from '../../mail/known_values.ts'
import { roles } from '../../contract/resources.ts'
import { subscriptionPlans, regions } from '../../contract/resources.ts'
import {
  CalendarDate,
  Choice,
  Flag,
  Id,
  Instant,
  isSignInAddress,
  Line,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  signInAddressRule,
  type Static,
  Text,
  Whole,
} from '../../contract/schema.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { mailStateWords } from '../../mail/queue.ts'

export const OrganizationId = Shape({ organization_id: Id('Id of the organisation; must equal X-Organization-ID.') })

export const Organization = Shape(
  {
    organization_id: OwnId('The organisation.'),
    name: Text('Its name.', { examples: ['Northwind Apparel'] }),
    region: Choice(regions, 'The region it lives in.'),
    plan: OpenChoice(subscriptionPlans, 'Its plan.'),
    sandbox: Flag('Whether it is a sandbox. Only a sandbox can be filled with starter data.'),
    currency: Text('ISO 4217 code of its money.', { examples: ['USD'] }),
    fiscal_year_start_month: Whole('First month of the fiscal year, 1 to 12.', { minimum: 1, maximum: 12 }),
    time_zone: Text('Time zone in which its days begin, as an IANA name.', { examples: ['UTC'] }),
    books_from: Nullable(
      CalendarDate(
        `Lock date: the first day that deliveries, shipments, returns, orders, adjustments and counts may have. Null: ${limits.books_days_max} days back.`,
      ),
    ),
    gs1_company_prefix: Nullable(
      Text('GS1 company prefix, from which cartons are numbered; null if there is none.', { examples: ['0614141'] }),
    ),
    allocation_horizon_days: Nullable(
      Whole('Days ahead for which sales orders hold stock; null if all do.', { examples: [60] }),
    ),
    address: Nullable(
      Text('Address of the organisation on its documents, line by line; null if none is set.', {
        examples: ['Rua do Cais 12\n4800-019 Guimarães\nPortugal'],
      }),
    ),
    tax_id: Nullable(
      Text('Tax id of the organisation on its documents; null if none is set.', { examples: ['PT508765432'] }),
    ),
    edi_qualifier: Nullable(
      Text('Qualifier of the claimed EDI identity; null when none is claimed.', { examples: ['01'] }),
    ),
    edi_id: Nullable(Text('Claimed EDI identity; null when none is claimed.', { examples: ['081234567'] })),
    edi_verified_at: Nullable(
      Instant(
        'Time the operator of the service verified the claimed identity. While null, interchanges use the identity that the service derives from the organisation id.',
      ),
    ),
    require_two_factor: Flag('Whether members without two-factor sign-in are refused.'),
    role: Choice(roles, 'Your role in the organisation.'),
    created_at: Instant('Time of creation.'),
  },
  { $id: 'Organization' },
)
export type Organization = Static<typeof Organization>

export const Membership = Shape(
  {
    user_id: Text('Id of the user.', { examples: ['019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'] }),
    name: Text('Name of the user.'),
    email: Text('E-mail address of the person.', { examples: ['ada@example.com'] }),
    role: Choice(
      roles,
      'Role of the member. A viewer can read, a member can also write, and an admin can also manage members, API keys, connections and webhooks.',
    ),
    two_factor: Flag('Whether the user signs in with a second factor.'),
    joined_at: Instant('Time the user joined.'),
    last_signed_in_at: Nullable(Instant("Start time of the user's newest active session; null when there is none.")),
  },
  { $id: 'Membership' },
)
export type Membership = Static<typeof Membership>

export const Email = (description: string) =>
  Line(description, { minLength: 3, maxLength: 254, examples: ['ada@example.com'] })
/** Lowercase, the form in which addresses are stored. */
export function checkEmail(text: string): string {
  const email = text.trim().toLowerCase()
  return isSignInAddress(email) ? email : refuseField('email', signInAddressRule)
}

export const invitationStates = ['pending', 'accepted', 'revoked', 'expired'] as const

export const Invitation = Shape(
  {
    invitation_id: OwnId('Id of the invitation.'),
    email: Text('E-mail address that was invited.', { examples: ['ada@example.com'] }),
    role: Choice(roles, 'Role of the user after accepting.'),
    state: OpenChoice(invitationStates, 'State of the invitation.'),
    mail_state: Nullable(OpenChoice(mailStates, `${mailStateWords} Null once the mail was deleted.`)),
    invited_by: Nullable(
      Shape(
        { user_id: Text('Id of the user.'), name: Text('Name of the user.') },
        { description: 'User who sent the invitation; null when that user no longer exists.' },
      ),
    ),
    created_at: Instant('Time of creation.'),
    expires_at: Instant('Expiry time of the invitation.'),
    accepted_at: Nullable(Instant('Time the invitation was accepted; null when it was not.')),
    revoked_at: Nullable(Instant('Time the invitation was revoked or replaced; null when it was not.')),
  },
  { $id: 'Invitation' },
)
export type Invitation = Static<typeof Invitation>

export const InvitationMail = Shape({
  recipient: Text('E-mail address it is for.', { examples: ['ada@example.com'] }),
  subject: Text('Subject of the mail.', { examples: ['Ada Merchant invited you to Northwind Apparel'] }),
  text: Text('Text of the mail, including the code to accept the invitation.', {
    examples: ['Ada Merchant (ada@example.com) invited you to join Northwind Apparel as a member.'],
  }),
})
