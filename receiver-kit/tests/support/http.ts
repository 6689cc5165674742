/** The guarantees of every adapter, tested over HTTP with the real framework. */
import { expect } from 'bun:test'
import {
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import type { EventName } from '../../src/index.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { fakeDelivery, signTestDelivery } from '../../src/testing.ts'
import { newReceiver, type Receiver, secret } from './deliveries.ts'

export interface Answered {
  status: number
  body: string
  headers: Record<string, string | string[] | undefined>
}

/** One request with node:http, which allows repeated headers and sends the body unchanged. */
export function post(
  url: string,
  headers: Record<string, string | string[]>,
  body: string | Uint8Array,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method: 'POST', headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString(), headers: response.headers })
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

export const listening = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}/hooks`),
    )
  })

type WithBody = (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown

/** A listener that reads the whole body first. */
export const withBody =
  (use: WithBody): RequestListener =>
  (request, response) =>
    void request.toArray().then((chunks) => use(request, response, Buffer.concat(chunks)))

/** A receiver for adapters: small limit, memory store. */
export const adapterReceiver = (): Receiver => newReceiver({ store: createMemoryStore(), body_bytes_max: 20_000 })

export interface Mounted {
  url: string
  receiver: Receiver
}

/** The behaviour common to all adapters. */
export async function expectDelivers({ url, receiver }: Mounted): Promise<void> {
  await expectHandledOnce(url, receiver)
  await expectExactBytes(url, receiver)
  await expectRefusals(url, receiver)
}

async function expectHandledOnce(url: string, { handled }: Receiver): Promise<void> {
  const { headers, body, record } = await fakeDelivery('order.created', { secret })
  const first = await post(url, { ...headers }, body)
  expect([first.status, first.body]).toEqual([204, ''])
  expect((await post(url, { ...headers }, body)).status).toBe(204)
  expect(handled).toEqual([{ event: 'order.created', delivery_id: headers['x-service-delivery-id'], body: record }])
}

// White space, escapes and non-ASCII text are preserved only if nothing parses or decodes the body.
async function expectExactBytes(url: string, { handled }: Receiver): Promise<void> {
  const body = '{ "order_id" : "ü\\u00fc 日本 👗",\r\n\t"units":1.0 }\n'
  const { headers } = await signTestDelivery({ event: 'order.created', body, secret })
  expect((await post(url, { ...headers }, body)).status).toBe(204)
  expect(handled.at(-1)?.body).toEqual({ order_id: 'üü 日本 👗', units: 1 })
}

async function expectRefusals(url: string, { handled, problems }: Receiver): Promise<void> {
  const before = handled.length
  const { headers, body } = await fakeDelivery('order.created', { secret })
  const { 'x-service-signature': signature, ...unsigned } = headers
  const missing = await post(url, unsigned, body)
  expect([missing.status, missing.body, missing.headers['content-type']]).toEqual([
    400,
    '{"error":"header_missing"}',
    expect.stringContaining('application/json'),
  ])
  expect((await post(url, { ...headers }, `${body} `)).body).toContain('signature_mismatch')
  const twice = await post(url, { ...unsigned, 'x-service-signature': [signature, signature] }, body)
  expect(twice.body).toContain('header_repeated')
  const empty = await signTestDelivery({ event: 'order.created', body: '', secret })
  expect((await post(url, { ...empty.headers, 'content-length': '0' }, '')).body).toContain('body_not_json')
  const long = await signTestDelivery({ event: 'order.created', body: `{"a":"${'x'.repeat(20_000)}"}`, secret })
  expect((await post(url, { ...long.headers }, long.body)).status).toBe(413)
  expect(handled.length).toBe(before)
  expect(problems.every(({ status }) => status === 400 || status === 413)).toBe(true)
}

/** After a parser, the sender gets 500, and onError receives the fix for this framework. */
export async function expectFixNamed(
  { url, receiver }: Mounted,
  fix: RegExp,
  event: EventName = 'order.created',
): Promise<void> {
  const { headers, body } = await fakeDelivery(event, { secret })
  expect((await post(url, { ...headers }, body)).status).toBe(500)
  expect(receiver.problems).toMatchObject([{ status: 500, message: expect.stringMatching(fix) }])
  expect(receiver.problems[0]?.reason).toMatch(/^body_(parsed|missing)$/)
  expect(receiver.handled).toEqual([])
}

/** The receiver keeps working after a sender disconnects in the middle of a body. */
export async function expectSurvivesBrokenBody({ url, receiver }: Mounted): Promise<void> {
  const { hostname, port, pathname } = new URL(url)
  const { headers } = await fakeDelivery('order.created', { secret })
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      socket.write(`POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n${lines.join('\r\n')}\r\n\r\n{"a":`)
      setImmediate(() => socket.destroy())
    })
    socket.once('close', () => resolve())
  })
  await expectHandledOnce(url, receiver)
}
