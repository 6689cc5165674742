/** F18: the worker on an import is killed every 2 s until it is finished; and one file is imported twice at once. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../db/client/database.ts'
import { findOrganization } from '../../server/boot/import_command/organizations.ts'
import { type ImportSession, jsonBytes, openImportSession } from '../../server/boot/import_command/session.ts'
import { openFiles } from '../../server/files/files.ts'
import { localFiles } from '../../server/files/local.ts'
import { openImportData, salesFile } from '../bench/fixtures/import_data.ts'
import { exactly, type Figure, figure, type Rig, secretKey } from './rig.ts'

export const title = 'F18 imports: a worker killed every 2 s, and one file imported twice at once'
const killEveryMs = 2_000
const lookMs = 100

interface Fixture {
  rig: Rig
  session: ImportSession
  path: string
  rows: number
  startWorker: () => ChildProcess
}

async function newImport({ session, path }: Fixture): Promise<string> {
  const { file_key } = await session.upload(path, 'sales.csv')
  const { import_id, columns } = await session.create({ file_key, kind: 'daily_sales' })
  const mapped = columns.flatMap(({ header, field }) => (field === null ? [] : [{ header, field }]))
  await session.setMapping(import_id, jsonBytes({ mapping: { columns: mapped } }))
  await session.preview(import_id)
  return import_id
}

/** Runs the step to its end; `state` is that of an import that ended it as it should. */
async function untilOver({ session }: Fixture, import_id: string, state: string): Promise<void> {
  for (;;) {
    const found = await session.get(import_id)
    if (found.state === state) return
    if (!found.progress.is_queued) throw new Error(`the import ended ${found.state}: ${JSON.stringify(found.fault)}`)
    await Bun.sleep(lookMs)
  }
}

/**
 * Kills the worker 2 s after each time it has taken the import. The lease of a killed one is ended at once, instead of
 * half a minute later.
 */
function killing({ rig, startWorker }: Fixture): { stop: () => Promise<number> } {
  let kills = 0
  let worker = startWorker()
  let isOver = false
  const isAtWork = async () => {
    const leased = await rig.sql`select from imports where leased_until > now()`
    return leased.length > 0
  }
  const work = (async () => {
    for (;;) {
      while (!isOver && !(await isAtWork())) await Bun.sleep(lookMs)
      for (let waited = 0; !isOver && waited < killEveryMs; waited += lookMs) await Bun.sleep(lookMs)
      if (isOver) return
      worker.kill('SIGKILL')
      kills++
      await rig.sql`update imports set leased_until = now() where leased_until is not null`
      worker = startWorker()
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await work
      worker.kill('SIGTERM')
      return kills
    },
  }
}

/** Rows and lines of the report that an import lacks or has more than once. */
async function faultsOf({ rig, rows, session }: Fixture, import_id: string) {
  const { organization_id } = session.organization
  const [report] = await rig.sql<{ lines: number; different: number }[]>`
    select count(*)::int as lines, count(distinct e.entry -> 0)::int as different
    from import_batches b cross join jsonb_array_elements(b.entries) as e (entry)
    where b.organization_id = ${organization_id} and b.import_id = ${import_id}`
  const [sales] = await rig.sql<{ rows: number; units: number }[]>`
    select count(*)::int as rows, sum(units)::int as units from sales_daily where organization_id = ${organization_id}`
  const [totals] = await rig.sql<{ rows: number; units: number }[]>`
    select sum(row_count)::int as rows, sum(units)::int as units from sales_channel_days
    where organization_id = ${organization_id}`
  // As the file was written: units go from 1 to 7 and begin again.
  const units = Array.from({ length: rows }, (_, i) => 1 + ((i + 1) % 7)).reduce((sum, one) => sum + one, 0)
  return [
    exactly('rows of sales missing or doubled', sales!.rows - rows, 0),
    exactly('units missing or doubled', sales!.units - units, 0),
    exactly('control totals apart from the rows', Math.abs(totals!.rows - rows) + Math.abs(totals!.units - units), 0),
    exactly('lines missing in the report', rows - report!.different, 0),
    exactly('lines doubled in the report', report!.lines - report!.different, 0),
  ]
}

async function killedImport(fixture: Fixture): Promise<Figure[]> {
  const killer = killing(fixture)
  try {
    const import_id = await newImport(fixture)
    await untilOver(fixture, import_id, 'previewed')
    await fixture.session.run(import_id)
    await untilOver(fixture, import_id, 'completed')
    const { result } = await fixture.session.get(import_id)
    return [
      figure('rows, kills', `${fixture.rows}, ${await killer.stop()}`),
      exactly('rows reported as created', result!.rows.created, fixture.rows),
      ...(await faultsOf(fixture, import_id)),
    ]
  } finally {
    await killer.stop()
  }
}

async function importedTwice(fixture: Fixture): Promise<Figure[]> {
  const { session, rows } = fixture
  const workers = [fixture.startWorker(), fixture.startWorker()]
  try {
    const ids = [await newImport(fixture), await newImport(fixture)]
    await Promise.all(ids.map((import_id) => untilOver(fixture, import_id, 'previewed')))
    await Promise.all(ids.map((import_id) => session.run(import_id)))
    await Promise.all(ids.map((import_id) => untilOver(fixture, import_id, 'completed')))
    const results = await Promise.all(ids.map(async (import_id) => (await session.get(import_id)).result!.rows))
    return [
      exactly('twice at once: rows created', results[0]!.created + results[1]!.created, rows),
      exactly('twice at once: rows unchanged', results[0]!.unchanged + results[1]!.unchanged, rows),
      ...(await faultsOf(fixture, ids[1]!)),
    ]
  } finally {
    for (const worker of workers) worker.kill('SIGTERM')
  }
}

export async function run(
  rig: Rig,
  { rows, progress }: { rows: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-api-imports-'))
  const db = openDatabase(rig.cluster.url, { autocommit_connections: 1 })
  const environment = { DATABASE_URL: rig.cluster.url, DATA_DIR: folder, SECRET_KEY: secretKey, LOG_LEVEL: 'off' }
  const startWorker = () =>
    spawn(process.execPath, [rig.deliverer], { env: { ...process.env, ...environment }, stdio: 'ignore' })
  try {
    const path = join(folder, salesFile)
    const { shop, neighbour } = await openImportData(rig.sql, rig.cluster.url, { folder, sales: rows })
    const files = openFiles(localFiles(join(folder, 'files')), db)
    const fixtureOf = async (organization_id: string): Promise<Fixture> => {
      const organization = await findOrganization(db.reads, organization_id)
      return { rig, session: openImportSession(db, files, organization), path, rows, startWorker }
    }
    const killed = await killedImport(await fixtureOf(shop))
    progress(0.6)
    const twice = await importedTwice(await fixtureOf(neighbour))
    progress(1)
    return [...killed, ...twice]
  } finally {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
