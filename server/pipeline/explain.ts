/** Explains a schema violation: the field, the rule and the allowed values. */
import type { TSchema } from '@sinclair/typebox'
import { Errors, type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { refuseField } from '../contract/refusals.ts'
import { addressRuleText, formatRules, lineRuleText } from '../contract/schema.ts'

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

const isFormat = (format: string): format is keyof typeof formatRules => format in formatRules
const otherFormats: Record<string, string> = { uri: 'must be a URL', id: 'must be an id' }
const formatRule = (format: string): string | undefined =>
  isFormat(format) ? formatRules[format].rule : otherFormats[format]

/** Length bounds take precedence; without them a pattern is described by its x-rule. */
function textRule(schema: TSchema): string {
  const bounds = between(schema, 'minLength', 'maxLength', ' characters')
  return bounds === '' && schema['x-rule'] ? String(schema['x-rule']) : `must be text${bounds}`
}

const lineRule = (schema: TSchema): string =>
  `must be text${between(schema, 'minLength', 'maxLength', ' characters')} ${lineRuleText}`

/** The rule of a schema, as text that follows the field's name. */
function ruleOf(schema: TSchema): string {
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
      return schema.minProperties === undefined ? 'must be an object' : 'must be an object with at least one field'
    case 'string':
      if (schema.format === 'line') return lineRule(schema)
      if (schema.format === 'address')
        return `must be an address of at most ${schema.maxLength} characters: ${addressRuleText}`
      return formatRule(schema.format ?? '') ?? textRule(schema)
    case 'null':
      return 'must be null'
    default:
      return 'has a value that is not allowed'
  }
}

/** A union's own error is uninformative: use the deepest error of the best matching branch. */
function mostSpecific(error: ValueError): ValueError {
  if (error.type !== ValueErrorType.Union) return error
  const branches = error.errors.map((errors) => [...errors]).filter((errors) => errors.length > 0)
  const objects = branches.filter((errors) => errors.every((one) => one.path.length > error.path.length))
  const best = objects.sort((a, b) => a.length - b.length)[0]
  return best ? mostSpecific(best[0]!) : error
}

const isNull = (schema: TSchema): boolean => schema.type === 'null'

/** The rule that the value violates, as text that follows the field's name. */
function brokenRule({ type, schema, value }: ValueError): string {
  switch (type) {
    case ValueErrorType.StringPattern:
      return String(schema['x-rule'] ?? 'does not have the required format')
    case ValueErrorType.StringMinLength:
    case ValueErrorType.StringMaxLength:
      return textRule(schema)
    case ValueErrorType.ArrayUniqueItems:
      return 'must not contain the same value twice'
    case ValueErrorType.Union: {
      const branches = (schema.anyOf as TSchema[]).filter((one) => !isNull(one))
      const rules = new Set(branches.map((one) => ruleBroken(one, value) ?? ruleOf(one)))
      return [...rules].join(', or ') + (branches.length < schema.anyOf.length ? ', or null' : '')
    }
    default:
      return ruleOf(schema)
  }
}

/** The rule that a value violates, or null if it is valid. */
export function ruleBroken(schema: TSchema, value: unknown): string | null {
  const error = Errors(schema, value).First()
  return error === undefined ? null : error.path === '' ? brokenRule(error) : ruleOf(schema)
}

/** The allowed values, if they can be enumerated. */
function allowedOf(schema: TSchema): readonly string[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum as string[]
  if (typeof schema.format === 'string' && isFormat(schema.format)) return formatRules[schema.format].allowed
  if (!Array.isArray(schema.anyOf)) return undefined
  const lists = (schema.anyOf as TSchema[]).map(allowedOf).filter((list) => list !== undefined)
  return lists.length === 0 ? undefined : lists.flat()
}

interface InvalidField {
  field: string
  rule: string
  allowed?: readonly string[]
}

const keyLengthMax = 200
/** A value that is not one of a list. */
const unlistedKey = ({ schema, value }: ValueError): string | undefined =>
  Array.isArray(schema.enum) && typeof value === 'string' && value.length <= keyLengthMax ? value : undefined

function explain(first: ValueError, schema: TSchema, where: string): InvalidField {
  const error = mostSpecific(first)
  const field = fieldName(error.path, where)
  if (error.type === ValueErrorType.ObjectRequiredProperty) return { field, rule: 'is required' }
  if (error.type === ValueErrorType.ObjectAdditionalProperties) {
    const allowed = Object.keys((error.schema.properties ?? schema.properties ?? {}) as object)
    return { field, rule: 'is not a known field', allowed }
  }
  const allowed = allowedOf(error.schema)
  return { field, rule: brokenRule(error), ...(allowed === undefined ? {} : { allowed }) }
}

/** The first field of a value that does not fit the schema, or null. */
export function invalidField(schema: TSchema, value: unknown): InvalidField | null {
  const error = Errors(schema, value).First()
  return error === undefined ? null : explain(error, schema, 'record')
}

export function refuseInvalid(first: ValueError, schema: TSchema, where: string): never {
  const { field, rule, allowed } = explain(first, schema, where)
  return refuseField(field, rule, allowed, unlistedKey(mostSpecific(first)))
}
