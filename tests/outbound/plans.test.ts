/** What the database does for a paper where there are a hundred thousand of them, and few wait. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { claimDocuments } from '../../server/outbound/store.ts'
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
        1 + n % ${a_paper_each}, case when n % 1000 = 0 then 'queued' else 'sent' end, 'a@b.example',
        'plans ' || n % 3, '{}', 'x', 'test', timestamptz '2026-01-01' + n * interval '1 second',
        case when n % 1000 = 0 then now() end
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

test('a look for what is due reads what waits, and nothing of what was sent', async () => {
  const { sql } = tenant.service.database
  const scans = await rolledBack(sql, (tx) =>
    explainWrite(tx, (asking) => claimDocuments(asking, ['email'], 16, [], 4)),
  )
  expect(of(scans).length).toBeGreaterThan(0)
  expect(of(scans).every(({ node }) => node !== 'Seq Scan')).toBe(true)
  expect(read(scans)).toBeLessThan(1_000)
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
