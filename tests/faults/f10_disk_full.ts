/**
 * F10: the disk under DATA_DIR fills up and is freed later. The server is started like an operator starts it, with its
 * own PostgreSQL, on a small file system, and recovers without help.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import { startEmbedded } from '../../db/embedded/start.ts'
import { startServer, type Started } from '../start/support/commands.ts'
import { keep } from '../support/ending.ts'
import { ask, atMost, exactly, type Figure, figure, type Reply, type Rig, secretKey } from './rig.ts'
import { newShop } from './load/shop.ts'
import { signIn } from './clients/sign_in.ts'

export const title = 'F10 the disk under DATA_DIR full for 15 s, then freed, under load'
const diskMb = 400
const fullMs = 15_000
const betweenMs = 3_000
const backMsMax = 30_000
const writers = 6
const pauseMs = 50
const block = Buffer.alloc(1_048_576, 1)

interface Disk {
  path: string
  fill: () => void
  free: () => void
}

/** A small file system of its own, or the reason why it is not available. */
function openDisk(): Disk | string {
  const path = mkdtempSync(join(tmpdir(), 'merchant-api-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=0755`, 'tmpfs', path], { stdio: 'pipe' })
  } catch (error) {
    rmSync(path, { recursive: true })
    return `a small disk cannot be mounted here (${(error as Error).message.trim().split('\n').at(-1)})`
  }
  void keep(
    Promise.resolve({
      stop: async () => {
        execFileSync('umount', ['-l', path], { stdio: 'ignore' })
        rmSync(path, { recursive: true })
      },
    }),
  )
  const ballast = join(path, 'ballast')
  return {
    path,
    fill: () => {
      for (const bytes of [block, block.subarray(0, 4_096)]) {
        try {
          for (;;) appendFileSync(ballast, bytes)
        } catch (error) {
          if ((error as { code?: string }).code !== 'ENOSPC') throw error
        }
      }
    },
    free: () => rmSync(ballast, { force: true }),
  }
}

const bytesLeft = ({ path }: Disk): number => {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

async function startOn(disk: Disk): Promise<{ server: Started; base_url: string }> {
  const DATA_DIR = join(disk.path, 'data')
  mkdirSync(DATA_DIR)
  const server = startServer({ DATA_DIR, SECRET_KEY: secretKey, LOG_LEVEL: 'error', JOBS: 'false' })
  void keep(Promise.resolve({ stop: async () => void (await server.stop()) }))
  return { server, base_url: (await server.ready()).base_url }
}

interface Counts {
  asked: number
  full: { succeeded: number; unavailable: number }
  hung: number
  other: string[]
  without_retry_after: number
  slowest_ms: number
  succeeded_at: number
}

function note(counts: Counts, reply: Reply | 'hung' | 'refused', is_full: boolean): boolean {
  counts.asked++
  if (reply === 'hung') counts.hung++
  else if (reply === 'refused') counts.other.push('the connection was refused')
  else if (reply.status === 503) {
    if (is_full) counts.full.unavailable++
    counts.slowest_ms = Math.max(counts.slowest_ms, reply.duration_ms)
    if (reply.retry_after === null) counts.without_retry_after++
  } else if (reply.status < 300) {
    if (is_full) counts.full.succeeded++
    counts.succeeded_at = performance.now()
    return true
  } else counts.other.push(JSON.stringify(reply.body).slice(0, 300))
  return false
}

async function upload(base_url: string, organization_id: string, user_token: string): Promise<Reply | 'hung'> {
  const started = performance.now()
  try {
    const response = await fetch(`${base_url}/api/v1/files?file_name=counts.csv`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${user_token}`, 'X-Organization-ID': organization_id },
      body: block,
      signal: AbortSignal.timeout(8_000),
    })
    const body: any = await response.json()
    const [duration_ms, retry_after] = [performance.now() - started, response.headers.get('retry-after')]
    return { status: response.status, code: body?.code ?? null, duration_ms, retry_after, body }
  } catch {
    return 'hung'
  }
}

export async function run(
  _rig: Rig,
  { rounds, progress }: { rounds: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const disk = openDisk()
  if (typeof disk === 'string') return [figure('skipped', disk)]
  const { server, base_url } = await startOn(disk)
  const data_dir = join(disk.path, 'data', 'postgres')
  const { superuser_url } = await startEmbedded({ data_dir, leave_running_if_attached: true })
  const sql = postgres(superuser_url, { max: 2, onnotice: () => {} })
  void keep(Promise.resolve({ stop: () => sql.end({ timeout: 1 }) }))
  const client = await newShop({ sql }, 100)
  const { user_token } = await signIn({ sql }, client)
  const service = { base_url }
  const counts: Counts = {
    asked: 0,
    full: { succeeded: 0, unavailable: 0 },
    hung: 0,
    other: [],
    without_retry_after: 0,
    slowest_ms: 0,
    succeeded_at: 0,
  }
  const acknowledged: string[] = []
  let [is_full, is_over, sent] = [false, false, 0]
  const writer = async () => {
    while (!is_over) {
      const external_id = uuidv7()
      const key = client.keys[sent++ % client.keys.length]!
      const [variant, other] = client.variants as [string, string]
      const reply = await ask(service, 'POST', `/api/v1/organizations/${client.organization_id}/purchase-orders`, key, {
        external_id,
        supplier_id: client.supplier_id,
        location_id: client.places[0],
        line_items: [variant, other].map((variant_id) => ({ variant_id, quantity: 1 })),
      })
      if (note(counts, reply, is_full)) acknowledged.push(external_id)
      await Bun.sleep(pauseMs)
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, writer))
  const uploads: (Reply | 'hung')[] = []
  const backMs: number[] = []
  const left: number[] = []
  for (let round = 1; round <= rounds; round++) {
    await Bun.sleep(betweenMs)
    disk.fill()
    is_full = true
    left.push(bytesLeft(disk))
    uploads.push(await upload(base_url, client.organization_id, user_token))
    // Each takes a segment of the write-ahead log, until there is no space for the next one.
    const switching = setInterval(() => void sql`select pg_switch_wal()`.catch(() => {}), 500)
    await Bun.sleep(fullMs)
    clearInterval(switching)
    disk.free()
    is_full = false
    const freedAt = performance.now()
    while (counts.succeeded_at < freedAt && performance.now() - freedAt < backMsMax) await Bun.sleep(10)
    backMs.push(counts.succeeded_at < freedAt ? Infinity : counts.succeeded_at - freedAt)
    progress(round / rounds)
  }
  is_over = true
  await writing
  const rows = await sql<{ external_id: string; lines: number }[]>`
    select o.external_id, count(l.line_id)::int as lines from purchase_orders o
    left join purchase_order_lines l using (organization_id, purchase_order_id)
    where o.organization_id = ${client.organization_id} group by o.external_id`
  const written = new Set(rows.map(({ external_id }) => external_id))
  const restarts = server.printed().err.split('starting it again').length - 1
  return [
    figure('writes, acknowledged', `${counts.asked}, ${acknowledged.length}`),
    figure('while full: succeeded, answered 503', `${counts.full.succeeded}, ${counts.full.unavailable}`),
    figure('bytes left when full, restarts of PostgreSQL', `${Math.max(...left)}, ${restarts} times`),
    exactly('acknowledged writes missing', acknowledged.filter((id) => !written.has(id)).length, 0),
    exactly('partially written', rows.filter(({ lines }) => lines !== 2).length, 0),
    exactly('hung', counts.hung, 0),
    exactly('responses other than 200 and 503', counts.other.length, 0),
    ...(counts.other[0] === undefined ? [] : [figure('for example', counts.other[0])]),
    exactly('503 without Retry-After', counts.without_retry_after, 0),
    atMost('slowest 503', counts.slowest_ms, 2_000, ' ms'),
    exactly(
      'uploads while full with another response than 503',
      uploads.filter((one) => one === 'hung' || one.status !== 503).length,
      0,
    ),
    atMost('first write after the disk was freed, maximum', Math.max(...backMs), 10_000, ' ms'),
  ]
}
