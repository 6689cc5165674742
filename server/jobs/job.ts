/**
 * One periodic job. job_runs records the last start, so that all processes together run it once per interval. A run
 * consists of short transactions that take the job's advisory lock; if an earlier run is still active, the later one
 * ends. The lock of a process that dies is released with its connection.
 */
import { type Database, isConnectionError } from '../../db/client/database.ts'
import type { Fragment, Sql } from '../contract/call.ts'
import { nilId } from '../contract/schema.ts'
import { logger } from '../observe/logs.ts'
import { countFailure } from './statistics.ts'

/** Runs one piece of work in a transaction of its own, under the job's lock. */
export type Step = <T>(work: (sql: Sql, now: string) => Promise<T>) => Promise<T>

export interface Job {
  name: string
  every_seconds: number
  run: (step: Step) => Promise<void>
}

/** The organisation to which a statement over all of them is restricted; null if it is not. */
export type Only = string | null

/** A condition that restricts the rows of a table, or of its alias, to one organisation. */
export const within = (sql: Sql, only: Only, organization: Fragment): Fragment =>
  only === null ? sql`true` : sql`${organization} = ${only}`

/**
 * A job that repeats a transaction until one handles fewer rows than a batch; `work` returns how many it handled.
 * `isApart`: rows belong to organisations, which have their turns apart if the work fails.
 */
export const batchJob = (
  name: string,
  every_seconds: number,
  batchRows: number,
  work: (sql: Sql, only: Only) => Promise<number>,
  { isApart = true } = {},
): Job => ({
  name,
  every_seconds,
  run(step) {
    const workOff = async (only: Only) => {
      while ((await step((sql) => work(sql, only))) === batchRows);
    }
    return isApart ? togetherOrApart(step, workOff) : workOff(null)
  },
})

/** Whatever ends a run without being a fault of its work. */
class RunEnds extends Error {}
/** Another process is at this job now. */
class HeldElsewhere extends RunEnds {}
/** The service stops; the job goes on in another process or at the next start. */
class Stopping extends RunEnds {}

/** Nothing of the work failed: the run ends, or the database is away. */
const endsRun = (error: unknown): boolean => error instanceof RunEnds || isConnectionError(error)

/**
 * Does the work for each, so that the fault of one holds up none of the others; where it failed it is tried once more
 * when all had their turn. What fails again is the fault of the run.
 */
export async function forEachApart<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const faults = new Map<T, unknown>()
  const attempt = async (one: T) => {
    try {
      await work(one)
      faults.delete(one)
    } catch (error) {
      if (endsRun(error)) throw error
      faults.set(one, error)
    }
  }
  for (const one of all) await attempt(one)
  for (const one of faults.keys()) await attempt(one)
  const [fault] = faults.values()
  if (fault !== undefined) throw fault
}

export const readOrganizations = (sql: Sql) => sql<{ organization_id: string }[]>`
  select organization_id from organizations order by organization_id`

/**
 * Work on rows of all organisations at once; if it fails, it is repeated for each organisation, so that a bad row of
 * one does not block the others. The last run, nilId, handles rows without an organisation.
 */
export async function togetherOrApart(step: Step, work: (only: Only) => Promise<void>): Promise<void> {
  try {
    await work(null)
  } catch (error) {
    if (endsRun(error)) throw error
    const organizations = await step(readOrganizations)
    await forEachApart([...organizations.map(({ organization_id }) => organization_id), nilId], work)
  }
}

/**
 * Does the work for each that is due, apart. What is due is read with one statement; if that fails, with one for each
 * organisation, so that the bad row of one hides no other's work.
 */
export async function forEachDue<T>(
  step: Step,
  readDue: (sql: Sql, now: string, only: Only) => Promise<readonly T[]>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const read = (only: Only) => step((sql, now) => readDue(sql, now, only))
  let due: readonly T[]
  try {
    due = await read(null)
  } catch (error) {
    if (endsRun(error)) throw error
    return forEachApart(await step(readOrganizations), async ({ organization_id }) =>
      forEachApart(await read(organization_id), work),
    )
  }
  return forEachApart(due, work)
}

async function lockJob(sql: Sql, name: string): Promise<string> {
  const [row] = await sql<{ held: boolean; now: string }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`job ${name}`}, 0)) as held, now() as now`
  if (!row!.held) throw new HeldElsewhere()
  return new Date(row!.now).toISOString()
}

/** Whether this run is ours: one process gets a job in each interval. Looking takes no lock that a run could miss. */
async function claimRun(db: Database, { name, every_seconds }: Job): Promise<boolean> {
  const claimed = await db.write(
    (sql) => sql`
      insert into job_runs as r (job, began_at) values (${name}, now())
      on conflict (job) do update set began_at = now(), ended_at = null, fault = null
        where r.began_at <= now() - make_interval(secs => ${every_seconds})
      returning job`,
  )
  return claimed.length > 0
}

/** Runs a job if it is due and returns whether it ran. An error is logged and ends only this run. */
export async function runWhenDue(db: Database, job: Job, isStopping: () => boolean = () => false): Promise<boolean> {
  const step: Step = (work) =>
    db.write(async (sql) => {
      if (isStopping()) throw new Stopping()
      return work(sql, await lockJob(sql, job.name))
    })
  try {
    if (!(await claimRun(db, job))) return false
    await job.run(step)
    await db.write((sql) => sql`update job_runs set ended_at = now(), succeeded_at = now() where job = ${job.name}`)
    return true
  } catch (error) {
    if (error instanceof RunEnds) return false
    const message = error instanceof Error ? error.message : String(error)
    // An unreachable database is not an error of the job.
    const isAway = isConnectionError(error)
    if (!isAway) countFailure(job.name)
    logger[isAway ? 'warning' : 'error']('a job failed', { job: job.name, message })
    await db
      .write((sql) => sql`update job_runs set fault = ${message} where job = ${job.name}`)
      .catch(() => {
        // The database is unreachable; the error is logged above.
      })
    return false
  }
}
