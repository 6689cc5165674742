import { test } from 'bun:test'
import { Elysia } from 'elysia'
import { toElysia } from '../../src/adapters/elysia.ts'
import { adapterReceiver, expectDelivers, expectFixNamed } from '../support/http.ts'

test('Elysia: deliveries are verified over the exact bytes and handled once', async () => {
  const receiver = adapterReceiver()
  const app = new Elysia()
    .post('/hooks', toElysia(receiver.handler), { parse: 'none' })
    .listen({ port: 0, hostname: '127.0.0.1' })
  try {
    await expectDelivers({ url: `http://127.0.0.1:${app.server?.port}/hooks`, receiver })
  } finally {
    await app.stop(true)
  }
})

test("Elysia: without parse: 'none' the body is gone, and onError receives the fix", async () => {
  const receiver = adapterReceiver()
  const receive = toElysia(receiver.handler)
  // Elysia parses only if it detects that the handler uses the body.
  const app = new Elysia()
    .post('/hooks', ({ body, request }) => (body ? receive({ request }) : receive({ request })))
    .listen({ port: 0, hostname: '127.0.0.1' })
  try {
    await expectFixNamed({ url: `http://127.0.0.1:${app.server?.port}/hooks`, receiver }, /parse: 'none'/)
  } finally {
    await app.stop(true)
  }
})
