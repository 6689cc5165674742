/** Query plans of invoices: an organisation with twenty thousand of them. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { claimPostings, findDuePostings } from '../../../server/selling/invoices/accounting/attempts.store.ts'
import { explainWrite, type Planner, rolledBack, type Scan, startPlanner } from '../../support/plans.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { invoicesPath } from './invoiced_shop.ts'

setDefaultTimeout(120_000)

const invoices = 20_000
const invoicesPerOrder = 4
const accounts = 50

let planner: Planner
let tenant: Tenant
const id = (kind: string, n: string | number) => `md5('${tenant.organization_id} ${kind} ' || ${n})::uuid`
const idOf = async (kind: string, n: number): Promise<string> => {
  const [row] = await tenant.service.database.sql.unsafe(`select ${id(kind, n)} as id`)
  return row!.id
}

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
    await tx.unsafe(`insert into products (organization_id, product_id, title, status, currency)
      values (${org}, ${id('product', 0)}, 'Jumper', 'ACTIVE', 'USD')`)
    await tx.unsafe(`insert into variants (organization_id, variant_id, product_id, sku, title)
      values (${org}, ${id('variant', 0)}, ${id('product', 0)}, 'J', 'M')`)
    await tx.unsafe(`insert into locations (organization_id, location_id, name)
      values (${org}, ${id('location', 0)}, 'Main')`)
    await tx.unsafe(`insert into sales_channels (organization_id, sales_channel_id, name, channel_type)
      values (${org}, ${id('channel', 0)}, 'Wholesale', 'wholesale')`)
    await tx.unsafe(`insert into sales_orders (organization_id, order_id, name, origin, lifecycle, is_wholesale,
        trading_partner_id, sales_channel_id, location_id, currency, ordered_at, ordered_on)
      select ${org}, ${id('order', 'n')}, 'SO-' || n, 'api', 'fulfilled', true, ${id('account', `n % ${accounts}`)},
        ${id('channel', 0)}, ${id('location', 0)}, 'USD', now(), current_date
      from generate_series(0, ${invoices / invoicesPerOrder - 1}) n`)
    await tx.unsafe(`insert into invoices (organization_id, invoice_id, invoice_year, invoice_number, name, order_id,
        trading_partner_id, state, currency, issued_at, issued_on, total_cents, created_by, voided_at, voided_by, void_reason)
      select ${org}, n + 1, 2026, n + 1, 'INV-' || n, ${id('order', `n / ${invoicesPerOrder}`)},
        ${id('account', `(n / ${invoicesPerOrder}) % ${accounts}`)}, case when n % 100 = 0 then 'void' else 'issued' end, 'USD',
        timestamptz '2026-01-01' + n * interval '1 minute', date '2026-01-01', 2500, 'test',
        case when n % 100 = 0 then now() end, case when n % 100 = 0 then 'test' end, case when n % 100 = 0 then 'test' end
      from generate_series(0, ${invoices - 1}) n`)
    await tx.unsafe(`insert into invoice_lines (organization_id, invoice_id, line_number, order_line_id, variant_id, quantity,
        unit_price_cents, discount_cents, amount_cents)
      select ${org}, n + 1, l, ${id('line', 'n')}, ${id('variant', 0)}, 1, 1250, 0, 1250
      from generate_series(0, ${invoices - 1}) n cross join generate_series(1, 2) l`)
    await tx.unsafe(`insert into invoice_postings (organization_id, invoice_id, accounting_connection_id, revision, state,
        next_attempt_at)
      select ${org}, n + 1, ${id('connection', 'n % 3')}, 1, case when n % 200 = 0 then 'queued' else 'posted' end,
        case when n % 200 = 0 then now() - n * interval '1 ms' end
      from generate_series(0, ${invoices - 1}) n`)
  })
  await sql`analyze invoices, invoice_lines, invoice_postings, sales_orders, trading_partners, products, variants`
})
afterAll(async () => {
  // These rows must not be claimed by other tests or distort the statistics for their plans.
  const { sql } = tenant.service.database
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const table of ['invoice_postings', 'invoice_lines', 'invoices', 'sales_orders'])
      await tx.unsafe(`delete from ${table} where organization_id = '${tenant.organization_id}'`)
  })
  await sql`vacuum (analyze) invoices, invoice_lines, invoice_postings, sales_orders`
  await planner.stop()
})

const of = (scans: readonly Scan[], table: string) => scans.filter((scan) => scan.table === table)
const read = (scans: readonly Scan[], table: string) =>
  of(scans, table).reduce((sum, { rows_read }) => sum + rows_read, 0)

/** Large tables that were read from end to end. */
const wholly = (scans: readonly Scan[]) =>
  scans.flatMap(({ node, table }) => (node === 'Seq Scan' && /^(invoice|sales_orders)/.test(table) ? [table] : []))

