/** The standard load: a number of writes and reads per second, distributed over several shops, for a given time. */
import { CallerOfMany, type Habit, type Tally } from './caller.ts'
import type { Shop } from './shop.ts'
import { type Hand, playScenario } from './scenarios.ts'

const writesPerSecond = 150
const readsPerSecond = 300
const handsEach = 3
const readers = 12

/** Turns that were missed while the service was unavailable are not made up for. */
const behindMsMax = 500

/** Distributes turns evenly; a late caller gets one immediately. */
class Pace {
  #due = performance.now()
  constructor(readonly per_second: number) {}

  async turn(): Promise<void> {
    const now = performance.now()
    const due = Math.max(this.#due, now - behindMsMax)
    this.#due = due + 1000 / this.per_second
    if (due > now) await Bun.sleep(due - now)
  }
}

const pathsOf = ({ organization_id, variants, places, orders, sales }: Shop, roll: () => number): string => {
  const prefix = `/api/v1/organizations/${organization_id}/purchase-orders`
  const variant_id = variants[Math.floor(roll() * variants.length)]!
  const order = orders[Math.floor(roll() * orders.length)]
  const sale = sales[Math.floor(roll() * sales.length)]
  const paths = [
    `${prefix}?limit=20`,
    order === undefined ? prefix : `${prefix}/${order.id}`,
    '/api/v1/inventory/table?limit=20',
    `/api/v1/inventory/movements?variant_id=${variant_id}&location_id=${places[0]}`,
    `/api/v1/variants/${variant_id}`,
    sale === undefined ? '/api/v1/sales/orders?limit=20' : `/api/v1/sales/orders/${sale.id}`,
  ]
  return paths[Math.floor(roll() * paths.length)]!
}

export interface LoadOptions {
  /** Unless isOver() ends it earlier. */
  seconds: number
  isOver?: () => boolean
  /** The counters, readable during the load. */
  onStart?: (tally: Readonly<Tally>) => void
  roll: () => number
  somewhere: () => string
  habit: Habit
  faultAt?: () => number
  /** For the standard load. */
  share_of_load?: number
  progress: (share: number) => void
}

/** Ends when every started story is complete, so that no request is left without a response. */
export async function runLoad(
  shops: readonly Shop[],
  options: LoadOptions,
): Promise<Tally & { p99_ms: number; seconds: number }> {
  const { seconds, roll, somewhere, habit, progress, share_of_load = 1 } = options
  const caller = new CallerOfMany(somewhere, roll, habit, Bun.sleep, options.faultAt)
  options.onStart?.(caller.tally)
  const [writing, reading] = [writesPerSecond, readsPerSecond].map((rate) => new Pace(rate * share_of_load)) as [
    Pace,
    Pace,
  ]
  const started = performance.now()
  const share = () => (performance.now() - started) / (seconds * 1000)
  const isOver = options.isOver ?? (() => share() >= 1)
  let requestCount = 0
  const nextKey = ({ keys }: Shop) => keys[Math.floor(requestCount++ / shops.length) % keys.length]!
  const tell = async (shop: Shop) => {
    const hand: Hand = {
      shop,
      roll,
      write: async (method, path, body) => {
        await writing.turn()
        return caller.write(nextKey(shop), method, path, body)
      },
      report: async ({ path, headers, body }) => {
        await writing.turn()
        return caller.report(path, headers, body)
      },
    }
    while (!isOver()) await playScenario(hand)
  }
  const read = async (i: number) => {
    while (!isOver()) {
      await reading.turn()
      const shop = shops[(i + caller.tally.reads) % shops.length]!
      await caller.read(nextKey(shop), pathsOf(shop, roll))
    }
  }
  const ticking = options.isOver ? undefined : setInterval(() => progress(Math.min(share(), 0.99)), 200)
  await Promise.all([
    ...shops.flatMap((shop) => Array.from({ length: handsEach }, () => tell(shop))),
    ...Array.from({ length: readers }, (_, i) => read(i)),
  ])
  clearInterval(ticking)
  progress(1)
  return { ...caller.tally, p99_ms: caller.p99(), seconds: (performance.now() - started) / 1000 }
}
