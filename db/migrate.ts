/** Brings a database up to the migrations of this build. Safe to start from several processes at once. */
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

const migrations_folder = new URL('./migrations', import.meta.url).pathname
/** Any number, the same in every build: one process migrates, the others wait for it. */
const advisory_lock = 7_240_911

export async function migrateDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${advisory_lock})`
    await migrate(drizzle(sql), { migrationsFolder: migrations_folder })
  } finally {
    await sql.end({ timeout: 5 })
  }
}
