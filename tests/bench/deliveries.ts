/** One deliverer with its queue, compared with a bare loop that signs and posts; and the delay of a first attempt. */
import { join } from 'node:path'
import postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import { startTestCluster } from '../support/cluster/test_cluster.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { emit } from '../../server/outbox/emit.ts'
import { newSigningSecret, openSecretBox } from '../../server/secrets/secret_box.ts'
import { percentile } from '../faults/rig.ts'
import { recordOf } from './delivery_body.ts'
import { targetLine, median, row } from './report.ts'
import { showProgress } from '../support/progress.ts'
import { databaseCpu } from './processor_time.ts'
import type { Bench } from './rig.ts'
import { type Side, startDeliverer, startSide } from './sides.ts'

const receivers = 8
/** The deliverer's own cap per receiver; eight of them fill its 128. */
const in_flight = 16
const eventsPerSecond = 150
const turnMsMax = 60_000
const secretKey = 'a secret of the bench, thirty-two characters or more'

type Arrival = [number: number, at_ms: number]

interface Fixture {
  sql: postgres.Sql<{}>
  /** Receivers, each with one subscription. */
  organizations: string[]
  arrived: (count: number) => Promise<Arrival[]>
  deliverer: Side
  sender: Side
  receiving: Side
  /** Processor time of PostgreSQL so far. */
  database_cpu_ms: () => number
}

const instantMs = (): number => performance.timeOrigin + performance.now()

