import { expect, spyOn, test } from 'bun:test'
import {
  constructServiceEvent,
  createWebhookHandler,
  type DeliveryStore,
  type HandlerOptions,
  type ReceivedRequest,
} from '../src/index.ts'
import { createMemoryStore } from '../src/stores/memory.ts'
import { fakeDelivery, signTestDelivery } from '../src/testing.ts'
import { newReceiver, request, secret } from './support/deliveries.ts'

const untouchable: DeliveryStore = {
  claim: () => Promise.reject(new Error('the store was touched')),
  finish: () => Promise.reject(new Error('the store was touched')),
  release: () => Promise.reject(new Error('the store was touched')),
}

test('a delivery is handled once, typed, and answered with 204; retries get 204 and are not handled', async () => {
  const { handler, handled, problems } = newReceiver()
  const { headers, body, record } = await fakeDelivery('order.created', { secret, delivery_id: 'd-1' })
  expect(await handler.handle({ headers: { ...headers }, body })).toEqual({ status: 204, headers: {}, body: '' })
  for (let retry = 0; retry < 3; retry++) {
    const again = await request({ delivery_id: 'd-1', timestamp: Math.floor(Date.now() / 1000) - retry })
    expect((await handler.handle(again)).status).toBe(204)
  }
  expect(handled).toEqual([{ event: 'order.created', delivery_id: 'd-1', body: record }])
  expect(problems).toEqual([])
})

test('a wrong signature is refused with 400 before the store or a handler is called', async () => {
  const { handler, handled, problems } = newReceiver({ store: untouchable })
  const forged = await request({ secret: 'whsec_other' })
  expect(await handler.handle(forged)).toEqual({
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: '{"error":"signature_mismatch"}',
  })
  expect(handled).toEqual([])
  expect(problems).toMatchObject([{ reason: 'signature_mismatch', status: 400, event: 'order.created' }])
})

test('a signature 300 seconds old is accepted, 301 is refused as a replay', async () => {
  const { handler } = newReceiver({ now: () => 1_793_613_600 })
  expect((await handler.handle(await request({ timestamp: 1_793_613_300 }))).status).toBe(204)
  expect((await handler.handle(await request({ timestamp: 1_793_613_299 }))).body).toContain('timestamp_too_old')
})

test('without a signature header the body is not read', async () => {
  const { handler, problems } = newReceiver({ store: untouchable })
  const body = (): Promise<never> => Promise.reject(new Error('the body was read'))
  expect((await handler.handle({ headers: {}, body })).status).toBe(400)
  expect(problems).toMatchObject([{ reason: 'header_missing' }])
})

test('an event without a handler, known or not, gets 204 and does not use the store', async () => {
  const { handler } = newReceiver({ store: untouchable })
  expect((await handler.handle(await request({ event: 'cycle.signed' }))).status).toBe(204)
  for (const event of ['order.archived', 'constructor', '__proto__', 'toString']) {
    const { headers, body } = await signTestDelivery({ event, body: {}, secret })
    expect((await handler.handle({ headers: { ...headers }, body })).status).toBe(204)
  }
})

test('a handler that throws releases its claim and responds with 500; the retry is handled', async () => {
  let fails = true
  const handled: string[] = []
  const { handler, problems } = newReceiver({
    on: {
      'order.created': ({ delivery_id }) => {
        if (fails) throw new Error('no stock')
        handled.push(delivery_id)
      },
    },
  })
  const refused = await handler.handle(await request({ delivery_id: 'd-2' }))
  expect([refused.status, refused.body]).toEqual([500, '{"error":"handler_failed"}'])
  fails = false
  expect((await handler.handle(await request({ delivery_id: 'd-2' }))).status).toBe(204)
  expect(handled).toEqual(['d-2'])
  expect(problems).toMatchObject([
    { reason: 'handler_failed', status: 500, delivery_id: 'd-2', error: new Error('no stock') },
  ])
})

test('of 20 concurrent copies one is handled and the others are asked to retry', async () => {
  let runs = 0
  const gate = Promise.withResolvers<void>()
  const { handler } = newReceiver({ on: { 'order.created': async () => (runs++, gate.promise) } })
  const copy = await request({ delivery_id: 'd-3' })
  const answers = Array.from({ length: 20 }, () => handler.handle(copy))
  const others = await Promise.all(answers.slice(1))
  expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 19 }, () => 409))
  gate.resolve()
  expect((await answers[0])?.status).toBe(204)
  expect(runs).toBe(1)
  expect((await handler.handle(copy)).status).toBe(204)
})

