import { expect, test } from 'bun:test'
import { moveStock } from '../../support/fixtures/catalogue.ts'
import type { OrderFixture } from '../../support/fixtures/fixture.ts'
import {
  createPlan,
  dollars,
  fiscal_year,
  months,
  newPlanning,
  type Planning,
  plans,
  refusal,
  today,
  yearStart,
} from '../planning_fixture.ts'
import {
  ask,
  checkFeet,
  checkRecomputed,
  checkSums,
  editCells,
  headOf,
  publish,
  read,
  row,
  section,
} from './reports_fixture.ts'

const order = (name: string, due: string, quantity: number, more: Partial<OrderFixture> = {}, delivered = 0) => ({
  name,
  supplier: 'Mill',
  location: 'Main',
  expected_delivery_date: due,
  lines: [{ sku: 'J', quantity, unit_cost: '40.0000', delivered_quantity: delivered }],
  ...more,
})

/** Month 2 is running: 100 units at its start, 10 received; orders for months 2 and 3. */
async function openExample(): Promise<Planning & { mfp_id: string }> {
  const planning = await newPlanning({
    purchase_orders: [
      order('PO-1', today, 20, {}, 5),
      order('PO-2', yearStart, 2, { on_hold: true }),
      order('PO-3', months[2]!.start, 10, { status: 'approved' }),
      order('D-1', today, 30, { status: 'draft' }),
      order('Closed', today, 50, { status: 'closed' }),
    ],
  })
  const { tenant, ids } = planning
  await moveStock(tenant, ids, [
    { sku: 'J', location: 'Main', kind: 'receipt', quantity: 10, unit_cost: '40.0000', landed_unit_cost: '40.0000' },
  ])
  const mfp_id = await createPlan(planning)
  const cell = { category_id: ids.categories.Knitwear, sales_channel_id: ids.sales_channels.Web }
  await editCells(planning, mfp_id, [
    {
      ...cell,
      month: 2,
      sales_cents: 600_000,
      markdown_cents: 50_000,
      margin_cents: 360_000,
      closing_stock_retail_cents: 1_200_000,
      closing_stock_cost_cents: 480_000,
      chase_reserve_cents: 20_000,
    },
    {
      ...cell,
      month: 3,
      sales_cents: 300_000,
      margin_cents: 180_000,
      closing_stock_retail_cents: 900_000,
      closing_stock_cost_cents: 360_000,
    },
    { ...cell, month: 1, sales_cents: 77_777, margin_cents: 11_111 },
  ])
  await publish(planning, mfp_id)
  return { ...planning, mfp_id }
}

/** The rest of the year from the rows: the stock between the months cancels out. */
async function restByRows({ tenant }: Planning) {
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const [plan] = await sql<{ sales: number; markdown: number; cogs: number; retail: number; cost: number }[]>`
    select sum(sales_cents)::float8 as sales, sum(markdown_cents)::float8 as markdown,
      sum(sales_cents - margin_cents)::float8 as cogs,
      sum(closing_stock_retail_cents) filter (where month = 12)::float8 as retail,
      sum(closing_stock_cost_cents) filter (where month = 12)::float8 as cost
    from buy_plan_version_cells where organization_id = ${organization_id} and month >= 2`
  const [stock] = await sql<{ opening: number; received: number }[]>`
    select coalesce(sum(quantity_delta) filter (where occurred_at < ${`${months[1]!.start}T00:00:00Z`}), 0)::float8 as opening,
      coalesce(sum(quantity_delta) filter (where kind = 'receipt' and occurred_at >= ${`${months[1]!.start}T00:00:00Z`}),
        0)::float8 as received
    from stock_movements where organization_id = ${organization_id}`
  const [orders] = await sql<{ units: number; cost: number }[]>`
    select sum(l.quantity - l.delivered_quantity)::float8 as units,
      sum((l.quantity - l.delivered_quantity) * l.unit_cost * 100)::float8 as cost
    from purchase_orders o
    join purchase_order_lines l on l.organization_id = o.organization_id and l.purchase_order_id = o.purchase_order_id
    where o.organization_id = ${organization_id} and o.status in ('approved', 'issued', 'partially_delivered')`
  const [price, unit_cost] = [10_000, 4_000]
  return {
    retail: plan!.sales + plan!.markdown + plan!.retail - (stock!.opening + stock!.received + orders!.units) * price,
    cost: plan!.cogs + plan!.cost - (stock!.opening + stock!.received) * unit_cost - orders!.cost,
    on_order: orders!.cost,
  }
}

