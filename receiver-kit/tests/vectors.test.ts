import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import file from '../vectors/signature-vectors.json'
import { runVectors, type VectorRun } from './support/run_vectors.ts'
import { bundle, findDeno, runProcess, runWorkerd } from './support/runtimes.ts'

const count = file.vectors.length
const printing = "import { runVectors } from './run_vectors.ts'\nconsole.log(JSON.stringify(await runVectors()))"
const answering =
  "import { runVectors } from './run_vectors.ts'\nexport default { fetch: async () => Response.json(await runVectors()) }"

test('the vector file has at least 30 cases of each verdict, including every reason, with distinct names', () => {
  expect(file.vectors.filter(({ ok }) => !ok).length).toBeGreaterThan(30)
  expect(new Set(file.vectors.map(({ name }) => name)).size).toBe(count)
  const reasons = new Set(file.vectors.flatMap(({ reason }) => reason ?? []))
  expect(reasons).toEqual(
    new Set([
      'header_malformed',
      'header_missing',
      'header_other_scheme',
      'header_repeated',
      'secret_malformed',
      'secret_missing',
      'signature_mismatch',
      'timestamp_too_new',
      'timestamp_too_old',
    ]),
  )
})

test('the vector file equals what its script generates', () => {
  const made = join(mkdtempSync(join(tmpdir(), 'vectors-')), 'made.json')
  expect(spawnSync(process.execPath, [join(import.meta.dir, '../scripts/make_vectors.ts'), made]).status).toBe(0)
  expect(readFileSync(made, 'utf8')).toBe(
    readFileSync(join(import.meta.dir, '../vectors/signature-vectors.json'), 'utf8'),
  )
})

test('every vector passes on Bun', async () => {
  expect(await runVectors()).toEqual({ count, failures: [], native: true })
})

test('every vector passes on Node', async () => {
  expect((await runProcess('node', [], await bundle(printing))) as VectorRun).toEqual({
    count,
    failures: [],
    native: true,
  })
})

test('every vector passes on workerd with WebCrypto', async () => {
  expect((await runWorkerd(await bundle(answering))) as VectorRun).toEqual({ count, failures: [], native: false })
})

const deno = findDeno()
if (!deno) console.log('Deno is not here (set DENO to its program): its vector run is left out')
test.skipIf(!deno)('every vector passes on Deno', async () => {
  const run = (await runProcess(deno as string, ['run', '--no-config'], await bundle(printing))) as VectorRun
  expect(run).toEqual({ count, failures: [], native: true })
})
