import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { type Database, openDatabase } from '../../db/client.ts'
import { newSigningSecret, openSecretBox } from '../../server/outbox/secret.ts'
import { startWorker, type Worker } from '../../server/outbox/worker.ts'
import { newLocation } from '../support/locations.ts'
import { testDatabase } from '../support/database.ts'
import { newTenant, type Tenant } from '../support/tenant.ts'
import { startReceiver } from './receiver.ts'

const secrets = openSecretBox('a secret of the tests, thirty-two characters or more')
let db: Database
let worker: Worker
beforeAll(async () => {
  db = openDatabase((await testDatabase()).url, { door_connections: 2 })
  worker = startWorker({ db, secrets, rules: { allow_loopback: true } })
})
afterAll(async () => {
  await worker.stop()
  await db.close()
})

async function subscribe(tenant: Tenant, hook_url: string, event = 'movement.recorded') {
  const webhook_id = uuidv7()
  const secret = newSigningSecret()
  await tenant.service.database.sql`
    insert into webhooks (organization_id, webhook_id, hook_url, endpoint, event, sealed_secret)
    values (${tenant.organization_id}, ${webhook_id}, ${hook_url}, ${new URL(hook_url).origin}, ${event},
      ${secrets.seal(secret, webhook_id)})`
  return { webhook_id, secret }
}

test('each row of the ledger is announced once, signed, in the shape of the movements read', async () => {
  const tenant = await newTenant()
  const receiver = await startReceiver()
  const { secret } = await subscribe(tenant, receiver.url)
  await tenant.post('/api/v1/sandbox/seed')
  await worker.settle()
  expect(receiver.received).toHaveLength(12)
  expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(12)
  for (const { headers, body } of receiver.received) {
    expect(headers['content-type']).toBe('application/json')
    expect(headers['x-service-event']).toBe('movement.recorded')
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-service-signature']!)!
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'))
    expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(10)
    const movement = JSON.parse(body)
    const read = await tenant.get(
      `/api/v1/inventory/movements?variant_id=${movement.variant_id}&location_id=${movement.location_id}`,
    )
    expect(read.body.data.rows[0]).toEqual(movement)
  }
  await receiver.stop()
})
