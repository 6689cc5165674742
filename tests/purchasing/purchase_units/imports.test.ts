/** Files that state purchase units: terms of suppliers, and open orders by the case. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openImporter } from '../../imports/rig.ts'
import { shown, unitFixture } from './unit_fixture.ts'

setDefaultTimeout(60_000)

const fileOf = (header: string, ...rows: string[]) => [header, ...rows].join('\n')

test('supplier terms are imported with their unit, unchanged again, refused where they do not fit, and undone', async () => {
  const fixture = await unitFixture()
  const importer = await openImporter(fixture.tenant)
  const kind = { kind: 'supplier_costs' }
  const file = fileOf(
    'Vendor,SKU,UOM,Units per case,Inner pack,Case cost,Cost',
    'Other,SOAP,case,24,12,30,',
    'Other,CANDLE,,,,,4',
    'Chandler,SOAP,,,,21,',
  )
  const first = await importer.imported(file, kind)
  expect(first.result.records).toMatchObject({ created: 2, changed: 1, refused: 0 })
  expect(await fixture.terms('SOAP', 'Other')).toMatchObject({
    purchase_unit: 'CA',
    purchase_unit_factor: 24,
    inner_pack_quantity: 12,
    unit_cost: 1.25,
    purchase_unit_cost: 30,
  })
  expect(await fixture.terms('CANDLE', 'Other')).toMatchObject({ purchase_unit: 'EA', unit_cost: 4 })
  expect(await fixture.terms('SOAP')).toMatchObject({ purchase_unit_factor: 12, unit_cost: 1.75 })
  expect((await importer.imported(file, kind)).result.records).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
  const bad = await importer.imported(
    fileOf(
      'Vendor,SKU,UOM,Units per case,Case cost,Cost',
      'Other,CLOTH,BX,,5,',
      'Other,SOAP,,,30,1',
      'Tokyo,SOAP,,,,1.5',
    ),
    kind,
  )
  expect(bad.result.records).toMatchObject({ created: 0, changed: 0, refused: 3 })
  await importer.step(first.import_id, 'undo')
  await importer.work()
  expect(await fixture.terms('SOAP', 'Other')).toBeUndefined()
  expect(await fixture.terms('SOAP')).toMatchObject({ purchase_unit_factor: 12, purchase_unit_cost: 18 })
})

test('open orders are imported by the case, less what arrived, and a later file changes them', async () => {
  const fixture = await unitFixture()
  const importer = await openImporter(fixture.tenant)
  const kind = { kind: 'purchase_orders' }
  const header = 'PO number,Vendor,Warehouse,SKU,Quantity,Received,Cases ordered,UOM,Units per case,Case cost'
  const ordered = async () => {
    const { sql } = fixture.tenant.service.database
    const [row] = await sql<{ id: string }[]>`
      select purchase_order_id as id from purchase_orders where organization_id = ${fixture.tenant.organization_id}`
    return (await fixture.read(row!.id)).line_items.map(shown)
  }
  const file = (...cells: string[]) =>
    fileOf(header, `45,Chandler,Main,SOAP,,12,10,,,${cells[0]}`, `45,,,CANDLE,300,,,,,`, `45,,,CLOTH,,,${cells[1]}`)
  const first = await importer.imported(file('18', '4,BX,50,100'), kind)
  expect(first.result.records).toMatchObject({ created: 1, refused: 0 })
  expect(await ordered()).toEqual([
    [108, 1.5, 'CA', 12, 9, 18, null],
    [300, 0.3333, 'CA', 3, 100, 1, null],
    [200, 2, 'BX', 50, 4, 100, null],
  ])
  expect((await importer.imported(file('18', '4,BX,50,100'), kind)).result.records).toMatchObject({ unchanged: 1 })
  const second = await importer.imported(file('24', '5,BX,40,100'), kind)
  expect(second.result.records).toMatchObject({ changed: 1, refused: 0 })
  expect(await ordered()).toEqual([
    [108, 2, 'CA', 12, 9, 24, null],
    [300, 0.3333, 'CA', 3, 100, 1, null],
    [200, 2.5, 'BX', 40, 5, 100, null],
  ])
  await importer.step(second.import_id, 'undo')
  await importer.work()
  expect((await ordered())[2]).toEqual([200, 2, 'BX', 50, 4, 100, null])
  const faults = [
    '46,Chandler,Main,SOAP,,,,,,',
    '47,Chandler,Main,SOAP,25,,2,,,',
    '48,Chandler,Main,SOAP,,,2,BX,,',
    '49,Tokyo,Main,SOAP,,,2,BX,8,1.5',
  ]
  expect((await importer.imported(fileOf(header, ...faults), kind)).result.records).toMatchObject({
    created: 0,
    refused: 4,
  })
})
