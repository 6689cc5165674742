/** A worker on its own connections for delivery tests, and subscriptions created through the API. */
import { type Database, openDatabase } from '../../db/client/database.ts'
import { openSecretBox } from '../../server/secrets/secret_box.ts'
import type { Worker } from '../../server/queue/worker.ts'
import { startWorker } from '../../server/outbox/worker.ts'
import { testEnvironment } from '../support/service/service.ts'
import { testDatabase } from '../support/database.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { newTenant, type Tenant, type TenantOptions } from '../support/service/tenant.ts'

export interface DeliveryRig {
  worker: Worker
  /** Makes waiting deliveries due, as if time had passed, and sends them. */
  pass: (seconds: number) => Promise<void>
  stop: () => Promise<void>
}

export async function startDeliveryRig(): Promise<DeliveryRig> {
  const database = await testDatabase()
  const db: Database = openDatabase(database.url, { autocommit_connections: 2 })
  // Deliveries left by other test files would be sent again at every pass, to host names that take seconds to resolve.
  await database.sql`update webhook_deliveries set next_attempt_at = 'infinity' where state = 'waiting'`
  const secrets = openSecretBox(testEnvironment(database).SECRET_KEY)
  const worker = startWorker({ db, secrets, rules: { allow_loopback: true } })
  return {
    worker,
    pass: async (seconds) => {
      await database.sql`
        update webhook_deliveries set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds}),
          leased_until = leased_until - make_interval(secs => ${seconds})
        where state = 'waiting'`
      await worker.settle()
    },
    stop: async () => {
      await worker.stop()
      await db.close()
    },
  }
}

export interface Subscriber {
  tenant: Tenant
  admin: Session
  subscribe: (hook_url: string, type?: string) => Promise<{ webhook_id: string; secret: string }>
  /** The webhook's deliveries, newest first. */
  deliveries: (webhook_id: string) => Promise<any[]>
}

export async function newSubscriber(options: TenantOptions = {}): Promise<Subscriber> {
  const tenant = await newTenant(options)
  const admin = await newSession(tenant)
  return {
    tenant,
    admin,
    subscribe: async (hook_url, type = 'movement.recorded') => {
      const answer = await admin.post('/api/v1/webhooks', { hook_url, type })
      if (answer.status !== 201) throw new Error(`no webhook: ${answer.text}`)
      return answer.body.data
    },
    deliveries: async (webhook_id) =>
      (await admin.get(`/api/v1/webhooks/${webhook_id}/deliveries?limit=100`)).body.data.rows,
  }
}
