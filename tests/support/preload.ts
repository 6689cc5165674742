/** Runs once before the tests: a real PostgreSQL of their own, started here so that no test's time pays for it. */
import { afterAll, beforeAll, beforeEach, setDefaultTimeout } from 'bun:test'
import { testDatabase } from './database.ts'
import { files_begun, holdPromises } from './promises.ts'
import { stopTestService } from './service.ts'

const start_limit_ms = 60_000
// A busy machine is slow, and a test that runs over takes PostgreSQL with it: Bun ends all child processes then.
setDefaultTimeout(30_000)

beforeAll(async () => {
  await testDatabase()
}, start_limit_ms)

beforeEach(() => {
  files_begun.add(Bun.main)
})

afterAll(async () => {
  await stopTestService()
  holdPromises()
}, start_limit_ms)