test("a crashed handler's delivery is handled again after its lease has expired, and not before", async () => {
  let now = 1000
  const store = createMemoryStore({ now: () => now })
  const never = newReceiver({ store, on: { 'order.created': () => new Promise(() => {}) } })
  const { handler, handled } = newReceiver({ store })
  void never.handler.handle(await request({ delivery_id: 'd-4' }))
  await settled()
  now += 44
  expect((await handler.handle(await request({ delivery_id: 'd-4' }))).status).toBe(409)
  now += 2
  expect((await handler.handle(await request({ delivery_id: 'd-4' }))).status).toBe(204)
  expect(handled.length).toBe(1)
})

test('a handler whose lease expired cannot finish a delivery that another took over', async () => {
  let now = 1000
  const store = createMemoryStore({ now: () => now })
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  const { handler, problems } = newReceiver({ store, on: { 'order.created': () => gates[runs++]?.promise } })
  const copy = await request({ delivery_id: 'd-5' })
  const late = handler.handle(copy)
  await settled()
  now += 46
  const second = handler.handle(copy)
  await settled()
  gates[0]?.resolve()
  expect(await late).toMatchObject({ status: 409, body: '{"error":"claim_lost"}' })
  expect((await handler.handle(copy)).status).toBe(409)
  gates[1]?.resolve()
  expect((await second).status).toBe(204)
  expect((await handler.handle(copy)).status).toBe(204)
  expect(runs).toBe(2)
  expect(problems.map(({ reason }) => reason)).toEqual(['claim_lost'])
})

test('a late handler that fails does not release the claim of its successor', async () => {
  let now = 1000
  const store = createMemoryStore({ now: () => now })
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  const { handler } = newReceiver({ store, on: { 'order.created': () => gates[runs++]?.promise } })
  const copy = await request({ delivery_id: 'd-6' })
  const late = handler.handle(copy)
  await settled()
  now += 46
  const second = handler.handle(copy)
  await settled()
  gates[0]?.reject(new Error('too late'))
  expect((await late).status).toBe(500)
  expect((await handler.handle(copy)).status).toBe(409)
  gates[1]?.resolve()
  expect((await second).status).toBe(204)
})

test('if the store fails to claim, the response is 503 and no handler runs', async () => {
  const { handler, handled, problems } = newReceiver({ store: untouchable })
  expect((await handler.handle(await request())).status).toBe(503)
  expect(handled).toEqual([])
  expect(problems).toMatchObject([{ reason: 'store_failed', error: new Error('the store was touched') }])
})

test('if the store fails to finish, the response is 503, so that the delivery is retried', async () => {
  const store = { ...createMemoryStore(), finish: () => Promise.reject(new Error('gone')) }
  const { handler, problems } = newReceiver({ store })
  expect((await handler.handle(await request())).status).toBe(503)
  expect(problems).toMatchObject([{ reason: 'store_failed', message: expect.stringContaining('finish') }])
})

test('a failure to release is reported in addition to the failure that caused it', async () => {
  const store = { ...createMemoryStore(), release: () => Promise.reject(new Error('gone')) }
  const on: HandlerOptions['on'] = { 'order.created': () => Promise.reject(new Error('no stock')) }
  const { handler, problems } = newReceiver({ store, on })
  expect((await handler.handle(await request())).status).toBe(500)
  expect(problems.map(({ reason }) => reason)).toEqual(['store_failed', 'handler_failed'])
})

test('a signed request whose event or id is missing, repeated or not a token is refused with 400', async () => {
  const { handler } = newReceiver({ store: untouchable })
  const { headers, body } = await request()
  const without = (name: string, value?: string): ReceivedRequest => {
    const { [name]: _, ...rest } = headers
    return { body, headers: { ...rest, ...(value !== undefined && { [name]: value }) } }
  }
  for (const value of [undefined, '', 'a, b', 'a b', 'x'.repeat(201), 'a\u0000b', "a'; drop"]) {
    expect((await handler.handle(without('x-service-delivery-id', value))).body).toContain('delivery_id_missing')
    expect((await handler.handle(without('x-service-event', value))).body).toContain('event_missing')
  }
})

test('a signed body that is not a JSON object in UTF-8 is refused with 400 and never handled', async () => {
  const { handler, handled } = newReceiver({ store: untouchable })
  for (const body of ['', 'nonsense', '[]', 'null', '7', '{"a":', new Uint8Array([0x22, 0xff, 0x22])]) {
    const { headers } = await signTestDelivery({ event: 'order.created', body, secret })
    expect((await handler.handle({ headers: { ...headers }, body })).body).toContain('body_not_json')
  }
  expect(handled).toEqual([])
})

