/** One operation of the service against its twin, in turns that lie side by side. */
import type { Comparison } from './comparisons.ts'
import { type Measured, runLoad } from './loader.ts'
import { type Column, judge, median, row, say } from './report.ts'
import type { Rig } from './rig.ts'
import { connections, type Next } from './scenes.ts'
import type { Side } from './sides.ts'

export const columns = ['req/s', 'p50 ms', 'p99 ms', 'CPU us', 'DB CPU us']

interface Turns {
  side: Side
  next: Next
  measured: Measured[]
  cpu_ms: number
  database_cpu_ms: number
}

/** Both are warm when they are measured: compiling takes the service's helper threads some seconds of load. */
const warm_seconds = 3

/** The order changes from round to round, so that neither side always comes second. */
async function takeTurns(rig: Rig, title: string, turns: readonly [Turns, Turns]): Promise<void> {
  const { rounds, seconds } = rig.bounds
  for (let round = -1; round < rounds; round++) {
    say(`${title}: ${round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`}`)
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
      const { side, next } = turn
      const [spent, database_spent] = [side.cpu_ms(), rig.database_cpu_ms()]
      const one = await runLoad({ port: side.port, next, connections, seconds: round < 0 ? warm_seconds : seconds })
      if (round < 0) continue
      turn.measured.push(one)
      turn.cpu_ms += side.cpu_ms() - spent
      turn.database_cpu_ms += rig.database_cpu_ms() - database_spent
    }
  }
}

function columnsOf({ measured, cpu_ms, database_cpu_ms }: Turns): Column[] {
  const requests = measured.reduce((sum, one) => sum + one.requests, 0)
  const [per_second, p50, p99, cpu, database_cpu] = columns as [string, string, string, string, string]
  return [
    [per_second, median(measured.map((one) => one.requests_per_second)), 0],
    [p50, median(measured.map((one) => one.p50_ms)), 2],
    [p99, median(measured.map((one) => one.p99_ms)), 2],
    [cpu, (cpu_ms * 1000) / requests, 0],
    [database_cpu, (database_cpu_ms * 1000) / requests, 0],
  ]
}

export async function compare(rig: Rig, comparison: Comparison): Promise<string[]> {
  const { title, target, calls } = comparison
  const nexts = [await calls(rig, 'service'), await calls(rig, 'twin')] as const
  const twin_side = await rig.twinOf(comparison)
  const turnsOf = (side: Side, next: Next): Turns => ({ side, next, measured: [], cpu_ms: 0, database_cpu_ms: 0 })
  const service = turnsOf(await rig.service(), nexts[0])
  const twin = turnsOf(twin_side, nexts[1])
  await takeTurns(rig, title, [service, twin])
  await twin_side.stop()
  const ratios = service.measured.map((one, i) => one.requests_per_second / twin.measured[i]!.requests_per_second)
  return [
    row(`${title}, service`, columnsOf(service)),
    row(`${title}, twin`, columnsOf(twin)),
    judge({ what: 'ratio', value: median(ratios), digits: 3, at_least: target }),
  ]
}
