/**
 * F8: receivers of every kind at once, most of them bad. Time is the database's: due times are moved closer, so that
 * seventy minutes of retries take seconds; slow responses take their real time.
 */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { uuidv7 } from 'uuidv7'
import { openDatabase } from '../../db/client/database.ts'
import { emit } from '../../server/outbox/emit.ts'
import { newSigningSecret, openSecretBox } from '../../server/secrets/secret_box.ts'
import { startWorker } from '../../server/outbox/worker.ts'
import { startReceiver, startUntrustedReceiver } from '../outbox/receiver.ts'
import { atMost, exactly, type Figure, figure, newClient, percentile, type Rig, secretKey } from './rig.ts'

export const title = 'F8  receivers that are down, slow, stalled, resetting, untrusted, redirecting, failing, trickling'
export const secrets = openSecretBox(secretKey)
const healthyEvents = 300
const badEvents = 20
const waits = [60, 600, 3_600]

async function startDripper(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 200 OK\r\nX-Drip: ')
    const drip = setInterval(() => socket.write('.'), 1_000)
    socket.on('close', () => clearInterval(drip))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, stop: () => server.close() }
}

async function startReceivers() {
  const down = await startReceiver()
  await down.stop()
  const receivers = {
    '204': await startReceiver(),
    '29 s answer': await startReceiver((response) => void setTimeout(() => response.writeHead(200).end(), 29_000)),
    down: down,
    '30 s stall': await startReceiver(() => {}),
    reset: await startReceiver((_response, _received, request) => request.socket.destroy()),
    'TLS error': await startUntrustedReceiver(),
    '302': await startReceiver((response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end()),
    '500': await startReceiver((response) => response.writeHead(500).end()),
    drip: await startDripper(),
  }
  const stop = () => Promise.all(Object.entries(receivers).map(([name, one]) => (name === 'down' ? null : one.stop())))
  return { receivers, stop }
}

export async function subscribe({ sql }: Rig, organization_id: string, url: string, event: string): Promise<string> {
  const webhook_id = uuidv7()
  await sql`
    insert into webhooks (organization_id, webhook_id, hook_url, endpoint, event, encrypted_secret)
    values (${organization_id}, ${webhook_id}, ${url}, ${new URL(url).origin}, ${event},
      ${secrets.encrypt(newSigningSecret(), webhook_id)})`
  return webhook_id
}

interface Row {
  state: string
  attempts: number
  due_in: number | null
}

export async function run(rig: Rig, { progress }: { progress: (share: number) => void }): Promise<Figure[]> {
  const { organization_id } = await newClient(rig, 1)
  const { receivers, stop } = await startReceivers()
  const names = Object.keys(receivers) as (keyof typeof receivers)[]
  const webhooks = new Map<string, string>()
  for (const name of names)
    webhooks.set(name, await subscribe(rig, organization_id, receivers[name].url, 'order.created'))
  const healthy = await startReceiver()
  await subscribe(rig, organization_id, healthy.url, 'movement.recorded')
  const db = openDatabase(rig.cluster.url, { autocommit_connections: 2 })
  const worker = startWorker({ db, secrets, rules: { allow_loopback: true } })
  const send = (event: 'order.created' | 'movement.recorded', record: object) =>
    rig.sql.begin((tx) => emit(tx as never, organization_id, [{ event, record }]))

  // More events for each receiver than its cap: a slow one is saturated before the healthy one starts.
  for (let i = 0; i < badEvents; i++) await send('order.created', { number: i })
  const sent_at: number[] = []
  for (let i = 0; i < healthyEvents; i++) {
    sent_at.push(performance.now())
    await send('movement.recorded', { number: i })
    await Bun.sleep(7)
  }
  await Bun.sleep(2_000)
  const lateness = healthy.received.map(({ body, at_ms }) => at_ms - sent_at[JSON.parse(body).number]!)

  // Then a single event, followed through all its attempts.
  await worker.settle()
  await rig.sql`delete from webhook_deliveries`
  await send('order.created', { number: 'followed' })
  await worker.settle()
  const rows = async () => {
    const found = await rig.sql<(Row & { webhook_id: string })[]>`
      select webhook_id, state, attempts, extract(epoch from next_attempt_at - now())::float8 as due_in
      from webhook_deliveries`
    return new Map(names.map((name) => [name, found.find((row) => row.webhook_id === webhooks.get(name))!]))
  }
  const figures: Figure[] = []
  const off: number[] = []
  const delivered = ['204', '29 s answer']
  const failing = names.filter((name) => !delivered.includes(name))
  for (const [at, wait] of waits.entries()) {
    const seen = await rows()
    for (const name of failing) {
      const row = seen.get(name)!
      // The first delivery to fail was waiting while the slowest one ran: up to 30 s of its interval may have passed.
      if (row.attempts !== at + 1 || row.due_in === null || row.due_in > wait || row.due_in < wait - 35) off.push(at)
    }
    await rig.sql`
      update webhook_deliveries set next_attempt_at = now() + make_interval(secs => 1) where state = 'waiting'`
    await Bun.sleep(300)
    await rig.sql`update webhook_deliveries set next_attempt_at = now() where state = 'waiting'`
    await worker.settle()
    progress((at + 1) / waits.length)
  }
  const last = await rows()
  figures.push(
    figure('events to the healthy receiver, to each bad one', `${healthyEvents}, ${badEvents}`),
    exactly('healthy events not delivered', healthyEvents - healthy.received.length, 0),
    atMost("healthy endpoint's first attempt, p99", percentile(lateness, 0.99), 2_000, ' ms'),
    exactly('retries not at +60, +600 and +3,600 s', off.length, 0),
    ...names.map((name) => {
      const { state, attempts } = last.get(name)!
      const wanted = delivered.includes(name) ? 'delivered after 1' : 'failed after 4'
      return figure(name, `${state} after ${attempts}`, wanted, `${state} after ${attempts}` === wanted)
    }),
  )
  await worker.stop()
  await db.close()
  await stop()
  await healthy.stop()
  return figures
}
