/**
 * `sell_out`: a week of 500 doors and 2,000 variants as one file, and the reads of an account with 104 weeks behind it.
 * Processor time is printed beside elapsed time, which other work on the machine distorts.
 */
import { join } from 'node:path'
import postgres from 'postgres'
import { startEmbedded } from '../../../db/embedded/start.ts'
import { migrateDatabase } from '../../../db/migrate.ts'
import { openDatabase } from '../../../db/client/database.ts'
import { findOrganization } from '../../../server/boot/import_command/organizations.ts'
import { openImportSession } from '../../../server/boot/import_command/session.ts'
import { addDays, weekdayOf } from '../../../server/calendar/days.ts'
import { openFiles } from '../../../server/files/files.ts'
import { localFiles } from '../../../server/files/local.ts'
import { mintKeys } from '../fixtures/data.ts'
import { runLoad } from '../loader.ts'
import { row, showProgress, targetLine } from '../report.ts'
import { type Bench, databaseCpu } from '../rig.ts'
import { type Side, startSide } from '../sides.ts'
import { copyWeek, openSellOutData, type SellOutData, writeWeek } from './data.ts'

const secondsMax = 180
const memoryMbMax = 300
const readMsMax = 200
const lookMs = 50
/** Requests for each read. */
const readRounds = 20

interface Rig {
  sql: postgres.Sql<{}>
  service: Side
  keys: readonly string[]
  data: SellOutData
  folder: string
  url: string
  database_cpu_ms: () => number
}

async function openSellOutRig({ keep, folder, bounds }: Bench): Promise<Rig> {
  showProgress('sell_out: creating a database')
  const cluster = await keep(startEmbedded({ data_dir: join(folder, 'sell_out') }))
  await migrateDatabase(cluster.url)
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
  void keep(Promise.resolve({ stop: () => sql.end({ timeout: 1 }) }))
  const data = await openSellOutData(sql, cluster.url, bounds.sell_out_doors)
  const keys = await mintKeys(cluster.url, data.organization_id)
  const service = await keep(
    startSide('./servers/service.ts', {
      DATABASE_URL: cluster.url,
      DATA_DIR: folder,
      JOBS: 'false',
      DELIVERIES: 'false',
      SECRET_KEY: 'a secret of the bench, thirty-two characters or more',
    }),
  )
  return { sql, service, keys, data, folder, url: cluster.url, database_cpu_ms: databaseCpu(cluster.data_dir) }
}

/** The last Sunday before today, on which the week of the file ends. */
function lastSunday(): string {
  const today = new Date().toISOString().slice(0, 10)
  return addDays(today, -(weekdayOf(today) === 0 ? 7 : weekdayOf(today)))
}

async function upload({ url, folder, data }: Rig, path: string): Promise<string> {
  const db = openDatabase(url, { door_connections: 1 })
  try {
    const session = openImportSession(
      db,
      openFiles(localFiles(join(folder, 'files')), db),
      await findOrganization(db.reads, data.organization_id),
    )
    return (await session.upload(path, 'week.csv')).file_key
  } finally {
    await db.close()
  }
}

