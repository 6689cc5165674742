/** Compares one operation of the service with the reference server, in alternating turns. */
import type { Comparison } from './comparisons.ts'
import { type Measured, runLoad } from './loader.ts'
import { type Column, targetLine, median, row } from './report.ts'
import { showProgress } from '../support/progress.ts'
import type { Rig } from './rig.ts'
import { connections, type Next } from './fixtures/fixtures.ts'
import type { Side } from './sides.ts'

export const columns = ['req/s', 'p50 ms', 'p99 ms', 'CPU us', 'DB CPU us']

interface Turns {
  side: Side
  next: Next
  measured: Measured[]
  cpu_ms: number
  database_cpu_ms: number
}

/**
 * Both sides are warmed up with a number of requests: on a slow machine the compiler optimises later, and even later
 * for the side with more code.
 */
const warmSecondsMax = 10

async function warmUp({ port }: Side, next: Next, requests: number): Promise<void> {
  let left = requests
  const counted = (connection: number) => (left-- > 0 ? next(connection) : null)
  await runLoad({ port, next: counted, connections, seconds: warmSecondsMax })
}

/** The order alternates from round to round, so that neither side is always second. */
async function takeTurns(rig: Rig, title: string, turns: readonly [Turns, Turns]): Promise<void> {
  const { rounds, seconds, warm_requests } = rig.bounds
  for (let round = -1; round < rounds; round++) {
    showProgress(`${title}: ${round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`}`)
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
      const { side, next } = turn
      if (round < 0) {
        await warmUp(side, next, warm_requests)
        continue
      }
      const [spent, databaseSpent] = [side.cpu_ms(), rig.database_cpu_ms()]
      const one = await runLoad({ port: side.port, next, connections, seconds })
      turn.measured.push(one)
      turn.cpu_ms += side.cpu_ms() - spent
      turn.database_cpu_ms += rig.database_cpu_ms() - databaseSpent
    }
  }
}

/** Processor time in microseconds per request: of the responding process, and of PostgreSQL. */
function costOf({ measured, cpu_ms, database_cpu_ms }: Turns): { own: number; database: number } {
  const requests = measured.reduce((sum, one) => sum + one.requests, 0)
  return { own: (cpu_ms * 1000) / requests, database: (database_cpu_ms * 1000) / requests }
}

/**
 * The reference server's processor time per request as a share of the service's. Where processors are the bottleneck, the
 * ratio of requests per second is the share that includes the database and the loader; the rest is waiting.
 */
function shareOfTime(service: Turns, reference: Turns): string {
  const [one, other] = [costOf(service), costOf(reference)]
  const alone = other.own / one.own
  const together = (other.own + other.database) / (one.own + one.database)
  return `  processor time, reference to service  ${alone.toFixed(3)} for the process alone, ${together.toFixed(3)} with PostgreSQL; ${Math.round(one.own - other.own)} us more per request`
}

function columnsOf(turns: Turns): Column[] {
  const { measured } = turns
  const { own, database } = costOf(turns)
  const [per_second, p50, p99, cpu, databaseCpu] = columns as [string, string, string, string, string]
  return [
    [per_second, median(measured.map((one) => one.requests_per_second)), 0],
    [p50, median(measured.map((one) => one.p50_ms)), 2],
    [p99, median(measured.map((one) => one.p99_ms)), 2],
    [cpu, own, 0],
    [databaseCpu, database, 0],
  ]
}

export async function compare(rig: Rig, comparison: Comparison): Promise<string[]> {
  const { title, target, calls } = comparison
  const nexts = [await calls(rig, 'service'), await calls(rig, 'reference')] as const
  const referenceSide = await rig.referenceFor(comparison)
  const turnsOf = (side: Side, next: Next): Turns => ({ side, next, measured: [], cpu_ms: 0, database_cpu_ms: 0 })
  const service = turnsOf(await rig.service(), nexts[0])
  const reference = turnsOf(referenceSide, nexts[1])
  await takeTurns(rig, title, [service, reference])
  await referenceSide.stop()
  const ratios = service.measured.map((one, i) => one.requests_per_second / reference.measured[i]!.requests_per_second)
  return [
    row(`${title}, service`, columnsOf(service)),
    row(`${title}, reference`, columnsOf(reference)),
    shareOfTime(service, reference),
    targetLine({ what: 'ratio', value: median(ratios), digits: 3, at_least: target }),
  ]
}
