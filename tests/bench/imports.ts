/**
 * Imports of sales history, products and stock by a server whose workers are in its own process: rows per second, beside
 * a bare COPY of the same rows, memory, and how long another organisation's reads take meanwhile.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import postgres from 'postgres'
import { openDatabase } from '../../db/client/database.ts'
import { startTestCluster } from '../support/cluster/test_cluster.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { type ImportSession, jsonBytes, openImportSession } from '../../server/boot/import_command/session.ts'
import { findOrganization } from '../../server/boot/import_command/organizations.ts'
import { openFiles } from '../../server/files/files.ts'
import { localFiles } from '../../server/files/local.ts'
import { mintKeys } from './fixtures/data.ts'
import { openImportData, productsFile, salesFile, stockFile, stockLocations } from './fixtures/import_data.ts'
import { type Measured, runLoad } from './loader.ts'
import { row, targetLine } from './report.ts'
import { showProgress } from '../support/progress.ts'
import type { Bench } from './rig.ts'
import { type Side, startSide } from './sides.ts'

interface Source {
  /** `sales` */
  noun: string
  kind: 'daily_sales' | 'products' | 'inventory'
  /** File in the fixture's folder. */
  file: string
  rows: number
  /** Where its rows go, which are copied for comparison. */
  table: 'sales_daily' | 'variants' | 'stock_levels'
  rows_per_second_min: number
}

const secondsMax = 300
const salesInTime = 1_000_000
const variantsInTime = 100_000
const memoryMbMax = 300
const readers = 2
const lookMs = 100
const chunkBytes = 1_000_000

interface Fixture {
  sql: postgres.Sql<{}>
  session: ImportSession
  service: Side
  sources: Source[]
  folder: string
  /** Reads of the neighbour for some seconds. */
  read: (seconds: number) => Promise<Measured>
}

async function openFixture({ keep, folder, bounds: { import_rows, import_variants } }: Bench): Promise<Fixture> {
  showProgress('imports: creating a database')
  const cluster = await keep(startTestCluster({ data_dir: join(folder, 'imports') }))
  await migrateDatabase(cluster.url)
  const sql = postgres(cluster.url, { max: 2, onnotice: () => {} })
  void keep(Promise.resolve({ stop: () => sql.end({ timeout: 1 }) }))
  const files = { folder, sales: import_rows, variants: import_variants }
  const { shop, neighbour } = await openImportData(sql, cluster.url, files)
  const keys = await mintKeys(cluster.url, neighbour)
  const service = await keep(
    startSide('./servers/service.ts', {
      DATABASE_URL: cluster.url,
      DATA_DIR: folder,
      JOBS: 'false',
      DELIVERIES: 'true',
      SECRET_KEY: 'a secret of the bench, thirty-two characters or more',
    }),
  )
  const db = openDatabase(cluster.url, { autocommit_connections: 1 })
  void keep(Promise.resolve({ stop: () => db.close() }))
  const organization = await findOrganization(db.reads, shop)
  const session = openImportSession(db, openFiles(localFiles(join(folder, 'files')), db), organization)
  let sent = 0
  const next = () => ({
    method: 'GET' as const,
    path: '/api/v1/variants/table?limit=50',
    key: keys[sent++ % keys.length]!,
  })
  const read = (seconds: number) => runLoad({ port: service.port, next, connections: readers, seconds })
  const sources: Source[] = [
    {
      noun: 'sales',
      kind: 'daily_sales',
      file: salesFile,
      rows: import_rows,
      table: 'sales_daily',
      rows_per_second_min: salesInTime / secondsMax,
    },
    {
      noun: 'product',
      kind: 'products',
      file: productsFile,
      rows: import_variants,
      table: 'variants',
      rows_per_second_min: variantsInTime / secondsMax,
    },
    {
      noun: 'stock',
      kind: 'inventory',
      file: stockFile,
      rows: import_variants * stockLocations,
      table: 'stock_levels',
      rows_per_second_min: (variantsInTime * stockLocations) / secondsMax,
    },
  ]
  return { sql, session, service, sources, folder, read }
}

