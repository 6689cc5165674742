/**
 * Checks every response that a test receives against the published document: its status is documented, its body matches
 * its schema without extra fields, its headers are present. Observations are recorded, so that the end of a run can
 * report documented responses that no test has provoked.
 */
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js'
import { publicOperations, sessionOperations } from '../../../server/boot/operations.ts'
import { codesOf, keyOnlyCodes, sessionOnlyCodes } from '../../../server/contract/codes.ts'
import { buildDocument } from '../../../server/contract/openapi/document.ts'
import type { JsonSchema } from '../../../server/contract/openapi/json.ts'
import { envelopeSchemas } from '../../../server/contract/openapi/responses.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import { type RefusalCode, refusals } from '../../../server/contract/refusals.ts'
import { isAnsweredDate, isAnsweredInstant, uuidPattern } from '../../../server/contract/schema.ts'
import { signInOperations } from '../../../server/platform/sign_in/operations.ts'

export interface SeenAnswer {
  status: number
  headers: Headers
  body: any
  text: string
}

const operations: readonly Operation[] = [...publicOperations, ...sessionOperations]
export const openapi = buildDocument([...operations, ...signInOperations])

/** Closes objects and open lists: the document allows additions, but a test must not overlook one. */
function close(schema: JsonSchema): JsonSchema {
  const closed: JsonSchema = { ...schema }
  const values = schema['x-extensible-enum'] as string[] | undefined
  if (values) closed.enum = schema.type === 'string' ? values : [...values, null]
  if (schema.properties) {
    closed.properties = Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, close(one)]))
    closed.additionalProperties ??= false
  }
  if (typeof schema.additionalProperties === 'object') closed.additionalProperties = close(schema.additionalProperties)
  if (schema.items) closed.items = close(schema.items)
  if (schema.anyOf) closed.anyOf = schema.anyOf.map(close)
  return closed
}

export function newAjv(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: true, code: { optimize: false } })
  ajv.addFormat('date', isAnsweredDate)
  ajv.addFormat('date-time', isAnsweredInstant)
  ajv.addFormat('uuid', (text: string) => uuidPattern.test(text))
  ajv.addFormat('uri', (text: string) => URL.canParse(text))
  ajv.addFormat('binary', true)
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger })
  return ajv
}

const ajv = newAjv()
const schemas = Object.fromEntries(Object.entries(openapi.components.schemas).map(([name, one]) => [name, close(one)]))
for (const [name, make] of Object.entries(envelopeSchemas)) schemas[name] ??= close(make())
ajv.addSchema({ $id: 'document', components: { schemas } })

const inDocument = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'))
const checkRefusal = ajv.compile(inDocument({ $ref: '#/components/schemas/Refusal' }))
const checkPimRefusal = ajv.compile(inDocument({ $ref: '#/components/schemas/PimRefusal' }))

const compiled = new Map<string, ValidateFunction | null>()

const component = ({ $ref, ...here }: JsonSchema): JsonSchema =>
  $ref === undefined ? here : { ...schemas[$ref.split('/').at(-1)!]!, ...here }

/** The schema of figures by group, each with some of its fields. */
function ofGroups(groups: JsonSchema): JsonSchema {
  const patterns = (groups as { patternProperties?: Record<string, JsonSchema> }).patternProperties ?? {}
  const partial = Object.entries(patterns).map(([key, figures]) => [key, { ...component(figures), required: [] }])
  return { ...groups, patternProperties: Object.fromEntries(partial) as unknown } as JsonSchema
}

/** The schema of a page whose rows have only the fields that the request names. */
function narrowed(schema: JsonSchema, fields: readonly string[]): JsonSchema {
  const page = component(schema.properties!.data!)
  if (page.properties?.rows === undefined)
    return { ...schema, properties: { ...schema.properties, data: ofGroups(page) } }
  const { properties, ...row } = component(page.properties.rows.items!)
  const selected = Object.fromEntries(fields.map((field) => [field, properties![field]!]))
  const rows = { type: 'array', items: { ...row, properties: selected, required: [...fields] } }
  return {
    ...schema,
    properties: { ...schema.properties, data: { ...page, properties: { ...page.properties, rows } } },
  }
}

