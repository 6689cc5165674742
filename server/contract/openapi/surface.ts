/**
 * The surface that a program can observe, one fact a line: routes, scopes, inputs with their bounds and defaults,
 * outputs with their types, codes with their status, events, limits; not prose, samples or examples. The surface of
 * the last release is stored in a file; changes.ts classifies every difference from it.
 */
import type { PublishedLimit } from '../limits/published_limits.ts'
import type { JsonSchema, OpenApiDocument, OperationObject, Parameter, Ref, ResponseObject } from './json.ts'

/** The shape of one field: type and bounds of an input, type and known values of an output. */
export interface FieldFact {
  type: string
  required?: true
  optional?: true
  [bound: string]: unknown
}
/** `is scope`, `in query.limit`, `out data.rows[].sku`, `code not_found`, `emits order.created`, `filter sku`, `sort sku`. */
export type Facts = Record<string, unknown>
/** By subject: an operation's id, `event:<name>`, `code:<code>`, `limit:<key>`, `answers`. */
export type Surface = Record<string, Facts>

const bounds = [
  'format',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'uniqueItems',
  'enum',
  'const',
  'x-clamped',
] as const

const isRef = (value: object): value is Ref => '$ref' in value && typeof (value as Ref).$ref === 'string'

class Reader {
  constructor(private readonly document: OpenApiDocument) {}

  /** What a reference leads to, and what a choice between one schema and null comes to. */
  schema(schema: JsonSchema): JsonSchema {
    if (schema.$ref !== undefined) {
      const { $ref, ...here } = schema
      return { ...this.schema(this.document.components.schemas[$ref.split('/').at(-1)!]!), ...here }
    }
    const { anyOf, ...here } = schema
    const others = anyOf?.filter(({ type }) => type !== 'null') ?? []
    if (others.length !== 1) return schema
    const { type, ...one } = this.schema(others[0]!)
    if (one.enum !== undefined) one.enum = [...one.enum, null]
    return { ...one, ...here, type: [type ?? 'object', 'null'].flat() }
  }

  /** The facts of a schema and its nested schemas, by path. */
  fields(kind: 'in' | 'out', path: string, schemaOrRef: JsonSchema, required: boolean, facts: Facts): void {
    const schema = this.schema(schemaOrRef)
    const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf
    const type = ([] as string[]).concat(schema.type ?? (alternatives === undefined ? 'any' : 'object'))
    const fact: FieldFact = { type: type.toSorted().join('|') }
    if (kind === 'in' && required) fact.required = true
    if (kind === 'out' && !required) fact.optional = true
    // int64 is a hint for generated clients, not part of the surface.
    for (const bound of kind === 'in' ? bounds : (['format', 'enum', 'const'] as const))
      if (schema[bound] !== undefined && schema[bound] !== 'int64') fact[bound] = schema[bound]
    if (schema['x-extensible-enum'] !== undefined) fact.values = schema['x-extensible-enum']
    facts[`${kind} ${path}`] = fact
    for (const [name, inner] of Object.entries(schema.properties ?? {}))
      this.fields(kind, `${path}.${name}`, inner, (schema.required ?? []).includes(name), facts)
    if (schema.items !== undefined) this.fields(kind, `${path}[]`, schema.items, true, facts)
    if (typeof schema.additionalProperties === 'object')
      this.fields(kind, `${path}{}`, schema.additionalProperties, true, facts)
    for (const [at, inner] of ((alternatives ?? []) as JsonSchema[]).entries())
      this.fields(kind, `${path}(${at + 1})`, inner, true, facts)
  }

  parameter(parameterOrRef: Parameter | Ref, facts: Facts): void {
    const parameter = isRef(parameterOrRef)
      ? this.document.components.parameters[parameterOrRef.$ref.split('/').at(-1)!]!
      : parameterOrRef
    const { name, required, schema } = parameter
    this.fields('in', `${parameter.in}.${name}`, schema, required, facts)
    for (const { key, operations } of (schema['x-filter-keys'] ?? []) as { key: string; operations: string[] }[])
      facts[`filter ${key}`] = operations
    for (const key of (schema['x-sort-keys'] ?? []) as string[]) facts[`sort ${key}`] = true
  }

