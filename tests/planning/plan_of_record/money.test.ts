import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { fiscalMonthsOf } from '../../../server/calendar/retail_calendar.ts'
import { insertRows, recordSales } from '../../support/fixtures/catalogue.ts'
import type { OrderFixture } from '../../support/fixtures/fixture.ts'
import { refusal, startMonth, today } from '../planning_fixture.ts'
import { before, current, newRecord, next } from './record_fixture.ts'

const order = (
  name: string,
  due: string | undefined,
  quantity: number,
  more: Partial<OrderFixture> = {},
): OrderFixture => ({
  name,
  supplier: 'Mill',
  location: 'Main',
  expected_delivery_date: due,
  lines: [{ sku: 'J', quantity, unit_cost: '41.2500' }],
  ...more,
})

/** Twenty and two are due in the current month, the two since the month before; three are due after the plan. */
const orders = [
  order('PO-1', today, 20),
  order('PO-2', before.start, 2),
  order('PO-3', next.start, 10, { status: 'approved' }),
  order('PO-4', '2040-01-15', 3),
  order('D-1', next.end, 30, { status: 'draft' }),
  order('X-1', today, 50, { status: 'cancelled' }),
  order('T-1', today, 50, { order_type: 'transfer', source_location: 'Main' }),
  order('Other', today, 50),
]

async function openExample() {
  const record = await newRecord({ purchase_orders: orders })
  await record.nameOrders(['PO-1', 'PO-2', 'PO-3', 'PO-4', 'D-1', 'X-1', 'T-1'])
  await record.setPlan([
    record.cell(before, { budget_cents: 50_000, planned_markdown_cents: 4_000, planned_sales_cents: 90_000 }),
    record.cell(current, { budget_cents: 200_000, planned_markdown_cents: 6_000, planned_closing_stock_cents: 70_000 }),
    record.cell(next, { budget_cents: 30_000, planned_markdown_cents: 5_000 }),
  ])
  return record
}
type Example = Awaited<ReturnType<typeof openExample>>

/** Sales of the current month with what is known of each unit: price 100.00 and cost 41.00. */
async function sell({ tenant, ids }: Example) {
  const sale = { sku: 'J', day: today, channel: 'Web', location: 'Main' } as const
  await recordSales(tenant, ids, [
    { ...sale, units: 5, returned_units: 1, gross_sales_cents: 46_000, discounts_cents: 1_500, returns_cents: 9_000 },
  ])
  await tenant.service.database.sql`
    update sales_daily set costed_units = 6, known_cost_cents = 4 * 4100, priced_units = 5,
      known_regular_value_cents = 50000, known_markdown_units = 4
    where organization_id = ${tenant.organization_id}`
}

const knitwear = (answer: any) => answer.categories.find((one: any) => one.category === 'Knitwear')

/** What a commitment's orders contain, added up from rows with plain SQL. */
async function bandsFromRows({ tenant, commitment_id }: Example) {
  const [row] = await tenant.service.database.sql`
    select round(sum(case when o.status = 'draft' then (l.quantity - l.delivered_quantity) * l.unit_cost end) * 100)::int
        as drafted,
      round(sum(case when o.status in ('approved', 'issued', 'partially_delivered')
        then (l.quantity - l.delivered_quantity) * l.unit_cost end) * 100)::int as on_order,
      coalesce(round(sum((select sum(r.received_quantity) from purchase_order_delivery_lines r
        join purchase_order_deliveries d on d.delivery_id = r.delivery_id
        where r.line_id = l.line_id and d.removed_at is null) * l.unit_cost) * 100), 0)::int as received
    from purchase_orders o
    join purchase_order_lines l on l.purchase_order_id = o.purchase_order_id
    where o.organization_id = ${tenant.organization_id} and o.commitment_id = ${commitment_id}
      and o.order_type <> 'transfer'`
  return row
}

test('without a locked version there is no plan of record, and what was ordered is still counted', async () => {
  const { money, versions } = await openExample()
  const answer = await money()
  expect([answer.version, answer.months, answer.absence]).toEqual([null, [], 'No version of the plan has been locked.'])
  expect(answer.totals).toMatchObject({
    budget_cents: [],
    planned_markdown_to_close_cents: null,
    outside_plan: { drafted_cents: 123_750, on_order_cents: 144_375, received_cents: 0 },
    season: { budget_cents: null, on_order_cents: 144_375, open_to_commit_cents: null },
    reason: 'No version of the plan has been locked.',
  })
  expect(await versions()).toMatchObject({ budget: null, versions: [], absence: expect.stringContaining('is set') })
})

