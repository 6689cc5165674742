/**
 * The rules of a delivery store, as tests for any runner:
 *
 *     for (const { title, run } of storeConformance({ open })) test(title, run)
 *
 * No test waits: the suite advances the time of the store under test.
 */
import type { Claim, DeliveryStore } from '../store.ts'

export interface StoreUnderTest {
  store: DeliveryStore<never>
  /** Advances time for every lease by so many seconds: with an injected clock, or by moving the leases back. */
  advance(seconds: number): Promise<void> | void
  close?(): Promise<void> | void
}

export interface ConformanceOptions {
  /** Opens an empty store. Called once per test. */
  open(): Promise<StoreUnderTest> | StoreUnderTest
  /** false: skip the guarantees that need compare-and-set. @default true */
  atomic?: boolean
}

export interface ConformanceCase {
  title: string
  run(): Promise<void>
}

type Check = (under_test: StoreUnderTest & { claim: (id?: string) => Promise<Claim> }) => Promise<void>

const lease_seconds = 60
const id = 'delivery-1'

const always: Record<string, Check> = {
  'a new delivery is claimed, and no one else can claim it while it is handled': async ({ claim }) => {
    equal((await claim()).state, 'claimed')
    equal((await claim()).state, 'in_flight')
  },
  'a finished delivery is done for good, long after its lease': async ({ store, claim, advance }) => {
    equal(await store.finish(id, tokenOf(await claim())), true)
    equal((await claim()).state, 'done')
    await advance(100 * lease_seconds)
    equal((await claim()).state, 'done')
  },
  'a released delivery can be claimed at once, under another token': async ({ store, claim }) => {
    const first = tokenOf(await claim())
    equal(await store.release(id, first), true)
    equal(tokenOf(await claim()) === first, false)
  },
  'a lease holds until its last second and lapses after it': async ({ claim, advance }) => {
    await claim()
    await advance(lease_seconds - 2)
    equal((await claim()).state, 'in_flight')
    await advance(4)
    equal((await claim()).state, 'claimed')
  },
  'who lost the claim can neither finish nor release it; who took over can': async ({ store, claim, advance }) => {
    const late = tokenOf(await claim())
    await advance(lease_seconds + 1)
    const taken_over = tokenOf(await claim())
    equal(await store.finish(id, late), false)
    equal(await store.release(id, late), false)
    equal((await claim()).state, 'in_flight')
    equal(await store.finish(id, taken_over), true)
    equal(await store.finish(id, late), false)
    equal((await claim()).state, 'done')
  },
  'a delivery whose lease has expired can still be finished if no one took it over': async ({
    store,
    claim,
    advance,
  }) => {
    const token = tokenOf(await claim())
    await advance(lease_seconds + 1)
    equal(await store.finish(id, token), true)
    equal((await claim()).state, 'done')
  },
  'finishing twice answers the same, and what is finished cannot be released': async ({ store, claim }) => {
    const token = tokenOf(await claim())
    equal(await store.finish(id, token), true)
    equal(await store.finish(id, token), true)
    equal(await store.release(id, token), false)
    equal((await claim()).state, 'done')
  },
  'deliveries do not touch each other, whatever their ids look like': async ({ store, claim }) => {
    const ids = ['a', 'A', 'a:b', 'a.b', 'a~b', '0', 'x'.repeat(200), 'done', 'claim:a']
    for (const one of ids) {
      const token = tokenOf(await claim(one))
      if (one !== '0') equal(await store.finish(one, token), true)
    }
    for (const one of ids) equal((await claim(one)).state, one === '0' ? 'in_flight' : 'done')
  },
}

const of_atomic_stores: Record<string, Check> = {
  'of 50 claims at once, one wins': async ({ claim }) => {
    const claims = await Promise.all(Array.from({ length: 50 }, () => claim()))
    equal(claims.filter(({ state }) => state === 'claimed').length, 1)
    equal(claims.filter(({ state }) => state === 'in_flight').length, 49)
  },
  'of 50 claims at once on a lapsed lease, one wins': async ({ claim, advance }) => {
    await claim()
    await advance(lease_seconds + 1)
    const claims = await Promise.all(Array.from({ length: 50 }, () => claim()))
    equal(claims.filter(({ state }) => state === 'claimed').length, 1)
  },
  'of a late finish and a take-over at once, the store agrees with what it answered': async (under_test) => {
    const { store, claim, advance } = under_test
    const late = tokenOf(await claim())
    await advance(lease_seconds + 1)
    const [finished, taken] = await Promise.all([store.finish(id, late), claim()])
    equal(taken.state, finished ? 'done' : 'claimed', 'in_flight')
    equal((await claim()).state, finished ? 'done' : 'in_flight')
  },
  'a token that was never given out finishes and releases nothing': async ({ store, claim }) => {
    equal(await store.finish(id, crypto.randomUUID()), false)
    await claim()
    equal(await store.finish(id, crypto.randomUUID()), false)
    equal(await store.release(id, crypto.randomUUID()), false)
    equal((await claim()).state, 'in_flight')
  },
}

export function storeConformance({ open, atomic = true }: ConformanceOptions): ConformanceCase[] {
  const checks = { ...always, ...(atomic && of_atomic_stores) }
  return Object.entries(checks).map(([title, check]) => ({
    title,
    async run() {
      const under_test = await open()
      const { store } = under_test
      try {
        await check({
          store,
          advance: (seconds) => under_test.advance(seconds),
          claim: (delivery_id = id) => store.claim(delivery_id, lease_seconds),
        })
      } finally {
        await under_test.close?.()
      }
    },
  }))
}

function tokenOf(claim: Claim): string {
  if (claim.state !== 'claimed') throw new Error(`expected a claim, got ${claim.state}`)
  return claim.token
}

function equal<Value>(value: Value, ...allowed: Value[]): void {
  if (!allowed.includes(value)) {
    throw new Error(`expected ${allowed.map((one) => JSON.stringify(one)).join(' or ')}, got ${JSON.stringify(value)}`)
  }
}