test("an already parsed body is the receiver's fault: the response is 500, and onError gets the fix", async () => {
  const { handler, problems } = newReceiver({ store: untouchable })
  const { headers } = await request()
  const parsed = { headers, body: { id: 1 } as unknown as string, parsed_body_fix: 'Do not parse.' }
  expect((await handler.handle(parsed)).status).toBe(500)
  expect(problems).toMatchObject([{ reason: 'body_parsed', message: 'Do not parse.' }])
})

test('a body at the limit is handled, one byte more is refused with 413', async () => {
  const { headers, body } = await request()
  const length = Buffer.byteLength(body as string)
  expect((await newReceiver({ body_bytes_max: length }).handler.handle({ headers, body })).status).toBe(204)
  const { handler } = newReceiver({ body_bytes_max: length - 1, store: untouchable })
  expect((await handler.handle({ headers, body: Buffer.from(body as string) })).status).toBe(413)
  expect((await handler.handle({ headers, body: async () => null })).status).toBe(413)
})

test('an aborted body is refused with 400', async () => {
  const { handler, problems } = newReceiver({ store: untouchable })
  const { headers } = await request()
  const answer = await handler.handle({ headers, body: () => Promise.reject(new Error('aborted')) })
  expect(answer.body).toBe('{"error":"body_unreadable"}')
  expect(problems).toMatchObject([{ error: new Error('aborted') }])
})

test('secrets by event bind a body to its event: under another name its signature is invalid', async () => {
  const { handler, handled } = newReceiver({ secret: { 'order.created': secret, 'return.received': 'whsec_returns' } })
  const { headers, body } = await request()
  expect(
    (await handler.handle({ headers: { ...headers, 'x-service-event': 'return.received' }, body })).body,
  ).toContain('signature_mismatch')
  expect((await handler.handle({ headers, body })).status).toBe(204)
  expect(handled.length).toBe(1)
  const stranger = await handler.handle({ headers: { ...headers, 'x-service-event': 'constructor' }, body })
  expect([stranger.status, stranger.body]).toEqual([500, '{"error":"secret_missing"}'])
})

test('secrets can be fetched per delivery; a failure to fetch them is answered with 500', async () => {
  const asked: string[] = []
  let current: string | undefined = 'whsec_old'
  const { handler, problems } = newReceiver({
    secret: async (event) => {
      asked.push(event)
      if (!current) throw new Error('vault is sealed')
      return [current]
    },
  })
  expect((await handler.handle(await request())).status).toBe(400)
  current = secret
  expect((await handler.handle(await request())).status).toBe(204)
  current = undefined
  expect((await handler.handle(await request())).status).toBe(500)
  expect(asked).toEqual(['order.created', 'order.created', 'order.created'])
  expect(problems.at(-1)).toMatchObject({ reason: 'secret_missing', error: new Error('vault is sealed') })
})

test('an onError that throws does not change the response; without onError, failures go to console.error', async () => {
  const throwing = newReceiver({
    onError: () => {
      throw new Error('the hook itself')
    },
  })
  expect((await throwing.handler.handle(await request({ secret: 'whsec_other' }))).status).toBe(400)
  const logged = spyOn(console, 'error').mockImplementation(() => {})
  try {
    const handler = createWebhookHandler({ secret, store: createMemoryStore(), on: {}, onUnhandled: () => {} })
    await handler.handle(await request({ secret: 'whsec_other' }))
    expect(logged.mock.calls).toEqual([[expect.stringContaining('receiver-kit: signature_mismatch: ')]])
  } finally {
    logged.mockRestore()
  }
})

test('finishIn with a store that has no database fails the handler, with the reason', async () => {
  const on: HandlerOptions['on'] = { 'order.created': ({ finishIn }) => finishIn(undefined as never) }
  const { handler, problems } = newReceiver({ on })
  expect((await handler.handle(await request())).status).toBe(500)
  expect(problems).toMatchObject([{ error: expect.any(TypeError) }])
})

test('events without a handler go to onUnhandled once, including names unknown to this version', async () => {
  const unhandled: unknown[] = []
  const { handler, handled } = newReceiver({
    onUnhandled: ({ event, body, delivery_id, signed_at }) => unhandled.push([event, body, delivery_id, signed_at]),
  })
  const timestamp = Math.floor(Date.now() / 1000)
  for (const event of ['cycle.signed', 'order.archived', '__proto__']) {
    const signed = { event, body: { id: 1 }, secret, delivery_id: `d-${event}`, timestamp }
    const { headers, body } = await signTestDelivery(signed)
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await handler.handle({ headers: { ...headers }, body })).status).toBe(204)
    expect(unhandled.splice(0)).toEqual([[event, { id: 1 }, `d-${event}`, timestamp]])
  }
  expect((await handler.handle(await request())).status).toBe(204)
  expect([handled.length, unhandled.length]).toEqual([1, 0])
})

