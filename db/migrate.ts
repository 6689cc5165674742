/** Brings a database up to the migrations of this build. Safe to start from several processes at once. */
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

const migrationsFolder = new URL('./migrations', import.meta.url).pathname
/** An arbitrary lock id, the same in every build: one process migrates, the others wait for it. */
const advisoryLock = 7_240_911

/** The database was migrated from another baseline than this build's, so its tables cannot be upgraded. */
export class ForeignMigrations extends Error {}

export async function migrateDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${advisoryLock})`
    await checkBaseline(sql)
    await migrate(drizzle(sql), { migrationsFolder: migrationsFolder })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Drizzle compares only times and would run this baseline on tables created by another one. */
async function checkBaseline(sql: postgres.Sql): Promise<void> {
  const [journal] = await sql`select to_regclass('drizzle.__drizzle_migrations') as name`
  if (journal!.name === null) return
  const [first] = await sql<{ created_at: string | null }[]>`
    select created_at from drizzle.__drizzle_migrations order by created_at limit 1`
  const [baseline] = readMigrationFiles({ migrationsFolder: migrationsFolder })
  if (first === undefined || Number(first.created_at) === baseline!.folderMillis) return
  throw new ForeignMigrations('the database was not migrated from the baseline of this build')
}
