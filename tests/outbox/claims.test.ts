/** What a claim reads in the database with twenty thousand waiting deliveries. */
import { expect, test } from 'bun:test'
import type postgres from 'postgres'
import type { Sql } from '../../server/contract/call.ts'
import type { Allotment } from '../../server/queue/kind.ts'
import { type Claimed, claimDeliveries, findDueWebhooks, finishDeliveries } from '../../server/outbox/store.ts'
import { testDatabase } from '../support/database.ts'
import { explainWrite, rolledBack, type Scan } from '../support/plans.ts'

const backlog = 20_000
const receivers = 3
const most = 24

const id = (kind: string, n: string) => `md5('${kind} of the queue ' || ${n})::uuid`

/**
 * All deliveries are first marked as delivered and analysed, then set to waiting: a queue's statistics are always
 * outdated.
 */
async function fillQueue(tx: postgres.Sql): Promise<void> {
  // All references are valid by construction.
  await tx`set local session_replication_role = replica`
  // Deliveries of other test files would be read as well.
  await tx`delete from webhook_deliveries`
  await tx.unsafe(`insert into webhooks (organization_id, webhook_id, hook_url, endpoint, event, encrypted_secret)
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
  select d.organization_id, d.delivery_id, d.attempts as attempt from webhook_deliveries d
  where d.leased_until is not null`

/** An equal share of the claims for each webhook with due deliveries, as a worker would assign them. */
async function share(tx: postgres.Sql): Promise<Allotment[]> {
  const groups = (await findDueWebhooks(tx as unknown as Sql)).filter(({ destination }) =>
    /^http:..r\d$/.test(destination),
  )
  return groups.map((group) => ({ ...group, jobs_max: most / receivers }))
}

const read = (scans: Scan[]) =>
  scans.filter(({ table }) => table === 'webhook_deliveries').reduce((sum, { rows_read }) => sum + rows_read, 0)

test('a claim reads only the rows that it takes, and recording attempts reads only those', async () => {
  const { sql } = await testDatabase()
  await rolledBack(sql, async (tx) => {
    await fillQueue(tx)
    // The second claim skips what the first has leased.
    for (const claimedCount of [most, 2 * most]) {
      const look = await explainWrite(tx, (asking) => findDueWebhooks(asking))
      expect(read(look)).toBeLessThan(10 * most)
      const allotments = await share(tx)
      expect(allotments).toHaveLength(receivers)
      const scans = await explainWrite(tx, (asking) => claimDeliveries(asking, allotments))
      expect(read(scans)).toBeGreaterThan(most)
      expect(read(scans)).toBeLessThan(10 * most)
      expect(await leased(tx)).toHaveLength(claimedCount)
    }
    const outcome = { status: 204, failure: null, answer: new Uint8Array(0), address: '127.0.0.1', duration_ms: 1 }
    const ended = (await leased(tx)).map((job) => ({
      job,
      outcome,
      started_ms: performance.now(),
      duration_ms: 1,
    }))
    const scans = await explainWrite(tx, (asking) => void finishDeliveries(asking, ended))
    expect(read(scans)).toBeGreaterThanOrEqual(ended.length)
    expect(read(scans)).toBeLessThan(5 * ended.length)
    expect(await leased(tx)).toHaveLength(0)
  })
}, 60_000)
