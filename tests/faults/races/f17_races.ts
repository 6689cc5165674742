/**
 * F17: races of sales orders on two processes. A few lanes hold one race after the other on fresh records, until all
 * together have made so many attempts; records are prepared while the race before them is held.
 */
import { uuidv7 } from 'uuidv7'
import { proveSales } from '../../support/prove_sales.ts'
import { verifyLedger } from '../../../server/ledger/verify.ts'
import { databaseCpu, processorTime } from '../../bench/processor_time.ts'
import { uploadFiles } from './import_rounds.ts'
import { findOversold } from './oversold.ts'
import type { Attempt, Ground, Meeting, Race } from './race.ts'
import { races } from './rounds.ts'
import { newRaceShop, newStages, type RaceShop, type Stage } from './shop.ts'
import { ask, exactly, type Figure, figure, percentile, random, type Rig } from '../rig.ts'

export const title =
  'F17  races of orders: last units, changes, cancellations, shipments, invoices, confirmations, returns, imports'

const lanes = 4
/** Attempts of a race that are under way at a time: few enough that the last in line has its lock within the limit. */
const connectionsEach = 3
const keyCount = 600
/** Races whose records one transaction prepares. */
const stagesEach = 10

interface Counts {
  attempts: number
  /** Answers that are no answer: 5xx, hung or refused connections. */
  failed: string[]
  durations: number[]
  byRace: Map<string, { attempts: number; done: number; violations: number }>
}

const resendsMax = 20

/** A 503 says that nothing was attempted: it counts as a failure, and is sent again as a caller would. */
async function untilAnswered(attempt: Attempt, counts: Counts) {
  for (let resends = 0; ; resends++) {
    const answer = await attempt()
    const failure =
      typeof answer === 'string' ? answer : answer.status >= 500 ? `${answer.status} ${answer.code}` : null
    if (failure !== null) counts.failed.push(failure)
    if (typeof answer === 'string' || answer.status !== 503 || resends === resendsMax) return answer
    await Bun.sleep(100)
  }
}

/** Sends the attempts of a race, a few at a time in their order, so that those on one record meet. */
async function hold(name: string, { attempts, check }: Meeting, counts: Counts): Promise<void> {
  const waiting = [...attempts]
  const codes: string[] = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const started = performance.now()
      const answer = await untilAnswered(next, counts)
      counts.durations.push(performance.now() - started)
      codes.push(typeof answer === 'string' ? answer : answer.status < 300 ? 'done' : String(answer.code))
    }
  }
  await Promise.all(Array.from({ length: connectionsEach }, worker))
  const sum = counts.byRace.get(name)!
  sum.attempts += codes.length
  sum.done += codes.filter((code) => code === 'done').length
  sum.violations += await check(codes)
  counts.attempts += codes.length
}

/** What a race starts from, without end; several are prepared at once, while those before are used. */
async function* stagesFor(ground: Ground, { needs }: Race): AsyncGenerator<Stage, never> {
  const none: Stage = { variant_id: '', orders: [] }
  while (needs === null) yield none
  const prepare = () => newStages(ground.rig, ground.shop, needs, stagesEach)
  for (let coming = prepare(); ;) {
    const stages = await coming
    coming = prepare()
    // A failure is thrown where it is waited for.
    coming.catch(() => {})
    yield* stages
  }
}

/** Every race in turn, beginning with another one in each lane. */
async function runLane(ground: Ground, first: number, counts: Counts, isOver: () => boolean): Promise<void> {
  const stages = races.map((race) => stagesFor(ground, race))
  for (let turn = first; ; turn++) {
    const race = races[turn % races.length]!
    const { value: stage } = await stages[turn % races.length]!.next()
    await hold(race.name, await race.prepare(ground, stage), counts)
    if (isOver()) return
  }
}

/** Numbers that no invoice has, or several. */
async function findGaps({ sql }: Rig, { organization_id }: RaceShop): Promise<{ invoices: number; gaps: number }> {
  const [row] = await sql<{ invoices: number; numbers: number; last: number }[]>`
    select count(*)::int as invoices, count(distinct invoice_number)::int as numbers,
      coalesce(max(invoice_number), 0)::int as last
    from invoices where organization_id = ${organization_id}`
  const { invoices, numbers, last } = row!
  return { invoices, gaps: Math.abs(invoices - last) + Math.abs(invoices - numbers) }
}

