/**
 * Every error code: its HTTP status, what it means, what causes it and how to fix it. The errors guide, the OpenAPI
 * document and the pipeline all read this table. Sentences may be reworded; codes may not.
 */
import { facts, type RefusalFacts, unknownId } from './refusals/refusal_facts.ts'
import { sellingRefusals } from './refusals/selling_refusals.ts'

export type { RefusalFacts }

export const refusals = facts({
  key_invalid: {
    status: 401,
    desc: 'The API key is not valid.',
    cause:
      'The key is malformed, unknown, revoked, expired or was stopped after a replacement. The response is the same in all five cases.',
    fix: 'Send an active key as Authorization: Bearer <API_KEY>, or create a new one under Settings, Developer, API keys.',
    retry: 'never',
  },
  session_invalid: {
    status: 401,
    desc: 'The user session is not valid. Sign in again.',
    cause: 'The user token is unknown or has expired, or the X-Organization-ID header is missing.',
    fix: 'Sign in again and send Authorization: Bearer <USER_TOKEN> with X-Organization-ID.',
    retry: 'never',
  },
  sign_in_failed: {
    status: 401,
    desc: 'The e-mail address or the password is wrong.',
    cause:
      'No user has this e-mail address and password. The response does not reveal whether the address is registered.',
    fix: 'Check both and try again, or request a password reset with `POST /auth/request-password-reset`.',
    retry: 'never',
    answered_by: 'Signing in to the app, `POST /auth/sign-in/email`.',
  },
  wrong_region: {
    status: 421,
    desc: "This key belongs to the other region. Send requests to that region's API.",
    cause: 'The key exists, but its organisation is in the other region.',
    fix: "Send the same request to data.api_base_url, or to the other region's API if data is absent.",
    retry: 'never',
  },
  not_public: {
    status: 403,
    desc: 'This operation is not part of the public API.',
    cause:
      'No operation has this method and path, or the operation belongs to the app and cannot be called with an API key. The response is the same in both cases.',
    fix: 'Call an operation listed in the reference.',
    retry: 'never',
  },
  scope_missing: {
    status: 403,
    desc: 'This key does not have the scope that the operation requires.',
    cause: 'The key was created without the scope of the resource.',
    fix: 'Create a key with the scope listed in x-service-scopes of the operation.',
    retry: 'never',
  },
  plan_excludes: {
    status: 403,
    desc: "The organisation's plan does not include this.",
    cause:
      'The plan does not include the capability that the operation requires, or the public API itself. The plan is checked on every request.',
    fix: 'Show message.desc to the user. The same request succeeds after an upgrade to a plan that includes the capability.',
    retry: 'never',
  },
  organization_mismatch: {
    status: 403,
    desc: 'The organisation in the path is not the organisation of this key.',
    cause: 'organization_id in the path is the id of another organisation. It is never substituted.',
    fix: "Use the id of the key's organisation in the path.",
    retry: 'never',
  },
  membership_missing: {
    status: 403,
    desc: 'You are not a member of this organisation.',
    cause: 'X-Organization-ID is the id of an organisation that the user does not belong to.',
    fix: 'Send the id of an organisation that you belong to in X-Organization-ID.',
    retry: 'never',
  },
  admin_required: {
    status: 403,
    desc: 'Only an administrator of the organisation can do this.',
    cause:
      'The role of the user in the organisation is less than the operation requires: viewers only read, members also write, and operations such as managing keys or webhooks are for administrators. message.desc names the role.',
    fix: 'Ask an administrator of the organisation to do it, or to change your role.',
    retry: 'never',
  },
  two_factor_required: {
    status: 403,
    desc: 'This organisation requires two-factor sign-in. Set it up with POST /auth/two-factor/enable.',
    cause: 'The organisation requires two-factor sign-in of its members, and the user has not set it up.',
    fix: 'Set up two-factor sign-in with POST /auth/two-factor/enable and POST /auth/two-factor/verify-totp. It takes effect with the next request.',
    retry: 'never',
  },
  two_factor_code_required: {
    status: 401,
    desc: 'The password is right. Send a code of the authenticator app to POST /auth/two-factor/verify-totp.',
    cause:
      'The user signs in with two factors. data.twoFactorToken identifies this sign-in, and no session exists yet.',
    fix: 'Send data.twoFactorToken with a code of the app to POST /auth/two-factor/verify-totp, or with a recovery code to POST /auth/two-factor/verify-backup-code, within ten minutes.',
    retry: 'never',
  },
  two_factor_failed: {
    status: 401,
    desc: 'The code is wrong, or was used already.',
    cause:
      'The code of the authenticator app or the recovery code is wrong or was used before, or the sign-in that it belongs to has expired or failed too often.',
    fix: 'Send the code that the app shows now, or another recovery code. If message.desc says that the sign-in has expired, sign in with the password again.',
    retry: 'never',
  },
  account_mismatch: {
    status: 403,
    desc: 'This key is bound to one trading account.',
    cause: 'An account-bound key was used with another account, or to call a read that aggregates over every account.',
    fix: 'Send the account of the key, or use a key that is not bound to an account.',
    retry: 'never',
  },
  ip_not_allowed: {
    status: 403,
    desc: 'This key cannot be used from this IP address.',
    cause: "The caller's IP address is not on the key's allowlist.",
    fix: 'Call from an allowed address, or create a key that allows this one.',
    retry: 'never',
  },
  rate_limited: {
    status: 429,
    desc: 'Too many requests in this minute.',
    cause:
      'The key, or the signed-in user, has exceeded its rate limit for this minute; refused requests count too. Some operations have a limit of their own, which message.desc states.',
    fix: 'Wait for Retry-After seconds, then continue.',
    retry: 'later',
  },
  idempotency_conflict: {
    status: 409,
    desc: 'This Idempotency-Key was used for a different request.',
    cause: 'The same key was sent with a different body, query, operation or method within 24 hours.',
    fix: 'Use a fresh Idempotency-Key for every new request.',
    retry: 'never',
  },
  idempotency_in_flight: {
    status: 409,
    desc: 'A request with this Idempotency-Key is still running.',
    cause: 'The first request with the key has not finished.',
    fix: 'Wait for Retry-After seconds and resend the same request; the response is that of the first request.',
    retry: 'later',
    retry_after_seconds: 1,
  },
  idempotency_key_required: {
    status: 400,
    desc: 'This operation requires an Idempotency-Key header of 1 to 255 characters.',
    cause: 'The Idempotency-Key header is missing or too long on a write that requires it.',
    fix: 'Send a fresh Idempotency-Key of up to 255 characters with every new request.',
    retry: 'never',
  },
  idempotency_key_reused: {
    status: 409,
    desc: 'This Idempotency-Key was used for a different request within the last 30 days.',
    cause: 'The same key was sent with a different body more than 24 hours later, on a write that requires a key.',
    fix: 'Use a fresh Idempotency-Key for every new request.',
    retry: 'never',
  },
  idempotency_key_in_flight: {
    status: 409,
    desc: 'This Idempotency-Key is in use by another request.',
    cause:
      'A concurrent request holds the key, more than 24 hours after its first use, on a write that requires a key.',
    fix: 'Wait for Retry-After seconds and resend the same request.',
    retry: 'later',
    retry_after_seconds: 2,
  },
  conflict: {
    status: 409,
    desc: 'The request conflicts with the current state of the resource.',
    cause:
      'The current state of the resource does not allow the operation; the description of the operation lists the conditions.',
    fix: 'Read message.desc: it states the conflict.',
    retry: 'never',
  },
  watermark_expired: {
    status: 409,
    desc: 'The watermark has expired. Start over.',
    cause:
      'The watermark in updated_since is too old, belongs to another list, organisation or account, or was returned before the database was restored from a backup.',
    fix: 'Discard your copy of the list and read all records with updated_since=1970-01-01T00:00:00Z, then continue with the watermarks of the responses.',
    retry: 'never',
  },
  bad_request: {
    status: 400,
    desc: 'The request is not valid.',
    cause:
      'A header, parameter or body field is missing, unknown, repeated, of the wrong type or out of range, or is the id of something that does not exist in this organisation.',
    fix: 'Read message.desc: it states the field, the rule and the allowed values. Programs read data.field.',
    retry: 'never',
  },
  BAD_REQUEST: {
    status: 400,
    desc: 'The contact or note is not valid.',
    cause:
      'On contacts and their notes: a field is missing, unknown or not valid, the field of the preferred contact method is missing, the e-mail address belongs to another contact, or the id is not a whole number.',
    fix: 'Read message.desc: it states the field, the rule and the allowed values. Programs read data.field.',
    retry: 'never',
  },
  body_too_large: {
    status: 413,
    desc: 'The request body is too large.',
    cause:
      'The body exceeds the limit of the operation: 1,048,576 bytes for a JSON body where the operation does not state more.',
    fix: 'Split the request, or upload the data as a file where the operation accepts one.',
    retry: 'never',
  },
  body_too_slow: {
    status: 408,
    desc: 'The request body did not arrive in time.',
    cause:
      'The body took longer than 15 seconds to arrive, plus one second for each MiB that the operation accepts above the first.',
    fix: 'Send the request again over a better connection.',
    retry: 'later',
  },
  not_found: {
    status: 404,
    desc: 'No object of this organisation has that id.',
    cause: 'The id in the path does not exist in this organisation.',
    fix: 'Find the id with the list operation of the resource.',
    retry: 'never',
  },
  NOT_FOUND: {
    status: 404,
    desc: 'No contact or note of this organisation has that id.',
    cause: 'contact_id or note_id does not exist in this organisation, or the note belongs to another contact.',
    fix: 'Find the id in GET /api/v1/contacts/table, or among the notes of the contact.',
    retry: 'never',
  },
  NO_RESULT_FOUND: {
    status: 404,
    desc: 'The contact or note to delete does not exist.',
    cause: 'contact_id or note_id does not exist in this organisation, or was already deleted.',
    fix: 'Treat it as deleted, or find the id in GET /api/v1/contacts/table.',
    retry: 'never',
  },
  variant_not_on_file: unknownId('variant', 'variant_id', 'GET /api/v1/variants/table'),
  product_not_on_file: unknownId('product', 'product_id', 'GET /api/v1/products/table'),
  category_not_on_file: {
    status: 404,
    desc: 'No category of this organisation has that name or id.',
    cause:
      'category is neither the name nor the id of a category of this organisation. Names are case-sensitive and must match exactly.',
    fix: 'Find the name in GET /api/v1/organizations/{organization_id}/products/filters?field=category.',
    retry: 'never',
  },
  custom_field_not_on_file: unknownId('custom field', 'custom_field_id', 'GET /api/v1/variants/custom-fields'),
  location_not_on_file: unknownId('location', 'location_id', 'GET /api/v1/inventory/table'),
  stocktake_not_on_file: unknownId('stocktake', 'stocktake_id', 'GET /api/v1/stocktakes/table'),
  supplier_not_on_file: unknownId('supplier', 'supplier_id', 'GET /api/v1/inventory/suppliers/table'),
  supplier_variant_not_on_file: {
    status: 404,
    desc: 'The supplier does not supply all of the requested variants.',
    cause: 'A variant to detach is not, or no longer, attached to the supplier.',
    fix: 'Get the variants of the supplier with GET /api/v1/inventory/suppliers/{supplier_id}.',
    retry: 'never',
  },
  purchase_order_not_on_file: unknownId(
    'purchase order',
    'purchase_order_id',
    'GET /api/v1/organizations/{organization_id}/purchase-orders',
  ),
  purchase_order_delivery_not_on_file: {
    status: 404,
    desc: 'No delivery of this order has that id.',
    cause: 'delivery_id is not the id of a delivery of this order, or the delivery was removed.',
    fix: 'Find the id in GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries.',
    retry: 'never',
  },
  ...sellingRefusals,
  filter_needs_a_pair_or_a_document: {
    status: 400,
    desc: 'Send variant_id and location_id together, or document_type and document_id together.',
    cause: 'Stock movements are listed for one variant at one location, or for one document.',
    fix: 'Send both parameters of one pair.',
    retry: 'never',
  },
  export_link_invalid: {
    status: 403,
    desc: 'This export link is not valid or has expired. Request the export again.',
    cause:
      'The link was altered or truncated, is older than 60 minutes, or the key that requested it was revoked or stopped or has expired. The response is the same in all cases.',
    fix: 'Send the read with export=true again and fetch the new export_url within 60 minutes.',
    retry: 'never',
    answered_by: 'The link of an export, `GET /exports/…`, which needs no key.',
  },
  document_link_invalid: {
    status: 403,
    desc: 'This link is not valid or has expired. Ask the sender for a new one.',
    cause: 'The link was altered or truncated, or is older than 90 days. The response is the same in both cases.',
    answered_by: 'The link of an issued order, `GET /documents/…`, which needs no key.',
    fix: 'Issue the order again through the link channel and send the new link to the recipient.',
    retry: 'never',
  },
  invitation_invalid: {
    status: 404,
    desc: 'This invitation cannot be accepted: it is unknown, already accepted, revoked or expired.',
    cause:
      'The token is unknown, the invitation was accepted, revoked or replaced or has expired, its sender is no longer an administrator, or the e-mail address of the signed-in user is not the invited one. The response is the same in all cases.',
    fix: 'Sign in with the invited e-mail address, or ask an administrator of the organisation for a new invitation.',
    retry: 'never',
  },
  reset_token_invalid: {
    status: 404,
    desc: 'This password reset is not valid. Request a new one.',
    cause: 'The token is unknown, was used or has expired. The response is the same in all cases.',
    fix: 'Request another e-mail with `POST /auth/request-password-reset` and use its token.',
    retry: 'never',
    answered_by: 'Resetting a password, `POST /auth/reset-password`.',
  },
  upload_space_full: {
    status: 409,
    desc: 'The uploaded files of this organisation exceed its storage limit.',
    cause:
      'The stored files, the uploads in progress and this file together exceed the storage limit of one organisation.',
    fix: 'Delete files that are no longer needed with `DELETE /api/v1/files`, or wait until they expire; `GET /api/v1/files` lists them.',
    retry: 'never',
  },
  POSTGRES_UNAVAILABLE: {
    status: 503,
    desc: 'The service is briefly unavailable.',
    cause: 'The database did not respond in time, or could not provide a lock, memory or disk space for the request.',
    fix: 'Branch on the status and resend after Retry-After seconds. Before you resend a write without an Idempotency-Key, read the object back unless message.desc states that the write was not attempted.',
    retry: 'later',
    retry_after_seconds: 2,
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    desc: 'The service is briefly unavailable.',
    cause: 'The service is starting, stopping or too busy to take the request.',
    fix: 'Branch on the status and resend after Retry-After seconds.',
    retry: 'later',
    retry_after_seconds: 2,
  },
  internal_error: {
    status: 500,
    desc: 'Something went wrong on our side. The error is logged under the request id.',
    cause: 'An unexpected error in the service.',
    fix: 'Resend once. If the error persists, contact support with the request_id.',
    retry: 'later',
  },
})

