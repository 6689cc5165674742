/** A test kind of queued work with its own table: the engine's guarantees apply to every kind. */
import { type Database, openDatabase } from '../../db/client/database.ts'
import type { Sql } from '../../server/contract/call.ts'
import type { Allotment, Caps, Ended, Group, Job, Kind, QueueTable } from '../../server/queue/kind.ts'
import { claimedJobs, firstDue, settledJobs, waitingGroups } from '../../server/queue/statements.ts'
import { startQueue, type Worker } from '../../server/queue/worker.ts'
import { testDatabase } from '../support/database.ts'

export interface Note extends Job {
  note_id: string
  body: string
}

export type Outcome = 'done' | 'failed' | 'refused' | 'timed_out'

export const notesTable: QueueTable = {
  name: 'test_notes',
  id: 'note_id',
  group: 'destination',
  group_type: 'text',
  states: { waiting: 'waiting', done: 'done', failed: 'failed' },
  lease_seconds: 45,
  retry_seconds: [60, 600, 3_600],
  isWaiting: (sql) => sql`d.state = 'waiting'`,
}

const findGroups = (sql: Sql) => sql<Group[]>`
  with recursive ${waitingGroups(sql, notesTable)}
  select g.organization_id, g.group_id, g.group_id as destination, first.due_since
  from groups g cross join ${firstDue(sql, notesTable)} first
  where g.next_attempt_at <= now()`

const claim = (sql: Sql, allotments: readonly Allotment[]) => sql<Note[]>`
  with ${claimedJobs(sql, notesTable, allotments)}
  select organization_id, note_id, destination, body, attempts as attempt from claimed`

async function finish(sql: Sql, ended: readonly Ended<Note, Outcome>[]): Promise<number> {
  const rows = ended.map(({ job, outcome }) => ({
    organization_id: job.organization_id,
    id: job.note_id,
    attempt: job.attempt,
    is_done: outcome === 'done',
    is_final: outcome === 'refused',
  }))
  const { count } = await sql`
    with ended as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as r (organization_id uuid, id uuid, attempt int, is_done boolean, is_final boolean)
    ), ${settledJobs(sql, notesTable)}
    select from settled`
  return count
}

export interface NoteOptions {
  caps?: Partial<Caps>
  attempt_seconds_max?: number
  run: (note: Note) => Promise<Outcome>
}

const usual: Caps = { total: 100, organization: 100, destination: 100, organization_destination: 100, timed_out: 100 }

export const notes = (db: Database, { caps, attempt_seconds_max = 30, run }: NoteOptions): Kind<Note, Outcome> => ({
  name: 'notes',
  channel: 'test_notes',
  caps: { ...usual, ...caps },
  attempt_seconds_max,
  findGroups: () => findGroups(db.autocommit),
  claim: (allotments) => claim(db.autocommit, allotments),
  run,
  failed: (reason) => (reason === 'timed_out' ? reason : 'failed'),
  evaluate: (outcome) => ({
    is_done: outcome === 'done',
    is_final: outcome === 'refused',
    is_timed_out: outcome === 'timed_out',
  }),
  finish: (ended) => finish(db.autocommit, ended),
})

export interface Rig {
  /** Queues notes with one statement. */
  add: (organization_id: string, destination: string, count: number, minutesDue?: number) => Promise<void>
  rows: () => Promise<any[]>
  /** Makes waiting jobs due, as if time had passed. */
  pass: (seconds: number) => Promise<void>
  start: (options: NoteOptions) => {
    worker: Worker
    /** Resolves when the worker has polled twice more and claimed what it found. */
    looked: () => Promise<void>
    stop: () => Promise<void>
  }
  clear: () => Promise<void>
}

export async function openRig(): Promise<Rig> {
  const { sql, url } = await testDatabase()
  await sql`
    create table if not exists test_notes (
      organization_id uuid not null, note_id uuid not null default gen_random_uuid(), destination text not null,
      body text not null default '', state text not null default 'waiting', attempts int not null default 0,
      round_failures smallint not null default 0, next_attempt_at timestamptz, leased_until timestamptz,
      ended_at timestamptz, primary key (organization_id, note_id))`
  await sql`
    create index if not exists test_notes_due on test_notes (organization_id, destination, next_attempt_at)
    where state = 'waiting'`
  return {
    async add(organization_id, destination, count, minutesDue = 0) {
      await sql`
        insert into test_notes (organization_id, destination, body, next_attempt_at)
        select ${organization_id}, ${destination}, n, now() - make_interval(mins => ${minutesDue})
        from generate_series(1, ${count}) n`
    },
    rows: () => sql`
      select *, extract(epoch from next_attempt_at - now())::float8 as due_in from test_notes order by destination, body`,
    async pass(seconds) {
      await sql`
        update test_notes set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds}),
          leased_until = leased_until - make_interval(secs => ${seconds}) where state = 'waiting'`
    },
    start(options) {
      const db = openDatabase(url, { autocommit_connections: 2 })
      const kind = notes(db, options)
      let looks = 0
      let waiting = { at: Infinity, resolve: () => {} }
      const findCounted = () => {
        if (++looks >= waiting.at) waiting.resolve()
        return kind.findGroups()
      }
      const worker = startQueue(db, { ...kind, findGroups: findCounted })
      return {
        worker,
        // Everything found by the last poll but one has been claimed when the last one starts.
        looked: () => new Promise((resolve) => (waiting = { at: looks + 2, resolve })),
        stop: async () => {
          await worker.stop()
          await db.close()
        },
      }
    },
    clear: async () => void (await sql`delete from test_notes`),
  }
}
