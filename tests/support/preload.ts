/** Runs once before the tests: a real PostgreSQL of their own, started here so that no test's time pays for it. */
import { afterAll, beforeAll } from 'bun:test'
import { testDatabase } from './database.ts'
import { stopTestService } from './service.ts'

const start_limit_ms = 60_000

beforeAll(async () => {
  await testDatabase()
}, start_limit_ms)

afterAll(async () => {
  await stopTestService()
}, start_limit_ms)
