import { Connection, makeSql, type Target } from './connection.ts'

/**
 * Learning what became of a COMMIT whose answer was lost. PostgreSQL is asked by the
 * transaction's number, with one trap: a crash forgets numbers that never reached the disk and
 * gives them out again. So "committed" counts only from the same run of the server, or with a
 * commit time before the loss; a stranger's commit under the same number comes after it.
 */
export interface ServerRun {
  started: string
  /** The background processes: a crash replaces all of them, nothing else does. */
  helpers: string
}

export interface Mark {
  xid: string
  /** The database's clock at the beginning, in ms, and ours when that was asked. */
  began_at: number
  asked_at: number
  server_run: ServerRun
}

export type Outcome = 'committed' | 'aborted' | 'unknown'

export const SERVER_RUN = `select pg_postmaster_start_time()::text as started,
  coalesce((select string_agg(pid::text, ',') from pg_stat_activity where datid is null), '') as helpers`

/** With the wait for a slot, the work and the answer, the caller is kept less than two seconds. */
const ASK_MS_MAX = 1_500
const ASK_MS_MIN = 500
const PAUSE_MS = 30

interface Told extends ServerRun {
  status: 'in progress' | 'committed' | 'aborted' | null
  committed_at: number | null
}

/** What the transaction waited for its slot is taken off the time for asking. */
export async function findOutcome(target: Target, mark: Mark, waited_ms: number): Promise<Outcome> {
  const lost_at = mark.began_at + (performance.now() - mark.asked_at)
  const give_up_at = performance.now() + Math.max(ASK_MS_MIN, ASK_MS_MAX - waited_ms)
  while (performance.now() < give_up_at) {
    const outcome = await ask(target, mark, lost_at, give_up_at)
    if (outcome) return outcome
    await new Promise((settle) => setTimeout(settle, PAUSE_MS))
  }
  return 'unknown'
}

async function ask(target: Target, mark: Mark, lost_at: number, give_up_at: number): Promise<Outcome | null> {
  const connection = new Connection(target, () => undefined)
  const timer = setTimeout(() => connection.lose(new Error('asked for too long')), give_up_at - performance.now())
  try {
    const sql = makeSql((query) => connection.send(query))
    const [told] = await sql<Told[]>`
      select incarnation.*, pg_xact_status(${mark.xid}::text::xid8) as status,
        case when current_setting('track_commit_timestamp') = 'on'
          then extract(epoch from pg_xact_commit_timestamp(${mark.xid}::text::xid8::xid))::float8 * 1000
        end as committed_at
      from (${sql.unsafe(SERVER_RUN)}) incarnation`
    return told ? judge(told, mark, lost_at) : null
  } catch (error) {
    // A number "in the future" was forgotten in a crash, and its transaction with it.
    if (error instanceof Error && 'code' in error && error.code === '22023') return 'aborted'
    return null
  } finally {
    clearTimeout(timer)
    connection.retire()
  }
}

export function judge(told: Told, mark: Mark, lost_at: number): Outcome | null {
  if (told.status === 'aborted') return 'aborted'
  if (told.status === null) return 'unknown'
  const is_same_run = isSameRun(told, mark.server_run)
  if (told.status === 'in progress') return is_same_run ? null : 'aborted'
  if (is_same_run) return 'committed'
  if (told.committed_at === null) return 'unknown'
  return told.committed_at <= lost_at ? 'committed' : 'unknown'
}

function isSameRun(one: ServerRun, other: ServerRun): boolean {
  const helpers = new Set(other.helpers.split(','))
  const stays = one.helpers.split(',').some((pid) => helpers.has(pid))
  return one.started === other.started && stays
}
