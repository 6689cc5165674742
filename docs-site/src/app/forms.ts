/** Forms of the writes, made from the document at build time: what an operation asks for, as a person enters it. */
import { type Listed, operations, parametersOf, type Schema, schemaOf } from '~/lib/document.ts'
import { firstSentence } from '~/lib/text.ts'

export interface FormField {
  name: string
  about: string
  kind: 'text' | 'long' | 'number' | 'cents' | 'secret' | 'flag' | 'choice' | 'choices' | 'day' | 'instant' | 'texts' | 'numbers' | 'group' | 'rows' | 'json'
  is_required: boolean
  /** Whether null takes back what is stored. */
  is_nullable: boolean
  length?: number
  values?: string[]
  /** Fields of a group, and of each row. */
  fields?: FormField[]
}

export interface OperationForm {
  id: string
  title: string
  about: string
  method: string
  /** Below /app/api, with its parameters between braces. */
  path: string
  reference: string
  needs: 'member' | 'admin'
  /** Parameters of the path, without the organisation. */
  path_fields: FormField[]
  query_fields: FormField[]
  body_fields: FormField[]
  /** Whether the write states which version of the record it changes. */
  states_version: boolean
  takes_file: boolean
}

/** Fields that no one fills in: the version of the record that the form shows. */
const unasked = new Set(['updated_at'])

const typesOf = ({ type }: Schema): string[] => [type ?? []].flat()

const longText = 1_000
const longNames = /(^|_)(notes?|reason|resolution|content|description|address|body|text|terms)$/

function kindOf(name: string, schema: Schema): Pick<FormField, 'kind' | 'values' | 'fields' | 'length'> {
  const values = (schema.enum ?? schema['x-extensible-enum'])?.filter((value) => value !== null).map(String)
  const types = typesOf(schema)
  if (values !== undefined) return { kind: 'choice', values }
  if (types.includes('boolean')) return { kind: 'flag' }
  if (types.includes('integer') && name.endsWith('_cents')) return { kind: 'cents' }
  if (types.includes('number') || types.includes('integer')) return { kind: 'number' }
  if (schema.format === 'date') return { kind: 'day' }
  if (schema.format === 'date-time') return { kind: 'instant' }
  if (types.includes('string') && /(token|secret|password)$/.test(name)) return { kind: 'secret' }
  if (types.includes('string')) {
    const isLong = longNames.test(name) || ((schema.maxLength ?? 0) > longText && !name.endsWith('url'))
    return { kind: isLong ? 'long' : 'text', ...(schema.maxLength === undefined ? {} : { length: schema.maxLength }) }
  }
  if (types.includes('array')) {
    const items = schemaOf(schema.items ?? {})
    const known = (items.enum ?? items['x-extensible-enum'])?.map(String)
    if (known !== undefined) return { kind: 'choices', values: known }
    if (typesOf(items).includes('string')) return { kind: 'texts' }
    if (typesOf(items).includes('integer')) return { kind: 'numbers' }
    if (items.properties !== undefined) return { kind: 'rows', fields: fieldsOf(items) }
  }
  if (schema.properties !== undefined) return { kind: 'group', fields: fieldsOf(schema) }
  return { kind: 'json' }
}

/** What a field means to the person who fills it in; how a request states it is left out. */
const hintOf = (description: string): string =>
  firstSentence(description)
    .replaceAll('`', '')
    .replace(/[,;:]? ?in hundredths of [^.;()]*(\([^)]*\))?/, '')
    .replace(/[;,:] (null|responses|sent in place of|left out or null|omitted|empty or omitted)\b[^.;]*/g, '')

const fieldOf = (name: string, given: Schema, is_required: boolean): FormField => {
  const schema = schemaOf(given)
  return { name, about: hintOf(schema.description ?? ''), is_required, is_nullable: typesOf(schema).includes('null'), ...kindOf(name, schema) }
}

const fieldsOf = ({ properties = {}, required = [] }: Schema): FormField[] =>
  Object.entries(properties)
    .filter(([name]) => !unasked.has(name))
    .map(([name, schema]) => fieldOf(name, schema, required.includes(name)))
    .toSorted((one, other) => Number(other.is_required) - Number(one.is_required))

function formOf(listed: Listed): OperationForm {
  const { operation, id, method, path, href } = listed
  const content = operation.requestBody?.content ?? {}
  const json = content['application/json']
  const inPlace = (wanted: string) =>
    parametersOf(listed)
      .filter(({ in: place, name }) => place === wanted && name !== 'organization_id')
      .map(({ name, description, schema, required }) => fieldOf(name, { description, ...schema }, required))
  return {
    id,
    title: operation.summary,
    about: firstSentence(operation.description ?? '').replaceAll('`', ''),
    method,
    path: path.replace('/api', ''),
    reference: href,
    needs: operation['x-service-needs'] === 'admin' ? 'admin' : 'member',
    path_fields: inPlace('path'),
    query_fields: inPlace('query'),
    body_fields: json === undefined ? [] : fieldsOf(schemaOf(json.schema)),
    states_version: json !== undefined && schemaOf(json.schema).properties?.updated_at !== undefined,
    takes_file: json === undefined && Object.keys(content).length > 0,
  }
}

/** The writes of the API and of the app, without those of the sign-in, which have screens of their own. */
export const forms: OperationForm[] = operations
  .filter(({ method, operation }) => method !== 'GET' && operation['x-service-surface'] !== 'sign_in')
  .map(formOf)