async function scansOf(at: string): Promise<Scan[]> {
  planner.take()
  const answer = await tenant.get(at)
  expect(answer.status).toBe(200)
  const statements = planner.take()
  expect(statements).not.toEqual([])
  const scans: Scan[] = []
  for (const statement of statements) scans.push(...(await planner.explain(statement)))
  return scans
}

test('the list reads the page alone, with or without a filter; a filtered count reads its own index', async () => {
  const page = 8
  for (const [query, countedMax] of [
    ['', 0],
    ['offset=40', 0],
    [`order_id=${await idOf('order', 7)}`, invoicesPerOrder],
    [`trading_partner_id=${await idOf('account', 7)}`, invoices / accounts],
    ['state=void', invoices / 100],
    [`state=void&trading_partner_id=${await idOf('account', 0)}`, invoices / accounts],
  ] as const) {
    const scans = await scansOf(`${invoicesPath}?${query}`)
    expect([query, wholly(scans)]).toEqual([query, []])
    // Found by key, read again by id; a filter by two columns passes over the rows of the account.
    const pagesMax = query.includes('&') ? invoices / accounts : 3 * page + 40
    expect([query, read(scans, 'invoices') <= pagesMax + 2 * countedMax]).toEqual([query, true])
    expect([query, read(scans, 'invoice_lines') <= 2 * page]).toEqual([query, true])
  }
})

test('one invoice and the invoices of an order are read by their keys', async () => {
  const scans = await scansOf(`${invoicesPath}/77`)
  // Once for the invoice, and once for what its order states apart.
  expect(of(scans, 'invoices').map(({ index, rows_read }) => [index, rows_read])).toEqual([
    ['invoices_pk', 1],
    ['invoices_pk', 1],
  ])
  expect(of(scans, 'invoice_lines').map(({ index, rows_read }) => [index, rows_read])).toEqual([
    ['invoice_lines_pk', 2],
  ])
  const order = await scansOf(`/api/v1/sales/orders/${await idOf('order', 9)}`)
  // Whether there are any, and then all of them.
  expect(of(order, 'invoices').map(({ index, rows_read }) => [index, rows_read])).toEqual([
    ['invoices_by_order', 1],
    ['invoices_by_order', invoicesPerOrder],
  ])
})

test('finding due postings reads two per connection, and a claim only what it takes, however many there are', async () => {
  const { sql } = tenant.service.database
  const ids = await Promise.all([0, 1, 2].map((n) => idOf('connection', n)))
  const allotments = ids.map((group_id) => ({ organization_id: tenant.organization_id, group_id, jobs_max: 4 }))
  const [look, claim] = await rolledBack(sql, async (tx) => [
    await explainWrite(tx, (asking) => findDuePostings(asking)),
    await explainWrite(tx, (asking) => claimPostings(asking, allotments)),
  ])
  expect(read(look, 'invoice_postings')).toBeGreaterThan(0)
  expect(read(look, 'invoice_postings')).toBeLessThanOrEqual(2 * ids.length + 20)
  expect(read(claim, 'invoice_postings')).toBeGreaterThanOrEqual(12)
  expect(read(claim, 'invoice_postings')).toBeLessThan(40)
})
