import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { events } from '../../server/boot/events.ts'
import { eventNames } from '../../server/contract/events.ts'
import { publicOperations } from '../../server/boot/operations.ts'
import { startReceiver, startUntrustedReceiver } from './receiver.ts'
import { type DeliveryRig, newSubscriber, startDeliveryRig } from './rig.ts'

let rig: DeliveryRig
beforeAll(async () => {
  rig = await startDeliveryRig()
})
afterAll(() => rig.stop())

const verify = (secret: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-service-signature']!)!
  expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'))
  return Number(t)
}

test('each ledger row is sent once as a signed event, in the shape of the movements read', async () => {
  const { tenant, subscribe } = await newSubscriber()
  const receiver = await startReceiver()
  const { secret } = await subscribe(receiver.url)
  await tenant.post('/api/v1/sandbox/seed')
  await rig.worker.settle()
  expect(receiver.received).toHaveLength(12)
  expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(12)
  for (const one of receiver.received) {
    expect(one.headers['content-type']).toBe('application/json')
    expect(one.headers['x-service-event']).toBe('movement.recorded')
    expect(Math.abs(Date.now() / 1000 - verify(secret, one))).toBeLessThan(10)
    const movement = JSON.parse(one.body)
    const read = await tenant.get(
      `/api/v1/inventory/movements?variant_id=${movement.variant_id}&location_id=${movement.location_id}`,
    )
    expect(read.body.data.rows[0]).toEqual(movement)
  }
  await receiver.stop()
})

test('a replayed write that moves nothing sends nothing, and a failed write sends nothing', async () => {
  const { tenant, subscribe } = await newSubscriber()
  const receiver = await startReceiver()
  await subscribe(receiver.url)
  const headers = { 'Idempotency-Key': 'once' }
  await tenant.post('/api/v1/sandbox/seed', undefined, { headers })
  await tenant.post('/api/v1/sandbox/seed', undefined, { headers })
  await tenant.post('/api/v1/sandbox/seed')
  const variants = await tenant.get('/api/v1/variants/table?limit=1')
  const { variant_id } = variants.body.data.rows[0]
  const [place] = await tenant.service.database.sql`
    select location_id from locations where organization_id = ${tenant.organization_id} limit 1`
  const short = await tenant.post('/api/v1/tests/take', {
    location_id: place!.location_id,
    variant_ids: Array.from({ length: 100 }, () => variant_id),
  })
  expect(short.body.message.code).toBe('conflict')
  await rig.worker.settle()
  expect(receiver.received).toHaveLength(12)
  await receiver.stop()
})

test('an organisation receives only its own events, one delivery for each of its subscriptions', async () => {
  const [mine, other] = await Promise.all([newSubscriber(), newSubscriber()])
  const receiver = await startReceiver()
  await mine.subscribe(`${receiver.url}/a`)
  await mine.subscribe(`${receiver.url}/b`)
  await mine.subscribe(`${receiver.url}/c`, 'order.created')
  await other.tenant.post('/api/v1/sandbox/seed')
  await rig.worker.settle()
  expect(receiver.received).toHaveLength(0)
  await mine.tenant.post('/api/v1/sandbox/seed')
  await rig.worker.settle()
  const paths = receiver.received.map(({ path }) => path)
  expect(paths.filter((path) => path === '/hook/a')).toHaveLength(12)
  expect(paths.filter((path) => path === '/hook/b')).toHaveLength(12)
  expect(paths).toHaveLength(24)
  await receiver.stop()
})

test('a failing receiver gets four attempts at +60, +600 and +3,600 seconds, each newly signed with the same id', async () => {
  const { admin, subscribe, deliveries } = await newSubscriber()
  const receiver = await startReceiver((response) => response.writeHead(500).end('broken today'))
  const { webhook_id, secret } = await subscribe(receiver.url)
  const sent = await admin.post(`/api/v1/webhooks/${webhook_id}/test`)
  expect(sent.status).toBe(200)
  await rig.worker.settle()
  const waits = [60, 600, 3_600]
  for (const [at, wait] of waits.entries()) {
    const [row] = await deliveries(webhook_id)
    expect(row).toMatchObject({ state: 'retrying', attempts: at + 1, is_test: true })
    const due_in = (Date.parse(row.next_attempt_at) - Date.now()) / 1000
    expect(due_in).toBeGreaterThan(wait - 20)
    expect(due_in).toBeLessThanOrEqual(wait + 1)
    await rig.pass(wait - 20)
    expect(receiver.received).toHaveLength(at + 1)
    await rig.pass(20)
    expect(receiver.received).toHaveLength(at + 2)
  }
  const [row] = await deliveries(webhook_id)
  expect(row).toMatchObject({ state: 'failed', attempts: 4, next_attempt_at: null })
  await rig.pass(100_000)
  expect(receiver.received).toHaveLength(4)
  expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery-id']))).toEqual(
    new Set([row.delivery_id]),
  )
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  for (const one of receiver.received) verify(secret, one)
  const whole = await admin.get(`/api/v1/webhooks/${webhook_id}/deliveries/${row.delivery_id}`)
  expect(whole.body.data.tries.map(({ status, answer }: any) => [status, answer])).toEqual(
    Array.from({ length: 4 }, () => [500, 'broken today']),
  )
  const listed = await admin.get(`/api/v1/webhooks/${webhook_id}`)
  expect(listed.body.data.delivered).toMatch(/^failed \d{4}-\d{2}-\d{2}$/)
  await receiver.stop()
})

