/** Generates one request from the document: first valid, then broken in a few places. */
import type { OperationObject, Parameter } from '../../server/contract/openapi/json.ts'
import { limits } from '../../server/contract/limits.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { openapi } from '../support/document/document_check.ts'
import type { Random } from './random.ts'
import { filterArgs, fitting, hostileNumbers, hostileTexts, hostileValue, type Ids, sortArgs } from './values.ts'

export interface FuzzRequest {
  method: string
  /** Path and query, encoded. */
  target: string
  headers: Record<string, string>
  body: string | Uint8Array | ReadableStream | undefined
}

const published = (operation: Operation): OperationObject =>
  openapi.paths[operation.path]![operation.method.toLowerCase()]!

/** Percent-encodes unpaired surrogates too, which encodeURIComponent rejects. */
const encode = (text: string): string =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : Array.from(text, (one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80')).join('')

const rawQueries = [
  '%',
  '%zz=1',
  '%ff=%fe',
  'limit',
  'limit=',
  '=1',
  '&&&',
  'limit=1&limit=2',
  '__proto__=1',
  '%00=1',
  'a[b]=1',
  'limit[]=1',
]

function queryValue(parameter: Parameter, ids: Ids, random: Random): string {
  const { name, schema } = parameter
  if (random.chance(0.12)) return String(random.pick([...hostileTexts, ...hostileNumbers]))
  if (name === 'filter_args') return filterArgs(schema, ids, random)
  if (name === 'sort_args') return sortArgs(schema, random)
  const value = fitting(schema, name, ids, random)
  return Array.isArray(value) ? value.join(',') : String(value)
}

function target(operation: Operation, organization_id: string, ids: Ids, random: Random): string {
  const query: string[] = []
  let path = operation.path
  for (const parameter of published(operation).parameters) {
    if (!('in' in parameter) || parameter.in === 'header') continue
    const { name } = parameter
    if (parameter.in === 'path') {
      const value =
        name === 'organization_id' && random.chance(0.97) ? organization_id : pathValue(parameter, ids, random)
      // An empty segment would be another path; so would dots, which clients resolve.
      path = path.replace(`{${name}}`, () => encode(value === '' || /^\.+$/.test(value) ? 'x' : value))
    } else if (random.chance(parameter.required ? 0.96 : 0.3)) {
      query.push(`${encode(name)}=${encode(queryValue(parameter, ids, random))}`)
    }
  }
  if (random.chance(0.04)) query.push(random.pick(rawQueries))
  const whole = query.length === 0 ? path : `${path}?${query.join('&')}`
  // URLs longer than the runtime accepts never reach the service.
  return whole.length < limits.address_bytes_max - 100 ? whole : `${path}?limit=1`
}

const pathValue = (parameter: Parameter, ids: Ids, random: Random): string =>
  random.chance(0.15)
    ? random.pick(hostileTexts).slice(0, 2_000)
    : String(fitting(parameter.schema, parameter.name, ids, random))

/** Sets, removes or adds a value somewhere in a body. */
function breakBody(body: unknown, random: Random): unknown {
  if (body === null || typeof body !== 'object' || random.chance(0.15)) return hostileValue(random)
  if (Array.isArray(body)) {
    const at = random.below(body.length + 1)
    return [...body.slice(0, at), breakBody(body[at], random), ...body.slice(at + 1)]
  }
  const fields = Object.keys(body)
  const field = fields.length === 0 || random.chance(0.1) ? random.pick(hostileTexts) : random.pick(fields)
  const next: Record<string, unknown> = { ...(body as object) }
  if (random.chance(0.2)) delete next[field]
  else next[field] = breakBody(next[field], random)
  return next
}

const rawBodies: readonly (string | Uint8Array)[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"a":1,}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"name":"\\ud800"}',
  '{"name":"\\u0000"}',
  '{"name":1e999}',
  '{"name":"a","name":"b"}',
  '\ufeff{}',
  `${'['.repeat(65)}${']'.repeat(65)}`,
  '['.repeat(100_000),
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  new Uint8Array(1_048_577).fill(0x20),
]

/** More bytes than allowed, in chunks and without a Content-Length. */
const endless = (): ReadableStream => {
  let left = 20
  return new ReadableStream({
    pull(controller) {
      if (left-- === 0) controller.close()
      else controller.enqueue(new Uint8Array(65_536).fill(0x20))
    },
  })
}

const contentTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'json',
  '*/*',
]

function bodyOf(operation: Operation, ids: Ids, random: Random): FuzzRequest['body'] {
  if (operation.method === 'GET') return undefined
  if (random.chance(0.08)) return random.chance(0.1) ? endless() : random.pick(rawBodies)
  if (operation.body === 'bytes') return random.pick(hostileTexts)
  const schema = published(operation).requestBody?.content['application/json']?.schema
  if (schema === undefined) return random.chance(0.1) ? '{"surprise":1}' : undefined
  let body = fitting(schema, '', ids, random)
  while (random.chance(0.4)) body = breakBody(body, random)
  return JSON.stringify(body)
}

const versions = ['2026-11', '2026-12', '', ' ', 'latest', '2026-11 ', '1', 'x'.repeat(300)]
const idempotencyKeys = ['é'.repeat(255), '', 'k', 'a, b', 'x'.repeat(255), 'x'.repeat(256), "'; --", 'repeated', '%00']

export function fuzzRequest(operation: Operation, organization_id: string, ids: Ids, random: Random): FuzzRequest {
  const body = bodyOf(operation, ids, random)
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['Content-Type'] = random.chance(0.05) ? random.pick(contentTypes) : 'application/json'
  if (random.chance(0.05)) headers['Service-Version'] = random.pick(versions)
  if (operation.method !== 'GET' && random.chance(0.2)) headers['Idempotency-Key'] = random.pick(idempotencyKeys)
  return { method: operation.method, target: target(operation, organization_id, ids, random), headers, body }
}
