/** Supplier costs from a file: attached, unchanged the second time, changed, refused, and undone. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openImporter } from '../../imports/rig.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'

setDefaultTimeout(60_000)

const kind = { kind: 'supplier_costs' }
const header = 'Vendor,SKU,Vendor SKU,Cost,Currency,MOQ,Lead time,Pack size,Primary'
const fileOf = (...rows: string[]) => [header, ...rows].join('\n')

async function mills() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    suppliers: [
      { name: 'Harbour Row', lead_time_days: 20 },
      { name: 'North Quay', lead_time_days: 50 },
    ],
    products: [
      {
        title: 'Shirt',
        variants: [
          { sku: 'A', stock: { Main: 5 }, suppliers: [{ supplier: 'North Quay', unit_cost: '9' }] },
          { sku: 'B' },
        ],
      },
    ],
  })
  const importer = await openImporter(tenant)
  const supplied = async (supplier: string) => {
    const { body } = await tenant.get(`/api/v1/inventory/suppliers/${ids.suppliers[supplier]}`)
    return body.data.variants
      .map((one: any) => [
        one.sku,
        one.supplier_sku,
        one.unit_cost,
        one.min_order_quantity,
        one.batch_size,
        one.lead_time_days,
        one.is_primary,
      ])
      .toSorted()
  }
  return { tenant, ids, importer, supplied }
}

test('costs and terms are imported, unchanged again, changed by cell, and undone in turn', async () => {
  const { tenant, importer, supplied } = await mills()
  const other = await mills()
  const suppliedBefore = await supplied('North Quay')
  const rows = ['harbour row,A,HR-1,12.3456,USD,24,5,12,true', 'Harbour Row,B,HR-2,7.5,,,,,']
  const first = await importer.imported(fileOf(...rows), kind)
  expect(first.result.records).toMatchObject({ created: 2, changed: 0, refused: 0 })
  expect(await supplied('Harbour Row')).toEqual([
    ['A', 'HR-1', 12.3456, 24, 12, 5, true],
    ['B', 'HR-2', 7.5, null, null, 20, true],
  ])
  // North Quay is no longer the primary supplier of A, and its terms stay.
  expect(await supplied('North Quay')).toEqual([[...suppliedBefore[0].slice(0, -1), false]])
  const { sql } = tenant.service.database
  const lead = async () =>
    (await sql`select lead_time_days from stock_levels where organization_id = ${tenant.organization_id}`).map(
      (row: any) => row.lead_time_days,
    )
  expect(await lead()).toEqual([5])

  const again = await importer.imported(fileOf(...rows), kind)
  expect(again.result.records).toMatchObject({ created: 0, changed: 0, unchanged: 2 })

  const changed = await importer.imported(fileOf(rows[0]!, 'Harbour Row,B,,8.25,,48,,,'), kind)
  expect(changed.result.records).toMatchObject({ created: 0, changed: 1, unchanged: 1 })
  const report = await importer.report(changed.import_id)
  const cells = report.filter(({ outcome }) => outcome === 'changed')
  expect(cells.map(({ field, previous_value, value }) => `${field} ${previous_value} ${value}`).toSorted()).toEqual([
    'min_order_quantity  48',
    'unit_cost 7.5 8.25',
  ])
  expect((await supplied('Harbour Row'))[1]).toEqual(['B', 'HR-2', 8.25, 48, null, 20, true])

  const undo = async ({ import_id }: any) => {
    await importer.step(import_id, 'undo')
    await importer.work()
    return importer.get(import_id)
  }
  expect(await undo(first)).toMatchObject({
    state: 'partly_undone',
    undo_result: { records: { undone: 1, refused: 1 } },
  })
  expect(await supplied('North Quay')).toEqual(suppliedBefore)
  expect(await undo(changed)).toMatchObject({ state: 'undone' })
  expect(await supplied('Harbour Row')).toEqual([['B', 'HR-2', 7.5, null, null, 20, true]])
  expect(await other.supplied('Harbour Row')).toEqual([])
})

test('each row that names nothing known, or another currency, is refused by its column', async () => {
  const { importer, supplied, ids } = await mills()
  const done = await importer.imported(
    fileOf(
      `${ids.suppliers['Harbour Row']},B,,7.5,usd,,,,`,
      'Nobody,A,,1,,,,,',
      'Harbour Row,NONE,,1,,,,,',
      'Harbour Row,A,,1,EUR,,,,',
      'Harbour Row,A,,1.23456,,,,,',
      'Harbour Row,A,,1,,0,,,',
      'Harbour Row,,,1,,,,,',
      'North Quay,B,,1,,,,,true',
      'North Quay,B,,2,,,,,true',
    ),
    kind,
  )
  expect(done.result.records).toMatchObject({ created: 2, refused: 7 })
  const report = await importer.report(done.import_id)
  const refused = report.filter(({ outcome }) => outcome === 'refused')
  expect(refused.map(({ row_number, field }) => `${row_number} ${field}`).toSorted()).toEqual([
    '10 record',
    '3 supplier',
    '4 sku',
    '5 currency',
    '6 unit_cost',
    '7 min_order_quantity',
    '8 sku',
  ])
  expect(await supplied('Harbour Row')).toEqual([['B', null, 7.5, null, null, 20, false]])
})
