/**
 * Converts the schemas that the pipeline checks to JSON Schema 2020-12 for the document. Response objects allow additional
 * fields, since fields may be added within a train; request objects do not.
 */
import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from '@sinclair/typebox'
import type { JsonSchema } from './json.ts'

export type Side = 'request' | 'answer'

/** Where a schema that has a name goes: under components, or into its place. */
export interface Named {
  refer(name: string, source: TSchema, make: (source: TSchema) => JsonSchema): JsonSchema
  /** Whether fields keep their examples, of which samples are made. */
  hasExamples: boolean
  /** The description of what a reference leads to. */
  descriptionOf(ref: JsonSchema): string | undefined
  /** Whether lists of values are components too. */
  hasComponents: boolean
}

/** Publishes every schema in its place, with its examples. */
export const inPlace: Named = {
  refer: (_name, source, make) => make(source),
  descriptionOf: () => undefined,
  hasExamples: true,
  hasComponents: false,
}

/**
 * Schemas published once under components and referenced by $ref. Fields of bodies have no examples, since each body has
 * a sample as a whole.
 */
export class Components implements Named {
  readonly schemas: Record<string, JsonSchema> = {}
  readonly hasExamples = false
  readonly hasComponents = true
  /** For parameters: each has its examples, since they have no sample as a whole. */
  readonly withExamples: Named = {
    refer: this.refer.bind(this),
    descriptionOf: this.descriptionOf.bind(this),
    hasExamples: true,
    hasComponents: true,
  }
  private readonly sources = new Map<string, TSchema[]>()

  descriptionOf({ $ref }: JsonSchema): string | undefined {
    return $ref === undefined ? undefined : this.schemas[$ref.split('/').at(-1)!]!.description
  }

  /** A reference to a component; what is said about its place stays there. */
  refer(name: string, source: TSchema, make: (source: TSchema) => JsonSchema): JsonSchema {
    const sources = this.sources.get(name) ?? []
    if (sources.length === 0) {
      this.sources.set(name, sources)
      this.schemas[name] = make({ ...source, description: source.about ?? source.description })
    } else if (source.properties === undefined || !sources.some((one) => one.properties === source.properties)) {
      const { description } = this.schemas[name]!
      if (!isDeepStrictEqual(make({ ...source, description }), this.schemas[name]))
        throw new Error(`The component ${name} has two shapes`)
    }
    sources.push(source)
    const { description } = source
    const isSaid = description === undefined || description === this.schemas[name]!.description
    return { $ref: `#/components/schemas/${name}`, ...(isSaid ? {} : { description }) }
  }
}

const copied = ['description', 'format', 'enum', 'examples', 'default', 'pattern', 'const', 'uniqueItems'] as const
const bounds = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'multipleOf'] as const

const isUnbounded = (key: string, value: unknown) =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) || (key === 'maximum' && value === Number.MAX_SAFE_INTEGER)

const int32Max = 2_147_483_647
/** Some generated clients read an integer without a format as 32 bits, which amounts in cents would overflow. */
const needsMoreBits = ({ minimum = 0, maximum = Infinity }: JsonSchema) => maximum > int32Max || minimum < -int32Max

function publishKeywords(schema: TSchema, side: Side, { hasExamples }: Named): JsonSchema {
  const keywords: JsonSchema = {}
  if (schema.type !== undefined) keywords.type = schema.type as string
  for (const key of copied) if (schema[key] !== undefined) keywords[key] = schema[key]
  if (!hasExamples) delete keywords.examples
  // A client generated from a closed enum fails on the first new value.
  if (side === 'answer' && keywords.enum) {
    keywords['x-extensible-enum'] = keywords.enum
    delete keywords.enum
  }
  for (const key of bounds) {
    if (schema[key] === undefined || (side === 'answer' && isUnbounded(key, schema[key]))) continue
    keywords[key] = schema[key] as number
  }
  // Values outside the bounds are clamped instead of refused: see Clamped.
  if (schema.clamps_to) Object.assign(keywords, schema.clamps_to, { 'x-clamped': true })
  if (keywords.type === 'integer' && needsMoreBits(keywords)) keywords.format = 'int64'
  // Internal formats: plain strings to callers.
  if (['id', 'line', 'address'].includes(keywords.format as string)) delete keywords.format
  for (const key of Object.keys(schema)) if (key.startsWith('x-')) keywords[key] = schema[key]
  return keywords
}

