/** Query plans for one supplier among two hundred. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import { refreshCover } from '../../../server/ledger/cover.ts'
import { type Planner, startPlanner } from '../../support/plans.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { otherProcess, testUnless } from '../../support/needs.ts'

const [suppliers, orders, lines_per_order, variants] = [200, 10_000, 2, 10_000]

let planner: Planner
let tenant: Tenant
let supplier_id: string

/** Orders and variants are distributed evenly over the suppliers; all orders are delivered. */
function statements(organization_id: string): string[] {
  const org = `'${organization_id}'::uuid`
  const id = (kind: string, n = 'n') => `md5('${organization_id} ${kind} ' || ${n})::uuid`
  const each = (count: number) => `generate_series(0, ${count - 1}) n`
  const line = `n || ' ' || l`
  const ofLine = id('variant', `(n * ${lines_per_order} + l) % ${variants}`)
  const lines = `${each(orders)}, generate_series(0, ${lines_per_order - 1}) l`
  return [
    `insert into locations (organization_id, location_id, name) values (${org}, ${id('location', '0')}, 'Main')`,
    `insert into suppliers (organization_id, supplier_id, name, currency)
      select ${org}, ${id('supplier')}, 'Supplier ' || n, 'USD' from ${each(suppliers)}`,
    `insert into products (organization_id, product_id, title, status, currency)
      select ${org}, ${id('product')}, 'Product ' || n, 'ACTIVE', 'USD' from ${each(variants / 5)}`,
    `insert into variants (organization_id, variant_id, product_id, sku, title)
      select ${org}, ${id('variant')}, ${id('product', `n % ${variants / 5}`)}, 'SKU-' || n, 'V' from ${each(variants)}`,
    `insert into supplier_variants (organization_id, supplier_id, variant_id)
      select ${org}, ${id('supplier', `n % ${suppliers}`)}, ${id('variant')} from ${each(variants)}`,
    `insert into stock_levels (organization_id, variant_id, location_id, on_hand, sequence, units_per_day)
      select ${org}, ${id('variant')}, ${id('location', '0')}, n % 90, 1, 2 from ${each(variants)}`,
    `insert into purchase_orders (organization_id, purchase_order_id, name, order_type, status, supplier_id,
        location_id, currency, order_date, expected_delivery_date)
      select ${org}, ${id('order')}, 'PO-' || n, 'purchase', case when n % 50 = 0 then 'issued' else 'closed' end,
        ${id('supplier', `n % ${suppliers}`)}, ${id('location', '0')}, 'USD', current_date - n % 700 - 30,
        current_date - n % 700 from ${each(orders)}`,
    `insert into purchase_order_lines (organization_id, purchase_order_id, line_id, variant_id, quantity, unit_cost)
      select ${org}, ${id('order')}, ${id('line', line)}, ${ofLine}, 10, 4 from ${lines}`,
    `insert into purchase_order_deliveries (organization_id, delivery_id, purchase_order_id, location_id, received_at,
        fingerprint, actor)
      select ${org}, ${id('delivery')}, ${id('order')}, ${id('location', '0')}, now() - n % 700 * interval '1 day',
        n::text, 'bulk' from ${each(orders)}`,
    `insert into purchase_order_delivery_lines (organization_id, delivery_id, line_id, purchase_order_id, variant_id,
        received_quantity)
      select ${org}, ${id('delivery')}, ${id('line', line)}, ${id('order')}, ${ofLine}, 9 from ${lines}`,
  ]
}

beforeAll(async () => {
  if (otherProcess !== null) return
  planner = await startPlanner()
  tenant = await newTenant({ service: planner.service })
  const { sql } = planner.service.database
  await sql.begin(async (tx) => {
    // The rows are consistent by construction, so foreign keys need no check.
    await tx`set local session_replication_role = replica`
    for (const statement of statements(tenant.organization_id)) await tx.unsafe(statement)
  })
  await sql`analyze purchase_orders, purchase_order_lines, purchase_order_deliveries, purchase_order_delivery_lines,
    suppliers, supplier_variants, stock_levels, variants, products, locations`
  const [row] = await sql`
    select supplier_id from suppliers where organization_id = ${tenant.organization_id} and name = 'Supplier 100'`
  supplier_id = row!.supplier_id
}, 60_000)

