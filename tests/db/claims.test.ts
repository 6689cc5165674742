import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimDataDir } from '../../db/embedded/start.ts'
import { makeFolder } from './support/cluster.ts'
import { kill, startProcess } from './support/processes.ts'

const folder = makeFolder()
afterAll(() => folder.remove())

let places = 0
function makePlace(): { data_dir: string; claim_file: string } {
  const data_dir = join(folder.path, `place-${++places}`)
  mkdirSync(data_dir)
  return { data_dir, claim_file: join(data_dir, 'server.claim') }
}

test('a second server on the same data directory is refused with a message that says what to do', async () => {
  const { data_dir } = makePlace()
  const first = await startProcess('claim', data_dir)
  expect(() => claimDataDir(data_dir)).toThrow(
    `another server (pid ${first.message.pid}) already uses this data directory (${data_dir}); stop it or set DATA_DIR`,
  )
  await kill(first.child)
  claimDataDir(data_dir).release()
})

test('a released directory can be claimed again, and only its claimant can release it', () => {
  const { data_dir, claim_file } = makePlace()
  const claim = claimDataDir(data_dir)
  expect(() => claimDataDir(data_dir)).toThrow('another server')
  claim.release()
  const next = claimDataDir(data_dir)
  claim.release()
  expect(existsSync(claim_file)).toBe(true)
  next.release()
})

test.each([
  ['a dead process', JSON.stringify({ pid: 2_147_483_646, started: 'then' })],
  ['a number that something else has now', JSON.stringify({ pid: process.ppid, started: 'then' })],
  ['half a file', '{"pid":'],
  ['nothing', ''],
])('a claim left by %s is taken over', (_, left) => {
  const { data_dir, claim_file } = makePlace()
  writeFileSync(claim_file, left)
  claimDataDir(data_dir).release()
  expect(existsSync(claim_file)).toBe(false)
})

test('of several servers that find the same stale claim, exactly one takes it over', async () => {
  const { data_dir, claim_file } = makePlace()
  writeFileSync(claim_file, JSON.stringify({ pid: 2_147_483_646, started: 'then' }))
  const all = await Promise.all(Array.from({ length: 5 }, () => startProcess('claim', data_dir)))
  expect(all.filter(({ message }) => message.pid !== undefined).length).toBe(1)
  await Promise.all(all.map(({ child }) => kill(child)))
})
