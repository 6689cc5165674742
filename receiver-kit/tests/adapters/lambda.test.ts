/**
 * Lambda cannot run here, so a small gateway simulates it: it converts real HTTP requests to the events that API
 * Gateway documents, payload 1.0 and 2.0, with bodies as text and as base64, and results back to responses.
 */
import { expect, test } from 'bun:test'
import { createServer, type IncomingMessage } from 'node:http'
import { type LambdaEvent, toLambda } from '../../src/adapters/lambda.ts'
import { fakeDelivery } from '../../src/testing.ts'
import { secret } from '../support/deliveries.ts'
import { adapterReceiver, expectDelivers, listening, withBody } from '../support/http.ts'

type ToEvent = (request: IncomingMessage, body: Buffer) => LambdaEvent

const pairs = (request: IncomingMessage): [string, string][] =>
  request.rawHeaders.flatMap((name, i) =>
    i % 2 === 0 ? [[name, request.rawHeaders[i + 1] ?? ''] as [string, string]] : [],
  )

// Payload 1.0: the sender's spelling; of a repeated header the last value, and all of them in multiValueHeaders.
const payload1 =
  (base64: boolean): ToEvent =>
  (request, body) => {
    const multiValueHeaders: Record<string, string[]> = {}
    for (const [name, value] of pairs(request)) (multiValueHeaders[titled(name)] ??= []).push(value)
    const headers = Object.fromEntries(Object.entries(multiValueHeaders).map(([name, values]) => [name, values.at(-1)]))
    return { headers, multiValueHeaders, ...bodyOf(body, base64) }
  }

// Payload 2.0: lower-case names, repeated headers joined with a comma.
const payload2 =
  (base64: boolean): ToEvent =>
  (request, body) => {
    const headers: Record<string, string> = {}
    for (const [name, value] of pairs(request)) {
      const key = name.toLowerCase()
      headers[key] = key in headers ? `${headers[key]},${value}` : value
    }
    return { headers, ...bodyOf(body, base64) }
  }

const titled = (name: string): string => name.toLowerCase().replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
const bodyOf = (body: Buffer, base64: boolean): Pick<LambdaEvent, 'body' | 'isBase64Encoded'> => ({
  body: body.length === 0 ? null : body.toString(base64 ? 'base64' : 'utf8'),
  isBase64Encoded: base64 && body.length > 0,
})

const gateways: Record<string, ToEvent> = {
  'payload 1.0, text': payload1(false),
  'payload 1.0, base64': payload1(true),
  'payload 2.0, text': payload2(false),
  'payload 2.0, base64': payload2(true),
}
for (const [name, toEvent] of Object.entries(gateways)) {
  test(`Lambda, ${name}: deliveries are verified over the exact bytes and handled once`, async () => {
    const receiver = adapterReceiver()
    const lambda = toLambda(receiver.handler)
    const server = createServer(
      withBody(async (request, response, body) => {
        const answer = await lambda(toEvent(request, body))
        response.writeHead(answer.statusCode, answer.headers).end(answer.body)
      }),
    )
    try {
      await expectDelivers({ url: await listening(server), receiver })
    } finally {
      server.close()
    }
  })
}

test('Lambda: a body parsed by middleware is reported with the fix; a kept original is used', async () => {
  const { handler, problems, handled } = adapterReceiver()
  const { headers, body } = await fakeDelivery('order.created', { secret })
  const lambda = toLambda(handler)
  expect((await lambda({ headers: { ...headers }, body: JSON.parse(body) })).statusCode).toBe(500)
  expect(problems).toMatchObject([{ reason: 'body_parsed', message: expect.stringContaining('httpJsonBodyParser') }])
  expect((await lambda({ headers: { ...headers }, body: JSON.parse(body), rawBody: body })).statusCode).toBe(204)
  expect(handled.length).toBe(1)
})

test('Lambda: a body that is not valid base64, or an event without headers, is refused', async () => {
  const { handler } = adapterReceiver()
  const { headers } = await fakeDelivery('order.created', { secret })
  const lambda = toLambda(handler)
  expect((await lambda({ headers: { ...headers }, body: '{"a":1}', isBase64Encoded: true })).body).toContain(
    'body_unreadable',
  )
  expect((await lambda({ headers: null, body: null })).body).toContain('header_missing')
})

test('Lambda: a delivery whose body the gateway dropped is reported with the cause', async () => {
  const { handler, problems } = adapterReceiver()
  const { headers } = await fakeDelivery('order.created', { secret })
  expect((await toLambda(handler)({ headers: { ...headers }, body: null })).statusCode).toBe(400)
  expect(problems).toMatchObject([
    { reason: 'signature_mismatch', message: expect.stringMatching(/body is empty.*proxy integration/s) },
  ])
})
