/** F17: races of sales orders on two processes, round after round, until so many attempts have met. */
import { uuidv7 } from 'uuidv7'
import { proveSales } from '../../../server/verify_sales.ts'
import { verifyLedger } from '../../../server/ledger/verify.ts'
import { type Meeting, type Race, races } from './rounds.ts'
import { newRaceShop, type RaceShop } from './shop.ts'
import { ask, exactly, type Figure, figure, percentile, random, type Rig } from '../rig.ts'

export const title = 'F17  races of orders: last units, cancellations, shipments, confirmations, returns, imports'

const connections = 20
const keyCount = 600

interface Counts {
  attempts: number
  /** Answers that are no answer: 5xx, hung or refused connections. */
  failed: string[]
  violations: Map<string, number>
  durations: number[]
}

const resendsMax = 20

/** A 503 says that nothing was attempted: it counts as a failure, and is sent again as a caller would. */
async function untilAnswered(attempt: Race['attempts'][number], counts: Counts) {
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
async function hold(race: Race, counts: Counts): Promise<number> {
  const waiting = [...race.attempts]
  const codes: string[] = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const started = performance.now()
      const answer = await untilAnswered(next, counts)
      counts.attempts++
      counts.durations.push(performance.now() - started)
      codes.push(typeof answer === 'string' ? answer : answer.status < 300 ? 'done' : String(answer.code))
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return race.check(codes)
}

/** Levels that disagree with the holds of lines, or hold more than there is; lines that disagree with shipments. */
async function findOversold({ sql }: Rig, { organization_id }: RaceShop): Promise<number> {
  const [row] = await sql<{ wrong: number }[]>`
    select (select count(*) from stock_levels s
        where s.organization_id = ${organization_id} and (s.committed < 0 or s.committed > s.on_hand
          or s.committed <> coalesce((select sum(l.allocated_quantity) from order_lines l
            where l.organization_id = s.organization_id and l.variant_id = s.variant_id
              and l.location_id = s.location_id), 0)))
      + (select count(*) from order_lines l
        where l.organization_id = ${organization_id} and l.fulfilled_quantity <> coalesce((
          select sum(f.quantity) from fulfilment_lines f
          where f.organization_id = l.organization_id and f.order_line_id = l.line_id), 0)) as wrong`
  return Number(row!.wrong)
}

export async function run(
  rig: Rig,
  { attempts, progress }: { attempts: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const services = [
    await rig.startService({ DATABASE_CONNECTIONS: '30', JOBS: 'false' }),
    await rig.startService({ DATABASE_CONNECTIONS: '30', JOBS: 'false' }),
  ]
  const shop = await newRaceShop(rig, keyCount)
  const roll = random(17)
  let turns = 0
  const service = () => services[turns++ % services.length]!
  const key = () => shop.keys[Math.floor(roll() * shop.keys.length)]!
  const meeting: Meeting = { rig, shop, service, post: (path, body) => postOnce(service(), path, key, body) }
  const counts: Counts = { attempts: 0, failed: [], violations: new Map(), durations: [] }
  while (counts.attempts < attempts) {
    for (const { name, prepare } of races) {
      const violations = await hold(await prepare(meeting), counts)
      counts.violations.set(name, (counts.violations.get(name) ?? 0) + violations)
    }
    progress(Math.min(counts.attempts / attempts, 1))
  }
  const oversold = await findOversold(rig, shop)
  const { organization_id } = shop
  const [ledger, sales] = await rig.sql.begin(async (tx) => [
    await verifyLedger(tx as never, { organization_id, is_full: true }),
    await proveSales(tx as never, { organization_id, is_full: true }),
  ])
  for (const one of services) await one.stop()
  return [
    figure('attempts', counts.attempts, `>= ${attempts}`, counts.attempts >= attempts),
    exactly('other responses (5xx, hung)', counts.failed.length, 0),
    ...[...new Set(counts.failed)].map((words) => figure('  of them', words)),
    ...[...counts.violations].map(([name, violations]) => exactly(`wrong after ${name}`, violations, 0)),
    exactly('levels or lines that are oversold or disagree', oversold, 0),
    exactly(`ledger faults in ${ledger.rows} rows`, ledger.faults.length, 0),
    exactly('faults of daily sales', sales.sales.faults.length, 0),
    exactly('wrong numbers of orders by state', sales.order_counts.length, 0),
    figure('response p99', `${Math.round(percentile(counts.durations, 0.99))} ms`),
  ]
}

/** Sent again where the key's allowance is spent: nothing was attempted then. */
async function postOnce(
  service: { base_url: string },
  path: string,
  key: () => string,
  body?: unknown,
): ReturnType<typeof ask> {
  for (;;) {
    const headers = { 'Idempotency-Key': uuidv7() }
    const reply = await ask(service, 'POST', path, key(), body, 15_000, headers)
    if (typeof reply === 'string' || reply.status !== 429) return reply
    await Bun.sleep(50)
  }
}
