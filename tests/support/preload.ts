/** Runs before the tests: starts PostgreSQL here, so that its start does not count against a test's time limit. */
import { afterAll, beforeAll, setDefaultTimeout } from 'bun:test'
import { removeBuiltFolders } from './built.ts'
import { testDatabase } from './database.ts'
import { writeProvoked } from './promises.ts'
import { stopTestService } from './service/service.ts'

const startLimitMs = 60_000
// On a busy machine, a test that exceeds its time would take PostgreSQL with it: Bun then kills all child processes.
setDefaultTimeout(30_000)

beforeAll(async () => {
  await testDatabase()
}, startLimitMs)

// After each file in a worker of the suite, which then gets another file; otherwise once at the end of `bun test`.
afterAll(async () => {
  const run_folder = process.env.TEST_RUN_FOLDER
  if (run_folder !== undefined) return writeProvoked(run_folder)
  await stopTestService()
  removeBuiltFolders()
}, startLimitMs)
