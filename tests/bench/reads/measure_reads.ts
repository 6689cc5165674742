/**
 * `reads`: p50 and p99 of every read at 1,000 and at 100,000 variants with 10 million rows of sales, the processor time of
 * PostgreSQL for one request, and the growth. Each request runs alone: the figures are the cost of a read, not a load.
 */
import postgres from 'postgres'
import { startSide } from '../sides.ts'
import { databaseCpu } from '../processor_time.ts'
import { mintKeys } from '../fixtures/data.ts'
import { type Call, runLoad } from '../loader.ts'
import { showProgress } from '../../support/progress.ts'
import type { Keep } from '../../support/ending.ts'
import { openReadsData } from './data.ts'
import { casesOf, fixtureIds, type ReadCase } from './requests.ts'

const smallVariants = 1_000
const warmUps = 2

export interface ReadsOptions {
  keep: Keep
  folder: string
  /** Variants of the large organisation; a hundred rows of sales each. */
  variants: number
  /** Where the loaded cluster is kept. */
  kept: string | undefined
  /** For each read and size; a read that takes longer is measured at least three times. */
  seconds: number
  print: (line: string) => void
  /** Only reads whose name contains this. */
  matching: string
}

interface Measured {
  p50_ms: number
  p99_ms: number
  cpu_ms: number
}

type Measure = (one: ReadCase) => Promise<Measured>

/** Measures the reads of one organisation. */
function measureWith(port: number, keys: readonly string[], seconds: number, database_cpu_ms: () => number): Measure {
  let turn = 0
  return async ({ method, path, body }) => {
    const call = (): Call => ({
      method,
      path,
      key: keys[turn++ % keys.length]!,
      ...(body === undefined ? {} : { body }),
    })
    const times = (count: number) => {
      let left = count
      return () => (left-- > 0 ? call() : null)
    }
    await runLoad({ port, connections: 1, seconds: 60, next: times(warmUps) })
    const cpuBefore = database_cpu_ms()
    const least = await runLoad({ port, connections: 1, seconds: 60, next: times(3) })
    const further = await runLoad({ port, connections: 1, seconds, next: times(400) })
    const of = further.requests > least.requests ? further : least
    return {
      p50_ms: of.p50_ms,
      p99_ms: of.p99_ms,
      cpu_ms: (database_cpu_ms() - cpuBefore) / (least.requests + further.requests),
    }
  }
}

const nameWidth = 70
const cell = (value: number, digits = 1) => value.toFixed(digits).padStart(10)
const heading = `${'read'.padEnd(nameWidth)}${['p50 small', 'p99 small', 'p50', 'p99', 'db CPU', 'growth', 'bound']
  .map((name) => name.padStart(10))
  .join('')}`

function lineOf({ name, bound_ms }: ReadCase, small: Measured, large: Measured): string {
  const growth = large.p50_ms / small.p50_ms
  const verdict = large.p50_ms <= bound_ms ? 'met' : 'MISSED'
  const figures = [small.p50_ms, small.p99_ms, large.p50_ms, large.p99_ms, large.cpu_ms, growth].map((one) => cell(one))
  return `${name.padEnd(nameWidth)}${figures.join('')}${cell(bound_ms, 0)} ${verdict}`
}

export async function measureReads({
  keep,
  folder,
  variants,
  kept,
  seconds,
  matching,
  print,
}: ReadsOptions): Promise<string[]> {
  const data = await openReadsData(keep, kept, [smallVariants, variants])
  const service = await keep(
    startSide('./servers/service.ts', {
      DATABASE_URL: data.url,
      DATA_DIR: folder,
      JOBS: 'false',
      DELIVERIES: 'false',
      SECRET_KEY: 'a secret of the bench, thirty-two characters or more',
    }),
  )
  const cpu = databaseCpu(data.cluster.data_dir)
  const sql = postgres(data.url, { max: 1 })
  const [clock] = await sql<{ today: string }[]>`select current_date::text as today`
  const sides: { cases: ReadCase[]; measure: Measure }[] = []
  for (const { organization_id } of data.organizations) {
    const keys = await mintKeys(data.url, organization_id)
    const cases = casesOf(organization_id, await fixtureIds(sql, organization_id), clock!.today)
    sides.push({ cases, measure: measureWith(service.port, keys, seconds, cpu) })
  }
  await sql.end()
  const [small, large] = sides as [(typeof sides)[0], (typeof sides)[0]]
  print(heading)
  let [measured, missed] = [0, 0]
  for (const [i, one] of large.cases.entries()) {
    if (!one.name.includes(matching)) continue
    showProgress(one.name)
    const atSmall = await small.measure(small.cases[i]!)
    const atLarge = await large.measure(one)
    if (atLarge.p50_ms > one.bound_ms) missed++
    measured++
    print(lineOf(one, atSmall, atLarge))
  }
  return [`${measured} reads, ${missed} beyond their bound`]
}
