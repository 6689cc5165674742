import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { toFetch } from '../../src/adapters/fetch.ts'
import type { Receiver } from '../support/deliveries.ts'
import {
  adapterReceiver,
  expectDelivers,
  expectFixNamed,
  expectSurvivesBrokenBody,
  type Mounted,
} from '../support/http.ts'
import { bundle, findDeno, runProcess, runWorkerd } from '../support/runtimes.ts'

async function served(
  fetch: (request: Request) => Response | Promise<Response>,
  receiver: Receiver,
  use: (mounted: Mounted) => Promise<void>,
): Promise<void> {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
  try {
    await use({ url: `http://127.0.0.1:${server.port}/hooks`, receiver })
  } finally {
    await server.stop(true)
  }
}

test('Bun.serve: deliveries are verified over the exact bytes and handled once', async () => {
  const receiver = adapterReceiver()
  await served(toFetch(receiver.handler), receiver, expectDelivers)
})

test('Bun.serve: the receiver keeps working after a sender aborts in the body', async () => {
  const receiver = adapterReceiver()
  await served(toFetch(receiver.handler), receiver, expectSurvivesBrokenBody)
})

test('Hono: deliveries are verified over the exact bytes and handled once', async () => {
  const receiver = adapterReceiver()
  const app = new Hono()
  const receive = toFetch(receiver.handler)
  app.post('/hooks', (c) => receive(c.req.raw))
  await served(app.fetch, receiver, expectDelivers)
})

test('Hono: a body parsed by middleware is reported with the fix', async () => {
  const receiver = adapterReceiver()
  const app = new Hono()
  const receive = toFetch(receiver.handler)
  app.use(async (c, next) => {
    await c.req.json()
    await next()
  })
  app.post('/hooks', (c) => receive(c.req.raw))
  await served(app.fetch, receiver, (mounted) => expectFixNamed(mounted, /Hono: pass c\.req\.raw/))
})

test('a Request whose body was read before is reported with the fix', async () => {
  const receiver = adapterReceiver()
  const receive = toFetch(receiver.handler)
  const fetch = async (request: Request): Promise<Response> => {
    await request.json()
    return receive(request)
  }
  await served(fetch, receiver, (mounted) => expectFixNamed(mounted, /can be read only once/))
})

test('a Request whose body is locked by another reader is answered with 500 and reported with the fix', async () => {
  const receiver = adapterReceiver()
  const receive = toFetch(receiver.handler)
  const fetch = async (request: Request): Promise<Response> => {
    request.body?.getReader()
    return receive(request)
  }
  await served(fetch, receiver, (mounted) => expectFixNamed(mounted, /can be read only once/))
})

test('an unsigned request is answered without reading its whole body', async () => {
  const { handler } = adapterReceiver()
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024)) })
  const request = new Request('http://localhost/hooks', { method: 'POST', body: endless })
  expect((await toFetch(handler)(request)).status).toBe(400)
})

test('reading an endless signed body stops at the limit', async () => {
  const { handler } = adapterReceiver()
  let pulled = 0
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024).fill(++pulled)) })
  const headers = { 'x-service-signature': 't=1,v1=00' }
  const request = new Request('http://localhost/hooks', { method: 'POST', body: endless, headers })
  expect((await toFetch(handler)(request)).status).toBe(413)
  expect(pulled).toBeLessThan(30)
})

const script = `
  import { createWebhookHandler } from '../../src/index.ts'
  import { toFetch } from '../../src/adapters/fetch.ts'
  import { createMemoryStore } from '../../src/stores/memory.ts'
  import { fakeDelivery } from '../../src/testing.ts'
  export const handled: string[] = []
  export const receive = toFetch(createWebhookHandler({
    secret: 's', store: createMemoryStore(), onError() {},
    on: { 'order.created': ({ body }) => handled.push(body.name) },
  }))
  export async function statuses(send: (init: RequestInit) => Promise<Response>) {
    const { headers, body } = await fakeDelivery('order.created', { secret: 's', body: { name: 'SO-1' } })
    const init = { method: 'POST', headers: { ...headers }, body }
    const found = [(await send(init)).status, (await send(init)).status, (await send({ ...init, body: body + ' ' })).status]
    return { found, handled }
  }`

test('workerd: the handler runs in a Worker', async () => {
  const source = `${script}
    export default { fetch: async () => Response.json(await statuses((init) => receive(new Request('http://x/', init)))) }`
  expect(await runWorkerd(await bundle(source))).toEqual({ found: [204, 204, 400], handled: ['SO-1'] })
})

const deno = findDeno()
test.skipIf(!deno)('Deno.serve: the handler answers over HTTP', async () => {
  const source = `${script}
    const server = (globalThis as any).Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, receive)
    const url = 'http://127.0.0.1:' + server.addr.port + '/'
    console.log(JSON.stringify(await statuses(async (init) => {
      const answer = await fetch(url, init)
      await answer.body?.cancel()
      return answer
    })))
    await server.shutdown()`
  const ran = await runProcess(deno as string, ['run', '--no-config', '--allow-net=127.0.0.1'], await bundle(source))
  expect(ran).toEqual({ found: [204, 204, 400], handled: ['SO-1'] })
})
