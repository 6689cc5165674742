/** Generates examples from the published schemas, so that they always match them. */
import { sampleId } from '../schema.ts'
import { exampleId } from './example_ids.ts'
import { preferred, sumsFor, valuesFor } from './example_values.ts'
import type { JsonSchema } from './json.ts'
import { absent } from './overrides/shared.ts'

type Schemas = Record<string, JsonSchema>

/** Default values by field name, for leaves whose schema does not determine one. */
const usual: Record<string, unknown> = {
  name: 'Main warehouse',
  location_name: 'Main warehouse',
  supplier_name: 'Harbour Knitwear',
  category: 'Knitwear',
  family: 'Jumpers',
  vendor: 'Harbour',
  title: 'Merino crew jumper',
  product_title: 'Merino crew jumper',
  variant_title: 'Merino crew jumper / M',
  description: 'Fine-gauge merino jumper with a crew neck.',
  sku: 'JUMPER-M',
  barcode: '5012345678900',
  currency: 'USD',
  country_code: 'PT',
  country_of_origin: 'PT',
  hs_code: '611011',
  email: 'buyer@retailer.example',
  actor: 'key:Warehouse',
  label: 'Warehouse',
  source_system: null,
  external_id: null,
  file_name: 'counts.csv',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  previous_value: '8900',
  value: '7900',
  size: 1,
  offset: 0,
  filtered_max_size: 1,
  total: 1,
  limit: 100,
}

const byFormat: Record<string, unknown> = {
  date: '2026-11-21',
  'date-time': '2026-11-21T09:30:00+00:00',
  uri: 'https://example.org/jumper.jpg',
  email: 'buyer@retailer.example',
  binary: '',
}

export const resolve = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1)!]!

const typesOf = (schema: JsonSchema): string[] =>
  Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type]

function within(value: number, schema: JsonSchema): number {
  return Math.min(Math.max(value, schema.minimum ?? value), schema.maximum ?? value)
}

function textExample(schema: JsonSchema, name: string): string {
  const usually = usual[name]
  const fits = (text: string) =>
    text.length >= (schema.minLength ?? 0) &&
    text.length <= (schema.maxLength ?? Number.POSITIVE_INFINITY) &&
    (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text))
  for (const text of [usually, name.endsWith('_id') ? exampleId(name) : undefined, name.replaceAll('_', ' '), 'text'])
    if (typeof text === 'string' && fits(text)) return text
  return 'x'.repeat(schema.minLength ?? 1)
}

function leafExample(schema: JsonSchema, name: string): unknown {
  const types = typesOf(schema)
  // A reason is present only if its figure is null, and figures in examples are not.
  if (types.includes('null') && (/(^|_)reason$/.test(name) || usual[name] === null)) return null
  const values = schema.enum ?? (schema['x-extensible-enum'] as unknown[] | undefined)
  if (values) return values[0]
  if (schema.format === 'uuid') return exampleId(name)
  if (schema.format !== undefined && schema.format in byFormat) return byFormat[schema.format]
  if (types.includes('integer')) return within(typeof usual[name] === 'number' ? usual[name] : 12, schema)
  if (types.includes('number')) return within(12.5, schema)
  if (types.includes('boolean')) return true
  if (types.includes('string')) return textExample(schema, name)
  return null
}

interface Context {
  schemas: Schemas
  /** Responses show every field; requests show the required ones, or all if none is required. */
  whole: boolean
  values: Record<string, unknown>
  sums: Record<string, unknown>
  /** The keys of values used in the example; sums as `<key> in cents`. */
  used: Set<string>
}

function objectExample(schema: JsonSchema, context: Context, path: string): Record<string, unknown> {
  const required = schema.required ?? []
  const value: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (!context.whole && required.length > 0 && !required.includes(name)) continue
    const made = fieldExample(field, context, path === '' ? name : `${path}.${name}`)
    if (made !== absent) value[name] = made
  }
  if (schema.properties === undefined && typeof schema.additionalProperties === 'object') {
    const key = valueAt(
      context.values,
      `${path}.key`,
      (key) => context.used.add(key),
      (value) => typeof value === 'string',
    )
    value[(key as string | undefined) ?? 'Size'] = make(schema.additionalProperties, context, `${path}.size_name`)
  }
  return value
}

const amount = (cents: number) => ({ cents, currency: 'USD', reason: null, usd: cents / 100 })

const takesNull = (schema: JsonSchema): boolean =>
  typesOf(schema).includes('null') || (schema.anyOf ?? []).some((one) => takesNull(one))