afterAll(async () => {
  if (otherProcess === null) await planner.stop()
})

/** Without the variants: ten thousand of them are so dense that one scan is cheaper than a hundred lookups. */
const grows = [
  'purchase_orders',
  'purchase_order_lines',
  'purchase_order_deliveries',
  'purchase_order_delivery_lines',
  'supplier_variants',
  'stock_levels',
]
/** A supplier has 50 orders of 100 lines and 50 variants; all suppliers together have 200 open orders. */
const rowsReadMax = 500

testUnless(otherProcess, 'the scorecard and the attention list read one supplier by an index', async () => {
  for (const read of ['overview', 'needs-attention']) {
    planner.take()
    const answer = await tenant.get(`/api/v1/inventory/suppliers/${supplier_id}/${read}`)
    expect(answer.status).toBe(200)
    const scans = (await Promise.all(planner.take().map((one) => planner.explain(one)))).flat()
    expect(scans.some(({ table }) => table === 'purchase_orders')).toBe(true)
    const wide = scans.filter(
      ({ table, node, rows_read }) => grows.includes(table) && (node === 'Seq Scan' || rows_read > rowsReadMax),
    )
    expect([read, wide]).toEqual([read, []])
  }
})

testUnless(
  otherProcess,
  'a scorecard covers the latest days with at most thirty thousand lines, and says which',
  async () => {
    const { sql } = planner.service.database
    const { organization_id } = tenant
    const ofThis = (kind: string, n: string) => `md5('${organization_id} busy ${kind} ' || ${n})::uuid`
    const org = `'${organization_id}'::uuid`
    // A thousand lines a day for 32 days, each delivered on its due date except those of the oldest two days.
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      for (const statement of [
        `insert into suppliers (organization_id, supplier_id, name, currency)
        values (${org}, ${ofThis('supplier', `'1'`)}, 'Busy', 'USD')`,
        `insert into purchase_orders (organization_id, purchase_order_id, name, order_type, status, supplier_id,
          location_id, currency, order_date, expected_delivery_date, total_line_items)
        select ${org}, ${ofThis('order', 'n')}, 'BUSY-' || n, 'purchase', 'closed', ${ofThis('supplier', `'1'`)},
          ${ofThis('location', `'1'`)}, 'USD', current_date - n - 30, current_date - n, 1000
        from generate_series(1, 32) n`,
        `insert into purchase_order_lines (organization_id, purchase_order_id, line_id, variant_id, quantity, unit_cost,
          delivered_quantity)
        select ${org}, ${ofThis('order', 'n')}, ${ofThis('line', `n || ' ' || l`)}, ${ofThis('variant', 'l')}, 2, 4, 2
        from generate_series(1, 32) n, generate_series(1, 1000) l`,
        `insert into purchase_order_deliveries (organization_id, delivery_id, purchase_order_id, location_id,
          received_at, fingerprint, actor)
        select ${org}, ${ofThis('delivery', 'n')}, ${ofThis('order', 'n')}, ${ofThis('location', `'1'`)},
          (current_date - n) + interval '1 hour', n::text, 'bulk' from generate_series(1, 30) n`,
        `insert into purchase_order_delivery_lines (organization_id, delivery_id, line_id, purchase_order_id, variant_id,
          received_quantity)
        select ${org}, ${ofThis('delivery', 'n')}, ${ofThis('line', `n || ' ' || l`)}, ${ofThis('order', 'n')},
          ${ofThis('variant', 'l')}, 2 from generate_series(1, 30) n, generate_series(1, 1000) l`,
      ])
        await tx.unsafe(statement)
    })
    const [busy] = await sql`
    select supplier_id from suppliers where organization_id = ${organization_id} and name = 'Busy'`
    const { data } = (await tenant.get(`/api/v1/inventory/suppliers/${busy!.supplier_id}/overview`)).body
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    expect(data.window).toEqual({ from: day(30), to: day(1) })
    expect(data.fill_rate).toMatchObject({ value_pct: 100, units_ordered: 60_000, units_received: 60_000 })
    expect(data.on_time_rate).toMatchObject({ value_pct: 100, orders: 30 })
  },
  60_000,
)

