/**
 * The queue: work that must happen at least once, after the transaction that requested it has committed. Each kind of
 * work keeps its jobs in a table of its own, with the columns of `queueColumns` (db/schema/columns.ts), and declares the
 * rest here: where a job goes, how many run at once, how it is run and recorded. The engine is shared: a worker
 * (worker.ts) finds organisations with jobs due, shares its free slots between them (fair_share.ts), claims jobs under
 * a lease (statements.ts), runs them, and records the outcome under the attempt number, which is the fence. Jobs of a
 * worker that dies are claimed by another after the lease ends.
 */
import type { Fragment, Sql } from '../contract/call.ts'

/** Maximum concurrent jobs in one worker. */
export interface Caps {
  total: number
  /** Per organisation, so that a stalled one leaves slots to all others. */
  organization: number
  /** Per destination, over all organisations. */
  destination: number
  /** Per organisation and destination; below `destination` when organisations share destinations. */
  organization_destination: number
  /** Over all destinations whose last attempt timed out. */
  timed_out: number
}

/** Jobs that wait together: of one organisation, for one destination. */
export interface Group {
  organization_id: string
  group_id: string
  destination: string
  /** When the first of them came due. */
  due_since: string
}

/** Number of jobs of a group that may be claimed now. */
export interface Allotment {
  organization_id: string
  group_id: string
  jobs_max: number
}

export interface Job {
  organization_id: string
  destination: string
  /** The fence: an outcome is recorded only under the current attempt number. */
  attempt: number
}

export interface Ended<J extends Job, O> {
  job: J
  outcome: O
  /** On the process's monotonic clock; `ageSeconds` converts it to database time. */
  started_ms: number
  duration_ms: number
}

/** Seconds since an attempt started. The database subtracts it from its own time, as the process clock may be wrong. */
export const ageSeconds = ({ started_ms }: { started_ms: number }): number => (performance.now() - started_ms) / 1_000

/** The queue's evaluation of an outcome. */
export interface Verdict {
  is_done: boolean
  /** A retry cannot succeed: the job fails immediately. */
  is_final?: boolean
  /** The destination timed out; until it responds in time, it shares a small cap with other such destinations. */
  is_timed_out?: boolean
}

export interface Kind<J extends Job, O> {
  /** Name in logs and metrics, for example "deliveries". */
  name: string
  /** Notification channel for new jobs. */
  channel: string
  caps: Caps
  /** The longest attempt; it must end before the lease does. */
  attempt_seconds_max: number
  /** Groups that have a job due, one row each (`waitingGroups`, `firstDue`). */
  findGroups: () => Promise<readonly Group[]>
  /** Takes due jobs under a lease (`claimedJobs`). */
  claim: (allotments: readonly Allotment[]) => Promise<readonly J[]>
  /** One attempt. A failure is an outcome; what is thrown is turned into one by `failed`. */
  run: (job: J) => Promise<O>
  failed: (reason: 'timed_out' | Error) => O
  evaluate: (outcome: O) => Verdict
  /** Records ended attempts (`settledJobs`); returns how many still had a valid fence. */
  finish: (ended: readonly Ended<J, O>[]) => Promise<number>
}

/** The table that holds a kind's jobs; it has the columns of `queueColumns`. */
export interface QueueTable {
  name: string
  /** The column of a job's id; organisation and id are the primary key. */
  id: string
  /** The column that groups jobs: all jobs with one value go to one destination. */
  group: string
  group_type: 'uuid' | 'text'
  states: { waiting: string; done: string; failed: string }
  lease_seconds: number
  /** Waits after each failed attempt; a job has one attempt more than there are waits. */
  retry_seconds: readonly number[]
  /** The condition, on `d`, of the index over (organization_id, group, next_attempt_at), to the letter. */
  isWaiting: (sql: Sql) => Fragment
  /** A further condition on `d` before it is claimed. */
  isReady?: (sql: Sql) => Fragment
}
