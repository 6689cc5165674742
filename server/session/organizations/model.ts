/** Organisations and the people in them, as the app is shown them. */
import { plans } from '../../contract/resources.ts'
import {
  Choice,
  Flag,
  Id,
  Instant,
  not_blank,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Whole,
} from '../../contract/schema.ts'
import { limits } from '../../contract/limits.ts'

export const roles = ['admin', 'member'] as const

export const OrganizationId = Shape({ organization_id: Id('The organisation; the one X-Organization-ID names.') })

export const Organization = Shape({
  organization_id: OwnId('The organisation.'),
  name: Text('Its name.', { examples: ['Northwind Apparel'] }),
  region: Choice(['us', 'eu'], 'The region it lives in.'),
  plan: OpenChoice(plans, 'Its plan.'),
  sandbox: Flag('Whether it is a sandbox, which alone can be filled with starter data.'),
  currency: Text('ISO 4217 code of its money.', { examples: ['USD'] }),
  fiscal_year_start_month: Whole('Month in which its fiscal year begins.', { minimum: 1, maximum: 12 }),
  edi_qualifier: Nullable(
    Text('Qualifier of its EDI identity; null while the service makes one of its id.', { examples: ['01'] }),
  ),
  edi_id: Nullable(Text('Its EDI identity; null likewise.', { examples: ['081234567'] })),
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

export const Name = (description: string, words: { examples?: string[] } = {}) =>
  Text(description, { minLength: 1, maxLength: limits.name_length_max, ...not_blank, ...words })