testUnless(
  otherProcess,
  'a page of all suppliers counts variants and contacts in one pass, not per supplier',
  async () => {
    planner.take()
    const answer = await tenant.get('/api/v1/inventory/suppliers/table?limit=10000')
    const counts = answer.body.data.rows.map((row: any) => row.variant_count)
    expect(counts.filter((count: number) => count === variants / suppliers)).toHaveLength(suppliers)
    const scans = (await Promise.all(planner.take().map((one) => planner.explain(one)))).flat()
    const counting = scans.filter(
      ({ table, index }) => table === 'supplier_variants' || index === 'contacts_by_supplier',
    )
    expect(counting.length).toBeGreaterThan(0)
    // Several processes may share a scan.
    for (const { loops } of counting) expect(loops).toBeLessThan(5)
  },
)

test('new days of a supplier with very much stock take effect when cover is next measured', async () => {
  const owner = await newTenant()
  const { sql } = owner.service.database
  const { organization_id } = owner
  const created = await owner.post('/api/v1/inventory/suppliers', { suppliers: [{ name: 'All' }] })
  const { id } = created.body.data.suppliers[0]
  const org = `'${organization_id}'::uuid`
  const ofThis = (kind: string, n: string) => `md5('${organization_id} ${kind} ' || ${n})::uuid`
  const places = 40
  const all = `generate_series(1, ${limits.supplier_levels_at_once_max / places + 1}) n`
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const statement of [
      `insert into variants (organization_id, variant_id, product_id, sku, title)
        select ${org}, ${ofThis('variant', 'n')}, ${ofThis('product', `'1'`)}, 'S' || n, 'V' from ${all}`,
      `insert into products (organization_id, product_id, title, status, currency)
        values (${org}, ${ofThis('product', `'1'`)}, 'P', 'ACTIVE', 'USD')`,
      `insert into supplier_variants (organization_id, supplier_id, variant_id, is_primary, unit_cost)
        select ${org}, '${id}', ${ofThis('variant', 'n')}, true, 2 from ${all}`,
      `insert into stock_levels (organization_id, variant_id, location_id, on_hand, sequence, lead_time_days)
        select ${org}, ${ofThis('variant', 'n')}, ${ofThis('location', 'm')}, 3, 1, 14
        from ${all}, generate_series(1, ${places}) m`,
    ])
      await tx.unsafe(statement)
  })
  await sql`analyze stock_levels, supplier_variants, variants`
  const days = async () => {
    const rows = await sql`
      select lead_time_days as days, count(*)::int as levels from stock_levels
      where organization_id = ${organization_id} group by lead_time_days`
    return rows.map((row) => [row.days, row.levels])
  }
  const levels = limits.supplier_levels_at_once_max + places
  const path = `/api/v1/inventory/suppliers/${id}`
  const changed = await owner.put(path, { lead_time_days: 33, currency: 'EUR' })
  expect([changed.status, changed.body.data.lead_time_days]).toEqual([200, 33])
  expect(await days()).toEqual([[14, levels]])
  const [row] = await sql`
    select count(*)::int as lines from catalogue_events where organization_id = ${organization_id} and value = '2.0000 EUR'`
  expect(row!.lines).toBe(levels / places)
  await refreshCover(sql as never, organization_id, new Date().toISOString())
  expect(await days()).toEqual([[33, levels]])
  // With one variant fewer, the days change at once.
  const [one] = await sql`
    select variant_id from supplier_variants where organization_id = ${organization_id} order by variant_id limit 1`
  await owner.delete(`${path}/variants/${one!.variant_id}`)
  expect((await owner.put(path, { lead_time_days: 50 })).status).toBe(200)
  expect((await days()).toSorted()).toEqual([
    [14, places],
    [50, levels - places],
  ])
}, 120_000)
