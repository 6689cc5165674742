/**
 * A stopped cluster with the tables of this build and no rows. Creating it takes seconds, so it is kept in the
 * system's temporary folder and copied wherever a test, or a worker of the suite, starts PostgreSQL on data of its own.
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import type { EmbeddedPostgres } from '../../../db/embedded/start.ts'
import { startTestCluster } from './test_cluster.ts'
import { migrateDatabase } from '../../../db/migrate.ts'
import { once } from '../once.ts'

/** The database from which a test's own databases are copied; it has no connections. */
export const templateDatabase = 'migrated'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Where the cluster of this build is kept for later runs. Its name changes with everything that makes it. */
function keptFolder(): string {
  const hash = createHash('sha256')
  for (const folder of ['db/migrations', 'db/embedded'])
    for (const file of readdirSync(join(root, folder)).toSorted())
      if (/\.(sql|ts)$/.test(file)) hash.update(readFileSync(join(root, folder, file)))
  for (const file of ['package.json', 'tests/support/cluster/test_cluster.ts'])
    hash.update(readFileSync(join(root, file)))
  return join(tmpdir(), `merchant-api-migrated-${process.getuid?.() ?? 'user'}-${hash.digest('hex').slice(0, 16)}`)
}

/** Made under another name and renamed when complete, so that a run never sees half of one. */
async function makeCluster(folder: string): Promise<void> {
  const made = mkdtempSync(`${folder}-`)
  const cluster = await startTestCluster({ data_dir: join(made, 'postgres'), durable: false })
  try {
    await migrateDatabase(cluster.url)
  } finally {
    await cluster.stop()
  }
  chmodSync(made, 0o755)
  try {
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

export const migratedCluster = once(async (): Promise<string> => {
  const folder = keptFolder()
  if (!existsSync(folder)) await makeCluster(folder)
  return join(folder, 'postgres')
})

/** A copy of a stopped cluster, with its password. */
export function copyCluster(from: string, data_dir: string): void {
  cpSync(from, data_dir, { recursive: true })
  chmodSync(data_dir, 0o700)
  copyFileSync(`${from}.password`, `${data_dir}.password`)
}

/** Starts a copy of a migrated cluster, with the template of the tests' own databases. */
export async function startCopy(from: string, data_dir: string): Promise<EmbeddedPostgres> {
  copyCluster(from, data_dir)
  const cluster = await startTestCluster({ data_dir, durable: false })
  const named = new URL(cluster.url)
  named.pathname = '/template1'
  const sql = postgres(named.href, { max: 1, onnotice: () => {} })
  try {
    await sql`create database ${sql(templateDatabase)} template postgres`
  } finally {
    await sql.end({ timeout: 5 })
  }
  return cluster
}
