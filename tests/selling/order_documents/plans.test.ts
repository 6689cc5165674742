/** Query plans of order papers: an organisation that has filed ten thousand. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { layoutOf, readLearned } from '../../../server/selling/order_documents/learned.store.ts'
import { claimOrderPapers, findOrderPaperGroups } from '../../../server/selling/order_documents/queue.store.ts'
import { analyzeWhole, explainWrite, type Planner, rolledBack, type Scan, startPlanner } from '../../support/plans.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { path } from './paper_shop.ts'

setDefaultTimeout(120_000)

const papers = 10_000
const accounts = 50

let planner: Planner
let tenant: Tenant
const id = (kind: string, n: string | number) => `md5('${tenant.organization_id} ${kind} ' || ${n})::uuid`
const idOf = async (kind: string, n: number): Promise<string> => {
  const [row] = await tenant.service.database.sql.unsafe(`select ${id(kind, n)} as id`)
  return row!.id
}

const other = crypto.randomUUID()

beforeAll(async () => {
  planner = await startPlanner()
  tenant = await newTenant({ service: planner.service })
  const { sql } = tenant.service.database
  const org = `'${tenant.organization_id}'::uuid`
  await sql.begin(async (tx) => {
    // The rows are consistent by construction, so foreign keys need no check.
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`insert into trading_partners (organization_id, trading_partner_id, name)
      select ${org}, ${id('account', 'n')}, 'Account ' || n from generate_series(0, ${accounts - 1}) n`)
    await tx.unsafe(`insert into order_documents (organization_id, document_id, trading_partner_id, sales_channel_id,
        file_name, format, byte_count, sha256, state, next_attempt_at, filed_by, filed_at)
      select ${org}, ${id('paper', 'n')}, ${id('account', `n % ${accounts}`)}, ${id('channel', 0)}, 'paper.pdf', 'pdf',
        1000, lpad(n::text, 64, '0'), case when n % 100 = 0 then 'queued' else 'refused' end,
        case when n % 100 = 0 then now() - n * interval '1 ms' end, 'test',
        timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(0, ${papers - 1}) n`)
    // Papers of another organisation: most of the table.
    await tx.unsafe(`insert into order_documents (organization_id, document_id, trading_partner_id, sales_channel_id,
        file_name, format, byte_count, sha256, state, filed_by, filed_at)
      select '${other}', gen_random_uuid(), ${id('account', 0)}, ${id('channel', 0)}, 'paper.pdf', 'pdf', 1000,
        lpad(n::text, 64, '0'), 'refused', 'test', timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, ${4 * papers}) n`)
  })
  // One paper in 500 is queued.
  await analyzeWhole(sql, 'order_documents')
  await sql`analyze trading_partners`
})
afterAll(async () => {
  // These rows must not be claimed by other tests or distort the statistics for their plans.
  const { sql } = tenant.service.database
  await sql`delete from order_documents where organization_id in (${tenant.organization_id}, ${other})`
  await sql`vacuum (analyze) order_documents`
  await planner.stop()
})

const of = (scans: readonly Scan[]) => scans.filter(({ table }) => table === 'order_documents')
const read = (scans: readonly Scan[]) => of(scans).reduce((sum, { rows_read }) => sum + rows_read, 0)

async function scansOf(at: string): Promise<Scan[]> {
  planner.take()
  const answer = await tenant.get(at)
  expect(answer.status).toBe(200)
  const scans: Scan[] = []
  for (const statement of planner.take()) scans.push(...(await planner.explain(statement)))
  return scans
}

test('the list reads its page alone, and counts in an index', async () => {
  const page = 8
  for (const [query, counted] of [
    ['', papers],
    ['offset=40', papers],
    [`account_id=${await idOf('account', 7)}`, papers / accounts],
    ['state=queued', papers / 100],
  ] as const) {
    const scans = await scansOf(`${path}?${query}`)
    expect([query, of(scans).filter(({ node }) => node === 'Seq Scan')]).toEqual([query, []])
    const most = counted + 2 * page + 48
    if (read(scans) > most) expect([query, of(scans)]).toEqual([query, `at most ${most} rows read` as never])
  }
})

test('one paper is read by its key', async () => {
  const scans = await scansOf(`${path}/${await idOf('paper', 7)}`)
  expect([...new Set(of(scans).map(({ index, rows_read }) => `${index} ${rows_read}`))]).toEqual([
    'order_documents_pk 1',
  ])
})

test('finding due papers reads two per account, and a claim only what it takes', async () => {
  const { sql } = tenant.service.database
  const ids = await Promise.all(Array.from({ length: accounts }, (_, n) => idOf('account', n)))
  const allotments = ids
    .slice(0, 3)
    .map((group_id) => ({ organization_id: tenant.organization_id, group_id, jobs_max: 4 }))
  const [look, claim] = await rolledBack(sql, async (tx) => [
    await explainWrite(tx, (asking) => findOrderPaperGroups(asking)),
    await explainWrite(tx, (asking) => claimOrderPapers(asking, allotments)),
  ])
  expect(read(look)).toBeGreaterThan(0)
  expect(read(look)).toBeLessThanOrEqual(2 * accounts + 20)
  expect(read(claim)).toBeGreaterThanOrEqual(4)
  expect(read(claim)).toBeLessThan(40)
})

test('what earlier papers of a layout teach is read from the newest fifty that were corrected', async () => {
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const account = await idOf('account', 7)
  const layout = 'sku|qty'
  const scans = await rolledBack(sql, async (tx) => {
    await tx`
      update order_documents set layout = ${layoutOf({ layout })}, reading = '{"lines": [{"corrected": []}]}'::jsonb,
        corrected_at = case when right(sha256, 1) = '7' then filed_at end
      where organization_id = ${organization_id}`
    await tx`analyze order_documents`
    return explainWrite(tx, (asking) => readLearned(asking, organization_id, account, { layout, is_recognised: false }))
  })
  expect([...new Set(of(scans).map(({ index }) => index))]).toEqual(['order_documents_corrected'])
  expect(read(scans)).toBeGreaterThan(0)
  expect(read(scans)).toBeLessThanOrEqual(50)
})
