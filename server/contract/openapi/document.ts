/**
 * Builds the OpenAPI 3.1 document from the declarations, without starting the service. The order follows the list of
 * operations, so that the same declarations always produce the same bytes.
 */
import { isDeepStrictEqual } from 'node:util'
import type { TObject, TSchema } from '@sinclair/typebox'
import { publishWebhooks } from './webhooks.ts'
import { codesOf } from '../codes.ts'
import { limits } from '../limits.ts'
import type { Events } from '../events.ts'
import type { Operation } from '../operation.ts'
import { refusals } from '../refusals.ts'
import { resourceNames, resources } from '../resources.ts'
import { current_train, trains } from '../trains.ts'
import { exampleOf } from './examples.ts'
import type { JsonSchema, OpenApiDocument, OperationObject, Parameter, Ref } from './json.ts'
import { responseHeaders } from './response_headers.ts'
import { envelopeSchemas, meaningOf, publishResponses } from './responses.ts'
import { samplesOf, type SampleRequest } from './samples.ts'
import { Components, inPlace, publishSchema } from './schemas.ts'
import { developerTag, eventsTag, docsLink, info, servers, signInTag, tagOf } from './words.ts'

const idempotencyKey = (required: boolean): Parameter => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description: required
    ? `Identifies this request; kept ${limits.idempotency_required_days} days. The same key with the same request returns the first response again.`
    : `Identifies this request; kept ${limits.idempotency_hours} hours. The same key with the same request returns the first response again. A longer key is ignored.`,
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: limits.idempotency_key_length_max,
    examples: ['5f0d6c2e9a7b4c1d8e3f'],
  },
})

const headerParameterFacts: Record<string, Parameter> = {
  ServiceVersion: {
    name: 'Service-Version',
    in: 'header',
    required: false,
    description: 'Version train of the response; if absent, the train to which the key is pinned.',
    schema: { type: 'string', enum: [...trains], examples: [current_train] },
  },
  IdempotencyKey: idempotencyKey(false),
  RequiredIdempotencyKey: idempotencyKey(true),
}

function emptyDocument(): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info,
    externalDocs: docsLink,
    servers,
    tags: [],
    paths: {},
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, `svc_<region>_…`. It identifies its organisation; send no organisation header.',
        },
        userSession: { type: 'http', scheme: 'bearer', description: 'The token of a signed-in user.' },
        organization: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Organization-ID',
          description: 'With a user session: the organisation to act in.',
        },
      },
      parameters: {},
      headers: responseHeaders,
      schemas: {},
      responses: {},
      examples: {},
    },
  }
}

function publishParameters(schema: TObject | undefined, where: 'path' | 'query', components: Components): Parameter[] {
  if (schema === undefined) return []
  return Object.entries(schema.properties as Record<string, TSchema>).map(([name, field]) => {
    const { description, ...rest } = publishSchema(field, 'request', components.withExamples)
    return {
      name,
      in: where,
      ...(description === undefined ? {} : { description }),
      required: where === 'path' || (schema.required ?? []).includes(name),
      ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
      schema: rest,
    }
  })
}

function headerParameters(operation: Operation, document: OpenApiDocument): Ref[] {
  const names = operation.surface === 'sign_in' ? [] : ['ServiceVersion']
  if (operation.idempotency === 'optional') names.push('IdempotencyKey')
  if (operation.idempotency === 'required') names.push('RequiredIdempotencyKey')
  return names.map((name) => {
    document.components.parameters[name] ??= headerParameterFacts[name]!
    return { $ref: `#/components/parameters/${name}` }
  })
}

/** The number of rows to skip is the same in most lists, so the document has it once. */
function sharedParameter(parameter: Parameter, { components }: OpenApiDocument): Parameter | Ref {
  if (parameter.name !== 'offset') return parameter
  const shared = (components.parameters.Offset ??= parameter)
  return isDeepStrictEqual(shared, parameter) ? { $ref: '#/components/parameters/Offset' } : parameter
}

const sampleBodyOf = (body: TSchema): unknown => exampleOf(publishSchema(body, 'request', inPlace), {}, '', false)

function publishBody(operation: Operation, components: Components): OperationObject['requestBody'] {
  if (operation.body === undefined) return undefined
  if (operation.body === 'bytes') {
    const schema: JsonSchema = { type: 'string', format: 'binary', description: 'The bytes of the file.' }
    const content = Object.fromEntries(operation.body_types.map((type) => [type, { schema }]))
    if (operation.body_instead === undefined) return { required: true, content }
    const instead = publishSchema(operation.body_instead, 'request', components)
    const json = { schema: instead, example: sampleBodyOf(operation.body_instead) }
    return { required: true, content: { ...content, 'application/json': json } }
  }
  const schema = publishSchema(operation.body, 'request', components)
  const example = sampleBodyOf(operation.body)
  // POST /auth/where has no body if a credential is sent.
  const required = operation.session !== 'any_token' && operation.body.default === undefined
  return { required, content: { 'application/json': { schema, example } } }
}

