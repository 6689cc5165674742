import { afterEach, expect, mock, spyOn, test } from 'bun:test'
import {
  createServiceClient,
  ServiceConnectionError,
  ServiceError,
  type ServiceClientOptions,
} from '../../client/src/index.ts'
import { lose, refuse, respond, type Respond, startServer } from './server.ts'

/** A client of a server that responds as told, and what the server was sent. */
async function serve(responses: readonly Respond[], options: Partial<ServiceClientOptions> = {}) {
  const server = await startServer(responses)
  const client = createServiceClient({ base_url: server.base_url, api_key: 'k', ...options } as ServiceClientOptions)
  return { client, received: server.received, [Symbol.dispose]: server.close }
}
/** The error that a call rejects with. */
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

afterEach(() => mock.restore())

const atOnce = { 'Retry-After': '0' }
const table = '/api/v1/inventory/table'
const counting = { body: { name: 'Count', counted_on: '2026-11-20', location_ids: [], include_all_variants: true } }
const session = {
  api_key: undefined,
  user_token: 't',
  organization_id: 'o',
} as unknown as Partial<ServiceClientOptions>

test('a write survives a lost connection, 429, 503 and a request in flight, with one key and one body', async () => {
  spyOn(Math, 'random').mockReturnValue(0)
  using served = await serve([
    lose,
    refuse(429, 'rate_limited', atOnce),
    refuse(503, 'SERVICE_UNAVAILABLE', atOnce),
    refuse(409, 'idempotency_in_flight', atOnce),
    respond(201, { data: { id: 's' } }),
  ])
  expect(await served.client.POST('/api/v1/stocktakes', counting)).toMatchObject({ data: { id: 's' } })
  const sent = served.received.map(({ method, url, body, headers }) => [
    method,
    url,
    body,
    headers['idempotency-key'],
    headers.authorization,
  ])
  expect(sent).toHaveLength(5)
  expect(sent[0]![3]).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(sent.map(String)).size).toBe(1)
  expect(sent[0]![2]).toBe(JSON.stringify(counting.body))
  expect(sent[0]![4]).toBe('Bearer k')
})

test('two writes have two keys, a key of the caller stays, and a read has none', async () => {
  using served = await serve([respond(200, { data: {} })])
  await served.client.POST('/api/v1/stocktakes', counting)
  await served.client.POST('/api/v1/stocktakes', counting)
  await served.client.POST('/api/v1/stocktakes', { ...counting, headers: { 'Idempotency-Key': 'count-7' } })
  await served.client.GET(table)
  const [first, second, own, read] = served.received.map(({ headers }) => headers['idempotency-key'])
  expect(first).not.toBe(second!)
  expect([own, read]).toEqual(['count-7', undefined])
})

test('a refusal is thrown at once, with all that the service said of it', async () => {
  using served = await serve([refuse(409, 'conflict', {}, { key: 'name' })])
  const error = (await errorOf(served.client.POST('/api/v1/stocktakes', counting))) as ServiceError
  expect(error).toBeInstanceOf(ServiceError)
  expect({ ...error, message: error.message }).toEqual({
    name: 'ServiceError',
    message: 'No: conflict.',
    status: 409,
    code: 'conflict',
    doc_url: 'https://docs.example.com/conflict',
    request_id: 'r-1',
    data: { key: 'name' },
    retry_after_seconds: null,
    attempts: 1,
  })
  expect(served.received).toHaveLength(1)
})

test.each([400, 401, 403, 404, 409, 413, 421, 422])('%d is not repeated', async (status) => {
  using served = await serve([refuse(status, 'refused', atOnce), respond(200, { data: {} })])
  expect(await errorOf(served.client.GET(table))).toMatchObject({ status, attempts: 1 })
})

test.each([408, 429, 500, 502, 503, 504])('%d is repeated', async (status) => {
  using served = await serve([refuse(status, 'later', atOnce), respond(200, { data: { rows: [] } })])
  expect(await served.client.GET(table)).toMatchObject({ data: { rows: [] } })
  expect(served.received).toHaveLength(2)
})

