import { expect, test } from 'bun:test'
import { storeConformance } from '../../src/stores/conformance.ts'
import { createWorkersKvStore } from '../../src/stores/workers_kv.ts'
import type { Verdicts } from '../support/kv_conformance.ts'
import { bundle, findDeno, runProcess, runWorkerd } from '../support/runtimes.ts'

const allOk = (atomic: boolean): Verdicts =>
  Object.fromEntries(
    storeConformance({ open: () => Promise.reject(new Error('not run')), atomic }).map(({ title }) => [title, 'ok']),
  )

test('Workers KV, in workerd: passes the conformance tests that need no compare-and-set', async () => {
  const source = `import { runWorkersKv } from './kv_conformance.ts'
    export default { fetch: async (_request: Request, env: any) => Response.json(await runWorkersKv(env.DELIVERIES)) }`
  expect((await runWorkerd(await bundle(source))) as Verdicts).toEqual(allOk(false))
})

test("Workers KV: a retention shorter than KV's minimum is refused", () => {
  const kv = { get: async () => null, put: async () => {}, delete: async () => {} }
  expect(() => createWorkersKvStore(kv, { retention_seconds: 59 })).toThrow(TypeError)
})

test('Workers KV: a read that does not see its own claim yet does not undo the work', async () => {
  const kept: string[] = []
  const late = { get: async () => null, put: async (key: string) => void kept.push(key), delete: async () => {} }
  const store = createWorkersKvStore(late)
  const claim = await store.claim('d', 45)
  expect(await store.finish('d', claim.state === 'claimed' ? claim.token : '')).toBe(true)
  expect(kept).toEqual(['webhook-delivery:claim:d', 'webhook-delivery:done:d'])
})

const deno = findDeno()
if (!deno) console.log('Deno is not here (set DENO to its program): the Deno KV store is left untested')
test.skipIf(!deno)('Deno KV, in Deno: passes the whole conformance suite, including concurrency', async () => {
  const source = `import { runDenoKv } from './kv_conformance.ts'
    const kv = await (globalThis as any).Deno.openKv(':memory:')
    console.log(JSON.stringify(await runDenoKv(kv)))
    kv.close()`
  const verdicts = (await runProcess(
    deno as string,
    ['run', '--no-config', '--unstable-kv'],
    await bundle(source),
  )) as Verdicts
  expect(verdicts).toEqual(allOk(true))
})
