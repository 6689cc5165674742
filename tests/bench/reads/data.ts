/**
 * The organisations of `reads`: loading takes minutes, so the cluster is kept (`--keep`, .data/bench by default)
 * and reused on the same day. Newer migrations are applied to it.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import type { EmbeddedPostgres } from '../../../db/embedded/start.ts'
import { startTestCluster } from '../../support/cluster/test_cluster.ts'
import { migrateDatabase } from '../../../db/migrate.ts'
import type { Sql } from '../../../server/contract/call.ts'
import { refreshVelocityJob } from '../../../server/insight/velocity/refresh_velocity.ts'
import { sumRun } from '../../../server/insight/forecasts/runs.store.ts'
import { sumForecastErrorsJob } from '../../../server/stock/forecast_errors/sum_weeks.ts'
import type { Step } from '../../../server/jobs/job.ts'
import { countStockJob } from '../../../server/stock/stock_days/count_stock.ts'
import { foldOrderSums } from '../../../server/purchasing/order_sums/fold_orders.ts'
import { foldStockValues } from '../../../server/stock/stock_values/fold_stock_values.ts'
import type { Keep } from '../../support/ending.ts'
import { organizationIn } from '../fixtures/data.ts'
import { showProgress } from '../../support/progress.ts'
import { statementsFor } from './rows.ts'

/** Incremented when the rows change, or what jobs keep. */
const version = 6
const usualFolder = new URL('../../../.data/bench', import.meta.url).pathname

export interface ReadsData {
  cluster: EmbeddedPostgres
  url: string
  organizations: { variants: number; organization_id: string }[]
}

interface Loaded {
  version: number
  day: string
  organizations: ReadsData['organizations']
}

/** Indexes of a table that is filled from empty are built once, afterwards. */
async function withoutIndexes(tx: postgres.TransactionSql, table: string, fill: () => Promise<void>): Promise<void> {
  const [rows] = await tx<{ is_empty: boolean }[]>`select not exists (select from ${tx(table)}) as is_empty`
  if (!rows!.is_empty) return fill()
  const indexes = await tx<{ name: string; definition: string; is_key: boolean }[]>`
    select i.relname as name, coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.oid)) as definition,
      c.oid is not null as is_key
    from pg_index x join pg_class i on i.oid = x.indexrelid
    left join pg_constraint c on c.conindid = i.oid and c.conrelid = x.indrelid and c.contype = 'p'
    where x.indrelid = ${table}::text::regclass
      and not exists (select from pg_constraint f where f.conindid = i.oid and f.contype = 'f')`
  for (const { name, is_key } of indexes)
    await tx.unsafe(is_key ? `alter table "${table}" drop constraint "${name}"` : `drop index "${name}"`)
  await fill()
  for (const { name, definition, is_key } of indexes)
    await tx.unsafe(is_key ? `alter table "${table}" add constraint "${name}" ${definition}` : definition)
}

async function fill(sql: postgres.Sql, organization_id: string, variants: number): Promise<void> {
  for (const { step, table, texts } of statementsFor({ organization_id, variants })) {
    showProgress(`loading ${variants} variants: ${step}`)
    await sql.begin(async (tx) => {
      // The rows refer to each other by construction; the sums are made from the rows below.
      await tx`set local session_replication_role = replica`
      await tx`set local work_mem = '512MB'`
      await tx`set local maintenance_work_mem = '1GB'`
      await withoutIndexes(tx, table, async () => {
        for (const text of texts) await tx.unsafe(text)
      })
    })
    await sql`vacuum (analyze) ${sql(table)}`
  }
}

/** Row counts of the tables whose triggers did not run. */
const countRows = (sql: postgres.Sql, organization_id: string) =>
  sql.begin(async (tx) => {
    const { countedTables } = await import('../../../server/tables/known_values.ts')
    for (const table of countedTables)
      await tx`
        insert into row_counts (organization_id, table_name, row_count)
        select ${organization_id}, ${table}, count(*) from ${tx(table)} where organization_id = ${organization_id}`
  })

/** What jobs keep: velocities, stock by day and errors of forecasts; and the sums that a run of forecasts ends with. */
async function runJobs(sql: postgres.Sql): Promise<void> {
  const step: Step = (work) =>
    sql.begin(async (tx) => {
      const [clock] = await tx<
        { now: string }[]
      >`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now`
      return work(tx as unknown as Sql, clock!.now)
    }) as never
  for (const job of [refreshVelocityJob, countStockJob, sumForecastErrorsJob]) await job.run(step)
  const runs = await sql<{ organization_id: string; origin_week: string }[]>`
    select organization_id, origin_week::text from forecast_runs`
  for (const { organization_id, origin_week } of runs) await sumRun(step, organization_id, origin_week)
}

/** What jobs fold while the service runs. */
export async function foldSums(sql: postgres.Sql, organization_id: string): Promise<void> {
  for (const fold of [foldOrderSums, foldStockValues])
    while ((await sql.begin((tx) => fold(tx as unknown as Sql, organization_id))) > 0);
}

async function load(url: string, sizes: readonly number[]): Promise<Loaded> {
  const connection = { TimeZone: 'UTC', DateStyle: 'ISO' }
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection })
  const organizations: Loaded['organizations'] = []
  // The largest first: its indexes are built once.
  for (const variants of sizes.toSorted((a, b) => b - a)) {
    const organization_id = await organizationIn(url, `${variants} variants`)
    await fill(sql, organization_id, variants)
    await countRows(sql, organization_id)
    organizations.unshift({ variants, organization_id })
  }
  showProgress('running the jobs')
  await sql`analyze`
  await sql`insert into product_changes (organization_id, product_id) select organization_id, product_id from products`
  await runJobs(sql)
  showProgress('folding the value of the stock and of orders')
  for (const { organization_id } of organizations) await foldSums(sql, organization_id)
  showProgress('vacuum')
  await sql`vacuum (analyze)`
  const [today] = await sql<{ day: string }[]>`select current_date::text as day`
  await sql.end()
  return { version, day: today!.day, organizations }
}

const isUsable = (file: string, sizes: readonly number[]): boolean => {
  if (!existsSync(file)) return false
  const found = JSON.parse(readFileSync(file, 'utf8')) as Loaded
  const isToday = found.day === new Date().toISOString().slice(0, 10)
  return found.version === version && isToday && sizes.every((size, i) => found.organizations[i]?.variants === size)
}

export async function openReadsData(
  keep: Keep,
  kept: string | undefined,
  sizes: readonly number[],
): Promise<ReadsData> {
  const folder = join(resolve(kept ?? usualFolder), `reads-${sizes.at(-1)}`)
  const file = join(folder, 'organizations.json')
  // Windows end today, so rows of an earlier day would leave them empty at the end.
  if (!isUsable(file, sizes)) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const cluster = await keep(
    startTestCluster({ data_dir: join(folder, 'postgres'), durable: false, max_connections: 120 }),
  )
  await migrateDatabase(cluster.url)
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await load(cluster.url, sizes)))
  const { organizations } = JSON.parse(readFileSync(file, 'utf8')) as Loaded
  return { cluster, url: cluster.url, organizations }
}
