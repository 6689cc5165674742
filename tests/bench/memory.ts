/** What the service keeps (F13): memory gained by a mix of requests, one page and one write to eight single variants. */
import { type Call, runLoad } from './loader.ts'
import { judge, say } from './report.ts'
import type { Rig } from './rig.ts'
import { connections, type Next, readPage, readVariant, writeCount } from './fixtures.ts'

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
  const variant = readVariant(things, things.service)
  const mix: Next[] = [
    ...Array.from({ length: 8 }, () => variant),
    readPage(things.service),
    writeCount(things, things.service),
  ]
  const points: Point[] = []
  let sent = 0
  const timer = setInterval(() => {
    say(`memory: ${sent.toLocaleString('en-US')} of ${shown} requests`)
    points.push({ requests: sent, memory_mb: service.memory_mb() })
  }, 250)
  const counted = (connection: number): Call | null => (sent++ < wanted ? mix[sent % mix.length]!(connection) : null)
  await runLoad({ port: service.port, next: counted, connections, seconds: Math.max(180, wanted / 100) })
  clearInterval(timer)
  // The first quarter, or 100,000, fill caches and let the heap find its size.
  const late = points.filter(({ requests }) => requests > Math.min(wanted / 4, 100_000))
  return [
    `memory of the service over ${shown} requests: ${late[0]!.memory_mb.toFixed(0)} to ${late.at(-1)!.memory_mb.toFixed(0)} MB`,
    judge({ what: 'MB gained in 100,000', value: slopeOf(late), digits: 2, at_most: 5 }),
  ]
}
