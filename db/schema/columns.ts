/**
 * The columns that every table is made of. Each tenant table has organization_id first in its primary key,
 * and every foreign key is composite with it, so that no row can point into another organisation.
 */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { bigint, customType, date, integer, numeric, smallint, timestamp, uuid } from 'drizzle-orm/pg-core'

export const organizationId = () => uuid().notNull()
export const instant = () => timestamp({ withTimezone: true, mode: 'string' })
export const recordedNow = () => instant().notNull().defaultNow()
export const day = () => date({ mode: 'string' })
/** Integer hundredths of the currency that stands beside it. */
export const cents = () => bigint({ mode: 'number' })
/** What one unit costs; four decimals, never a float. */
export const unitCost = () => numeric({ precision: 18, scale: 4 })
/** For a check: a text that is one of a list. The list is the one that the OpenAPI document publishes, where it does. */
export const isOneOf = (column: AnyColumn | SQL, list: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(list.map((text) => `'${text}'`).join(', '))})`
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * What the queue keeps of a job (server/queue/kind.ts). A claim counts the attempt, whose number is the fence without
 * which nothing can be ended, and leases the job: a worker that dies is simply followed by another. No index knows of
 * the lease, and pages are kept a third empty, so that a claim changes its row in place.
 */
export const queueColumns = () => ({
  /** All attempts ever made; the number of the last one is its fence. */
  attempts: integer().notNull().default(0),
  /** Attempts that ended in failure since it was last asked for; the kind's schedule says how many end a round. */
  round_failures: smallint().notNull().default(0),
  /** When it is due; null where it does not wait. */
  next_attempt_at: instant(),
  leased_until: instant(),
  ended_at: instant(),
})
