/** Orders for measurements: an organisation with many of them, added once to the stored data. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { type BenchData, mintKeys, organizationIn } from './fixtures/data.ts'

/** Incremented to create new ones in addition to the existing ones. */
const ordersVersion = 1
const variant_count = 1_000
const locationCount = 4
const supplier_count = 200
/** The newest are drafts, approved or issued; the others have ended in various ways. */
const openShare = 0.03

export interface OrdersData {
  organization_id: string
  /** With all locations and suppliers, in the order of their ids. */
  variant_ids: string[]
  location_ids: string[]
  supplier_ids: string[]
  /** Separate for each side. */
  keys: { service: string[]; reference: string[] }
}

type Tx = postgres.TransactionSql

/** The catalogue that the orders use; all references are valid by construction. */
async function addCatalogue(tx: Tx, organization_id: string): Promise<void> {
  const id = (kind: string) => tx`md5(${`${organization_id} ${kind} `}::text || n)::uuid`
  await tx`
    insert into locations (organization_id, location_id, name)
    select ${organization_id}, ${id('location')}, 'Warehouse ' || n from generate_series(1, ${locationCount}::int) n`
  await tx`
    insert into suppliers (organization_id, supplier_id, name, currency)
    select ${organization_id}, ${id('supplier')}, 'Supplier ' || n, 'USD' from generate_series(1, ${supplier_count}::int) n`
  await tx`
    insert into products (organization_id, product_id, title, status, currency)
    select ${organization_id}, ${id('product')}, 'Product ' || n, 'ACTIVE', 'USD'
    from generate_series(1, ${variant_count}::int) n`
  await tx`
    insert into variants (organization_id, variant_id, product_id, sku, title, unit_cost)
    select ${organization_id}, ${id('variant')}, ${id('product')}, 'SKU-' || n, 'One size', 5
    from generate_series(1, ${variant_count}::int) n`
}

/** Orders of one to seven lines, one every five minutes until now. Ids increase with time, like the service's. */
async function drawOrders(tx: Tx, organization_id: string, count: number): Promise<void> {
  const at = (kind: string, number: string) =>
    tx`md5(${`${organization_id} ${kind} `}::text || ${tx.unsafe(number)})::uuid`
  await tx`
    create temporary table drawn on commit drop as
    select n, now() - (${count}::int - n) * interval '5 minutes' as created_at, md5('order ' || n) as salt,
      case when n > ${Math.floor(count * (1 - openShare))}::int then (array['draft', 'approved', 'issued'])[n % 3 + 1]
        when n % 25 = 0 then 'cancelled' when n % 25 = 1 then 'closed' else 'delivered' end as status,
      ${at('location', `n % ${locationCount} + 1`)} as location_id, ${at('supplier', `n % ${supplier_count} + 1`)} as supplier_id
    from generate_series(1, ${count}::int) n`
  await tx`
    create temporary table drawn_ids on commit drop as
    select n, (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7' || substr(salt, 1, 3) || '8'
      || substr(salt, 4, 15))::uuid as purchase_order_id
    from drawn`
  await tx`
    create temporary table drawn_lines on commit drop as
    select n, i.purchase_order_id, ${at('line', "n || ' ' || k")} as line_id,
      ${at('variant', `(n * 13 + k * 101) % ${variant_count} + 1`)} as variant_id, 10 + (n + k) % 50 as quantity,
      5 + (n + k) % 40 * 0.25 as unit_cost
    from drawn_ids i cross join lateral generate_series(0, n % 7) k`
  await tx`analyze drawn, drawn_ids, drawn_lines`
}

async function insertDrawn(tx: Tx, organization_id: string): Promise<void> {
  await tx`
    insert into purchase_orders (organization_id, purchase_order_id, name, order_type, status, supplier_id, location_id,
      currency, order_date, expected_delivery_date, approved_at, issued_at, ended_at, total_cost, total_line_items,
      created_by, created_at, updated_at)
    select ${organization_id}, i.purchase_order_id, 'PO-' || 1000 + d.n, 'purchase', d.status, d.supplier_id,
      d.location_id, 'USD', d.created_at::date, d.created_at::date + 30,
      case when d.status <> 'draft' then d.created_at end,
      case when d.status in ('issued', 'delivered', 'closed') then d.created_at end,
      case when d.status in ('delivered', 'closed', 'cancelled') then d.created_at + interval '30 days' end,
      l.cost, l.lines, 'bench', d.created_at, d.created_at
    from drawn d
    join drawn_ids i using (n)
    join (select n, sum(quantity * unit_cost) as cost, count(*)::int as lines from drawn_lines group by n) l using (n)
    order by i.purchase_order_id`
  await tx`
    insert into purchase_order_lines (organization_id, purchase_order_id, line_id, variant_id, quantity,
      delivered_quantity, unit_cost)
    select ${organization_id}, l.purchase_order_id, l.line_id, l.variant_id, l.quantity,
      case d.status when 'delivered' then l.quantity when 'closed' then l.quantity / 2 else 0 end, l.unit_cost
    from drawn_lines l join drawn d using (n)
    order by l.purchase_order_id, l.line_id`
  await tx`
    insert into stock_levels (organization_id, variant_id, location_id, incoming)
    select ${organization_id}, l.variant_id, d.location_id,
      coalesce(sum(l.quantity) filter (where d.status in ('approved', 'issued')), 0)::int
    from drawn_lines l join drawn d using (n) group by l.variant_id, d.location_id`
  await tx`
    insert into order_counters (organization_id, order_kind, counter, last_value)
    select ${organization_id}, 'purchase', c, (select max(n) from drawn) from generate_series(0, 15) c`
}

async function add(url: string, count: number): Promise<string> {
  const organization_id = await organizationIn(url, `${count} orders`)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await addCatalogue(tx, organization_id)
    await drawOrders(tx, organization_id, count)
    await insertDrawn(tx, organization_id)
  })
  // A bulk load leaves no visibility map, which index-only scans need.
  for (const table of ['purchase_orders', 'purchase_order_lines', 'stock_levels', 'variants', 'products'])
    await sql`vacuum (analyze) ${sql(table)}`
  await sql.end()
  return organization_id
}

/** Does not change data that other measurements use. */
export async function openOrders({ url, folder }: BenchData, count: number): Promise<OrdersData> {
  const file = join(folder, `orders-${ordersVersion}-${count}.json`)
  if (!existsSync(file)) writeFileSync(file, JSON.stringify({ organization_id: await add(url, count) }))
  const { organization_id } = JSON.parse(readFileSync(file, 'utf8')) as { organization_id: string }
  const sql = postgres(url, { max: 1 })
  const [row] = await sql<Pick<OrdersData, 'variant_ids' | 'location_ids' | 'supplier_ids'>[]>`
    select array(select variant_id::text from variants where organization_id = ${organization_id} order by 1) as variant_ids,
      array(select location_id::text from locations where organization_id = ${organization_id} order by 1) as location_ids,
      array(select supplier_id::text from suppliers where organization_id = ${organization_id} order by 1) as supplier_ids`
  await sql.end()
  const keys = { service: await mintKeys(url, organization_id), reference: await mintKeys(url, organization_id) }
  return { organization_id, ...row!, keys }
}
