import { fragment } from '../sql/fragment.ts'
import { Connection, makeSql, type Target } from './connection.ts'

/**
 * Determines the outcome of a COMMIT whose response was lost, from the status of its transaction id. A crash
 * loses ids that were not yet on disk, and PostgreSQL assigns them again. So "committed" counts only in the
 * same server run, or with a commit time before the loss: a reused id commits after it.
 */
export interface ServerRun {
  started: string
  /** Process ids of the background processes: only a crash replaces all of them. */
  helpers: string
}

export interface Mark {
  xid: string
  /** The database's clock at the beginning, in ms, and ours when it was read. */
  began_at: number
  asked_at: number
  server_run: ServerRun
}

export type Outcome = 'committed' | 'aborted' | 'unknown'

export const selectServerRun = fragment`select pg_postmaster_start_time()::text as started,
  coalesce((select string_agg(pid::text, ',') from pg_stat_activity where datid is null), '') as helpers`

/** Together with the wait for a slot, the caller waits less than two seconds. */
const ASK_MS_MAX = 1_500
const ASK_MS_MIN = 500
const PAUSE_MS = 30

interface TransactionReport extends ServerRun {
  status: 'in progress' | 'committed' | 'aborted' | null
  committed_at: number | null
}

/** The time that the transaction waited for its slot is deducted from the time for this query. */
export async function findOutcome(target: Target, mark: Mark, waited_ms: number): Promise<Outcome> {
  const lostAt = mark.began_at + (performance.now() - mark.asked_at)
  const giveUpAt = performance.now() + Math.max(ASK_MS_MIN, ASK_MS_MAX - waited_ms)
  while (performance.now() < giveUpAt) {
    const outcome = await ask(target, mark, lostAt, giveUpAt)
    if (outcome) return outcome
    await new Promise((settle) => setTimeout(settle, PAUSE_MS))
  }
  return 'unknown'
}

async function ask(target: Target, mark: Mark, lostAt: number, giveUpAt: number): Promise<Outcome | null> {
  const connection = new Connection(target, () => undefined)
  const timer = setTimeout(
    () => connection.lose(new Error('the outcome query took too long')),
    giveUpAt - performance.now(),
  )
  try {
    const sql = makeSql((query) => connection.send(query))
    const [report] = await sql<TransactionReport[]>`
      select server_run.*, pg_xact_status(${mark.xid}::text::xid8) as status,
        case when current_setting('track_commit_timestamp') = 'on'
          then extract(epoch from pg_xact_commit_timestamp(${mark.xid}::text::xid8::xid))::float8 * 1000
        end as committed_at
      from (${selectServerRun}) server_run`
    return report ? outcomeOf(report, mark, lostAt) : null
  } catch (error) {
    // An id "in the future" was lost in a crash, and its transaction with it.
    if (error instanceof Error && 'code' in error && error.code === '22023') return 'aborted'
    return null
  } finally {
    clearTimeout(timer)
    connection.retire()
  }
}

export function outcomeOf(report: TransactionReport, mark: Mark, lostAt: number): Outcome | null {
  if (report.status === 'aborted') return 'aborted'
  if (report.status === null) return 'unknown'
  const sameRun = isSameRun(report, mark.server_run)
  if (report.status === 'in progress') return sameRun ? null : 'aborted'
  if (sameRun) return 'committed'
  if (report.committed_at === null) return 'unknown'
  return report.committed_at <= lostAt ? 'committed' : 'unknown'
}

function isSameRun(one: ServerRun, other: ServerRun): boolean {
  const helpers = new Set(other.helpers.split(','))
  const stays = one.helpers.split(',').some((pid) => helpers.has(pid))
  return one.started === other.started && stays
}
