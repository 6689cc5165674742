/** The published OpenAPI document, read once: its operations by resource, and helpers for the pages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
  'x-extensible-enum'?: unknown[]
  'x-filter-keys'?: FilterKey[]
  'x-sort-keys'?: (string | { key: string; description?: string })[]
}
export interface FilterKey {
  key: string
  type: string
  operations: string[]
  description: string
  values?: string[]
}
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required: boolean
  schema: Schema
}
export interface Refusal {
  code: string
  status: number
  meaning: string
}
export interface Body {
  schema: Schema
  examples?: { sample?: { value: unknown } }
  /** The media types that bytes may have. */
  'x-service-media-types'?: string[]
}
export type Content = Record<string, Body>
export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>
  'x-service-surface'?: 'session' | 'sign_in'
  'x-service-needs'?: 'user' | 'viewer' | 'member' | 'admin' | 'nobody' | 'anyone'
  'x-service-scopes': string[]
  'x-service-sold-with': string
  'x-service-capability'?: string
  'x-service-account'?: string
  'x-service-idempotency': 'none' | 'optional' | 'required'
  'x-service-emits': string[]
  'x-service-refusals': Refusal[]
}
export interface WebhookEvent {
  summary: string
  description: string
  parameters: Parameter[]
  requestBody: { content: Content }
}
interface OpenApi {
  info: { title: string; version: string; summary: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: WebhookEvent }>
  components: {
    parameters: Record<string, Parameter>
    schemas: Record<string, Schema>
    responses: Record<string, { description?: string; content?: Content }>
  }
}

/** Trains are named by date, so the last name is the newest; a longer name is a part of a document. */
const folder = join(process.cwd(), 'public/openapi')
export const train = readdirSync(folder)
  .filter((name) => /^\d{4}-\d{2}\.json$/.test(name))
  .sort()
  .at(-1)!
  .replace(/\.json$/, '')
export const document_address = `/openapi/${train}.json`
/** The document of the operations that API keys can call. */
export const keys_document_address = `/openapi/${train}.keys.json`
export const openapi = JSON.parse(readFileSync(join(folder, `${train}.json`), 'utf8')) as OpenApi

export interface CodeSample {
  lang: string
  label: string
  source: string
}
const code_samples = JSON.parse(readFileSync(join(process.cwd(), 'src/data/code_samples.json'), 'utf8')) as Record<
  string,
  CodeSample[]
>
export const codeSamplesOf = ({ operationId }: Operation): CodeSample[] => code_samples[operationId]!

/** The ids in the path of an operation's samples, each with the parameter that takes it. */
export function examplesInPath(path: string, samples: readonly CodeSample[]): Record<string, string> {
  const curl = samples.find(({ label }) => label === 'curl')?.source ?? ''
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const pattern = path.replaceAll(/[.?]/g, '\\$&').replaceAll(/\{\w+\}/g, '([^/"?]+)')
  const values = new RegExp(`BASE_URL${pattern}`).exec(curl)?.slice(1) ?? []
  return Object.fromEntries(values.flatMap((value, at) => (/^[\w-]+$/.test(value) ? [[value, parameters[at]!]] : [])))
}

export interface Listed {
  id: string
  method: string
  path: string
  /** Its folder in the reference: the part of the id before the dot. */
  area: string
  tag: string
  href: string
  operation: Operation
}

export const operations: Listed[] = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const [area = '', verb = ''] = operation.operationId.split('.')
    return {
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      area,
      tag: operation.tags[0]!,
      href: `/reference/${area}/${verb}`,
      operation,
    }
  }),
)

export interface Area {
  name: string
  tag: string
  description: string
  href: string
  operations: Listed[]
}

/** Areas in the order of the document's tags. */
export const areas: Area[] = openapi.tags
  .map(({ name, description }) => {
    const own = operations.filter(({ tag }) => tag === name)
    return { name: own[0]?.area ?? '', tag: name, description, href: `/reference/${own[0]?.area}`, operations: own }
  })
  .filter((area) => area.operations.length > 0)

export const isPublic = ({ operation }: Listed): boolean => operation['x-service-surface'] === undefined

/** The operation's address in the console; the console builds its anchors in the same way. */
export const consoleAddress = ({ tag, id }: Listed): string => `/console#tag/${tag.toLowerCase().replaceAll(' ', '-')}/${id}`

const last = (ref: string) => ref.split('/').at(-1)!

export const parametersOf = ({ operation }: Listed): Parameter[] =>
  (operation.parameters ?? []).map((one) => ('$ref' in one ? openapi.components.parameters[last(one.$ref)]! : one))

/** The sample of a body. */
export const sampleOf = (body: Body | undefined): unknown => body?.examples?.sample?.value

/** What a reference leads to, and what a choice between one schema and null comes to. */
export function schemaOf(schema: Schema): Schema {
  if (schema.$ref !== undefined)
    return { ...schemaOf(openapi.components.schemas[last(schema.$ref)]!), ...schema, $ref: undefined }
  const { anyOf, ...here } = schema
  const others = anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (others.length !== 1) return schema
  const one = schemaOf(others[0]!)
  return { ...one, ...here, type: [one.type ?? 'object', 'null'].flat() }
}

export interface Success {
  status: string
  description: string
  type?: string
  schema?: Schema
  example?: unknown
}

/** The operation's 2xx responses. */
export function successesOf({ operation }: Listed): Success[] {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, response]) => {
      const whole = response.$ref === undefined ? response : openapi.components.responses[last(response.$ref)]!
      const [type, body] = Object.entries(whole.content ?? {})[0] ?? []
      return { status, description: whole.description ?? '', type, schema: body?.schema, example: sampleOf(body) }
    })
}

export const events = Object.entries(openapi.webhooks ?? {}).map(([name, { post }]) => ({ name, event: post }))
