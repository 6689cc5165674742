/** The built client against the running service, whose responses are lost and whose process is killed. */
import { expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { testUnless } from '../support/needs.ts'
import { freePort } from '../support/free_port.ts'
import { newSession } from '../support/service/session.ts'
import { testEnvironment } from '../support/service/service.ts'
import { startServiceProcess } from '../support/service/service_process.ts'
import { newTenant } from '../support/service/tenant.ts'

const built = fileURLToPath(new URL('../../receiver-kit/client/dist/index.js', import.meta.url))
const missing = existsSync(built) ? null : 'the receiver kit is not built'

interface Service {
  GET(path: string, init?: object): Promise<any>
  POST(path: string, init?: object): Promise<any>
  rows(path: string, init?: object): AsyncIterable<any>
}
const openClient = async (options: object): Promise<Service> =>
  ((await import(built)) as { createServiceClient: (options: object) => Service }).createServiceClient(options)

/** Forwards every request to the service, and loses the response of each write the first time. */
async function startLossyProxy(target: string) {
  const lost = new Set<string>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void forward(request, response, chunks))
  })
  async function forward(request: IncomingMessage, response: ServerResponse, chunks: Buffer[]): Promise<void> {
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
    const forwarded = await fetch(target + request.url, { method: request.method!, headers, ...body })
    const content = await forwarded.text()
    const key = headers['idempotency-key']
    if (key !== undefined && !lost.has(key)) {
      lost.add(key)
      request.socket.destroy()
      return
    }
    const replayed = forwarded.headers.get('Idempotency-Replayed')
    response.writeHead(forwarded.status, {
      'Content-Type': forwarded.headers.get('Content-Type') ?? 'application/json',
      ...(replayed === null ? {} : { 'Idempotency-Replayed': replayed }),
    })
    response.end(content)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { base_url: `http://127.0.0.1:${port}`, lost, close: () => server.close() }
}

testUnless(
  missing,
  'a write whose response is lost is done once, tables are read whole, and a refusal has its code and request',
  async () => {
    const tenant = await newTenant()
    await tenant.post('/api/v1/sandbox/seed')
    const proxy = await startLossyProxy(tenant.service.base_url)
    const replays: (string | null)[] = []
    const service = await openClient({
      base_url: proxy.base_url,
      api_key: tenant.api_key,
      onResponse: ({ method, headers }: { method: string; headers: Headers }) => {
        if (method === 'POST') replays.push(headers.get('Idempotency-Replayed'))
      },
    })
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name).filter((name) => name === 'Once')
    await service.POST('/api/v1/inventory/suppliers', { body: { suppliers: [{ name: 'Once' }] } })
    expect([proxy.lost.size, replays]).toEqual([1, ['true']])
    const { data } = await service.GET('/api/v1/inventory/suppliers/table', { params: { query: { limit: 100 } } })
    expect(names(data.rows)).toEqual(['Once'])

    const whole: string[] = []
    for await (const { sku, location_name } of service.rows('/api/v1/inventory/table', {
      params: { query: { limit: 5, sort_args: 'sku,location_name' } },
    }))
      whole.push(`${sku} ${location_name}`)
    expect([whole.length, new Set(whole).size]).toEqual([12, 12])

    const error = await service
      .GET('/api/v1/variants/{variant_id}', { params: { path: { variant_id: crypto.randomUUID() } } })
      .catch((one: unknown) => one)
    expect(error).toMatchObject({
      name: 'ServiceError',
      status: 404,
      code: expect.stringContaining('not'),
      doc_url: expect.stringContaining('#'),
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    proxy.close()
  },
)

/** Orders that writes of the client create, a few at a time; `ended` hears of each that is over. */
async function createOrders(service: Service, references: string[], place: object, ended: () => void): Promise<void> {
  const waiting = [...references]
  const worker = async () => {
    for (let reference = waiting.shift(); reference !== undefined; reference = waiting.shift()) {
      const lines = [{ sku: 'JUMPER-M', quantity: 1 }]
      await service.POST('/api/v1/sales/orders', { body: { ...place, reference, lines } })
      ended()
    }
  }
  await Promise.all([worker(), worker(), worker(), worker()])
}

testUnless(
  missing,
  'writes that a killed process leaves unanswered are done once, by the process that is started in its place',
  async () => {
    const tenant = await newTenant()
    await tenant.post('/api/v1/sandbox/seed')
    const { rows } = (await tenant.get('/api/v1/inventory/table?limit=1')).body.data
    const channels = (await (await newSession(tenant)).get('/api/v1/sales-channels')).body.data
    const port = await freePort()
    const environment = { ...testEnvironment(tenant.service.database), PORT: String(port) }
    let running = await startServiceProcess(environment)
    const retried = new Set<string>()
    const service = await openClient({
      base_url: running.base_url,
      api_key: tenant.api_key,
      attempts_max: 10,
      onRetry: ({ idempotency_key }: { idempotency_key: string }) => retried.add(idempotency_key),
    })
    let replaced: Promise<void> | null = null
    let done = 0
    async function replace(): Promise<void> {
      const ended = new Promise((resolve) => running.child.once('exit', resolve))
      running.child.kill('SIGKILL')
      await ended
      running = await startServiceProcess(environment)
    }
    const references = Array.from({ length: 40 }, (_, n) => `order ${n}`)
    const place = { location_id: rows[0].location_id, sales_channel_id: channels.rows[0].sales_channel_id }
    await createOrders(service, references, place, () => {
      if (++done === 10) replaced = replace()
    })
    await replaced
    const found: string[] = []
    for await (const { reference } of service.rows('/api/v1/sales/orders')) found.push(reference)
    await running.stop()
    expect(retried.size).toBeGreaterThan(0)
    expect(found.toSorted()).toEqual(references.toSorted())
  },
  120_000,
)
