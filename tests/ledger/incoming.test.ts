/** What the database reads to compute incoming stock when most orders ended long ago. */
import { expect, test } from 'bun:test'
import { openSupply } from '../../server/ledger/incoming.ts'
import { setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant } from '../support/service/tenant.ts'

const ended = 20_000
const open = 40

interface Node {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

test('incoming stock is computed from open orders only, however many orders of the variant have ended', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, { locations: ['Main'], products: [{ title: 'Coat', variants: [{ sku: 'C' }] }] })
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  await sql.begin(async (tx) => {
    // All references are valid by construction.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into purchase_orders (organization_id, purchase_order_id, name, order_type, status, location_id, currency)
      select ${organization_id}, md5(${organization_id} || n)::uuid, 'PO-' || n, 'purchase',
        case when n <= ${open} then 'issued' else 'delivered' end, ${ids.locations.Main!}, 'USD'
      from generate_series(1, ${open + ended}::int) n`
    await tx`
      insert into purchase_order_lines (organization_id, purchase_order_id, line_id, variant_id, quantity,
        delivered_quantity)
      select organization_id, purchase_order_id, purchase_order_id, ${ids.variants.C!}, 7,
        case status when 'issued' then 2 else 7 end
      from purchase_orders where organization_id = ${organization_id}`
  })
  await sql`analyze purchase_orders, purchase_order_lines`
  const supply = openSupply(sql as never, organization_id, [ids.variants.C!]) as never
  const lines = await sql<{ units: number }[]>`select units from (${supply}) s`
  expect(lines.map(({ units }) => units)).toEqual(Array.from({ length: open }, () => 5))
  const [row] = await sql`explain (analyze, format json) select units from (${supply}) s`
  const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]
  const read = flat(row!['QUERY PLAN'][0].Plan)
    .filter((node) => node['Relation Name'] !== undefined)
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    )
  expect(read).toBeLessThan(10 * open)
}, 60_000)
