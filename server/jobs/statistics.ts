/** Figures of the periodic jobs. What succeeded last is read from the database: each run is of one of several processes. */
import { Counter, Gauge } from 'prom-client'
import type { Sql } from '../contract/call.ts'
import { registry } from '../observe/metrics.ts'
import type { Job } from './job.ts'

// Prometheus names the process that it reads "job".
const labels = { labelNames: ['name'], registers: [registry] }

const failures = new Counter({ name: 'job_failures_total', help: 'Runs of jobs that failed.', ...labels })
const intervals = new Gauge({ name: 'job_interval_seconds', help: 'How often a job is run.', ...labels })
const successes = new Gauge({
  name: 'job_last_success_timestamp_seconds',
  help: 'When the last run that succeeded ended, in whichever process; the start of the process where there was none.',
  ...labels,
})

/** Every job has its figures from the start, so that the first failure is an increase. */
export function listJobs(jobs: readonly Job[]): void {
  for (const { name, every_seconds } of jobs) {
    failures.inc({ name }, 0)
    intervals.set({ name }, every_seconds)
    successes.set({ name }, Date.now() / 1_000)
  }
}

export const countFailure = (name: string): void => failures.inc({ name })

export async function readSuccesses(sql: Sql): Promise<void> {
  const rows = await sql<{ name: string; succeeded_at: number }[]>`
    select job as name, extract(epoch from succeeded_at)::float8 as succeeded_at from job_runs
    where succeeded_at is not null`
  for (const { name, succeeded_at } of rows) successes.set({ name }, succeeded_at)
}