test('redirects are not followed and count as failures', async () => {
  const { admin, subscribe, deliveries } = await newSubscriber()
  const target = await startReceiver()
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = await startReceiver((response) => response.writeHead(status, { Location: target.url }).end())
    const { webhook_id } = await subscribe(receiver.url)
    await admin.post(`/api/v1/webhooks/${webhook_id}/test`)
    await rig.worker.settle()
    expect((await deliveries(webhook_id))[0]).toMatchObject({ state: 'retrying', attempts: 1 })
    await receiver.stop()
  }
  expect(target.received).toHaveLength(0)
  await target.stop()
})

test('a receiver that refuses or drops the connection counts as a failure, recorded with its reason', async () => {
  const { admin, subscribe, deliveries } = await newSubscriber()
  const gone = await startReceiver()
  await gone.stop()
  const breaking = await startReceiver((_response, _received, request) => request.socket.destroy())
  const untrusted = await startUntrustedReceiver()
  const reasons: string[] = []
  const https = (url: string) => url.replace('http:', 'https:')
  for (const url of [gone.url, breaking.url, https(gone.url), https(breaking.url), untrusted.url]) {
    const { webhook_id } = await subscribe(url)
    await admin.post(`/api/v1/webhooks/${webhook_id}/test`)
    await rig.worker.settle()
    const [{ delivery_id }] = await deliveries(webhook_id)
    const whole = await admin.get(`/api/v1/webhooks/${webhook_id}/deliveries/${delivery_id}`)
    const [first] = whole.body.data.tries
    expect(first.status).toBeNull()
    reasons.push(first.failure)
  }
  expect(reasons).toEqual(['connection_refused', 'connection_reset', 'connection_refused', 'tls_failed', 'tls_failed'])
  await Promise.all([breaking.stop(), untrusted.stop()])
})

