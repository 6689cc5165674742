/** Which tables a statement's text leaves unrestricted. */
import { expect, test } from 'bun:test'
import { unrestrictedTables } from './check/restricted.ts'

const tenantTables = new Set(['variants', 'products'])

test('an equation restricts its tables only where it holds for every row and leads to a parameter', () => {
  const tablesOf = (statement: string) => unrestrictedTables(statement, tenantTables)
  const joined = 'select v.sku from variants v join products p on p.organization_id = v.organization_id'
  expect(tablesOf(joined)).toEqual(['variants', 'products'])
  expect(tablesOf(`${joined} where p.organization_id = $1`)).toEqual([])
  expect(tablesOf(`${joined} where ($1::uuid is null or p.organization_id = $1)`)).toEqual(['variants', 'products'])
  expect(
    tablesOf('select from variants v join products p using (organization_id) where p.organization_id = $1'),
  ).toEqual([])
  expect(tablesOf('update variants v set sku = $2 from old where v.variant_id = old.variant_id')).toEqual(['variants'])
  expect(tablesOf('delete from variants where (organization_id, sku) in (select $1::uuid, $2)')).toEqual([])
  expect(tablesOf('insert into variants (variant_id, sku) values ($1, $2)')).toEqual(['variants'])
  expect(tablesOf('select 1 from variants where organization_id = $1 union select 1 from products')).toEqual([
    'products',
  ])
})