test('it gives up after the last attempt, and with one attempt repeats nothing', async () => {
  using away = await serve([refuse(503, 'SERVICE_UNAVAILABLE', atOnce)], { attempts_max: 3 })
  expect(await errorOf(away.client.GET(table))).toMatchObject({ status: 503, attempts: 3, retry_after_seconds: 0 })
  expect(away.received).toHaveLength(3)
  using once = await serve([refuse(503, 'SERVICE_UNAVAILABLE', atOnce)], { attempts_max: 1 })
  expect(await errorOf(once.client.GET(table))).toMatchObject({ attempts: 1 })
  expect(once.received).toHaveLength(1)
})

test('a wait as long as allowed is waited, and a longer one ends the attempts and is stated', async () => {
  using short = await serve([refuse(429, 'rate_limited', { 'Retry-After': '1' }), respond(200, { data: {} })], {
    wait_ms_max: 1000,
  })
  const started_ms = performance.now()
  await short.client.GET(table)
  expect(performance.now() - started_ms).toBeGreaterThanOrEqual(990)
  using long = await serve([refuse(429, 'rate_limited', { 'Retry-After': '2' })], { wait_ms_max: 1999 })
  expect(await errorOf(long.client.GET(table))).toMatchObject({
    code: 'rate_limited',
    retry_after_seconds: 2,
    attempts: 1,
  })
})

test("a session's write is repeated after what did not run, and not after what may have", async () => {
  using limited = await serve([refuse(429, 'rate_limited', atOnce), respond(200, { data: {} })], session)
  await limited.client.POST('/api/v1/stocktakes', counting)
  expect(
    limited.received.map(({ headers }) => [
      headers['idempotency-key'],
      headers.authorization,
      headers['x-organization-id'],
    ]),
  ).toEqual(Array(2).fill([undefined, 'Bearer t', 'o']))
  for (const response of [refuse(503, 'SERVICE_UNAVAILABLE', atOnce), refuse(500, 'internal_error', atOnce), lose]) {
    using served = await serve([response, respond(200, { data: {} })], session)
    const error = await errorOf(served.client.POST('/api/v1/stocktakes', counting))
    expect(error).toMatchObject({ attempts: 1 })
    expect(served.received).toHaveLength(1)
  }
  using read = await serve([refuse(503, 'SERVICE_UNAVAILABLE', atOnce), respond(200, { data: {} })], session)
  await read.client.GET(table)
  expect(read.received).toHaveLength(2)
})

test('an attempt that takes too long is repeated with its key, and the error says which key it was', async () => {
  using served = await serve([() => {}], { timeout_ms: 50, attempts_max: 2 })
  spyOn(Math, 'random').mockReturnValue(0)
  const error = (await errorOf(served.client.POST('/api/v1/stocktakes', counting))) as ServiceConnectionError
  expect(error).toBeInstanceOf(ServiceConnectionError)
  expect([error.attempts, (error.cause as Error).name]).toEqual([2, 'TimeoutError'])
  expect(served.received.map(({ headers }) => headers['idempotency-key'])).toEqual([
    error.idempotency_key!,
    error.idempotency_key!,
  ])
})

test('a connection that breaks within the body is a connection that broke', async () => {
  const half: Respond = (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' })
    response.write('{"data":')
    setTimeout(() => response.destroy(), 20)
  }
  spyOn(Math, 'random').mockReturnValue(0)
  using served = await serve([half, respond(200, { data: { rows: [] } })])
  expect(await served.client.GET(table)).toMatchObject({ data: { rows: [] } })
})

