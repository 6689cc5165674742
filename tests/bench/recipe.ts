/**
 * What an operation asks of the database, overheard: the very statements and their parameters, in the groups in which
 * they were sent together. The twin sends them again with each request's own key and ids in their place.
 */
import { Connection, type Query } from '../../db/connection.ts'
import { readSettings } from '../../server/settings.ts'
import { startHouse } from '../../server/start.ts'
import { hashSecret } from '../../server/door/credential.ts'
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

/** Starts the house in this process, makes the call twice and overhears the second: the first warms what is kept. */
export async function overhearCalls<Names extends string>(
  environment: Record<string, string>,
  url: string,
  calls: Record<Names, { first: Call; second: Call; words: Record<string, string> }>,
): Promise<Record<Names, Recipe>> {
  const running = startHouse(readSettings(environment), url)
  const make = async (call: Call) => {
    const response = await running.fetch(requestOf(call), '127.0.0.1')
    if (!response.ok)
      throw new Error(`${call.method} ${call.path} answered ${response.status}: ${await response.text()}`)
    await response.text()
  }
  try {
    const recipes: Record<string, Recipe> = {}
    for (const [name, { first, second, words }] of Object.entries(calls) as [Names, (typeof calls)[Names]][]) {
      await make(first)
      // Usage is written in batches behind the request; it is no statement of the call.
      await new Promise((settle) => setTimeout(settle, 700))
      const groups = await overhear(() => make(second))
      recipes[name] = { words: { ...words, key_hash: hashSecret(second.key).toString('hex') }, groups }
    }
    return recipes as Record<Names, Recipe>
  } finally {
    await running.stop()
  }
}
