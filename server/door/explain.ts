/** Says of a value that broke its schema which field, which rule and what is allowed. */
import type { TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { refuseField } from '../contract/refusals.ts'

/** '/lines/0/sku' → 'lines[0].sku' */
function fieldName(path: string, where: string): string {
  const parts = path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (parts.length === 0) return where
  return parts.reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : name ? `${name}.${part}` : part), '')
}

const between = (schema: TSchema, low: string, high: string, unit = '') => {
  const [least, most] = [schema[low] as number | undefined, schema[high] as number | undefined]
  const shown = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined
  if (shown(least) !== undefined && shown(most) !== undefined) return ` from ${least} to ${most}${unit}`
  if (shown(least) !== undefined) return ` of at least ${least}${unit}`
  if (shown(most) !== undefined) return ` of at most ${most}${unit}`
  return ''
}

const formats: Record<string, string> = {
  date: 'must be a day of the calendar as YYYY-MM-DD',
  'date-time': 'must be an instant as ISO 8601 with its offset, such as 2026-11-21T09:30:00+00:00',
  uri: 'must be a web address',
  id: 'must be an id',
}

/** What a schema asks for, in words that follow the field's name. */
export function ruleOf(schema: TSchema): string {
  if (Array.isArray(schema.enum)) return 'must be one of the allowed values'
  if (Array.isArray(schema.anyOf)) {
    const kinds = (schema.anyOf as TSchema[]).filter((one) => one.type !== 'null').map(ruleOf)
    const nullable = (schema.anyOf as TSchema[]).some((one) => one.type === 'null')
    return kinds.join(', or ') + (nullable ? ', or null' : '')
  }
  switch (schema.type) {
    case 'integer':
      return `must be a whole number${between(schema, 'minimum', 'maximum')}`
    case 'number':
      return `must be a number${between(schema, 'minimum', 'maximum')}`
    case 'boolean':
      return 'must be true or false'
    case 'array':
      return `must be a list${between(schema, 'minItems', 'maxItems', ' items')}`
    case 'object':
      return 'must be an object'
    case 'string':
      if (schema.format && formats[schema.format]) return formats[schema.format]!
      if (schema.pattern) return `must match ${schema.pattern}`
      return `must be text${between(schema, 'minLength', 'maxLength', ' characters')}`
    case 'null':
      return 'must be null'
    default:
      return 'has a value that is not allowed'
  }
}

/** A union's own error says nothing; the deepest one of the branch that fits best does. */
function mostTelling(error: ValueError): ValueError {
  if (error.type !== ValueErrorType.Union) return error
  const branches = error.errors.map((errors) => [...errors]).filter((errors) => errors.length > 0)
  const objects = branches.filter((errors) => errors.every((one) => one.path.length > error.path.length))
  const best = objects.sort((a, b) => a.length - b.length)[0]
  return best ? mostTelling(best[0]!) : error
}

export function refuseInvalid(first: ValueError, schema: TSchema, where: string): never {
  const error = mostTelling(first)
  const field = fieldName(error.path, where)
  if (error.type === ValueErrorType.ObjectRequiredProperty) return refuseField(field, 'is required')
  if (error.type === ValueErrorType.ObjectAdditionalProperties) {
    const allowed = Object.keys((error.schema.properties ?? schema.properties ?? {}) as object)
    return refuseField(field, 'is not a known field', allowed)
  }
  const allowed = Array.isArray(error.schema.enum) ? (error.schema.enum as string[]) : undefined
  return refuseField(field, ruleOf(error.schema), allowed)
}
