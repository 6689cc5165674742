import { afterAll, beforeAll, expect, test } from 'bun:test'
import { call } from '../../support/service/tenant.ts'
import { newSession } from '../../support/service/session.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { startReceiver } from '../../outbox/receiver.ts'
import { type DeliveryRig, newSubscriber, startDeliveryRig } from '../../outbox/rig.ts'

let rig: DeliveryRig
let strict: TestService
beforeAll(async () => {
  rig = await startDeliveryRig()
  strict = await startService({ WEBHOOK_ALLOW_LOOPBACK: 'false' })
})
afterAll(async () => {
  await rig.stop()
  await strict.stop()
})

const nowhere = 'http://127.0.0.1:9/hook'

test('a subscription shows its secret once, and the database holds it only encrypted', async () => {
  const { tenant, admin } = await newSubscriber()
  const created = await admin.post('/api/v1/webhooks', { hook_url: nowhere, type: 'movement.recorded' })
  expect(created.status).toBe(201)
  const { webhook_id, secret, delivered } = created.body.data
  expect(secret).toMatch(/^whsec_[\w-]{43}$/)
  expect(delivered).toBe('not sent yet')
  const read = await admin.get(`/api/v1/webhooks/${webhook_id}`)
  const listed = await admin.get('/api/v1/webhooks')
  expect(read.text + listed.text).not.toContain(secret)
  expect(listed.body.data).toMatchObject({ size: 1, filtered_max_size: 1 })
  const [row] = await tenant.service.database.sql`
    select encode(encrypted_secret, 'escape') as encrypted from webhooks where webhook_id = ${webhook_id}`
  expect(row!.encrypted).not.toContain(secret.slice(6))
})

test('a test delivery is marked, a real one is not, and every delivery names its sender', async () => {
  const { tenant, admin, subscribe } = await newSubscriber()
  const receiver = await startReceiver()
  const { webhook_id } = await subscribe(receiver.url)
  await admin.post(`/api/v1/webhooks/${webhook_id}/test`)
  await rig.worker.settle()
  await tenant.post('/api/v1/sandbox/seed')
  await rig.worker.settle()
  const [madeUp, ...real] = receiver.received.map(({ headers }) => headers)
  expect([madeUp!['x-service-test'], real.length > 0]).toEqual(['true', true])
  expect(real.map((headers) => 'x-service-test' in headers)).toEqual(real.map(() => false))
  for (const headers of [madeUp!, ...real]) expect(headers['user-agent']).toBe('merchant-api/1')
  await receiver.stop()
})

test('a new secret signs from the next attempt on, retries included, and the old one no more', async () => {
  const { createHmac } = await import('node:crypto')
  const { admin, subscribe } = await newSubscriber()
  const receiver = await startReceiver((response) => response.writeHead(503).end())
  const { webhook_id, secret } = await subscribe(receiver.url)
  await admin.post(`/api/v1/webhooks/${webhook_id}/test`)
  await rig.worker.settle()
  const rotated = await admin.post(`/api/v1/webhooks/${webhook_id}/rotate-secret`)
  expect(rotated.body.data.secret).not.toBe(secret)
  await rig.pass(60)
  const signs = (key: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    const [, t, v1] = /^t=(\d+),v1=(.*)$/.exec(headers['x-service-signature']!)!
    return v1 === createHmac('sha256', key).update(`${t}.${body}`).digest('hex')
  }
  expect(receiver.received.map((one) => [signs(secret, one), signs(rotated.body.data.secret, one)])).toEqual([
    [true, false],
    [false, true],
  ])
  await receiver.stop()
})

test('a deactivated webhook gets no deliveries and keeps its queue; deleting one removes its deliveries', async () => {
  const { tenant, admin, subscribe, deliveries } = await newSubscriber()
  const receiver = await startReceiver()
  const { webhook_id } = await subscribe(receiver.url)
  expect((await admin.post(`/api/v1/webhooks/${webhook_id}/deactivate`)).body.data.is_active).toBe(false)
  await admin.post(`/api/v1/webhooks/${webhook_id}/test`)
  await tenant.post('/api/v1/sandbox/seed')
  await rig.worker.settle()
  expect(receiver.received).toHaveLength(0)
  expect((await deliveries(webhook_id)).map(({ state }) => state)).toEqual(['not_sent'])
  await admin.post(`/api/v1/webhooks/${webhook_id}/activate`)
  await rig.worker.settle()
  expect(receiver.received).toHaveLength(1)
  expect((await admin.get(`/api/v1/webhooks/${webhook_id}`)).body.data.delivered).toBe('today')
  expect((await admin.delete(`/api/v1/webhooks/${webhook_id}`)).status).toBe(204)
  expect((await admin.get(`/api/v1/webhooks/${webhook_id}`)).status).toBe(404)
  await receiver.stop()
})

