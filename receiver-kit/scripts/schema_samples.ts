/** A record that matches a schema, from its examples, or else the simplest value of each type. */
import { refName, resolve, type Schema, type Schemas } from './schema_types.ts'

const of_format: Record<string, string> = {
  uuid: '0190f5a2-7c3e-7b1a-9d44-5e6f70819203',
  'date-time': '2026-11-02T09:30:00.000Z',
  date: '2026-11-02',
  time: '09:30:00',
  uri: 'https://example.com/',
  email: 'someone@example.com',
}

export function sample(
  schema: Schema | boolean | undefined,
  schemas: Schemas,
  inside: readonly string[] = [],
): unknown {
  if (schema === undefined || typeof schema === 'boolean') return null
  const name = refName(schema)
  if (name !== null) {
    return inside.includes(name) ? null : sample(resolve(schema, schemas), schemas, [...inside, name])
  }
  if (schema.examples && schema.examples.length > 0) return schema.examples[0]
  if (schema.example !== undefined) return schema.example
  if (schema.default !== undefined) return schema.default
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return sample(choices.find((choice) => choice.type !== 'null') ?? choices[0], schemas, inside)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sample(part, schemas, inside) as object))
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  return ofType(type ?? (schema.properties ? 'object' : 'null'), schema, schemas, inside)
}

function ofType(type: string, schema: Schema, schemas: Schemas, inside: readonly string[]): unknown {
  if (type === 'string') return of_format[schema.format ?? ''] ?? 'text'
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return sampleArray(schema, schemas, inside)
  if (type !== 'object') return null
  const fields = Object.entries(schema.properties ?? {})
  return Object.fromEntries(fields.map(([key, field]) => [key, sample(field, schemas, inside)]))
}

// A recursive item is omitted: the list is then empty.
function sampleArray(schema: Schema, schemas: Schemas, inside: readonly string[]): unknown[] {
  if (schema.prefixItems) return schema.prefixItems.map((item) => sample(item, schemas, inside))
  const items = schema.items
  if (items === undefined || typeof items === 'boolean') return []
  const name = refName(items)
  return name !== null && inside.includes(name) ? [] : [sample(items, schemas, inside)]
}
