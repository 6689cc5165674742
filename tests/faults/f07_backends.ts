/** F7: every backend of the service is terminated repeatedly during reads and writes. */
import {
  type ask,
  askWithinAllowance,
  atMost,
  exactly,
  type Figure,
  figure,
  newClient,
  newStock,
  type Rig,
} from './rig.ts'

export const title = 'F7  every backend terminated, under load'
const writeWorkers = 8
const readWorkers = 8

export async function run(
  rig: Rig,
  { rounds, progress }: { rounds: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const service = await rig.startService()
  const client = await newClient(rig, 300)
  const stock = await newStock(rig, client, 1, 10)
  const acknowledged = new Map<string, string>()
  const counts = { writes: 0, unavailable: 0, without_retry_after: 0, hung: 0, other: 0, reads: 0 }
  let stopped = false
  let lastSuccess = performance.now()
  let sent = 0
  const key = () => client.keys[sent++ % client.keys.length]!

  const settle = (reply: Awaited<ReturnType<typeof ask>>): boolean => {
    if (reply === 'hung') counts.hung++
    else if (reply === 'refused') counts.other++
    else if (reply.status === 503) {
      counts.unavailable++
      if (reply.retry_after === null) counts.without_retry_after++
    } else if (reply.status === 200) {
      lastSuccess = performance.now()
      return true
    } else counts.other++
    return false
  }
  const writer = async (worker: number) => {
    for (let i = 0; !stopped; i++) {
      const name = `f7 ${worker} ${i}`
      const reply = await askWithinAllowance(service, 'POST', '/api/v1/tests/triple', key(), { name })
      if (settle(reply)) acknowledged.set(name, (reply as { body: any }).body.data.transaction)
      counts.writes++
      await Bun.sleep(30)
    }
  }
  const reader = async () => {
    while (!stopped) {
      settle(await askWithinAllowance(service, 'GET', `/api/v1/variants/${stock.variant_ids[0]}`, key()))
      counts.reads++
      await Bun.sleep(5)
    }
  }
  const workers = [
    ...Array.from({ length: writeWorkers }, (_, i) => writer(i)),
    ...Array.from({ length: readWorkers }, reader),
  ]
  await Bun.sleep(500)
  const recoveries: number[] = []
  for (let round = 1; round <= rounds; round++) {
    await rig.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and application_name = 'merchant-api' and pid <> pg_backend_pid()`
    const killed = performance.now()
    while (lastSuccess < killed && performance.now() - killed < 5_000) await Bun.sleep(1)
    recoveries.push(lastSuccess - killed)
    await Bun.sleep(120)
    progress(round / rounds)
  }
  stopped = true
  await Promise.all(workers)
  await service.stop()

  const rows = await rig.sql<{ name: string; rows: number; transactions: number; transaction: string }[]>`
    select name, count(*)::int as rows, count(distinct xmin::text)::int as transactions, min(xmin::text) as transaction
    from locations where organization_id = ${client.organization_id} and name like 'f7 %' group by name`
  const written = new Map(rows.map((row) => [row.name, row]))
  const owners = new Map<string, number>()
  for (const row of rows) owners.set(row.transaction, (owners.get(row.transaction) ?? 0) + 1)
  return [
    figure('writes and reads sent', `${counts.writes} + ${counts.reads}, ${acknowledged.size} writes acknowledged`),
    exactly(
      'names without exactly three rows of one transaction',
      rows.filter((row) => row.rows !== 3 || row.transactions !== 1).length,
      0,
    ),
    exactly('transactions with rows of two requests', [...owners.values()].filter((names) => names > 1).length, 0),
    exactly('acknowledged writes missing', [...acknowledged.keys()].filter((name) => !written.has(name)).length, 0),
    exactly('hung', counts.hung, 0),
    exactly('responses other than 200 and 503', counts.other, 0),
    exactly('503 without Retry-After', counts.without_retry_after, 0),
    figure('answered 503 meanwhile', counts.unavailable),
    atMost('longest recovery after a termination', Math.max(...recoveries), 250, ' ms'),
  ]
}
