/** F6: under load, PostgreSQL is ended by SIGINT, SIGQUIT and SIGKILL in turn and restarted after three seconds. */
import { readPidFile } from '../../db/embedded/postmaster.ts'
import type { Tally } from './load/caller.ts'
import { runLoad } from './load/load.ts'
import { prove } from './load/proof.ts'
import { newShop } from './load/shop.ts'
import { atMost, exactly, type Figure, figure, random, type Rig } from './rig.ts'

export const title = 'F6  PostgreSQL ended by SIGINT, SIGQUIT and SIGKILL and restarted after 3 s, under load'
const shopCount = 10
const keysEach = 20
const seed = 6
const signals = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const
const awayMs = 3_000
/** Load before each end of PostgreSQL, so that connections are open and transactions are running. */
const betweenMs = 1_500
const successMsMax = 10_000

/** Returns how long after PostgreSQL was ready the first request succeeded. */
async function endOnce(
  rig: Rig,
  signal: NodeJS.Signals,
  tally: Readonly<Tally>,
  onEnding: () => void,
): Promise<number> {
  onEnding()
  process.kill(readPidFile(rig.cluster.data_dir)!.pid, signal)
  await Bun.sleep(awayMs)
  await rig.restartDatabase()
  const readyAt = performance.now()
  while (tally.succeeded_at < readyAt && performance.now() - readyAt < successMsMax) await Bun.sleep(5)
  return tally.succeeded_at < readyAt ? Infinity : tally.succeeded_at - readyAt
}

export async function run(
  rig: Rig,
  { rounds, share_of_load, progress }: { rounds: number; share_of_load: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const roll = random(seed)
  let printed = ''
  const hear = (text: string) => void (printed += text)
  const start = () => rig.startService({ LOG_LEVEL: 'error' }, { hear })
  const services = await Promise.all([start(), start()])
  const shops = await Promise.all(Array.from({ length: shopCount }, () => newShop(rig, keysEach)))
  let is_over = false
  let turn = 0
  let ended_at = 0
  let tally: Readonly<Tally> | undefined
  const loading = runLoad(shops, {
    seconds: Infinity,
    isOver: () => is_over,
    faultAt: () => ended_at,
    onStart: (started) => (tally = started),
    roll,
    somewhere: () => services[turn++ % services.length]!.base_url,
    habit: { impatience: 0, doubt: 0, copies: () => 1 },
    share_of_load,
    progress,
  })
  const successMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    await Bun.sleep(betweenMs)
    const signal = signals[round % signals.length]!
    successMs.push(await endOnce(rig, signal, tally!, () => (ended_at = performance.now())))
    progress((round + 1) / rounds)
  }
  is_over = true
  const load = await loading
  const ended = services.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length
  await Promise.all(services.map((service) => service.stop()))
  const faults = printed.split('\n').filter((line) => line !== '')
  return [
    figure('endings, writes, reads', `${rounds}, ${load.writes}, ${load.reads}`),
    figure('requests resent after a lost response', load.unknown),
    figure('requests resent after 503, 429', `${load.busy}, ${load.limited}`),
    exactly('hung', load.hung, 0),
    exactly('503 without Retry-After', load.without_retry_after, 0),
    atMost('slowest 503 after the request or the end of PostgreSQL', load.busy_ms_max, 2_000, ' ms'),
    figure('its message', load.slowest_busy.slice(0, 300)),
    atMost('first success after PostgreSQL was ready, maximum', Math.max(...successMs), 1_000, ' ms'),
    exactly('unexpected responses', load.strange.length, 0),
    exactly('processes that ended', ended, 0),
    exactly('errors that the processes logged', faults.length, 0),
    ...[load.strange[0], faults[0]?.slice(0, 600)].flatMap((one) => (one === undefined ? [] : [figure('e.g.', one)])),
    ...(await prove(rig, shops)),
  ]
}
