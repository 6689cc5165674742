/**
 * The statements that an operation sends, with their parameters, in the groups in which they were sent together. The
 * reference server sends the same statements, with each request's own key and ids as parameters.
 */
import type { Query } from '../../db/client/connection.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { startApp } from '../../server/boot/start.ts'
import { hashSecret } from '../../server/pipeline/credential.ts'
import type { Comparison } from './comparisons.ts'
import { sentWhile } from '../statements/sent_statements.ts'
import type { Call } from './loader.ts'

export type Value = { text: string } | { bytes: string } | { plain: number | boolean | null } | { list: Value[] }

export interface Statement {
  text: string
  parameters: Value[]
  prepare: boolean
}

export interface Recording {
  /** Values of the recorded request that differ from request to request, by name. */
  values: Record<string, string>
  /** Statements of a group are sent together; a group waits for the one before. The first group is the pipeline's. */
  groups: Statement[][]
}

const control =
  /^\s*(begin|commit|rollback|select pg_current_xact_id|select\s+system_identifier)|pg_postmaster_start_time/i

function toValue(value: unknown): Value {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') }
  if (typeof value === 'string') return { text: value }
  if (Array.isArray(value)) return { list: value.map(toValue) }
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return { plain: value }
  throw new Error(`unsupported type of a parameter: ${String(value)}`)
}

type Recorded = Query & { string: string; parameters: unknown[]; given: unknown[] }

/** The driver serialises parameters in place, so a copy is taken as soon as it has collected them. */
function keepGiven(query: Recorded): void {
  let parameters: unknown[] | undefined
  Object.defineProperty(query, 'parameters', {
    get: () => parameters,
    set: (gathered: unknown[]) => {
      query.given = [...gathered]
      parameters = gathered
    },
  })
}

/** Records every statement sent while `work` runs. */
async function recordStatements(work: () => Promise<void>): Promise<Statement[][]> {
  const sent = await sentWhile(work, (query) => keepGiven(query as Recorded))
  const statements = sent.filter(({ text }) => !control.test(text))
  return [...Map.groupBy(statements, ({ group }) => group).values()].map((group) =>
    group.map(({ text, query }) => ({
      text,
      parameters: (query as Recorded).given.map(toValue),
      prepare: query.prepare,
    })),
  )
}

const requestOf = (call: Call): Request =>
  new Request(`http://localhost${call.path}`, {
    method: call.method,
    headers: {
      Authorization: `Bearer ${call.key}`,
      ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(call.organization_id === undefined ? {} : { 'X-Organization-ID': call.organization_id }),
      ...(call.idempotency_key === undefined ? {} : { 'Idempotency-Key': call.idempotency_key }),
    },
    body: call.body ?? null,
  })

/** The value at a path of keys in a parsed body. */
export const valueAt = (body: unknown, path: readonly (string | number)[]): string =>
  String(path.reduce((value, key) => (value as Record<string | number, unknown>)[key], body))

/** The values of a request that differ from request to request. */
function requestValues(
  { route, body_values = {} }: Comparison,
  call: Call,
  api_key_id: string,
): Record<string, string> {
  const segments = call.path.split('?')[0]!.split('/')
  const names = route.slice(route.indexOf('/')).split('/')
  const params = names.flatMap((name, i) => (name.startsWith(':') ? [[name.slice(1), segments[i]!]] : []))
  const body = Object.entries(body_values).map(([name, path]) => [name, valueAt(JSON.parse(call.body!), path)])
  return {
    ...Object.fromEntries([...params, ...body]),
    key_hash: hashSecret(call.key).toString('hex'),
    // Statements of a read never contain the key's id; those of a write may.
    ...(call.idempotency_key === undefined ? {} : { idempotency_key: call.idempotency_key, api_key_id }),
  }
}

const anyId = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const anyHash = /\b[0-9a-f]{64}\b/g
const madeAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** Ids and hashes that the service generated for the recorded request; the reference server generates its own. */
function generatedValues(
  groups: readonly Statement[][],
  since: number,
  known: readonly string[],
): Record<string, string> {
  const until = Date.now()
  const text = JSON.stringify(groups)
  const unknown = (found: readonly string[] | null) => new Set(found?.filter((one) => !known.includes(one)))
  // Other kinds of ids may look like this one, but carry no time.
  const ids = [...unknown(text.match(anyId))].filter((id) => madeAt(id) >= since && madeAt(id) <= until)
  return Object.fromEntries([
    ...ids.map((id, i) => [`fresh_${i}`, id]),
    ...[...unknown(text.match(anyHash))].map((hash, i) => [`hash_${i}`, hash]),
  ])
}

export interface Plan extends Pick<Comparison, 'name' | 'route' | 'status' | 'body_values' | 'has_own_stock'> {
  recording: Recording
}

/** Starts the service in this process, makes each call twice and records the second; the first fills the caches. */
export async function recordPlans(
  environment: Record<string, string>,
  url: string,
  comparisons: readonly { comparison: Comparison; next: () => Call }[],
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
    for (const { comparison, next } of comparisons) {
      await make(next())
      // Usage is written in batches after the request, and is not part of the call.
      await new Promise((settle) => setTimeout(settle, 700))
      const call = next()
      // Statements of a session never contain the id of a key.
      const values = requestValues(comparison, call, call.organization_id === undefined ? await keyId(call.key) : '')
      const began = Date.now()
      const groups = await recordStatements(() => make(call))
      const { name, route, status, body_values, has_own_stock } = comparison
      const fresh = generatedValues(groups, began, Object.values(values))
      plans.push({
        name,
        route,
        status,
        body_values,
        has_own_stock,
        recording: { values: { ...values, ...fresh }, groups },
      })
    }
    return plans
  } finally {
    await running.stop()
  }
}
