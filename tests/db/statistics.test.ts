/** How soon PostgreSQL analyses a new organisation's rows, on which its plans depend. */
import { expect, test } from 'bun:test'
import { testDatabase } from '../support/database.ts'

test('every table of products, locations and orders is analysed after 2,000 changes, regardless of its size', async () => {
  const { sql } = await testDatabase()
  const tables = await sql<{ table: string; options: string[] | null }[]>`
    select distinct c.relname as table, c.reloptions as options
    from pg_class c
    join pg_attribute own on own.attrelid = c.oid and own.attname = 'organization_id'
    join pg_attribute thing on thing.attrelid = c.oid
      and thing.attname in ('product_id', 'variant_id', 'location_id', 'supplier_id', 'category_id', 'purchase_order_id',
        'stocktake_id', 'return_id', 'bom_id')
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    order by 1`
  expect(tables.length).toBeGreaterThan(20)
  const others = tables.filter(
    ({ options }) =>
      !options?.includes('autovacuum_analyze_scale_factor=0') || !options.includes('autovacuum_analyze_threshold=2000'),
  )
  expect(others.map(({ table }) => table)).toEqual([])
})
