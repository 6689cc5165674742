/** HS codes and countries of origin, which Shopify exports with the stock. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openImporter } from '../../imports/rig.ts'
import { sample } from './sample_shop.ts'

setDefaultTimeout(60_000)

test("Shopify's inventory export gives products their HS codes and countries of origin", async () => {
  const importer = await openImporter()
  await importer.imported(await sample('shopify_products'), { kind: undefined })
  const stock = await sample('shopify_inventory')
  const run = async (text: string) => {
    const file_key = await importer.upload(text)
    const { import_id, profile, state } = (
      await importer.session.post('/api/v1/imports', { file_key, kind: 'products' })
    ).body.data
    expect([profile, state]).toEqual(['Shopify inventory export: HS codes and countries of origin', 'ready'])
    for (const step of ['preview', 'run'] as const) {
      await importer.step(import_id, step)
      await importer.work()
    }
    return { ...(await importer.get(import_id)).result.records, report: await importer.report(import_id) }
  }
  expect(await run(stock)).toMatchObject({ created: 0, changed: 3, unchanged: 1, refused: 0 })
  const rows = async () =>
    (await importer.tenant.get('/api/v1/products/table?limit=10')).body.data.rows.map((row: any) => [
      row.title,
      row.hs_code,
      row.country_of_origin,
      row.num_variants,
    ])
  expect(await rows()).toEqual([
    ['Canvas tote', null, null, 1],
    ['Denim jacket', null, null, 3],
    ['Linen shirt', '620520', 'PT', 4],
    ['Wool scarf', '611710', 'GB', 1],
  ])
  expect(await run(stock)).toMatchObject({ changed: 0, unchanged: 4, refused: 0 })
  // Two codes for one product: it has one, so the file is asked to agree.
  const two = stock.replace('LINEN-NAVY-M,620520', 'LINEN-NAVY-M,610510')
  const { report, ...records } = await run(two)
  expect(records).toMatchObject({ refused: 1, unchanged: 3 })
  const faults = (report as Record<string, string>[]).filter(({ field }) => field !== '')
  expect(faults.map(({ row_number, field, value, rule }) => [row_number, field, value, rule])).toEqual([
    ['3', 'hs_code', '610510', 'differs from the value 620520 of another row of the same product'],
  ])
  expect((await rows())[2]).toEqual(['Linen shirt', '620520', 'PT', 4])
})
