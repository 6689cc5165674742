/** Sales by day from a file: the sums of the file are those of the reads, again unchanged, changed, refused, undone. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openImporter } from '../../imports/rig.ts'
import { openShop, placeOrder, type Shop, useDatabase } from '../support/sales.ts'
import { verifySales } from '../../../server/selling/sales_facts/verify_sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

const header = 'Date,SKU,Channel,Location,Units,Gross sales,Discounts,Returned units,Returns,Taxes,Cost,Regular value'
const lines = [
  '2026-03-01,J-S,Online,Main,3,120.00,6.00,0,0,12.00,45.00,150.00',
  '2026-03-01,J-M,online,Main,1,40.00,0,1,40.00,-1.50,,',
  '2026-03-02,D-30,Online,Store,2,59.98,,,,,20,59.98',
]
const fileOf = (rows: readonly string[]) => [header, ...rows].join('\n')
const kind = { kind: 'daily_sales' }

const sumsOf = async ({ tenant, organization_id }: Shop) => {
  const [row] = await tenant.service.database.sql`
    select count(*)::int as rows, coalesce(sum(units), 0)::int as units, coalesce(sum(gross_sales_cents), 0)::int as gross,
      coalesce(sum(discounts_cents), 0)::int as discounts, coalesce(sum(returned_units), 0)::int as returned_units,
      coalesce(sum(returns_cents), 0)::int as returns, coalesce(sum(taxes_cents), 0)::int as taxes
    from sales_daily where organization_id = ${organization_id}`
  return { ...row }
}

const column = (rows: readonly string[], at: number) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row.split(',')[at] || 0) * 100), 0)
/** The sums of a file, cell by cell. */
const sumsIn = (rows: readonly string[]) => ({
  rows: rows.length,
  units: column(rows, 4) / 100,
  gross: column(rows, 5),
  discounts: column(rows, 6),
  returned_units: column(rows, 7) / 100,
  returns: column(rows, 8),
  taxes: column(rows, 9),
})

const faults = async ({ organization_id }: Shop) =>
  (await db().write((sql) => verifySales(sql, { organization_id, is_full: true }))).faults

test('a file of sales by day is imported, changes nothing again, changes what differs, and is undone', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const importer = await openImporter(shop.tenant)
  const first = await importer.imported(fileOf(lines), kind)
  expect(first).toMatchObject({ state: 'completed', result: { records: { created: 3, changed: 0, refused: 0 } } })
  expect(await sumsOf(shop)).toEqual(sumsIn(lines))
  expect(await faults(shop)).toEqual([])

  const read = await shop.tenant.get(
    '/api/v1/sales/performance/channels?start_date=2026-03-01&end_date=2026-03-02&granularity=day',
  )
  const revenue = read.body.data.channels.find(({ channel_name }: any) => channel_name === 'Online').total_revenue.cents
  const { gross, discounts, returns } = sumsIn(lines)
  expect(revenue).toBe(gross - discounts - returns)

  const again = await importer.imported(fileOf(lines), kind)
  expect(again.result.records).toMatchObject({ created: 0, changed: 0, unchanged: 3, refused: 0 })

  const corrected = [lines[0]!.replace(',3,120.00,', ',4,160.00,'), ...lines.slice(1)]
  const changed = await importer.imported(fileOf(corrected), kind)
  expect(changed.result.records).toMatchObject({ created: 0, changed: 1, unchanged: 2 })
  const report = await importer.report(changed.import_id)
  // Four units brought more than they are worth at regular prices, so none counts as marked down.
  expect(
    report
      .filter(({ outcome }) => outcome === 'changed')
      .map(({ row_number, field, previous_value, value }) => `${row_number} ${field} ${previous_value} ${value}`)
      .toSorted(),
  ).toEqual(['2 gross_sales 120.00 160.00', '2 markdown_units 3 0', '2 units 3 4'])
  expect(await sumsOf(shop)).toEqual(sumsIn(corrected))
  expect(await faults(shop)).toEqual([])

  await importer.step(first.import_id, 'undo')
  await importer.work()
  expect(await importer.get(first.import_id)).toMatchObject({
    state: 'partly_undone',
    undo_result: { records: { undone: 2, refused: 1 } },
  })
  await importer.step(changed.import_id, 'undo')
  await importer.work()
  expect(await importer.get(changed.import_id)).toMatchObject({ state: 'undone' })
  expect(await sumsOf(shop)).toEqual(sumsIn(lines.slice(0, 1)))
  expect(await faults(shop)).toEqual([])
  expect((await sumsOf(other)).rows).toBe(0)
})

test('channel and location can be fixed for a whole file', async () => {
  const shop = await openShop()
  const importer = await openImporter(shop.tenant)
  const made = await importer.session.post('/api/v1/imports', {
    file_key: await importer.upload('Date,SKU,Qty,Gross\n2026-03-01,J-S,2,80\n', 'sales.csv'),
    ...kind,
  })
  const { import_id, columns } = made.body.data
  const mapped = columns.flatMap(({ header: name, field }: any) => (field === null ? [] : [{ header: name, field }]))
  const missing = await importer.session.put(`/api/v1/imports/${import_id}/mapping`, { mapping: { columns: mapped } })
  expect(missing.status).toBe(400)
  const mapping = { columns: mapped, fixed_values: { channel: 'Online', location: 'Store' } }
  expect((await importer.session.put(`/api/v1/imports/${import_id}/mapping`, { mapping })).status).toBe(200)
  for (const name of ['preview', 'run'] as const) {
    await importer.step(import_id, name)
    await importer.work()
  }
  expect(await importer.get(import_id)).toMatchObject({ state: 'completed', result: { records: { created: 1 } } })
  expect(await sumsOf(shop)).toMatchObject({ rows: 1, units: 2, gross: 8000 })
})

test('each row that cannot count is refused by its row and column, and the others count', async () => {
  const shop = await openShop()
  const importer = await openImporter(shop.tenant)
  await db().write((sql) =>
    placeOrder(sql, shop, { day: '2026-03-05', lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 4000 }] }),
  )
  const bad = [
    '2026-03-01,NONE,Online,Main,1,40,,,,,,',
    '2026-03-01,J-S,Elsewhere,Nowhere,1,40,,,,,,',
    '2026-03-01,J-M,Online,Main,-1,40,,,,,,',
    '2026-03-01,D-30,Online,Main,1,40.005,,,,,,',
    '2026-03-05,D-32,Online,Main,1,40,,,,,,',
    '2026-03-01,J-S,ONLINE,main,1,40,,,,,,',
    '2999-01-01,J-S,Online,Main,1,40,,,,,,',
  ]
  const done = await importer.imported(fileOf([lines[0]!, ...bad]), kind)
  expect(done.result.records).toMatchObject({ created: 1, refused: 7 })
  const report = await importer.report(done.import_id)
  const refused = report.filter(({ outcome }) => outcome === 'refused')
  expect(refused.map(({ row_number, field }) => `${row_number} ${field}`).toSorted()).toEqual([
    '3 sku',
    '4 channel',
    '4 location',
    '5 units',
    '6 gross_sales',
    '7 day',
    '8 record',
    '9 day',
  ])
  expect(await faults(shop)).toEqual([])
})
