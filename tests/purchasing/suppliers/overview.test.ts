import { expect, test } from 'bun:test'
import { daysAgo, type Mill, supplierFixture } from './supplier_fixture.ts'

const overview = async ({ tenant, at }: Mill, supplier = 'Mill') =>
  (await tenant.get(at('overview', supplier))).body.data
const usd = (cents: number) => ({ cents, currency: 'USD', reason: null, usd: cents / 100 })
const found = { reason: null, reason_code: null }

/** 100 units of A at 10, of which 80 arrived on time, 15 late and 5 never; then 50 at 11, of which 30 arrived late. */
async function tradeOn(mill: Mill): Promise<{ closed: string; open: string }> {
  const closed = await mill.place({
    lines: [{ sku: 'A', quantity: 100, unit_cost: 10 }],
    placed_days_ago: 60,
    due_days_ago: 20,
  })
  await mill.deliver(closed, 25, { A: 80 })
  await mill.deliver(closed, 15, { A: 15 })
  await mill.change(closed, { status: 'closed' })
  const open = await mill.place({
    lines: [{ sku: 'A', quantity: 50, unit_cost: 11 }],
    placed_days_ago: 50,
    due_days_ago: 10,
  })
  await mill.deliver(open, 5, { A: 30 })
  return { closed, open }
}

const figures = {
  on_time_rate: { value_pct: 55.2, ...found, orders: 2, units_due: 145, units_on_time: 80 },
  fill_rate: { value_pct: 83.3, ...found, units_ordered: 150, units_received: 125 },
  lead_time: {
    average_days: 41.7,
    ...found,
    deviation_days: 5.8,
    deviation_reason: null,
    deviation_reason_code: null,
    deliveries: 3,
    stated_days: 40,
  },
  cost_drift: { value_pct: 10, ...found, variants: 1 },
  open_value: { value: usd(22_000), reason_code: null, orders: 1, overdue_orders: 1, units: 20 },
}

test('the five figures agree with those calculated by hand', async () => {
  const mill = await supplierFixture()
  await tradeOn(mill)
  expect(await overview(mill)).toEqual({
    supplier_id: mill.ids.suppliers.Mill,
    supplier_name: 'Mill',
    as_of: expect.any(String),
    window: { from: daysAgo(365), to: daysAgo(1) },
    ...figures,
  })
})

test('drafts, cancelled and held orders, orders outside the window and other suppliers do not affect the rates', async () => {
  const mill = await supplierFixture()
  await tradeOn(mill)
  const line = { lines: [{ sku: 'A', quantity: 7, unit_cost: 99 }] }
  await mill.place({ ...line, placed_days_ago: 30, due_days_ago: 9, is_draft: true })
  await mill.change(await mill.place({ ...line, placed_days_ago: 30, due_days_ago: 9 }), { status: 'cancelled' })
  await mill.put(await mill.place({ ...line, placed_days_ago: 30, due_days_ago: 0 }), { status: 'issued' })
  await mill.deliver(await mill.place({ ...line, placed_days_ago: 400, due_days_ago: 366 }), 366, { A: 7 })
  await mill.deliver(await mill.place({ ...line, placed_days_ago: 9, due_days_ago: 8, supplier: 'Works' }), 8, { A: 7 })
  const held = await mill.place({ ...line, placed_days_ago: 30, due_days_ago: 9 })
  await mill.put(held, { status: 'issued' })
  await mill.hold(held, 'Price under discussion')
  const { open_value, ...rates } = await overview(mill)
  const { open_value: _open, ...expected } = figures
  expect(rates).toMatchObject(expected)
  // The one due today and the held one are still open: 20 × 11 + 2 × 7 × 99.
  expect(open_value).toEqual({ value: usd(160_600), reason_code: null, orders: 3, overdue_orders: 2, units: 34 })
})

