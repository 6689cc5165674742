/** The responses of an operation: its success, and its errors grouped by status with an example body for each code. */
import type { TSchema } from '@sinclair/typebox'
import { codesOf } from '../codes.ts'
import { pimRefusalBody, refusalBody } from '../envelope.ts'
import type { Operation } from '../operation.ts'
import { Refusal, type RefusalCode, refusals } from '../refusals.ts'
import { exampleOf } from './examples.ts'
import type { JsonSchema, OpenApiDocument, Ref, ResponseObject } from './json.ts'
import { sampleDocsUrl } from './words.ts'
import { type Components, inPlace, type Named, publishSchema } from './schemas.ts'

const sampleRequestId = '019a9f3e-8a41-7c06-b2d7-64f1c9d0e533'

const header = (name: string): Ref => ({ $ref: `#/components/headers/${name}` })
const always = { 'X-Request-Id': header('X-Request-Id'), 'X-Service-Region': header('X-Service-Region') }
const rate = {
  'X-RateLimit-Limit': header('X-RateLimit-Limit'),
  'X-RateLimit-Remaining': header('X-RateLimit-Remaining'),
  'X-RateLimit-Reset': header('X-RateLimit-Reset'),
}

/** Statuses returned before a key is resolved: without rate-limit headers. */
const beforeTheKey = new Set([401, 421])
/** Statuses always returned before a train is chosen: without Service-Version. */
const beforeTheTrain = beforeTheKey

const text = (description: string): JsonSchema => ({ type: 'string', description })

export const envelopeSchemas: Record<string, () => JsonSchema> = {
  Message: () => ({
    type: 'object',
    description: 'The result of the call, for people.',
    required: ['desc', 'service', 'severity'],
    properties: {
      desc: text('A sentence for people.'),
      service: text('The area of the operation, such as `product` or `inventory`.'),
      severity: { type: 'string', enum: ['INFO', 'SUCCESS'], description: 'INFO for a read, SUCCESS for a write.' },
    },
  }),
  Refusal: () => ({
    type: 'object',
    description: 'An error. Branch on `message.code`, or on the status for a 503, and never on the sentence.',
    required: ['code', 'message'],
    properties: {
      code: text('The error code, equal to `message.code`; stable within a version train.'),
      message: {
        type: 'object',
        required: ['code', 'desc', 'doc_url', 'request_id', 'service', 'severity'],
        properties: {
          code: text('The error code.'),
          desc: text('A sentence for people; show it unchanged.'),
          doc_url: { ...text('URL of the entry for the code in the errors guide.'), format: 'uri' },
          request_id: { ...text('Equals the X-Request-Id header.'), format: 'uuid' },
          service: { type: 'string', const: 'UNKNOWN' },
          severity: { type: 'string', const: 'ERROR' },
        },
      },
      data: {
        type: 'object',
        description:
          'Details for programs: `field`, `rule` and `allowed` for bad_request, and `key` with the refused value if it had to be one of a list, `region` and `api_base_url` for wrong_region, `scope` for scope_missing.',
        additionalProperties: true,
      },
    },
  }),
  PimRefusal: () => ({
    type: 'object',
    description: 'The 401 of the product data reads: the code is in `data.error`.',
    required: ['data', 'message'],
    properties: {
      data: {
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'string', 'x-extensible-enum': ['key_invalid', 'session_invalid'] } },
      },
      message: {
        type: 'object',
        required: ['desc', 'doc_url', 'request_id', 'service', 'severity'],
        properties: {
          desc: text('A sentence for people.'),
          doc_url: { ...text('URL of the entry for the code in the errors guide.'), format: 'uri' },
          request_id: { ...text('Equals the X-Request-Id header.'), format: 'uuid' },
          service: { type: 'string', const: 'UNKNOWN' },
          severity: { type: 'string', const: 'ERROR' },
        },
      },
    },
  }),
}

