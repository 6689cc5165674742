/** Behaviour of one connection: pipelined requests, and requests that the runtime refuses to read. */
import { createConnection } from 'node:net'
import { expect, test } from 'bun:test'
import { newLocation } from '../support/fixtures/locations.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const onDeno = process.env.TEST_RUNTIME === 'deno'

interface WireAnswer {
  status: number
  head: string
  body: string
}

/** Splits received bytes into responses, by their Content-Length. */
function partAnswers(raw: string): WireAnswer[] {
  const answers: WireAnswer[] = []
  let rest = raw
  while (rest.startsWith('HTTP/')) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) break
    const head = rest.slice(0, end)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    if (rest.length < end + 4 + length) break
    answers.push({ status: Number(head.split(' ')[1]), head, body: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}

/**
 * Sends everything at once on one connection and returns what arrives until there are `count` responses or it is
 * closed.
 */
function onOneConnection(tenant: Tenant, sent: string, count: number): Promise<WireAnswer[]> {
  const { hostname, port } = new URL(tenant.service.base_url)
  return new Promise((resolve) => {
    const socket = createConnection(Number(port), hostname, () => socket.write(sent))
    let raw = ''
    socket.on('data', (bytes) => {
      raw += bytes.toString('latin1')
      if (partAnswers(raw).length >= count) socket.destroy()
    })
    // A connection that was reset receives nothing more.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(partAnswers(raw)))
  })
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`

async function fixture() {
  const tenant = await newTenant()
  const place = await newLocation(tenant)
  const authorization = `Authorization: Bearer ${tenant.api_key}`
  const read = (limit: number) =>
    lines(`GET /api/v1/variants/table?limit=${limit} HTTP/1.1`, 'Host: localhost', authorization)
  const write = (note: string) => {
    const body = JSON.stringify({ location_id: place.location_id, note })
    const head = [
      'POST /api/v1/tests/required HTTP/1.1',
      'Host: localhost',
      authorization,
      `Idempotency-Key: ${note}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    return lines(...head) + body
  }
  return { tenant, place, read, write }
}

test('requests on a keep-alive connection are answered in order', async () => {
  const { tenant, place, read, write } = await fixture()
  const { hostname, port } = new URL(tenant.service.base_url)
  const requests = [read(1), write('a'), read(2), write('b')]
  const statuses = await new Promise<number[]>((resolve, reject) => {
    const socket = createConnection(Number(port), hostname, () => socket.write(requests[0]!))
    let raw = ''
    socket.on('data', (bytes) => {
      raw += bytes.toString('latin1')
      const answers = partAnswers(raw)
      if (answers.length === requests.length) {
        socket.destroy()
        resolve(answers.map(({ status }) => status))
      } else if (answers.length > 0) {
        const next = requests[answers.length]!
        if (raw.endsWith(answers.at(-1)!.body)) socket.write(next)
      }
    })
    socket.on('error', reject)
  })
  expect(statuses).toEqual([200, 200, 200, 200])
  expect(await place.name()).toBe('ab')
})

// Bun closes a connection on which a request arrives before the previous one is answered.
test.skipIf(!onDeno)('pipelined requests are answered in order', async () => {
  const { tenant, place, read, write } = await fixture()
  const answers = await onOneConnection(tenant, read(1) + write('a') + write('b') + read(1) + write('c'), 5)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(answers.map(({ body }) => JSON.parse(body).data.name)).toEqual([undefined, 'a', 'ab', undefined, 'abc'])
  expect(new Set(answers.map(({ head }) => /x-request-id: (\S+)/i.exec(head)![1])).size).toBe(5)
  expect(await place.name()).toBe('abc')
})

test('pipelined writes that got no response take effect once when they are resent', async () => {
  const { tenant, place, write } = await fixture()
  const answers = await onOneConnection(tenant, write('a') + write('b') + write('c'), 3)
  // This runtime closes the connection without a response; if that changes, the test above covers it.
  expect(answers.length).toBe(onDeno ? 3 : 0)
  for (const note of ['a', 'b', 'c']) {
    let status = 409
    // The first one may still be running; then it is refused as in flight until it is done.
    for (let tries = 0; status === 409 && tries < 200; tries++) {
      const [answer] = await onOneConnection(tenant, write(note), 1)
      status = answer!.status
    }
    expect([note, status]).toEqual([note, 200])
  }
  expect(await place.name()).toBe('abc')
})

const unreadable: [string, string][] = [
  ['no HTTP at all', 'GARBAGE\r\n\r\n'],
  ['a header without a colon', lines('GET /api/v1/variants/table HTTP/1.1', 'Host: localhost', 'nocolon')],
  ['a Content-Length that is no number', lines('POST /auth/where HTTP/1.1', 'Host: localhost', 'Content-Length: abc')],
  [
    'a Content-Length beside chunks',
    lines('POST /auth/where HTTP/1.1', 'Host: localhost', 'Content-Length: 3', 'Transfer-Encoding: chunked'),
  ],
  ['200 KB of headers', lines('GET /healthz HTTP/1.1', 'Host: localhost', `X-Filler: ${'x'.repeat(200_000)}`)],
]

test.each(unreadable)('%s is refused by the runtime and never reaches an operation', async (_what, sent) => {
  const { tenant } = await fixture()
  const [answer] = await onOneConnection(tenant, sent, 1)
  // The runtime may also reset the connection before its response is read.
  if (answer === undefined) return
  expect([400, 431]).toContain(answer.status)
  expect(answer.body).toBe('')
  expect(answer.head.toLowerCase()).toContain('connection: close')
})