test("a line's own date takes precedence over its order's, and excess and removed units do not count", async () => {
  const mill = await supplierFixture()
  const lines = [
    { sku: 'A', quantity: 10, unit_cost: 4, expected_delivery_date: daysAgo(5) },
    { sku: 'B', quantity: 30, unit_cost: 2 },
  ]
  const id = await mill.place({ lines, placed_days_ago: 40, due_days_ago: 20 })
  // On time for A, whose due date is later, and too late for B.
  await mill.deliver(id, 10, { A: 13, B: 20 }, { accept_over_receipt: true })
  const wrong = await mill.deliver(id, 9, { B: 10 })
  const { tenant } = mill
  const orders = `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
  const gone = await tenant.delete(`${orders}/${id}/deliveries/${wrong.delivery_id}`)
  expect(gone.status).toBe(204)
  expect(await overview(mill)).toMatchObject({
    on_time_rate: { value_pct: 25, orders: 1, units_due: 40, units_on_time: 10 },
    fill_rate: { value_pct: 75, units_ordered: 40, units_received: 30 },
    lead_time: {
      average_days: 30,
      deviation_days: null,
      deviation_reason: 'A standard deviation needs at least two deliveries.',
      deviation_reason_code: 'one_delivery',
      deliveries: 1,
    },
    open_value: { value: usd(2_000), orders: 1, units: 10 },
  })
})

test('a due line counts even if its order is due before or after the window', async () => {
  const mill = await supplierFixture()
  for (const due_days_ago of [-30, 390]) {
    const own = { sku: 'A', quantity: 10, unit_cost: 4, expected_delivery_date: daysAgo(5) }
    const id = await mill.place({ lines: [own, { sku: 'B', quantity: 3 }], placed_days_ago: 395, due_days_ago })
    await mill.deliver(id, 6, { A: 10 })
  }
  const late = await mill.place({ lines: [{ sku: 'A', quantity: 7 }], placed_days_ago: 395, due_days_ago: 390 })
  await mill.deliver(late, 6, { A: 1 })
  expect((await overview(mill)).fill_rate).toEqual({ value_pct: 100, ...found, units_ordered: 20, units_received: 20 })
  const { sql } = mill.tenant.service.database
  // A due date set later counts like an original one.
  await sql`update purchase_order_lines set expected_delivery_date = ${daysAgo(1)} where purchase_order_id = ${late}`
  expect((await overview(mill)).fill_rate).toMatchObject({ units_ordered: 27, units_received: 21 })
  await sql`update purchase_order_lines set expected_delivery_date = null where purchase_order_id = ${late}`
  expect((await overview(mill)).fill_rate).toMatchObject({ units_ordered: 20, units_received: 20 })
})

test('lead time runs from the issue of the order if there was one', async () => {
  const mill = await supplierFixture()
  const lines = [{ sku: 'A', quantity: 10, unit_cost: 4 }]
  const id = await mill.place({ lines, placed_days_ago: 40, due_days_ago: 20 })
  await mill.put(id, { status: 'issued', issued_at: `${daysAgo(33)}T23:30:00Z` })
  await mill.deliver(id, 20, { A: 10 })
  expect((await overview(mill)).lead_time).toMatchObject({ average_days: 13, deliveries: 1 })
})

test('cost drift weighs variants by the units last ordered, and a single day gives none', async () => {
  const mill = await supplierFixture()
  const order = async (placed_days_ago: number, ...lines: [sku: string, quantity: number, unit_cost: number][]) => {
    const line_items = lines.map(([sku, quantity, unit_cost]) => ({ sku, quantity, unit_cost }))
    const id = await mill.place({ lines: line_items, placed_days_ago, due_days_ago: 5 })
    await mill.put(id, { status: 'issued' })
    return id
  }
  await order(60, ['A', 10, 10], ['B', 10, 2])
  await order(60, ['A', 30, 12])
  expect((await overview(mill)).cost_drift).toMatchObject({ value_pct: null, reason_code: 'bought_once', variants: 0 })
  await order(50, ['A', 500, 99])
  await order(40, ['A', 20, 13.8], ['B', 100, 1.8])
  // A: 20 at 13.80 compared with (10 × 10 + 30 × 12) ÷ 40 = 11.50. B: 100 at 1.80 compared with 2. So 456 to 430.
  expect((await overview(mill)).cost_drift).toEqual({ value_pct: 6, ...found, variants: 2 })
  await mill.put(await order(30, ['A', 20, 50], ['B', 100, 9]), { currency: 'EUR' })
  expect((await overview(mill)).cost_drift).toEqual({ value_pct: 6, ...found, variants: 2 })
})

test('a figure that cannot be calculated is null with its reason, and an open value of zero is a measured zero', async () => {
  const mill = await supplierFixture()
  const due = 'No order was due in the last 365 days.'
  expect(await overview(mill)).toMatchObject({
    on_time_rate: { value_pct: null, reason: due, reason_code: 'nothing_due', orders: 0, units_due: 0 },
    fill_rate: { value_pct: null, reason: due, reason_code: 'nothing_due', units_ordered: 0 },
    lead_time: {
      average_days: null,
      reason: 'Nothing arrived of the orders due in the last 365 days.',
      reason_code: 'nothing_received',
      deviation_days: null,
      deviation_reason_code: 'nothing_received',
      deliveries: 0,
      stated_days: 40,
    },
    cost_drift: { value_pct: null, reason_code: 'bought_once', variants: 0 },
    open_value: { value: usd(0), reason_code: null, orders: 0, overdue_orders: 0, units: 0 },
  })
  const lines = [{ sku: 'A', quantity: 10, unit_cost: 0 }]
  const free = await mill.place({ lines, placed_days_ago: 40, due_days_ago: 20 })
  await mill.put(free, { status: 'issued' })
  await mill.change(free, { status: 'closed' })
  expect(await overview(mill)).toMatchObject({
    on_time_rate: { value_pct: null, reason_code: 'nothing_received', orders: 1, units_due: 0 },
    fill_rate: { value_pct: 0, ...found, units_ordered: 10, units_received: 0 },
    cost_drift: { reason_code: 'bought_once' },
  })
  const dear = await mill.place({ lines: [{ ...lines[0]!, unit_cost: 5 }], placed_days_ago: 30, due_days_ago: 10 })
  await mill.deliver(dear, 10, { A: 10 })
  expect((await overview(mill)).cost_drift).toMatchObject({
    value_pct: null,
    reason_code: 'no_first_cost',
    variants: 1,
  })
})

test('the open value is missing if a cost is unknown or orders are in several currencies', async () => {
  const mill = await supplierFixture()
  const lines = [
    { sku: 'A', quantity: 10, unit_cost: 3 },
    { sku: 'B', quantity: 4 },
  ]
  await mill.place({ lines, placed_days_ago: 3, due_days_ago: -9 })
  const uncosted = '4 of 14 open units have no unit cost.'
  expect((await overview(mill)).open_value).toEqual({
    value: { cents: null, currency: 'USD', reason: uncosted, usd: null },
    reason_code: 'cost_missing',
    orders: 1,
    overdue_orders: 0,
    units: 14,
  })
  const other = await mill.place({ lines: [lines[0]!], placed_days_ago: 3, due_days_ago: -9 })
  await mill.put(other, { currency: 'EUR' })
  expect((await overview(mill)).open_value).toMatchObject({
    value: { cents: null, currency: null, reason: 'Open orders are in several currencies: EUR, USD.' },
    reason_code: 'several_currencies',
    orders: 2,
    units: 24,
  })
})

test("the scorecard of an unknown supplier, or of another organisation's, is refused", async () => {
  const [mill, other] = [await supplierFixture(), await supplierFixture()]
  for (const id of ['nobody', other.ids.suppliers.Mill!]) {
    const answer = await mill.tenant.get(mill.at('overview', id))
    expect([answer.status, answer.body.code]).toEqual([404, 'supplier_not_on_file'])
  }
})
