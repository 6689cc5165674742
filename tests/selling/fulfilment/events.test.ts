import { expect, setDefaultTimeout, test } from 'bun:test'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { expireShipWindowsJob } from '../../../server/selling/fulfilment/expire_ship_windows.ts'
import { announced, besideTheirReads } from '../../support/document/event_reads.ts'
import { openOrderShop, type OrderShop } from '../support/orders.ts'
import { useDatabase } from '../support/sales.ts'
import { openWarehouseShop } from '../support/warehouse.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

async function held(shop: OrderShop, dates: object = {}) {
  const lines = [{ sku: 'J-S', quantity: 3 }]
  const order = await shop.placed({ trading_partner_id: shop.account_id, lifecycle: 'open', lines, ...dates })
  await shop.act(order, 'allocate')
  return order
}

/** Events about orders since there were `known` events, each beside its read. */
async function ordersSince({ tenant }: OrderShop, known: number) {
  const sent = (await announced(tenant, known)).filter(({ event }) => event.startsWith('order.'))
  return besideTheirReads(tenant, sent)
}

test('the event of an order whose holds expire has the exception that this opens', async () => {
  const shop = await openOrderShop()
  await shop.admin.patch(`/api/v1/wholesale/accounts/${shop.account_id}`, { auto_release_holds: true })
  await held(shop, { ship_window_end: '2026-03-01' })
  const known = (await announced(shop.tenant)).length
  await shop.tenant.service.database.sql`delete from job_runs where job = ${expireShipWindowsJob.name}`
  await runWhenDue(db(), expireShipWindowsJob)
  const [records, reads] = await ordersSince(shop, known)
  expect(records).toMatchObject([{ event: 'order.updated', record: { allocated_units: 0, exceptions_open: 1 } }])
  expect(records).toEqual(reads)
})

test('the event of an order that a warehouse ships short has the exception that this opens', async () => {
  const shop = await openWarehouseShop()
  try {
    const order = await held(shop)
    const { request_id } = (await shop.release(order)).body.data
    const known = (await announced(shop.tenant)).length
    const lines = [{ sku: 'J-S', quantity: 1 }]
    await shop.report('shipments', { report_id: 'DN-1', request_id, is_complete: true, lines })
    const [records, reads] = await ordersSince(shop, known)
    expect(records).toMatchObject([{ event: 'order.updated', record: { fulfilled_units: 1, exceptions_open: 1 } }])
    expect(records).toEqual(reads)
  } finally {
    await shop.stop()
  }
})