test('head figures foot, and equal plan, movements and orders', async () => {
  const planning = await openExample()
  const report = await read(planning, 'open-to-buy', `?fiscal_year=${fiscal_year}`)
  checkFeet(report)
  const rest = await restByRows(planning)
  expect(headOf(report, 'open_to_buy_cost').figure).toMatchObject(dollars(rest.cost))
  expect(headOf(report, 'open_to_buy_retail').figure).toMatchObject(dollars(rest.retail))
  expect(headOf(report, 'on_order_cost').figure).toMatchObject(dollars(rest.on_order))
  expect([rest.cost, rest.retail, rest.on_order]).toEqual([-188_000, -420_000, 108_000])
  expect(headOf(report, 'on_order_cost').against.figure).toMatchObject(dollars(48_000))
  expect(headOf(report, 'drafts_cost').figure).toMatchObject(dollars(120_000))
  expect(headOf(report, 'open_to_buy_cost').against.figure).toMatchObject(dollars(20_000))
})

/** The running month from the rows; drafts, what can be released and the reserve of the rest of the year. */
async function monthByRows({ tenant }: Planning) {
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const [plan] = await sql<{ needed: number; reserve: number }[]>`
    select sum(sales_cents - margin_cents + closing_stock_cost_cents) filter (where month = 2)::float8 as needed,
      sum(chase_reserve_cents) filter (where month >= 2)::float8 as reserve
    from buy_plan_version_cells where organization_id = ${organization_id}`
  const [stock] = await sql<{ units: number }[]>`
    select sum(quantity_delta)::float8 as units from stock_movements where organization_id = ${organization_id}`
  const [orders] = await sql<{ due: number; drafts: number; releasable: number }[]>`
    select sum(c.cents) filter (where o.status <> 'draft' and o.expected_delivery_date <= ${months[1]!.end})::float8 as due,
      sum(c.cents) filter (where o.status = 'draft')::float8 as drafts,
      sum(c.cents) filter (where o.status = 'approved' or (o.status <> 'draft' and o.on_hold))::float8 as releasable
    from purchase_orders o
    join purchase_order_lines l on l.organization_id = o.organization_id and l.purchase_order_id = o.purchase_order_id
    cross join lateral (select (l.quantity - l.delivered_quantity) * l.unit_cost * 100 as cents) c
    where o.organization_id = ${organization_id} and o.status not in ('closed', 'cancelled')`
  return { ...orders!, reserve: plan!.reserve, month: plan!.needed - stock!.units * 4_000 - orders!.due }
}

test('every head figure, and what it is compared with, follows from plan, movements and orders', async () => {
  const planning = await openExample()
  const report = await read(planning, 'open-to-buy', `?fiscal_year=${fiscal_year}`)
  const [rest, rows] = [await restByRows(planning), await monthByRows(planning)]
  checkRecomputed(report, {
    open_to_buy_cost: [rest.cost, rows.reserve],
    open_to_buy_retail: [rest.retail, null],
    month_open_to_buy_cost: [rows.month, null],
    on_order_cost: [rest.on_order, rows.releasable],
    drafts_cost: [rows.drafts, null],
  })
})

