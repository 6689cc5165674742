import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storeConformance } from '../../src/stores/conformance.ts'
import { createD1Store, type D1, webhook_deliveries_d1_ddl } from '../../src/stores/d1.ts'
import type { Verdicts } from '../support/kv_conformance.ts'
import { bundle, runWorkerd } from '../support/runtimes.ts'

const worker = (run: string): Promise<string> =>
  bundle(`import { ${run} } from './d1_conformance.ts'
    export default { fetch: async (_request: Request, env: any) => Response.json(await ${run}(env.DATABASE)) }`)

test('D1, in workerd: passes the whole conformance suite, including concurrency', async () => {
  const titles = storeConformance({ open: () => Promise.reject(new Error('not run')) }).map(({ title }) => title)
  const verdicts = (await runWorkerd(await worker('runD1'))) as Verdicts
  expect(verdicts).toEqual(Object.fromEntries(titles.map((title) => [title, 'ok'])))
})

test('D1: finishIn commits the mark with the batch, and rolls the batch back if the claim was lost', async () => {
  expect(await runWorkerd(await worker('runBatches'))).toEqual({
    kept: [{ id: 'held' }],
    lost: expect.stringContaining('malformed JSON'),
    states: ['done', 'in_flight'],
  })
})

test('D1: purge deletes rows older than the given age and keeps the rest', async () => {
  expect(await runWorkerd(await worker('runPurge'))).toEqual({ purged: 2, left: ['new'] })
})

test('D1: the DDL in the package equals the one in the code, and an invalid table name or binding is refused', () => {
  const shipped = readFileSync(join(import.meta.dir, '../../sql/webhook_deliveries_d1.sql'), 'utf8')
  expect(shipped).toBe(webhook_deliveries_d1_ddl)
  const db = { prepare: () => undefined as never }
  expect(() => createD1Store(db, { table: 'a"; drop table b' })).toThrow(TypeError)
  expect(() => createD1Store(undefined as unknown as D1)).toThrow(/env\.<binding>/)
})
