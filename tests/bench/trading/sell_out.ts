/**
 * `sell_out`: a week of 500 doors and 2,000 variants as one file, and the reads of an account with 104 weeks behind it.
 * Processor time is printed beside elapsed time, which other work on the machine distorts.
 */
import { join } from 'node:path'
import { openDatabase } from '../../../db/client/database.ts'
import { findOrganization } from '../../../server/boot/import_command/organizations.ts'
import { openImportSession } from '../../../server/boot/import_command/session.ts'
import { addDays, weekdayOf } from '../../../server/calendar/days.ts'
import { openFiles } from '../../../server/files/files.ts'
import { localFiles } from '../../../server/files/local.ts'
import { mintKeys } from '../fixtures/data.ts'
import { showProgress } from '../../support/progress.ts'
import { row, targetLine } from '../report.ts'
import type { Bench } from '../rig.ts'
import type { Side } from '../sides.ts'
import { copyWeek, moveProduct, openSellOutData, type SellOutData, writeWeek } from './sell_out_data.ts'
import { timeReads } from './timed_reads.ts'
import { openTradingRig, type TradingRig } from './trading_rig.ts'

const secondsMax = 180
const memoryMbMax = 300
const readMsMax = 200
const lookMs = 50

interface Rig extends TradingRig {
  service: Side
  keys: readonly string[]
  data: SellOutData
}

async function openSellOutRig(bench: Bench): Promise<Rig> {
  const rig = await openTradingRig(bench, 'sell_out')
  const data = await openSellOutData(rig.sql, rig.url, bench.bounds.sell_out_doors)
  const keys = await mintKeys(rig.url, data.organization_id)
  return { ...rig, data, keys, service: await rig.startServer() }
}

/** The last Sunday before today, on which the week of the file ends. */
function lastSunday(): string {
  const today = new Date().toISOString().slice(0, 10)
  return addDays(today, -(weekdayOf(today) === 0 ? 7 : weekdayOf(today)))
}

async function upload({ url, folder, data }: Rig, path: string): Promise<string> {
  const db = openDatabase(url, { autocommit_connections: 1 })
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
  const idleMb = service.memory_mb()
  let memory_mb = idleMb
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
    row('  memory of the server before it, MB', [['MB', idleMb, 0]]),
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

async function measureReads({ service, keys, data, sql, database_cpu_ms }: Rig, period_end: string): Promise<string[]> {
  const { account_id, variants, category, commitment_id } = data
  const { product_id, variant_id } = variants[7]!
  const doors = `doors?account_id=${account_id}`
  const reader = { service, keys, database_cpu_ms, base: '/api/v1/sell-out', ms_max: readMsMax }
  const ofCategory = `category=${encodeURIComponent(category)}`
  const ofCommitment = `coverage?weeks=52&commitment_id=${commitment_id}`
  const timed = await timeReads(reader, [
    ['doors, 13 weeks', doors],
    ['doors, 52 weeks', `${doors}&weeks=52`],
    ['doors of a variant, 52 weeks', `${doors}&weeks=52&variant_id=${variant_id}`],
    ['doors of a product, 52 weeks', `${doors}&weeks=52&product_id=${product_id}`],
    ['doors of a category, 13 weeks', `${doors}&${ofCategory}`],
    ['doors of a category, 52 weeks', `${doors}&weeks=52&${ofCategory}`],
    ['coverage, 13 weeks', 'coverage'],
    ['coverage, 52 weeks', 'coverage?weeks=52'],
    ['coverage of a commitment, 13 weeks', `coverage?commitment_id=${commitment_id}`],
    ['coverage of a commitment, 52 weeks', ofCommitment],
    ['coverage of a commitment, 52 weeks a year ago', `${ofCommitment}&as_of=${addDays(period_end, -364)}`],
  ])
  // No job runs here, so that the reads move the sums of the product.
  await moveProduct(sql, data)
  const moved = await timeReads(reader, [
    ['doors of a category that a product has just joined, 52 weeks', `${doors}&weeks=52&${ofCategory}`],
    ['coverage of a commitment that it has just joined, 52 weeks', ofCommitment],
  ])
  return [...timed, ...moved]
}

export async function measureSellOut(bench: Bench): Promise<string[]> {
  const rig = await openSellOutRig(bench)
  const period_end = lastSunday()
  const imported = await measureImport(rig, period_end)
  const weeks = bench.bounds.sell_out_weeks
  const rows = await loadHistory(rig, weeks, period_end)
  const history = row(`${weeks} weeks before it, loaded by COPY`, [['rows', rows, 0]])
  return [...imported, history, ...(await measureReads(rig, period_end))]
}
