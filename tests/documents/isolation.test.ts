/** Stalled warehouses of one organisation do not delay another organisation's documents. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Database, openDatabase } from '../../db/client/database.ts'
import { warehouseChannel } from '../../server/documents/channels/warehouse.ts'
import { startOutbound } from '../../server/documents/worker.ts'
import { openSecretBox } from '../../server/secrets/secret_box.ts'
import { startReceiver } from '../outbox/receiver.ts'
import { testDatabase } from '../support/database.ts'
import { newTenant } from '../support/service/tenant.ts'
import { queueInbounds } from './queued.ts'

const secrets = openSecretBox('a secret of the tests of isolation, long enough')
let db: Database
beforeAll(async () => {
  const database = await testDatabase()
  // Documents of other tests must not be sent here.
  await database.sql`
    update outbound_documents set state = 'stored', next_attempt_at = null, ended_at = now() where state = 'queued'`
  db = openDatabase(database.url, { autocommit_connections: 4 })
})
afterAll(() => db.close())

test.each([4, 12])(
  "%i stalled warehouses of one organisation use only its own slots: another organisation's documents are sent at once",
  async (stalledCount) => {
    const [slow, healthy] = [await newTenant(), await newTenant()]
    const { sql } = slow.service.database
    const held: (() => void)[] = []
    const full = Promise.withResolvers<void>()
    let isReleased = false
    const stalled = await Promise.all(
      Array.from({ length: stalledCount }, () =>
        startReceiver((response) => {
          const answer = () => void response.writeHead(202).end()
          if (isReleased) return answer()
          if (held.push(answer) === 16) full.resolve()
        }),
      ),
    )
    const arrived = Promise.withResolvers<void>()
    const warehouse = await startReceiver((response) => {
      response.writeHead(202).end()
      if (warehouse.received.length === 5) arrived.resolve()
    })
    const urls = stalled.map(({ url }) => url)
    await queueInbounds(sql, secrets, slow.organization_id, urls, 6)
    const worker = startOutbound(db, { warehouse: warehouseChannel(db.autocommit, secrets, { allow_loopback: true }) })
    await full.promise
    await queueInbounds(sql, secrets, healthy.organization_id, [warehouse.url], 5)
    const began = performance.now()
    await arrived.promise
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(held).toHaveLength(16)
    isReleased = true
    for (const answer of held) answer()
    await worker.settle()
    await worker.stop()
    const states = await sql`
      select distinct state from outbound_documents
      where organization_id in ${sql([slow.organization_id, healthy.organization_id])}`
    expect(states.map(({ state }) => state)).toEqual(['sent'])
    await Promise.all([...stalled, warehouse].map(({ stop }) => stop()))
  },
)
