/** Each operation as a request for the Postman and Bruno collections. */
import { type Area, areas, type Listed, openapi, parametersOf, sampleOf } from './document.ts'

export interface CollectedRequest {
  name: string
  method: string
  /** Path parameters as :name. */
  path: string
  path_variables: { key: string; value: string; description: string }[]
  query: { key: string; value: string; description: string; disabled: boolean }[]
  headers: { key: string; value: string }[]
  /** The variable that holds the credential; null if none is sent. */
  token: 'api_key' | 'user_token' | null
  json: string | null
  /** The body is a file that the user selects. */
  takes_file: boolean
  description: string
}

/** The enabled query parameters, URL-encoded. */
export const sentQuery = ({ query }: CollectedRequest): string => {
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${encodeURIComponent(value)}`)
  return sent.length > 0 ? `?${sent.join('&')}` : ''
}

const exampleText = (values: unknown[] | undefined) => {
  const [value] = values ?? []
  return value === undefined ? '' : Array.isArray(value) ? value.join(',') : String(value)
}

function collect(listed: Listed): CollectedRequest {
  const { operation, method, path } = listed
  const needs = operation['x-service-needs']
  const own = parametersOf(listed)
  const body = operation.requestBody?.content['application/json']
  const headers = []
  if (needs === 'viewer' || needs === 'member' || needs === 'admin')
    headers.push({ key: 'X-Organization-ID', value: '{{organization_id}}' })
  if (body) headers.push({ key: 'Content-Type', value: 'application/json' })
  else if (operation.requestBody) headers.push({ key: 'Content-Type', value: Object.keys(operation.requestBody.content)[0]! })
  if (operation['x-service-idempotency'] !== 'none') headers.push({ key: 'Idempotency-Key', value: '{{$guid}}' })
  return {
    name: operation.summary,
    method,
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    path_variables: own
      .filter((one) => one.in === 'path')
      .map(({ name, schema, description }) => ({ key: name, value: exampleText(schema.examples), description: description ?? '' })),
    query: own
      .filter((one) => one.in === 'query')
      // Required ones first: Bruno's files have what is sent before what is not.
      .toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
      .map(({ name, schema, description, required }) => ({
        key: name,
        value: exampleText(schema.examples ?? (schema.default === undefined ? [] : [schema.default])),
        description: description ?? '',
        disabled: !required,
      })),
    headers,
    token: needs === 'nobody' ? null : needs === undefined || needs === 'anyone' ? 'api_key' : 'user_token',
    json: body ? JSON.stringify(sampleOf(body) ?? {}, null, 2) : null,
    takes_file: operation.requestBody !== undefined && body === undefined,
    description: operation.description ?? operation.summary,
  }
}

export const collected = areas.map((area: Area) => ({ name: area.tag, requests: area.operations.map(collect) }))

/** The service replaces it by its own address where it serves the collections. */
const base_url = openapi.servers[0]!.url

export const variables = [
  { key: 'base_url', value: base_url },
  { key: 'api_key', value: '' },
  { key: 'user_token', value: '' },
  { key: 'organization_id', value: '' },
]
