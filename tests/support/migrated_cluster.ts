/**
 * A stopped cluster with the tables of this build and no rows. Creating it takes seconds, so a run creates one and
 * copies its folder wherever a test, or a worker of the suite, starts PostgreSQL on data of its own.
 */
import { chmodSync, copyFileSync, cpSync } from 'node:fs'
import postgres from 'postgres'
import type { EmbeddedPostgres } from '../../db/embedded/start.ts'
import { startTestCluster } from './test_cluster.ts'
import { migrateDatabase } from '../../db/migrate.ts'

/** The database from which a test's own databases are copied; it has no connections. */
export const templateDatabase = 'migrated'

export async function createMigratedCluster(data_dir: string): Promise<string> {
  const cluster = await startTestCluster({ data_dir, durable: false })
  try {
    await migrateDatabase(cluster.url)
  } finally {
    await cluster.stop()
  }
  return data_dir
}

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
