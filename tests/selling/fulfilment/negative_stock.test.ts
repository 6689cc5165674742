/** Stock below zero is reported on the order that took it there, until it is positive again. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { resolveStockExceptionsJob } from '../../../server/selling/fulfilment/resolve_stock_exceptions.ts'
import { openOrderShop, path } from '../support/orders.ts'
import { useDatabase } from '../support/sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

test('an exception of negative stock closes when the stock is zero again, and not before', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 12 }] })
  await shop.admin.post(`${path}/${order.order_id}/shipments`, { cartons: [{ lines: [{ sku: 'J-S', quantity: 12 }] }] })
  const resolved = async () => {
    await shop.tenant.service.database.sql`delete from job_runs where job = ${resolveStockExceptionsJob.name}`
    expect(await runWhenDue(db(), resolveStockExceptionsJob)).toBe(true)
    const { rows } = (await shop.admin.get(`/api/v1/exceptions?kind=stock_negative&subject_id=${order.order_id}`)).body
      .data
    return rows.map(({ resolution }: any) => resolution)
  }
  const adjust = (quantity: number) =>
    shop.admin.post('/api/v1/stock-adjustments', {
      reason: 'found',
      lines: [{ sku: 'J-S', location_id: shop.ids.locations.Main, quantity }],
    })
  expect(await shop.stock('J-S')).toEqual([-2, 0])
  expect(await resolved()).toEqual([null])
  expect((await adjust(1)).status).toBe(201)
  expect(await resolved()).toEqual([null])
  expect((await adjust(1)).status).toBe(201)
  expect(await resolved()).toEqual(['stock_is_positive'])
  expect((await shop.events()).at(-1)).toBe('exception.resolved')
})