test('a signal ends an attempt and a wait, with the reason of the caller', async () => {
  const reason = new Error('enough')
  for (const responses of [[() => {}], [refuse(429, 'rate_limited', { 'Retry-After': '30' })]]) {
    using served = await serve(responses)
    const controller = new AbortController()
    const call = errorOf(served.client.GET(table, { signal: controller.signal }))
    await Bun.sleep(50)
    controller.abort(reason)
    expect(await call).toBe(reason)
    expect(served.received).toHaveLength(1)
  }
  using served = await serve([respond(200, {})])
  expect(await errorOf(served.client.GET(table, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  expect(served.received).toEqual([])
})

test('a wrong key on product data has its code, which is in the data there', async () => {
  const body = { data: { error: 'key_invalid' }, message: { desc: 'Unknown key.', request_id: 'r-4' } }
  using served = await serve([respond(401, body)])
  expect(await errorOf(served.client.GET(table))).toMatchObject({ status: 401, code: 'key_invalid', request_id: 'r-4' })
})

test("a page of a proxy is an error without the service's code", async () => {
  using served = await serve([
    (response) => void response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not here</h1>'),
  ])
  expect(await errorOf(served.client.GET(table))).toMatchObject({
    status: 404,
    code: null,
    doc_url: null,
    request_id: null,
    data: null,
  })
})

test('an answer without content has no body, and lists are joined by commas', async () => {
  using served = await serve([(response) => void response.writeHead(204).end()])
  const path = { stocktake_id: 'a/b' }
  expect(
    await served.client.PATCH('/api/v1/stocktakes/{stocktake_id}/counts', { params: { path }, body: { counts: [] } }),
  ).toBeUndefined()
  await served.client.GET(table, { params: { query: { sort_args: ['sku', '-on_hand_qty'] } } } as never)
  expect(served.received.map(({ url }) => url)).toEqual([
    '/api/v1/stocktakes/a%2Fb/counts',
    `${table}?sort_args=sku,-on_hand_qty`,
  ])
})

test.each(['', '.', '..', undefined])('an id of %p is refused before it becomes another path', async (stocktake_id) => {
  using served = await serve([respond(200, {})])
  const call = served.client.DELETE('/api/v1/stocktakes/{stocktake_id}', {
    params: { path: { stocktake_id } },
  } as never)
  expect(await errorOf(call)).toBeInstanceOf(TypeError)
  expect(served.received).toEqual([])
})

/** A table of so many rows, in pages as asked for. */
const pages =
  (count: number, total: 'filtered_max_size' | 'total'): Respond =>
  (response, { url }) => {
    const query = new URL(url, 'http://x').searchParams
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
    const rows = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, i) => ({
      sku: String(offset + i),
    }))
    respond(200, { data: { rows, offset, size: rows.length, [total]: count } })(response, {} as never)
  }

test.each([
  [0, 1],
  [99, 1],
  [100, 1],
  [101, 2],
  [200, 2],
  [201, 3],
])('%d rows are read in %d pages, each row once', async (count, requests) => {
  for (const total of ['filtered_max_size', 'total'] as const) {
    using served = await serve([pages(count, total)])
    const skus: string[] = []
    for await (const { sku } of served.client.rows(table)) skus.push(sku!)
    expect(skus).toEqual(Array.from({ length: count }, (_, i) => String(i)))
    expect(served.received).toHaveLength(requests)
  }
})

test('a stated limit holds, and a page is read only when it is used', async () => {
  using served = await serve([pages(30, 'filtered_max_size')])
  let seen = 0
  for await (const _ of served.client.rows(table, { params: { query: { limit: 7, sort_args: 'sku' } } }))
    if (++seen === 8) break
  expect(served.received.map(({ url }) => url.split('?')[1])).toEqual([
    'limit=7&sort_args=sku&offset=0',
    'limit=7&sort_args=sku&offset=7',
  ])
})

test('rows are read from a stated offset on, to the last', async () => {
  using served = await serve([pages(5, 'filtered_max_size')])
  const skus: string[] = []
  for await (const { sku } of served.client.rows(table, { params: { query: { limit: 2, offset: 2 } } })) skus.push(sku!)
  expect(skus).toEqual(['2', '3', '4'])
  expect(served.received).toHaveLength(2)
})

test('hooks see every attempt, and may add headers', async () => {
  const seen: unknown[] = []
  using served = await serve([refuse(503, 'SERVICE_UNAVAILABLE', atOnce), respond(200, { data: {} })], {
    onRequest({ headers, attempt }) {
      headers.set('traceparent', `00-${attempt}`)
    },
    onResponse: ({ status, attempt, elapsed_ms }) => seen.push([status, attempt, elapsed_ms >= 0]),
    onRetry: ({ error, wait_ms, attempt }) => seen.push([(error as ServiceError).code, wait_ms, attempt]),
  })
  await served.client.GET(table)
  expect(seen).toEqual([
    [503, 1, true],
    ['SERVICE_UNAVAILABLE', 0, 1],
    [200, 2, true],
  ])
  expect(served.received.map(({ headers }) => headers.traceparent)).toEqual(['00-1', '00-2'])
})

test.each([
  [{ base_url: 'api.service.example' }, 'base_url'],
  [{ api_key: '' }, 'api_key'],
  [{ api_key: undefined }, 'api_key'],
  [{ user_token: 't', organization_id: 'o' }, 'api_key'],
  [{ api_key: undefined, user_token: 't' }, 'organization_id'],
  [{ attempts_max: 0 }, 'attempts_max'],
  [{ attempts_max: 1.5 }, 'attempts_max'],
  [{ timeout_ms: 0 }, 'timeout_ms'],
  [{ wait_ms_max: -1 }, 'wait_ms_max'],
  [{ wait_ms_max: Number.NaN }, 'wait_ms_max'],
])('the options %p are refused, and the error names %s', (options, name) => {
  const create = () =>
    createServiceClient({ base_url: 'http://localhost', api_key: 'k', ...options } as ServiceClientOptions)
  expect(create).toThrow(new RegExp(name))
})

test('a successful response that is no JSON is a ServiceError, not a SyntaxError, and is not asked for again', async () => {
  for (const [type, content] of [
    ['text/html', '<html>Sign in</html>'],
    ['application/json', '{"data": '],
  ] as const) {
    using served = await serve([
      (response) => void response.writeHead(200, { 'Content-Type': type, 'X-Request-Id': 'r-9' }).end(content),
    ])
    const error = await errorOf(served.client.GET(table))
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ status: 200, code: null, request_id: 'r-9', attempts: 1 })
    expect((error as Error).message).toContain('not JSON')
    expect(served.received).toHaveLength(1)
  }
})

