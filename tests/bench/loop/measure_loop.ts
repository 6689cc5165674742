/**
 * `loop`: the longest time for which one request of each operation, at its published maximum, occupies the event loop of the
 * service. Other load on the cores lengthens it, so the shortest of some repetitions counts, beside the same of an idle loop.
 */
import postgres from 'postgres'
import { measuresOf } from '../../../server/insight/metrics/dictionary.ts'
import { showProgress } from '../../support/progress.ts'
import { freePort } from '../../support/free_port.ts'
import type { Keep } from '../../support/ending.ts'
import { mintKeys } from '../fixtures/data.ts'
import { openReadsData } from '../reads/data.ts'
import { startSide } from '../sides.ts'
import { knownValues, type LoopCase, loopCases, wideMeasures } from './requests.ts'

const boundMs = 50
const repetitions = 3
/** Variants of the organisation: more than the largest page has rows. */
const variants = 12_000

interface Measured {
  block_ms: number
  took_ms: number
  bytes: number
  status: number
}

const nameWidth = 66
const cell = (value: number | string) => String(value).padStart(10)
const heading = `${'operation'.padEnd(nameWidth)}${['status', 'KB', 'took', 'block', 'bound'].map(cell).join('')}`

function lineOf(name: string, { status, bytes, took_ms, block_ms }: Measured): string {
  const verdict = block_ms <= boundMs ? 'met' : 'MISSED'
  const figures = [status, Math.round(bytes / 1024), took_ms.toFixed(0), block_ms.toFixed(1), boundMs]
  return `${name.padEnd(nameWidth)}${figures.map(cell).join('')} ${verdict}`
}

export interface LoopOptions {
  keep: Keep
  folder: string
  kept: string | undefined
  matching: string
  print: (line: string) => void
}

export async function measureLoop({ keep, folder, kept, matching, print }: LoopOptions): Promise<string[]> {
  const data = await openReadsData(keep, kept, [variants])
  const loopPort = await freePort()
  const service = await keep(
    startSide('./servers/loop_service.ts', {
      DATABASE_URL: data.url,
      DATA_DIR: folder,
      JOBS: 'false',
      DELIVERIES: 'false',
      LOOP_PORT: String(loopPort),
      SECRET_KEY: 'a secret of the bench, thirty-two characters or more',
    }),
  )
  const { organization_id } = data.organizations.at(-1)!
  const keys = await mintKeys(data.url, organization_id)
  const sql = postgres(data.url, { max: 2 })
  const known = await knownValues(sql, organization_id)
  const [clock] = await sql<{ today: string }[]>`select current_date::text as today`
  await sql.end()
  const askBlock = async () => Number(await (await fetch(`http://127.0.0.1:${loopPort}/`)).text())
  let turn = 0
  const askOnce = async ({ method, path, body }: LoopCase): Promise<Measured> => {
    await askBlock()
    const started = performance.now()
    const response = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${keys[turn++ % keys.length]}`,
        ...(method === 'GET' ? {} : { 'Idempotency-Key': crypto.randomUUID() }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    })
    const { byteLength: bytes } = await response.arrayBuffer()
    const took_ms = performance.now() - started
    return { block_ms: await askBlock(), took_ms, bytes, status: response.status }
  }
  const idle = async () => {
    await askBlock()
    await Bun.sleep(500)
    return askBlock()
  }
  const idleBlocks = [await idle()]
  print(heading)
  let [measured, missed] = [0, 0]
  for (const one of loopCases(organization_id, known, clock!.today, wideMeasures(measuresOf('sales')))) {
    if (!one.name.includes(matching)) continue
    showProgress(one.name)
    // The first request compiles its schemas.
    await askOnce(one)
    const times: Measured[] = []
    while (times.length < repetitions) times.push(await askOnce(one))
    const shortest = times.toSorted((a, b) => a.block_ms - b.block_ms)[0]!
    if (shortest.block_ms > boundMs) missed++
    if (++measured % 20 === 0) idleBlocks.push(await idle())
    print(lineOf(one.name, shortest))
  }
  const idleText = idleBlocks.map((one) => one.toFixed(1)).join(', ')
  return [
    `longest block of an idle loop within half a second, in the same run: ${idleText} ms`,
    `${measured} requests, ${missed} beyond their bound`,
  ]
}
