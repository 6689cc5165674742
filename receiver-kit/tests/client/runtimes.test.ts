/** The built client in each runtime, against a server that loses connections, refuses for a while and serves pages. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDeno, runProcess, runWorkerd } from '../support/runtimes.ts'
import { lose, refuse, respond, startServer } from './server.ts'

setDefaultTimeout(120_000)

/** Bun bundles openapi-fetch into it, as a customer's bundler would. */
async function program(main: string): Promise<string> {
  const entry = join(import.meta.dir, '../../client/dist/index.js')
  expect(readFileSync(entry, 'utf8')).toContain('createServiceClient')
  const built = await Bun.build({ entrypoints: [entry], target: 'browser', format: 'esm' })
  return `${await (built.outputs[0] as Blob).text()}\n${main}`
}

const work = (base_url: string) => `
async function work() {
  const service = createServiceClient({ base_url: '${base_url}', api_key: 'k' })
  const { data } = await service.POST('/api/v1/stocktakes', { body: { name: 'Count' } })
  const skus = []
  for await (const { sku } of service.rows('/api/v1/inventory/table', { params: { query: { limit: 2 } } })) skus.push(sku)
  const refused = await service.GET('/api/v1/inventory/table').catch((error) => [error instanceof ServiceError, error.status, error.code, error.request_id])
  return { id: data.id, skus, refused }
}`
const page = (offset: number, ...skus: string[]) =>
  respond(200, { data: { rows: skus.map((sku) => ({ sku })), offset, size: skus.length, filtered_max_size: 3 } })

const deno = findDeno()
const inProcess = 'console.log(JSON.stringify(await work()))'
const runtimes: [name: string, run: (source: string) => Promise<unknown>][] = [
  ['node', (source) => runProcess('node', [], `${source}\n${inProcess}`)],
  ['bun', (source) => runProcess(process.execPath, [], `${source}\n${inProcess}`)],
  ['workerd', (source) => runWorkerd(`${source}\nexport default { fetch: async () => Response.json(await work()) }`)],
]
if (deno) runtimes.push(['deno', (source) => runProcess(deno, ['run', '--allow-net'], `${source}\n${inProcess}`)])
else console.log('Deno is not here (set DENO to its program): the client is not tried on it')

test.each(runtimes)(
  'on %s a write takes effect once, rows are read in pages, and a refusal has its code',
  async (_, run) => {
    using server = await startServer([
      lose,
      refuse(429, 'rate_limited', { 'Retry-After': '0' }),
      refuse(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '0' }),
      respond(201, { data: { id: 's-1' } }),
      page(0, 'a', 'b'),
      page(2, 'c'),
      refuse(403, 'forbidden'),
    ])
    expect(await run(await program(work(server.base_url)))).toEqual({
      id: 's-1',
      skus: ['a', 'b', 'c'],
      refused: [true, 403, 'forbidden', 'r-1'],
    })
    const writes = server.received
      .slice(0, 4)
      .map(({ method, body, headers }) => [method, body, headers['idempotency-key']])
    expect(new Set(writes.map(String)).size).toBe(1)
    expect(server.received).toHaveLength(7)
  },
)