function successCheck(operation: Operation, query: URLSearchParams): ValidateFunction | null {
  const fields = operation.query?.properties.fields === undefined ? undefined : query.get('fields')?.split(',')
  const known = fields === undefined ? compiled.get(operation.id) : undefined
  if (known !== undefined) return known
  const response = openapi.paths[operation.path]![operation.method.toLowerCase()]!.responses[operation.status]!
  const media = 'content' in response ? response.content?.['application/json'] : undefined
  if (media === undefined) return null
  const schema = close(media.schema)
  if (fields !== undefined)
    return ajv.compile(
      inDocument(
        narrowed(
          schema,
          fields.map((field) => field.trim()),
        ),
      ),
    )
  const check = ajv.compile(inDocument(schema))
  compiled.set(operation.id, check)
  return check
}

const patterns = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  // From left to right, a literal segment goes before a parameter.
  order: operation.path.replaceAll(/\{\w+\}/g, '~').replaceAll(/[^/~]+/g, '-'),
}))
patterns.sort((a, b) => (a.order < b.order ? -1 : 1))

/** The operation that a request reaches, chosen like the router does: the more literal path first. */
export const operationAt = (method: string, pathname: string): Operation | undefined =>
  patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(pathname))?.operation

/** Test files that call many operations to check a common guarantee. */
const walksOperations =
  /\/tests\/(contract|demo|docs|docs-site|fuzz|model|operate|reference|receiver-kit)\/|\/samples\.test\.ts$/

export const successOf = (id: string): string => `${id} success`
/** A test of the operation itself saw it succeed, not only a test of all operations. */
export const ownTestOf = (id: string): string => `${id} in a test of its own`
export const refusalOf = (id: string, code: string): string => `${id} ${code}`

/** The promises of the document that tests have provoked so far. */
export const provoked = new Set<string>()

/** Records the result of an operation: the code of its refusal, or its success. */
function remember({ id }: Operation, code: string | null): void {
  if (code !== null) return void provoked.add(refusalOf(id, code))
  provoked.add(successOf(id))
  if (!walksOperations.test(Bun.main)) provoked.add(ownTestOf(id))
}

const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
const region = /^(us|eu)$/

function headerFaults(request: Headers, answer: SeenAnswer, code: string | null): string[] {
  const { status, headers } = answer
  const faults: string[] = []
  const authorization = request.get('authorization')
  const byKey = authorization !== null && /^bearer[ \t]+svc_/i.test(authorization)
  if (!uuidPattern.test(headers.get('x-request-id') ?? '')) faults.push('X-Request-Id is missing')
  if (!region.test(headers.get('x-service-region') ?? '')) faults.push('X-Service-Region is missing')
  const reached = byKey && ![401, 421, 500, 503].includes(status)
  const shown = rateHeaders.filter((name) => headers.has(name))
  if ((reached || shown.length > 0) && shown.length !== 3) faults.push('an X-RateLimit header is missing')
  if ((authorization === null || status === 401 || status === 421) && shown.length > 0)
    faults.push('an X-RateLimit header is too much')
  const waits = status === 429 || status === 503 || code?.endsWith('_in_flight')
  if (waits && !/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) faults.push('Retry-After is missing')
  if (code === null && !headers.has('service-version')) faults.push('Service-Version is missing')
  return faults
}

const ownHeaders = Object.keys(openapi.components.headers)

