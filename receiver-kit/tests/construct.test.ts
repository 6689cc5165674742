import { expect, test } from 'bun:test'
import { constructServiceEvent, ServiceEventError, ServiceSignatureError } from '../src/index.ts'
import { fakeDelivery, signTestDelivery } from '../src/testing.ts'
import { secret } from './support/deliveries.ts'

const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'accepted',
    (error: unknown) => error,
  )

test('a signed request becomes a typed event with the ids from its headers', async () => {
  const timestamp = Math.floor(Date.now() / 1000)
  const options = { secret, body: { name: 'PO-1' }, delivery_id: 'd-1', timestamp }
  const { headers, body, record } = await fakeDelivery('new_purchase_order', options)
  const event = await constructServiceEvent({ body, headers: { ...headers }, secret })
  expect(event).toEqual({
    event: 'new_purchase_order',
    body: record,
    delivery_id: 'd-1',
    signed_at: timestamp,
    is_test: false,
  })
  if (event.event === 'new_purchase_order') expect(event.body.name satisfies string).toBe('PO-1')
})

test("a Request's headers and bytes are used unchanged", async () => {
  const { headers, body } = await fakeDelivery('order.created', { secret })
  const request = new Request('http://localhost/hooks', { method: 'POST', headers: { ...headers }, body })
  const event = await constructServiceEvent({ body: await request.arrayBuffer(), headers: request.headers, secret })
  expect(event.event).toBe('order.created')
})

test('a forged, modified or replayed request throws a ServiceSignatureError with the reason', async () => {
  const { headers, body } = await fakeDelivery('order.created', { secret })
  const old = await fakeDelivery('order.created', { secret, timestamp: Math.floor(Date.now() / 1000) - 301 })
  for (const [request, reason] of [
    [{ headers, body, secret: 'whsec_other' }, 'signature_mismatch'],
    [{ headers, body: `${body} `, secret }, 'signature_mismatch'],
    [{ headers: old.headers, body: old.body, secret }, 'timestamp_too_old'],
    [{ headers: {}, body, secret }, 'header_missing'],
    [{ headers, body: JSON.parse(body) as string, secret }, 'body_parsed'],
  ] as const) {
    const error = await refusal(constructServiceEvent({ ...request, headers: { ...request.headers } }))
    expect(error).toBeInstanceOf(ServiceSignatureError)
    expect(error).toMatchObject({ name: 'ServiceSignatureError', reason })
  }
})

test('a signed request without a valid event throws a ServiceEventError, not a ServiceSignatureError', async () => {
  const { headers, body } = await fakeDelivery('order.created', { secret })
  const text = await signTestDelivery({ event: 'order.created', body: 'no json', secret })
  for (const [request, reason] of [
    [{ headers: { ...headers, 'x-service-event': undefined }, body }, 'event_missing'],
    [{ headers: { ...headers, 'x-service-event': 'order.archived' }, body }, 'event_unknown'],
    [{ headers: { ...headers, 'x-service-delivery-id': undefined }, body }, 'delivery_id_missing'],
    [{ headers: { ...text.headers }, body: text.body }, 'body_not_json'],
  ] as const) {
    const error = await refusal(constructServiceEvent({ ...request, secret }))
    expect(error).toBeInstanceOf(ServiceEventError)
    expect(error).not.toBeInstanceOf(ServiceSignatureError)
    expect(error).toMatchObject({ name: 'ServiceEventError', reason })
  }
})

test('a tolerance of more than a day is refused, which catches milliseconds passed as seconds', async () => {
  const { headers, body } = await fakeDelivery('order.created', { secret })
  const options = { body, headers: { ...headers }, secret, tolerance_seconds: 300_000 }
  expect(await refusal(constructServiceEvent(options))).toBeInstanceOf(TypeError)
})