function publishObject(schema: TSchema, side: Side, components: Named): JsonSchema {
  const out = publishKeywords(schema, side, components)
  if (schema.properties) {
    out.properties = {}
    for (const [name, field] of Object.entries(schema.properties as Record<string, TSchema>))
      out.properties[name] = publishSchema(field, side, components)
    if (Array.isArray(schema.required) && schema.required.length > 0) out.required = [...(schema.required as string[])]
  }
  const values = Object.values((schema.patternProperties ?? {}) as Record<string, TSchema>)[0]
  if (values) out.additionalProperties = publishSchema(values, side, components)
  else if (typeof schema.additionalProperties === 'object')
    out.additionalProperties = publishSchema(schema.additionalProperties as TSchema, side, components)
  else if (schema.additionalProperties === false && side === 'request') out.additionalProperties = false
  return out
}

/** A union of one schema and null becomes one nullable schema; what it says, and the values of a named list, are said once. */
function publishUnion(schema: TSchema, side: Side, components: Named): JsonSchema {
  const keywords = publishKeywords(schema, side, components)
  const lists = components.hasComponents ? (schema.anyOf as TSchema[]).filter((one) => isNamedList(one, side)) : []
  for (const list of lists) if (keywords.description) keywords.description = withoutValues(keywords.description, list)
  const branches = (schema.anyOf as TSchema[])
    .map((branch) => publishSchema(branch, side, components))
    .map(({ description, ...branch }) =>
      description === undefined || description === keywords.description ? branch : { ...branch, description },
    )
  const others = branches.filter((branch) => branch.type !== 'null')
  const [only] = others
  if (others.length !== 1 || branches.length !== 2 || only === undefined || typeof only.type !== 'string')
    return { ...keywords, anyOf: branches }
  return {
    ...only,
    ...keywords,
    type: [only.type, 'null'],
    ...(only.enum ? { enum: [...only.enum, null] } : {}),
  }
}

/** How a list of values that has a name is described there; its places say what it is for. */
const openWords = (values: readonly string[]) => ` One of ${values.join(', ')}; new values may be added.`

const valuesOf = (list: TSchema) => (list.enum ?? list['x-extensible-enum']) as string[]
const withoutValues = (description: string, list: TSchema) => description.replace(openWords(valuesOf(list)), '')

/** A list of known values that has a name: its values once, and in each place what it is for. */
function publishValues(schema: TSchema, side: Side, components: Named): JsonSchema {
  const { description = '', examples, default: usual } = publishKeywords(schema, side, components)
  const values = valuesOf(schema)
  const source =
    side === 'request'
      ? { type: 'string', enum: values, description: `One of ${values.join(', ')}.` }
      : { type: 'string', 'x-extensible-enum': values, description: openWords(values).trim() }
  const ref = components.refer(
    (schema.component as string) + (side === 'request' ? 'Input' : ''),
    source as never,
    (one) => one,
  )
  return {
    ...ref,
    description: withoutValues(description, schema),
    ...(examples && { examples }),
    ...(usual !== undefined && { default: usual }),
  }
}

/** A list that may grow is named in answers only: what a request may contain is the operation's own. */
const isNamedList = ({ component, enum: closed }: TSchema, side: Side): boolean =>
  component !== undefined && (side === 'answer' || closed !== undefined)

export function publishSchema(schema: TSchema, side: Side, components: Named): JsonSchema {
  if (schema.type === 'object' && typeof schema.$id === 'string') {
    const suffix = side === 'request' ? 'Input' : ''
    return components.refer(schema.$id + suffix, schema, (source) => publishObject(source, side, components))
  }
  if (components.hasComponents && isNamedList(schema, side)) return publishValues(schema, side, components)
  if (Array.isArray(schema.anyOf)) return publishUnion(schema, side, components)
  if (schema.type === 'object') return publishObject(schema, side, components)
  const out = publishKeywords(schema, side, components)
  if (schema.type === 'array') {
    out.items = publishSchema(schema.items as TSchema, side, components)
    // A comma-separated list is text in a query and an array in JSON Schema.
    out.examples &&= out.examples.map((one) => (typeof one === 'string' ? one.split(',') : one))
  }
  return out
}
