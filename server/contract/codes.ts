/** The error codes of an operation: its own and those that the pipeline adds. Used by the pipeline and the document. */
import type { Operation } from './operation.ts'
import { type RefusalCode, requiredKeyRefusals } from './refusals.ts'

/** Fields in which a request may contain a trading account. */
export const accountFields = ['trading_partner_id', 'account_id', 'partner_id'] as const

/** Whether an account-bound key can be refused: the request contains an account, or the operation reads all of them. */
export function asksAccount(operation: Operation): boolean {
  if (operation.account === 'aggregate') return true
  const parts = [operation.params, operation.query, operation.body === 'bytes' ? undefined : operation.body]
  return parts.some((part) => accountFields.some((field) => part?.properties && field in part.properties))
}

const down = ['internal_error', 'POSTGRES_UNAVAILABLE', 'SERVICE_UNAVAILABLE'] as const

/** Codes that the pipeline returns to an API key on a public operation, and to either caller of a session operation. */
function doorCodes(operation: Operation): RefusalCode[] {
  if (operation.surface === 'sign_in') return ['bad_request', 'key_invalid']
  if (operation.surface === 'session') {
    const codes: RefusalCode[] = ['bad_request', 'key_invalid', 'session_invalid', 'not_public', 'rate_limited']
    if (operation.session !== 'user') codes.push('membership_missing', 'two_factor_required')
    if (operation.session === 'admin' || operation.session === 'member') codes.push('admin_required')
    if (operation.path.includes('{organization_id}')) codes.push('organization_mismatch')
    return codes
  }
  const codes: RefusalCode[] = ['bad_request', 'key_invalid', 'wrong_region', 'ip_not_allowed', 'plan_excludes']
  codes.push('scope_missing')
  if (operation.path.includes('{organization_id}')) codes.push('organization_mismatch')
  if (asksAccount(operation)) codes.push('account_mismatch')
  codes.push('rate_limited')
  return codes
}

/** Codes for an Idempotency-Key that was used before; writes of the app can get them on every operation. */
export const repeatedKeyCodes: readonly RefusalCode[] = ['idempotency_conflict', 'idempotency_in_flight']

/** Every code that the document publishes for an operation. */
export function codesOf(operation: Operation): RefusalCode[] {
  const codes = [...doorCodes(operation), operation.bad_request, ...operation.refusals]
  if (operation.method !== 'GET') codes.push('body_too_large', 'body_too_slow')
  if (operation.idempotency !== 'none') codes.push(...repeatedKeyCodes)
  if (operation.idempotency === 'required') codes.push(...requiredKeyRefusals)
  return [...new Set([...codes, ...down])]
}

/** Codes that only a user session gets on a public operation; the document describes keys and leaves them out. */
export const sessionOnlyCodes: readonly RefusalCode[] = [
  'session_invalid',
  'membership_missing',
  'admin_required',
  'two_factor_required',
  'not_public',
]
/** Codes that a key can get on a session operation before not_public. */
export const keyOnlyCodes: readonly RefusalCode[] = ['ip_not_allowed', 'wrong_region']
