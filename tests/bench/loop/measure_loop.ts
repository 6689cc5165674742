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
import { foldSums, openReadsData } from '../reads/data.ts'
import { startSide } from '../sides.ts'
import { openClient } from './client.ts'
import { openRecords } from './records.ts'
import { type LoopCase, loopCases, type Setting, wideMeasures } from './requests.ts'

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

interface Measuring {
  setting: Setting
  /** Milliseconds for which the event loop of the service was occupied at most, since the last question. */
  askBlock: () => Promise<number>
}

async function openMeasured({ keep, folder, kept }: LoopOptions): Promise<Measuring> {
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
  const sql = postgres(data.url, { max: 2, onnotice: () => {} })
  void keep(Promise.resolve({ stop: () => sql.end({ timeout: 1 }) }))
  const keys = await mintKeys(data.url, organization_id)
  const base_url = `http://127.0.0.1:${service.port}`
  const client = openClient({ sql, organization_id, base_url, keys, data_dir: folder })
  const records = await openRecords(client)
  const [clock] = await sql<{ today: string }[]>`select current_date::text as today`
  return {
    setting: { client, ...records, today: clock!.today, measures: wideMeasures(measuresOf('sales')) },
    askBlock: async () => Number(await (await fetch(`http://127.0.0.1:${loopPort}/`)).text()),
  }
}

/** Throws where the request is refused, unless it is measured up to its refusal. */
async function askOnce({ setting, askBlock }: Measuring, { method, make, refused }: LoopCase): Promise<Measured> {
  const { path, ...sent } = await make()
  await askBlock()
  const started = performance.now()
  const { status, bytes, text } = await setting.client.send(method, path, sent)
  const took_ms = performance.now() - started
  if (status >= 300 !== (refused !== undefined)) throw new Error(`answered ${status}: ${text.slice(0, 500)}`)
  return { block_ms: await askBlock(), took_ms, bytes, status }
}

async function shortestOf(measuring: Measuring, one: LoopCase): Promise<Measured> {
  // The first request compiles its schemas.
  await askOnce(measuring, one)
  const times: Measured[] = []
  while (times.length < repetitions) times.push(await askOnce(measuring, one))
  return times.toSorted((a, b) => a.block_ms - b.block_ms)[0]!
}

/** Throws at the end where an operation was not answered with success. */
export async function measureLoop(options: LoopOptions): Promise<string[]> {
  const { matching, print } = options
  const measuring = await openMeasured(options)
  const idle = async () => {
    await measuring.askBlock()
    await Bun.sleep(500)
    return measuring.askBlock()
  }
  const { client } = measuring.setting
  await foldSums(client.sql, client.organization_id)
  const idleBlocks = [await idle()]
  const failures: string[] = []
  print(heading)
  let [measured, missed] = [0, 0]
  for (const one of loopCases(measuring.setting)) {
    if (!matching.split(',').some((text) => one.name.includes(text))) continue
    showProgress(one.name)
    try {
      const shortest = await shortestOf(measuring, one)
      if (shortest.block_ms > boundMs) missed++
      print(lineOf(one.name, shortest))
    } catch (error) {
      failures.push(`${one.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
    if (++measured % 20 !== 0) continue
    // No jobs run that could disturb a measurement.
    await foldSums(client.sql, client.organization_id)
    idleBlocks.push(await idle())
  }
  const idleText = idleBlocks.map((one) => one.toFixed(1)).join(', ')
  print(`longest block of an idle loop within half a second, in the same run: ${idleText} ms`)
  if (failures.length > 0) throw new Error(`not answered with success:\n${failures.join('\n')}`)
  return [`${measured} requests, ${missed} beyond their bound`]
}
