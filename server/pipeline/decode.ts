/**
 * Step 14: decodes the request to the operation's declared schemas. Their checks are compiled once, at the first request
 * of the operation. Nothing is coerced silently: text in a query becomes a number or a list only where
 * the schema declares one, and only in one spelling.
 */
import type { TObject, TSchema } from '@sinclair/typebox'
import type { TypeCheck } from '@sinclair/typebox/compiler'
import { limits } from '../contract/limits.ts'
import type { Operation } from '../contract/operation.ts'
import { refuseField } from '../contract/refusals.ts'
import { nilId, uuidPattern } from '../contract/schema.ts'
import { runAtOnce, runInSlices, type Slices } from '../queue/slices.ts'
import { compiled } from './compiled.ts'
import { refuseInvalid } from './explain.ts'
import { checkText, parseJson } from './json.ts'

export interface Decoder {
  params(raw: Record<string, string>): unknown
  query(url: string): unknown
  body(bytes: Uint8Array, content_type: string | null): unknown
  /** The same; a large body is decoded in steps, between which other organisations have their turns. */
  bodyInTurn(bytes: Uint8Array, content_type: string | null, owner: string): Promise<unknown>
}

const whole = /^-?(0|[1-9]\d{0,15})$/
const decimal = /^-?(0|[1-9]\d{0,15})(\.\d{1,12})?$/

function fromText(text: string, schema: TSchema, field: string): unknown {
  switch (schema.type) {
    case 'integer':
      return whole.test(text) ? Number(text) : text
    case 'number':
      return decimal.test(text) ? Number(text) : text
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'array':
      if (text === '') refuseField(field, 'is an empty list; name at least one value or leave it out')
      return text.split(',').map((part) => fromText(part.trim(), schema.items as TSchema, field))
    default:
      return text
  }
}

/** An id that is not a UUID cannot exist. It becomes a UUID that no record has, and so is not found. */
function settleIds(schema: TSchema, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (schema.format === 'id') return typeof value === 'string' && uuidPattern.test(value) ? value.toLowerCase() : nilId
  if (schema.type === 'array' && Array.isArray(value))
    return value.map((one) => settleIds(schema.items as TSchema, one))
  if (schema.type === 'object' && schema.properties) {
    const fields = schema.properties as Record<string, TSchema>
    const object = value as Record<string, unknown>
    for (const name of Object.keys(fields)) if (name in object) object[name] = settleIds(fields[name]!, object[name])
    return object
  }
  if (Array.isArray(schema.anyOf)) {
    const branch = (schema.anyOf as TSchema[]).find((one) => holdsIds(one))
    return branch ? settleIds(branch, value) : value
  }
  return value
}

function holdsIds(schema: TSchema): boolean {
  if (schema.format === 'id') return true
  if (schema.type === 'array') return holdsIds(schema.items as TSchema)
  if (schema.properties) return Object.values(schema.properties as Record<string, TSchema>).some(holdsIds)
  return Array.isArray(schema.anyOf) && (schema.anyOf as TSchema[]).some(holdsIds)
}

interface Checked {
  schema: TSchema
  check: () => TypeCheck<TSchema>
  has_ids: boolean
}

const checked = (schema: TSchema): Checked => ({
  schema,
  check: compiled(() => schema),
  has_ids: holdsIds(schema),
})

function verify(part: Checked, value: unknown, where: string): unknown {
  const check = part.check()
  if (!check.Check(value)) refuseInvalid(check.Errors(value).First()!, part.schema, where)
  return part.has_ids ? settleIds(part.schema, value) : value
}

function decodeParams(schema: TObject | undefined): Decoder['params'] {
  if (schema === undefined) return () => ({})
  const part = checked(schema)
  const names = Object.keys(schema.properties)
  return (raw) => {
    const value: Record<string, unknown> = {}
    for (const name of names) {
      checkText(raw[name], name)
      value[name] = fromText(raw[name] ?? '', schema.properties[name]!, name)
    }
    return verify(part, value, 'path')
  }
}

/** Bytes that are not valid UTF-8 would silently become U+FFFD, and other text than was sent would be searched for. */
function checkEncoding(text: string, query: string, field: string): void {
  if (!text.includes('\ufffd')) return
  try {
    decodeURIComponent(query)
  } catch {
    refuseField(field, 'is not UTF-8, percent-encoded')
  }
}