/** Our headers that the document does not list for this response and caller. */
function unnamedHeaders(operation: Operation, request: Headers, { status, headers }: SeenAnswer): string[] {
  const byKey = /^bearer[ \t]+svc_/i.test(request.get('authorization') ?? '')
  if (byKey !== (operation.surface === 'public')) return []
  const found = openapi.paths[operation.path]![operation.method.toLowerCase()]!.responses[status]
  if (found === undefined) return []
  const response = '$ref' in found ? openapi.components.responses[found.$ref.split('/').at(-1)!]! : found
  return ownHeaders.filter((name) => headers.has(name) && !(name in response.headers))
}

function refusalFaults(operation: Operation | undefined, request: Headers, answer: SeenAnswer): string[] {
  const { body, status, headers } = answer
  const pim = status === 401 && operation?.resource === 'pim'
  const check = pim ? checkPimRefusal : checkRefusal
  if (!(check(body) as boolean)) return [`the refusal does not fit its schema: ${ajv.errorsText(check.errors)}`]
  const code = (pim ? body.data.error : body.code) as string
  const faults: string[] = []
  if (!pim && body.message.code !== code) faults.push('code and message.code differ')
  if (body.message.request_id !== headers.get('x-request-id')) faults.push('request_id is not X-Request-Id')
  if (!body.message.doc_url.endsWith(`/api/guides/errors#${code}`)) faults.push('doc_url does not lead to the code')
  if (refusals[code as RefusalCode]?.status !== status) faults.push(`${code} does not go with ${status}`)
  if (operation !== undefined) {
    const byKey = /^bearer[ \t]+svc_/i.test(request.get('authorization') ?? '')
    const others = operation.surface === 'session' && byKey ? keyOnlyCodes : byKey ? [] : sessionOnlyCodes
    const documented = [...codesOf(operation), ...others] as string[]
    if (!documented.includes(code)) faults.push(`${code} is not documented`)
  } else if (code !== 'not_public' && ![400, 401, 403, 421, 429, 503].includes(status)) {
    faults.push(`${status} ${code} on a path that no operation has`)
  }
  return faults
}

function successFaults(operation: Operation, query: URLSearchParams, answer: SeenAnswer): string[] {
  if (answer.status !== operation.status) return [`the status ${answer.status} is not documented`]
  const check = successCheck(operation, query)
  if (check === null) return answer.text === '' ? [] : ['a body where none is documented']
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return ['the answer is not JSON']
  const { desc } = answer.body?.message ?? {}
  if (desc === operation.summary || desc === `${operation.summary}.`)
    return ['message.desc repeats the summary of the operation']
  return check(answer.body) ? [] : [`the answer does not fit its schema: ${ajv.errorsText(check.errors)}`]
}

export const codeOf = ({ body, status }: SeenAnswer): string | null =>
  status < 300 ? null : ((body?.code ?? body?.data?.error ?? '') as string)

/** All differences of a response from the document; empty if there are none. */
export function faultsOf(method: string, path: string, request: Headers, answer: SeenAnswer): string[] {
  const pathname = path.split('?')[0]!
  if (!['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].includes(method) || pathname.startsWith('/api/v1/tests/')) return []
  const operation = operationAt(method, pathname)
  if (operation === undefined && !pathname.startsWith('/api/v1/')) return []
  const unnamed = operation === undefined ? [] : unnamedHeaders(operation, request, answer)
  const faults = unnamed.map((name) => `${name} is not documented on ${answer.status}`)
  if (answer.status < 300) {
    if (operation === undefined) return [`${answer.status} on a path that no operation has`]
    return [
      ...faults,
      ...headerFaults(request, answer, null),
      ...successFaults(operation, new URLSearchParams(path.split('?')[1]), answer),
    ]
  }
  const code = codeOf(answer)
  return [...faults, ...headerFaults(request, answer, code), ...refusalFaults(operation, request, answer)]
}

/** Checks a response and records it for the end of the run. */
export function witness(method: string, path: string, request: Headers, answer: SeenAnswer): string[] {
  const operation = operationAt(method, path.split('?')[0]!)
  if (operation !== undefined) remember(operation, codeOf(answer))
  return faultsOf(method, path, request, answer)
}
