import { expect, test } from 'bun:test'
import express5 from 'express'
import express4 from 'express4'
import fastify from 'fastify'
import { createServer, type RequestListener } from 'node:http'
import { toExpress } from '../../src/adapters/express.ts'
import { toFastify } from '../../src/adapters/fastify.ts'
import { toNode } from '../../src/adapters/node.ts'
import type { Receiver } from '../support/deliveries.ts'
import {
  adapterReceiver,
  expectDelivers,
  expectFixNamed,
  expectSurvivesBrokenBody,
  listening,
  type Mounted,
  post,
  withBody,
} from '../support/http.ts'

type Use = (mounted: Mounted) => Promise<void>

async function served(listener: RequestListener, receiver: Receiver, use: Use): Promise<void> {
  const server = createServer(listener)
  try {
    await use({ url: await listening(server), receiver })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('node:http: deliveries are verified over the exact bytes and handled once', async () => {
  const receiver = adapterReceiver()
  await served(toNode(receiver.handler) as RequestListener, receiver, expectDelivers)
})

test('node:http: the receiver keeps working after a sender aborts in the body', async () => {
  const receiver = adapterReceiver()
  await served(toNode(receiver.handler) as RequestListener, receiver, expectSurvivesBrokenBody)
})

test('node:http: a stream that was read before is reported, and kept raw bytes are used instead', async () => {
  const receiver = adapterReceiver()
  const receive = toNode(receiver.handler)
  const reading = withBody((request, response) => receive(request, response))
  await served(reading, receiver, (mounted) => expectFixNamed(mounted, /Call the handler first/))
  const keeping = adapterReceiver()
  const kept = toNode(keeping.handler)
  const listener = withBody((request, response, rawBody) => kept(Object.assign(request, { rawBody }), response))
  await served(listener, keeping, expectDelivers)
})

const frameworks = { 'Express 5': express5, 'Express 4': express4 as unknown as typeof express5 }
for (const [name, express] of Object.entries(frameworks)) {
  const mounted = (build: (app: ReturnType<typeof express5>, receiver: Receiver) => void, use: Use): Promise<void> => {
    const app = express()
    const receiver = adapterReceiver()
    build(app, receiver)
    return served(app, receiver, use)
  }

  test(`${name}: deliveries are verified over the exact bytes and handled once`, () =>
    mounted((app, { handler }) => void app.post('/hooks', toExpress(handler)), expectDelivers))

  test(`${name}: works before express.json() and after express.raw()`, async () => {
    await mounted((app, { handler }) => void app.post('/hooks', toExpress(handler)).use(express.json()), expectDelivers)
    await mounted(
      (app, { handler }) => void app.post('/hooks', express.raw({ type: () => true }), toExpress(handler)),
      expectDelivers,
    )
  })

  test(`${name}: after express.json() it reports the fix, and raw bytes kept by its verify hook are used`, async () => {
    await mounted(
      (app, { handler }) => void app.use(express.json()).post('/hooks', toExpress(handler)),
      (there) => expectFixNamed(there, /express\.raw\(\{ type: 'application\/json' \}\)/),
    )
    const keep = (request: object, _response: object, rawBody: Buffer): void => void Object.assign(request, { rawBody })
    await mounted(
      (app, { handler }) => void app.use(express.json({ verify: keep })).post('/hooks', toExpress(handler)),
      expectDelivers,
    )
  })

  test(`${name}: a parser that ignored the body leaves it readable`, () =>
    mounted(
      (app, { handler }) => void app.use(express.json({ type: 'text/nothing' })).post('/hooks', toExpress(handler)),
      expectDelivers,
    ))
}

test('Fastify: deliveries are verified over the exact bytes and handled once; other routes still get JSON', async () => {
  const receiver = adapterReceiver()
  const app = fastify()
  app.addContentTypeParser('application/vnd.own+json', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, 'own'),
  )
  app.post('/others', async (request) => ({ got: request.body }))
  app.register(toFastify(receiver.handler, { path: '/hooks', body_bytes_max: 20_000 }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    await expectDelivers({ url: `${url}/hooks`, receiver })
    const other = await post(`${url}/others`, { 'content-type': 'application/json' }, '{"a":1}')
    expect(other.body).toBe('{"got":{"a":1}}')
  } finally {
    await app.close()
  }
})

test('Fastify: a hook that replaces the body is reported with the fix', async () => {
  const receiver = adapterReceiver()
  const app = fastify()
  app.addHook('preHandler', async (request) => void (request.body = { replaced: true }))
  app.register(toFastify(receiver.handler, { path: '/hooks' }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    await expectFixNamed({ url: `${url}/hooks`, receiver }, /Register toFastify outside/)
  } finally {
    await app.close()
  }
})
