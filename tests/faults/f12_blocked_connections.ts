/** F12: every database connection of the service is blocked for 10 s, by locks that its statements wait for. */
import { askWithinAllowance, atMost, exactly, type Figure, figure, newClient, newStock, type Rig } from './rig.ts'

export const title = 'F12 every database connection blocked for 10 s'
const holdMs = 10_000

export async function run(rig: Rig, { progress }: { progress: (share: number) => void }): Promise<Figure[]> {
  const service = await rig.startService()
  const client = await newClient(rig, 200)
  const stock = await newStock(rig, client, 1, 10)
  const counts = { asked: 0, unavailable: 0, succeeded: 0, hung: 0, other: 0, without_retry_after: 0 }
  const durations: number[] = []
  let heldUntil = 0
  let sent = 0
  const key = () => client.keys[sent++ % client.keys.length]!
  const worker = async (isWriter: boolean) => {
    while (performance.now() < heldUntil) {
      const reply = isWriter
        ? await askWithinAllowance(service, 'POST', '/api/v1/tests/triple', key(), { name: 'f12' })
        : await askWithinAllowance(service, 'GET', `/api/v1/variants/${stock.variant_ids[0]}`, key())
      counts.asked++
      if (reply === 'hung') counts.hung++
      else if (reply === 'refused') counts.other++
      else if (reply.status === 503) {
        durations.push(reply.duration_ms)
        counts.unavailable++
        if (reply.retry_after === null) counts.without_retry_after++
      } else if (reply.status === 200) counts.succeeded++
      else counts.other++
    }
  }
  await rig.sql.begin(async (tx) => {
    await tx`lock table locations, api_keys, variants in access exclusive mode`
    heldUntil = performance.now() + holdMs
    const ticking = setInterval(() => progress(1 - Math.max(0, heldUntil - performance.now()) / holdMs), 200)
    await Promise.all(Array.from({ length: 60 }, (_, i) => worker(i % 3 === 0)))
    clearInterval(ticking)
  })
  const released = performance.now()
  let recovered = 0
  while (recovered === 0 && performance.now() - released < 5_000) {
    const reply = await askWithinAllowance(service, 'POST', '/api/v1/tests/triple', key(), { name: 'f12 after' })
    if (typeof reply === 'object' && reply.status === 200) recovered = performance.now() - released
  }
  await service.stop()
  return [
    figure('requests while blocked', counts.asked),
    figure('answered 503', counts.unavailable),
    exactly('hung', counts.hung, 0),
    exactly('responses other than 503 while blocked', counts.other + counts.succeeded, 0),
    exactly('503 without Retry-After', counts.without_retry_after, 0),
    atMost('slowest 503', Math.max(...durations), 2_000, ' ms'),
    figure(
      'first success after release',
      recovered === 0 ? 'none' : `${Math.round(recovered)} ms`,
      'any',
      recovered > 0,
    ),
  ]
}
