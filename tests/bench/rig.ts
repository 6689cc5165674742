/** What the parts measure on: the data, and the processes that are started when a part first asks for them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { hashSecret } from '../../server/door/credential.ts'
import type { Comparison } from './comparisons.ts'
import { type BenchData, openBenchData } from './data.ts'
import type { Keep } from '../support/ending.ts'
import { once } from '../support/once.ts'
import { findOrders, type OrderThings } from './order_fixtures.ts'
import { openOrders } from './orders.ts'
import { overhearPlans } from './recipe.ts'
import { say } from './report.ts'
import { findThings, type Things } from './fixtures.ts'
import { type Side, startSide } from './sides.ts'

export interface Bounds {
  rounds: number
  seconds: number
  /** Of each side before it is measured. */
  warm_requests: number
  memory_requests: number
  variants: number
  orders: number
  /** Prepared in the queue for each turn. */
  deliveries: number
  paced_seconds: number
}

/** What every part gets; the data is opened for those that ask for it. */
export interface Bench {
  bounds: Bounds
  keep: Keep
  /** A folder of this run alone. */
  folder: string
  rig: () => Promise<Rig>
}

export interface Rig {
  bounds: Bounds
  data: BenchData
  environment: Record<string, string>
  service: () => Promise<Side>
  things: () => Promise<Things>
  orders: () => Promise<OrderThings>
  /** The twin of one operation, on a process of its own. */
  twinOf: (comparison: Comparison) => Promise<Side>
  /** Processor time of PostgreSQL so far, its backends included. */
  database_cpu_ms: () => number
}

function keyIds(url: string): (key: string) => Promise<string> {
  return async (key) => {
    const sql = postgres(url, { max: 1 })
    const [row] = await sql<{ api_key_id: string }[]>`
      select api_key_id from api_keys where key_hash = ${hashSecret(key)}`
    await sql.end()
    return row!.api_key_id
  }
}

const ticksOf = (pid: string): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Of the postmaster and of every process that it started and has not yet buried. */
export function databaseCpu(data_dir: string): () => number {
  const postmaster = readFileSync(join(data_dir, 'postmaster.pid'), 'utf8').split('\n')[0]!
  return () => {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    return [postmaster, ...children].reduce((sum, pid) => sum + ticksOf(pid), 0) * 10
  }
}

export async function openRig({ bounds, keep, folder }: Omit<Bench, 'rig'>): Promise<Rig> {
  const data = await openBenchData(keep, bounds.variants, (step, done, of) => say(`loading, ${step}: ${done} of ${of}`))
  const environment = {
    DATABASE_URL: data.url,
    DATA_DIR: folder,
    JOBS: 'false',
    DELIVERIES: 'false',
    SECRET_KEY: 'a secret of the bench, thirty-two characters or more',
  }
  const service = once(() => keep(startSide('./service.ts', environment)))
  const things = once(async () => findThings(data, (await service()).port))
  const orders = once(async () => {
    say(`loading ${bounds.orders} orders`)
    return findOrders(await openOrders(data, bounds.orders), (await service()).port)
  })
  const rig: Rig = {
    bounds,
    data,
    environment,
    service,
    things,
    orders,
    twinOf: async (comparison) => {
      say(`${comparison.title}: overhearing the statements`)
      const next = await comparison.calls(rig, 'twin')
      const silent = { ...environment, LOG_LEVEL: 'off' }
      const plans = await overhearPlans(silent, data.url, [{ comparison, next: () => next(0) }], keyIds(data.url))
      return keep(startSide('./twin.ts', { ...environment, TWIN_PLANS: JSON.stringify(plans) }))
    },
    database_cpu_ms: databaseCpu(data.cluster.data_dir),
  }
  return rig
}