function checkLength(url: string): void {
  const bytes = url.length - url.indexOf('/', 'https://'.length)
  if (bytes > limits.address_bytes_max)
    refuseField('address', `is longer than ${limits.address_bytes_max.toLocaleString('en-US')} bytes`)
}

function refuseParameter(name: string, names: readonly string[]): never {
  if (names.length === 0) refuseField(name, 'is not a parameter: this operation has none')
  refuseField(name, 'is not a parameter of this operation', names)
}

/** The first and the last bound of what a list is filtered by: since and until, ship_from and ship_until, due_from and due_to. */
function boundsOf(properties: Record<string, TSchema>): [string, string][] {
  const isDated = (name: string) => ['date', 'date-time'].includes(String(properties[name]?.format))
  return Object.keys(properties).flatMap((first) => {
    const [, from, since] = /^(.+_)from$|^(.*)since$/.exec(first) ?? []
    const last = [`${from ?? since}until`, `${from ?? since}to`].find(isDated)
    return last !== undefined && isDated(first) ? [[first, last]] : []
  })
}

/** Bounds that exclude each other would answer an empty list, as if there were nothing. */
function checkBounds(value: Record<string, unknown>, bounds: readonly [string, string][]): void {
  for (const [first, last] of bounds) {
    const [from, until] = [value[first] as string | undefined, value[last] as string | undefined]
    if (from !== undefined && until !== undefined && Date.parse(until) < Date.parse(from))
      refuseField(last, `must not be before ${first}, ${from}`, [`from ${from} on`])
  }
}

function decodeQuery(schema: TObject | undefined): Decoder['query'] {
  const properties = schema?.properties ?? {}
  const names = Object.keys(properties)
  const defaults = Object.fromEntries(
    names.filter((name) => properties[name]!.default !== undefined).map((name) => [name, properties[name]!.default]),
  )
  const part = schema === undefined ? null : checked(schema)
  const bounds = boundsOf(properties)
  return (url) => {
    checkLength(url)
    const value: Record<string, unknown> = { ...defaults }
    const start = url.indexOf('?')
    if (start >= 0) {
      const query = url.slice(start + 1)
      const seen = new Set<string>()
      for (const [name, text] of new URLSearchParams(query)) {
        checkText(name, 'query')
        if (!names.includes(name)) refuseParameter(name, names)
        if (seen.has(name)) refuseField(name, 'is given more than once')
        seen.add(name)
        checkText(text, name)
        checkEncoding(text, query, name)
        value[name] = fromText(text, properties[name]!, name)
      }
    }
    if (part === null) return value
    const verified = verify(part, value, 'query')
    checkBounds(value, bounds)
    return verified
  }
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** A smaller body takes a few milliseconds as a whole. */
const largeBodyBytes = 262_144

type BodySteps = (bytes: Uint8Array, content_type: string | null) => Slices<unknown>

function decodeBody(schema: TSchema | 'bytes' | undefined): BodySteps {
  // Bytes are passed on unchanged.
  if (schema === 'bytes')
    return function* () {
      yield
      return null
    }
  if (schema === undefined) {
    return function* (bytes) {
      if (bytes.byteLength > 2) refuseField('body', 'is not taken by this operation; send none')
      yield
      return null
    }
  }
  const part = checked(schema)
  return function* (bytes, content_type) {
    // A body that has a default may be left out.
    if (bytes.byteLength === 0 && schema.default !== undefined) return structuredClone(schema.default)
    if (bytes.byteLength === 0) refuseField('body', 'is required, as JSON')
    if (content_type === null || !jsonType.test(content_type)) {
      refuseField('Content-Type', 'does not fit a JSON body', ['application/json'])
    }
    const value = yield* parseJson(bytes)
    yield
    return verify(part, value, 'body')
  }
}

export function compileDecoder(operation: Pick<Operation, 'params' | 'query' | 'body'>): Decoder {
  const decode = decodeBody(operation.body)
  const body: Decoder['body'] = (bytes, content_type) => runAtOnce(decode(bytes, content_type))
  return {
    params: decodeParams(operation.params),
    query: decodeQuery(operation.query),
    body,
    bodyInTurn: async (bytes, content_type, owner) =>
      bytes.byteLength < largeBodyBytes ? body(bytes, content_type) : runInSlices(decode(bytes, content_type), owner),
  }
}
