import { expect, test } from 'bun:test'
import { addDays } from '../../server/calendar/days.ts'
import { moveStock, recordSales } from '../support/fixtures/catalogue.ts'
import type { OrderFixture } from '../support/fixtures/fixture.ts'
import {
  createPlan,
  dollars,
  fiscal_year,
  months,
  newPlanning,
  type Planning,
  plans,
  today,
  yearStart,
} from './planning_fixture.ts'

const order = (
  name: string,
  due: string | undefined,
  quantity: number,
  more: Partial<OrderFixture> = {},
  line: object = {},
): OrderFixture => ({
  name,
  supplier: 'Mill',
  location: 'Main',
  expected_delivery_date: due,
  lines: [{ sku: 'J', quantity, unit_cost: '40.0000', ...line }],
  ...more,
})

const rollup = async ({ tenant }: Planning, mfp_id: string, query = '') =>
  (await tenant.get(`/api/v1/otb/${mfp_id}/rollup${query}`)).body.data

const ofCategory = (answer: any, category: string | null) =>
  answer.rows.find((row: any) => row.category === category).months

async function planKnitwear(planning: Planning, cells: object[]): Promise<string> {
  const { session, ids } = planning
  const mfp_id = await createPlan(planning)
  const saved = await session.patch(`${plans}/${mfp_id}/cells`, {
    cells: cells.map((cell) => ({
      category_id: ids.categories.Knitwear,
      sales_channel_id: ids.sales_channels.Web,
      ...cell,
    })),
  })
  if (saved.status !== 200) throw new Error(saved.text)
  return mfp_id
}

/** The plan of the decision's worked example: month 2 is running, month 3 is the next. */
const example = [
  {
    month: 2,
    sales_cents: 600_000,
    markdown_cents: 50_000,
    margin_cents: 360_000,
    closing_stock_retail_cents: 1_200_000,
    closing_stock_cost_cents: 480_000,
    chase_reserve_cents: 20_000,
  },
  {
    month: 3,
    sales_cents: 300_000,
    margin_cents: 180_000,
    closing_stock_retail_cents: 900_000,
    closing_stock_cost_cents: 360_000,
  },
]
const exampleOrders = [
  order('PO-1', today, 20, {}, { unit_cost: '41.0000', delivered_quantity: 5 }),
  order('PO-2', yearStart, 2, { on_hold: true }),
  order('PO-3', months[2]!.start, 10, { status: 'approved' }),
  order('D-1', today, 30, { status: 'draft' }),
  order('Closed', today, 50, { status: 'closed' }),
  order('Transfer', today, 50, { order_type: 'transfer', source_location: 'Main' }),
]

async function openExample() {
  const planning = await newPlanning({ purchase_orders: exampleOrders })
  const { tenant, ids } = planning
  const move = { sku: 'J', location: 'Main' } as const
  await moveStock(tenant, ids, [
    { ...move, kind: 'receipt', quantity: 10, unit_cost: '40.0000', landed_unit_cost: '40.0000' },
    { ...move, kind: 'fulfilment', quantity: -5 },
  ])
  await recordSales(tenant, ids, [
    {
      sku: 'J',
      day: today,
      channel: 'Web',
      location: 'Main',
      units: 5,
      gross_sales_cents: 50_000,
      discounts_cents: 1_500,
    },
    { sku: 'J', day: yearStart, channel: 'Shop', location: 'Main', units: 1, gross_sales_cents: 10_000 },
  ])
  return { planning, mfp_id: await planKnitwear(planning, example) }
}