const ask = async (side: Side, path: string): Promise<Response> => {
  const response = await fetch(`http://127.0.0.1:${side.port}${path}`, { signal: AbortSignal.timeout(turnMsMax) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response
}

async function subscribe(sql: postgres.Sql<{}>, port: number, secret: string): Promise<string> {
  const [organization_id, webhook_id] = [uuidv7(), uuidv7()]
  const hook_url = `http://127.0.0.1:${port}/hook`
  await sql`
    insert into organizations (organization_id, name, region, plan, sandbox)
    values (${organization_id}, 'Bench of deliveries', 'us', 'pro', true)`
  await sql`
    insert into webhooks (organization_id, webhook_id, hook_url, endpoint, event, encrypted_secret)
    values (${organization_id}, ${webhook_id}, ${hook_url}, ${new URL(hook_url).origin}, 'movement.recorded',
      ${openSecretBox(secretKey).encrypt(secret, webhook_id)})`
  return organization_id
}

/** A new cluster, durable like any other, since the queue of an empty database is measured. */
async function openFixture({ keep, folder }: Bench): Promise<Fixture> {
  showProgress('deliveries: creating a database')
  const cluster = await keep(startTestCluster({ data_dir: join(folder, 'postgres') }))
  await migrateDatabase(cluster.url)
  const sql = postgres(cluster.url, { max: 8, onnotice: () => {} })
  void keep(Promise.resolve({ stop: () => sql.end({ timeout: 1 }) }))
  const receiving = await keep(startSide('./servers/receivers.ts', { RECEIVERS: String(receivers) }))
  const ports = (await (await ask(receiving, '/ports')).json()) as number[]
  const secret = newSigningSecret()
  const organizations = []
  for (const port of ports) organizations.push(await subscribe(sql, port, secret))
  const sender = await keep(
    startSide('./servers/bare_sender.ts', { SENDER: JSON.stringify({ ports, secret, in_flight }) }),
  )
  const deliverer = await keep(
    startDeliverer({ DATABASE_URL: cluster.url, SECRET_KEY: secretKey, WEBHOOK_ALLOW_LOOPBACK: 'true' }),
  )
  const arrived = async (count: number) => (await (await ask(receiving, `/arrived?count=${count}`)).json()) as Arrival[]
  const database_cpu_ms = databaseCpu(join(folder, 'postgres'))
  return { sql, organizations, arrived, deliverer, sender, receiving, database_cpu_ms }
}

/** All become due at the same time; measured from before the COMMIT is sent. */
async function queue({ sql, organizations }: Fixture, count: number): Promise<number> {
  return sql.begin(async (tx) => {
    for (const [receiver, organization_id] of organizations.entries()) {
      const eventsToEmit = []
      for (let number = receiver; number < count; number += organizations.length)
        eventsToEmit.push({ event: 'movement.recorded' as const, record: recordOf(number) })
      await emit(tx as never, organization_id, eventsToEmit)
    }
    return instantMs()
  })
}

async function untilWrittenDown({ sql }: Fixture): Promise<void> {
  const until = performance.now() + turnMsMax
  while (performance.now() < until) {
    const [left] = await sql<{ waiting: number }[]>`
      select count(*)::int as waiting from webhook_deliveries where state <> 'delivered'`
    if (left!.waiting === 0) return
    await Bun.sleep(50)
  }
  throw new Error('sent deliveries are not recorded as delivered')
}

/** A number that arrived twice or not at all would falsify the rate. */
function rateOf(arrivals: readonly Arrival[], count: number, beganMs: number): number {
  const numbers = new Set(arrivals.map(([number]) => number))
  if (numbers.size !== count || arrivals.length !== count)
    throw new Error(`${count} deliveries were expected; ${arrivals.length} arrived, ${numbers.size} different ones`)
  return (count * 1000) / (Math.max(...arrivals.map(([, at_ms]) => at_ms)) - beganMs)
}

interface Turns {
  name: string
  take: (count: number) => Promise<number>
  side: Side
  rates: number[]
  /** Processor time of the sending process, of PostgreSQL and of the receivers. */
  cpu_ms: Spent
}

type Spent = [own: number, database: number, receivers: number]

const spentBy = ({ receiving, database_cpu_ms }: Fixture, side: Side): Spent => [
  side.cpu_ms(),
  database_cpu_ms(),
  receiving.cpu_ms(),
]

const total = (spent: Spent): number => spent.reduce((sum, one) => sum + one, 0)

/**
 * Upper bounds of the rates on other machines: with a core for each process, the busiest one decides; on shared cores,
 * their sum does. A rate between the two depends on the machine, one below both on our code.
 */
function boundsOfMachine(worker: Turns, bare: Turns): string {
  const [apart, together] = [Math.max, (...all: number[]) => total(all as Spent)].map(
    (of) => of(...bare.cpu_ms) / of(...worker.cpu_ms),
  ) as [number, number]
  return `  by processor time                     ${apart.toFixed(3)} with a core for each process, ${together.toFixed(3)} on shared cores`
}

async function compareRates(fixture: Fixture, { bounds: { rounds, deliveries } }: Bench): Promise<string[]> {
  const turnsOf = (name: string, side: Side, take: Turns['take']): Turns => ({
    name,
    take,
    side,
    rates: [],
    cpu_ms: [0, 0, 0],
  })
  const worker = turnsOf('deliveries, one worker', fixture.deliverer, async (count) => {
    const beganMs = await queue(fixture, count)
    const rate = rateOf(await fixture.arrived(count), count, beganMs)
    await untilWrittenDown(fixture)
    return rate
  })
  const bare = turnsOf('deliveries, bare loop', fixture.sender, async (count) => {
    const beganMs = instantMs()
    const [arrivals] = await Promise.all([fixture.arrived(count), ask(fixture.sender, `/send?count=${count}`)])
    return rateOf(arrivals, count, beganMs)
  })
  for (let round = -1; round < rounds; round++) {
    showProgress(`deliveries: ${round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`}`)
    for (const turn of round % 2 === 0 ? [worker, bare] : [bare, worker]) {
      const before = spentBy(fixture, turn.side)
      const rate = await turn.take(deliveries)
      if (round < 0) continue
      turn.rates.push(rate)
      spentBy(fixture, turn.side).forEach((now, i) => (turn.cpu_ms[i]! += now - before[i]!))
    }
    // As autovacuum does within a minute.
    if (round < 0) await fixture.sql`analyze`
  }
  const lines = [worker, bare].map(({ name, rates, cpu_ms }) => {
    const [own, database, receiver] = cpu_ms.map((ms) => ((ms * 1000) / deliveries / rounds).toFixed(0))
    const each = `${own} us of CPU each, ${database} of PostgreSQL, ${receiver} of the receivers`
    return `${row(name, [['req/s', median(rates), 0]])}  a second, ${each}`
  })
  const ratio = median(worker.rates.map((rate, i) => rate / bare.rates[i]!))
  return [
    ...lines,
    boundsOfMachine(worker, bare),
    targetLine({ what: 'ratio', value: ratio, digits: 3, at_least: 0.6 }),
  ]
}

/** Each event in its own transaction at its own time, regardless of the previous one. */
async function paceEvents({ sql, organizations }: Fixture, count: number): Promise<number[]> {
  const committedMs: number[] = []
  const began = performance.now()
  const commits: Promise<void>[] = []
  for (let number = 0; number < count; number++) {
    const aheadMs = began + (number * 1000) / eventsPerSecond - performance.now()
    if (aheadMs > 0) await Bun.sleep(aheadMs)
    commits.push(
      sql.begin(async (tx) => {
        const domainEvent = { event: 'movement.recorded' as const, record: recordOf(number) }
        await emit(tx as never, organizations[number % organizations.length]!, [domainEvent])
        committedMs[number] = instantMs()
      }) as Promise<void>,
    )
  }
  await Promise.all(commits)
  return committedMs
}

async function measureFirstAttempts(fixture: Fixture, { bounds: { paced_seconds } }: Bench): Promise<string[]> {
  showProgress(`deliveries: ${paced_seconds} s at ${eventsPerSecond} events a second`)
  const count = eventsPerSecond * paced_seconds
  const committedMs = await paceEvents(fixture, count)
  const arrivals = await fixture.arrived(count)
  const rate = rateOf(arrivals, count, committedMs[0]!)
  const waits = arrivals.map(([number, at_ms]) => at_ms - committedMs[number]!)
  return [
    `first attempt after commit, ${count.toLocaleString('en-US')} events in separate transactions at ${rate.toFixed(0)} a second`,
    targetLine({ what: 'p50', value: percentile(waits, 0.5), digits: 1, unit: ' ms', at_most: 150 }),
    targetLine({ what: 'p99', value: percentile(waits, 0.99), digits: 1, unit: ' ms', at_most: 1_000 }),
  ]
}

export async function measureDeliveries(bench: Bench): Promise<string[]> {
  const fixture = await openFixture(bench)
  return [...(await compareRates(fixture, bench)), ...(await measureFirstAttempts(fixture, bench))]
}
