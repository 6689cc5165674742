/**
 * A plain request for any operation, generated from its declaration: required parameters, and ids supplied by the
 * caller.
 */
import type { TSchema } from '@sinclair/typebox'
import { exampleOf } from '../../../server/contract/openapi/examples.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import { runningFiscalYear } from '../fixtures/fiscal_year.ts'
import { openapi } from './document_check.ts'
import { bytesOf } from './sample_bytes.ts'
import type { CallOptions } from '../service/tenant.ts'

export type Fill = (name: string) => string | number | undefined

export interface RequestPlan {
  method: string
  path: string
  query: Record<string, string>
  body: unknown
}

/** Text parameters that may contain an id or a name, and keys of uploaded files. */
const idLike: Record<string, string> = {
  category: 'category_id',
  categories: 'category_id',
  locations: 'location_id',
  s3_key: 'file_key',
  file_key: 'file_key',
}

const isId = (schema: TSchema, name: string): boolean =>
  schema.format === 'id' || name in idLike || (schema.type === 'integer' && name.endsWith('_id'))

/** `variant_ids` and `items of variant_ids` expect a variant_id. */
export const kindOf = (name: string): string => idLike[name] ?? name.replace(/_ids$/, '_id')

export interface IdPlace {
  where: 'path' | 'query' | 'body'
  /** Path in the body; otherwise a single step with the parameter's name. 0 is the first item of a list. */
  steps: (string | number)[]
  name: string
  list: boolean
  integer: boolean
}

function placesIn(schema: TSchema, where: IdPlace['where'], steps: (string | number)[], name: string): IdPlace[] {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap((one: TSchema) => placesIn(one, where, steps, name))
  if (schema.type === 'array') {
    const items = schema.items as TSchema
    if (isId(items, name)) return [{ where, steps, name: kindOf(name), list: true, integer: items.type === 'integer' }]
    return placesIn(items, where, [...steps, 0], name)
  }
  if (schema.type === 'object') {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, TSchema>)
    return fields.flatMap(([field, one]) => placesIn(one, where, [...steps, field], field))
  }
  if (!isId(schema, name)) return []
  return [{ where, steps, name: kindOf(name), list: false, integer: schema.type === 'integer' }]
}

/** Every place for an id in a request, except the organisation's own in the path. */
export function idPlaces(operation: Operation): IdPlace[] {
  const { params, query, body } = operation
  return [
    ...(params ? placesIn(params, 'path', [], '') : []),
    ...(query ? placesIn(query, 'query', [], '') : []),
    ...(body && body !== 'bytes' ? placesIn(body, 'body', [], '') : []),
  ].filter(({ name }) => name !== 'organization_id')
}

function placeInBody(body: unknown, place: IdPlace, value: unknown): void {
  let at = body as Record<string | number, unknown>
  for (const step of place.steps.slice(0, -1)) {
    if (at[step] === null || typeof at[step] !== 'object') at[step] = typeof step === 'number' ? {} : []
    at = at[step] as Record<string | number, unknown>
  }
  at[place.steps.at(-1)!] = place.list ? [value] : value
}

/** Inserts an id at its place in a planned request. */
export function placeId(plan: RequestPlan, operation: Operation, place: IdPlace, value: string | number): RequestPlan {
  const next: RequestPlan = { ...plan, query: { ...plan.query }, body: structuredClone(plan.body) }
  const [name] = place.steps as [string]
  if (place.where === 'path') {
    const at = operation.path.split('/').indexOf(`{${name}}`)
    next.path = plan.path
      .split('/')
      .map((part, i) => (i === at ? encodeURIComponent(String(value)) : part))
      .join('/')
  } else if (place.where === 'query') next.query[name] = String(value)
  else {
    next.body ??= {}
    placeInBody(next.body, place, value)
  }
  return next
}

/** The minimal request that the operation accepts: examples for required values, the fixture's fiscal year, ids from `fill`. */
export function planRequest(operation: Operation, organization_id: string, fill: Fill = () => undefined): RequestPlan {
  const { schemas } = openapi.components
  const published = openapi.paths[operation.path]![operation.method.toLowerCase()]!
  let plan: RequestPlan = { method: operation.method, path: operation.path, query: {}, body: undefined }
  for (const parameter of published.parameters) {
    if (!('in' in parameter) || parameter.in === 'header') continue
    const { name } = parameter
    const value = name === 'organization_id' ? organization_id : exampleOf(parameter.schema, schemas, name)
    const text = Array.isArray(value) ? value.join(',') : String(value)
    if (parameter.in === 'path') plan.path = plan.path.replace(`{${name}}`, encodeURIComponent(text))
    else if (parameter.required) plan.query[name] = text
  }
  const shown = (operation.query?.examples?.[0] ?? {}) as Record<string, unknown>
  for (const [name, value] of Object.entries(shown)) plan.query[name] ??= String(value)
  if ('fiscal_year' in plan.query) plan.query.fiscal_year = String(runningFiscalYear())
  const media = published.requestBody?.content['application/json']
  if (media) plan.body = structuredClone(media.example)
  for (const place of idPlaces(operation)) {
    const value = fill(place.name)
    const [name] = place.steps as [string]
    const stands = place.where === 'path' || (place.where === 'query' ? name in plan.query : hasPlace(plan.body, place))
    if (stands && value !== undefined) plan = placeId(plan, operation, place, value)
  }
  return plan
}

function hasPlace(body: unknown, place: IdPlace): boolean {
  let at = body
  for (const step of place.steps) {
    if (at === null || typeof at !== 'object' || !(step in at)) return false
    at = (at as Record<string | number, unknown>)[step]
  }
  return at !== undefined && at !== null
}

export function targetOf(plan: RequestPlan, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...plan.query, ...more }).toString()
  return query === '' ? plan.path : `${plan.path}?${query}`
}

/** Body and headers of the plan, as arguments of call(). */
export const sent = (plan: RequestPlan, operation: Operation): CallOptions => ({
  ...(operation.body === 'bytes'
    ? { raw: bytesOf(operation, 'sku,quantity\n') }
    : plan.body === undefined
      ? {}
      : { body: plan.body }),
  ...(operation.idempotency === 'required' ? { headers: { 'Idempotency-Key': crypto.randomUUID() } } : {}),
})