async function prove(rig: Rig, shop: RaceShop): Promise<Figure[]> {
  const { organization_id } = shop
  const oversold = await findOversold(rig.sql as never, organization_id)
  const { invoices, gaps } = await findGaps(rig, shop)
  const [ledger, sales] = await rig.sql.begin(async (tx) => [
    await verifyLedger(tx as never, { organization_id, is_full: true }),
    await proveSales(tx as never, { organization_id, is_full: true }),
  ])
  return [
    exactly('levels or lines that are oversold or disagree', oversold, 0),
    exactly(`gaps in the numbers of ${invoices} invoices`, gaps, 0),
    exactly(`ledger faults in ${ledger.rows} rows`, ledger.faults.length, 0),
    exactly('faults of daily sales', sales.sales.faults.length, 0),
    exactly('wrong numbers of orders by state', sales.order_counts.length, 0),
  ]
}

/** How often each failure occurred. */
const tallied = (failed: readonly string[]): Figure[] =>
  [...Map.groupBy(failed, (words) => words)].map(([words, all]) => figure(`  of them ${words}`, all.length))

interface Bounds {
  attempts: number
  /** No race begins after this time, whatever is missing then. */
  seconds_max: number
  progress: (share: number) => void
}

export async function run(rig: Rig, { attempts, seconds_max, progress }: Bounds): Promise<Figure[]> {
  // One of them sends the messages to warehouses.
  const services = await Promise.all(
    ['true', 'false'].map((DELIVERIES) => rig.startService({ DATABASE_CONNECTIONS: '36', JOBS: 'false', DELIVERIES })),
  )
  const shop = await newRaceShop(rig, keyCount)
  const byRace = new Map(races.map(({ name }) => [name, { attempts: 0, done: 0, violations: 0 }]))
  const counts: Counts = { attempts: 0, failed: [], durations: [], byRace }
  const roll = random(17)
  let turns = 0
  const service = () => services[turns++ % services.length]!
  const key = () => shop.keys[Math.floor(roll() * shop.keys.length)]!
  const files = await uploadFiles(service(), shop)
  const ground: Ground = {
    rig,
    shop,
    service,
    files,
    post: (path, body) => sendOnce(service(), 'POST', path, key, body),
    patch: (path, body) => sendOnce(service(), 'PATCH', path, key, body),
    untilAnswered: (attempt) => untilAnswered(attempt, counts),
  }
  const spent = () => [
    services.reduce((sum, { child }) => sum + processorTime(child.pid!), 0),
    databaseCpu(rig.cluster.data_dir)(),
    processorTime(process.pid),
  ]
  const [started, before] = [performance.now(), spent()]
  const isOver = () => {
    progress(Math.min(counts.attempts / attempts, 1))
    return counts.attempts >= attempts || performance.now() > started + seconds_max * 1_000
  }
  await Promise.all(Array.from({ length: lanes }, (_, i) => runLane(ground, i * 2, counts, isOver)))
  const seconds = (performance.now() - started) / 1_000
  const each = spent().map((ms, i) => `${((ms - before[i]!) / counts.attempts).toFixed(1)} ms`)
  const proven = await prove(rig, shop)
  for (const one of services) await one.stop()
  return [
    figure('attempts', counts.attempts, `>= ${attempts}`, counts.attempts >= attempts),
    figure('attempts a second', Math.round(counts.attempts / seconds)),
    exactly('other responses (5xx, hung)', counts.failed.length, 0),
    ...tallied(counts.failed),
    ...[...byRace].map(([name, one]) =>
      exactly(`wrong after ${name}: ${one.attempts} attempts, ${one.done} granted`, one.violations, 0),
    ),
    ...proven,
    figure('processor time each: services, PostgreSQL, rig', each.join(', ')),
    figure('response p99', `${Math.round(percentile(counts.durations, 0.99))} ms`),
  ]
}

/** Sent again where the key's allowance is spent: nothing was attempted then. */
async function sendOnce(
  service: { base_url: string },
  method: 'POST' | 'PATCH',
  path: string,
  key: () => string,
  body?: unknown,
): ReturnType<typeof ask> {
  for (;;) {
    const headers = { 'Idempotency-Key': uuidv7() }
    const reply = await ask(service, method, path, key(), body, 15_000, headers)
    if (typeof reply === 'string' || reply.status !== 429) return reply
    await Bun.sleep(50)
  }
}
