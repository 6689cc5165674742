/** Stock on hand from a file: opened, adjusted, unchanged the second time, and undone. */
import { expect, test } from 'bun:test'
import { openImporter } from '../imports/rig.ts'
import { setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant } from '../support/service/tenant.ts'

test('a stock file opens and adjusts stock in the ledger, changes nothing again, and is undone', async () => {
  const tenant = await newTenant()
  await setFixture(tenant, {
    locations: ['Main warehouse', 'Shop'],
    products: [
      {
        title: 'Tee',
        variants: [{ sku: 'TEE-S' }, { sku: 'TEE-M', stock: { 'Main warehouse': { on_hand: 5 } } }],
      },
    ],
  })
  const importer = await openImporter(tenant)
  const file = [
    'SKU,Warehouse,Qty on hand,Cost',
    'TEE-S,main warehouse,12,4.1250',
    'TEE-M,Main warehouse,3,',
    'TEE-S,Shop,0,',
    'TEE-X,Shop,1,',
    'TEE-M,Attic,1,',
    'tee-s,Shop,1.5,',
    'TEE-S,Main Warehouse,13,',
  ].join('\n')
  const levels = async () => {
    const { sql } = tenant.service.database
    const rows = await sql`
      select v.sku, o.name, s.on_hand from stock_levels s
      join variants v using (organization_id, variant_id) join locations o using (organization_id, location_id)
      where s.organization_id = ${tenant.organization_id} and s.on_hand > 0 order by v.sku, o.name`
    return rows.map(({ sku, name, on_hand }) => `${sku} ${name} ${on_hand}`)
  }
  const done = await importer.imported(file, { kind: 'inventory' })
  expect(done).toMatchObject({
    state: 'completed',
    result: { records: { created: 1, changed: 1, unchanged: 1, refused: 4 } },
  })
  expect(await levels()).toEqual(['TEE-M Main warehouse 3', 'TEE-S Main warehouse 12'])
  const report = await importer.report(done.import_id)
  expect(
    report
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ row_number, field, rule }) => [row_number, field, rule]),
  ).toEqual([
    ['5', 'sku', 'must be the SKU of a variant of this organisation'],
    ['6', 'location', 'must be the name or id of a location of this organisation'],
    ['7', 'on_hand', 'must be a whole number'],
    ['8', 'record', 'is in row 2 and again in row 8; keep one of them'],
  ])
  const again = await importer.imported(file, { kind: 'inventory' })
  expect(again.result.records).toMatchObject({ created: 0, changed: 0, unchanged: 3, refused: 4 })
  await importer.step(done.import_id, 'undo')
  await importer.work()
  expect(await importer.get(done.import_id)).toMatchObject({ state: 'undone', undo_result: { records: { undone: 2 } } })
  expect(await levels()).toEqual(['TEE-M Main warehouse 5'])
})