export type RefusalCode = keyof typeof refusals
/** The code for a request that does not match the operation's schema. */
export type BadRequestCode = 'bad_request' | 'BAD_REQUEST'

/** Details that a call of refuse() may set: the sentence, data for programs, and the wait. */
export interface RefusalDetail {
  desc?: string
  data?: Record<string, unknown>
  retry_after_seconds?: number
}

/** Thrown only by refuse(); anything else that is thrown is a bug and becomes a 500. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly desc: string
  readonly data: Record<string, unknown> | undefined
  readonly retry_after_seconds: number | undefined

  constructor(code: RefusalCode, detail: RefusalDetail = {}) {
    super(code)
    const fact = refusals[code]
    this.code = code
    this.status = fact.status
    this.desc = detail.desc ?? fact.desc
    this.data = detail.data
    this.retry_after_seconds = detail.retry_after_seconds ?? fact.retry_after_seconds
  }
}

export function refuse(code: RefusalCode, detail?: RefusalDetail): never {
  throw new Refusal(code, detail)
}

/** Refuses a field: its name, the rule it breaks, the allowed values, and the value that is not one of them. */
export function refuseField(field: string, rule: string, allowed?: readonly (string | number)[], key?: string): never {
  const list = allowed === undefined || allowed.length === 0 ? '' : ` Allowed: ${allowed.join(', ')}.`
  refuse('bad_request', {
    desc: `${field} ${rule}.${list}`,
    data: { field, ...(key === undefined ? {} : { key }), rule, ...(allowed === undefined ? {} : { allowed }) },
  })
}

/** Codes that the pipeline adds to the two writes that require a key. */
export const requiredKeyRefusals = [
  'idempotency_key_required',
  'idempotency_key_reused',
  'idempotency_key_in_flight',
] as const satisfies readonly RefusalCode[]
