/** A server keeps its own PostgreSQL running: after a crash it is restarted, and acknowledged writes are preserved. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isPostmasterRunning, readPidFile } from '../../db/embedded/postmaster.ts'
import { newMigratedDataDir, startServer, printedValue } from './support/commands.ts'

setDefaultTimeout(90_000)

const { DATA_DIR, remove } = await newMigratedDataDir()
const data_dir = join(DATA_DIR, 'postgres')
const started = startServer({ DATA_DIR })
afterAll(async () => {
  started.child.kill('SIGTERM')
  await started.ended
  remove()
})

interface Asked {
  status: number
  retry_after: string | null
  body: any
}

async function ask(base: string, path: string, key: string, method = 'GET'): Promise<Asked> {
  const response = await fetch(base + path, {
    method,
    headers: { Authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(10_000),
  })
  return { status: response.status, retry_after: response.headers.get('retry-after'), body: await response.json() }
}

test('a PostgreSQL that is killed while its server runs is restarted on its data, and stops with the server', async () => {
  const { out, base_url: base } = await started.ready()
  const key = printedValue(out, 'API key')
  expect((await ask(base, '/api/v1/sandbox/seed', key, 'POST')).status).toBe(200)

  for (const signal of ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const) {
    const before = readPidFile(data_dir)!
    process.kill(before.pid, signal)
    const others: Asked[] = []
    const giveUpAt = performance.now() + 30_000
    let answer = await ask(base, '/api/v1/variants/table', key)
    // Backends of the killed server may answer for a moment, while it has no file yet that names it.
    const isBack = () => (readPidFile(data_dir)?.pid ?? before.pid) !== before.pid
    while (!(answer.status === 200 && isBack())) {
      if (performance.now() > giveUpAt) throw new Error(`not back after ${signal}: ${JSON.stringify(answer)}`)
      if (answer.status !== 200) others.push(answer)
      await new Promise((wake) => setTimeout(wake, 20))
      answer = await ask(base, '/api/v1/variants/table', key)
    }
    expect(answer.body.data.filtered_max_size).toBe(6)
    expect(readPidFile(data_dir)!.port).toBe(before.port)
    expect(others.filter(({ status, retry_after }) => status !== 503 || retry_after === null)).toEqual([])
  }

  expect(await started.stop()).toBe(0)
  expect(isPostmasterRunning(data_dir)).toBe(false)
  expect(existsSync(join(data_dir, 'postmaster.pid'))).toBe(false)
  const lines = started.printed().err.split('\n')
  expect(lines.filter((line) => line.includes('PostgreSQL ended; starting it again'))).toHaveLength(3)
})