test('the worked example of the decision comes out to the cent', async () => {
  const record = await openExample()
  await sell(record)
  expect((await record.lock('Budget', 'budget')).status).toBe(201)
  const answer = await record.money()
  expect(answer.months.map(({ start_date, phase }: any) => [start_date, phase])).toEqual([
    [before.start, 'past'],
    [current.start, 'current'],
    [next.start, 'future'],
  ])
  const figures = {
    budget_cents: [50_000, 200_000, 30_000],
    planned_sales_cents: [90_000, 0, 0],
    planned_markdown_cents: [4_000, 6_000, 5_000],
    planned_closing_stock_cents: [0, 70_000, 0],
    on_order_cents: [0, 90_750, 41_250],
    drafted_cents: [0, 0, 123_750],
    received_cents: [0, 0, 0],
    open_to_commit_cents: [50_000, 109_250, -11_250],
    realised_markdown: [0, 2_255, null],
    realised_markdown_at_retail: [0, 5_500, null],
    realised_markdown_units: [0, 4, null],
    planned_markdown_to_close_cents: 15_000,
    realised_markdown_to_date_cents: 2_255,
    markdown_left_to_close_cents: 12_745,
    season: {
      budget_cents: 280_000,
      planned_sales_cents: 90_000,
      drafted_cents: 123_750,
      on_order_cents: 144_375,
      received_cents: 0,
      open_to_commit_cents: 135_625,
    },
    outside_plan: { drafted_cents: 0, on_order_cents: 12_375, received_cents: 0 },
    reason: null,
  }
  expect(knitwear(answer)).toMatchObject(figures)
  expect(answer.totals).toMatchObject(figures)
  expect(answer.totals.missing.map(({ figure, indexes }: any) => [figure, indexes])).toEqual([
    ['realised_markdown', [2]],
    ['realised_markdown_at_retail', [2]],
    ['realised_markdown_units', [2]],
    ['realised_markdown_left_out_units', [2]],
  ])
  expect(answer).toMatchObject({ absence: null, version: { label: 'Budget', kind: 'budget', number: 1 } })
})

test('received amounts follow corrected and removed deliveries, moved and cancelled orders', async () => {
  const record = await openExample()
  const { tenant, ids, money } = record
  await record.lock('Budget', 'budget')
  const orderPath = `/api/v1/organizations/${tenant.organization_id}/purchase-orders/${ids.purchase_orders['PO-1']!}`
  const deliver = async (received_quantity: number, received_at: string) =>
    (
      await tenant.post(`${orderPath}/deliveries`, {
        received_at,
        line_items: [{ variant_id: ids.variants.J, received_quantity }],
      })
    ).body.data
  const first = await deliver(8, `${before.end}T12:00:00Z`)
  const second = await deliver(5, new Date().toISOString())
  const bands = async () => {
    const { on_order_cents, received_cents, drafted_cents, season, outside_plan } = knitwear(await money())
    const { drafted, on_order, received } = (await bandsFromRows(record))!
    expect([season.drafted_cents, season.on_order_cents, season.received_cents]).toEqual([drafted, on_order, received])
    return { on_order_cents, received_cents, drafted_cents, outside: outside_plan.on_order_cents }
  }
  expect([first, second].every((one) => one !== undefined)).toBe(true)
  expect(await bands()).toMatchObject({ received_cents: [33_000, 20_625, 0], on_order_cents: [0, 37_125, 41_250] })
  const { sql } = tenant.service.database
  const deliveries = await sql<{ delivery_id: string }[]>`
    select delivery_id from purchase_order_deliveries
    where organization_id = ${tenant.organization_id} order by received_at`
  const at = (i: number) => `${orderPath}/deliveries/${deliveries[i]!.delivery_id}`
  const corrected = await tenant.patch(at(1), { line_items: [{ variant_id: ids.variants.J, received_quantity: 3 }] })
  expect(corrected.status).toBe(200)
  expect(await bands()).toMatchObject({ received_cents: [33_000, 12_375, 0] })
  expect((await tenant.delete(at(0))).status).toBeLessThan(300)
  expect(await bands()).toMatchObject({ received_cents: [0, 12_375, 0] })
  await sql`update purchase_orders set expected_delivery_date = ${next.end}
    where organization_id = ${tenant.organization_id} and name = 'PO-4'`
  await sql`update purchase_orders set status = 'cancelled'
    where organization_id = ${tenant.organization_id} and name = 'PO-3'`
  expect(await bands()).toMatchObject({ on_order_cents: [0, 78_375, 12_375], outside: 0 })
})

