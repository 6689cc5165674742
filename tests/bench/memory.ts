/** What the service keeps: memory gained by requests that are all alike. */
import { type Call, runLoad } from './loader.ts'
import { judge, say } from './report.ts'
import type { Rig } from './rig.ts'
import { connections, readVariant } from './scenes.ts'

interface Point {
  requests: number
  memory_mb: number
}

/** Megabytes gained in 100,000 requests, by least squares. */
function slopeOf(points: readonly Point[]): number {
  const mean = (of: (one: Point) => number) => points.reduce((sum, one) => sum + of(one), 0) / points.length
  const [x, y] = [mean((one) => one.requests), mean((one) => one.memory_mb)]
  const sxx = points.reduce((sum, one) => sum + (one.requests - x) ** 2, 0)
  const sxy = points.reduce((sum, one) => sum + (one.requests - x) * (one.memory_mb - y), 0)
  return (sxy / sxx) * 100_000
}

export async function measureMemory(rig: Rig): Promise<string[]> {
  const wanted = rig.bounds.memory_requests
  const shown = wanted.toLocaleString('en-US')
  const service = await rig.service()
  const things = await rig.things()
  const next = readVariant(things, things.service)
  const points: Point[] = []
  let sent = 0
  const timer = setInterval(() => {
    say(`memory: ${sent.toLocaleString('en-US')} of ${shown} requests`)
    points.push({ requests: sent, memory_mb: service.memory_mb() })
  }, 250)
  const counted = (connection: number): Call | null => (sent++ < wanted ? next(connection) : null)
  await runLoad({ port: service.port, next: counted, connections, seconds: 180 })
  clearInterval(timer)
  // The first quarter fills caches and lets the heap find its size.
  const late = points.filter(({ requests }) => requests > wanted / 4)
  return [
    `memory of the service over ${shown} requests: ${late[0]!.memory_mb.toFixed(0)} to ${late.at(-1)!.memory_mb.toFixed(0)} MB`,
    judge({ what: 'MB gained in 100,000', value: slopeOf(late), digits: 2, at_most: 5 }),
  ]
}
