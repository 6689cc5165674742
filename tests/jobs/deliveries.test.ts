/** Deletion of old deliveries, and of the deliveries of a deleted webhook. */
import { beforeAll, afterAll, beforeEach, expect, test } from 'bun:test'
import { openDatabase } from '../../db/client/database.ts'
import { deleteDeliveriesJob } from '../../server/outbox/delete_deliveries.ts'
import { runWhenDue } from '../../server/jobs/job.ts'
import { startReceiver } from '../outbox/receiver.ts'
import { type DeliveryRig, newSubscriber, startDeliveryRig, type Subscriber } from '../outbox/rig.ts'
import { testDatabase } from '../support/database.ts'

const { url, sql } = await testDatabase()
let rig: DeliveryRig
beforeAll(async () => {
  rig = await startDeliveryRig()
})
afterAll(() => rig.stop())
beforeEach(async () => {
  await sql`delete from job_runs`
})

async function runJob(): Promise<void> {
  const db = openDatabase(url, { write_slots: 1 })
  try {
    expect(await runWhenDue(db, deleteDeliveriesJob)).toBe(true)
  } finally {
    await db.close()
  }
}

const letAge = (delivery_id: string, days: number) => sql`
  update webhook_deliveries set created_at = created_at - make_interval(days => ${days}),
    ended_at = ended_at - make_interval(days => ${days}) where delivery_id = ${delivery_id}`

/** Deliveries to a receiver that responds with the given statuses, oldest first. */
async function deliver(subscriber: Subscriber, works: readonly boolean[]) {
  let status = 204
  const receiver = await startReceiver((response) => response.writeHead(status).end())
  const { webhook_id } = await subscriber.subscribe(receiver.url)
  const ids: string[] = []
  for (const one of works) {
    status = one ? 204 : 500
    const sent = await subscriber.admin.post(`/api/v1/webhooks/${webhook_id}/test`)
    ids.push(sent.body.data.delivery_id)
    await rig.worker.settle()
    if (!one) for (const wait of [60, 600, 3_600]) await rig.pass(wait)
  }
  return { webhook_id, ids, receiver }
}

const rowCounts = async (organization_id: string) => {
  const [row] = await sql`
    select (select count(*)::int from webhook_deliveries where organization_id = ${organization_id}) as deliveries,
      (select count(*)::int from webhook_events where organization_id = ${organization_id}) as events,
      (select count(*)::int from webhook_attempts where organization_id = ${organization_id}) as attempts,
      (select count(*)::int from webhooks where organization_id = ${organization_id}) as webhooks`
  return row
}

test('90 days after delivery, a delivery is deleted with its event and attempts, and no other is', async () => {
  const subscriber = await newSubscriber()
  const { webhook_id, ids, receiver } = await deliver(subscriber, [true, true, false, true])
  const [old, young, failed, last] = ids as [string, string, string, string]
  await letAge(old, 91)
  await letAge(young, 89)
  await letAge(failed, 400)
  expect(await rowCounts(subscriber.tenant.organization_id)).toEqual({
    deliveries: 4,
    events: 4,
    attempts: 7,
    webhooks: 1,
  })
  await runJob()
  expect((await subscriber.deliveries(webhook_id)).map(({ delivery_id }) => delivery_id)).toEqual([last, young, failed])
  expect(await rowCounts(subscriber.tenant.organization_id)).toEqual({
    deliveries: 3,
    events: 3,
    attempts: 6,
    webhooks: 1,
  })
  await receiver.stop()
})

test('the last successful delivery is never deleted, so that a quiet webhook still shows it', async () => {
  const subscriber = await newSubscriber()
  const { webhook_id, ids, receiver } = await deliver(subscriber, [true, true])
  await letAge(ids[0]!, 300)
  await letAge(ids[1]!, 200)
  await runJob()
  expect((await subscriber.deliveries(webhook_id)).map(({ delivery_id }) => delivery_id)).toEqual([ids[1]!])
  const day = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10)
  expect((await subscriber.admin.get(`/api/v1/webhooks/${webhook_id}`)).body.data.delivered).toBe(day)
  await receiver.stop()
})