  operation(route: string, operation: OperationObject): Facts {
    const facts: Facts = {
      'is route': route,
      'is scopes': operation['x-service-scopes'],
      'is sold_with': operation['x-service-sold-with'],
      'is idempotency': operation['x-service-idempotency'],
    }
    for (const name of ['capability', 'account', 'surface', 'needs'])
      if (operation[`x-service-${name}`] !== undefined) facts[`is ${name}`] = operation[`x-service-${name}`]
    for (const parameter of operation.parameters) this.parameter(parameter, facts)
    for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {})) {
      facts['is accepts'] = type
      this.fields('in', 'body', schema, operation.requestBody?.required === true, facts)
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!status.startsWith('2')) continue
      facts['is status'] = Number(status)
      const schema = (response as ResponseObject).content?.['application/json']?.schema
      if (schema !== undefined) this.fields('out', 'body', schema, true, facts)
    }
    for (const { code, status } of operation['x-service-refusals'] as { code: string; status: number }[])
      facts[`code ${code}`] = status
    for (const event of operation['x-service-emits'] as string[]) facts[`emits ${event}`] = true
    return facts
  }

  /** Facts of every response: its headers and the shape of errors. */
  answers(): Facts {
    const facts: Facts = {}
    for (const [name, header] of Object.entries(this.document.components.headers))
      this.fields('out', `header.${name}`, (header as { schema: JsonSchema }).schema, true, facts)
    for (const name of ['Message', 'Refusal', 'PimRefusal'])
      if (this.document.components.schemas[name]) this.fields('out', name, { $ref: `#/${name}` }, true, facts)
    return facts
  }
}

interface WebhookObject {
  post: { parameters: Parameter[]; requestBody: { content: Record<string, { schema: JsonSchema }> } }
}

function eventFacts(reader: Reader, { post }: WebhookObject): Facts {
  const facts: Facts = {}
  for (const { name, schema } of post.parameters) reader.fields('out', `header.${name}`, schema, true, facts)
  for (const { schema } of Object.values(post.requestBody.content)) reader.fields('out', 'body', schema, true, facts)
  return facts
}

/** Codes are facts of the operations that return them; codes that no operation returns are subjects of their own. */
export function surfaceOf(
  document: OpenApiDocument,
  statuses: Readonly<Record<string, number>>,
  limits: readonly Pick<PublishedLimit, 'key' | 'bound' | 'value'>[],
): Surface {
  const reader = new Reader(document)
  const surface: Surface = { answers: reader.answers() }
  const answered = new Set<string>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const facts = reader.operation(`${method.toUpperCase()} ${path}`, operation)
      surface[operation.operationId] = facts
      for (const key of Object.keys(facts)) if (key.startsWith('code ')) answered.add(key.slice(5))
    }
  }
  for (const [event, webhook] of Object.entries(document.webhooks ?? {}))
    surface[`event:${event}`] = eventFacts(reader, webhook as WebhookObject)
  for (const [code, status] of Object.entries(statuses))
    if (!answered.has(code)) surface[`code:${code}`] = { 'is status': status }
  for (const { key, bound, value } of limits) surface[`limit:${key}`] = { [`is ${bound}`]: value }
  return surface
}

const plain = (fact: unknown): unknown => {
  const keys = typeof fact === 'object' && fact !== null ? Object.keys(fact) : []
  return keys.length === 1 && keys[0] === 'type' ? (fact as FieldFact).type : fact
}

/** One paragraph per subject and one line per fact, both sorted, so that diffs show only real changes. */
export const printSurface = (surface: Surface): string =>
  Object.keys(surface)
    .toSorted()
    .map((subject) => {
      const facts = Object.entries(surface[subject]!).toSorted(([a], [b]) => (a < b ? -1 : 1))
      return `${subject}\n${facts.map(([name, fact]) => `  ${name} ${JSON.stringify(plain(fact))}\n`).join('')}`
    })
    .join('')

export function parseSurface(text: string): Surface {
  const surface: Surface = {}
  let facts: Facts = {}
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    if (!line.startsWith('  ')) {
      surface[line] = facts = {}
      continue
    }
    const [kind, name, ...value] = line.slice(2).split(' ')
    const fact: unknown = JSON.parse(value.join(' '))
    const isField = kind === 'in' || kind === 'out'
    facts[`${kind} ${name}`] = isField && typeof fact === 'string' ? { type: fact } : fact
  }
  return surface
}
