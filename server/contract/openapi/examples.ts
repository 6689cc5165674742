/** Examples made from the published schemas, so that none is written twice and every one fits what it stands for. */
import { example_id } from '../schema.ts'
import type { JsonSchema } from './json.ts'

type Schemas = Record<string, JsonSchema>

/** One id for each kind of thing, the same wherever the kind stands: `variant_ids` holds a `variant_id`. */
export function exampleId(name: string): string {
  let mixed = 0xcbf29ce484222325n
  for (const letter of name.replace(/_ids$/, '_id'))
    mixed = ((mixed ^ BigInt(letter.charCodeAt(0))) * 0x100000001b3n) & 0xffffffffffffn
  return `${example_id.slice(0, 24)}${mixed.toString(16).padStart(12, '0')}`
}

/** What a field of a name usually holds, for leaves whose schema alone says too little. */
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
  // A reason stands where a figure is missing; beside an example's figure there is none.
  if (types.includes('null') && (/(^|_)reason$/.test(name) || usual[name] === null)) return null
  if (schema.enum) return schema.enum[0]
  if (schema.format === 'uuid') return exampleId(name)
  if (schema.format !== undefined && schema.format in byFormat) return byFormat[schema.format]
  if (types.includes('integer')) return within(typeof usual[name] === 'number' ? usual[name] : 12, schema)
  if (types.includes('number')) return within(12.5, schema)
  if (types.includes('boolean')) return true
  if (types.includes('string')) return textExample(schema, name)
  return null
}

/** Answers: every field. Requests: the required ones, or all where none is. */
function objectExample(schema: JsonSchema, schemas: Schemas, whole: boolean): Record<string, unknown> {
  const required = schema.required ?? []
  const shown = Object.entries(schema.properties ?? {}).filter(
    ([name]) => whole || required.length === 0 || required.includes(name),
  )
  const value = Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, schemas, name, whole)]))
  if (schema.properties === undefined && typeof schema.additionalProperties === 'object')
    value.Size = exampleOf(schema.additionalProperties, schemas, 'size_name', whole)
  return value
}

/** The first example that the schema gives itself; the one that stands for every id becomes that of its kind. */
function ownExample(schema: JsonSchema, name: string): unknown {
  return schema.examples?.length ? ofKind(schema.examples[0], name) : undefined
}

function ofKind(example: unknown, name: string): unknown {
  if (example === example_id) return name === '' ? example : exampleId(name)
  if (Array.isArray(example)) return example.map((one) => ofKind(one, name))
  if (example === null || typeof example !== 'object') return example
  return Object.fromEntries(Object.entries(example).map(([key, one]) => [key, ofKind(one, key)]))
}

export function exampleOf(given: JsonSchema, schemas: Schemas, name = '', whole = true): unknown {
  const schema = resolve(given, schemas)
  const own = ownExample(given, name) ?? ownExample(schema, name)
  if (own !== undefined) return own
  if ('const' in schema) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, schemas, name, whole)
  const types = typesOf(schema)
  if (types.includes('array')) {
    const one = exampleOf(schema.items ?? {}, schemas, name.replace(/s$/, ''), whole)
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => one)
  }
  if (types.includes('object') || schema.properties) return objectExample(schema, schemas, whole)
  return leafExample(schema, name)
}
