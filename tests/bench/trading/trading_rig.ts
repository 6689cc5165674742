/** A database of a trading part, and a server on it that sends nothing itself. */
import { join } from 'node:path'
import postgres from 'postgres'
import { startTestCluster } from '../../support/cluster/test_cluster.ts'
import { migrateDatabase } from '../../../db/migrate.ts'
import { showProgress } from '../../support/progress.ts'
import { databaseCpu } from '../processor_time.ts'
import type { Bench } from '../rig.ts'
import { type Side, startSide } from '../sides.ts'

export interface TradingRig {
  url: string
  sql: postgres.Sql<{}>
  folder: string
  database_cpu_ms: () => number
  startServer: () => Promise<Side>
}

export async function openTradingRig({ keep, folder }: Bench, name: string): Promise<TradingRig> {
  showProgress(`${name}: creating a database`)
  const cluster = await keep(startTestCluster({ data_dir: join(folder, name) }))
  const { url } = cluster
  await migrateDatabase(url)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  void keep(Promise.resolve({ stop: () => sql.end({ timeout: 1 }) }))
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: folder,
    JOBS: 'false',
    DELIVERIES: 'false',
    SECRET_KEY: 'a secret of the bench, thirty-two characters or more',
  }
  return {
    url,
    sql,
    folder,
    database_cpu_ms: databaseCpu(cluster.data_dir),
    startServer: () => keep(startSide('./servers/service.ts', environment)),
  }
}
