/** F14: one key, two processes, 1,000 GETs in a minute. */
import { ask, exactly, type Figure, figure, newClient, type Rig } from './rig.ts'

export const title = 'F14 one key, two processes, 1,000 GETs in one minute'

export async function run(rig: Rig, { progress }: { progress: (share: number) => void }): Promise<Figure[]> {
  const services = await Promise.all([rig.startService(), rig.startService()])
  const { keys } = await newClient(rig, 1)
  const [clock] = await rig.sql<{ left: number }[]>`select 60 - extract(second from now())::float8 as left`
  if (clock!.left < 25) await Bun.sleep(clock!.left * 1000 + 50)
  const counts = { passed: 0, limited: 0, other: 0 }
  let next = 0
  const started = performance.now()
  const worker = async () => {
    for (let i = next++; i < 1_000; i = next++) {
      const reply = await ask(services[i % 2]!, 'GET', '/api/v1/variants/table', keys[0]!)
      if (typeof reply === 'object' && reply.status === 200) counts.passed++
      else if (typeof reply === 'object' && reply.status === 429) counts.limited++
      else counts.other++
      if (i % 100 === 0) progress(i / 1_000)
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  const seconds = (performance.now() - started) / 1000
  await Promise.all(services.map((service) => service.stop()))
  return [
    exactly('accepted', counts.passed, 600),
    exactly('refused rate_limited', counts.limited, 400),
    exactly('other responses', counts.other, 0),
    figure('duration', `${seconds.toFixed(1)} s`, 'within the minute', seconds < 25),
  ]
}
