/** F1: of two API processes under load, one is killed again and again and restarted at once. */
import type { ServiceProcess } from '../support/service/service_process.ts'
import { runLoad } from './load/load.ts'
import { prove } from './load/proof.ts'
import { newShop } from './load/shop.ts'
import { atMost, exactly, type Figure, figure, random, type Rig } from './rig.ts'

export const title =
  'F1  an API process killed every 5 to 15 s, during purchases, sales orders, transfers, counts and reads'
const shopCount = 10
const keysEach = 20
const seed = 1

/** Kills one of the two at random times until stopped; returns how long each took to be ready again. */
function beginKilling(
  rig: Rig,
  slots: ServiceProcess[],
  roll: () => number,
  every: { least_ms: number; most_ms: number },
) {
  const readyMs: number[] = []
  let is_over = false
  const killing = (async () => {
    for (;;) {
      const until = performance.now() + every.least_ms + roll() * (every.most_ms - every.least_ms)
      while (!is_over && performance.now() < until) await Bun.sleep(50)
      if (is_over) return readyMs
      const at = Math.floor(roll() * slots.length)
      const killedAt = performance.now()
      slots[at]!.child.kill('SIGKILL')
      const service = await rig.startService()
      while (!(await fetch(`${service.base_url}/readyz`).catch(() => null))?.ok) await Bun.sleep(10)
      readyMs.push(performance.now() - killedAt)
      slots[at] = service
    }
  })()
  return {
    stop: () => {
      is_over = true
      return killing
    },
  }
}

export async function run(
  rig: Rig,
  { seconds, kill_ms, progress }: { seconds: number; kill_ms: [number, number]; progress: (share: number) => void },
): Promise<Figure[]> {
  const roll = random(seed)
  const slots = await Promise.all([rig.startService(), rig.startService()])
  const shops = await Promise.all(Array.from({ length: shopCount }, () => newShop(rig, keysEach)))
  const killing = beginKilling(rig, slots, random(seed + 1), { least_ms: kill_ms[0], most_ms: kill_ms[1] })
  let turn = 0
  const load = await runLoad(shops, {
    seconds,
    roll,
    // Callers cannot know that a process is gone.
    somewhere: () => slots[turn++ % slots.length]!.base_url,
    habit: { impatience: 0, doubt: 0, copies: () => 1 },
    progress,
  })
  const readyMs = await killing.stop()
  await Promise.all(slots.map((service) => service.stop()))
  const per_second = (count: number) => Math.round(count / load.seconds)
  return [
    figure('kills', readyMs.length),
    figure(
      'writes, reads',
      `${load.writes}, ${load.reads} (${per_second(load.writes)} and ${per_second(load.reads)} a second)`,
    ),
    figure('requests resent after a lost response', load.unknown),
    figure('writes resent after 503, p99 of the 503', `${load.busy}, ${Math.round(load.p99_ms)} ms`),
    figure('requests resent after 429', load.limited),
    exactly('hung', load.hung, 0),
    exactly('429 or 503 without Retry-After', load.without_retry_after, 0),
    exactly(
      `unexpected responses${load.strange.length > 0 ? `, e.g. ${load.strange[0]}` : ''}`,
      load.strange.length,
      0,
    ),
    ...(await prove(rig, shops)),
    atMost('ready again after', Math.max(0, ...readyMs), 2_000, ' ms'),
  ]
}