test('each month and category equals the open-to-buy of the plan, and their totals agree', async () => {
  const planning = await openExample()
  const { tenant, mfp_id } = planning
  const report = await read(planning, 'open-to-buy', `?fiscal_year=${fiscal_year}`)
  const { totals } = (await tenant.get(`/api/v1/otb/${mfp_id}/rollup?view=live`)).body.data
  for (const { month, at_retail, at_cost } of totals) {
    const { cells } = row(report, `months:${mfp_id}`, String(month))
    expect([month, cells]).toMatchObject([
      month,
      {
        opening_stock_retail: at_retail.opening_stock,
        sales_plan: at_retail.sales_plan,
        markdown_plan: at_retail.markdown_plan,
        closing_stock_retail: at_retail.closing_stock_plan,
        receipts_retail: at_retail.receipts_to_date,
        on_order_retail: at_retail.on_order,
        open_to_buy_retail: at_retail.open_to_buy,
        opening_stock_cost: at_cost.opening_stock,
        cogs_plan: at_cost.cogs_plan,
        closing_stock_cost: at_cost.closing_stock_plan,
        receipts_cost: at_cost.receipts_to_date,
        on_order_cost: at_cost.on_order,
        open_to_buy_cost: at_cost.open_to_buy,
        drafts_cost: at_cost.drafts,
        releasable_cost: at_cost.releasable,
        chase_reserve: at_cost.chase_reserve,
      },
    ])
  }
  checkSums(section(report, `categories:${mfp_id}`))
  const total = (key: string) => row(report, key, 'total').cells.open_to_buy_cost
  expect(total(`months:${mfp_id}`)).toEqual(total(`categories:${mfp_id}`))
  expect(row(report, 'plans', mfp_id).cells.month_open_to_buy_cost).toMatchObject(totals[1].at_cost.open_to_buy)
})

test('plans that share a category are not added up; drafts and archived plans do not count', async () => {
  const planning = await openExample()
  const { mfp_id, session, ids } = planning
  const second = await createPlan(planning, { name: 'Second' })
  const query = `?fiscal_year=${fiscal_year}`
  const one = await read(planning, 'open-to-buy', query)
  expect(one.coverage).toBe('The plan Plan. Not counted, because not published: Second.')
  await publish(planning, second, 'Second', 'reforecast')
  const both = await read(planning, 'open-to-buy', query)
  checkFeet(both)
  expect(headOf(both, 'open_to_buy_cost').figure).toMatchObject({
    cents: null,
    reason: expect.stringContaining('planned in both'),
  })
  expect(row(both, 'plans', mfp_id).cells).toEqual(row(one, 'plans', mfp_id).cells)
  await session.post(`${plans}/${second}/archive`)
  const coats = await createPlan(planning, { name: 'Coats', category_ids: [ids.categories.Coats] })
  await publish(planning, coats, 'Coats', 'reforecast')
  expect((await read(planning, 'open-to-buy', query)).coverage).toBe('The plans Plan, Coats.')
})

test('a year without a published plan says so, and an ended year has nothing left to buy', async () => {
  const planning = await openExample()
  const empty = await read(planning, 'open-to-buy', `?fiscal_year=${fiscal_year + 3}`)
  expect(empty.head).toEqual([])
  expect(section(empty, 'plans')).toMatchObject({
    rows: [],
    absence: `Fiscal year ${fiscal_year + 3} has no published plan.`,
  })
  const past = await createPlan(planning, { name: 'Past', fiscal_year: fiscal_year - 2 })
  await publish(planning, past)
  const ended = await read(planning, 'open-to-buy', `?fiscal_year=${fiscal_year - 2}`)
  checkFeet(ended)
  expect(headOf(ended, 'open_to_buy_cost').figure.reason).toBe('The fiscal year has ended.')
})

test('an unreadable fiscal year is refused by name', async () => {
  const planning = await newPlanning()
  for (const query of ['', '?fiscal_year=26', '?fiscal_year=20266', '?fiscal_year=FY26', '?fiscal_year=0026'])
    expect([query, refusal(await ask(planning, 'open-to-buy', query))]).toEqual([query, [400, 'fiscal_year']])
})
