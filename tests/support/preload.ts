/** Runs before the tests: a real PostgreSQL of their own, started here so that no test's time pays for it. */
import { afterAll, beforeAll, setDefaultTimeout } from 'bun:test'
import { testDatabase } from './database.ts'
import { writeSeen } from './promises.ts'
import { stopTestService } from './service/service.ts'

const startLimitMs = 60_000
// A busy machine is slow, and a test that runs over takes PostgreSQL with it: Bun ends all child processes then.
setDefaultTimeout(30_000)

beforeAll(async () => {
  await testDatabase()
}, startLimitMs)

// Once a file in a worker of the suite, which gives it another file next; once at the end of `bun test` otherwise.
afterAll(async () => {
  const run_folder = process.env.TEST_RUN_FOLDER
  if (run_folder === undefined) await stopTestService()
  else writeSeen(run_folder)
}, startLimitMs)
