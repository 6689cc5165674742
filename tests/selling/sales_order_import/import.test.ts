/** Orders by POST /api/v1/sales/orders/import: the same records and rules as in the app, in one request. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uploadFile } from '../../support/fixtures/files.ts'
import { workbook } from '../../files/spreadsheet_files.ts'
import { cut_over, type ImportShop, openImportShop, proveImport, salesOf } from './order_shop.ts'

setDefaultTimeout(60_000)

const path = '/api/v1/sales/orders/import'
const mappings = {
  order_number: 'Order',
  ordered_at: 'Date',
  state: 'Status',
  sku: 'SKU',
  quantity: 'Qty',
  unit_price: 'Price',
  shipped_at: 'Shipped',
  email: 'Email',
}
const header = 'Order,Date,Status,SKU,Qty,Price,Shipped,Email'

async function importRows(shop: ImportShop, rows: readonly string[], rest: object = {}) {
  const s3_key = await uploadFile(shop.tenant, [header, ...rows].join('\n'), 'orders.csv')
  return importKey(shop, s3_key, rest)
}

const importKey = ({ tenant, ids }: ImportShop, s3_key: string, rest: object = {}) =>
  tenant.post(path, {
    s3_key,
    cut_over,
    sales_channel_id: ids.sales_channels.Online,
    location_id: ids.locations.Main,
    mappings,
    ...rest,
  })

test('each faulty row is reported with field, column, value, rule and allowed values, and its order is not half created', async () => {
  const shop = await openImportShop()
  const { status, body } = await importRows(shop, [
    'GOOD,2026-10-05,shipped,J-S,2,50.00,2026-10-06,a@example.com',
    'FEB,2026-02-31,open,J-S,1,50.00,,',
    'COMMA,2026-10-05,open,J-S,1,"1.234,56",,',
    'MINUS,2026-10-05,open,J-S,-1,50.00,,',
    'HALF,2026-10-05,open,J-S,1.5,50.00,,',
    'TWO,2026-10-05,open,J-S,1,50.00,,',
    'TWO,2026-10-05,open,NOPE,1,50.00,,',
    'GOOD,2026-10-05,open,J-M,1,50.00,,',
    'EARLY,2026-10-05,shipped,J-S,1,50.00,2026-10-04,',
    'STATE,2026-10-05,gone,J-S,1,50.00,,',
    'MAIL,2026-10-05,open,J-S,1,50.00,,canary-no-address',
    'LATE,2099-10-05,open,J-S,1,50.00,,',
    'OPEN,2026-10-05,open,J-S,1,50.00,2026-10-06,',
    ',2026-10-05,open,J-S,1,50.00,,',
    'LAST,2026-10-05 10:00 +02:00,open,J-S,1,"1,050.00",,',
  ])
  expect([status, body.data.created, body.data.unchanged, body.data.refused]).toEqual([200, 2, 0, 12])
  expect(body.data.ignored_columns).toEqual([])
  const faults = body.data.rows.flatMap(({ row_number, outcome, faults: found }: any) =>
    outcome !== 'refused'
      ? []
      : [
          [
            row_number,
            ...(found[0] ? [found[0].field, found[0].column, found[0].value, found[0].rule, found[0].allowed] : []),
          ],
        ],
  )
  expect(faults).toEqual([
    [
      3,
      'ordered_at',
      'Date',
      '2026-02-31',
      'must be a date in the format YYYY-MM-DD, with or without a time such as 14:05:00 or 14:05 +01:00',
      null,
    ],
    [
      4,
      'unit_price',
      'Price',
      '1.234,56',
      'must be a number with a decimal point, such as 1234.56 or 1,234.56',
      ['0 to 1000000'],
    ],
    [5, 'quantity', 'Qty', '-1', 'is out of range', ['1 to 1000000']],
    [6, 'quantity', 'Qty', '1.5', 'must be a whole number', ['1 to 1000000']],
    [7],
    [8, 'sku', 'SKU', 'NOPE', 'must be a variant of this organisation', null],
    [9, 'record', null, 'GOOD', 'is in row 2 and again in row 9; keep one of them', null],
    [10, 'shipped_at', 'Shipped', '2026-10-04T00:00:00Z', 'must not be before ordered_at, 2026-10-05T00:00:00Z', null],
    [
      11,
      'state',
      'Status',
      'gone',
      'must be one of the allowed values',
      ['open', 'part_shipped', 'shipped', 'cancelled', 'refunded'],
    ],
    [12, 'email', 'Email', null, 'must be an e-mail address', null],
    [13, 'ordered_at', 'Date', '2099-10-05T00:00:00Z', 'must not be in the future', null],
    [
      14,
      'shipped_at',
      'Shipped',
      '2026-10-06T00:00:00Z',
      'contradicts the state open, in which nothing has shipped',
      null,
    ],
    [15, 'order_number', 'Order', null, 'is required', null],
  ])
  const { sql } = shop.tenant.service.database
  const stored = await sql`
    select name from sales_orders where organization_id = ${shop.tenant.organization_id} order by name`
  expect(stored.map(({ name }) => name)).toEqual(['GOOD', 'LAST'])
  expect(await salesOf(shop)).toEqual([['2026-10-05', 'J-S', 3, 115_000, 0, 0, 0, 0]])
  await proveImport(shop)
})

test('the same file again, and five times at once, creates each order once', async () => {
  const shop = await openImportShop()
  const rows = Array.from(
    { length: 30 },
    (_, i) => `N-${i},2026-11-0${1 + (i % 9)},shipped,J-S,1,50.00,,n${i % 7}@example.com`,
  )
  const s3_key = await uploadFile(shop.tenant, [header, ...rows].join('\n'), 'orders.csv')
  const answers = await Promise.all(Array.from({ length: 5 }, () => importKey(shop, s3_key)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const created = answers.map(({ body }) => body.data.created).toSorted((a: number, b: number) => a - b)
  expect(created).toEqual([0, 0, 0, 0, 30])
  const ids = new Set(answers.map(({ body }) => JSON.stringify(body.data.rows.map(({ order_id }: any) => order_id))))
  expect(ids.size).toBe(1)
  expect((await shop.stock('J-S'))[0]).toBe(10 - 30)
  const again = await importKey(shop, s3_key)
  expect([again.body.data.created, again.body.data.unchanged]).toEqual([0, 30])
  const other = await importKey(shop, s3_key, { source_system: 'outlet' })
  expect(other.body.data.created).toBe(30)
  await proveImport(shop)
})

test('a workbook and the app import the same orders, and the app finds them unchanged', async () => {
  const shop = await openImportShop()
  const rows = [header.split(','), ['W-1', '2026-10-05', 'shipped', 'J-S', '2', '50.00', '2026-10-06', 'w@example.com']]
  const s3_key = await uploadFile(shop.tenant, workbook(rows), 'orders.xlsx')
  const { body } = await importKey(shop, s3_key)
  expect(body.data).toMatchObject({
    created: 1,
    refused: 0,
    rows: [{ row_number: 2, order_number: 'W-1', outcome: 'created', faults: [] }],
  })
  const app = await shop.imported(rows.map((row) => row.join(',')).join('\n'))
  expect(app.result.records).toMatchObject({ created: 0, unchanged: 1 })
})

test('a workbook keeps the times of its dates, and rows without their last cells', async () => {
  const shop = await openImportShop()
  const at = (day: number, hours: number) => ({ t: 'n', v: day + hours / 24, z: 'dd/mm/yyyy hh:mm' }) as const
  // 46,326 is 31 October 2026 in a workbook.
  const file = workbook([
    [...header.split(','), 'Picked by'],
    ['T-1', at(46_326, 9.5), 'shipped', 'J-S', 2, 50, at(46_327, 14.25)],
    ['T-2', at(46_326, 23), 'open', 'J-S', 1, 50],
  ])
  const { body } = await importKey(shop, await uploadFile(shop.tenant, file, 'orders.xlsx'))
  expect(body.data).toMatchObject({ created: 2, refused: 0, ignored_columns: ['Picked by'] })
  const orders = body.data.rows.map(({ order_id }: { order_id: string }) =>
    shop.tenant.get(`/api/v1/sales/orders/${order_id}`),
  )
  const [shipped, open] = (await Promise.all(orders)).map((answer) => answer.body.data)
  expect(shipped.ordered_at).toStartWith('2026-10-31T09:30:00')
  expect(shipped.shipments[0].shipped_at).toStartWith('2026-11-01T14:15:00')
  expect(open.ordered_at).toStartWith('2026-10-31T23:00:00')
})

test('what is wrong with the request is refused by its field, and nothing is created', async () => {
  const shop = await openImportShop()
  const s3_key = await uploadFile(shop.tenant, `${header}\nX-1,2026-10-05,open,J-S,1,50.00,,\n`, 'orders.csv')
  const german = await uploadFile(shop.tenant, `${header}\nX-1,03/04/2026,open,J-S,1,50.00,,\n`, 'orders.csv')
  const cases: [body: object, field: string][] = [
    [{ s3_key: 'uploads/none' }, 's3_key'],
    [{ s3_key: ' ' }, 's3_key'],
    [{ s3_key: await uploadFile(shop.tenant, `${header}\n`, 'orders.csv') }, 's3_key'],
    [
      {
        s3_key: await uploadFile(
          shop.tenant,
          [header, ...Array(2_001).fill('A,2026-10-05,open,J-S,1,1.00,,')].join('\n'),
          'o.csv',
        ),
      },
      's3_key',
    ],
    [{ mappings: undefined }, 'mappings'],
    [{ mappings: { ...mappings, colour: 'SKU' } }, 'mappings.colour'],
    [{ mappings: { ...mappings, sku: 'Item' } }, 'mappings.sku'],
    [{ mappings: { ...mappings, variant_id: 'SKU' } }, 'mappings.variant_id'],
    [{ mappings: { order_number: 'Order', ordered_at: 'Date', quantity: 'Qty' } }, 'mappings.sku'],
    [{ mappings: { order_number: 'Order', quantity: 'Qty', sku: 'SKU' } }, 'mappings.ordered_at'],
    [{ s3_key: german }, 'mappings.ordered_at'],
    [{ cut_over: '2099-01-01T00:00:00Z' }, 'cut_over'],
    [{ cut_over: 'yesterday' }, 'cut_over'],
    [{ sales_channel_id: shop.ids.locations.Main }, 'sales_channel_id'],
    [{ location_id: shop.ids.sales_channels.Online }, 'location_id'],
    [{ source_system: ' ' }, 'source_system'],
  ]
  for (const [body, field] of cases) {
    const answer = await importKey(shop, s3_key, body)
    expect([field, answer.status, answer.body.data?.field]).toEqual([field, 400, field])
  }
  expect((await shop.tenant.get('/api/v1/sales/orders')).body.data.filtered_max_size).toBe(0)
})

test('a wholesale order counts on the days of its shipments, and another currency is refused', async () => {
  const shop = await openImportShop()
  const file = [
    'Order number,Order date,Account,Currency,Status,SKU,Quantity,Unit price,Shipped at',
    'B-1,2026-10-05,nordhaus,USD,shipped,J-S,10,25.00,2026-10-09',
    'B-2,2026-10-05,nordhaus,EUR,shipped,J-S,10,25.00,2026-10-09',
    'B-3,2026-10-05,nowhere,,open,J-S,10,25.00,',
  ].join('\n')
  const done = await shop.imported(file, { kind_options: { cut_over, location: 'Main' } })
  expect(done.result.records).toMatchObject({ created: 1, refused: 2 })
  const report = await shop.report(done.import_id)
  expect(report.slice(1)).toEqual([
    ['3', 'refused', 'currency', 'EUR', "must be the organisation's currency"],
    ['4', 'refused', 'account', 'nowhere', 'must be a trading account of this organisation'],
  ])
  expect(await shop.order('B-1')).toMatchObject({ is_wholesale: true, account: { name: 'Nordhaus' }, terms: 'net_30' })
  expect(await salesOf(shop)).toEqual([['2026-10-09', 'J-S', 10, 25_000, 0, 0, 0, 0]])
  await proveImport(shop)
})
