/** A measure has the same value in a query as in the tables and reports that show it. */
import { beforeAll, expect, test } from 'bun:test'
import { addDays, dayOf } from '../../../server/calendar/days.ts'
import { openTradingShop, type TradingShop, window } from './trading_shop.ts'

let shop: TradingShop

beforeAll(async () => {
  shop = await openTradingShop(0)
}, 60_000)

const days = `start_date=${window.start}&end_date=${window.end}`
const time_range = { kind: 'absolute', ...window }

async function read(path: string): Promise<any> {
  const answer = await shop.tenant.get(path)
  expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, ''])
  return answer.body.data
}
async function rowsOf(query: object): Promise<any[]> {
  const answer = await shop.ask(query)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return answer.body.data.rows
}
const sum = (list: any[], of: (one: any) => number) => list.reduce((all, one) => all + of(one), 0)

test('net sales by channel and period are those of channel performance', async () => {
  for (const grain of ['day', 'week', 'month']) {
    const { channels } = await read(`/api/v1/sales/performance/channels?${days}&granularity=${grain}`)
    const rows = await rowsOf({
      domain: 'sales',
      measures: ['net_sales'],
      dimensions: ['sales_channel'],
      grain,
      time_range,
    })
    const found = new Map(rows.map((row) => [`${row.sales_channel_id} ${row.period_start}`, row.net_sales.cents]))
    const shown = channels.flatMap(({ sales_channel_id, data }: any) =>
      data.map(({ date, revenue }: any) => [`${sales_channel_id} ${date}`, revenue.cents]),
    )
    expect(shown.some(([, cents]: any) => cents !== 0)).toBe(true)
    for (const [key, cents] of shown) expect([grain, key, found.get(key) ?? 0]).toEqual([grain, key, cents])
  }
  const totals = await read(`/api/v1/sales/performance/channels?${days}`)
  const [total] = await rowsOf({ domain: 'sales', measures: ['net_sales'], time_range })
  expect(total.net_sales.cents).toBe(sum(totals.channels, (one) => one.total_revenue.cents))
})

test('returns are those of the summary of returns', async () => {
  const summary = await read(`/api/v1/sales/returns/summary?${days}`)
  const measures = ['units_returned', 'returns_value', 'return_rate']
  const recorded = ['returns_created', 'returns_received', 'units_restocked']
  const [total] = await rowsOf({ domain: 'returns', measures: [...measures, ...recorded], time_range })
  const { returns_created, returns_received, units_restocked, units_returned, return_rate, value } = summary
  expect(total).toMatchObject({
    returns_created,
    returns_received,
    units_restocked,
    units_returned,
    return_rate,
    returns_value: value,
  })
  const bySummary = (list: any[], id: string) =>
    new Map(list.map((one) => [one[id], [one.units_returned, one.value.cents, one.return_rate]]))
  for (const [dimension, list, id] of [
    ['sales_channel', summary.channels, 'sales_channel_id'],
    ['product', summary.products, 'product_id'],
  ] as const) {
    const rows = await rowsOf({ domain: 'returns', measures, dimensions: [dimension], time_range })
    const found = new Map(rows.map((row) => [row[id], [row.units_returned, row.returns_value.cents, row.return_rate]]))
    for (const [key, figures] of bySummary(list, id)) expect([key, found.get(key)]).toEqual([key, figures])
  }
  const byReason = await rowsOf({
    domain: 'returns',
    measures: ['units_received_back'],
    dimensions: ['return_reason'],
    time_range,
  })
  // The sales of the shop are imported: units that arrived here are outside them, and theirs have no reason.
  expect(byReason.length).toBe(3)
  expect(sum(byReason, (row) => row.units_received_back)).toBe(summary.units_outside_sales)
  const { units_returned: imported } = summary
  expect(summary.reasons).toEqual([{ reason: 'unknown', returns: 0, units_returned: imported }])
})

