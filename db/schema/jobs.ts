/** When each periodic job last started, so that it runs once per interval across all processes. */
import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const job_runs = pgTable('job_runs', {
  job: text().primaryKey(),
  began_at: instant().notNull(),
  ended_at: instant(),
  /** When the last run without a fault ended; kept while others fail. */
  succeeded_at: instant(),
  /** Why the last run failed. */
  fault: text(),
})
