/** Query plans for a page of orders, with a hundred thousand of them. */
import { beforeAll, expect, test } from 'bun:test'
import { purchaseOrdersTable } from '../../server/purchasing/orders/purchase_orders_table.ts'
import type { Sql } from '../../server/contract/call.ts'
import { readPage } from '../../server/tables/page.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const orders = 100_000

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
  const { sql } = tenant.service.database
  const org = `'${tenant.organization_id}'::uuid`
  const id = (kind: string, n: string) => `md5('${tenant.organization_id} ${kind} ' || ${n})::uuid`
  await sql.begin(async (tx) => {
    // The rows are consistent by construction, so foreign keys need no check.
    await tx`set local session_replication_role = replica`
    await tx.unsafe(
      `insert into locations (organization_id, location_id, name) values (${org}, ${id('location', '0')}, 'Main')`,
    )
    await tx.unsafe(`insert into suppliers (organization_id, supplier_id, name, currency)
      select ${org}, ${id('supplier', 'n')}, 'Supplier ' || n, 'USD' from generate_series(0, 199) n`)
    await tx.unsafe(`insert into purchase_orders (organization_id, purchase_order_id, name, order_type, status,
        supplier_id, location_id, currency, order_date, expected_delivery_date, created_at)
      select ${org}, ${id('order', 'n')}, 'PO-' || n, 'purchase', case when n % 50 = 0 then 'issued' else 'closed' end,
        ${id('supplier', 'n % 200')}, ${id('location', '0')}, 'USD',
        case when n % 7 > 0 then date '2020-01-01' + n % 2000 end, date '2020-02-01' + n % 2100,
        timestamptz '2020-01-01' + n * interval '1 minute'
      from generate_series(0, ${orders - 1}) n`)
  })
  await sql`analyze purchase_orders, suppliers, locations`
}, 60_000)

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** Scans of orders in the page's own statement, without the count. */
async function scansOf(query: Record<string, unknown>): Promise<{ node: string; rows: number }[]> {
  const { sql } = tenant.service.database
  const plans: Node[] = []
  // A whole table is counted by a template, a filtered one by a text of its own.
  const explaining = Object.assign(async () => [{ row_count: 0 }], {
    unsafe: async (text: string, params: never[]) => {
      if (text.includes('count(*)::int as filtered')) return [{ filtered: 0 }]
      const [row] = await sql.unsafe(`explain (analyze, format json) ${text}`, params)
      plans.push(row!['QUERY PLAN'][0].Plan)
      return []
    },
  }) as unknown as Sql
  await readPage(explaining, purchaseOrdersTable, tenant.organization_id, { limit: 50, ...query })
  const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]
  return plans
    .flatMap(flat)
    .filter((node) => node['Relation Name'] === 'purchase_orders')
    .map((node) => ({
      node: node['Node Type'],
      rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    }))
}

test('a page of fifty, in each usual sort order, reads about fifty orders along an index', async () => {
  for (const sort_args of [
    '-created_at',
    'created_at',
    '-order_date',
    'order_date',
    'expected_delivery_date',
    'name',
  ]) {
    const scans = await scansOf({ sort_args })
    expect([sort_args, scans.length]).toEqual([sort_args, 2])
    const wide = scans.filter(({ node, rows }) => node === 'Seq Scan' || rows > 100)
    expect([sort_args, wide]).toEqual([sort_args, []])
  }
})

test("open orders, and one supplier's orders, are found without reading the others", async () => {
  const filter = (key: string, operation: string, value: unknown) => ({
    filter_args: JSON.stringify([{ key, operation, value }]),
  })
  const [row] = await tenant.service.database.sql`
    select supplier_id from suppliers where organization_id = ${tenant.organization_id} limit 1`
  for (const query of [filter('status', 'eq', 'issued'), filter('supplier_id', 'eq', row!.supplier_id)]) {
    const wide = (await scansOf(query)).filter(({ node, rows }) => node === 'Seq Scan' || rows > 12_000)
    expect([query, wide]).toEqual([query, []])
  }
})