test('an onUnhandled that throws fails the delivery, and its retry is handled', async () => {
  let fails = true
  const { handler, problems } = newReceiver({
    on: {},
    onUnhandled: () => {
      if (fails) throw new Error('not yet')
    },
  })
  expect((await handler.handle(await request({ delivery_id: 'd' }))).status).toBe(500)
  expect(problems).toMatchObject([{ reason: 'handler_failed', error: new Error('not yet') }])
  fails = false
  expect((await handler.handle(await request({ delivery_id: 'd' }))).status).toBe(204)
})

test('header names match in any case; a header sent in two spellings is refused as repeated', async () => {
  const { handler, handled } = newReceiver()
  const { headers, body } = await fakeDelivery('order.created', { secret })
  const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
  expect((await handler.handle({ headers: shouted, body })).status).toBe(204)
  expect(handled.length).toBe(1)
  const signature = 'x-service-signature'
  const twice = { ...headers, 'X-Service-Signature': headers[signature] }
  expect((await handler.handle({ headers: twice, body })).body).toContain('header_repeated')
})

const complete = { secret, store: createMemoryStore(), on: { 'order.created': () => {} } }
const options_refused: [string, object, RegExp][] = [
  ['an empty secret', { secret: '' }, /secret is empty/],
  ['an empty list of secrets', { secret: [] }, /secret is empty/],
  ['a setting that is not there', { secret: undefined }, /secret is empty/],
  ['a secret of bytes', { secret: new Uint8Array(32) }, /not base64/],
  ['secrets that leave out an event of on', { secret: { 'return.received': 's' } }, /none for order\.created/],
  ['a secret by event that is not filled in', { secret: { 'order.created': '' } }, /none for order\.created/],
  [
    'a secret for a misspelt event',
    { secret: { 'order.created': 's', 'order.creatd': 's' } },
    /no event "order\.creatd"/,
  ],
  ['no store', { store: undefined }, /store has no claim, finish, release/],
  ['a client where its store belongs', { store: { query() {} } }, /store has no claim/],
  ['a store without release', { store: { claim() {}, finish() {} } }, /store has no release/],
  ['no handlers', { on: undefined }, /on must be an object/],
  ['handlers for nothing', { on: {} }, /on is empty/],
  ['a misspelt event', { on: { 'order.creatd': () => {} } }, /no event "order\.creatd"/],
  ['a handler that is not there', { on: { 'order.created': undefined } }, /is not a function/],
  ['an onUnhandled that is no function', { onUnhandled: true }, /onUnhandled is not a function/],
  ['a lease of nothing', { lease_seconds: 0 }, /lease_seconds/],
  ['a lease that is no number', { lease_seconds: Number.NaN }, /lease_seconds/],
  ['a tolerance that is no number', { tolerance_seconds: Number.NaN }, /tolerance_seconds/],
  ['a negative tolerance', { tolerance_seconds: -1 }, /tolerance_seconds/],
  ['a tolerance beyond a day', { tolerance_seconds: 86_401 }, /0 to 86400/],
  ['a body limit of zero', { body_bytes_max: 0 }, /body_bytes_max/],
]
for (const [title, wrong, message] of options_refused) {
  test(`createWebhookHandler refuses ${title}`, () => {
    const options = { ...complete, ...wrong } as HandlerOptions
    expect(() => createWebhookHandler(options)).toThrow(TypeError)
    expect(() => createWebhookHandler(options)).toThrow(message)
  })
}

test('secrets for every event in on, and a tolerance of a day, are accepted', () => {
  expect(
    createWebhookHandler({ ...complete, secret: { 'order.created': 's' }, tolerance_seconds: 86_400 }),
  ).toBeDefined()
})

// Runs everything that is ready to run, without waiting for a timer.
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a test delivery requested in the app is marked as such', async () => {
  const seen: [string, boolean][] = []
  const handler = createWebhookHandler({
    secret,
    store: createMemoryStore(),
    on: { 'order.created': ({ delivery_id, is_test }) => seen.push([delivery_id, is_test]) },
  })
  for (const is_test of [true, false]) {
    const { body, headers } = await signTestDelivery({
      body: {},
      secret,
      event: 'order.created',
      delivery_id: `d-${is_test}`,
      is_test,
    })
    expect('x-service-test' in headers).toBe(is_test)
    expect((await handler.handle({ headers: { ...headers }, body })).status).toBe(204)
    const event = await constructServiceEvent({ body, headers: new Headers({ ...headers }), secret })
    expect(event.is_test).toBe(is_test)
  }
  expect(seen).toEqual([
    ['d-true', true],
    ['d-false', false],
  ])
})