test('of a large response the first 64 KiB are stored, and the connection is closed', async () => {
  const { admin, subscribe, deliveries } = await newSubscriber()
  const receiver = await startReceiver((response) => {
    response.writeHead(200)
    const more = () => {
      if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(more)
      else if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  const { webhook_id } = await subscribe(receiver.url)
  await admin.post(`/api/v1/webhooks/${webhook_id}/test`)
  await rig.worker.settle()
  const [row] = await deliveries(webhook_id)
  expect(row.state).toBe('delivered')
  const whole = await admin.get(`/api/v1/webhooks/${webhook_id}/deliveries/${row.delivery_id}`)
  expect(whole.body.data.tries[0].answer).toHaveLength(65_536)
  await receiver.stop()
})

test("deliveries leased by a dead worker are sent by another, and the dead worker's late result is ignored", async () => {
  const { admin, subscribe, deliveries, tenant } = await newSubscriber()
  const receiver = await startReceiver()
  const { webhook_id } = await subscribe(receiver.url)
  const { sql } = tenant.service.database
  // Like a worker that claimed it and died: one attempt counted, due again when the lease ends.
  await admin.post(`/api/v1/webhooks/${webhook_id}/deactivate`)
  await admin.post(`/api/v1/webhooks/${webhook_id}/test`)
  await sql`
    update webhook_deliveries set attempts = 1, leased_until = now() + interval '45 seconds'
    where webhook_id = ${webhook_id}`
  await admin.post(`/api/v1/webhooks/${webhook_id}/activate`)
  await rig.worker.settle()
  expect(receiver.received).toHaveLength(0)
  await rig.pass(45)
  expect(receiver.received).toHaveLength(1)
  expect((await deliveries(webhook_id))[0]).toMatchObject({ state: 'delivered', attempts: 2 })
  await receiver.stop()
})

/** Receivers that do not respond until released, and the number of deliveries they have received. */
async function holdingReceivers(count: number, fullAt: number) {
  const pending: (() => void)[] = []
  const full = Promise.withResolvers<void>()
  let isReleased = false
  const receivers = await Promise.all(
    Array.from({ length: count }, () =>
      startReceiver((response) => {
        const answer = () => void response.writeHead(204).end()
        if (isReleased) return answer()
        pending.push(answer)
        if (pending.length === fullAt) full.resolve()
      }),
    ),
  )
  return {
    receivers,
    pending,
    full: full.promise,
    release: () => {
      isReleased = true
      for (const answer of pending) answer()
    },
    ids: () => receivers.flatMap(({ received }) => received.map(({ headers }) => headers['x-service-delivery-id'])),
    stop: () => Promise.all(receivers.map(({ stop }) => stop())),
  }
}

test('a worker with no free slots sends the remaining deliveries as slots become free, whatever woke it meanwhile', async () => {
  const holding = await holdingReceivers(24, 256)
  const organizations = await Promise.all(Array.from({ length: 4 }, () => newSubscriber()))
  for (const [i, { url }] of holding.receivers.entries()) await organizations[i % 4]!.subscribe(url)
  for (const { tenant } of organizations) await tenant.post('/api/v1/sandbox/seed')
  await holding.full
  expect(holding.pending).toHaveLength(256)
  const settled = rig.worker.settle()
  await new Promise((settle) => setImmediate(settle))
  holding.release()
  await settled
  expect(new Set(holding.ids()).size).toBe(288)
  expect(holding.ids()).toHaveLength(288)
  await holding.stop()
})

test.each([8, 12])(
  "%i stalled receivers of one organisation use only its own slots: another organisation's first attempt starts at once",
  async (stalledCount) => {
    const [slow, healthy] = [await newSubscriber(), await newSubscriber()]
    // An organisation has 64 slots, an origin 16; each of these subscriptions gets 12 events.
    const holding = await holdingReceivers(stalledCount, 64)
    for (const { url } of holding.receivers) for (const path of ['a', 'b']) await slow.subscribe(`${url}/${path}`)
    await slow.tenant.post('/api/v1/sandbox/seed')
    await holding.full
    const arrived = Promise.withResolvers<void>()
    const receiver = await startReceiver((response) => {
      response.writeHead(204).end()
      if (receiver.received.length === 12) arrived.resolve()
    })
    await healthy.subscribe(receiver.url)
    await healthy.tenant.post('/api/v1/sandbox/seed')
    const began = performance.now()
    await arrived.promise
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(holding.pending).toHaveLength(64)
    holding.release()
    await rig.worker.settle()
    expect(new Set(holding.ids()).size).toBe(stalledCount * 24)
    await Promise.all([receiver.stop(), holding.stop()])
  },
)

test('when two organisations have receivers at one origin, stalled deliveries of one leave slots for the other', async () => {
  const [slow, healthy] = [await newSubscriber(), await newSubscriber()]
  const pending: (() => void)[] = []
  const full = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  let healthyCount = 0
  const shared = await startReceiver((response, { path }) => {
    const answer = () => void response.writeHead(204).end()
    if (path.includes('slow') && pending.length < 16) {
      if (pending.push(answer) === 16) full.resolve()
      return
    }
    answer()
    if (path.includes('healthy') && ++healthyCount === 12) arrived.resolve()
  })
  for (const path of ['slow-a', 'slow-b']) await slow.subscribe(`${shared.url}/${path}`)
  await healthy.subscribe(`${shared.url}/healthy`)
  await slow.tenant.post('/api/v1/sandbox/seed')
  await full.promise
  await healthy.tenant.post('/api/v1/sandbox/seed')
  const began = performance.now()
  await arrived.promise
  expect(performance.now() - began).toBeLessThan(2_000)
  // At most sixteen deliveries of the other organisation had reached it.
  expect(shared.received).toHaveLength(16 + 12)
  for (const answer of pending) answer()
  await rig.worker.settle()
  expect(shared.received).toHaveLength(24 + 12)
  await shared.stop()
})

test('sixteen events have a schema and a sample; public operations emit all but reports and cycles', () => {
  expect(Object.keys(events)).toEqual([...eventNames])
  const emitted = new Set(publicOperations.flatMap((operation) => operation.emits))
  const others = eventNames.filter((name) => !emitted.has(name))
  // A job sends reports, and a cycle is closed and signed in a session.
  expect(others).toEqual(['report.delivered', 'report.failed', 'cycle.step_closed', 'cycle.signed'])
})
