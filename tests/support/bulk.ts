/** A large organisation, inserted by PostgreSQL itself: only with many rows does a wrong plan show. */
import type { Tenant } from './tenant.ts'

export const bulk = {
  products: 4_000,
  variants: 20_000,
  /** Each stocks every variant, the second with an opening movement; a pop-up shop stocks few. */
  warehouses: 2,
  popup_levels: 100,
  /** Of the first variant at the second warehouse, over more than a year. */
  busy_movements: 3_000,
  /** Every twentieth variant sold daily. */
  sold_variants: 1_000,
  sold_days: 100,
  events: 40_000,
  orders: 1_000,
  lines_per_order: 20,
  categories: 20,
} as const

export interface Bulk {
  product_id: string
  variant_id: string
  warehouse_id: string
  popup_id: string
}

/** The id of the n-th record of a kind, as a fragment of SQL over `n`. */
const idOf = (tenant: Tenant, kind: string, n: string) => `md5('${tenant.organization_id} ${kind} ' || ${n})::uuid`

function catalogueStatements(tenant: Tenant, org: string): string[] {
  const id = (kind: string, n = 'n') => idOf(tenant, kind, n)
  return [
    `insert into locations (organization_id, location_id, name)
      select ${org}, ${id('location')}, 'Location ' || n from generate_series(0, ${bulk.warehouses}) n`,
    `insert into sales_channels (organization_id, sales_channel_id, name, channel_type)
      values (${org}, ${id('channel', '0')}, 'Web', 'online')`,
    `insert into suppliers (organization_id, supplier_id, name, currency)
      values (${org}, ${id('supplier', '0')}, 'Mill', 'USD')`,
    `insert into categories (organization_id, category_id, name)
      select ${org}, ${id('category')}, 'Category ' || n from generate_series(0, ${bulk.categories - 1}) n`,
    `insert into products (organization_id, product_id, title, category_id, status, currency)
      select ${org}, ${id('product')}, 'Product ' || n, ${id('category', `n % ${bulk.categories}`)}, 'ACTIVE', 'USD'
      from generate_series(0, ${bulk.products - 1}) n`,
    `insert into variants (organization_id, variant_id, product_id, sku, title, price_cents, unit_cost)
      select ${org}, ${id('variant')}, ${id('product', `n % ${bulk.products}`)}, 'SKU-' || n, 'Variant ' || n, 1000, 4
      from generate_series(0, ${bulk.variants - 1}) n`,
    `insert into supplier_variants (organization_id, supplier_id, variant_id)
      select ${org}, ${id('supplier', '0')}, ${id('variant')} from generate_series(0, ${bulk.variants - 1}) n`,
    `insert into custom_fields (organization_id, custom_field_id, name, data_type)
      select ${org}, ${id('field')}, 'Field ' || n, 'text' from generate_series(0, 1) n`,
    `insert into custom_field_values (organization_id, variant_id, custom_field_id, value)
      select ${org}, ${id('variant')}, ${id('field', '0')}, 'Value ' || n % 7
      from generate_series(0, ${bulk.variants - 1}) n`,
    `insert into catalogue_events (organization_id, product_id, variant_id, kind, actor, occurred_at)
      select ${org}, ${id('product', `n % ${bulk.products}`)}, ${id('variant', `n % ${bulk.variants}`)},
        case when n % 100 = 0 then 'cost_changed' else 'price_changed' end, 'bulk', now() - n * interval '1 minute'
      from generate_series(0, ${bulk.events - 1}) n`,
  ]
}

