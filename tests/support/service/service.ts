/**
 * The service under test, used over HTTP only. It runs in this process on Bun; with TEST_RUNTIME=deno it runs in a
 * separate process on Deno, with the same database and the same tests.
 */
import { publicOperations } from '../../../server/boot/operations.ts'
import { listen, type Listener } from '../../../server/boot/listen.ts'
import { readSettings, type Settings } from '../../../server/settings/settings.ts'
import { type Running, startApp } from '../../../server/boot/start.ts'
import { afterAllTests, afterEachFile } from '../at_end.ts'
import { separateDatabase, type TestDatabase, testDatabase } from '../database.ts'
import { writeProvoked } from '../promises.ts'
import { startServiceProcess } from './service_process.ts'
import { testOperations } from './operations.ts'

export interface TestService {
  base_url: string
  database: TestDatabase
  settings: Settings
  /** The service if it runs in this process; null on Deno. */
  running: Running | null
  stop: () => Promise<void>
}

export const testEnvironment = (database: TestDatabase) => ({
  PORT: '0',
  DATABASE_URL: database.url,
  DATA_DIR: database.data_dir,
  BASE_URL: 'http://localhost:3000',
  DOCS_URL: 'https://docs.example.com',
  PEER_BASE_URL: 'https://eu.example.com',
  TRUSTED_PROXIES: '127.0.0.0/8',
  SECRET_KEY: 'a secret of the tests, thirty-two characters or more',
  LOG_LEVEL: 'error',
  JOBS: 'false',
  DELIVERIES: 'false',
  WEBHOOK_ALLOW_LOOPBACK: 'true',
})

/**
 * Another service with its own settings, for another region or process. Uses the shared database unless one is given.
 */
export async function startService(overrides: Record<string, string> = {}, named?: TestDatabase): Promise<TestService> {
  const database = named ?? (await testDatabase())
  const environment = { ...testEnvironment(database), ...overrides }
  const settings = readSettings(environment)
  if (process.env.TEST_RUNTIME === 'deno') {
    const { base_url, stop } = await startServiceProcess(environment, { runtime: 'deno' })
    return { base_url, database, settings, running: null, stop }
  }
  const running = startApp(settings, database.url, testOperations)
  const listener: Listener = listen(running, '127.0.0.1', 0)
  return {
    base_url: `http://127.0.0.1:${listener.port}`,
    database,
    settings,
    running,
    stop: async () => {
      await listener.stop()
      await running.stop()
    },
  }
}

/** A service on a migrated database of its own, which is dropped when it stops: for many rows, and for looking at all. */
export async function startSeparateService(name: string): Promise<TestService> {
  const database = await separateDatabase(name)
  const service = await startService({}, database)
  return {
    ...service,
    stop: async () => {
      await service.stop()
      await database.stop()
    },
  }
}

let shared: Promise<TestService> | undefined

export const testService = (): Promise<TestService> => (shared ??= startService())

afterAllTests(async () => (await shared)?.stop())
afterEachFile(() => writeProvoked(process.env.TEST_RUN_FOLDER!))

export { publicOperations }
