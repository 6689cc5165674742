/** A schema as a list of fields, with nested fields under their parent. */
import { type Schema, schemaOf } from './document.ts'

export interface Field {
  name: string
  type: string
  required: boolean
  description: string
  rules: string[]
  fields: Field[]
  /** The measure of the metric dictionary that a field of an answer shows. */
  measure?: string
}

const typesOf = (schema: Schema): string[] =>
  Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type]

const shown_formats = ['date', 'date-time', 'uuid', 'uri', 'binary']

export function typeWords(given: Schema): string {
  const schema = schemaOf(given)
  if (schema.anyOf ?? schema.oneOf) return [...new Set((schema.anyOf ?? schema.oneOf)!.map(typeWords))].join(' or ')
  const words = typesOf(schema).map((type) => {
    if (type === 'array') return schema.items ? `array of ${plural(typeWords(schema.items))}` : 'array'
    if (type === 'string' && shown_formats.includes(schema.format ?? '')) return `string (${schema.format})`
    return type
  })
  if (words.length === 0) return schema.properties ? 'object' : schema.enum || 'const' in schema ? 'value' : 'any'
  return words.join(' or ')
}

/** string → strings, string (uuid) → strings (uuid), array of strings → arrays of strings. */
const plural = (words: string) => (/^any$| or /.test(words) ? words : words.replace(/^\w+/, '$&s'))

const figure = (value: number) => value.toLocaleString('en-US')
const value = (one: unknown) => `\`${typeof one === 'string' ? one : JSON.stringify(one)}\``

const count_max = 2_147_483_647

/** The constraints on a value, as short phrases with code in backticks. */
export function rulesOf(given: Schema): string[] {
  const schema = schemaOf(given)
  const rules: string[] = []
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  if (schema.enum) rules.push(`one of ${schema.enum.map(value).join(', ')}`)
  if (schema['x-extensible-enum'])
    rules.push(`${schema['x-extensible-enum'].map(value).join(', ')}; values may be added`)
  if ('const' in schema && schema.const !== undefined) rules.push(`always ${value(schema.const)}`)
  // Every number of records has the bounds of 32 bits; they tell a reader nothing.
  if (minimum === 0 && maximum === count_max) return rules
  if (minimum !== undefined && maximum !== undefined) rules.push(`${figure(minimum)} to ${figure(maximum)}`)
  else if (minimum !== undefined) rules.push(`at least ${figure(minimum)}`)
  else if (maximum !== undefined) rules.push(`at most ${figure(maximum)}`)
  if (maxLength !== undefined)
    rules.push(minLength ? `${figure(minLength)} to ${figure(maxLength)} characters` : `up to ${figure(maxLength)} characters`)
  else if (minLength) rules.push(`at least ${figure(minLength)} characters`)
  if (maxItems !== undefined)
    rules.push(minItems ? `${figure(minItems)} to ${figure(maxItems)} items` : `up to ${figure(maxItems)} items`)
  else if (minItems) rules.push(`at least ${figure(minItems)} items`)
  if (schema.uniqueItems) rules.push('items are unique')
  if (schema.pattern) rules.push(`matches ${value(schema.pattern)}`)
  if (schema.default !== undefined) rules.push(`default ${value(schema.default)}`)
  return rules
}

/** The document repeats an open vocabulary in the description; on the page it is shown as a rule instead. */
const withoutVocabulary = ({ description = '', ...schema }: Schema): string =>
  schema['x-extensible-enum'] ? description.replace(/ One of [^.]*; new values may be added\.$/, '') : description

function inner(given: Schema, depth: number): Field[] {
  if (depth > 8) return []
  const schema = schemaOf(given)
  if (schema.items) return inner(schema.items, depth)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return choices.flatMap((one) => inner(one, depth))
  return fieldsOf(schema, depth + 1)
}

export function fieldsOf(given: Schema, depth = 0): Field[] {
  const schema = schemaOf(given)
  const fields = Object.entries(schema.properties ?? {}).map(([name, raw]): Field => {
    const field = schemaOf(raw)
    return {
      name,
      type: typeWords(field),
      required: (schema.required ?? []).includes(name),
      description: withoutVocabulary(field),
      rules: rulesOf(field),
      fields: inner(field, depth),
    }
  })
  const others = schema.additionalProperties
  if (typeof others === 'object')
    fields.push({
      name: 'any name',
      type: typeWords(others),
      required: false,
      description: others.description ?? '',
      rules: rulesOf(others),
      fields: inner(others, depth),
    })
  return fields
}

/** Marks the fields that show a measure; `measures` has their paths, such as rows.net_sales. */
export const withMeasures = (fields: Field[], measures: ReadonlyMap<string, string>, within = ''): Field[] =>
  fields.map((field) => ({
    ...field,
    measure: measures.get(within + field.name),
    fields: withMeasures(field.fields, measures, `${within}${field.name}.`),
  }))