function stockStatements(tenant: Tenant, org: string): string[] {
  const id = (kind: string, n = 'n') => idOf(tenant, kind, n)
  const levels = `
    select n, place from generate_series(0, ${bulk.variants - 1}) n, generate_series(0, ${bulk.warehouses - 1}) place
    union all select n, ${bulk.warehouses} from generate_series(0, ${bulk.popup_levels - 1}) n`
  return [
    `insert into stock_levels (organization_id, variant_id, location_id, on_hand, sequence, units_per_day)
      select ${org}, ${id('variant')}, ${id('location', 'place')}, n % 90, 1, case when n % 20 = 0 then 2 end
      from (${levels}) l`,
    `insert into stock_movements (organization_id, variant_id, location_id, sequence, kind, quantity_delta,
        on_hand_after, occurred_at, document_type, document_id, document_name, document_line_id, actor)
      select ${org}, ${id('variant')}, ${id('location', 'place')}, 1, 'opening', n % 90, n % 90,
        now() - interval '400 days', 'ledger_opening', 'bulk ' || n % 500, 'Opening', n || ' ' || place, 'bulk'
      from (${levels}) l where place <> 0`,
    `insert into stock_movements (organization_id, variant_id, location_id, sequence, kind, quantity_delta,
        on_hand_after, occurred_at, document_type, document_id, document_name, document_line_id, actor)
      select ${org}, ${id('variant', '0')}, ${id('location', '1')}, 1 + n, 'adjustment', 1 - n % 2 * 2, 0,
        now() - interval '390 days' + n * interval '3 hours', 'manual_adjustment', 'busy ' || n, 'Adjustment', 'line',
        'bulk'
      from generate_series(1, ${bulk.busy_movements}) n`,
    `insert into sales_daily (organization_id, variant_id, day, sales_channel_id, location_id, units,
        gross_sales_cents)
      select ${org}, ${id('variant', `v * ${bulk.variants / bulk.sold_variants}`)}, current_date - d,
        ${id('channel', '0')}, ${id('location', '0')}, 1 + (v + d) % 5, (1 + (v + d) % 5) * (900 + d)
      from generate_series(1, ${bulk.sold_days}) d, generate_series(0, ${bulk.sold_variants - 1}) v`,
    `insert into purchase_orders (organization_id, purchase_order_id, name, order_type, status, supplier_id,
        location_id, currency, expected_delivery_date)
      select ${org}, ${id('order')}, 'BULK-' || n, 'purchase', case when n % 4 = 0 then 'issued' else 'closed' end,
        ${id('supplier', '0')}, ${id('location', '0')}, 'USD', current_date + n % 60
      from generate_series(0, ${bulk.orders - 1}) n`,
    `insert into purchase_order_lines (organization_id, purchase_order_id, line_id, variant_id, quantity, unit_cost)
      select ${org}, ${id('order')}, ${id('line', `n || ' ' || line`)},
        ${id('variant', `(n * ${bulk.lines_per_order} + line) % ${bulk.variants}`)}, 10, 4
      from generate_series(0, ${bulk.orders - 1}) n, generate_series(0, ${bulk.lines_per_order - 1}) line`,
  ]
}

/** Fills the tenant and updates the statistics. */
export async function fillBulk(tenant: Tenant): Promise<Bulk> {
  const { sql } = tenant.service.database
  const org = `'${tenant.organization_id}'::uuid`
  await sql.begin(async (tx) => {
    // The rows are consistent by construction; checking half a million foreign keys would take most of the time.
    await tx`set local session_replication_role = replica`
    for (const statement of [...catalogueStatements(tenant, org), ...stockStatements(tenant, org)])
      await tx.unsafe(statement)
  })
  await sql`analyze`
  const [ids] = await sql.unsafe(`
    select ${idOf(tenant, 'product', '0')} as product_id, ${idOf(tenant, 'variant', '0')} as variant_id,
      ${idOf(tenant, 'location', '1')} as warehouse_id,
      ${idOf(tenant, 'location', String(bulk.warehouses))} as popup_id`)
  return ids as unknown as Bulk
}

/** The columns of every table with an organisation, without those that PostgreSQL fills in itself; ids are marked. */
const organizationColumns = `
  select c.table_name as table, json_agg(json_build_object('name', c.column_name, 'id_type',
    case when c.udt_name in ('uuid', 'text') and (c.udt_name = 'uuid' or c.column_name like '%\\_id') then c.udt_name end)) as columns
  from information_schema.columns c
  join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and c.is_identity = 'NO'
  group by c.table_name having bool_or(c.column_name = 'organization_id')`

interface Columns {
  table: string
  columns: { name: string; id_type: string | null }[]
}

/**
 * Copies one row of each of the tenant's tables to other organisations, with other ids, so that the rows of one
 * organisation are a small part of every table.
 */
export async function fillOtherOrganizations(tenant: Tenant, organizations: number): Promise<void> {
  const { sql } = tenant.service.database
  const tables = await sql.unsafe<Columns[]>(organizationColumns)
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const { table, columns } of tables) {
      const values = columns.map(({ name, id_type }) => (id_type ? `gen_random_uuid()::${id_type}` : `one."${name}"`))
      await tx.unsafe(
        `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
        select ${values.join(', ')}
        from (select * from "${table}" where organization_id = $1 limit 1) one, generate_series(1, $2::int)
        on conflict do nothing`,
        [tenant.organization_id, organizations],
      )
    }
  })
}

/** Names of the tables of at least so many rows, as PostgreSQL's own statistics say. */
export async function largeTables(tenant: Tenant, rows: number): Promise<string[]> {
  const tables = await tenant.service.database.sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= ${rows} order by relname`
  return tables.map(({ name }) => name)
}
