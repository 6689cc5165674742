/**
 * From the schemas that the door checks to those that the document publishes: the same promise in plain JSON Schema
 * 2020-12. Answers stay open to new fields, since fields are added within a train; requests stay closed.
 */
import type { TSchema } from '@sinclair/typebox'
import { Money, UnitCost } from '../schema.ts'
import type { JsonSchema } from './json.ts'

export type Side = 'request' | 'answer'

/** Schemas that stand once under components and are referred to from then on. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {}

  refer(name: string, make: () => JsonSchema): JsonSchema {
    if (!(name in this.schemas)) {
      // Claimed before it is made, so that a shape that holds itself ends.
      this.schemas[name] = {}
      this.schemas[name] = make()
    }
    return { $ref: `#/components/schemas/${name}` }
  }
}

const copied = ['description', 'format', 'enum', 'examples', 'default', 'pattern', 'const', 'uniqueItems'] as const
const bounds = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'multipleOf'] as const

const isUnbounded = (key: string, value: unknown) =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) || (key === 'maximum' && value === Number.MAX_SAFE_INTEGER)

const int32Max = 2_147_483_647
/** Clients made from an integer without a format hold 32 bits in several languages: an amount in cents would not fit. */
const needsMoreBits = ({ minimum = 0, maximum = Infinity }: JsonSchema) => maximum > int32Max || minimum < -int32Max

function publishWords(schema: TSchema, side: Side): JsonSchema {
  const words: JsonSchema = {}
  if (schema.type !== undefined) words.type = schema.type as string
  for (const key of copied) if (schema[key] !== undefined) words[key] = schema[key]
  // A client made from a closed list would fail on the first value that is added.
  if (side === 'answer' && words.enum) {
    words['x-extensible-enum'] = words.enum
    delete words.enum
  }
  for (const key of bounds) {
    if (schema[key] === undefined || (side === 'answer' && isUnbounded(key, schema[key]))) continue
    words[key] = schema[key] as number
  }
  // Taken as the nearer end instead of refused: see Clamped.
  if (schema.clamps_to) Object.assign(words, schema.clamps_to, { 'x-clamped': true })
  if (words.type === 'integer' && needsMoreBits(words)) words.format = 'int64'
  // Opaque to callers: a text like any other.
  if (words.format === 'id' || words.format === 'line') delete words.format
  for (const key of Object.keys(schema)) if (key.startsWith('x-')) words[key] = schema[key]
  return words
}

const withoutDescription = ({ description: _description, ...rest }: TSchema) => JSON.stringify(rest)
/** Shapes that stand once under components without a name of their own. */
const moneyShapes = [
  {
    name: 'Money',
    shape: withoutDescription(Money('')),
    description: 'A sum of money, or the reason why there is none.',
    examples: [{ cents: 8900, currency: 'USD', reason: null, usd: 89 }],
  },
  {
    name: 'UnitCost',
    shape: withoutDescription(UnitCost('')),
    description: 'What one unit costs, or the reason why that is not known.',
    examples: [{ cents: 1725, currency: 'USD', reason: null, usd: 17.2463 }],
  },
]

function nameOf(schema: TSchema): string | undefined {
  if (schema.type !== 'object') return undefined
  if (typeof schema.$id === 'string') return schema.$id
  if (!schema.properties?.cents) return undefined
  const shape = withoutDescription(schema)
  return moneyShapes.find((one) => one.shape === shape)?.name
}

function publishObject(schema: TSchema, side: Side, components: Components): JsonSchema {
  const out = publishWords(schema, side)
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

/** A choice of one schema and null becomes one schema that may be null. */
function publishUnion(schema: TSchema, side: Side, components: Components): JsonSchema {
  const branches = (schema.anyOf as TSchema[]).map((branch) => publishSchema(branch, side, components))
  const words = publishWords(schema, side)
  const others = branches.filter((branch) => branch.type !== 'null')
  const [only] = others
  if (others.length !== 1 || branches.length !== 2 || only === undefined || typeof only.type !== 'string')
    return { ...words, anyOf: branches }
  return {
    ...only,
    ...words,
    type: [only.type, 'null'],
    ...(only.enum ? { enum: [...only.enum, null] } : {}),
  }
}

export function publishSchema(schema: TSchema, side: Side, components: Components): JsonSchema {
  const name = nameOf(schema)
  if (name !== undefined) {
    const suffix = side === 'request' ? 'Input' : ''
    const ref = components.refer(name + suffix, () => {
      const { description, examples } = moneyShapes.find((one) => one.name === name) ?? {}
      return { ...publishObject(schema, side, components), ...(description && { description, examples }) }
    })
    return schema.description === undefined ? ref : { ...ref, description: schema.description }
  }
  if (Array.isArray(schema.anyOf)) return publishUnion(schema, side, components)
  if (schema.type === 'object') return publishObject(schema, side, components)
  const out = publishWords(schema, side)
  if (schema.type === 'array') {
    out.items = publishSchema(schema.items as TSchema, side, components)
    // A comma-separated list is written as text in a query, and is a list to JSON Schema.
    out.examples &&= out.examples.map((one) => (typeof one === 'string' ? one.split(',') : one))
  }
  return out
}
