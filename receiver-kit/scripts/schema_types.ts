/** Converts JSON Schema, as in OpenAPI 3.1, to TypeScript types. Fields may be added to bodies, so no type is exact. */

export interface Schema {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  nullable?: boolean
  const?: unknown
  enum?: unknown[]
  'x-extensible-enum'?: unknown[]
  default?: unknown
  example?: unknown
  examples?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema | boolean
  prefixItems?: Schema[]
  minimum?: number
}

export type Schemas = Record<string, Schema>

const ref_prefix = '#/components/schemas/'

export function refName(schema: Schema): string | null {
  if (schema.$ref === undefined) return null
  if (!schema.$ref.startsWith(ref_prefix)) throw new Error(`A $ref outside ${ref_prefix}: ${schema.$ref}`)
  return schema.$ref.slice(ref_prefix.length)
}

export function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = refName(schema)
  if (name === null) return schema
  const found = schemas[name]
  if (!found) throw new Error(`A $ref to nothing: ${schema.$ref}`)
  return found
}

/** `Purchase-order.line` becomes `PurchaseOrderLine`. */
export const typeName = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('')

/** Generates types and collects the components that they reference. */
export class TypeWriter {
  readonly components = new Set<string>()

  type(schema: Schema | boolean | undefined, indent = ''): string {
    if (schema === undefined || typeof schema === 'boolean') return 'unknown'
    const bare = this.bare(schema, indent)
    return schema.nullable && bare !== 'unknown' ? union([bare, 'null']) : bare
  }

  private bare(schema: Schema, indent: string): string {
    const name = refName(schema)
    if (name !== null) {
      this.components.add(name)
      return typeName(name)
    }
    if ('const' in schema) return literal(schema.const)
    if (schema.enum) return union(schema.enum.map(literal))
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return union(choices.map((choice) => this.type(choice, indent)))
    if (schema.allOf) return schema.allOf.map((part) => bracketed(this.type(part, indent))).join(' & ')
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.ofType(type, schema, indent)))
    return this.ofType(schema.type ?? (schema.properties ? 'object' : undefined), schema, indent)
  }

  private ofType(type: string | undefined, schema: Schema, indent: string): string {
    if (type === 'string' && schema['x-extensible-enum']) {
      return union([...schema['x-extensible-enum'].map(literal), '(string & {})'])
    }
    if (type === 'string' || type === 'boolean' || type === 'null') return type
    if (type === 'integer' || type === 'number') return 'number'
    if (type === 'array') return this.array(schema, indent)
    return type === 'object' ? this.object(schema, indent) : 'unknown'
  }

  private array(schema: Schema, indent: string): string {
    if (!schema.prefixItems) return `${bracketed(this.type(schema.items, indent))}[]`
    const items = schema.prefixItems.map((item) => this.type(item, indent))
    return `[${items.join(', ')}]`
  }

  private object(schema: Schema, indent: string): string {
    if (!schema.properties || Object.keys(schema.properties).length === 0) {
      const [pattern] = Object.values(schema.patternProperties ?? {})
      return `Record<string, ${this.type(pattern ?? schema.additionalProperties, indent)}>`
    }
    return `{\n${this.fields(schema, `${indent}  `)}${indent}}`
  }

  private fields(schema: Schema, indent: string): string {
    const required = new Set(schema.required)
    let text = ''
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
      text += `${comment(field, indent)}${indent}${key}${required.has(name) ? '' : '?'}: ${this.type(field, indent)}\n`
    }
    return text
  }

  /** `export interface Name { … }` for an object with fields, `export type Name = …` otherwise. */
  declaration(name: string, schema: Schema): string {
    const written = this.type(schema)
    const body = written.startsWith('{') && written.endsWith('}') && !schema.allOf && !schema.anyOf && !schema.oneOf
    return `${comment(schema, '')}export ${body ? `interface ${name} ${written}` : `type ${name} = ${written}`}\n`
  }
}

const comment = (schema: Schema, indent: string): string => {
  if (!schema.description) return ''
  const text = schema.description.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim()
  return `${indent}/** ${text} */\n`
}

function literal(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  return 'unknown'
}

// null comes last, and unknown absorbs the other types.
function union(types: string[]): string {
  const distinct = [...new Set(types)]
  if (distinct.includes('unknown')) return 'unknown'
  return (
    [...distinct.filter((type) => type !== 'null'), ...distinct.filter((type) => type === 'null')].join(' | ') ||
    'never'
  )
}

function bracketed(type: string): string {
  return !type.startsWith('{') && / [|&] /.test(type) ? `(${type})` : /^\{[^]*\} [|&] /.test(type) ? `(${type})` : type
}