test('one failed delivery is sent again under its id, and all failed since an instant together', async () => {
  const { admin, subscribe, deliveries } = await newSubscriber()
  let works = false
  const receiver = await startReceiver((response) => response.writeHead(works ? 204 : 500).end())
  const { webhook_id } = await subscribe(receiver.url)
  for (const _ of [1, 2, 3]) await admin.post(`/api/v1/webhooks/${webhook_id}/test`)
  await rig.worker.settle()
  for (const wait of [60, 600, 3_600]) await rig.pass(wait)
  const failed = await deliveries(webhook_id)
  expect(failed.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
  works = true
  const again = await admin.post(`/api/v1/webhooks/${webhook_id}/deliveries/${failed[0].delivery_id}/redeliver`)
  expect(again.body.data).toMatchObject({ delivery_id: failed[0].delivery_id, state: 'not_sent' })
  await rig.worker.settle()
  expect(receiver.received.at(-1)!.headers['x-service-delivery-id']).toBe(failed[0].delivery_id)
  const future = await admin.post(`/api/v1/webhooks/${webhook_id}/redeliver-failed`, { since: '2999-01-01T00:00:00Z' })
  expect(future.body.data).toEqual({ redelivered: 0, left: 0 })
  const rest = await admin.post(`/api/v1/webhooks/${webhook_id}/redeliver-failed`, { since: failed[2].created_at })
  expect(rest.body.data).toEqual({ redelivered: 2, left: 0 })
  await rig.worker.settle()
  expect((await deliveries(webhook_id)).map(({ state, attempts }) => [state, attempts])).toEqual(
    Array.from({ length: 3 }, () => ['delivered', 5]),
  )
  await receiver.stop()
})

test('more failed deliveries than one call takes are sent again in several, the oldest first', async () => {
  const { tenant, admin, subscribe } = await newSubscriber()
  const { webhook_id } = await subscribe(nowhere)
  await admin.post(`/api/v1/webhooks/${webhook_id}/deactivate`)
  const { sql } = tenant.service.database
  const most = 10_000
  await sql`
    with happened as (
      insert into webhook_events (organization_id, event_id, event, body)
      values (${tenant.organization_id}, gen_random_uuid(), 'movement.recorded', '{}') returning event_id
    )
    insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event_id, state, created_at, ended_at)
    select ${tenant.organization_id}, gen_random_uuid(), ${webhook_id}, event_id, 'failed',
      timestamptz '2026-11-01T00:00:00Z' + make_interval(secs => n), now()
    from happened, generate_series(1, ${most + 12}) n`
  // So many failed deliveries would change the plans of other tests.
  const forget = () => sql`delete from webhook_deliveries where webhook_id = ${webhook_id}`
  const again = () => admin.post(`/api/v1/webhooks/${webhook_id}/redeliver-failed`, { since: '2026-11-01T00:00:11Z' })
  try {
    expect((await again()).body.data).toEqual({ redelivered: most, left: 2 })
    const listed = await admin.get(`/api/v1/webhooks/${webhook_id}/deliveries?state=failed&limit=100`)
    expect(listed.body.data.filtered_max_size).toBe(12)
    expect(listed.body.data.rows.slice(0, 2).map((one: { created_at: string }) => one.created_at.slice(0, 19))).toEqual(
      ['2026-11-01T02:46:52', '2026-11-01T02:46:51'],
    )
    expect((await again()).body.data).toEqual({ redelivered: 2, left: 0 })
    expect((await again()).body.data).toEqual({ redelivered: 0, left: 0 })
  } finally {
    await forget()
  }
}, 60_000)

test('a webhook without a secret sends nothing and shows that it needs one', async () => {
  const { tenant, admin, subscribe, deliveries } = await newSubscriber()
  const receiver = await startReceiver()
  const { webhook_id } = await subscribe(receiver.url)
  await tenant.service.database.sql`update webhooks set encrypted_secret = null where webhook_id = ${webhook_id}`
  await admin.post(`/api/v1/webhooks/${webhook_id}/test`)
  await rig.worker.settle()
  expect(receiver.received).toHaveLength(0)
  expect((await deliveries(webhook_id))[0]).toMatchObject({ state: 'no_secret', next_attempt_at: null })
  expect((await admin.get(`/api/v1/webhooks/${webhook_id}`)).body.data.delivered).toBe('no secret yet')
  await admin.post(`/api/v1/webhooks/${webhook_id}/rotate-secret`)
  await rig.worker.settle()
  expect(receiver.received).toHaveLength(1)
  await receiver.stop()
})

test('webhooks are sold with the public API; who runs a live one keeps managing it until the last is gone', async () => {
  const { tenant, admin, subscribe } = await newSubscriber({ plan: 'essentials' })
  const { webhook_id } = await subscribe(nowhere)
  await tenant.service.database.sql`
    update organizations set plan = 'starter' where organization_id = ${tenant.organization_id}`
  expect((await admin.get('/api/v1/webhooks')).status).toBe(200)
  expect((await admin.post(`/api/v1/webhooks/${webhook_id}/rotate-secret`)).status).toBe(200)
  expect((await admin.post(`/api/v1/webhooks/${webhook_id}/deactivate`)).status).toBe(200)
  for (const answer of [
    await admin.get('/api/v1/webhooks'),
    await admin.post('/api/v1/webhooks', { hook_url: nowhere, type: 'order.created' }),
    await admin.post(`/api/v1/webhooks/${webhook_id}/activate`),
  ]) {
    expect(answer.status).toBe(403)
    expect(answer.body.message.code).toBe('plan_excludes')
  }
})

test("members, other organisations and keys do not reach an organisation's webhooks", async () => {
  const { tenant, subscribe } = await newSubscriber()
  const stranger = await newSubscriber()
  const { webhook_id } = await subscribe(nowhere)
  const member = await newSession(tenant, { role: 'member' })
  expect((await member.get('/api/v1/webhooks')).body.message.code).toBe('admin_required')
  expect((await tenant.get('/api/v1/webhooks')).body.message.code).toBe('not_public')
  const path = `/api/v1/webhooks/${webhook_id}`
  for (const answer of [
    await stranger.admin.get(path),
    await stranger.admin.delete(path),
    await stranger.admin.post(`${path}/rotate-secret`),
    await stranger.admin.post(`${path}/activate`),
    await stranger.admin.post(`${path}/deactivate`),
    await stranger.admin.post(`${path}/test`),
    await stranger.admin.get(`${path}/deliveries`),
    await stranger.admin.get(`${path}/deliveries/${webhook_id}`),
    await stranger.admin.post(`${path}/deliveries/${webhook_id}/redeliver`),
    await stranger.admin.post(`${path}/redeliver-failed`, { since: '2026-01-01T00:00:00Z' }),
  ])
    expect(answer.status).toBe(404)
  const [row] = await tenant.service.database.sql`
    select is_active from webhooks where webhook_id = ${webhook_id}`
  expect(row!.is_active).toBe(true)
})

const hostile = [
  'http://hooks.example.com/a',
  'ftp://hooks.example.com/a',
  'file:///etc/passwd',
  'gopher://127.0.0.1/a',
  'javascript:alert(1)',
  'not a web address',
  'https://',
  'https://user:word@hooks.example.com/a',
  'https://user@hooks.example.com/a',
  'https://hooks.example.com/a#fragment',
  'https://localhost/a',
  'https://LOCALHOST:8080/a',
  'https://service.localhost/a',
  'https://intranet/a',
  'https://127.0.0.1/a',
  'https://127.1/a',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'https://0x7f000001/a',
  'https://017700000001/a',
  'https://0/a',
  'https://0.0.0.0/a',
  'https://10.0.0.1/a',
  'https://172.16.0.1/a',
  'https://192.168.0.1/a',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/a',
  'https://224.0.0.1/a',
  'https://255.255.255.255/a',
  'https://192.0.2.1/a',
  'https://198.18.0.1/a',
  'https://[::1]/a',
  'https://[::]/a',
  'https://[::ffff:127.0.0.1]/a',
  'https://[::ffff:7f00:1]/a',
  'https://[::127.0.0.1]/a',
  'https://[fe80::1]/a',
  'https://[fc00::1]/a',
  'https://[fd12:3456::1]/a',
  'https://[64:ff9b::7f00:1]/a',
  'https://[64:ff9b:1::7f00:1]/a',
  'https://[2002:7f00:1::]/a',
  'https://[2001:0:7f00:1::]/a',
  'https://[ff02::1]/a',
  'https://[2001:db8::1]/a',
]

test('an address that is not public is refused at once, in any spelling', async () => {
  const { admin, tenant } = await newSubscriber({ service: strict })
  for (const hook_url of hostile) {
    const answer = await admin.post('/api/v1/webhooks', { hook_url, type: 'order.created' })
    expect(`${hook_url}: ${answer.status} ${answer.body.data?.field}`).toBe(`${hook_url}: 400 hook_url`)
  }
  const [row] = await tenant.service.database.sql`
    select count(*)::int as webhooks from webhooks where organization_id = ${tenant.organization_id}`
  expect(row!.webhooks).toBe(0)
})

test('an organisation has at most 500 webhooks, even if two are created at once; deleting one allows another', async () => {
  const { tenant, admin, subscribe } = await newSubscriber()
  const { webhook_id } = await subscribe(nowhere)
  await tenant.service.database.sql`
    insert into webhooks (organization_id, webhook_id, hook_url, endpoint, event, is_active)
    select ${tenant.organization_id}, gen_random_uuid(), ${nowhere}, 'http://127.0.0.1:9', 'order.created', false
    from generate_series(1, 498)`
  let made = 0
  const create = () => admin.post('/api/v1/webhooks', { hook_url: `${nowhere}/${made++}`, type: 'order.created' })
  const answers = await Promise.all([create(), create(), create()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect((await create()).body.message.code).toBe('conflict')
  await admin.delete(`/api/v1/webhooks/${webhook_id}`)
  expect((await create()).status).toBe(201)
})

test('an address is subscribed to an event once, however it is spelled and also when asked twice at once', async () => {
  const { tenant, admin } = await newSubscriber()
  const other = await newSubscriber()
  const create = (hook_url: string, type = 'order.created') => admin.post('/api/v1/webhooks', { hook_url, type })
  const answers = await Promise.all(Array.from({ length: 6 }, () => create(nowhere)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  const { webhook_id } = answers.find(({ status }) => status === 201)!.body.data
  const again = await create('HTTP://127.0.0.1:9/hook')
  expect(again.body.data).toEqual({ webhook_id, type: 'order.created', is_active: true })
  expect(again.body.message.desc).toStartWith(`Webhook ${webhook_id} already sends order.created to this URL.`)
  // Another event, another path and another organisation are other subscriptions.
  const others = [
    create(nowhere, 'order.updated'),
    create(`${nowhere}?of=b`),
    other.subscribe(nowhere, 'order.created'),
  ]
  expect((await Promise.all(others)).map((one) => ('status' in one ? one.status : 201))).toEqual([201, 201, 201])
  await admin.post(`/api/v1/webhooks/${webhook_id}/deactivate`)
  const silent = await create(nowhere)
  expect([silent.status, silent.body.data.is_active]).toEqual([409, false])
  expect(silent.body.message.desc).toContain('It is inactive: activate it, or delete it before')
  await admin.delete(`/api/v1/webhooks/${webhook_id}`)
  expect((await create(nowhere)).status).toBe(201)
  const [held] = await tenant.service.database.sql<{ live: number }[]>`
    select count(*)::int as live from webhooks
    where organization_id = ${tenant.organization_id} and deleted_at is null`
  expect(held!.live).toBe(3)
})

test('an unknown event or field is refused by name', async () => {
  const { admin } = await newSubscriber()
  const event = await admin.post('/api/v1/webhooks', { hook_url: nowhere, type: 'order.exploded' })
  expect(event.body.data).toMatchObject({ field: 'type' })
  expect(event.body.data.allowed).toHaveLength(16)
  const field = await admin.post('/api/v1/webhooks', { hook_url: nowhere, type: 'order.created', secret: 'mine' })
  expect(field.body.data.field).toBe('secret')
  expect((await call(strict, 'POST', '/api/v1/webhooks', { body: {} })).status).toBe(400)
})