/** Names of responses with several codes; a response with few other codes is named after them. */
const shared: Record<string, readonly RefusalCode[]> = {
  BadRequest: ['bad_request'],
  KeyInvalid: ['key_invalid'],
  WrongRegion: ['wrong_region'],
  Forbidden: ['ip_not_allowed', 'plan_excludes', 'scope_missing'],
  ForbiddenOrganization: ['ip_not_allowed', 'plan_excludes', 'scope_missing', 'organization_mismatch'],
  ForbiddenAccount: ['ip_not_allowed', 'plan_excludes', 'scope_missing', 'account_mismatch'],
  NotAMember: ['not_public', 'membership_missing', 'two_factor_required'],
  NotAnAdministrator: ['not_public', 'membership_missing', 'two_factor_required', 'admin_required'],
  NotAnAdministratorOrExcluded: [
    'not_public',
    'membership_missing',
    'two_factor_required',
    'admin_required',
    'plan_excludes',
  ],
  ContactInvalid: ['bad_request', 'BAD_REQUEST'],
  ContactNotOnFile: ['NOT_FOUND'],
  ContactAlreadyDeleted: ['NO_RESULT_FOUND'],
  CredentialInvalid: ['key_invalid', 'session_invalid'],
  IdempotencyConflict: ['idempotency_conflict', 'idempotency_in_flight'],
  BodyTooLarge: ['body_too_large'],
  BodyTooSlow: ['body_too_slow'],
  RateLimited: ['rate_limited'],
  InternalError: ['internal_error'],
  Unavailable: ['POSTGRES_UNAVAILABLE', 'SERVICE_UNAVAILABLE'],
}
const sharedNames = new Map(Object.entries(shared).map(([name, codes]) => [codes.join(' '), name]))
const namedCodesMax = 3

const pascalCase = (code: string) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The component that a response is; undefined where its sentences or codes are the operation's own. */
function componentOf(codes: readonly RefusalCode[], { resource, conflict }: Operation): string | undefined {
  if (codes.includes('conflict') && conflict !== undefined) return undefined
  const name = sharedNames.get(codes.join(' '))
  if (name === 'KeyInvalid') return resource === 'pim' ? 'PimKeyInvalid' : name
  return name ?? (codes.length > namedCodesMax ? undefined : codes.map(pascalCase).join('Or'))
}

export function refusalExample(code: RefusalCode, pim = false, docsUrl = sampleDocsUrl): unknown {
  const refusal = new Refusal(code, exampleDetail(code))
  return (pim ? pimRefusalBody : refusalBody)(refusal, docsUrl, sampleRequestId)
}

function exampleDetail(code: RefusalCode): { desc?: string; data?: Record<string, unknown> } {
  if (code === 'bad_request')
    return {
      desc: 'limit must be a whole number from 1 to 100.',
      data: { field: 'limit', rule: 'must be a whole number from 1 to 100' },
    }
  if (code === 'BAD_REQUEST')
    return {
      desc: 'email is required where preferred_contact_method is EMAIL.',
      data: { field: 'email', rule: 'is required where preferred_contact_method is EMAIL' },
    }
  if (code === 'wrong_region') return { data: { region: 'eu', api_base_url: 'https://eu.api.service.example' } }
  return {}
}

const inFlight: readonly RefusalCode[] = ['idempotency_in_flight', 'idempotency_key_in_flight']

function refusalHeaders(status: number, codes: readonly RefusalCode[]): Record<string, Ref> {
  const waits = codes.some(
    (code) => refusals[code].retry === 'later' && (status === 429 || status === 503 || inFlight.includes(code)),
  )
  return {
    ...always,
    ...(beforeTheKey.has(status) ? {} : rate),
    ...(beforeTheTrain.has(status) ? {} : { 'Service-Version': header('Service-Version') }),
    ...(waits ? { 'Retry-After': header('Retry-After') } : {}),
  }
}

/** A bare conflict has reasons of the operation's own. */
export const meaningOf = (code: RefusalCode, conflict: string | undefined) =>
  (code === 'conflict' ? conflict : undefined) ?? refusals[code].desc

