/**
 * F8, between organisations: one has twelve destinations that stall until the attempt's time limit, with hundreds of
 * deliveries or documents queued for them; another sends to its own receiver. It lasts twice an attempt's time, so that
 * retries after timeouts run together with new attempts.
 */
import { openDatabase } from '../../db/client/database.ts'
import { warehouseChannel } from '../../server/documents/channels/warehouse.ts'
import { startOutbound } from '../../server/documents/worker.ts'
import { emit } from '../../server/outbox/emit.ts'
import { startWorker } from '../../server/outbox/worker.ts'
import { queueInbounds } from '../documents/queued.ts'
import { startReceiver } from '../outbox/receiver.ts'
import { secrets, subscribe } from './f08_receivers.ts'
import { atMost, exactly, type Figure, newClient, percentile, type Rig } from './rig.ts'

export const title = 'F8  effect of eight, then twelve stalled origins in one organisation on another'
const rules = { allow_loopback: true }
const eventsEach = 60
const documentsEach = 20
const pacedMs = 500

type Progress = (share: number) => void

async function startStalled(count: number) {
  const stalled = await Promise.all(Array.from({ length: count }, () => startReceiver(() => {})))
  return { urls: stalled.map(({ url }) => url), stop: () => Promise.all(stalled.map(({ stop }) => stop())) }
}

/** Sends events one at a time on schedule; returns the delay until each reached the receiver. */
async function pace(count: number, send: (number: number) => Promise<unknown>): Promise<number[]> {
  const sent_at: number[] = []
  for (let number = 0; number < count; number++) {
    sent_at.push(performance.now())
    await send(number)
    await Bun.sleep(pacedMs)
  }
  await Bun.sleep(2_000)
  return sent_at
}

async function deliveries(rig: Rig, stalledCount: number, seconds: number): Promise<Figure[]> {
  const [slow, other] = [await newClient(rig, 1), await newClient(rig, 1)]
  const stalled = await startStalled(stalledCount)
  const healthy = await startReceiver()
  for (const url of stalled.urls) await subscribe(rig, slow.organization_id, url, 'order.created')
  await subscribe(rig, other.organization_id, healthy.url, 'order.created')
  const send = (organization_id: string, numbers: number[]) =>
    rig.sql.begin((tx) =>
      emit(
        tx as never,
        organization_id,
        numbers.map((number) => ({ event: 'order.created' as const, record: { number } })),
      ),
    )
  const db = openDatabase(rig.cluster.url, { autocommit_connections: 2 })
  const worker = startWorker({ db, secrets, rules })
  await send(
    slow.organization_id,
    Array.from({ length: eventsEach }, (_, number) => number),
  )
  await Bun.sleep(1_000)
  const count = (seconds * 1_000) / pacedMs
  const sent_at = await pace(count, (number) => send(other.organization_id, [number]))
  const lateness = healthy.received.map(({ body, at_ms }) => at_ms - sent_at[JSON.parse(body).number]!)
  const stop = worker.stop()
  await stalled.stop()
  await Promise.all([stop, healthy.stop()])
  await db.close()
  await rig.sql`delete from webhook_deliveries`
  return [
    exactly(`deliveries of another not sent, with ${stalledCount} stalled origins`, count - lateness.length, 0),
    atMost('  first attempt, p99', percentile(lateness, 0.99), 2_000, ' ms'),
  ]
}

async function documents(rig: Rig, stalledCount: number, seconds: number): Promise<Figure[]> {
  const stalled = await startStalled(stalledCount)
  const slow = await newClient(rig, 1)
  await queueInbounds(rig.sql, secrets, slow.organization_id, stalled.urls, documentsEach)
  const db = openDatabase(rig.cluster.url, { autocommit_connections: 3 })
  const worker = startOutbound(db, { warehouse: warehouseChannel(db.autocommit, secrets, rules) })
  await Bun.sleep(1_000)
  const healthy = await startReceiver((response) => response.writeHead(202).end())
  const count = (seconds * 1_000) / pacedMs
  // Each organisation gets an order and a warehouse; its document is queued when its rows exist.
  const queuedAt: number[] = []
  await pace(count, async (number) => {
    const { organization_id } = await newClient(rig, 1)
    await queueInbounds(rig.sql, secrets, organization_id, [`${healthy.url}/${number}`], 1)
    queuedAt[number] = performance.now()
  })
  const lateness = healthy.received.map(({ path, at_ms }) => at_ms - queuedAt[Number(path.split('/').at(-1))]!)
  const stop = worker.stop()
  await stalled.stop()
  await Promise.all([stop, healthy.stop()])
  await db.close()
  await rig.sql`update outbound_documents set state = 'stored', next_attempt_at = null where state = 'queued'`
  return [
    exactly(`documents of others not sent, with ${stalledCount} stalled warehouses`, count - lateness.length, 0),
    atMost('  first attempt, p99', percentile(lateness, 0.99), 2_000, ' ms'),
  ]
}

export async function run(rig: Rig, { seconds, progress }: { seconds: number; progress: Progress }): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [i, count] of [8, 12].entries()) {
    figures.push(...(await deliveries(rig, count, seconds)))
    progress((2 * i + 1) / 4)
    figures.push(...(await documents(rig, count, seconds)))
    progress((2 * i + 2) / 4)
  }
  return figures
}
