/** The requests under /auth: what each takes and answers. The document publishes them, mount.ts answers them. */
import { roles } from '../known_values.ts'
import { limits } from '../../contract/limits.ts'
import { signInOperation } from '../../contract/operation.ts'
import type { Operation } from '../../contract/operation.ts'
import { regions } from '../../contract/resources.ts'
import { Choice, Flag, Instant, Line, Name, Nullable, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { Email as MailAddress } from '../organizations/model.ts'

const sampleToken = 'q7Vt2LxN9cRzW4mKf8YbHs5dJpG3aTnE'
const password = (description: string) =>
  Text(description, {
    minLength: 1,
    maxLength: limits.password_length_max,
    examples: ['correct horse battery staple'],
  })
const Email = (description: string) =>
  Text(description, { minLength: 3, maxLength: 254, examples: ['ada@example.com'] })
const Token = Text('Goes into `Authorization: Bearer` from now on.', { examples: [sampleToken] })

const User = Shape(
  {
    id: OwnId('The person.'),
    name: Text('Name of the person.', { examples: ['Ada Merchant'] }),
    email: Text('E-mail address of the person.', { examples: ['ada@example.com'] }),
    emailVerified: Flag('Whether the address is known to be theirs.'),
    image: Type.Null({ description: 'Always null: no pictures are kept.' }),
    createdAt: Instant('When the account was made.'),
    updatedAt: Instant('When it last changed.'),
  },
  { description: 'The person who is signed in.' },
)

const Session = Shape(
  {
    id: OwnId('The session.'),
    userId: OwnId('Whose it is.'),
    token: Token,
    expiresAt: Instant('When it ends, unless it is renewed.'),
    createdAt: Instant('When it began.'),
    updatedAt: Instant('When it was last renewed.'),
    ipAddress: Nullable(Text('Address that it was begun from.', { examples: ['203.0.113.7'] })),
    userAgent: Nullable(Text('Program that it was begun from.', { examples: ['Mozilla/5.0'] })),
  },
  { description: 'The session.' },
)

const attempts = `At most ${limits.sign_in_attempts_per_minute_and_email} attempts a minute from one address for a person and ${limits.sign_in_attempts_per_minute_and_address} from one address in all.`

/** What mount.ts hands on to better-auth, in its own shapes. */
export const signInEndpoints: readonly Operation[] = [
  signInOperation({
    id: 'auth.sign_in',
    route: 'POST /auth/sign-in/email',
    summary: 'Sign in with e-mail and password',
    description: `Begins a session of ${limits.session_days} days and answers its token. ${attempts} A wrong password and an unknown e-mail are answered alike. No cookie is set.`,
    needs: 'nobody',
    bare: true,
    body: Shape({
      email: Email('E-mail address.'),
      password: password('Password.'),
      rememberMe: Type.Optional(Flag('false: the session ends after a day.')),
    }),
    answer: Shape({
      token: Token,
      user: User,
      redirect: Type.Boolean({ description: 'Always false: nothing is to be opened.', examples: [false] }),
    }),
    refusals: ['sign_in_failed', 'not_public', 'rate_limited'],
  }),
  signInOperation({
    id: 'auth.get_session',
    route: 'GET /auth/get-session',
    summary: 'Get the session',
    description: `The session of the token and its person, or null where the token is not valid. Asking renews the session to ${limits.session_days} days from now, at most once a day.`,
    needs: 'user',
    bare: true,
    answer: Nullable(Shape({ session: Session, user: User }, { description: 'null where the token is not valid.' })),
    refusals: ['not_public'],
  }),
  signInOperation({
    id: 'auth.change_password',
    route: 'POST /auth/change-password',
    summary: 'Change the password',
    description: `Replaces the password of the person and ends every session; the answer has the token of a new one. Passwords that are common, repetitive or sequential are refused. ${attempts}`,
    needs: 'user',
    bare: true,
    body: Shape({
      currentPassword: password('The password until now.'),
      newPassword: Text('The password from now on.', {
        minLength: limits.password_length_min,
        maxLength: limits.password_length_max,
        examples: ['wide river quiet lantern'],
      }),
      revokeOtherSessions: Type.Optional(
        Flag('May be sent as true: every session ends in any case. false is refused.'),
      ),
    }),
    answer: Shape({
      token: Nullable(Text('The new token.', { examples: [sampleToken] })),
      user: User,
    }),
    refusals: ['session_invalid', 'not_public', 'rate_limited'],
  }),
  signInOperation({
    id: 'auth.revoke_sessions',
    route: 'POST /auth/revoke-sessions',
    summary: 'End every session',
    description: 'Ends every session of the person, this one too.',
    needs: 'user',
    bare: true,
    answer: Shape({ status: Flag('Always true.') }),
    refusals: ['session_invalid', 'not_public'],
  }),
  signInOperation({
    id: 'auth.sign_out',
    route: 'POST /auth/sign-out',
    summary: 'Sign out',
    description: 'Ends the session of the token. A token that is no longer valid is answered alike.',
    needs: 'user',
    bare: true,
    answer: Shape({ success: Flag('Always true.') }),
    refusals: ['not_public'],
  }),
]

export const whereOperation = signInOperation({
  id: 'auth.where',
  route: 'POST /auth/where',
  summary: 'Find the region of a caller',
  description: `Send a key or a user token as \`Authorization: Bearer\`, without a body, or an e-mail in the body without the header. A key of either region is told where its organisation lives; an e-mail is answered with the region that was asked, whoever it belongs to. At most ${limits.region_lookups_per_minute_and_address} questions a minute from one address in all.`,
  needs: 'anyone',
  bare: false,
  body: Shape({ email: Email('E-mail address of the person.') }),
  answer: Shape({
    region: Choice(regions, 'The region that the caller belongs to.'),
    api_base_url: Nullable(
      Text("Address of that region's API; null where this service does not know the other region's.", {
        examples: ['https://us.api.service.example'],
      }),
    ),
  }),
  refusals: ['session_invalid', 'rate_limited'],
})

const MailedToken = (kind: 'inv' | 'rst', description: string) =>
  Line(description, { maxLength: 100, examples: [`${kind}_4kq1uW8o7Tt0mC2rJ5vXbQdYz9LhNfEaPgSiVwKx3Zs`] })
const perAddress = `At most ${limits.sign_in_attempts_per_minute_and_address} requests a minute from one address.`
const refusedPasswords = 'Passwords that are common, repetitive or sequential are refused.'

export const requestPasswordReset = signInOperation({
  id: 'auth.request_password_reset',
  route: 'POST /auth/request-password-reset',
  summary: 'Request a password reset',
  description: `Mails a token for a new password, valid once and for ${limits.password_reset_minutes} minutes. The answer is the same whether or not somebody signs in with the address. An account gets at most ${limits.password_resets_per_hour_and_email} such mails an hour; further requests are answered alike and send none. ${perAddress}`,
  desc: 'If somebody signs in with this address, a mail with the next step is on its way.',
  needs: 'nobody',
  bare: false,
  body: Shape({ email: MailAddress('E-mail address of the account.') }),
  answer: Shape({ email: Email('The address, in lower case.') }),
  refusals: ['not_public', 'rate_limited'],
})

export const resetPasswordRequest = signInOperation({
  id: 'auth.reset_password',
  route: 'POST /auth/reset-password',
  summary: 'Reset the password',
  description: `Sets a new password with the token of a mail from \`POST /auth/request-password-reset\` and ends every session of the person. The token works once. ${refusedPasswords} ${perAddress}`,
  desc: 'The password is set and every session has ended. Sign in with it.',
  needs: 'nobody',
  bare: false,
  body: Shape({
    token: MailedToken('rst', 'The token of the mail.'),
    newPassword: password(
      `The password from now on, ${limits.password_length_min} to ${limits.password_length_max} characters.`,
    ),
  }),
  answer: Shape({ email: Email('E-mail address to sign in with.') }),
  refusals: ['reset_token_invalid', 'not_public', 'rate_limited'],
})

export const acceptInvitationRequest = signInOperation({
  id: 'auth.accept_invitation',
  route: 'POST /auth/accept-invitation',
  summary: 'Accept an invitation as a new person',
  description: `Makes an account for the invited e-mail address and adds it to the organisation. It takes an invitation that was mailed, to an address with which nobody signs in yet; whoever has an account signs in and sends \`POST /api/v1/invitations/accept\`. ${refusedPasswords} ${perAddress}`,
  desc: (answer) => `You can sign in as ${(answer as unknown as { email: string }).email} now.`,
  needs: 'nobody',
  bare: false,
  status: 201,
  body: Shape({
    token: MailedToken('inv', 'The token of the mail.'),
    name: Name('Name of the person.', { examples: ['Ada Merchant'] }),
    password: password(
      `The password to sign in with, ${limits.password_length_min} to ${limits.password_length_max} characters.`,
    ),
  }),
  answer: Shape({
    email: Email('E-mail address to sign in with.'),
    organization_id: OwnId('The organisation.'),
    role: Choice(roles, 'Role of the person in it.'),
  }),
  refusals: ['invitation_invalid', 'not_public', 'rate_limited'],
})

/** Those that end sessions come last, so that they can be sent one after another; these three need no session. */
export const signInOperations: readonly Operation[] = [
  whereOperation,
  ...signInEndpoints,
  requestPasswordReset,
  resetPasswordRequest,
  acceptInvitationRequest,
]