function refusalResponse(
  status: number,
  codes: readonly RefusalCode[],
  { resource, conflict }: Operation,
  document: OpenApiDocument,
): ResponseObject {
  const ofPim = resource === 'pim' && status === 401
  for (const code of codes) {
    if (ofPim) continue
    document.components.examples[code] ??= { summary: refusals[code].desc, value: refusalExample(code) }
  }
  // One schema for all errors, so that a generated client has one error type instead of one for each status.
  const schema: JsonSchema = { $ref: `#/components/schemas/${ofPim ? 'PimRefusal' : 'Refusal'}` }
  return {
    description: codes.map((code) => `\`${code}\`: ${meaningOf(code, conflict)}`).join('\n\n'),
    headers: refusalHeaders(status, codes),
    'x-service-codes': [...codes],
    content: {
      'application/json': ofPim
        ? { schema, example: refusalExample('key_invalid', true) }
        : {
            schema,
            examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
    },
  }
}

function refusalsByStatus(operation: Operation): Map<number, RefusalCode[]> {
  const groups = new Map<number, RefusalCode[]>()
  for (const code of codesOf(operation)) {
    const { status } = refusals[code]
    groups.set(status, [...(groups.get(status) ?? []), code])
  }
  return groups
}

function publishRefusal(
  status: number,
  codes: RefusalCode[],
  operation: Operation,
  document: OpenApiDocument,
): ResponseObject | Ref {
  const name = componentOf(codes, operation)
  if (name === undefined) return refusalResponse(status, codes, operation, document)
  document.components.responses[name] ??= refusalResponse(status, codes, operation, document)
  return { $ref: `#/components/responses/${name}` }
}

/** The JSON of a success: the result under data, or beside message where it is unwrapped. */
function successSchema(operation: Operation, answer: TSchema, components: Named): JsonSchema {
  const message: JsonSchema = { $ref: '#/components/schemas/Message' }
  const data = publishSchema(answer, 'answer', components)
  if (operation.bare) return data
  if (operation.unwrapped) {
    return { ...data, properties: { ...data.properties, message }, required: [...(data.required ?? []), 'message'] }
  }
  const isBare = data.description === undefined && components.descriptionOf(data) === undefined
  const description = operation.verb === 'read' ? 'The requested data.' : 'The result of the write.'
  return {
    type: 'object',
    required: ['data', 'message'],
    properties: { data: isBare ? { ...data, description } : data, message },
  }
}

function successResponse(operation: Operation, components: Components, body: unknown): ResponseObject {
  const headers = {
    ...always,
    ...(operation.surface === 'sign_in' ? {} : rate),
    ...(operation.surface === 'sign_in' ? {} : { 'Service-Version': header('Service-Version') }),
    ...(operation.idempotency === 'none' ? {} : { 'Idempotency-Replayed': header('Idempotency-Replayed') }),
  }
  if (operation.status === 204 || operation.answer === undefined)
    return { description: 'Success, without a body.', headers }
  const schema = successSchema(operation, operation.answer, components)
  const whole = successSchema(operation, operation.answer, inPlace)
  const example = exampleOf(whole, { Message: messageOf(operation) }, '', true, {
    id: operation.id,
    body,
  }) as SampleAnswer
  const sample = operation.unwrapped ? example : example.data
  // Responses under /auth have no envelope.
  if (example.message !== undefined)
    example.message.desc = operation.desc(sample as never, { params: {}, body: {} } as never)
  const content = { 'application/json': { schema, example } }
  return { description: 'Success; `message.desc` states the result.', headers, content }
}

interface SampleAnswer {
  data?: unknown
  message?: { desc: string }
  [field: string]: unknown
}

/** Example of `message` for an operation; its sentence is computed from the example body. */
const messageOf = (operation: Operation): JsonSchema => ({
  examples: [{ desc: '', service: operation.service, severity: operation.verb === 'write' ? 'SUCCESS' : 'INFO' }],
})

export function publishResponses(
  operation: Operation,
  components: Components,
  document: OpenApiDocument,
  body: unknown,
): Record<string, ResponseObject | Ref> {
  const responses: Record<string, ResponseObject | Ref> = {
    [operation.status]: successResponse(operation, components, body),
  }
  const groups = [...refusalsByStatus(operation)].sort(([a], [b]) => a - b)
  for (const [status, codes] of groups) responses[status] = publishRefusal(status, codes, operation, document)
  return responses
}
