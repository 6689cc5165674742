/** When each periodic job last began, so that many processes together run it once an interval. */
import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const job_runs = pgTable('job_runs', {
  job: text().primaryKey(),
  began_at: instant().notNull(),
  ended_at: instant(),
  /** Why the last run that began did not end well. */
  fault: text(),
})
