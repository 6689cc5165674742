/** F2: every write whose response was not awaited, and one in twenty others, is sent again 1 to 5 times in parallel. */
import { runLoad } from './load/load.ts'
import { prove } from './load/proof.ts'
import { newShop } from './load/shop.ts'
import { exactly, type Figure, figure, random, type Rig } from './rig.ts'

export const title = 'F2  unanswered and answered writes resent 1 to 5 times in parallel to two processes'
/** Enough allowance for every write and its copies on any machine; the last shop has one key and reaches its limit. */
const keysOfShops = [...Array.from({ length: 9 }, () => 20), 1]
const share = 0.05
const copiesMax = 5
const seed = 2

export async function run(
  rig: Rig,
  { seconds, progress }: { seconds: number; progress: (share: number) => void },
): Promise<Figure[]> {
  const roll = random(seed)
  const services = await Promise.all([rig.startService(), rig.startService()])
  const shops = await Promise.all(keysOfShops.map((keyCount) => newShop(rig, keyCount)))
  let turn = 0
  const load = await runLoad(shops, {
    seconds,
    roll,
    somewhere: () => services[turn++ % services.length]!.base_url,
    habit: { impatience: share, doubt: share, copies: () => 1 + Math.floor(roll() * copiesMax) },
    progress,
  })
  await Promise.all(services.map((service) => service.stop()))
  const example = load.differing[0] ?? load.strange[0]
  return [
    figure('writes', `${load.writes} (${Math.round(load.writes / load.seconds)} a second)`),
    figure('not awaited, resent, replays', `${load.unknown}, ${load.copies}, ${load.replays}`),
    figure('requests resent after 429', load.limited),
    exactly('429 or 503 without Retry-After', load.without_retry_after, 0),
    exactly('replays that were not identical', load.differing.length, 0),
    exactly('unexpected responses', load.strange.length, 0),
    ...(example === undefined ? [] : [figure('for example', example)]),
    ...(await prove(rig, shops)),
  ]
}
