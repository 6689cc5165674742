/**
 * The queue: work that must happen at least once, after the transaction that asked for it has committed. Each kind of
 * work keeps its jobs in a table of its own, with the columns of `queueColumns` (db/schema/columns.ts), and declares the
 * rest here: where a job goes, how many run at once, how it is run and written down. The engine does what all have in
 * common: a worker (worker.ts) asks which organisations have something waiting, shares its free slots between them
 * (fair_share.ts), claims jobs under a lease (statements.ts), runs them, and ends them under the number of the attempt,
 * the fence. A worker that dies leaves its jobs to whoever looks after the lease has ended.
 */
import type { Fragment, Sql } from '../contract/call.ts'

/** How many jobs run at once in one worker. */
export interface Caps {
  total: number
  /** Of one organisation: what stalls in one leaves slots to all others. */
  organization: number
  /** At one destination, whichever organisation they belong to. */
  destination: number
  /** Of one organisation at one destination; below `destination` where organisations share destinations. */
  organization_destination: number
  /** At all destinations together whose last attempt timed out. */
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

/** How many jobs of a group may be claimed now. */
export interface Allotment {
  organization_id: string
  group_id: string
  jobs_max: number
}

export interface Job {
  organization_id: string
  destination: string
  /** The fence: only the attempt of this number can be ended by its number. */
  attempt: number
}

export interface Ended<J extends Job, O> {
  job: J
  outcome: O
  /** On the process's own clock, which counts from its start; `ageSeconds` turns it into the database's time. */
  started_ms: number
  duration_ms: number
}

/** How long ago an attempt began: the database takes it off its own time, since a process's calendar may be wrong. */
export const ageSeconds = ({ started_ms }: { started_ms: number }): number => (performance.now() - started_ms) / 1_000

/** What an outcome means to the queue. */
export interface Verdict {
  is_done: boolean
  /** Another attempt cannot help: the job fails at once. */
  is_final?: boolean
  /** The destination did not answer in time; until it does, it shares a small cap with others like it. */
  is_timed_out?: boolean
}

export interface Kind<J extends Job, O> {
  /** As logs and metrics call it: "deliveries". */
  name: string
  /** The channel on which workers hear that something waits. */
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
  judge: (outcome: O) => Verdict
  /** Writes ended attempts down (`settledJobs`); answers how many were still held under their fence. */
  finish: (ended: readonly Ended<J, O>[]) => Promise<number>
}

/** The table that holds a kind's jobs; it has the columns of `queueColumns`. */
export interface QueueTable {
  name: string
  /** The column of a job's id; organisation and id are the primary key. */
  id: string
  /** The column by which jobs wait together: all of one value go to one destination. */
  group: string
  group_type: 'uuid' | 'text'
  states: { waiting: string; done: string; failed: string }
  lease_seconds: number
  /** Waits after each failed attempt; a job has one attempt more than there are waits. */
  retry_seconds: readonly number[]
  /** The condition, on `d`, of the index over (organization_id, group, next_attempt_at), to the letter. */
  isWaiting: (sql: Sql) => Fragment
  /** What else must hold of `d` before it is claimed. */
  isReady?: (sql: Sql) => Fragment
}
