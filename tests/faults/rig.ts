/**
 * The rig of the fault program: PostgreSQL as a separate durable process, the service as separate processes, bundled as in
 * production, and clients whose waits are all limited. Everything listens on loopback and ends with the run.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import type { EmbeddedPostgres } from '../../db/embedded/start.ts'
import { startTestCluster } from '../support/cluster/test_cluster.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { scopes } from '../../server/contract/resources.ts'
import { bookMovements } from '../../server/ledger/book.ts'
import { insertKey } from '../../server/platform/keys/store.ts'
import { rigPrograms } from '../support/built.ts'
import { once } from '../support/once.ts'
import { type ProcessOptions, type ServiceProcess, startServiceProcess } from '../support/service/service_process.ts'

export const secretKey = 'a secret of the fault program, long enough'

export interface Figure {
  what: string
  value: string
  /** The required value; null for a figure that is only reported. */
  bound: string | null
  holds: boolean
}

export interface Rig {
  cluster: EmbeddedPostgres
  sql: postgres.Sql<{}>
  /** The bundle of the deliverer. */
  deliverer: string
  startService: (overrides?: Record<string, string>, options?: ProcessOptions) => Promise<ServiceProcess>
  /** Restarts PostgreSQL on the same data and port after it was killed. */
  restartDatabase: () => Promise<void>
  stop: () => Promise<void>
}

export const figure = (what: string, value: number | string, bound: string | null = null, holds = true): Figure => ({
  what,
  value: String(value),
  bound,
  holds,
})
export const exactly = (what: string, value: number, expected: number) =>
  figure(what, value, `= ${expected}`, value === expected)
export const atMost = (what: string, value: number, bound: number, unit = '') =>
  figure(what, `${Math.round(value * 10) / 10}${unit}`, `<= ${bound}${unit}`, value <= bound)

export async function startRig(): Promise<Rig> {
  const { service: bundle, deliverer } = await rigPrograms()
  const data_dir = mkdtempSync(join(tmpdir(), 'merchant-api-faults-'))
  const options = { data_dir: join(data_dir, 'postgres'), max_connections: 150 }
  let cluster = await startTestCluster(options)
  await migrateDatabase(cluster.url)
  const sql = postgres(cluster.url, { max: 6, onnotice: () => {} })
  const services: ServiceProcess[] = []
  return {
    cluster,
    sql,
    deliverer,
    restartDatabase: async () => {
      cluster = await startTestCluster({ ...options, port: Number(new URL(cluster.url).port) })
    },
    startService: async (overrides = {}, processOptions = {}) => {
      const environment = {
        PORT: '0',
        DATABASE_URL: cluster.url,
        DATA_DIR: data_dir,
        LOG_LEVEL: 'off',
        SECRET_KEY: secretKey,
        ...overrides,
      }
      const service = await startServiceProcess(environment, { bundle, ...processOptions })
      services.push(service)
      return service
    },
    stop: once(async () => {
      const isRunning = ({ child }: ServiceProcess) => child.exitCode === null && child.signalCode === null
      await Promise.all(services.filter(isRunning).map((service) => service.stop()))
      await sql.end({ timeout: 2 })
      await cluster.stop()
      rmSync(data_dir, { recursive: true, force: true })
    }),
  }
}

export interface Client {
  organization_id: string
  keys: string[]
}

/** An organisation with as many keys as a load needs, since rate limits apply per key. */
export async function newClient({ sql }: Pick<Rig, 'sql'>, keyCount: number): Promise<Client> {
  const organization_id = uuidv7()
  await sql`
    insert into organizations (organization_id, name, region, plan, sandbox)
    values (${organization_id}, 'Fault load', 'us', 'pro', true)`
  const minted = await sql.begin((tx) =>
    Promise.all(
      Array.from({ length: keyCount }, () =>
        insertKey(tx as never, { organization_id, region: 'us', label: 'load', scopes, expires_in_days: 1 }),
      ),
    ),
  )
  return { organization_id, keys: minted.map(({ api_key }) => api_key) }
}

export interface Reply {
  status: number
  code: string | null
  duration_ms: number
  retry_after: string | null
  body: any
}

/** One request with a time limit: `hung` if the service does not respond within it. */
export async function ask(
  service: Pick<ServiceProcess, 'base_url'>,
  method: string,
  path: string,
  key: string,
  body?: unknown,
  limitMs = 8_000,
  headers: Record<string, string> = {},
): Promise<Reply | 'hung' | 'refused'> {
  const started = performance.now()
  try {
    const response = await fetch(`${service.base_url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...headers,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(limitMs),
    })
    const answer: any = await response.json()
    return {
      status: response.status,
      code: answer?.code ?? null,
      duration_ms: performance.now() - started,
      retry_after: response.headers.get('retry-after'),
      body: answer,
    }
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'hung' : 'refused'
  }
}

/** A 429 means that nothing was attempted: the request is sent again after Retry-After. */
export async function askWithinAllowance(...request: Parameters<typeof ask>): ReturnType<typeof ask> {
  for (;;) {
    const reply = await ask(...request)
    if (typeof reply === 'string' || reply.status !== 429) return reply
    await Bun.sleep(Number(reply.retry_after ?? 1) * 1_000)
  }
}

export interface Stock {
  location_id: string
  variant_ids: string[]
}

/** One location with `units` of each of some variants, through the ledger. */
export async function newStock(
  { sql }: Rig,
  { organization_id }: Client,
  variant_count: number,
  units: number,
): Promise<Stock> {
  const location_id = uuidv7()
  const product_id = uuidv7()
  const variant_ids = Array.from({ length: variant_count }, () => uuidv7())
  await sql.begin(async (tx) => {
    await tx`insert into locations (organization_id, location_id, name) values (${organization_id}, ${location_id}, ${`Bay ${location_id}`})`
    await tx`
      insert into products (organization_id, product_id, title, status, currency)
      values (${organization_id}, ${product_id}, 'Crate', 'ACTIVE', 'USD')`
    for (const variant_id of variant_ids) {
      await tx`
        insert into variants (organization_id, variant_id, product_id, sku, title)
        values (${organization_id}, ${variant_id}, ${product_id}, ${variant_id}, 'Crate')`
    }
    await bookMovements(
      tx as never,
      { organization_id, actor: 'faults', now: new Date().toISOString(), currency: 'USD', floor: 'none' },
      variant_ids.map((variant_id) => ({
        variant_id,
        location_id,
        kind: 'opening' as const,
        quantity_delta: units,
        document: { type: 'ledger_opening' as const, id: location_id, name: 'Opening' },
        document_line_id: variant_id,
      })),
    )
  })
  return { location_id, variant_ids }
}

/** Small, and reproducible by its seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4_294_967_296
  }
}

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