async function measureImport(rig: Rig, period_end: string): Promise<string[]> {
  const { service, keys, data, folder, database_cpu_ms } = rig
  const path = join(folder, 'week.csv')
  const rows = await writeWeek(path, data, period_end)
  const s3_key = await upload(rig, path)
  let memory_mb = 0
  const timer = setInterval(() => {
    memory_mb = Math.max(memory_mb, service.memory_mb())
    showProgress(`sell_out: importing ${rows} rows`)
  }, lookMs)
  const [began, databaseBefore, serviceBefore] = [performance.now(), database_cpu_ms(), service.cpu_ms()]
  const response = await fetch(
    `http://127.0.0.1:${service.port}/api/v1/sell-out/import?account_id=${data.account_id}`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${keys[0]!}` },
      body: JSON.stringify({ s3_key }),
    },
  )
  const body = (await response.json()) as { data?: { rows_changed: number } }
  clearInterval(timer)
  if (response.status !== 200 || body.data?.rows_changed !== rows)
    throw new Error(`the import answered ${response.status}: ${JSON.stringify(body).slice(0, 500)}`)
  const seconds = (performance.now() - began) / 1_000
  return [
    row(`sell-out import, ${rows.toLocaleString('en-US')} rows`, [['s', seconds, 1]]),
    row('  processor time of the database, s', [['s', (database_cpu_ms() - databaseBefore) / 1_000, 1]]),
    row('  processor time of the server, s', [['s', (service.cpu_ms() - serviceBefore) / 1_000, 1]]),
    targetLine({ what: 'seconds of the import', value: seconds, digits: 1, at_most: secondsMax }),
    targetLine({ what: 'memory of the server', value: memory_mb, digits: 0, unit: ' MB', at_most: memoryMbMax }),
  ]
}

async function loadHistory({ sql, data }: Rig, weeks: number, period_end: string): Promise<number> {
  let rows = 0
  for (let week = weeks; week > 0; week--) {
    showProgress(`sell_out: copying, ${week} weeks left`)
    rows += await copyWeek(sql, data, week, addDays(period_end, -7 * week))
  }
  await sql`vacuum (analyze)`
  return rows
}

async function measureReads({ service, keys, data, database_cpu_ms }: Rig): Promise<string[]> {
  const { account_id, variants, category } = data
  const { product_id, variant_id } = variants[7]!
  const doors = `doors?account_id=${account_id}`
  const reads: [name: string, path: string][] = [
    ['doors, 13 weeks', doors],
    ['doors, 52 weeks', `${doors}&weeks=52`],
    ['doors of a variant, 52 weeks', `${doors}&weeks=52&variant_id=${variant_id}`],
    ['doors of a product, 52 weeks', `${doors}&weeks=52&product_id=${product_id}`],
    ['doors of a category, 13 weeks', `${doors}&category=${encodeURIComponent(category)}`],
    ['doors of a category, 52 weeks', `${doors}&weeks=52&category=${encodeURIComponent(category)}`],
    ['coverage, 13 weeks', 'coverage'],
    ['coverage, 52 weeks', 'coverage?weeks=52'],
  ]
  const lines: string[] = []
  let sent = 0
  for (const [name, path] of reads) {
    showProgress(`sell_out: ${name}`)
    const measure = (count: number) => {
      let left = count
      const next = () =>
        left-- > 0
          ? { method: 'GET' as const, path: `/api/v1/sell-out/${path}`, key: keys[sent++ % keys.length]! }
          : null
      return runLoad({ port: service.port, connections: 1, seconds: 30, next })
    }
    await measure(3)
    const [databaseBefore, serviceBefore] = [database_cpu_ms(), service.cpu_ms()]
    const { p50_ms, requests } = await measure(readRounds)
    const databaseMs = (database_cpu_ms() - databaseBefore) / requests
    const serviceMs = (service.cpu_ms() - serviceBefore) / requests
    lines.push(
      `${targetLine({ what: name, value: p50_ms, digits: 1, unit: ' ms', at_most: readMsMax })}; processor time ${databaseMs.toFixed(0)} ms of the database, ${serviceMs.toFixed(0)} ms of the server`,
    )
  }
  return lines
}

export async function measureSellOut(bench: Bench): Promise<string[]> {
  const rig = await openSellOutRig(bench)
  const period_end = lastSunday()
  const imported = await measureImport(rig, period_end)
  const weeks = bench.bounds.sell_out_weeks
  const rows = await loadHistory(rig, weeks, period_end)
  const history = row(`${weeks} weeks before it, loaded by COPY`, [['rows', rows, 0]])
  return [...imported, history, ...(await measureReads(rig))]
}
