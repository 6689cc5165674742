/** Receipts of the open-to-buy whose cost was unknown when the units came. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../server/calendar/days.ts'
import { foldVelocityChanges } from '../../server/insight/velocity/refresh_velocity.ts'
import { foldStockValues } from '../../server/stock/stock_values/fold_stock_values.ts'
import { verifyStockValues } from '../../server/stock/stock_values/verify_stock_values.ts'
import { createPlan, newPlanning, plans, today } from './planning_fixture.ts'

setDefaultTimeout(60_000)

async function unratedReceipts(received_at = new Date().toISOString()) {
  const planning = await newPlanning({ suppliers: [{ name: 'SEK mill', currency: 'SEK' }] })
  const { tenant, session, ids } = planning
  const { organization_id } = tenant
  const sql = tenant.service.database.sql as never
  const mfp_id = await createPlan(planning)
  const cells = [{ category_id: ids.categories.Knitwear, sales_channel_id: ids.sales_channels.Web, month: 2 }]
  const planned = { sales_cents: 600_000, margin_cents: 360_000, closing_stock_cost_cents: 480_000 }
  const saved = await session.patch(`${plans}/${mfp_id}/cells`, {
    cells: cells.map((cell) => ({ ...cell, ...planned })),
  })
  expect(saved.status, saved.text).toBe(200)
  const orders = `/api/v1/organizations/${organization_id}/purchase-orders`
  const created = await tenant.post(orders, {
    supplier_id: ids.suppliers['SEK mill'],
    location_id: ids.locations.Main,
    line_items: [{ variant_id: ids.variants.J, quantity: 10, unit_cost: 100 }],
  })
  const order = `${orders}/${created.body.data.id}`
  await tenant.post(`${order}/approve`)
  const line_items = [{ variant_id: ids.variants.J, received_quantity: 10 }]
  const delivered = await tenant.post(`${order}/deliveries`, { received_at, line_items })
  expect(delivered.status, delivered.text).toBe(200)
  return {
    delivery: `${order}/deliveries/${delivered.body.data.delivery_id}`,
    tenant,
    setRate: () =>
      session.post('/api/v1/exchange-rates', {
        rates: [{ currency: 'SEK', rate_date: today, organization_currency_per_unit: 0.2 }],
      }),
    async received() {
      const answer = (await tenant.get(`/api/v1/otb/${mfp_id}/rollup`)).body.data
      const { receipts_to_date, open_to_buy } = answer.rows.find((row: any) => row.category === 'Knitwear').months[1]
        .at_cost
      return { receipts: receipts_to_date.cents, open: open_to_buy.cents, reason: receipts_to_date.reason }
    },
    async fold() {
      await foldVelocityChanges(sql, organization_id)
      await foldStockValues(sql, organization_id)
    },
    verify: async () => expect(await verifyStockValues(sql, organization_id)).toEqual([]),
  }
}

test.each([
  ['before the sums were folded', false],
  ['after the sums were folded', true],
])('receipts whose rate comes late count at their cost once it is there: %s', async (_when, isFolded) => {
  const { received, setRate, fold, verify } = await unratedReceipts()
  if (isFolded) await fold()
  expect(await received()).toEqual({ receipts: null, open: null, reason: 'Some of the receipts have no known cost.' })
  await verify()
  await setRate()
  // 10 at 100.00 SEK are 20.00 each. Cost of sales 2,400.00 and closing 4,800.00, less receipts and an opening of 100 at the
  // average of now, 4,200.00 for 110.
  const known = { receipts: 20_000, open: 318_182, reason: null }
  expect(await received()).toEqual(known)
  await verify()
  await fold()
  expect(await received()).toEqual(known)
  await verify()
})

test.each([
  ['before', false, null],
  // What was ordered is on order again: 200.00 less than 3,200.00.
  ['after', true, 300_000],
])(
  'receipts of unknown cost that are taken back %s their rate came lack none, and count nothing',
  async (_when, isRated, open) => {
    const { delivery, tenant, received, setRate, fold, verify } = await unratedReceipts()
    await fold()
    if (isRated) await setRate()
    expect((await tenant.delete(delivery)).status).toBe(204)
    const nothing = { receipts: 0, open, reason: null }
    expect(await received()).toEqual(nothing)
    await verify()
    await fold()
    expect(await received()).toEqual(nothing)
    await verify()
  },
)

test('sums of a day on which nothing but a cost became known are proven too', async () => {
  const { delivery, tenant, fold, verify } = await unratedReceipts(`${addDays(today, -1)}T08:00:00Z`)
  await verify()
  // The cost of the other units is known again as of today; the units came and went yesterday.
  expect((await tenant.delete(delivery)).status).toBe(204)
  const [row] = await tenant.service.database.sql`
    select count(*)::int as rows, coalesce(sum(abs(quantity_delta)), 0)::int as units from stock_movements
    where organization_id = ${tenant.organization_id} and occurred_at >= ${today}::timestamptz`
  expect(row).toEqual({ rows: 1, units: 0 })
  await verify()
  await fold()
  await verify()
})
