/** What the database does for a first page, on a catalogue large enough for its choices to be those of a large one. */
import { expect, test } from 'bun:test'
import type { Sql } from '../../server/contract/call.ts'
import { productsTable } from '../../server/catalogue/products/products_table.ts'
import { variantsTable } from '../../server/catalogue/variants/variants_table.ts'
import { combinedTable } from '../../server/stock/inventory/inventory_tables.ts'
import { readPage } from '../../server/tables/page.ts'
import type { Table, TableQuery } from '../../server/tables/table.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const products = 3000
const variantsEach = 5
const locations = 4

async function bulk(): Promise<Tenant> {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  const organization = tenant.organization_id
  const id = (n: string) => sql.unsafe(`(lpad(to_hex(${n}), 8, '0') || right(${`'${organization}'`}, 28))::uuid`)
  await sql.begin(async (tx) => {
    // Every reference is right by construction; checks planned when the tables were small would read them whole each time.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into locations (organization_id, location_id, name)
      select ${organization}, ${id('n')}, 'Location ' || n from generate_series(1, ${locations}::int) n`
    await tx`
      insert into products (organization_id, product_id, title, status, currency)
      select ${organization}, ${id('n')}, md5(n::text), 'ACTIVE', 'USD' from generate_series(1, ${products}::int) n`
    await tx`
      insert into variants (organization_id, variant_id, product_id, sku, title, position)
      select ${organization}, ${id('n')}, ${id(`1 + n / ${variantsEach}`)}, md5(n::text), 'Variant', n % ${variantsEach}
      from generate_series(0, ${products * variantsEach - 1}::int) n`
    await tx`
      insert into stock_levels (organization_id, variant_id, location_id, on_hand)
      select ${organization}, ${id('n')}, ${id('l')}, n % 50
      from generate_series(0, ${products * variantsEach - 1}::int) n, generate_series(1, ${locations}::int) l`
  })
  await sql`
    insert into variant_stock (organization_id, variant_id, on_hand, cost, has_uncosted, units_per_day)
    select organization_id, variant_id, sum(on_hand), 0, false, 1 from stock_levels
    where organization_id = ${organization} group by organization_id, variant_id`
  await sql`analyze products, variants, stock_levels, variant_stock`
  return tenant
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Node[]
}

/** The plans of the page's own statements, the count beside them left out. */
async function planOf(tenant: Tenant, table: Table, query: TableQuery = {}): Promise<Node[]> {
  const { sql } = tenant.service.database
  const plans: Node[] = []
  // The count of a whole table is a template, and the page a text.
  const explaining = Object.assign(async () => [{ row_count: 0 }], {
    unsafe: async (text: string, params: never[]) => {
      const [row] = await sql.unsafe(`explain (analyze, format json) ${text}`, params)
      plans.push(row!['QUERY PLAN'][0].Plan)
      return sql.unsafe(text, params)
    },
  }) as unknown as Sql
  await readPage(explaining, table, tenant.organization_id, query)
  const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]
  return plans.flatMap(flat)
}

test('the first page of either table is read along an index, and only its own rows are widened', async () => {
  const tenant = await bulk()
  for (const [table, index] of [
    [productsTable, 'products_by_title'],
    [variantsTable, 'variants_by_sku'],
  ] as const) {
    const nodes = await planOf(tenant, table)
    expect(nodes.map((node) => node['Index Name'])).toContain(index)
    const read = (relation: string) =>
      nodes
        .filter((node) => node['Relation Name'] === relation)
        .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
    const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'organizations')
    expect(whole.filter((node) => ['products', 'variants', 'stock_levels'].includes(node['Relation Name']!))).toEqual(
      [],
    )
    // Eight rows, found once and widened once, with their variants (read for the count, the stock and the currency that
    // lacks a rate) and levels (read for the stock and for that currency).
    expect(read('products')).toBeLessThanOrEqual(16)
    expect(read('variants')).toBeLessThanOrEqual(8 * variantsEach * 3)
    expect(read('stock_levels')).toBeLessThanOrEqual(8 * variantsEach * locations * 2)
  }
}, 30_000)

test('the first page of variants in the order of their stock is read along an index of their sums', async () => {
  const tenant = await bulk()
  const orders = [
    ['on_hand_qty', 'variant_stock_by_on_hand'],
    ['-on_hand_qty', 'variant_stock_by_on_hand'],
    ['-incoming_qty', 'variant_stock_by_incoming'],
    ['-committed_qty', 'variant_stock_by_committed'],
    ['-available_qty', 'variant_stock_by_available'],
    ['days_of_cover', 'variant_stock_by_cover'],
    ['-days_of_cover', 'variant_stock_by_longest_cover'],
    ['health', 'variant_stock_by_health'],
  ] as const
  for (const [sort_args, index] of orders) {
    const nodes = await planOf(tenant, combinedTable, { sort_args })
    expect(nodes.map((node) => node['Index Name'])).toContain(index)
    const read = (relation: string) =>
      nodes
        .filter((node) => node['Relation Name'] === relation)
        .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
    expect(read('variant_stock')).toBe(8)
    expect(read('variants')).toBe(8)
    expect(read('stock_levels')).toBe(8 * locations)
  }
}, 30_000)
