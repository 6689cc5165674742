/** Money that an order history paid back without units: seen on the order and among returns, and counted once. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { type ImportShop, openImportShop, proveImport, salesOf } from './order_shop.ts'

setDefaultTimeout(60_000)

const header =
  'Order number,Order date,Status,SKU,Quantity,Unit price,Line tax,Shipped at,Refunded quantity,Restocked quantity,Refunded at,Refunded amount'
const file = (...rows: string[]) => [header, ...rows].join('\n')

const history = file(
  // Money alone, of one line and of two.
  'M-1,2026-10-14T10:00:00Z,shipped,J-L,1,40.00,4.00,2026-10-14T12:00:00Z,,,2026-10-16T10:00:00Z,11.00',
  'M-2,2026-10-15T10:00:00Z,shipped,J-S,1,30.00,,2026-10-15T12:00:00Z,,,2026-10-17T10:00:00Z,9.00',
  'M-2,2026-10-15T10:00:00Z,shipped,J-M,1,60.00,,2026-10-15T12:00:00Z,,,,',
  // Money for a unit that came back, and for none.
  'M-3,2026-10-15T10:00:00Z,shipped,J-S,2,50.00,,2026-10-15T12:00:00Z,1,1,2026-10-18T10:00:00Z,50.00',
  'M-4,2026-10-15T10:00:00Z,shipped,J-S,1,50.00,,2026-10-15T12:00:00Z,,,,',
  // After the cut-over.
  'M-5,2026-11-02T10:00:00Z,shipped,J-M,1,60.00,,2026-11-02T12:00:00Z,,,2026-11-05T10:00:00Z,6.00',
)

const returnsOf = async (shop: ImportShop): Promise<any[]> =>
  (await shop.tenant.get('/api/v1/sales/returns?limit=100')).body.data.rows

/** What reads of returns say was paid back, and what daily sales took off with the taxes of it. */
async function moneyOf(shop: ImportShop): Promise<[reads: number, daily: number]> {
  const rows = await returnsOf(shop)
  const reads = rows.reduce((sum, { refund }) => sum + (refund.cents ?? 0), 0)
  const { sql } = shop.tenant.service.database
  const [taxes] = await sql<{ cents: number }[]>`
    select coalesce(sum(tax_cents), 0)::float8 as cents from refund_lines
    where organization_id = ${shop.tenant.organization_id}`
  const daily = (await salesOf(shop)).reduce((sum, [, , , , , , returns]) => sum + Number(returns), 0)
  return [reads, daily + taxes!.cents]
}

test('money that was paid back alone is a closed return without units, and reads add up to what daily sales took off', async () => {
  const shop = await openImportShop()
  const done = await shop.imported(history)
  expect(done.result.records).toMatchObject({ created: 5, refused: 0 })
  const shown = async (name: string) =>
    (await shop.order(name)).returns.map(({ state, refund_status, units_expected, units_received }: any) => [
      state,
      refund_status,
      units_expected,
      units_received,
    ])
  expect(await Promise.all(['M-1', 'M-2', 'M-3', 'M-4', 'M-5'].map(shown))).toEqual([
    [['closed', 'partial', 0, 0]],
    [['closed', 'partial', 0, 0]],
    [['closed', 'partial', 1, 1]],
    [],
    [['closed', 'partial', 0, 0]],
  ])
  const [second] = (await shop.order('M-2')).returns
  const { data } = (await shop.tenant.get(`/api/v1/sales/returns/${second.id}`)).body
  expect(data).toMatchObject({
    origin: 'import',
    received_at: null,
    closed_at: expect.stringContaining('2026-10-17T10:00:00'),
    refund: { status: 'partial', is_stated: true, cents: 900 },
    credit: { is_due: false },
    movements: [],
  })
  expect(
    data.lines.map((line: any) => [line.sku, line.received_quantity, line.receipts, line.refund_line_item_id]),
  ).toEqual([
    ['J-S', 0, [], expect.any(String)],
    ['J-M', 0, [], expect.any(String)],
  ])
  expect(await moneyOf(shop)).toEqual([7600, 7600])
  const { returns_received, units_returned, value } = (
    await shop.tenant.get('/api/v1/sales/returns/summary?start_date=2026-10-01&end_date=2026-11-30')
  ).body.data
  expect([returns_received, units_returned, value.cents]).toEqual([1, 1, 7500])
  await proveImport(shop)
  expect((await shop.imported(history)).result.records).toMatchObject({ created: 0, unchanged: 5 })
  expect(await returnsOf(shop)).toHaveLength(4)
})

test('money that a later file pays back alone is a return as well, of the new amount', async () => {
  const shop = await openImportShop()
  const row = (amount: string, on: string) =>
    file(`M-1,2026-11-02T10:00:00Z,shipped,J-M,1,60.00,,2026-11-02T12:00:00Z,,,${on},${amount}`)
  await shop.imported(row('', ''))
  expect(await returnsOf(shop)).toEqual([])
  await shop.imported(row('6.00', '2026-11-05T10:00:00Z'))
  await shop.imported(row('10.00', '2026-11-06T10:00:00Z'))
  const amounts = (await returnsOf(shop)).map(({ refund }) => refund.cents)
  expect(amounts.toSorted()).toEqual([400, 600])
  expect(await moneyOf(shop)).toEqual([1000, 1000])
  await proveImport(shop)
})

test('such a refund is corrected like any other, and undone with its order', async () => {
  const shop = await openImportShop()
  const done = await shop.imported(history)
  const [second] = (await shop.order('M-2')).returns
  const refund = { status: 'partial', cents: 1800, currency: 'USD' }
  const corrected = await shop.admin.post(`/api/v1/sales/returns/${second.id}/refund`, { refund, reason: 'Twice' })
  expect([corrected.status, corrected.body.data?.refund.cents]).toEqual([200, 1800])
  const { sql } = shop.tenant.service.database
  const lines = await sql`
    select v.sku, sum(l.amount_cents)::float8 as cents, sum(l.quantity)::int as units from refund_lines l
    join refunds r on r.organization_id = l.organization_id and r.refund_id = l.refund_id
    join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
    where l.organization_id = ${shop.tenant.organization_id} and r.return_id = ${second.id} group by 1 order by 1`
  expect(lines.map(({ sku, cents, units }: any) => [sku, cents, units])).toEqual([
    ['J-M', 1200, 0],
    ['J-S', 600, 0],
  ])
  expect(await moneyOf(shop)).toEqual([8500, 8500])
  await proveImport(shop)
  await shop.importer.step(done.import_id, 'undo')
  await shop.importer.work()
  expect((await shop.importer.get(done.import_id)).undo_result.records).toMatchObject({ undone: 3, refused: 2 })
  await proveImport(shop)
})
