/**
 * A real PostgreSQL for the tests. A whole run of the suite (tests/suite/run.ts) starts one for each worker; otherwise a
 * process starts its own when a test first asks for it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { migrateDatabase } from '../../db/migrate.ts'
import type { Sql } from '../../server/contract/sql.ts'
import { afterAllTests } from './at_end.ts'
import { migratedCluster, startCopy, templateDatabase } from './cluster/migrated_cluster.ts'
import { oncePerDatabase } from './once.ts'

export interface TestDatabase {
  url: string
  /** A connection as the owner, for creating test data and reading rows. */
  sql: postgres.Sql<{}> & Sql
  /** A connection on which neither triggers nor foreign keys are checked, for copies of rows for which they hold. */
  unchecked: postgres.Sql<{}>
  data_dir: string
  stop: () => Promise<void>
}

/** Start of the names of folders with a cluster; within that of a run, the run stops and removes them. */
export const testFolderPrefix = 'merchant-api-tests-'

let started: Promise<TestDatabase> | undefined

/** URL of an empty database to use instead of an own one; several, separated by commas, for several workers. */
export const testDatabase = (): Promise<TestDatabase> => (started ??= start())

afterAllTests(async () => (await started)?.stop())

function connect(url: string) {
  const sql = postgres(url, { max: 4, onnotice: () => {} }) as TestDatabase['sql']
  // Connections of its own: a change of this setting discards the prepared plans of a connection.
  const unchecked = postgres(url, { max: 1, onnotice: () => {}, connection: { session_replication_role: 'replica' } })
  const disconnect = () => Promise.all([sql.end({ timeout: 2 }), unchecked.end({ timeout: 2 })])
  return { sql, unchecked, disconnect }
}

const namedDatabase = (): string | undefined =>
  process.env.TEST_DATABASE_URL?.split(',')[Number(process.env.BUN_TEST_WORKER_ID ?? 1) - 1]

async function start(): Promise<TestDatabase> {
  const data_dir = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), testFolderPrefix))
  const named = namedDatabase()
  const cluster = named ? null : await startCopy(await migratedCluster(), join(data_dir, 'postgres'))
  const url = named ?? cluster!.url
  if (named) await migrateDatabase(url)
  const { disconnect, ...connections } = connect(url)
  return {
    url,
    ...connections,
    data_dir,
    stop: async () => {
      await disconnect()
      await cluster?.stop()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}

const urlOf = ({ url }: TestDatabase, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

/** Databases that the suite starts have the template already. */
const makeTemplate = oncePerDatabase(async ({ database }: { database: TestDatabase }) => {
  const [found] = await database.sql`select from pg_database where datname = ${templateDatabase}`
  if (found !== undefined) return
  await database.sql`create database ${database.sql(templateDatabase)}`
  await migrateDatabase(urlOf(database, templateDatabase))
})

/**
 * A migrated database of its own on the same server, where other files' rows are neither read nor affect plans; dropped
 * by `stop`.
 */
export async function separateDatabase(name: string): Promise<TestDatabase> {
  const shared = await testDatabase()
  await makeTemplate({ database: shared })
  await shared.sql`create database ${shared.sql(name)} template ${shared.sql(templateDatabase)} strategy file_copy`
  const url = urlOf(shared, name)
  const { disconnect, ...connections } = connect(url)
  return {
    url,
    ...connections,
    data_dir: shared.data_dir,
    stop: async () => {
      await disconnect()
      await shared.sql`drop database ${shared.sql(name)} with (force)`
    },
  }
}
