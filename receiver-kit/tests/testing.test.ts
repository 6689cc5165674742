import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { event_names, parseServiceEvent, type ServiceEvent, verifyServiceSignature } from '../src/index.ts'
import { fakeDelivery, signTestDelivery } from '../src/testing.ts'

const secret = 'whsec_tests_own_secret'

test('a signed test delivery equals what the service would send: four headers and the unchanged bytes', async () => {
  const body = '{ "a": 1 }\n'
  const delivery = await signTestDelivery({ body, secret, event: 'order.created', delivery_id: 'd', timestamp: 1000 })
  const v1 = createHmac('sha256', secret).update(`1000.${body}`).digest('hex')
  expect(delivery).toEqual({
    body,
    headers: {
      'content-type': 'application/json',
      'x-service-event': 'order.created',
      'x-service-delivery-id': 'd',
      'x-service-signature': `t=1000,v1=${v1}`,
    },
  })
})

test('bytes are signed unchanged, records as JSON; each delivery has its own id', async () => {
  const bytes = new Uint8Array([0xff, 0x00])
  const raw = await signTestDelivery({ body: bytes, secret, event: 'x' })
  expect(raw.body).toBe(bytes)
  const json = await signTestDelivery({ body: { ü: 1 }, secret, event: 'x' })
  expect(json.body).toBe('{"ü":1}')
  expect(json.headers['x-service-delivery-id']).not.toBe(raw.headers['x-service-delivery-id'])
  for (const { body, headers } of [raw, json]) {
    expect((await verifyServiceSignature({ body, header: headers['x-service-signature'], secret })).ok).toBe(true)
  }
  await expect(signTestDelivery({ body: '', secret: '', event: 'x' })).rejects.toThrow(TypeError)
})

test('every event has a sample that verifies, parses and has more than a few fields', async () => {
  for (const event of event_names) {
    const { body, headers, record } = await fakeDelivery(event, { secret })
    expect(headers['x-service-event']).toBe(event)
    expect((await verifyServiceSignature({ body, header: headers['x-service-signature'], secret })).ok).toBe(true)
    const parsed = parseServiceEvent({ event, body })
    expect(parsed).toEqual({ ok: true, event: { event, body: record } as ServiceEvent })
    expect(Object.keys(record).length).toBeGreaterThan(4)
  }
})

test('given fields replace those of the sample; the sample itself is not modified', async () => {
  const { record } = await fakeDelivery('order.created', { secret, body: { name: 'SO-9', line_items: [] } })
  expect(record).toMatchObject({ name: 'SO-9', line_items: [] })
  record.account = null
  const again = await fakeDelivery('order.created', { secret })
  expect(again.record.name).not.toBe('SO-9')
  expect(again.record.account).not.toBeNull()
})

test('narrowing on the event types the body', async () => {
  const { body } = await fakeDelivery('order.created', { secret, body: { name: 'SO-7' } })
  const parsed = parseServiceEvent({ event: 'order.created', body: new TextEncoder().encode(body) })
  if (!parsed.ok || parsed.event.event !== 'order.created') throw new Error('not parsed')
  const name: string = parsed.event.body.name
  // @ts-expect-error an order has no such field
  void parsed.event.body.no_such_field
  expect(name).toBe('SO-7')
})

test('parsing distinguishes a missing name, a newer event and a body that is not an object', () => {
  const reason = (event: string | null, body: string | Uint8Array): string => {
    const parsed = parseServiceEvent({ event, body })
    return parsed.ok ? 'ok' : parsed.reason
  }
  expect(reason(null, '{}')).toBe('event_missing')
  expect(reason('', '{}')).toBe('event_missing')
  for (const unknown of ['order.archived', 'constructor', '__proto__'])
    expect(reason(unknown, '{}')).toBe('event_unknown')
  for (const body of ['', '[]', 'null', '"a"', '{', new Uint8Array([0xff])]) {
    expect(reason('order.created', body)).toBe('body_not_json')
  }
  expect(reason('order.created', '{"added_later":1}')).toBe('ok')
})

test('a body with __proto__ does not pollute prototypes', () => {
  const parsed = parseServiceEvent({ event: 'order.created', body: '{"__proto__":{"polluted":1}}' })
  expect(parsed.ok).toBe(true)
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})