test('a figure that cannot be calculated is null with its reason, and so is every sum that contains it', async () => {
  const record = await openExample()
  const { tenant, money } = record
  await record.lock('Budget', 'budget')
  await tenant.service.database.sql`
    update purchase_order_lines set unit_cost = null where organization_id = ${tenant.organization_id}
      and purchase_order_id = ${record.ids.purchase_orders['PO-3']!}`
  await recordSales(tenant, record.ids, [
    { sku: 'J', day: today, channel: 'Web', location: 'Main', units: 1, gross_sales_cents: 9_000 },
  ])
  const row = knitwear(await money())
  expect(row).toMatchObject({
    on_order_cents: [0, 90_750, null],
    open_to_commit_cents: [50_000, 109_250, null],
    realised_markdown: [0, null, null],
    realised_markdown_to_date_cents: null,
    season: { on_order_cents: null, open_to_commit_cents: null, budget_cents: 280_000 },
  })
  const why = (figure: string, i: number) =>
    row.missing.find((one: any) => one.figure === figure && one.indexes.includes(i)).reason
  expect(why('on_order_cents', 2)).toBe('The orders have 1 line without a unit cost.')
  expect(why('realised_markdown', 1)).toBe('The regular price of some of the units sold is not known.')
})

test('sales without a regular price do not hide the markdowns of the others: their units are left out and counted', async () => {
  const record = await openExample()
  const { tenant, ids, money } = record
  await record.lock('Budget', 'budget')
  await sell(record)
  const before = knitwear(await money())
  expect(before.realised_markdown_left_out_units).toEqual([0, 0, null])
  await recordSales(tenant, ids, [
    { sku: 'J', day: today, channel: 'Shop', location: 'Main', units: 13, gross_sales_cents: 70_000 },
  ])
  const { categories, totals } = await money()
  for (const shown of [knitwear({ categories }), totals]) {
    expect(shown.realised_markdown_at_retail).toEqual(before.realised_markdown_at_retail)
    expect(shown.realised_markdown).toEqual(before.realised_markdown)
    expect(shown.realised_markdown_units).toEqual(before.realised_markdown_units)
    expect(shown.realised_markdown_left_out_units).toEqual([0, 13, null])
  }
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  // Discounts alone: nothing sold below its price, and the markdown is not of no units.
  await sql`update sales_daily set gross_sales_cents = known_regular_value_cents, known_markdown_units = 0
    where organization_id = ${organization_id} and priced_units > 0`
  const row = knitwear(await money())
  expect([row.realised_markdown_at_retail[1], row.realised_markdown_units[1]]).toEqual([1_500, null])
  const missing = row.missing.find((one: any) => one.figure === 'realised_markdown_units' && one.indexes.includes(1))
  expect(missing.reason).toContain('discounts')
})

test('a commitment of another organisation is 404, and account-bound keys are refused', async () => {
  const { tenant, session, path } = await newRecord()
  const other = await newRecord()
  const trading_partner_id = uuidv7()
  await insertRows(tenant, 'trading_partners', [{ trading_partner_id, name: 'Northwind' }])
  const { api_key } = await tenant.mint({ trading_partner_id })
  for (const read of ['money', 'money/plan/versions', 'accounts']) {
    for (const unknown of [other.path, `/api/v1/commitments/${uuidv7()}`, '/api/v1/commitments/season'])
      expect([read, ...refusal(await tenant.get(`${unknown}/${read}`))]).toEqual([read, 404, 'not_found'])
    const bound = await tenant.get(`${path}/${read}`, { key: api_key })
    expect([read, ...refusal(bound)]).toEqual([read, 403, 'account_mismatch'])
  }
  const cells = [other.cell(current, {}, null as any)]
  for (const answer of [
    await session.get(`${other.path}/money/plan`),
    await session.put(`${other.path}/money/plan`, { cells }),
    await session.post(`${other.path}/money/plan/versions`, { label: 'L', kind: 'budget' }),
    await session.put(`${other.path}/money/declaration`, { declared_cents: 1 }),
  ])
    expect(refusal(answer)).toEqual([404, 'not_found'])
})

test('the plan side of a buy plan shows what the commitments of its year contain', async () => {
  const record = await openExample()
  const { session, tenant, ids } = record
  await record.lock('Budget', 'budget')
  const created = await session.post('/api/v1/mfp', {
    name: 'Retail',
    fiscal_year: current.fiscal_year,
    baseline_source: 'empty',
  })
  const { mfp_id, fiscal_year_start_month } = created.body.data
  expect(fiscal_year_start_month).toBe(startMonth)
  const side = (await tenant.get(`/api/v1/mfp/${mfp_id}/plan-side`)).body.data
  const inYear = [before, current, next].map(({ fiscal_year }) => fiscal_year === current.fiscal_year)
  const sum = (figures: number[]) => figures.reduce((all, one, i) => all + (inYear[i] ? one : 0), 0)
  const expected = {
    intake_committed: sum([50_000, 200_000, 30_000]),
    intake_on_order: sum([0, 90_750, 41_250]),
    intake_received: 0,
    open_to_commit: sum([50_000, 109_250, -11_250]),
  }
  const lines = (figures: any) => Object.fromEntries(Object.keys(expected).map((name) => [name, figures[name].cents]))
  expect(lines(side.year)).toEqual(expected)
  const own = side.category_years.find(({ category_id }: any) => category_id === ids.categories.Knitwear)
  expect(lines(own.figures)).toEqual(expected)
  expect(side.cells[0].figures.open_to_commit).toMatchObject({
    cents: null,
    reason: 'Commitments are planned by category and month, not by sales channel.',
  })
})

