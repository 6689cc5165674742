/** Memory growth of the service (F13) under a mix of requests: one page and one write to eight single variants. */
import { type Call, runLoad } from './loader.ts'
import { targetLine } from './report.ts'
import { showProgress } from '../support/progress.ts'
import type { Rig } from './rig.ts'
import { connections, type Next, readPage, readVariant, writeCount } from './fixtures/fixtures.ts'

interface Point {
  requests: number
  memory_mb: number
}

/** Megabytes gained per 100,000 requests, by linear regression. */
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
  const fixtures = await rig.fixtures()
  const variant = readVariant(fixtures, fixtures.service)
  const mix: Next[] = [
    ...Array.from({ length: 8 }, () => variant),
    readPage(fixtures.service),
    writeCount(fixtures, fixtures.service),
  ]
  const points: Point[] = []
  let sent = 0
  const timer = setInterval(() => {
    showProgress(`memory: ${sent.toLocaleString('en-US')} of ${shown} requests`)
    points.push({ requests: sent, memory_mb: service.memory_mb() })
  }, 250)
  const counted = (connection: number): Call | null => (sent++ < wanted ? mix[sent % mix.length]!(connection) : null)
  await runLoad({ port: service.port, next: counted, connections, seconds: Math.max(180, wanted / 100) })
  clearInterval(timer)
  // During the first quarter, 100,000 requests at most, caches fill and the heap reaches its size.
  const late = points.filter(({ requests }) => requests > Math.min(wanted / 4, 100_000))
  return [
    `memory of the service over ${shown} requests: ${late[0]!.memory_mb.toFixed(0)} to ${late.at(-1)!.memory_mb.toFixed(0)} MB`,
    targetLine({ what: 'MB gained per 100,000 requests', value: slopeOf(late), digits: 2, at_most: 5 }),
  ]
}
