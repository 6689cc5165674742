/** The requests under /auth with their schemas. The document publishes them, mount.ts handles them. */
import { roles } from '../../contract/resources.ts'
import { limits } from '../../contract/limits.ts'
import { signInOperation } from '../../contract/operation.ts'
import type { Operation } from '../../contract/operation.ts'
import { regions } from '../../contract/resources.ts'
import { Choice, Flag, Instant, Line, Name, Nullable, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { Email as MailAddress } from '../organizations/model.ts'
import { attempts, Email, password, sampleToken, Token, User } from './model.ts'
import { twoFactorSetUp, twoFactorSignIn } from './two_factor_operations.ts'

const Session = Shape(
  {
    id: OwnId('Id of the session.'),
    userId: OwnId('Id of the user.'),
    token: Token,
    expiresAt: Instant('Expiry, unless the session is renewed.'),
    createdAt: Instant('Start of the session.'),
    updatedAt: Instant('Last renewal.'),
    ipAddress: Nullable(Text('IP address from which the session was started.', { examples: ['203.0.113.7'] })),
    userAgent: Nullable(Text('User agent that started the session.', { examples: ['Mozilla/5.0'] })),
  },
  { $id: 'Session', description: 'The session.' },
)

/** Requests that mount.ts passes to better-auth, in its own shapes. */
export const signInEndpoints: readonly Operation[] = [
  signInOperation({
    id: 'auth.sign_in',
    route: 'POST /auth/sign-in/email',
    summary: 'Sign in with e-mail and password',
    description: `Starts a session of ${limits.session_days} days and returns its token. A user with two-factor sign-in is refused with \`two_factor_code_required\`; send \`data.twoFactorToken\` with a code to \`POST /auth/two-factor/verify-totp\` within ${limits.two_factor_minutes} minutes. ${attempts} The response is the same for a wrong password and an unknown e-mail address. No cookie is set.`,
    needs: 'no_token',
    bare: true,
    body: Shape({
      email: Email('E-mail address.'),
      password: password('Password.'),
      rememberMe: Type.Optional(Flag('If false, the session ends after a day.')),
    }),
    answer: Shape({
      token: Token,
      user: User,
      redirect: Type.Boolean({ description: 'Always false.', examples: [false] }),
    }),
    refusals: ['sign_in_failed', 'two_factor_code_required', 'not_public', 'rate_limited'],
  }),
  ...twoFactorSignIn,
  signInOperation({
    id: 'auth.get_session',
    route: 'GET /auth/get-session',
    summary: 'Get the session',
    description: `Returns the session of the token and its user, or null if the token is not valid. The call renews the session to ${limits.session_days} days from now, at most once a day.`,
    needs: 'user',
    bare: true,
    answer: Nullable(Shape({ session: Session, user: User }, { description: 'null if the token is not valid.' })),
    refusals: ['not_public'],
  }),
  ...twoFactorSetUp,
  signInOperation({
    id: 'auth.change_password',
    route: 'POST /auth/change-password',
    summary: 'Change the password',
    description: `Replaces the password of the user and ends every session; the response contains the token of a new session. Passwords that are common, repetitive or sequential are refused. ${attempts}`,
    needs: 'user',
    bare: true,
    body: Shape({
      currentPassword: password('Current password.'),
      newPassword: Text('New password.', {
        minLength: limits.password_length_min,
        maxLength: limits.password_length_max,
        examples: ['wide river quiet lantern'],
      }),
      revokeOtherSessions: Type.Optional(Flag('Optional and always true: every session ends. false is refused.')),
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
    description: 'Ends every session of the user, including this one.',
    needs: 'user',
    bare: true,
    answer: Shape({ status: Flag('Always true.') }),
    refusals: ['session_invalid', 'not_public'],
  }),
  signInOperation({
    id: 'auth.sign_out',
    route: 'POST /auth/sign-out',
    summary: 'Sign out',
    description: 'Ends the session of the token. The response is the same if the token is no longer valid.',
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
  description: `Send a key or a user token as \`Authorization: Bearer\` without a body, or an e-mail address in the body without the header. For a key of either region, the response is the region of its organisation; for any e-mail address, it is the region of this service. At most ${limits.region_lookups_per_minute_and_address} requests a minute from one IP address.`,
  needs: 'any_token',
  bare: false,
  body: Shape({ email: Email('E-mail address of the user.') }),
  answer: Shape({
    region: Choice(regions, 'Region of the caller.'),
    api_base_url: Nullable(
      Text("URL of that region's API; null if this service does not know the URL of the other region.", {
        examples: ['https://us.api.service.example'],
      }),
    ),
  }),
  refusals: ['session_invalid', 'rate_limited'],
})

const MailedToken = (kind: 'inv' | 'rst', description: string) =>
  Line(description, { maxLength: 100, examples: [`${kind}_4kq1uW8o7Tt0mC2rJ5vXbQdYz9LhNfEaPgSiVwKx3Zs`] })
const perAddress = `At most ${limits.sign_in_attempts_per_minute_and_address} requests a minute from one IP address.`
const refusedPasswords = 'Passwords that are common, repetitive or sequential are refused.'

export const requestPasswordReset = signInOperation({
  id: 'auth.request_password_reset',
  route: 'POST /auth/request-password-reset',
  summary: 'Request a password reset',
  description: `Sends an e-mail with a token for a new password, valid once and for ${limits.password_reset_minutes} minutes. The response is the same whether or not the address belongs to a user. A user gets at most ${limits.password_resets_per_hour_and_email} such e-mails an hour; further requests get the same response and send none. ${perAddress}`,
  desc: 'If this address belongs to a user, an e-mail with instructions was sent to it.',
  needs: 'no_token',
  bare: false,
  body: Shape({ email: MailAddress('E-mail address of the user.') }),
  answer: Shape({ email: Email('E-mail address, in lower case.') }),
  refusals: ['not_public', 'rate_limited'],
})

export const resetPasswordRequest = signInOperation({
  id: 'auth.reset_password',
  route: 'POST /auth/reset-password',
  summary: 'Reset the password',
  description: `Sets a new password with the token from the e-mail of \`POST /auth/request-password-reset\` and ends every session of the user. The token works once. ${refusedPasswords} ${perAddress}`,
  desc: 'The password is set and every session has ended. Sign in with the new password.',
  needs: 'no_token',
  bare: false,
  body: Shape({
    token: MailedToken('rst', 'Token from the e-mail.'),
    newPassword: password(`New password, ${limits.password_length_min} to ${limits.password_length_max} characters.`),
  }),
  answer: Shape({ email: Email('E-mail address to sign in with.') }),
  refusals: ['reset_token_invalid', 'not_public', 'rate_limited'],
})

export const acceptInvitationRequest = signInOperation({
  id: 'auth.accept_invitation',
  route: 'POST /auth/accept-invitation',
  summary: 'Accept an invitation as a new user',
  description: `Creates a user for the invited e-mail address and adds them to the organisation. The invitation must have been sent by e-mail, to an address that belongs to no user; existing users sign in and call \`POST /api/v1/invitations/accept\`. ${refusedPasswords} ${perAddress}`,
  desc: (answer) => `You can sign in as ${(answer as unknown as { email: string }).email} now.`,
  needs: 'no_token',
  bare: false,
  status: 201,
  body: Shape({
    token: MailedToken('inv', 'Token from the e-mail.'),
    name: Name('Name of the user.', { examples: ['Ada Merchant'] }),
    password: password(
      `Password to sign in with, ${limits.password_length_min} to ${limits.password_length_max} characters.`,
    ),
  }),
  answer: Shape({
    email: Email('E-mail address to sign in with.'),
    organization_id: OwnId('Id of the organisation.'),
    role: Choice(roles, 'Role of the user in the organisation.'),
  }),
  refusals: ['invitation_invalid', 'not_public', 'rate_limited'],
})

/** Requests that end sessions come last, so that all can be called in this order; the last three need no session. */
export const signInOperations: readonly Operation[] = [
  whereOperation,
  ...signInEndpoints,
  requestPasswordReset,
  resetPasswordRequest,
  acceptInvitationRequest,
]