test('stock is that of the inventory table', async () => {
  const measures = ['on_hand', 'committed', 'available', 'incoming', 'days_of_cover']
  const { rows: levels } = await read('/api/v1/inventory/table?limit=100')
  const byLocation = await rowsOf({ domain: 'inventory', measures, dimensions: ['location', 'stock_health'] })
  for (const row of byLocation) {
    const own = levels.filter((one: any) => one.location_id === row.location_id && one.health === row.stock_health)
    expect([row.on_hand, row.committed, row.available, row.incoming]).toEqual([
      sum(own, (one) => one.on_hand_qty),
      sum(own, (one) => one.committed_qty),
      sum(own, (one) => one.available_qty),
      sum(own, (one) => one.incoming_qty),
    ])
  }
  const { rows: products } = await read('/api/v1/inventory/table?type=products&limit=100')
  const byProduct = await rowsOf({ domain: 'inventory', measures, dimensions: ['product'] })
  expect(byProduct.length).toBeGreaterThan(3)
  for (const row of byProduct) {
    const shown = products.find((one: any) => one.product_id === row.product_id)
    expect([row.product_name, row.on_hand, row.days_of_cover]).toEqual([
      shown.product_title,
      shown.on_hand_qty,
      shown.days_of_cover,
    ])
  }
})

test('purchase orders are those of their table', async () => {
  const { rows } = await read(`/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders?limit=100`)
  const shown = rows.filter(
    (one: any) =>
      one.order_type === 'purchase' &&
      !['draft', 'cancelled'].includes(one.status) &&
      one.order_date >= window.start &&
      one.order_date <= window.end,
  )
  const found = await rowsOf({
    domain: 'purchasing',
    measures: ['purchase_orders', 'order_cost'],
    dimensions: ['supplier'],
    time_range,
  })
  expect(found.length).toBe(2)
  for (const row of found) {
    const own = shown.filter((one: any) => one.supplier_id === row.supplier_id)
    expect(row.purchase_orders).toBe(own.length)
    const total = own.every((one: any) => one.total_cost !== null)
      ? Math.round(sum(own, (one) => Math.round(one.total_cost * 10_000)) / 100)
      : null
    expect([row.supplier_name, row.order_cost.cents]).toEqual([row.supplier_name, total])
  }
})

test('on-time and fill rates are those of the scorecards', async () => {
  const today = dayOf(new Date().toISOString())
  const found = await rowsOf({
    domain: 'suppliers',
    measures: ['orders_due', 'units_due', 'on_time_rate', 'fill_rate'],
    dimensions: ['supplier'],
    time_range: { kind: 'absolute', start: addDays(today, -365), end: addDays(today, -1) },
  })
  expect(found.length).toBe(2)
  for (const row of found) {
    const { on_time_rate, fill_rate } = await read(`/api/v1/inventory/suppliers/${row.supplier_id}/overview`)
    expect([row.orders_due, row.on_time_rate, row.fill_rate, row.units_due]).toEqual([
      on_time_rate.orders,
      on_time_rate.value_pct,
      fill_rate.value_pct,
      fill_rate.units_ordered,
    ])
  }
})

test('sales orders are those of their list', async () => {
  const { rows } = await read('/api/v1/sales/orders?limit=500')
  const [total] = await rowsOf({
    domain: 'orders',
    measures: ['orders', 'orders_cancelled', 'order_units', 'order_value', 'units_fulfilled', 'units_cancelled'],
    time_range: { kind: 'absolute', start: addDays(window.start, -9), end: addDays(window.end, 1) },
  })
  const placed = rows.filter(({ lifecycle }: any) => lifecycle !== 'draft')
  expect(total).toMatchObject({
    orders: placed.filter(({ lifecycle }: any) => lifecycle !== 'cancelled').length,
    orders_cancelled: placed.filter(({ lifecycle }: any) => lifecycle === 'cancelled').length,
    order_units: sum(placed, (one) => one.units),
    units_fulfilled: sum(placed, (one) => one.fulfilled_units),
    units_cancelled: sum(placed, (one) => one.cancelled_units),
    order_value: { cents: sum(placed, (one) => one.total.cents) },
  })
})
