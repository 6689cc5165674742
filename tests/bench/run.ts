/**
 * `bun run bench [--quick] [--variants N]`: the service against a bare twin that sends the same statements, in turns,
 * with the loader and PostgreSQL on the same machine. Ratios of turns that lie side by side bear noise; figures alone
 * do not. Targets are those of a machine that does nothing else.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { hashSecret } from '../../server/door/credential.ts'
import { type BenchData, large_variants, openBenchData } from './data.ts'
import { type Call, type Measured, median, runLoad } from './loader.ts'
import { overhearCalls } from './recipe.ts'
import {
  calls,
  connections,
  findThings,
  readFiltered,
  readPage,
  readVariant,
  type Things,
  writeCount,
} from './scenes.ts'
import { type Side, startSide } from './sides.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    variants: { type: 'string', default: String(large_variants) },
  },
})
const [rounds, seconds, memory_requests] = values.quick ? [3, 1.5, 30_000] : [7, 2.5, 200_000]

function say(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

interface Compared {
  name: string
  target: number
  ratio: number
  service: Measured & { cpu_us: number }
  twin: Measured & { cpu_us: number }
}

type Next = (connection: number) => Call | null

const middle = (all: readonly Measured[]): Measured => ({
  requests: all.reduce((sum, one) => sum + one.requests, 0),
  requests_per_second: median(all.map((one) => one.requests_per_second)),
  p50_ms: median(all.map((one) => one.p50_ms)),
  p99_ms: median(all.map((one) => one.p99_ms)),
  failed: 0,
})

/** Turns of both, in an order that changes from round to round, so that neither always comes second. */
async function compare(name: string, target: number, sides: { side: Side; next: Next }[]): Promise<Compared> {
  const measured: Measured[][] = sides.map(() => [])
  const cpu_ms = sides.map(() => 0)
  for (let round = -1; round < rounds; round++) {
    say(`${name}: ${round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`}`)
    for (const i of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const { side, next } = sides[i]!
      const spent = side.cpu_ms()
      const one = await runLoad({ port: side.port, next, connections, seconds: round < 0 ? 1 : seconds })
      if (round < 0) continue
      measured[i]!.push(one)
      cpu_ms[i]! += side.cpu_ms() - spent
    }
  }
  const ratios = measured[0]!.map((one, i) => one.requests_per_second / measured[1]![i]!.requests_per_second)
  const [service, twin] = measured.map((all, i) => {
    const one = middle(all)
    return { ...one, cpu_us: (cpu_ms[i]! * 1000) / one.requests }
  })
  return { name, target, ratio: median(ratios), service: service!, twin: twin! }
}

async function measureSizes(data: BenchData, service: Side) {
  const times: [number[], number[]] = [[], []]
  for (let round = -1; round < rounds; round++) {
    say(`first page of a filtered, sorted table: round ${round + 1} of ${rounds}`)
    for (const [i, keys] of [data.keys.service, data.keys.large].entries()) {
      const one = await runLoad({ port: service.port, next: readFiltered(keys), connections: 2, seconds: seconds / 2 })
      if (round >= 0) times[i]!.push(one.p50_ms)
    }
  }
  return { small_ms: median(times[0]), large_ms: median(times[1]) }
}

/** Megabytes gained in 100,000 requests, by least squares over samples taken after the first quarter. */
async function measureMemory(service: Side, next: Next) {
  const points: { requests: number; memory_mb: number }[] = []
  let sent = 0
  const timer = setInterval(() => {
    say(`memory: ${sent.toLocaleString('en-US')} of ${memory_requests.toLocaleString('en-US')} requests`)
    points.push({ requests: sent, memory_mb: service.memory_mb() })
  }, 250)
  const counted: Next = (connection) => (sent++ < memory_requests ? next(connection) : null)
  await runLoad({ port: service.port, next: counted, connections, seconds: 180 })
  clearInterval(timer)
  const late = points.filter(({ requests }) => requests > memory_requests / 4)
  const mean = (of: (one: (typeof points)[number]) => number) =>
    late.reduce((sum, one) => sum + of(one), 0) / late.length
  const [x, y] = [mean((one) => one.requests), mean((one) => one.memory_mb)]
  const sxx = late.reduce((sum, one) => sum + (one.requests - x) ** 2, 0)
  const sxy = late.reduce((sum, one) => sum + (one.requests - x) * (one.memory_mb - y), 0)
  return {
    requests: sent,
    first_mb: late[0]!.memory_mb,
    last_mb: late.at(-1)!.memory_mb,
    slope_mb: (sxy / sxx) * 100_000,
  }
}

const verdict = (holds: boolean) => (holds ? 'holds' : 'MISSED')
const number = (value: number, digits = 1) => value.toFixed(digits).padStart(9)

function print(
  compared: readonly Compared[],
  sizes: Awaited<ReturnType<typeof measureSizes>>,
  memory: Awaited<ReturnType<typeof measureMemory>>,
  began: number[],
) {
  const lines = [
    `${new Date().toISOString()} on ${availableParallelism()} cores; load average ${began.map((one) => one.toFixed(2)).join(' ')} before, ${loadavg()
      .map((one) => one.toFixed(2))
      .join(' ')} after`,
    `${connections} connections, ${rounds} rounds of ${seconds} s for each side in turn; medians`,
    '',
    `${''.padEnd(34)}    req/s    p50 ms    p99 ms   CPU us`,
    ...compared.flatMap(({ name, target, ratio, service, twin }) => [
      ...[service, twin].map(
        (one, i) =>
          `${`${name}, ${i === 0 ? 'service' : 'twin'}`.padEnd(34)}${number(one.requests_per_second, 0)} ${number(one.p50_ms, 2)} ${number(one.p99_ms, 2)}${number(one.cpu_us, 0)}`,
      ),
      `${'  ratio'.padEnd(34)}${number(ratio, 3)}   target ${target}: ${verdict(ratio >= target)}`,
    ]),
    '',
    `filtered, sorted first page: ${sizes.small_ms.toFixed(2)} ms at 1,000 variants, ${sizes.large_ms.toFixed(2)} ms at ${Number(values.variants).toLocaleString('en-US')}: ${(sizes.large_ms / sizes.small_ms).toFixed(2)} times, target 3: ${verdict(sizes.large_ms / sizes.small_ms <= 3)}`,
    `memory of the service over ${memory.requests.toLocaleString('en-US')} requests: ${memory.first_mb.toFixed(0)} to ${memory.last_mb.toFixed(0)} MB, slope ${memory.slope_mb.toFixed(2)} MB for 100,000, target 5: ${verdict(memory.slope_mb <= 5)}`,
  ]
  say('')
  process.stdout.write(`${lines.join('\n')}\n`)
}

async function keyId(data: BenchData): Promise<string> {
  const sql = postgres(data.url, { max: 1 })
  const [row] = await sql<{ api_key_id: string }[]>`
    select api_key_id from api_keys where key_hash = ${hashSecret(data.keys.twin[0]!)}`
  await sql.end()
  return row!.api_key_id
}

async function compareAll(data: BenchData, things: Things, service: Side, twin: Side): Promise<Compared[]> {
  const { keys } = data
  const pair = (of: (own: readonly string[], stocktakes: readonly string[]) => Next) => [
    { side: service, next: of(keys.service, things.stocktakes.service) },
    { side: twin, next: of(keys.twin, things.stocktakes.twin) },
  ]
  return [
    await compare(
      'one variant',
      0.85,
      pair((own) => readVariant(things, own)),
    ),
    await compare(
      'page of 50 inventory rows',
      0.85,
      pair((own) => readPage(own)),
    ),
    await compare(
      'idempotent write',
      0.7,
      pair((own, stocktakes) => writeCount(things, stocktakes, own)),
    ),
  ]
}

async function main(): Promise<void> {
  const began = loadavg()
  const data_dir = mkdtempSync(join(tmpdir(), 'bench-'))
  const data = await openBenchData(Number(values.variants), (step, done, of) =>
    say(`loading, ${step}: ${done} of ${of}`),
  )
  const environment = {
    DATABASE_URL: data.url,
    DATA_DIR: data_dir,
    JOBS: 'false',
    SECRET_KEY: 'a secret of the bench, thirty-two characters or more',
  }
  const sides: Side[] = []
  try {
    const service = await startSide('./service.ts', environment)
    sides.push(service)
    say('overhearing the statements')
    const things = await findThings(data, service.port)
    const recipes = await overhearCalls(
      { ...environment, LOG_LEVEL: 'off' },
      data.url,
      calls(data, things, await keyId(data)),
    )
    const twin = await startSide('./twin.ts', { ...environment, TWIN_RECIPES: JSON.stringify(recipes) })
    sides.push(twin)
    const compared = await compareAll(data, things, service, twin)
    const sizes = await measureSizes(data, service)
    const memory = await measureMemory(service, readVariant(things, data.keys.service))
    print(compared, sizes, memory, began)
  } finally {
    await Promise.all(sides.map((side) => side.stop()))
    await data.cluster.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
}

await main()
process.exit(0)