test('a delivery that failed long ago can be redelivered, and is then kept for 90 days', async () => {
  const subscriber = await newSubscriber()
  const { webhook_id, ids, receiver } = await deliver(subscriber, [false, true])
  await letAge(ids[0]!, 400)
  await runJob()
  await receiver.stop()
  const again = await startReceiver()
  await sql`update webhooks set hook_url = ${again.url} where webhook_id = ${webhook_id}`
  await subscriber.admin.post(`/api/v1/webhooks/${webhook_id}/redeliver-failed`, { since: '2020-01-01T00:00:00Z' })
  await rig.worker.settle()
  expect(again.received).toHaveLength(1)
  await sql`delete from job_runs`
  await runJob()
  expect((await subscriber.deliveries(webhook_id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  await again.stop()
})

test('an event is kept while any of its deliveries exists', async () => {
  const subscriber = await newSubscriber()
  const receiver = await startReceiver()
  const [one, two] = [await subscriber.subscribe(receiver.url), await subscriber.subscribe(`${receiver.url}?of=two`)]
  await subscriber.tenant.post('/api/v1/sandbox/seed')
  await rig.worker.settle()
  const before = (await rowCounts(subscriber.tenant.organization_id))!
  expect(before).toMatchObject({ deliveries: 2 * before.events })
  await sql`
    update webhook_deliveries set ended_at = ended_at - interval '91 days' where webhook_id = ${one.webhook_id}
      and delivery_id <> (select delivery_id from webhook_deliveries where webhook_id = ${one.webhook_id} limit 1)`
  await runJob()
  expect(await subscriber.deliveries(one.webhook_id)).toHaveLength(1)
  expect(await rowCounts(subscriber.tenant.organization_id)).toMatchObject({ events: before.events })
  const [first] = await subscriber.deliveries(two.webhook_id)
  const whole = await subscriber.admin.get(`/api/v1/webhooks/${two.webhook_id}/deliveries/${first.delivery_id}`)
  const sent = receiver.received.find(({ headers }) => headers['x-service-delivery-id'] === first.delivery_id)
  expect(whole.body.data.body).toBe(sent!.body)
  await receiver.stop()
})

test('a deleted webhook disappears at once, and its deliveries soon after', async () => {
  const subscriber = await newSubscriber()
  const { webhook_id, ids, receiver } = await deliver(subscriber, [true, false])
  const { admin, tenant } = subscriber
  const path = `/api/v1/webhooks/${webhook_id}`
  expect((await admin.delete(path)).status).toBe(204)
  await tenant.post('/api/v1/sandbox/seed')
  await rig.worker.settle()
  const received = receiver.received.length
  for (const answer of [
    await admin.get(path),
    await admin.delete(path),
    await admin.post(`${path}/activate`),
    await admin.post(`${path}/deactivate`),
    await admin.post(`${path}/rotate-secret`),
    await admin.post(`${path}/test`),
    await admin.get(`${path}/deliveries`),
    await admin.get(`${path}/deliveries/${ids[0]}`),
    await admin.post(`${path}/deliveries/${ids[1]}/redeliver`),
    await admin.post(`${path}/redeliver-failed`, { since: '2020-01-01T00:00:00Z' }),
  ])
    expect(answer.status).toBe(404)
  expect((await admin.get('/api/v1/webhooks')).body.data).toMatchObject({ rows: [], filtered_max_size: 0 })
  expect(await rowCounts(tenant.organization_id)).toEqual({ deliveries: 2, events: 2, attempts: 5, webhooks: 1 })
  await runJob()
  expect(await rowCounts(tenant.organization_id)).toEqual({ deliveries: 0, events: 0, attempts: 0, webhooks: 0 })
  await rig.worker.settle()
  expect(receiver.received).toHaveLength(received)
  await receiver.stop()
})
