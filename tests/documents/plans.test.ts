/** Query plans for documents, with a hundred thousand of them and few queued. */
import { type ChannelName } from '../../server/documents/known_values.ts'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Sql } from '../../server/contract/call.ts'
import type { Allotment } from '../../server/queue/kind.ts'
import { claimOutboundDocuments, findDueGroups } from '../../server/documents/store.ts'
import { explainWrite, type Planner, rolledBack, type Scan, startPlanner } from '../support/plans.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const documents = 100_000
const documentsPerOrder = 10

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
    // The rows are consistent by construction, so foreign keys need no check.
    await tx`set local session_replication_role = replica`
    await tx.unsafe(
      `insert into locations (organization_id, location_id, name) values (${org}, ${id('location', '0')}, 'Main')`,
    )
    await tx.unsafe(`insert into purchase_orders (organization_id, purchase_order_id, name, order_type, status,
        location_id, currency)
      select ${org}, ${id('order', 'n')}, 'PO-' || n, 'purchase', 'issued', ${id('location', '0')}, 'USD'
      from generate_series(0, ${documents / documentsPerOrder - 1}) n`)
    await tx.unsafe(`insert into outbound_documents (organization_id, document_id, channel, purchase_order_id, name,
        revision, state, recipient, concurrency_key, payload, fingerprint, created_by, created_at, next_attempt_at)
      select ${org}, ${id('document', 'n')}, 'email', ${id('order', `n / ${documentsPerOrder}`)}, 'PO-' || n / ${documentsPerOrder},
        1 + n % ${documentsPerOrder}, case when n % 1000 = 0 or n % 10 = 1 then 'queued' else 'sent' end, 'a@b.example',
        'plans ' || n % 3, '{}', 'x', 'test', timestamptz '2026-01-01' + n * interval '1 second',
        case when n % 1000 = 0 then now() - n * interval '1 ms' when n % 10 = 1 then now() + interval '1 hour' end
      from generate_series(0, ${documents - 1}) n`)
  })
  await sql`analyze outbound_documents, purchase_orders`
}, 60_000)
afterAll(async () => {
  // These rows must not be claimed by other tests or distort the statistics for their plans.
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

const allotted = (groupIds: string[], jobs_max: number): Allotment[] =>
  groupIds.map((group_id) => ({ organization_id: tenant.organization_id, group_id, jobs_max }))
const groups = ['plans 0', 'plans 1', 'plans 2']

test('finding due documents reads two per concurrency key, and a claim only what it takes, however many there are', async () => {
  const { sql } = tenant.service.database
  const [look, claim] = await rolledBack(sql, async (tx) => [
    await explainWrite(tx, (asking) => findDueGroups(asking, ['plans' as ChannelName])),
    await explainWrite(tx, (asking) => claimOutboundDocuments(asking, allotted(groups, 4))),
  ])
  expect(of(look).length).toBeGreaterThan(0)
  expect(read(look)).toBeLessThanOrEqual(2 * groups.length + 20)
  // Three concurrency keys, four documents each: found, read again when written, and their orders looked up one by one.
  expect(read(claim)).toBeGreaterThan(12)
  expect(read(claim)).toBeLessThan(40)
  const orders = claim.filter(({ table }) => table === 'purchase_orders')
  expect(orders.map(({ index, rows_read }) => [index, rows_read])).toEqual([['purchase_orders_pk', 12]])
})

test("the document of a concurrency key that has waited longest is claimed first, and other channels' documents are left", async () => {
  const { sql } = tenant.service.database
  const [names, due, others] = await rolledBack(sql, async (tx) => {
    const asking = tx as unknown as Sql
    return [
      (await claimOutboundDocuments(asking, allotted(['plans 0'], 1))).map(({ name }) => name),
      (await findDueGroups(asking, ['plans' as ChannelName])).map(({ group_id }) => group_id),
      await findDueGroups(asking, ['edi', 'warehouse']),
    ]
  })
  // Document 99,000 is the oldest, in the first group.
  expect(names).toEqual(['PO-9900'])
  expect(due).toEqual(groups)
  expect((others as any[]).filter(({ organization_id }) => organization_id === tenant.organization_id)).toEqual([])
})

test('the last document of an order is found among its own', async () => {
  const [order] = await tenant.service.database.sql<{ id: string }[]>`
    select purchase_order_id as id from purchase_orders where organization_id = ${tenant.organization_id} limit 1`
  planner.take()
  const path = `/api/v1/organizations/${tenant.organization_id}/purchase-orders/${order!.id}`
  expect((await tenant.get(path)).body.data.document.revision).toBe(documentsPerOrder)
  const scans: Scan[] = []
  for (const statement of planner.take())
    if (statement.text.includes('outbound_documents')) scans.push(...(await planner.explain(statement)))
  expect(of(scans).length).toBeGreaterThan(0)
  expect(read(scans)).toBeLessThanOrEqual(documentsPerOrder)
})

test('a page of documents reads only the page, along the index of its sort order', async () => {
  planner.take()
  const page = (await session.get('/api/v1/outbound/documents?limit=50&offset=100')).body.data
  expect([page.size, page.filtered_max_size]).toEqual([50, documents])
  for (const statement of planner.take().filter(({ text }) => text.includes('outbound_documents'))) {
    const scans = of(await planner.explain(statement))
    if (statement.text.includes('count(*)')) continue
    expect(scans.map(({ index }) => index)).toEqual(['outbound_documents_newest'])
    expect(read(scans)).toBeLessThanOrEqual(150)
  }
})
