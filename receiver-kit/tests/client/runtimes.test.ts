/** The built client in each runtime, against a server that loses connections, refuses for a while and serves pages. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, findDeno, runChromium, runProcess, runWorkerd } from '../support/runtimes.ts'
import { lose, refuse, respond, type Respond, startServer } from './server.ts'

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

const responses: readonly Respond[] = [
  lose,
  refuse(429, 'rate_limited', { 'Retry-After': '0' }),
  refuse(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '0' }),
  respond(201, { data: { id: 's-1' } }),
  page(0, 'a', 'b'),
  page(2, 'c'),
  refuse(403, 'forbidden'),
]
const wanted = { id: 's-1', skus: ['a', 'b', 'c'], refused: [true, 403, 'forbidden', 'r-1'] }

test.each(runtimes)(
  'on %s a write takes effect once, rows are read in pages, and a refusal has its code',
  async (_, run) => {
    using server = await startServer(responses)
    expect(await run(await program(work(server.base_url)))).toEqual(wanted)
    const writes = server.received
      .slice(0, 4)
      .map(({ method, body, headers }) => [method, body, headers['idempotency-key']])
    expect(new Set(writes.map(String)).size).toBe(1)
    expect(server.received).toHaveLength(7)
  },
)

const chromium = findChromium()
if (!chromium) console.log('Chromium is not here (set CHROMIUM to its program): the client is not tried in a browser')

/** Opens a page with the client and a script, and returns what the script reports. */
async function runInPage(script: string, answers: readonly Respond[]) {
  const { promise, resolve } = Promise.withResolvers<any>()
  const report = `await work().then((result) => result, (error) => String(error))`
  const source = await program(
    `${script}\nconst result = ${report}\nawait fetch('/report', { method: 'POST', body: JSON.stringify(result) })`,
  )
  const html = `<!doctype html><script type="module">${source.replaceAll('</', '<\\/')}</script>`
  const server = await startServer(answers, { html, report: resolve })
  try {
    return { result: await runChromium(chromium!, `${server.base_url}/page`, promise), received: server.received }
  } finally {
    server.close()
  }
}

test.skipIf(!chromium)(
  'in a browser a write takes effect once, rows are read in pages, and a refusal has its code',
  async () => {
    // The page is the server's own, so its address is the base.
    const { result, received } = await runInPage(work('').replace("''", 'location.origin'), responses)
    expect(result).toEqual(wanted)
    const writes = received.slice(0, 4).map(({ method, body, headers }) => [method, body, headers['idempotency-key']])
    expect(new Set(writes.map(String)).size).toBe(1)
    expect(received).toHaveLength(7)
  },
)

test.skipIf(!chromium)(
  'in a browser a call that is given up ends at once, during the attempt and during a wait',
  async () => {
    const script = `
async function work() {
  const given = []
  for (const [name, attempts_max] of [['attempt', 1], ['wait', 5]]) {
    const service = createServiceClient({ base_url: location.origin, user_token: 't', organization_id: 'o', attempts_max })
    const abort = new AbortController()
    setTimeout(() => abort.abort(new Error('given up: ' + name)), 300)
    const started = performance.now()
    const error = await service.GET('/api/v1/inventory/table', { signal: abort.signal }).catch((one) => one)
    given.push([error.message, performance.now() - started < 5000])
  }
  return given
}`
    const { result, received } = await runInPage(script, [
      () => {},
      refuse(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '30' }),
    ])
    expect(result).toEqual([
      ['given up: attempt', true],
      ['given up: wait', true],
    ])
    expect(received.map(({ headers }) => [headers.authorization, headers['x-organization-id']])).toEqual([
      ['Bearer t', 'o'],
      ['Bearer t', 'o'],
    ])
  },
)
