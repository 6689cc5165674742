/** Exceptions about orders, their stock and what comes back. */
import type { Database } from '../../../db/client/database.ts'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { expireShipWindowsJob } from '../../../server/selling/fulfilment/expire_ship_windows.ts'
import { orderFixture } from '../../purchasing/order_fixture.ts'
import { approved, arrived, record } from '../../purchasing/receiving.ts'
import {
  createdReturn,
  openReturnedShop,
  receive,
  restocked,
  returnsPath,
} from '../../selling/returns/returned_shop.ts'
import { dayAgo, importDays, openCoveredShop, placeLive } from '../../selling/sales_facts/coverage/coverage_fixture.ts'
import { openOrderShop, type OrderShop, path } from '../../selling/support/orders.ts'
import { newSession } from '../../support/service/session.ts'
import type { Provocations, Provoked } from './provocation.ts'

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

const wholesale = (shop: OrderShop, quantity: number, more: object = {}) =>
  shop.placed({
    trading_partner_id: shop.account_id,
    lifecycle: 'open',
    lines: [{ sku: 'J-S', quantity }],
    ...more,
  })

async function shipped(shop: OrderShop, order: { order_id: string }, quantity: number) {
  const answer = await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines: [{ sku: 'J-S', quantity }] })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.shipments[0].shipment_id as string
}

const about = (shop: OrderShop, order: { order_id: string }): Pick<Provoked, 'session' | 'subject' | 'state'> => ({
  session: shop.admin,
  subject: { type: 'sales_order', id: order.order_id },
  state: () => shop.get(order),
})

const adjust = (shop: OrderShop, quantity: number) =>
  shop.admin.post('/api/v1/stock-adjustments', {
    reason: 'found',
    lines: [{ sku: 'J-S', location_id: shop.ids.locations.Main, quantity }],
  })

const voided = (shop: OrderShop, order: { order_id: string }, id: string) =>
  shop.admin.post(`${path}/${order.order_id}/shipments/${id}/void`, { reason: 'Mistyped' })

export const ordersProvoked = (db: () => Database): Provocations => ({
  async date_slip() {
    const shop = await openOrderShop()
    const order = await wholesale(shop, 3, { ship_window_end: day(-1) })
    await shop.tenant.service.database.sql`delete from job_runs where job = ${expireShipWindowsJob.name}`
    await runWhenDue(db(), expireShipWindowsJob)
    return {
      ...about(shop, order),
      action: 'orders.update',
      end: () => shop.tenant.patch(`${path}/${order.order_id}`, { ship_window_end: day(9) }),
    }
  },
  async sales_not_counted() {
    const shop = await openCoveredShop()
    const { import_id } = await importDays(shop, 'Till', [dayAgo(3)])
    await placeLive(shop, 'Till', `${dayAgo(3)}T12:00:00Z`)
    const sales = `/api/v1/sales/performance/channels?start_date=${dayAgo(3)}&end_date=${dayAgo(3)}`
    return {
      session: shop.session,
      subject: { type: 'sales_channel', id: shop.ids.sales_channels.Till! },
      state: async () => (await shop.tenant.get(sales)).body.data.channels,
      action: 'session.undo_import',
      end: () => shop.session.post(`/api/v1/imports/${import_id}/undo`),
      settle: () => shop.importer.work(),
    }
  },
  async allocation_short() {
    const shop = await openOrderShop()
    const order = await wholesale(shop, 12)
    await shop.act(order, 'allocate')
    await adjust(shop, 2)
    return { ...about(shop, order), action: 'orders.allocate', end: () => shop.act(order, 'allocate') }
  },
  async stock_negative() {
    const shop = await openOrderShop()
    const order = await wholesale(shop, 12)
    await shipped(shop, order, 12)
    return {
      ...about(shop, order),
      state: () => shop.stock('J-S'),
      action: 'session.create_stock_adjustment',
      end: () => adjust(shop, 2),
    }
  },
  async over_shipped() {
    const shop = await openOrderShop()
    const order = await wholesale(shop, 1)
    const id = await shipped(shop, order, 2)
    return {
      ...about(shop, order),
      action: 'session.correct_shipment',
      end: () =>
        shop.admin.post(`${path}/${order.order_id}/shipments/${id}/correct`, {
          reason: 'Mistyped',
          lines: [{ sku: 'J-S', quantity: 1 }],
        }),
    }
  },
  async shipped_unallocated() {
    const shop = await openOrderShop()
    await shop.act(await wholesale(shop, 8), 'allocate')
    const order = await wholesale(shop, 5)
    const id = await shipped(shop, order, 5)
    return { ...about(shop, order), action: 'session.void_shipment', end: () => voided(shop, order, id) }
  },
  async duplicate_order() {
    const shop = await openOrderShop()
    await wholesale(shop, 1, { reference: 'PO-1' })
    const order = await wholesale(shop, 1, { reference: 'PO-1' })
    return { ...about(shop, order), action: 'orders.cancel', end: () => shop.act(order, 'cancel') }
  },
  async over_receipt() {
    const fixture = await orderFixture()
    const id = await approved(fixture)
    await record(fixture, id, { accept_over_receipt: true, ...arrived(fixture, ['C-S', 26]) })
    const [line] = (await fixture.read(id)).line_items
    return {
      session: await newSession(fixture.tenant),
      subject: { type: 'purchase_order', id },
      action: 'purchase_orders.update',
      state: () => fixture.read(id),
      end: () => fixture.tenant.patch(fixture.at(`/${id}`), { line_items: [{ line_id: line.line_id, quantity: 26 }] }),
    }
  },
  async return_unmatched() {
    const shop = await openReturnedShop(db())
    const { id } = await createdReturn(shop, 1)
    await receive(shop, id, { lines: [restocked('J-S', 3)] })
    const session = await newSession(shop.tenant)
    return {
      session,
      subject: { type: 'return', id },
      action: 'session.accept_returned_units',
      state: async () => (await session.get(`${returnsPath}/${id}`)).body.data,
      end: () => session.post(`${returnsPath}/${id}/accept-units`),
    }
  },
})
