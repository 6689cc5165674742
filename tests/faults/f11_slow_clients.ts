/**
 * F11: five hundred connections send their head or body one byte at a time, while other callers send normal requests.
 */
import { connect, type Socket } from 'node:net'
import {
  askWithinAllowance,
  atMost,
  exactly,
  type Figure,
  figure,
  newClient,
  newStock,
  percentile,
  type Rig,
} from './rig.ts'

export const title = 'F11 500 slow clients, half of them sending heads and half bodies'
const slowClientCount = 500
const byteEveryMs = 1_000
/** Maximum life of a connection; longer ones are awaited for the same time again. */
const closedSecondsMax = 15
const callers = 8
const readsPerSecond = 100

interface SlowClient {
  socket: Socket
  opened_at: number
  closed_at: number | null
  /** Status of the response, if any. */
  status: number | null
}

function openSlowClient(port: number, kind: 'head' | 'body', key: string, organization_id: string): SlowClient {
  const body = JSON.stringify({ name: 'x'.repeat(500) })
  const head = [
    `POST /api/v1/organizations/${organization_id}/purchase-orders HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ].join('\r\n')
  const atOnce = kind === 'head' ? '' : `${head}\r\n\r\n`
  const slowly = kind === 'head' ? head : body
  const socket = connect(port, '127.0.0.1', () => socket.write(atOnce))
  const client: SlowClient = { socket, opened_at: performance.now(), closed_at: null, status: null }
  let sent = 0
  const dripping = setInterval(() => {
    if (sent < slowly.length && !socket.destroyed) socket.write(slowly[sent++]!)
  }, byteEveryMs)
  socket.on('data', (chunk) => (client.status ??= Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1])))
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(dripping)
    client.closed_at = performance.now()
  })
  return client
}

export async function run(
  rig: Rig,
  { waves, progress }: { waves: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const service = await rig.startService()
  const client = await newClient(rig, 100)
  const stock = await newStock(rig, client, 1, 10)
  const counts = { asked: 0, other: 0 }
  const key = () => client.keys[counts.asked++ % client.keys.length]!
  /** Callers that send requests at a fixed rate until stopped; returns the duration of each. */
  const beginAsking = () => {
    const durations: number[] = []
    let is_over = false
    const ask = async () => {
      while (!is_over) {
        const reply = await askWithinAllowance(service, 'GET', `/api/v1/variants/${stock.variant_ids[0]}`, key())
        if (typeof reply === 'object' && reply.status === 200) durations.push(reply.duration_ms)
        else counts.other++
        await Bun.sleep((callers * 1_000) / readsPerSecond)
      }
    }
    const asking = Promise.all(Array.from({ length: callers }, ask))
    return async () => {
      is_over = true
      await asking
      return durations
    }
  }
  const measure = async (work: () => Promise<void>) => {
    const stop = beginAsking()
    await work()
    return stop()
  }
  const port = Number(new URL(service.base_url).port)
  const opened: SlowClient[] = []
  const openWaves = async () => {
    const wave = Array.from({ length: slowClientCount }, (_, i) =>
      openSlowClient(port, i % 2 === 0 ? 'head' : 'body', key(), client.organization_id),
    )
    opened.push(...wave)
    const until = performance.now() + closedSecondsMax * 2_000
    while (wave.some(({ closed_at }) => closed_at === null) && performance.now() < until) await Bun.sleep(50)
  }
  await measure(() => Bun.sleep(2_000))
  const [baseline, during]: [number[], number[]] = [[], []]
  for (let wave = 1; wave <= waves; wave++) {
    baseline.push(...(await measure(() => Bun.sleep(closedSecondsMax * 1_000))))
    during.push(...(await measure(openWaves)))
    progress(wave / waves)
  }
  const lives = opened.map(({ opened_at, closed_at }) => ((closed_at ?? Infinity) - opened_at) / 1_000)
  for (const { socket } of opened) socket.destroy()
  const statuses = Map.groupBy(opened, ({ status }) => String(status ?? 'closed without a response'))
  await service.stop()
  const [before, beside] = [percentile(baseline, 0.99), percentile(during, 0.99)]
  return [
    figure('reads, before and during', `${baseline.length}, ${during.length}`),
    figure(
      'p50, before and during',
      `${percentile(baseline, 0.5).toFixed(1)}, ${percentile(during, 0.5).toFixed(1)} ms`,
    ),
    figure('p99 before', `${before.toFixed(1)} ms`),
    atMost('p99 during, relative to before', beside / before, 2),
    figure('responses to slow clients', [...statuses].map(([status, all]) => `${all.length} ${status}`).join(', ')),
    figure('life of a connection, p50', `${percentile(lives, 0.5).toFixed(1)} s`),
    atMost('life of a connection, maximum', Math.max(...lives), closedSecondsMax, ' s'),
    exactly('reads with another response than 200', counts.other, 0),
  ]
}