test('the worked example of the decision comes out to the cent', async () => {
  const { planning, mfp_id } = await openExample()
  const answer = await rollup(planning, mfp_id)
  expect(answer.months[1]).toEqual({
    month: 2,
    start_date: months[1]!.start,
    end_date: months[1]!.end,
    weeks: null,
    phase: 'current',
  })
  const [past, current, next] = ofCategory(answer, 'Knitwear')
  expect(current.at_retail).toEqual({
    sales_plan: dollars(600_000),
    markdown_plan: dollars(50_000),
    closing_stock_plan: dollars(1_200_000),
    opening_stock: dollars(1_000_000),
    receipts_to_date: dollars(100_000),
    on_order: dollars(170_000),
    open_to_buy: dollars(580_000),
    drafts: dollars(300_000),
    releasable: dollars(20_000),
  })
  expect(current.at_cost).toEqual({
    cogs_plan: dollars(240_000),
    chase_reserve: dollars(20_000),
    closing_stock_plan: dollars(480_000),
    opening_stock: dollars(400_000),
    receipts_to_date: dollars(40_000),
    on_order: dollars(69_500),
    open_to_buy: dollars(210_500),
    drafts: dollars(120_000),
    releasable: dollars(8_000),
  })
  expect(current).toMatchObject({ opening_basis: 'ledger', is_overbought: false, realised_sales: dollars(48_500) })
  expect(current).toMatchObject({ order_count: 2, draft_count: 1 })
  expect(next).toMatchObject({ opening_basis: 'planned_closing_stock', is_overbought: true })
  expect([next.at_retail.opening_stock, next.at_retail.open_to_buy]).toEqual([dollars(1_200_000), dollars(-100_000)])
  expect([next.at_cost.opening_stock, next.at_cost.open_to_buy]).toEqual([dollars(480_000), dollars(-40_000)])
  expect(next.realised_sales).toMatchObject({ cents: null, reason: 'The month has not started.' })
  expect(past.at_cost.open_to_buy).toMatchObject({ cents: null, reason: 'The month has ended.' })
  expect([past.at_cost.opening_stock, past.realised_sales]).toEqual([dollars(400_000), dollars(10_000)])
})

test('orders are listed with what they consume, overdue ones in the current month, drafts apart', async () => {
  const { planning, mfp_id } = await openExample()
  const { ids } = planning
  const [, current, next] = ofCategory(await rollup(planning, mfp_id), 'Knitwear')
  const listed = {
    purchase_order_id: ids.purchase_orders['PO-1'],
    name: 'PO-1',
    status: 'issued',
    due_on: today,
    is_overdue: false,
    units: 15,
    at_cost: dollars(61_500),
    at_retail: dollars(150_000),
    releasable_reason: null,
  }
  expect(current.orders).toEqual([
    listed,
    {
      ...listed,
      purchase_order_id: ids.purchase_orders['PO-2'],
      name: 'PO-2',
      due_on: yearStart,
      is_overdue: true,
      units: 2,
      at_cost: dollars(8_000),
      at_retail: dollars(20_000),
      releasable_reason: 'on_hold',
    },
  ])
  expect(current.drafts.map(({ name, units }: any) => [name, units])).toEqual([['D-1', 30]])
  expect(next.orders).toMatchObject([{ name: 'PO-3', releasable_reason: 'not_issued' }])
  expect(next.at_cost.releasable).toEqual(dollars(40_000))
})

test('totals are the sums of the categories for every figure', async () => {
  const { planning, mfp_id } = await openExample()
  const answer = await rollup(planning, mfp_id)
  for (const [i, total] of answer.totals.entries())
    for (const side of ['at_retail', 'at_cost'])
      for (const [name, figure] of Object.entries<any>(total[side])) {
        const parts = answer.rows.map((row: any) => row.months[i][side][name].cents)
        const sum = parts.includes(null) ? null : parts.reduce((all: number, cents: number) => all + cents, 0)
        expect([i, side, name, figure.cents]).toEqual([i, side, name, sum])
      }
})

test('the requested state of the plan counts, and the stock of now', async () => {
  const { planning, mfp_id } = await openExample()
  const { session, ids } = planning
  await session.post(`${plans}/${mfp_id}/publish`, { label: 'Budget', kind: 'budget' })
  const cell = { category_id: ids.categories.Knitwear, sales_channel_id: ids.sales_channels.Shop, month: 2 }
  await session.patch(`${plans}/${mfp_id}/cells`, { cells: [{ ...cell, sales_cents: 100, margin_cents: 40 }] })
  const [, working] = ofCategory(await rollup(planning, mfp_id), 'Knitwear')
  const [, live] = ofCategory(await rollup(planning, mfp_id, '?view=live'), 'Knitwear')
  expect([working.at_retail.open_to_buy, working.at_cost.open_to_buy]).toEqual([dollars(580_100), dollars(210_560)])
  expect([live.at_retail.open_to_buy, live.at_cost.open_to_buy]).toEqual([dollars(580_000), dollars(210_500)])
  const next = await createPlan(planning, { name: 'Next', fiscal_year: fiscal_year + 1 })
  const [first] = ofCategory(await rollup(planning, next), 'Knitwear')
  expect(first).toMatchObject({ opening_basis: 'stock_on_hand_now', order_count: 0 })
  expect(first.at_cost.open_to_buy).toEqual(dollars(-420_000))
})

