/**
 * Every code that an answer can refuse with: its status, what it means, what causes it and what mends it.
 * The errors guide, the OpenAPI document and the door all read this. Sentences may be reworded; codes may not.
 */
export interface RefusalFacts {
  status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 421 | 429 | 500 | 503
  /** The sentence a person is shown when the place that refuses says nothing more precise. */
  desc: string
  cause: string
  fix: string
  /** never: the same request fails again. later: wait and resend. */
  retry: 'never' | 'later'
  retry_after_seconds?: number
  /** What answers it, where that is no operation of the document. */
  answered_by?: string
}

const facts = <T extends Record<string, RefusalFacts>>(table: T): { [K in keyof T]: RefusalFacts } => table

export const refusals = facts({
  key_invalid: {
    status: 401,
    desc: 'The API key is not valid.',
    cause:
      'The key is malformed, unknown, revoked, expired or was stopped after a replacement; the five are answered alike.',
    fix: 'Send a live key as Authorization: Bearer <API_KEY>, or mint a new one under Settings, Developer, API keys.',
    retry: 'never',
  },
  session_invalid: {
    status: 401,
    desc: 'The user session is not valid. Sign in again.',
    cause: 'The user token is unknown or has expired, or no X-Organization-ID header came with it.',
    fix: 'Sign in again and send Authorization: Bearer <USER_TOKEN> with X-Organization-ID.',
    retry: 'never',
  },
  sign_in_failed: {
    status: 401,
    desc: 'The e-mail address or the password is wrong.',
    cause: 'Nobody signs in with this pair; whether the e-mail is known is not told.',
    fix: 'Check both and try again, or ask for a reset with `POST /auth/request-password-reset`.',
    retry: 'never',
    answered_by: 'Signing in to the app, `POST /auth/sign-in/email`.',
  },
  wrong_region: {
    status: 421,
    desc: "This key belongs to the other region. Send requests to that region's API.",
    cause: 'The key is real, and its organisation lives in the other region.',
    fix: 'Send the same request to data.api_base_url; where data is absent, to the API of the other region.',
    retry: 'never',
  },
  not_public: {
    status: 403,
    desc: 'This operation is not part of the public API.',
    cause:
      'The operation is unmapped, kept for staff or for the app, or gated above a key; one answer covers all three.',
    fix: 'Call an operation that the reference lists.',
    retry: 'never',
  },
  scope_missing: {
    status: 403,
    desc: 'This key lacks the scope that the operation needs.',
    cause: 'The key was minted without the scope of the resource.',
    fix: 'Mint a key that carries the scope; x-service-scopes on the operation names it.',
    retry: 'never',
  },
  plan_excludes: {
    status: 403,
    desc: "The organisation's plan does not include this.",
    cause:
      'The plan lacks what the operation is sold with, or the public API itself. It is asked anew on every request.',
    fix: 'Show the sentence to the person; a wider plan lets the same request through.',
    retry: 'never',
  },
  organization_mismatch: {
    status: 403,
    desc: 'The organisation in the path is not the one this key belongs to.',
    cause: 'The path names another organisation. It is never substituted.',
    fix: "Put the key's own organisation into the path.",
    retry: 'never',
  },
  membership_missing: {
    status: 403,
    desc: 'You are not a member of this organisation.',
    cause: 'The session names an organisation that the user does not belong to.',
    fix: 'Send an X-Organization-ID of an organisation of yours.',
    retry: 'never',
  },
  admin_required: {
    status: 403,
    desc: 'Only an administrator of the organisation can do this.',
    cause: 'Keys and webhooks are managed by administrators.',
    fix: 'Ask an administrator of the organisation.',
    retry: 'never',
  },
  account_mismatch: {
    status: 403,
    desc: 'This key is bound to one trading account.',
    cause: 'An account-bound key named another account, or called a read over every account.',
    fix: 'Name the account of the key, or use a key that is not bound.',
    retry: 'never',
  },
  ip_not_allowed: {
    status: 403,
    desc: 'This key may not be used from this address.',
    cause: "The caller's address is outside the key's allowlist.",
    fix: 'Call from an allowed address, or mint a key that allows this one.',
    retry: 'never',
  },
  rate_limited: {
    status: 429,
    desc: 'Too many requests in this minute.',
    cause:
      'The key, or the person who is signed in, has spent the allowance of the minute; refused requests spend from it too. Some operations have a limit of their own, which the sentence names.',
    fix: 'Sleep for Retry-After seconds, then go on.',
    retry: 'later',
  },
  idempotency_conflict: {
    status: 409,
    desc: 'This Idempotency-Key was used for a different request.',
    cause: 'The same key came with another body, query, operation or method within 24 hours.',
    fix: 'Use a fresh Idempotency-Key for every new request.',
    retry: 'never',
  },
  idempotency_in_flight: {
    status: 409,
    desc: 'A request with this Idempotency-Key is still running.',
    cause: 'The first request with the key has not finished.',
    fix: 'Wait for Retry-After seconds and resend the same request; it is answered with the first answer.',
    retry: 'later',
    retry_after_seconds: 1,
  },
  idempotency_key_required: {
    status: 400,
    desc: 'This operation needs an Idempotency-Key header of 1 to 255 characters.',
    cause: 'One of the two key-required writes came without a usable Idempotency-Key.',
    fix: 'Send a fresh Idempotency-Key of up to 255 characters with every new request.',
    retry: 'never',
  },
  idempotency_key_reused: {
    status: 409,
    desc: 'This Idempotency-Key was used for a different request within the last 30 days.',
    cause: 'On a key-required write, after 24 hours: the same key came with another body.',
    fix: 'Use a fresh Idempotency-Key for every new request.',
    retry: 'never',
  },
  idempotency_key_in_flight: {
    status: 409,
    desc: 'A request with this Idempotency-Key is still held by another request.',
    cause: 'On a key-required write, after 24 hours: the key is held by a concurrent request.',
    fix: 'Wait for Retry-After seconds and resend the same request.',
    retry: 'later',
    retry_after_seconds: 2,
  },
  conflict: {
    status: 409,
    desc: 'The request conflicts with the present state.',
    cause: 'The operation says so for reasons of its own, which stand on the operation.',
    fix: 'Read the sentence; it says what stands in the way.',
    retry: 'never',
  },
  bad_request: {
    status: 400,
    desc: 'The request cannot be read.',
    cause:
      'A header, parameter or body field is missing, unknown, repeated, of the wrong type or out of range, or names something this organisation does not hold.',
    fix: 'Read the sentence: it names the field, the rule and what is allowed. data.field names the field for code.',
    retry: 'never',
  },
  BAD_REQUEST: {
    status: 400,
    desc: 'The contact or note cannot be read.',
    cause:
      'On contacts and their notes: a field is missing, unknown or does not fit, the preferred contact method names a field that is not there, the e-mail address belongs to another contact, or the id is no whole number.',
    fix: 'Read the sentence: it names the field, the rule and what is allowed. data.field names the field for code.',
    retry: 'never',
  },
  body_too_large: {
    status: 413,
    desc: 'The request body is too large.',
    cause: 'The body exceeds the limit of the operation; JSON bodies may hold 1,048,576 bytes.',
    fix: 'Send less in one request, or use the upload form where the operation has one.',
    retry: 'never',
  },
  body_too_slow: {
    status: 408,
    desc: 'The request body did not arrive in time.',
    cause:
      'The body trickled in for longer than 15 seconds, and a second for each MiB that the operation takes above one.',
    fix: 'Send the request again over a better connection.',
    retry: 'later',
  },
  not_found: {
    status: 404,
    desc: 'There is nothing here by that id.',
    cause: 'The organisation holds nothing by the id in the path.',
    fix: 'List the table of the resource to find the id.',
    retry: 'never',
  },
  NOT_FOUND: {
    status: 404,
    desc: 'No contact or note of this organisation has that id.',
    cause: 'contact_id or note_id names nothing the organisation holds, or the note belongs to another contact.',
    fix: 'Find the id in GET /api/v1/contacts/table, or in the notes of the contact.',
    retry: 'never',
  },
  NO_RESULT_FOUND: {
    status: 404,
    desc: 'There is no such contact or note to delete.',
    cause: 'contact_id or note_id names nothing the organisation holds; what is deleted already is gone too.',
    fix: 'Take it as deleted, or find the id in GET /api/v1/contacts/table.',
    retry: 'never',
  },
  variant_not_on_file: {
    status: 404,
    desc: 'No variant of this organisation has that id.',
    cause: 'variant_id names nothing the organisation holds.',
    fix: 'Find the id in GET /api/v1/variants/table.',
    retry: 'never',
  },
  product_not_on_file: {
    status: 404,
    desc: 'No product of this organisation has that id.',
    cause: 'product_id names nothing the organisation holds.',
    fix: 'Find the id in GET /api/v1/products/table.',
    retry: 'never',
  },
  category_not_on_file: {
    status: 404,
    desc: 'No category of this organisation has that name or id.',
    cause: 'category names nothing the organisation holds; names are compared exactly.',
    fix: 'Find the name in GET /api/v1/organizations/{organization_id}/products/filters?field=category.',
    retry: 'never',
  },
  custom_field_not_on_file: {
    status: 404,
    desc: 'No custom field of this organisation has that id.',
    cause: 'custom_field_id names nothing the organisation holds.',
    fix: 'Find the id in GET /api/v1/variants/custom-fields.',
    retry: 'never',
  },
  location_not_on_file: {
    status: 404,
    desc: 'No location of this organisation has that id.',
    cause: 'location_id names nothing the organisation holds.',
    fix: 'Find the id among the locations of GET /api/v1/inventory/position.',
    retry: 'never',
  },
  stocktake_not_on_file: {
    status: 404,
    desc: 'No stocktake of this organisation has that id.',
    cause: 'stocktake_id names nothing the organisation holds; a deleted count is gone too.',
    fix: 'Find the id in GET /api/v1/stocktakes/table.',
    retry: 'never',
  },
  supplier_not_on_file: {
    status: 404,
    desc: 'No supplier of this organisation has that id.',
    cause: 'supplier_id names nothing the organisation holds.',
    fix: 'Find the id in GET /api/v1/inventory/suppliers/table.',
    retry: 'never',
  },
  supplier_variant_not_on_file: {
    status: 404,
    desc: 'The supplier does not supply every variant that was named.',
    cause: 'A variant to detach is not attached to the supplier, or no longer.',
    fix: 'Read what the supplier supplies in GET /api/v1/inventory/suppliers/{supplier_id}.',
    retry: 'never',
  },
  purchase_order_not_on_file: {
    status: 404,
    desc: 'No purchase order of this organisation has that id.',
    cause: 'purchase_order_id names nothing the organisation holds; a deleted order is gone too.',
    fix: 'Find the id in GET /api/v1/organizations/{organization_id}/purchase-orders.',
    retry: 'never',
  },
  purchase_order_delivery_not_on_file: {
    status: 404,
    desc: 'No delivery of this order has that id.',
    cause: 'delivery_id names nothing that arrived against the order; a removed delivery is gone too.',
    fix: 'Find the id in GET /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries.',
    retry: 'never',
  },
  filter_needs_a_pair_or_a_document: {
    status: 400,
    desc: 'Name variant_id and location_id together, or document_type and document_id together.',
    cause: 'The stock ledger is read for one variant at one location or for one document.',
    fix: 'Send both halves of either pair.',
    retry: 'never',
  },
  export_link_invalid: {
    status: 403,
    desc: 'This export address is not valid, or is no longer. Ask for the export again.',
    cause:
      'The address was altered or cut short, its 60 minutes are over, or the key that asked for it was revoked, stopped or has expired; all are answered alike.',
    fix: 'Send the read with export=true again and fetch the fresh export_url within 60 minutes.',
    retry: 'never',
    answered_by: 'The address of an export, `GET /exports/…`, which opens without a key.',
  },
  document_link_invalid: {
    status: 403,
    desc: 'This address is not valid, or is no longer. Ask whoever sent it for a fresh one.',
    cause: 'The address was altered or cut short, or its 90 days are over; both are answered alike.',
    answered_by: 'The address of an issued order, `GET /documents/…`, which opens without a key.',
    fix: 'Issue the order again with the channel link and pass the fresh address on.',
    retry: 'never',
  },
  invitation_invalid: {
    status: 404,
    desc: 'This invitation cannot be accepted: it is unknown, accepted already, revoked or expired.',
    cause:
      'The token is unknown, or its invitation was accepted, revoked, replaced or has expired; they are answered alike. Or the person who is signed in has another e-mail address than the invited one.',
    fix: 'Sign in with the address that was invited, or ask an administrator of the organisation for a new invitation.',
    retry: 'never',
  },
  reset_token_invalid: {
    status: 404,
    desc: 'This password reset is not valid. Ask for a new one.',
    cause: 'The token is unknown, was used, or has expired; they are answered alike.',
    fix: 'Ask for another mail with `POST /auth/request-password-reset` and use its token.',
    retry: 'never',
    answered_by: 'Resetting a password, `POST /auth/reset-password`.',
  },
  upload_space_full: {
    status: 409,
    desc: 'The uploaded files of this organisation fill the space it has.',
    cause: 'The files that are kept, those under way and this one together exceed what one organisation may store.',
    fix: 'Delete files that are no longer needed with `DELETE /api/v1/files`, or wait until they expire; `GET /api/v1/files` lists them.',
    retry: 'never',
  },
  POSTGRES_UNAVAILABLE: {
    status: 503,
    desc: 'The service is briefly unavailable.',
    cause: 'The database could not be reached in time, or had no lock, memory or room left for the request.',
    fix: 'Branch on the status and resend after Retry-After seconds; before resending a write without an Idempotency-Key, read the object back unless the sentence says that it was not attempted.',
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
    desc: 'Something went wrong on our side. It has been recorded under the request id.',
    cause: 'A fault in the service.',
    fix: 'Resend once; if it stays, tell support the request_id.',
    retry: 'later',
  },
})

export type RefusalCode = keyof typeof refusals
/** In which code an operation refuses a request that does not fit. */
export type BadRequestCode = 'bad_request' | 'BAD_REQUEST'

/** What a machine may read beside the sentence of a refusal. */
export interface RefusalDetail {
  desc?: string
  data?: Record<string, unknown>
  retry_after_seconds?: number
}

/** Thrown by refuse() alone; anything else that is thrown is a bug and answered 500. */
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

/** The one way to refuse a field: which one, by which rule, and what is allowed instead. */
export function refuseField(field: string, rule: string, allowed?: readonly (string | number)[]): never {
  const list = allowed === undefined ? '' : ` Allowed: ${allowed.join(', ')}.`
  refuse('bad_request', {
    desc: `${field} ${rule}.${list}`,
    data: { field, rule, ...(allowed === undefined ? {} : { allowed }) },
  })
}

/** What the door adds on the two key-required writes. */
export const requiredKeyRefusals = [
  'idempotency_key_required',
  'idempotency_key_reused',
  'idempotency_key_in_flight',
] as const satisfies readonly RefusalCode[]
