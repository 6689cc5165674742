/** Runs the retry guide's client as its reader does, with Node: against the service and against a failing server. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'bun:test'
import { newTenant } from '../support/service/tenant.ts'

const at = (path: string) => fileURLToPath(new URL(`../../docs-site/${path}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
copyFileSync(at('samples/client/service.mjs'), join(folder, 'service.mjs'))

async function run(file: string, env: Record<string, string>): Promise<string[]> {
  const child = Bun.spawn(['node', file], { cwd: folder, env: { PATH: process.env.PATH!, ...env }, stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([await child.exited, err]).toEqual([0, ''])
  return out.trim().split('\n')
}

test('the program of the guide reads every page of stock and opens a stocktake of all of it', async () => {
  const tenant = await newTenant()
  await tenant.post('/api/v1/sandbox/seed')
  const page = readFileSync(at('src/content/docs/api/guides/retries.mdx'), 'utf8')
  const [, program] = /^```js title="count.mjs"\n([^]*?)^```$/m.exec(page)!
  // A limit that needs two pages, so that the test covers paging.
  writeFileSync(join(folder, 'count.mjs'), program!.replace("location_name' }", "location_name', limit: 7 }"))
  const lines = await run('count.mjs', { BASE_URL: tenant.service.base_url, API_KEY: tenant.api_key })
  expect(lines).toHaveLength(13)
  expect(lines[0]).toBe('JEANS-30 City store 12')
  expect(new Set(lines.slice(0, 12)).size).toBe(12)
  const id = lines[12]!.split(' ')[0]
  const { data } = (await tenant.get(`/api/v1/stocktakes/${id}`)).body
  expect([data.name, data.line_count]).toEqual(['Whole count', 12])
})

/** A server that sends the given responses in order and repeats the last one. */
async function failingServer(responses: ((response: ServerResponse) => void)[]) {
  const received: { key: string | undefined; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ key: request.headers['idempotency-key'] as string | undefined, body })
      responses[Math.min(received.length, responses.length) - 1]!(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  writeFileSync(
    join(folder, 'send.mjs'),
    `Math.random = () => 0
const { send } = await import('./service.mjs')
try { console.log(JSON.stringify(await send('POST', '/x', { a: 1 }))) }
catch (error) { console.log(error.status, error.code, error.message) }`,
  )
  const [printed] = await run('send.mjs', { BASE_URL: `http://127.0.0.1:${port}`, API_KEY: 'k' })
  server.close()
  return { printed, received }
}

const respond =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response
      .writeHead(status, headers)
      .end(JSON.stringify(status === 200 ? { data: code } : { code, message: { code, desc: 'No.' } }))
const atOnce = { 'Retry-After': '0' }

test('a write survives a lost connection, 429, 503 and a request in flight, with one key and one body', async () => {
  const { printed, received } = await failingServer([
    (response) => response.destroy(),
    respond(429, 'rate_limited', atOnce),
    respond(503, 'SERVICE_UNAVAILABLE', atOnce),
    respond(409, 'idempotency_in_flight', atOnce),
    respond(200, 'done'),
  ])
  expect(printed).toBe('"done"')
  expect(received).toHaveLength(5)
  expect(received[0]!.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(received.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(received[0]!.body).toBe('{"a":1}')
})

test('a refusal is thrown at once with its code, and the client gives up on an unavailable service after five attempts', async () => {
  const refused = await failingServer([respond(409, 'conflict')])
  expect([refused.printed, refused.received.length]).toEqual(['409 conflict No.', 1])
  const away = await failingServer([respond(503, 'POSTGRES_UNAVAILABLE', atOnce)])
  expect([away.printed, away.received.length]).toEqual(['503 POSTGRES_UNAVAILABLE No.', 5])
})