test('foreign costs are converted; an unknown cost, price or stock makes the figure null with its reason', async () => {
  const planning = await newPlanning({
    purchase_orders: [
      order('Euro', today, 3, { currency: 'EUR' }),
      order('Undated', undefined, 1),
      order('Coats', today, 1, {}, { sku: 'C', unit_cost: undefined }),
      order('Cards', months[3]!.start, 2, { currency: 'GBP' }, { sku: 'X' }),
    ],
  })
  const { tenant, ids } = planning
  await tenant.service.database.sql`
    insert into exchange_rates (organization_id, currency, rate_date, organization_currency_per_unit)
    values (${tenant.organization_id}, 'EUR', ${addDays(today, -9)}, 1.111)`
  const mfp_id = await planKnitwear(
    planning,
    [
      { month: 2, margin_cents: null },
      { category_id: null, month: 4 },
    ].map((cell) => ({ sales_cents: 0, ...cell })),
  )
  const answer = await rollup(planning, mfp_id)
  const [, current] = ofCategory(answer, 'Knitwear')
  expect(current.at_cost.on_order).toEqual(dollars(13_332 + 4_000))
  expect(current.orders.map(({ name, due_on }: any) => [name, due_on])).toEqual([
    ['Euro', today],
    ['Undated', null],
  ])
  expect(current.at_cost.open_to_buy).toMatchObject({ cents: null, reason: expect.stringContaining('no value') })
  expect(current.is_overbought).toBeNull()
  expect(current.at_retail.open_to_buy.cents).toBe(-1_000_000 - 40_000)
  const [, coats] = ofCategory(answer, 'Coats')
  expect(coats.at_cost.on_order).toMatchObject({
    cents: null,
    reason: 'The order Coats has a line without a known cost.',
  })
  expect(coats.at_retail.on_order).toEqual(dollars(25_000))
  expect(ofCategory(answer, null)[3].at_cost.on_order).toMatchObject({
    cents: null,
    reason: 'No exchange rate of GBP, the currency of the costs of the order Cards, is known.',
  })
  const empty = await newPlanning({
    products: [{ title: 'Jumper', category: 'Knitwear', variants: [{ sku: 'J', price_cents: 1 }] }],
  })
  const unknown = ofCategory(await rollup(empty, await createPlan(empty)), 'Knitwear')[1]
  expect(unknown.at_cost.open_to_buy.reason).toBe('No stock has been recorded.')
  expect(ids.categories.Coats).toBeString()
})

test('receipts before the first movement are as unknown as the stock, those of a month without any are zero', async () => {
  const stock = { Main: { on_hand: 10, unit_cost: '40.0000', occurred_at: `${today}T00:00:00Z` } }
  const planning = await newPlanning({
    products: [{ title: 'Jumper', category: 'Knitwear', variants: [{ sku: 'J', price_cents: 10_000, stock }] }],
  })
  const mfp_id = await planKnitwear(planning, example)
  const [past, current] = ofCategory(await rollup(planning, mfp_id), 'Knitwear')
  const reason = `The ledger begins on ${today}; earlier stock is unknown.`
  for (const side of [past.at_cost, past.at_retail])
    expect([side.opening_stock, side.receipts_to_date]).toEqual(
      Array.from({ length: 2 }, () => ({ cents: null, currency: 'USD', reason, usd: null })),
    )
  expect(current.at_cost.receipts_to_date).toEqual(dollars(0))
  const long = await newPlanning()
  const [quiet] = ofCategory(await rollup(long, await planKnitwear(long, example)), 'Knitwear')
  expect([quiet.at_cost.receipts_to_date, quiet.at_retail.receipts_to_date]).toEqual([dollars(0), dollars(0)])
})
