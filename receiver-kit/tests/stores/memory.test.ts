import { expect, test } from 'bun:test'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { storeConformance, type StoreUnderTest } from '../../src/stores/conformance.ts'

function open(): StoreUnderTest {
  let now = 1_793_613_600
  return { store: createMemoryStore({ now: () => now }), advance: (seconds) => void (now += seconds) }
}

for (const { title, run } of storeConformance({ open })) test(`memory: ${title}`, run)

test('memory: stores at most the given number of deliveries and drops the oldest first', async () => {
  const store = createMemoryStore({ deliveries_max: 2 })
  for (const id of ['a', 'b', 'c']) await store.claim(id, 60)
  expect((await store.claim('b', 60)).state).toBe('in_flight')
  expect((await store.claim('a', 60)).state).toBe('claimed')
})

test('the conformance suite fails a store that breaks its rules', async () => {
  const failing = async (broken: Partial<StoreUnderTest['store']>): Promise<number> => {
    let failures = 0
    for (const { run } of storeConformance({ open: () => ({ ...open(), store: { ...open().store, ...broken } }) })) {
      await run().catch(() => failures++)
    }
    return failures
  }
  expect(await failing({})).toBeGreaterThan(0) // its clock is not the one that is advanced
  expect(await failing({ claim: async () => ({ state: 'claimed', token: 'same' }) })).toBeGreaterThan(6)
  expect(await failing({ finish: async () => true })).toBeGreaterThan(3)
  expect(await failing({ release: async () => true })).toBeGreaterThan(2)
})
