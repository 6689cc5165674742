/**
 * F21: one organisation sends its costliest requests on four connections, one kind after the other. Beside it another one
 * reads and writes one row at a time, and is compared with the same beside a control load: small reads of many organisations
 * that take as much processor time, in the same run.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { scopes } from '../../../server/contract/resources.ts'
import { insertKey } from '../../../server/platform/keys/store.ts'
import { databaseCpu, processorTimeWithChildren } from '../../bench/processor_time.ts'
import { type Costly, openCostly } from './costly.ts'
import type { Felt } from './feel_worker.ts'
import { ask, atMost, type Client, exactly, type Figure, figure, newClient, percentile, type Rig } from '../rig.ts'

export const title = 'F21 one organisation sends its costliest requests beside another'

type Service = Awaited<ReturnType<Rig['startService']>>

const connections = 4
const controlOrganizations = 24
const ratioMax = 2
/** How long the last requests of a round may take to end. */
const lateMs = 5_000
/** Below this the machine's own noise decides. */
const floorMs = 20

/** Each key may write 120 times a minute. */
const feelingKeys = 40

/** What a new organisation with two connections feels for so long. */
async function feel({ base_url }: Service, rig: Rig, seconds: number, felt: Felt): Promise<void> {
  const { keys } = await newClient(rig, feelingKeys)
  const worker = new Worker(new URL('./feel_worker.ts', import.meta.url), {
    workerData: { base_url, keys, seconds },
  })
  const more = await new Promise<Felt>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  await worker.terminate()
  felt.reads.push(...more.reads)
  felt.writes.push(...more.writes)
  felt.failed += more.failed
}

async function costly(service: Service, kind: Costly, { keys }: Client, until: number): Promise<[number, number]> {
  let [sent, failed] = [0, 0]
  let next = 0
  const one = async () => {
    while (performance.now() < until) {
      const isDone = await kind.send(service, keys[next++ % keys.length]!).catch(() => false)
      sent++
      if (!isDone) {
        failed++
        await Bun.sleep(50)
      }
    }
  }
  const all = Promise.all(Array.from({ length: connections }, one))
  // A file that waits for its turn may take longer than the round.
  await Promise.race([all, Bun.sleep(until - performance.now() + lateMs)])
  return [sent, failed]
}

/** Small reads of many organisations, so many per second. */
async function control(
  service: Service,
  clients: readonly Client[],
  per_second: number,
  until: number,
): Promise<number> {
  let sent = 0
  const started = performance.now()
  const one = async ({ keys }: Client) => {
    while (performance.now() < until) {
      if (sent >= ((performance.now() - started) / 1_000) * per_second) await Bun.sleep(1)
      else await ask(service, 'GET', '/api/v1/contacts/table?limit=1', keys[sent++ % keys.length]!)
    }
  }
  await Promise.all(clients.map(one))
  return sent
}

async function keysOf({ sql }: Rig, organization_id: string, count: number): Promise<Client> {
  const minted = await sql.begin((tx) =>
    Promise.all(
      Array.from({ length: count }, () =>
        insertKey(tx as never, { organization_id, region: 'us', label: 'load', scopes, expires_in_days: 1 }),
      ),
    ),
  )
  return { organization_id, keys: minted.map(({ api_key }) => api_key) }
}

interface Fixture {
  rig: Rig
  service: Service
  costly: Client
  control: Client[]
  seconds: number
  cpu_ms: () => number
  /** Processor time of one small read. */
  read_cpu_ms: number
}

/** One kind and its control load, in turns: the machine changes meanwhile for both alike. */
async function compare(fixture: Fixture, kind: Costly, rounds: number): Promise<Figure[]> {
  const { rig, service, seconds, cpu_ms, read_cpu_ms } = fixture
  const beside: Felt = { reads: [], writes: [], failed: 0 }
  const besideControl: Felt = { reads: [], writes: [], failed: 0 }
  let [sent, failed, cores] = [0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const [cpuBefore, started] = [cpu_ms(), performance.now()]
    const until = started + seconds * 1_000
    const felt = feel(service, rig, seconds, beside)
    const [[more, lost]] = await Promise.all([costly(service, kind, fixture.costly, until), felt])
    sent += more
    failed += lost
    const share = (cpu_ms() - cpuBefore) / (performance.now() - started)
    cores += share / rounds
    const untilControl = performance.now() + seconds * 1_000
    await Promise.all([
      control(service, fixture.control, (share * 1_000) / read_cpu_ms, untilControl),
      feel(service, rig, seconds, besideControl),
    ])
  }
  const p99 = (durations: readonly number[]) => percentile(durations, 0.99)
  const bound = (durations: readonly number[]) => Math.round(Math.max(floorMs, ratioMax * p99(durations)))
  return [
    figure(`${kind.name}: sent, of these not done; cores in use`, `${sent}, ${failed}; ${cores.toFixed(1)}`),
    figure(
      `${kind.name}: p99 of a read, a write beside control`,
      `${p99(besideControl.reads).toFixed(0)}, ${p99(besideControl.writes).toFixed(0)} ms`,
    ),
    atMost(`${kind.name}: p99 of another's read`, p99(beside.reads), bound(besideControl.reads), ' ms'),
    atMost(`${kind.name}: p99 of another's write`, p99(beside.writes), bound(besideControl.writes), ' ms'),
    exactly(`${kind.name}: of the other's requests refused`, beside.failed, 0),
  ]
}

export async function run(
  rig: Rig,
  { seconds, rounds, progress }: { seconds: number; rounds: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const data_dir = mkdtempSync(join(tmpdir(), 'merchant-api-neighbours-'))
  const opened = await openCostly(rig, data_dir)
  const service = await rig.startService({ DATA_DIR: data_dir })
  try {
    const databaseMs = databaseCpu(rig.cluster.data_dir)
    const cpu_ms = () => processorTimeWithChildren(service.child.pid!) + databaseMs()
    const clients = await Promise.all(Array.from({ length: controlOrganizations }, () => newClient(rig, 12)))
    const warm = async () => control(service, clients, 200, performance.now() + 2_000)
    await warm()
    const before = cpu_ms()
    const measured = await warm()
    const fixture: Fixture = {
      rig,
      service,
      costly: await keysOf(rig, opened.organization_id, 40),
      control: clients,
      seconds,
      cpu_ms,
      read_cpu_ms: (cpu_ms() - before) / measured,
    }
    const figures: Figure[] = []
    for (const [i, kind] of opened.kinds.entries()) {
      figures.push(...(await compare(fixture, kind, rounds)))
      progress((i + 1) / opened.kinds.length)
    }
    return figures
  } finally {
    await service.stop()
    await opened.close()
    rmSync(data_dir, { recursive: true, force: true })
  }
}
