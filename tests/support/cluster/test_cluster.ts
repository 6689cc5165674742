/** A PostgreSQL for tests and measurements, whose role may do what they need and the service never does. */
import postgres from 'postgres'
import { serviceRole } from '../../../db/embedded/role.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from '../../../db/embedded/start.ts'

/** Its role makes databases of tests, and copies rows without running their triggers. */
export async function startTestCluster(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = await startEmbedded(options)
  const sql = postgres(cluster.superuser_url, { max: 1, onnotice: () => {} })
  try {
    await sql`alter role ${sql(serviceRole)} createdb`
    // Databases of tests are dropped while an autovacuum worker may be in them.
    await sql`grant pg_signal_backend to ${sql(serviceRole)}`
    await sql`grant set on parameter session_replication_role to ${sql(serviceRole)}`
  } finally {
    await sql.end({ timeout: 5 })
  }
  return cluster
}
