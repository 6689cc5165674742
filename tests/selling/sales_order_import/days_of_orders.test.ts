/** Days without a time in a file of orders. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openImportShop, proveImport } from './order_shop.ts'

setDefaultTimeout(120_000)

test("a date without a time that is the day of the order, in the organisation's time zone, is not before it", async () => {
  const shop = await openImportShop('America/New_York')
  const header =
    'Order number,Order date,Status,SKU,Quantity,Unit price,Shipped at,Refunded quantity,Restocked quantity,Refunded at,Refunded amount'
  const rows = [
    'D-1,2026-10-14 21:30,shipped,J-S,2,50.00,2026-10-14,1,1,2026-10-14,50.00',
    'D-2,2026-10-14 21:30,shipped,J-S,1,50.00,2026-10-13,,,,',
    'D-3,2026-10-14 21:30,shipped,J-S,1,50.00,2026-10-14 21:29,,,,',
  ]
  const done = await shop.imported([header, ...rows].join('\n'))
  expect(done.result.records).toMatchObject({ created: 1, refused: 2 })
  const order = await shop.order('D-1')
  // Half past nine in the evening there is half past one of the next day in UTC.
  expect(Date.parse(order.shipments[0].shipped_at)).toBe(Date.parse('2026-10-15T01:30:00Z'))
  const { data } = (await shop.tenant.get(`/api/v1/sales/returns/${order.returns[0].id}`)).body
  expect(data.received_at).toStartWith('2026-10-15T01:30:00')
  const faults = (await shop.report(done.import_id)).filter(([, outcome]) => outcome === 'refused')
  expect(faults.map(([row, , field]) => [row, field])).toEqual([
    ['3', 'shipped_at'],
    ['4', 'shipped_at'],
  ])
  await proveImport(shop)
})
