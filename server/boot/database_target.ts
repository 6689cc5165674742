/** Chooses the database: the one that DATABASE_URL names, or the service's own in DATA_DIR. */
import { join, resolve } from 'node:path'
import { claimDataDir, startEmbedded } from '../../db/embedded/start.ts'
import { AlreadyClaimed, type Claim } from '../../db/embedded/claims.ts'
import { findDurabilityFaults, openDatabase } from '../../db/client/database.ts'
import { ForeignMigrations, migrateDatabase } from '../../db/migrate.ts'
import { startSupervised, type SupervisorLog } from '../../db/embedded/supervise.ts'
import { logger } from '../observe/logs.ts'
import type { Settings } from '../settings/settings.ts'
import { dataDirFault, StartFault } from '../settings/start_fault.ts'

export interface DatabaseTarget {
  url: string
  /** Shown to people; never contains a password. */
  words: string
  close: () => Promise<void>
}

/** For the server, which claims the data directory while it runs. */
export async function openServerTarget(settings: Settings): Promise<DatabaseTarget> {
  if (settings.DATABASE_URL !== undefined) return named(settings.DATABASE_URL)
  return openOwn(settings, claimOwn(settings), false)
}

/** For a command: it attaches to the database of a running server, if there is one, and leaves it running. */
export async function openCommandTarget(settings: Settings): Promise<DatabaseTarget> {
  if (settings.DATABASE_URL !== undefined) return named(settings.DATABASE_URL)
  let claim: Claim | null = null
  try {
    claim = claimDataDir(settings.DATA_DIR)
  } catch (error) {
    if (!(error instanceof AlreadyClaimed)) throw dataDirFault(settings, error)
  }
  return openOwn(settings, claim, claim === null)
}

function claimOwn(settings: Settings): Claim {
  try {
    return claimDataDir(settings.DATA_DIR)
  } catch (error) {
    throw error instanceof AlreadyClaimed ? new StartFault(sentenceOf(error.message)) : dataDirFault(settings, error)
  }
}

const sentenceOf = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`

const supervisorLog: SupervisorLog = {
  ended: () => logger.error('PostgreSQL ended; starting it again'),
  restarted: (seconds) => logger.warning('PostgreSQL is running again', { seconds: Math.round(seconds * 10) / 10 }),
  failed: (error) => logger.error('PostgreSQL did not start; trying again', { message: error.message }),
}

/** The process that has claimed the data directory also keeps its PostgreSQL running. */
async function openOwn(settings: Settings, claim: Claim | null, leaveRunning: boolean): Promise<DatabaseTarget> {
  const data_dir = join(resolve(settings.DATA_DIR), 'postgres')
  try {
    const options = { data_dir, max_connections: Math.max(100, settings.DATABASE_CONNECTIONS + 20) }
    const cluster = claim === null ? await startEmbedded(options) : await startSupervised(options, supervisorLog)
    return {
      url: cluster.url,
      words: `a PostgreSQL ${cluster.version} of its own, in ${data_dir}`,
      close: async () => {
        if (!leaveRunning) await cluster.stop()
        claim?.release()
      },
    }
  } catch (error) {
    claim?.release()
    throw dataDirFault(settings, error)
  }
}

function named(url: string): DatabaseTarget {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: 'the address in DATABASE_URL', pathname: '' }
  return { url, words: `the PostgreSQL at ${host}${pathname}`, close: async () => {} }
}

/** Migrates the tables; refuses a schema that this build's migrations cannot upgrade. */
export async function migrateTarget({ url, words }: DatabaseTarget): Promise<void> {
  try {
    await migrateDatabase(url)
  } catch (error) {
    if (!(error instanceof ForeignMigrations)) throw error
    throw new StartFault(
      `Cannot use ${words}: its tables were created by a pre-release version and cannot be migrated. Set DATABASE_URL to an empty database, or DATA_DIR to another directory, and start again.`,
    )
  }
}

const oldestVersion = 150_000

/** Refuses a database that cannot be reached, is too old or may lose an acknowledged write; warns about an ASCII-only locale. */
export async function checkDatabase(
  { url, words }: DatabaseTarget,
  { needsDurability = true }: { needsDurability?: boolean } = {},
): Promise<void> {
  const db = openDatabase(url, { autocommit_connections: 1, read_connections: 1, write_slots: 1 })
  try {
    const [row] = await db.autocommit<{ number: number; version: string; knows_letters: boolean }[]>`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
        lower('É') = 'é' as knows_letters`
    if (row!.number < oldestVersion)
      throw new StartFault(`This service needs PostgreSQL 15 or later; ${words} is ${row!.version}.`)
    if (!row!.knows_letters) {
      process.stderr.write(
        `The locale of ${words} folds the case of ASCII letters only: searches and unique names treat É and é as different. Create the database with a UTF-8 locale other than C.\n`,
      )
    }
    const faults = needsDurability ? await findDurabilityFaults(db) : []
    if (faults.length > 0) {
      throw new StartFault(
        `${faults.join(', ')} ${faults.length === 1 ? 'is' : 'are'} off in ${words}: an acknowledged write could be lost. Switch ${faults.length === 1 ? 'it' : 'them'} on and start again.`,
      )
    }
  } catch (error) {
    if (error instanceof StartFault) throw error
    throw new StartFault(`Cannot use ${words}: ${(error as Error).message}.`)
  } finally {
    await db.close()
  }
}
