/**
 * What an operation asks of the database, overheard: the very statements and their parameters, in the groups in which
 * they were sent together. The twin sends them again with each request's own key and ids in their place.
 */
import { Connection, type Query } from '../../db/client/connection.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { startApp } from '../../server/boot/start.ts'
import { hashSecret } from '../../server/door/credential.ts'
import type { Comparison } from './comparisons.ts'
import type { Call } from './loader.ts'

export type Value = { text: string } | { bytes: string } | { plain: number | boolean | null } | { list: Value[] }

export interface Statement {
  text: string
  parameters: Value[]
  prepare: boolean
}

export interface Recipe {
  /** The words of the overheard request that another request has others for. */
  words: Record<string, string>
  /** Statements of a group are sent together; a group waits for the one before. The first is the door's. */
  groups: Statement[][]
}

const control =
  /^\s*(begin|commit|rollback|select pg_current_xact_id|select\s+system_identifier)|pg_postmaster_start_time/i

function toValue(value: unknown): Value {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') }
  if (typeof value === 'string') return { text: value }
  if (Array.isArray(value)) return { list: value.map(toValue) }
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return { plain: value }
  throw new Error(`a parameter of no known kind: ${String(value)}`)
}

type Heard = Query & { string: string; parameters: unknown[]; given: unknown[] }

/** The driver turns parameters into text where they lie; what it was given is kept the moment it gathers them. */
function keepGiven(query: Heard): void {
  let parameters: unknown[] | undefined
  Object.defineProperty(query, 'parameters', {
    get: () => parameters,
    set: (gathered: unknown[]) => {
      query.given = [...gathered]
      parameters = gathered
    },
  })
}

/** Overhears every statement sent while `work` runs. */
async function overhear(work: () => Promise<void>): Promise<Statement[][]> {
  const send = Connection.prototype.send
  const heard: { group: number; query: Heard }[] = []
  let group = 0
  let has_settled = false
  Connection.prototype.send = function (this: Connection, query: Query) {
    if (has_settled) group++
    has_settled = false
    keepGiven(query as Heard)
    heard.push({ group, query: query as Heard })
    const { resolve } = query
    query.resolve = (value) => {
      has_settled = true
      resolve(value)
    }
    send.call(this, query)
  }
  try {
    await work()
  } finally {
    Connection.prototype.send = send
  }
  const groups: Statement[][] = []
  for (const { group: place, query } of heard) {
    if (control.test(query.string)) continue
    groups[place] ??= []
    groups[place].push({ text: query.string, parameters: query.given.map(toValue), prepare: query.prepare })
  }
  return groups.filter((one) => one !== undefined)
}

const requestOf = (call: Call): Request =>
  new Request(`http://localhost${call.path}`, {
    method: call.method,
    headers: {
      Authorization: `Bearer ${call.key}`,
      ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(call.idempotency_key === undefined ? {} : { 'Idempotency-Key': call.idempotency_key }),
    },
    body: call.body ?? null,
  })

/** Follows a path of keys into a parsed body. */
export const wordIn = (body: unknown, path: readonly (string | number)[]): string =>
  String(path.reduce((value, key) => (value as Record<string | number, unknown>)[key], body))

/** The words of a request that another request of its kind has others for. */
function wordsOf({ route, body_words = {} }: Comparison, call: Call, api_key_id: string): Record<string, string> {
  const segments = call.path.split('?')[0]!.split('/')
  const names = route.slice(route.indexOf('/')).split('/')
  const params = names.flatMap((name, i) => (name.startsWith(':') ? [[name.slice(1), segments[i]!]] : []))
  const body = Object.entries(body_words).map(([name, path]) => [name, wordIn(JSON.parse(call.body!), path)])
  return {
    ...Object.fromEntries([...params, ...body]),
    key_hash: hashSecret(call.key).toString('hex'),
    // A read's statements name no key, but the words of a write may hold it anywhere.
    ...(call.idempotency_key === undefined ? {} : { idempotency_key: call.idempotency_key, api_key_id }),
  }
}

const any_id = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const any_hash = /\b[0-9a-f]{64}\b/g
const madeAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** Ids and hashes that the service made for the overheard request; the twin makes its own. */
function freshWords(groups: readonly Statement[][], since: number, known: readonly string[]): Record<string, string> {
  const text = JSON.stringify(groups)
  const unknown = (found: readonly string[] | null) => new Set(found?.filter((one) => !known.includes(one)))
  const ids = [...unknown(text.match(any_id))].filter((id) => madeAt(id) >= since)
  return Object.fromEntries([
    ...ids.map((id, i) => [`fresh_${i}`, id]),
    ...[...unknown(text.match(any_hash))].map((hash, i) => [`hash_${i}`, hash]),
  ])
}

export interface Plan extends Pick<Comparison, 'name' | 'route' | 'status' | 'body_words'> {
  recipe: Recipe
}

/** Starts the house in this process, makes each call twice and overhears the second: the first warms what is kept. */
export async function overhearPlans(
  environment: Record<string, string>,
  url: string,
  asked: readonly { comparison: Comparison; next: () => Call }[],
  keyId: (key: string) => Promise<string>,
): Promise<Plan[]> {
  const running = startApp(readSettings(environment), url)
  const make = async (call: Call) => {
    const response = await running.fetch(requestOf(call), '127.0.0.1')
    if (!response.ok)
      throw new Error(`${call.method} ${call.path} answered ${response.status}: ${await response.text()}`)
    await response.text()
  }
  const plans: Plan[] = []
  try {
    for (const { comparison, next } of asked) {
      await make(next())
      // Usage is written in batches behind the request; it is no statement of the call.
      await new Promise((settle) => setTimeout(settle, 700))
      const call = next()
      const words = wordsOf(comparison, call, await keyId(call.key))
      const began = Date.now()
      const groups = await overhear(() => make(call))
      const { name, route, status, body_words } = comparison
      const fresh = freshWords(groups, began, Object.values(words))
      plans.push({ name, route, status, body_words, recipe: { words: { ...words, ...fresh }, groups } })
    }
    return plans
  } finally {
    await running.stop()
  }
}
