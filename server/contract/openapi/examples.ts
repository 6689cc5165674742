/** Examples made from the published schemas, so that none is written twice and every one fits what it stands for. */
import type { JsonSchema } from './json.ts'

type Schemas = Record<string, JsonSchema>

const example_id = '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'

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
  uuid: example_id,
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
  for (const text of [usually, name.endsWith('_id') ? example_id : undefined, name.replaceAll('_', ' '), 'text'])
    if (typeof text === 'string' && fits(text)) return text
  return 'x'.repeat(schema.minLength ?? 1)
}

function leafExample(schema: JsonSchema, name: string): unknown {
  const types = typesOf(schema)
  // A reason stands where a figure is missing; beside an example's figure there is none.
  if (types.includes('null') && (/(^|_)reason$/.test(name) || usual[name] === null)) return null
  if (schema.enum) return schema.enum[0]
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

export function exampleOf(given: JsonSchema, schemas: Schemas, name = '', whole = true): unknown {
  if (Array.isArray(given.examples) && given.examples.length > 0) return given.examples[0]
  const schema = resolve(given, schemas)
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0]
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
