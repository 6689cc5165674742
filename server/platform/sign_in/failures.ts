/** Refusals for the errors of better-auth. */
import { limits } from '../../contract/limits.ts'
import { Refusal, refuseField } from '../../contract/refusals.ts'

interface Failure {
  code?: string
  message?: string
}

const begin = 'Sign in with the password again.'

export function refusalOf(path: string, status: number, text: string): Refusal {
  const failure = readError(text)
  const known = knownRefusal(path, failure.code)
  if (known !== null) return known
  if (status === 401) return new Refusal('session_invalid')
  return new Refusal('bad_request', failure.message === undefined ? {} : { desc: `${failure.message}.` })
}

function knownRefusal(path: string, code: string | undefined): Refusal | null {
  switch (code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
      return new Refusal('sign_in_failed')
    case 'INVALID_PASSWORD':
      return fieldRefusal(
        path === '/auth/change-password' ? 'currentPassword' : 'password',
        'is not the password of this user',
      )
    case 'INVALID_EMAIL':
      return fieldRefusal('email', 'must be an e-mail address')
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return new Refusal('two_factor_failed')
    case 'INVALID_TWO_FACTOR_COOKIE':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
      return expiredChallenge()
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return new Refusal('rate_limited', {
        desc: `Too many wrong codes. No code is accepted for ${limits.two_factor_lock_minutes} minutes.`,
        retry_after_seconds: limits.two_factor_lock_minutes * 60,
      })
    case 'TOTP_ALREADY_ENABLED':
      return inForce()
    case 'TOTP_NOT_ENABLED':
    case 'BACKUP_CODES_NOT_ENABLED':
      // A sign-in that began before the second factor was disabled needs none any more.
      if (path !== '/auth/two-factor/confirm') return expiredChallenge()
      return new Refusal('conflict', {
        desc: 'Two-factor sign-in is not set up. Start with POST /auth/two-factor/enable.',
      })
    case 'TWO_FACTOR_NOT_ENABLED':
      return notInForce()
    default:
      return null
  }
}

export const expiredChallenge = (): Refusal =>
  new Refusal('two_factor_failed', { desc: `This sign-in has expired or failed too often. ${begin}` })

export const inForce = (): Refusal =>
  new Refusal('conflict', { desc: 'Two-factor sign-in is set up already. Disable it first.' })

export const notInForce = (): Refusal =>
  new Refusal('conflict', {
    desc: 'Two-factor sign-in is not in force. Set it up with POST /auth/two-factor/enable and POST /auth/two-factor/confirm.',
  })

const wrongCredentials = ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_CODE', 'INVALID_BACKUP_CODE']

/** Whether the password or code was checked and is wrong, rather than the request refused before. */
export const isWrongCredential = (status: number, text: string): boolean =>
  status === 401 && wrongCredentials.includes(readError(text).code ?? '')

function fieldRefusal(field: string, rule: string): Refusal {
  try {
    return refuseField(field, rule)
  } catch (error) {
    return error as Refusal
  }
}

function readError(text: string): Failure {
  try {
    return JSON.parse(text) as Failure
  } catch {
    return {}
  }
}
