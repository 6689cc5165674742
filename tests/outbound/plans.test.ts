/** What the database does for a paper where there are a hundred thousand of them, and few wait. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { LaneName } from '../../server/outbound/queue.ts'
import { claimDocuments } from '../../server/outbound/store.ts'
import type { Room } from '../../server/outbox/runner.ts'
import { explainWrite, type Planner, rolledBack, type Scan, startPlanner } from '../support/plans.ts'
import { newSession, type Session } from '../support/session.ts'
import { newTenant, type Tenant } from '../support/tenant.ts'

const papers = 100_000
const a_paper_each = 10

let planner: Planner
let tenant: Tenant
let session: Session
beforeAll(async () => {
  planner = await startPlanner()
  tenant = await newTenant({ service: planner.service })
  session = await newSession(tenant)
  const { sql } = tenant.service.database
  const org = `'${tenant.organization_id}'::uuid`
  const id = (kind: string, n: string) => `md5('${tenant.organization_id} ${kind} ' || ${n})::uuid`
  await sql.begin(async (tx) => {
    // Every reference is right by construction.
    await tx`set local session_replication_role = replica`
    await tx.unsafe(
      `insert into locations (organization_id, location_id, name) values (${org}, ${id('location', '0')}, 'Main')`,
    )
    await tx.unsafe(`insert into purchase_orders (organization_id, purchase_order_id, name, order_type, status,
        location_id, currency)
      select ${org}, ${id('order', 'n')}, 'PO-' || n, 'purchase', 'issued', ${id('location', '0')}, 'USD'
      from generate_series(0, ${papers / a_paper_each - 1}) n`)
    await tx.unsafe(`insert into outbound_documents (organization_id, document_id, lane, purchase_order_id, name,
        revision, state, recipient, room, payload, fingerprint, created_by, created_at, next_attempt_at)
      select ${org}, ${id('paper', 'n')}, 'email', ${id('order', `n / ${a_paper_each}`)}, 'PO-' || n / ${a_paper_each},
        1 + n % ${a_paper_each}, case when n % 1000 = 0 or n % 10 = 1 then 'queued' else 'sent' end, 'a@b.example',
        'plans ' || n % 3, '{}', 'x', 'test', timestamptz '2026-01-01' + n * interval '1 second',
        case when n % 1000 = 0 then now() - n * interval '1 ms' when n % 10 = 1 then now() + interval '1 hour' end
      from generate_series(0, ${papers - 1}) n`)
  })
  await sql`analyze outbound_documents, purchase_orders`
}, 60_000)
afterAll(async () => {
  // What waits here is nobody's, and a hundred thousand papers are no measure of the table for other tests' plans.
  const { sql } = tenant.service.database
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`delete from outbound_documents where organization_id = ${tenant.organization_id}`
    await tx`delete from purchase_orders where organization_id = ${tenant.organization_id}`
  })
  await sql`vacuum (analyze) outbound_documents, purchase_orders`
  await planner.stop()
})

const of = (scans: Scan[]) => scans.filter(({ table }) => table === 'outbound_documents')
const read = (scans: Scan[]) => of(scans).reduce((sum, { rows_read }) => sum + rows_read, 0)

test('a look for what is due reads what it takes and one paper a room, whatever was sent and whatever waits', async () => {
  const { sql } = tenant.service.database
  const scans = await rolledBack(sql, (tx) =>
    explainWrite(tx, (asking) => claimDocuments(asking, ['email'], 12, [], 4)),
  )
  expect(of(scans).length).toBeGreaterThan(0)
  // Three rooms, four of each: found, looked at once more when they are written, and their orders asked one by one.
  expect(read(scans)).toBeLessThan(60)
  const orders = scans.filter(({ table }) => table === 'purchase_orders')
  expect(orders.map(({ index, rows_read }) => [index, rows_read])).toEqual([['purchase_orders_pk', 12]])
})

test('the room whose paper has waited longest is served first, and what another lane sends is left to it', async () => {
  const { sql } = tenant.service.database
  const claim = (tx: typeof sql, lanes: LaneName[], busy: Room[] = []) =>
    claimDocuments(tx as never, lanes, 1, busy, 4).then((rows) => rows.map(({ room }) => room))
  const taken = await rolledBack(sql, async (tx) => [
    await claim(tx, ['email'], [{ room: 'plans 0', left: 0 }]),
    await claim(tx, ['email']),
    await claim(tx, ['edi', 'warehouse']),
  ])
  // Paper 99,000 is the oldest, in the first room; of those in the others 98,000, in the third.
  expect(taken).toEqual([['plans 2'], ['plans 0'], []])
})

test('the last paper of an order is found among its own', async () => {
  const [order] = await tenant.service.database.sql<{ id: string }[]>`
    select purchase_order_id as id from purchase_orders where organization_id = ${tenant.organization_id} limit 1`
  planner.take()
  const path = `/api/v1/organizations/${tenant.organization_id}/purchase-orders/${order!.id}`
  expect((await tenant.get(path)).body.data.document.revision).toBe(a_paper_each)
  const scans: Scan[] = []
  for (const statement of planner.take())
    if (statement.text.includes('outbound_documents')) scans.push(...(await planner.explain(statement)))
  expect(of(scans).length).toBeGreaterThan(0)
  expect(read(scans)).toBeLessThanOrEqual(a_paper_each)
})

test('a page of papers reads the page alone, along the index of its order', async () => {
  planner.take()
  const page = (await session.get('/api/v1/outbound/documents?limit=50&offset=100')).body.data
  expect([page.size, page.filtered_max_size]).toEqual([50, papers])
  for (const statement of planner.take().filter(({ text }) => text.includes('outbound_documents'))) {
    const scans = of(await planner.explain(statement))
    if (statement.text.includes('count(*)')) continue
    expect(scans.map(({ index }) => index)).toEqual(['outbound_documents_newest'])
    expect(read(scans)).toBeLessThanOrEqual(150)
  }
})