/** The request of the code samples: path and required parameters filled in, and a short page for lists. */
function sampleRequest(
  operation: Operation,
  parameters: Parameter[],
  body: unknown,
  components: Components,
): SampleRequest {
  let path = operation.path
  const query: string[] = []
  const values: SampleRequest['values'] = { path: {}, query: {} }
  // The query's own examples name optional parameters without which the request would be refused.
  const shown = Object.keys((operation.query?.examples?.[0] ?? {}) as object)
  for (const parameter of parameters) {
    const value = exampleOf(parameter.schema, components.schemas, parameter.name)
    const text = encodeURIComponent(Array.isArray(value) ? value.join(',') : String(value))
    // A fixed id would be refused with every other key, so samples read the key's organisation from the environment.
    if (parameter.name === 'organization_id') {
      path = path.replace('{organization_id}', '$ORGANIZATION_ID')
      values.path.organization_id = '$ORGANIZATION_ID'
    } else if (parameter.in === 'path') {
      path = path.replace(`{${parameter.name}}`, text)
      values.path[parameter.name] = value
    } else if (parameter.required || shown.includes(parameter.name)) {
      query.push(`${parameter.name}=${text.replaceAll('%2C', ',')}`)
      values.query[parameter.name] = value
    } else if (parameter.name === 'limit') {
      query.push('limit=2')
      values.query.limit = 2
    }
  }
  return { target: query.length === 0 ? path : `${path}?${query.join('&')}`, values, body }
}

/** `x-service-needs` was published with these two words. */
const publishedNeed = (session: Operation['session']) =>
  session === 'no_token' ? 'nobody' : session === 'any_token' ? 'anyone' : session

function extensions(operation: Operation, sample: SampleRequest): Record<`x-${string}`, unknown> {
  const { gate, sold_with } = operation
  return {
    ...(operation.surface === 'public'
      ? {}
      : { 'x-service-surface': operation.surface, 'x-service-needs': publishedNeed(operation.session) }),
    'x-service-scopes': operation.scope === null ? [] : [operation.scope],
    'x-service-sold-with': gate === null ? sold_with : gate.tier,
    ...(gate === null ? {} : { 'x-service-capability': gate.capability }),
    ...(operation.account === null ? {} : { 'x-service-account': operation.account }),
    'x-service-idempotency': operation.idempotency,
    'x-service-emits': [...operation.emits],
    'x-service-refusals': codesOf(operation).map((code) => ({
      code,
      status: refusals[code].status,
      meaning: meaningOf(code, operation.conflict),
    })),
    'x-codeSamples': samplesOf(operation, sample),
  }
}

function securityOf(operation: Operation): Record<string, string[]>[] {
  if (operation.surface === 'public') return [{ apiKey: [] }]
  if (operation.session === 'no_token') return []
  if (operation.session === 'any_token') return [{ apiKey: [] }, { userSession: [] }, {}]
  return [operation.session === 'user' ? { userSession: [] } : { userSession: [], organization: [] }]
}

function tagNameOf({ surface, resource }: Operation): string {
  if (surface === 'sign_in') return signInTag.name
  return resource === null ? developerTag.name : resources[resource].word
}

function publishOperation(operation: Operation, components: Components, document: OpenApiDocument): OperationObject {
  const parameters = [
    ...publishParameters(operation.params, 'path', components),
    ...publishParameters(operation.query, 'query', components),
  ]
  const requestBody = publishBody(operation, components)
  const sampleBody = operation.session === 'any_token' ? undefined : requestBody?.content['application/json']?.example
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    tags: [tagNameOf(operation)],
    security: securityOf(operation),
    parameters: [...parameters.map((one) => sharedParameter(one, document)), ...headerParameters(operation, document)],
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: publishResponses(operation, components, document, sampleBody),
    ...extensions(operation, sampleRequest(operation, parameters, sampleBody, components)),
  }
}

const byName = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Removes components that are not referenced, repeatedly, since they may have referenced others. */
export function dropUnused(document: OpenApiDocument): void {
  const { components } = document
  const usedSchemes = new Set(
    Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap(({ security }) => security.flatMap((one) => Object.keys(one))),
    ),
  )
  for (const name of Object.keys(components.securitySchemes))
    if (!usedSchemes.has(name)) delete components.securitySchemes[name]
  for (;;) {
    const referred = new Set(JSON.stringify(document).match(/#\/components\/\w+\/[\w.-]+/g))
    let dropped = 0
    for (const kind of ['headers', 'schemas', 'responses', 'examples'] as const) {
      const entries = components[kind] as Record<string, unknown>
      const unused = Object.keys(entries).filter((name) => !referred.has(`#/components/${kind}/${name}`))
      for (const name of unused) delete entries[name]
      dropped += unused.length
    }
    if (dropped === 0) return
  }
}

export function buildDocument(operations: readonly Operation[], events: Events = {}): OpenApiDocument {
  const document = emptyDocument()
  const components = new Components()
  for (const operation of operations) {
    const path = (document.paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = publishOperation(operation, components, document)
  }
  const sent = new Set<string>(operations.flatMap(({ emits }) => emits))
  const webhooks = publishWebhooks(events, sent, components)
  if (webhooks !== undefined) document.webhooks = webhooks
  for (const [name, make] of Object.entries(envelopeSchemas)) components.schemas[name] = make()
  document.components.schemas = byName(components.schemas)
  document.components.examples = byName(document.components.examples)
  document.components.responses = byName(document.components.responses)
  document.tags = resourceNames
    .filter((resource) => operations.some((operation) => operation.resource === resource))
    .map(tagOf)
  if (operations.some(({ surface }) => surface === 'session')) document.tags.push(developerTag)
  if (operations.some(({ surface }) => surface === 'sign_in')) document.tags.push(signInTag)
  if (webhooks !== undefined) document.tags.push(eventsTag)
  dropUnused(document)
  return document
}
