/** Times reads of one organisation, each request alone, with the processor time that it takes. */
import { runLoad } from '../loader.ts'
import { showProgress } from '../../support/progress.ts'
import { targetLine } from '../report.ts'
import type { Side } from '../sides.ts'

const warmUps = 3
const rounds = 20

export interface Reader {
  service: Side
  keys: readonly string[]
  database_cpu_ms: () => number
  /** Path before that of each read. */
  base: string
  ms_max: number
}

export async function timeReads(reader: Reader, reads: readonly (readonly [string, string])[]): Promise<string[]> {
  const { service, keys, database_cpu_ms, base, ms_max } = reader
  const lines: string[] = []
  let sent = 0
  for (const [name, path] of reads) {
    showProgress(name)
    const measure = (count: number) => {
      let left = count
      const next = () =>
        left-- > 0 ? { method: 'GET' as const, path: `${base}/${path}`, key: keys[sent++ % keys.length]! } : null
      return runLoad({ port: service.port, connections: 1, seconds: 30, next })
    }
    // A read that is not answered is missed; the others are measured all the same.
    const fault = await measure(warmUps).then(
      () => null,
      (error: Error) => error.message.split('\r\n')[0]!,
    )
    if (fault !== null) {
      lines.push(`  ${name}: MISSED, ${fault}`)
      continue
    }
    const [databaseBefore, serviceBefore] = [database_cpu_ms(), service.cpu_ms()]
    const { p50_ms, requests } = await measure(rounds)
    const ofDatabase = ((database_cpu_ms() - databaseBefore) / requests).toFixed(0)
    const ofService = ((service.cpu_ms() - serviceBefore) / requests).toFixed(0)
    const timed = targetLine({ what: name, value: p50_ms, digits: 1, unit: ' ms', at_most: ms_max })
    lines.push(`${timed}; processor time ${ofDatabase} ms of the database, ${ofService} ms of the server`)
  }
  return lines
}