test('a body that is asked for as text or a stream is passed on as it is', async () => {
  using served = await serve([
    (response) => void response.writeHead(200, { 'Content-Type': 'text/csv' }).end('sku\nJUMPER-M\n'),
  ])
  expect(await served.client.GET(table, { parseAs: 'text' } as never)).toBe('sku\nJUMPER-M\n' as never)
})

test('a file is sent byte for byte in every attempt, as a stream of bytes unless its type is stated', async () => {
  const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x73, 0x0d, 0x0a)
  for (const [body, headers, type] of [
    [bytes, {}, 'application/octet-stream'],
    [bytes.buffer, new Headers({ 'Content-Type': 'text/csv' }), 'text/csv'],
    [
      new Blob([bytes], { type: 'text/csv' }),
      { 'content-type': 'application/vnd.ms-excel' },
      'application/vnd.ms-excel',
    ],
    ['\ufeffs\r\n', undefined, 'application/octet-stream'],
  ] as const) {
    using served = await serve([refuse(503, 'SERVICE_UNAVAILABLE', atOnce), respond(200, { data: {} })])
    const init = { params: { query: { account_id: 'a' } }, body, ...(headers && { headers }) }
    await served.client.POST('/api/v1/sell-out/import', init)
    expect(served.received.map((one) => [one.body, one.headers['content-type']])).toEqual([
      ['\ufeffs\r\n', type],
      ['\ufeffs\r\n', type],
    ])
  }
})

test('base_url keeps the prefix of a proxy, and is refused where it names the API or a query', async () => {
  using server = await startServer([respond(200, { data: { rows: [] } })])
  for (const base_url of [`${server.base_url}/merchant`, `${server.base_url}/merchant/`])
    await createServiceClient({ base_url, api_key: 'k' }).GET(table)
  expect(server.received.map(({ url }) => url)).toEqual([`/merchant${table}`, `/merchant${table}`])
  for (const [end, words] of [
    ['/api/v1', 'before /api/v1'],
    ['/merchant/api/v1/', 'before /api/v1'],
    ['/api', 'before /api/v1'],
    ['?region=eu', 'no query'],
    ['#top', 'no query and no fragment'],
  ] as const)
    expect(() => createServiceClient({ base_url: server.base_url + end, api_key: 'k' })).toThrow(words)
  for (const base_url of ['', '/merchant', 'ftp://api.service.example', 'api.service.example'])
    expect(() => createServiceClient({ base_url, api_key: 'k' })).toThrow('absolute address')
})
