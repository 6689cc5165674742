/** What a claim takes, and what the database does for it where twenty thousand deliveries wait. */
import { expect, test } from 'bun:test'
import type postgres from 'postgres'
import type { Sql } from '../../server/contract/call.ts'
import { type Claimed, claimDue, finishAttempts } from '../../server/outbox/store.ts'
import { testDatabase } from '../support/database.ts'
import { explainWrite, rolledBack, type Scan } from '../support/plans.ts'

const backlog = 20_000
const receivers = 3
const most = 24
const per_room = 8

const id = (kind: string, n: string) => `md5('${kind} of the queue ' || ${n})::uuid`

/** Everything was delivered and counted, then waits again: a queue's statistics are always of another time. */
async function fillQueue(tx: postgres.Sql): Promise<void> {
  // Every reference is right by construction.
  await tx`set local session_replication_role = replica`
  await tx.unsafe(`insert into webhooks (organization_id, webhook_id, hook_url, endpoint, event, sealed_secret)
    select ${id('organization', 'n')}, ${id('webhook', 'n')}, 'http://r' || n, 'http://r' || n, 'movement.recorded', 'x'
    from generate_series(0, ${receivers - 1}) n`)
  await tx.unsafe(`insert into webhook_events (organization_id, event_id, event, body)
    select ${id('organization', `n % ${receivers}`)}, ${id('event', 'n')}, 'movement.recorded', '{}'
    from generate_series(0, ${backlog - 1}) n`)
  await tx.unsafe(`insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event_id, state, ended_at)
    select ${id('organization', `n % ${receivers}`)}, ${id('delivery', 'n')}, ${id('webhook', `n % ${receivers}`)},
      ${id('event', 'n')}, 'delivered', now()
    from generate_series(0, ${backlog - 1}) n`)
  await tx`analyze webhook_deliveries, webhook_events, webhooks`
  await tx`update webhook_deliveries set state = 'waiting', ended_at = null, next_attempt_at = now()
    where state = 'delivered'`
}

const leased = (tx: postgres.Sql) => tx<Claimed[]>`
  select d.organization_id, d.delivery_id, d.attempts as attempt, w.endpoint from webhook_deliveries d
  join webhooks w using (organization_id, webhook_id) where d.leased_until is not null`

const read = (scans: Scan[]) =>
  scans.filter(({ table }) => table === 'webhook_deliveries').reduce((sum, { rows_read }) => sum + rows_read, 0)

test('a claim reads what it takes, and writing attempts down reads those alone', async () => {
  const { sql } = await testDatabase()
  await rolledBack(sql, async (tx) => {
    await fillQueue(tx)
    // The second passes over what the first has leased.
    for (const taken of [most, 2 * most]) {
      const scans = await explainWrite(tx, (asking) => claimDue(asking, most, [], per_room))
      expect(read(scans)).toBeGreaterThan(most)
      expect(read(scans)).toBeLessThan(10 * most)
      expect(await leased(tx)).toHaveLength(taken)
    }
    const outcome = { status: 204, failure: null, answer: new Uint8Array(0), address: '127.0.0.1', duration_ms: 1 }
    const ended = (await leased(tx)).map((claimed) => ({
      claimed,
      outcome,
      started_at: new Date().toISOString(),
      duration_ms: 1,
    }))
    const scans = await explainWrite(tx, (asking) => void finishAttempts(asking, ended))
    expect(read(scans)).toBeGreaterThanOrEqual(ended.length)
    expect(read(scans)).toBeLessThan(5 * ended.length)
    expect(await leased(tx)).toHaveLength(0)
  })
}, 60_000)

/** Ten deliveries of one webhook at this address that have been due so long. */
async function queueTen(tx: postgres.Sql, webhook: number, endpoint: string, minutes: number): Promise<void> {
  await tx.unsafe(`insert into webhooks (organization_id, webhook_id, hook_url, endpoint, event, sealed_secret)
    values (${id('organization', `'one'`)}, ${id('webhook', `${webhook}`)}, '${endpoint}', '${endpoint}', 'movement.recorded', 'x')`)
  await tx.unsafe(`with happened as (
      insert into webhook_events (organization_id, event_id, event, body)
      select ${id('organization', `'one'`)}, ${id('event', `${webhook * 10} + n`)}, 'movement.recorded', '{}'
      from generate_series(0, 9) n returning organization_id, event_id)
    insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event_id, next_attempt_at)
    select organization_id, event_id, ${id('webhook', `${webhook}`)}, event_id, now() - interval '${minutes} minutes'
    from happened`)
}

test('whoever has waited longest comes first, and webhooks at one address share its room', async () => {
  const { sql } = await testDatabase()
  await rolledBack(sql, async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update webhook_deliveries set next_attempt_at = now() + interval '1 day' where state = 'waiting'`
    await queueTen(tx, 1, 'http://shared', 5)
    await queueTen(tx, 2, 'http://shared', 6)
    await queueTen(tx, 3, 'http://longest', 10)
    await queueTen(tx, 4, 'http://shortest', 1)
    const take = async (most: number, busy: { room: string; left: number }[]) => {
      const claimed = await claimDue(tx as unknown as Sql, most, busy, 8)
      return Object.fromEntries(
        ['longest', 'shared', 'shortest'].map((name) => [
          name,
          claimed.filter(({ endpoint }) => endpoint === `http://${name}`).length,
        ]),
      )
    }
    expect(await take(12, [])).toEqual({ longest: 8, shared: 4, shortest: 0 })
    const busy = [
      { room: 'http://longest', left: 0 },
      { room: 'http://shared', left: 3 },
    ]
    expect(await take(100, busy)).toEqual({ longest: 0, shared: 3, shortest: 8 })
    expect(await take(100, [])).toEqual({ longest: 2, shared: 8, shortest: 2 })
  })
})