test('the plan side counts orders of the year in months that the commitment does not plan, as its season does', async () => {
  const record = await newRecord({
    purchase_orders: [
      order('PO-late', before.start, 2),
      order('PO-now', today, 3),
      order('PO-free', today, 1, { status: 'draft' }),
    ],
  })
  const { session, tenant, ids, cell, setPlan, lock, money, nameOrders } = record
  await nameOrders(['PO-late', 'PO-now', 'PO-free'])
  const year = { name: 'Retail', fiscal_year: current.fiscal_year, baseline_source: 'empty' }
  // A month of the year that is not the current one, so that every order falls outside the plan.
  const planned = fiscalMonthsOf(current.fiscal_year, startMonth).find(({ month }) => month !== current.month)!
  await setPlan([cell(planned, { budget_cents: 50_000 })])
  await lock('Budget', 'budget')
  const { mfp_id } = (await session.post('/api/v1/mfp', year)).body.data
  const { figures } = (await tenant.get(`/api/v1/mfp/${mfp_id}/plan-side`)).body.data.category_years.find(
    ({ category_id }: any) => category_id === ids.categories.Knitwear,
  )
  const { season } = (await money()).totals
  expect([season.on_order_cents, season.open_to_commit_cents]).toEqual([5 * 4_125, 50_000 - 5 * 4_125])
  expect([figures.intake_on_order.cents, figures.open_to_commit.cents]).toEqual([
    season.on_order_cents,
    season.open_to_commit_cents,
  ])
})

test('the plan side states what its commitment lines leave out: nothing once the commitment is locked in the year', async () => {
  const record = await newRecord({
    purchase_orders: [
      order('PO-1', today, 3),
      order('PO-2', today, 2),
      { ...order('PO-coat', today, 1), lines: [{ sku: 'C', quantity: 1, unit_cost: '90.0000' }], currency: 'EUR' },
    ],
  })
  const { session, tenant, ids, cell, setPlan, lock, nameOrders, commitment_id } = record
  await nameOrders(['PO-1', 'PO-coat'])
  const year = { name: 'Retail', fiscal_year: current.fiscal_year, baseline_source: 'empty' }
  const { mfp_id } = (await session.post('/api/v1/mfp', year)).body.data
  const side = async (query = '') => (await tenant.get(`/api/v1/mfp/${mfp_id}/plan-side${query}`)).body.data
  const rows = async () =>
    (await side()).left_out.map((one: any) => [
      one.cause,
      one.category,
      one.currency,
      one.commitments,
      ...[one.intake_committed, one.intake_on_order, one.intake_received].map(({ cents }) => cents),
    ])
  expect(await rows()).toEqual([
    ['no_locked_version', 'Coats', 'EUR', 1, null, 9_000, 0],
    ['no_locked_version', 'Knitwear', 'USD', 1, null, 3 * 4_125, 0],
  ])
  expect((await side('?include_plan_of_record=false')).left_out).toBeNull()
  await setPlan([cell({ ...current, fiscal_year: current.fiscal_year + 1 }, { budget_cents: 50_000 })])
  await lock('Next year', 'budget')
  const [, knitwear] = await rows()
  expect(knitwear).toEqual(['other_year', 'Knitwear', 'USD', 1, 0, 3 * 4_125, 0])
  await setPlan([cell(current, { budget_cents: 50_000 })])
  await lock('This year')
  const counted = await side()
  expect(counted.left_out).toEqual([])
  const shown = counted.category_years.find(({ category_id }: any) => category_id === ids.categories.Knitwear)
  expect(shown.figures.intake_on_order.cents).toBe(3 * 4_125)
  await session.post(`/api/v1/commitments/${commitment_id}/retire`)
  expect(await rows()).toEqual([
    ['retired', 'Coats', 'EUR', 1, 0, 9_000, 0],
    ['retired', 'Knitwear', 'USD', 1, 50_000, 3 * 4_125, 0],
  ])
})
