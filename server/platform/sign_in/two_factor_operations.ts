/** Requests of two-factor sign-in: set it up, and sign in with a code. */
import { limits } from '../../contract/limits.ts'
import { signInOperation } from '../../contract/operation.ts'
import type { Operation } from '../../contract/operation.ts'
import { Flag, Line, Shape, Text, Type } from '../../contract/schema.ts'
import { attempts, password, Token, User } from './model.ts'

const Code = Text('Code that the authenticator app shows: six digits.', {
  pattern: '^[0-9]{6}$',
  'x-rule': 'must be six digits',
  examples: ['492039'],
})
const Challenge = Text('`data.twoFactorToken` of the refused sign-in.', {
  minLength: 1,
  maxLength: 2_000,
  examples: ['W1siYmV0dGVyLWF1dGgudHdvX2ZhY3RvciIsIjJmYS1xN1Z0MkwifQ'],
})
const RecoveryCodes = Type.Array(Text('Recovery code.', { examples: ['3kf9Q-xP2mA'] }), {
  description: `${limits.recovery_codes} recovery codes, each valid once. They are shown only in this response.`,
})
const SignedIn = Shape({ token: Token, user: User })
const lock = `After ${limits.two_factor_failures_max} wrong codes in a row, no code of the user is accepted for ${limits.two_factor_lock_minutes} minutes.`

export const twoFactorSetUp: readonly Operation[] = [
  signInOperation({
    id: 'auth.enable_two_factor',
    route: 'POST /auth/two-factor/enable',
    summary: 'Set up two-factor sign-in',
    description: `Creates a secret for an authenticator app (TOTP, six digits, 30 seconds) and recovery codes. Two-factor sign-in is in force after \`POST /auth/two-factor/confirm\` with a code of the app; until then, calling it again replaces the secret and the codes. Fails with \`conflict\` if it is in force. ${attempts}`,
    needs: 'user',
    bare: true,
    body: Shape({ password: password('Current password.') }),
    answer: Shape({
      method: Text('Always totp.', { examples: ['totp'] }),
      totpURI: Text('URI for the authenticator app, usually shown as a QR code. Contains the secret.', {
        examples: ['otpauth://totp/Merchant%20API:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Merchant+API'],
      }),
      backupCodes: RecoveryCodes,
    }),
    refusals: ['session_invalid', 'conflict', 'not_public', 'rate_limited'],
    conflict: 'Two-factor sign-in is already in force.',
  }),
  signInOperation({
    id: 'auth.confirm_two_factor',
    route: 'POST /auth/two-factor/confirm',
    summary: 'Confirm two-factor sign-in',
    description: `Puts two-factor sign-in in force with a code of the authenticator app and ends every session; the response contains the token of a new session. A wrong code is refused with \`two_factor_failed\`. Fails with \`conflict\` if it was not set up before, or is in force already. ${attempts}`,
    needs: 'user',
    bare: true,
    body: Shape({ code: Code }),
    answer: SignedIn,
    refusals: ['session_invalid', 'two_factor_failed', 'conflict', 'not_public', 'rate_limited'],
    conflict: 'Two-factor sign-in was not set up before, or is already in force.',
  }),
  signInOperation({
    id: 'auth.generate_recovery_codes',
    route: 'POST /auth/two-factor/generate-backup-codes',
    summary: 'Replace the recovery codes',
    description: `Returns new recovery codes; the earlier ones no longer work. Fails with \`conflict\` if two-factor sign-in is not in force. ${attempts}`,
    needs: 'user',
    bare: true,
    body: Shape({ password: password('Current password.') }),
    answer: Shape({ status: Flag('Always true.'), backupCodes: RecoveryCodes }),
    refusals: ['session_invalid', 'conflict', 'not_public', 'rate_limited'],
    conflict: 'Two-factor sign-in is not in force.',
  }),
  signInOperation({
    id: 'auth.disable_two_factor',
    route: 'POST /auth/two-factor/disable',
    summary: 'Disable two-factor sign-in',
    description: `Removes the secret and the recovery codes and replaces the session; the response contains the new token. Organisations that require two-factor sign-in then refuse the user until it is set up again. Fails with \`conflict\` if it is not in force. ${attempts}`,
    needs: 'user',
    bare: true,
    body: Shape({ password: password('Current password.') }),
    answer: Shape({ status: Flag('Always true.'), token: Token }),
    refusals: ['session_invalid', 'conflict', 'not_public', 'rate_limited'],
    conflict: 'Two-factor sign-in is not in force.',
  }),
]

export const twoFactorSignIn: readonly Operation[] = [
  signInOperation({
    id: 'auth.verify_totp',
    route: 'POST /auth/two-factor/verify-totp',
    summary: 'Sign in with a code',
    description: `Completes a sign-in with a code of the authenticator app and returns the token of the session. A code works once. A wrong or used code, and a sign-in that has expired, are refused with \`two_factor_failed\`; after five wrong codes the sign-in has expired. ${lock} ${attempts}`,
    needs: 'nobody',
    bare: true,
    body: Shape({ twoFactorToken: Challenge, code: Code }),
    answer: SignedIn,
    refusals: ['two_factor_failed', 'not_public', 'rate_limited'],
  }),
  signInOperation({
    id: 'auth.verify_recovery_code',
    route: 'POST /auth/two-factor/verify-backup-code',
    summary: 'Sign in with a recovery code',
    description: `Completes a sign-in with a recovery code instead of a code of the authenticator app. Each recovery code works once. ${lock} ${attempts}`,
    needs: 'nobody',
    bare: true,
    body: Shape({
      twoFactorToken: Challenge,
      code: Line('Recovery code.', { minLength: 1, maxLength: 40, examples: ['3kf9Q-xP2mA'] }),
    }),
    answer: SignedIn,
    refusals: ['two_factor_failed', 'not_public', 'rate_limited'],
  }),
]
