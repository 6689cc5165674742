/** Runs once before the tests: a real PostgreSQL of their own and the service on it. */
import { afterAll } from 'bun:test'
import { stopTestService } from './service.ts'

afterAll(async () => {
  await stopTestService()
})