/** Whether a value matches a schema. */
function fits(value: unknown, given: JsonSchema, schemas: Schemas): boolean {
  const schema = resolve(given, schemas)
  if (value === null) return takesNull(schema)
  if (schema.anyOf) return schema.anyOf.some((one) => fits(value, one, schemas))
  const types = typesOf(schema)
  if (schema.enum && !schema.enum.includes(value)) return false
  if (typeof value === 'string') {
    const vocabulary = schema['x-extensible-enum'] as string[] | undefined
    return types.includes('string') && (vocabulary === undefined || vocabulary.includes(value))
  }
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value))
  if (typeof value === 'boolean') return types.includes('boolean')
  if (Array.isArray(value)) {
    const items = resolve(schema.items ?? {}, schemas)
    return (
      types.includes('array') &&
      (schema.minItems ?? 0) <= value.length &&
      value.every((one) => fits(one, items, schemas))
    )
  }
  return types.includes('object')
}

/** The value for a path: that of the whole path, or of the longest end of the path that has a suitable value. */
function valueAt(
  values: Record<string, unknown>,
  path: string,
  onUse: (key: string) => void,
  suits: (value: unknown) => boolean,
): unknown {
  for (let rest = path; ; rest = rest.slice(rest.indexOf('.') + 1)) {
    if (rest in values && (values[rest] === undefined || suits(values[rest]))) {
      onUse(rest)
      return values[rest]
    }
    if (!rest.includes('.')) return undefined
  }
}

/** A field of a response: its listed value, or one derived from its schema. */
function fieldExample(given: JsonSchema, context: Context, path: string): unknown {
  if (!context.whole) return make(given, context, path)
  const schema = resolve(given, context.schemas)
  const name = path.slice(path.lastIndexOf('.') + 1)
  const inner = schema.anyOf ? resolve(schema.anyOf[0]!, context.schemas) : schema
  if (inner.properties?.cents && inner.properties.usd) {
    const sum = valueAt(
      context.sums,
      path,
      (key) => context.used.add(`${key} in cents`),
      // A whole amount that is listed for a longer path comes before a number for a shorter one.
      (value) => typeof value === 'number' || (typeof value === 'object' && value !== null),
    )
    if (typeof sum === 'number') return { ...objectExample(inner, context, path), ...amount(sum) }
  }
  const listed = valueAt(
    context.values,
    path,
    (key) => context.used.add(key),
    (value) => {
      if (value === null) return takesNull(given) || takesNull(schema)
      return value === absent || fits(value, schema, context.schemas)
    },
  )
  if (listed !== undefined) return listed
  // A reason is present only if its figure is null, and figures in examples are not.
  if (takesNull(given) && /(^|_)reason(_code)?$/.test(name)) return null
  for (const value of preferred[name] ?? []) if (fits(value, schema, context.schemas)) return value
  return make(given, context, path)
}

/** The schema's own first example; the common sample id is replaced by the example id of the field. */
function ownExample(schema: JsonSchema, name: string): unknown {
  return schema.examples?.length ? ofKind(schema.examples[0], name) : undefined
}

function ofKind(example: unknown, name: string): unknown {
  if (example === sampleId) return name === '' ? example : exampleId(name)
  if (Array.isArray(example)) return example.map((one) => ofKind(one, name))
  if (example === null || typeof example !== 'object') return example
  return Object.fromEntries(Object.entries(example).map(([key, one]) => [key, ofKind(one, key)]))
}

function make(given: JsonSchema, context: Context, path: string): unknown {
  const schema = resolve(given, context.schemas)
  const name = path.slice(path.lastIndexOf('.') + 1)
  const own = ownExample(given, name) ?? ownExample(schema, name)
  if (own !== undefined) return own
  if ('const' in schema) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.anyOf) return make(schema.anyOf[0]!, context, path)
  const types = typesOf(schema)
  if (types.includes('array')) {
    const one = make(schema.items ?? {}, context, singular(path))
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => one)
  }
  if (types.includes('object') || schema.properties) return objectExample(schema, context, path)
  return leafExample(schema, name)
}

/** The singular of a list's name, for its items. */
const singular = (name: string) => (/[^aeiou]ies$/.test(name) ? name.replace(/ies$/, 'y') : name.replace(/s$/, ''))

/** Values that a write's response repeats from its request: every value of the body under its path there. */
function repeated(body: unknown, path: string, into: Record<string, unknown> = {}): Record<string, unknown> {
  if (Array.isArray(body)) {
    if (body[0] !== null && typeof body[0] === 'object') repeated(body[0], singular(path), into)
    else into[path] = body
  } else if (body !== null && typeof body === 'object')
    for (const [name, value] of Object.entries(body)) repeated(value, `${path}.${name}`, into)
  else into[path] = body
  return into
}

export interface AnswerOf {
  /** Id of the operation or event. */
  id: string
  /** The body of its sample request. */
  body?: unknown
  /** Collects which of the listed values the example uses. */
  used?: Set<string>
}

export function exampleOf(
  given: JsonSchema,
  schemas: Schemas,
  name = '',
  whole = true,
  { id, body, used = new Set() }: AnswerOf = { id: '' },
): unknown {
  const values = { ...valuesFor(id), ...repeated(body, 'data') }
  return make(given, { schemas, whole, values, sums: sumsFor(id), used }, name)
}