async function untilOver({ session }: Fixture, import_id: string, state: string): Promise<void> {
  for (;;) {
    const found = await session.get(import_id)
    if (found.state === state) return
    if (!found.progress.is_queued) throw new Error(`the import ended ${found.state}: ${JSON.stringify(found.fault)}`)
    showProgress(`imports: ${found.state}, ${found.progress.batches_done} of ${found.progress.batches_total} batches`)
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}

interface Imported {
  preview_seconds: number
  run_seconds: number
  memory_mb: number
}

/** The whole import: preview and run, as a person waits for both. */
async function importFile(fixture: Fixture, { kind, file }: Source): Promise<Imported> {
  const { session, service, folder } = fixture
  const { file_key } = await session.upload(join(folder, file), file)
  const { import_id, columns } = await session.create({ file_key, kind })
  const mapped = columns.flatMap(({ header, field }) => (field === null ? [] : [{ header, field }]))
  await session.setMapping(import_id, jsonBytes({ mapping: { columns: mapped } }))
  let memory_mb = 0
  const timer = setInterval(() => (memory_mb = Math.max(memory_mb, service.memory_mb())), lookMs)
  const began = performance.now()
  await session.preview(import_id)
  await untilOver(fixture, import_id, 'previewed')
  const previewed = performance.now()
  await session.run(import_id)
  await untilOver(fixture, import_id, 'completed')
  clearInterval(timer)
  const completed = performance.now()
  return { preview_seconds: (previewed - began) / 1_000, run_seconds: (completed - previewed) / 1_000, memory_mb }
}

/** The newest rows that the import wrote, into a table without keys, constraints and triggers. */
async function copyRows({ sql }: Fixture, { table, rows }: Source): Promise<number> {
  await sql`drop table if exists bare_rows`
  await sql`create table bare_rows as select * from ${sql(table)} with no data`
  // A row as text is its CSV in parentheses: none of these values needs other quotes.
  const lines = await sql<{ line: string }[]>`
    select t::text as line from ${sql(table)} t order by t.ctid desc limit ${rows}`
  const bytes = Buffer.from(lines.map(({ line }) => `${line.slice(1, -1)}\n`).join(''))
  const began = performance.now()
  const target = await sql`copy bare_rows from stdin (format csv)`.writable()
  for (let at = 0; at < bytes.length; at += chunkBytes)
    if (!target.write(bytes.subarray(at, at + chunkBytes))) await once(target, 'drain')
  const finished = once(target, 'finish')
  target.end()
  await finished
  const seconds = (performance.now() - began) / 1_000
  const [copied] = await sql<{ rows: number }[]>`select count(*)::int as rows from bare_rows`
  if (copied!.rows !== rows) throw new Error(`${copied!.rows} rows were copied, and the file has ${rows}`)
  return seconds
}

/** The same alone, and while the neighbour reads as it does during the import. */
async function compareWithCopy(fixture: Fixture, source: Source, run_seconds: number): Promise<string[]> {
  const alone = await copyRows(fixture, source)
  let isOver = false
  const copying = copyRows(fixture, source).finally(() => (isOver = true))
  while (!isOver) await fixture.read(1)
  const beside = await copying
  return [
    row('bare COPY of the same rows', [['rows/s', source.rows / alone, 0]]),
    row('the run alone, per cent of its rate', [['%', (100 * alone) / run_seconds, 1]]),
    row('COPY beside the same reads', [['rows/s', source.rows / beside, 0]]),
    row('the run alone, per cent of its rate', [['%', (100 * beside) / run_seconds, 1]]),
  ]
}

async function measureImport(
  fixture: Fixture,
  source: Source,
  alone: Measured,
): Promise<{ lines: string[]; run_seconds: number }> {
  const { noun, rows, rows_per_second_min } = source
  // Reads until the import is over.
  let isOver = false
  const importing = importFile(fixture, source).finally(() => (isOver = true))
  const during: Measured[] = []
  while (!isOver) during.push(await fixture.read(2))
  const { preview_seconds, run_seconds, memory_mb } = await importing
  const seconds = preview_seconds + run_seconds
  const p99 = Math.max(...during.map(({ p99_ms }) => p99_ms))
  const failed = during.reduce((sum, one) => sum + one.failed, alone.failed)
  if (failed > 0) throw new Error(`${failed} reads failed`)
  const at_least = Math.ceil(rows_per_second_min)
  const lines = [
    row(`${noun} import, ${rows.toLocaleString('en-US')} rows`, [['rows/s', rows / seconds, 0]]),
    row('its preview alone', [['rows/s', rows / preview_seconds, 0]]),
    row('its run alone', [['rows/s', rows / run_seconds, 0]]),
    targetLine({ what: 'rows a second', value: rows / seconds, digits: 0, at_least }),
    targetLine({ what: 'memory of the server', value: memory_mb, digits: 0, unit: ' MB', at_most: memoryMbMax }),
    row("another organisation's reads, p99 ms", [['ms', alone.p99_ms, 1]]),
    row('the same during the import, worst 2 s', [['ms', p99, 1]]),
    targetLine({ what: 'times without the import', value: p99 / alone.p99_ms, digits: 2, at_most: 4 }),
  ]
  return { lines, run_seconds }
}

export async function measureImports(bench: Bench): Promise<string[]> {
  const fixture = await openFixture(bench)
  showProgress('imports: reads of another organisation, without an import')
  await fixture.read(2)
  const alone = await fixture.read(bench.bounds.paced_seconds)
  const lines: string[] = []
  for (const source of fixture.sources) {
    const measured = await measureImport(fixture, source, alone)
    lines.push(...measured.lines, ...(await compareWithCopy(fixture, source, measured.run_seconds)))
  }
  return lines
}
