import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { addDays, daysBetween, eachDay, mondayOf } from '../../../server/calendar/days.ts'
import { insertRows } from '../../support/fixtures/insert_rows.ts'
import { createPlan, months, type Planning, plans, refusal } from '../planning_fixture.ts'
import {
  deliver,
  draws,
  gate,
  gatePath,
  group,
  inDays,
  newCash,
  order,
  pay,
  scenarios,
  setRate,
  today,
  weekOf,
} from './cash_fixture.ts'

/** Publishes a plan with these cells, of coats unless they name another category. */
async function planCoats(planning: Planning, cells: object[]): Promise<void> {
  const { session, ids } = planning
  const mfp_id = await createPlan(planning)
  const saved = await session.patch(`${plans}/${mfp_id}/cells`, {
    cells: cells.map((cell) => ({
      category_id: ids.categories.Coats,
      sales_channel_id: ids.sales_channels.Web,
      ...cell,
    })),
  })
  if (saved.status !== 200) throw new Error(saved.text)
  await session.post(`${plans}/${mfp_id}/publish`, { label: 'Budget', kind: 'budget' })
}

/** The orders of the decision's worked example. */
async function openExample(): Promise<Planning> {
  const coats = { status: 'closed', order_date: inDays(-100), sku: 'C' }
  const planning = await newCash(
    [
      order('PO-1', 'Mill', 100, '40.0000', { expected_delivery_date: inDays(14) }),
      order('PO-2', 'Mill', 50, '20.0000', {
        status: 'partially_delivered',
        delivered: 20,
        expected_delivery_date: inDays(-7),
      }),
      order('PO-3', 'Weaver', 10, '100.0000', { status: 'delivered', delivered: 10, currency: 'EUR' }),
      order('PO-4', 'Weaver', 1, '333.3300', {
        status: 'approved',
        currency: 'EUR',
        order_date: inDays(7),
        expected_delivery_date: inDays(21),
      }),
      order('PO-5', 'Mill', 500, '40.0000', { status: 'cancelled', expected_delivery_date: inDays(14) }),
      order('Coats Mill', 'Mill', 10, '300.0000', coats),
      order('Coats Weaver', 'Weaver', 10, '100.0000', coats),
    ],
    { 'PO-2': inDays(-70), 'PO-3': inDays(-90) },
  )
  await setRate(planning, 'EUR', 1.1)
  await deliver(planning, 'PO-2', inDays(-35), 20)
  await deliver(planning, 'PO-3', inDays(-63), 10)
  const [first, second] = [planning.ids.purchase_orders['PO-1'], planning.ids.purchase_orders['PO-2']]
  await pay(planning, { purchase_order_id: first, kind: 'deposit', amount_cents: 50_000 })
  await pay(planning, { purchase_order_id: second, kind: 'deposit', amount_cents: 30_000, paid_on: inDays(-70) })
  await pay(planning, { purchase_order_id: second, amount_cents: 28_000, paid_on: inDays(-14) })
  await planCoats(planning, [{ month: 3, receipts_cost_cents: 100_000 }])
  return planning
}

/** The week of the open buy of the next month, paid after some days; null beyond the weeks. */
const openBuyWeek = (terms: number) => weekOf(addDays(months[2]!.start, terms))

const plus = (amounts: number[], week: number, amount: number) => {
  const sum = [...amounts]
  if (week < sum.length) sum[week] = Math.round((sum[week]! + amount) * 100) / 100
  return sum
}

/** The answer without the time of its calculation. */
const timeless = (answer: any) => ({ ...answer, computed_at: null })

test('the worked example of the decision comes out to the cent', async () => {
  const planning = await openExample()
  const answer = await gate(planning)
  const mill = draws({ 0: 700, 3: 420, 5: 2_800 })
  const weaver = draws({ 0: 1_100, 11: 366.66 })
  const whole = (amount: number) => ({ usd: amount, known_part_usd: null, cause: null, reason: null })
  const [millDraw, weaverDraw] = [plus(mill, openBuyWeek(21), 750), plus(weaver, openBuyWeek(56), 250)]
  expect(answer.groups).toEqual([
    {
      key: 'net_28',
      name: 'Net 28 days',
      open_buy_usd: 750,
      terms_days: 21,
      terms_source: 'measured',
      terms_measured_from: 1,
      weekly_draw_usd: millDraw,
      later_draw_usd: 0,
      open_buy: whole(750),
      weekly_draw: millDraw.map(whole),
      later_draw: whole(0),
    },
    {
      key: 'net_56',
      name: 'Net 56 days',
      open_buy_usd: 250,
      terms_days: 56,
      terms_source: 'declared',
      terms_measured_from: 0,
      weekly_draw_usd: weaverDraw,
      later_draw_usd: openBuyWeek(56) > 12 ? 250 : 0,
      open_buy: whole(250),
      weekly_draw: weaverDraw.map(whole),
      later_draw: whole(openBuyWeek(56) > 12 ? 250 : 0),
    },
  ])
  expect(answer).toMatchObject({ as_of: today, opening_balance_usd: null, cash_floor_usd: null, scenario: null })
  expect(answer.planned_out_coverage).toMatchObject({ orders_counted: 4, orders_left_out: 0 })
  expect(answer.not_measured.map(({ subject }: any) => subject)).toEqual(['opening_balance', 'cash_floor'])
})

test('commitment_id narrows nothing, and weeks sets how many weeks are drawn', async () => {
  const planning = await openExample()
  const { tenant, ids } = planning
  const commitment_id = uuidv7()
  await insertRows(tenant, 'commitments', [
    { commitment_id, name: 'Spring', currency: 'USD', status: 'approved', created_at: `${today}T00:00:00Z` },
  ])
  await tenant.service.database.sql`
    update purchase_orders set commitment_id = ${commitment_id}
    where organization_id = ${tenant.organization_id} and purchase_order_id = ${ids.purchase_orders['PO-1']!}`
  const whole = timeless(await gate(planning))
  for (const id of [commitment_id, uuidv7(), 'any'])
    expect(timeless(await gate(planning, `?commitment_id=${id}`))).toEqual(whole)
  const short = await gate(planning, '?weeks=4&include_projection=false')
  expect(short.weeks.map(({ start_date }: any) => start_date)).toEqual(
    [0, 7, 14, 21].map((days) => addDays(mondayOf(today), days)),
  )
  expect(group(short, 'net_28').weekly_draw_usd.slice(0, 3)).toEqual([700, 0, 0])
  expect(group(short, 'net_28').later_draw_usd).toBeGreaterThanOrEqual(2_800)
  for (const weeks of ['0', '53', '1.5', 'x'])
    expect([weeks, ...refusal(await tenant.get(`${gatePath}?weeks=${weeks}`))]).toEqual([weeks, 400, 'weeks'])
})

const lever = (answer: any, key: string) => answer.levers.find((one: any) => one.key === key)

test('levers release what is no longer paid within the weeks, and say what they do to the buy', async () => {
  const planning = await newCash(
    [
      order('Late', 'Mill', 10, '100.0000', { expected_delivery_date: inDays(-7) }),
      order('Half', 'Mill', 10, '10.0000', {
        status: 'partially_delivered',
        delivered: 4,
        expected_delivery_date: inDays(-7),
      }),
      order('Unissued', 'Weaver', 1, '250.0000', { status: 'approved', expected_delivery_date: inDays(21) }),
    ],
    { Late: inDays(-30), Half: inDays(-30) },
  )
  const { tenant, ids } = planning
  await deliver(planning, 'Half', inDays(-7), 4)
  const before = await gate(planning)
  expect(group(before, 'net_28').weekly_draw_usd).toEqual(draws({ 0: 330, 3: 28, 4: 700 + 42 }))
  expect(group(before, 'net_56').weekly_draw_usd).toEqual(draws({ 11: 250 }))
  const idle = { buy_effect_usd: 0, releases: [], reason: expect.any(String) }
  expect(lever(before, 'hold_open_buy')).toMatchObject({ ...idle, reversible: true })
  expect(lever(before, 'cancel_late_orders')).toMatchObject({ ...idle, reversible: false })
  expect(lever(before, 'cancel_unissued_orders')).toEqual({
    key: 'cancel_unissued_orders',
    name: 'Cancel orders that are not issued',
    buy_effect_usd: -250,
    reversible: true,
    releases: [{ cash_usd: 250, group_key: 'net_56' }],
    reason: null,
    not_measured_reason: null,
    why: expect.any(String),
  })
  // Week 11 becomes week 15; weeks 0, 3 and 4 stay within the 13.
  for (const key of ['delay_receipts', 'extend_terms'])
    expect(lever(before, key)).toMatchObject({
      buy_effect_usd: 0,
      releases: [{ cash_usd: 250, group_key: 'net_56' }],
      reason: null,
    })
  await tenant.service.database.sql`
    update purchase_orders set cancel_date = ${inDays(-1)}
    where organization_id = ${tenant.organization_id} and purchase_order_id in ${tenant.service.database.sql([ids.purchase_orders.Late!, ids.purchase_orders.Half!])}`
  // Late goes whole. Of Half the 40.00 that arrived are owed, and no deposit beyond them.
  expect(lever(await gate(planning), 'cancel_late_orders')).toMatchObject({
    buy_effect_usd: -1_060,
    releases: [{ cash_usd: 1_000 + 60, group_key: 'net_28' }],
    reason: null,
  })
})

test('a lever that cancels orders releases what their cancellation does, with and without a paid deposit', async () => {
  const late = { status: 'partially_delivered', delivered: 4, expected_delivery_date: inDays(-7) }
  const planning = await newCash(
    [
      order('Unpaid', 'Mill', 10, '10.0000', late),
      order('Paid', 'Mill', 10, '33.3300', late),
      order('Account', 'Mill', 10, '77.7700', late),
      order('Ordered', 'Mill', 7, '11.1100', { status: 'approved', expected_delivery_date: inDays(9) }),
    ],
    { Unpaid: inDays(-30), Paid: inDays(-30), Account: inDays(-20) },
  )
  const { tenant, ids } = planning
  for (const name of ['Unpaid', 'Paid', 'Account']) await deliver(planning, name, inDays(-7), 4)
  await pay(planning, { purchase_order_id: ids.purchase_orders.Paid, kind: 'deposit', amount_cents: 9_999 })
  await pay(planning, { supplier_id: ids.suppliers.Mill, kind: 'deposit', amount_cents: 4_000 })
  const { sql } = tenant.service.database
  const update = (set: object, names: readonly string[]) =>
    sql`update purchase_orders set ${sql(set)} where organization_id = ${tenant.organization_id} and name in ${sql([...names])}`
  await update({ cancel_date: inDays(-1) }, ['Unpaid', 'Paid'])
  const drawn = (answer: any) =>
    group(answer, 'net_28').weekly_draw_usd.reduce((sum: number, one: number) => sum + one, 0)
  for (const [key, names] of [
    ['cancel_unissued_orders', ['Ordered']],
    ['cancel_late_orders', ['Unpaid', 'Paid']],
  ] as const) {
    const before = await gate(planning)
    await update({ status: 'cancelled' }, names)
    const released = Math.round((drawn(before) - drawn(await gate(planning))) * 100)
    expect(released).toBeGreaterThan(0)
    const { releases } = lever(before, key)
    expect([key, releases.map(({ cash_usd }: any) => Math.round(cash_usd * 100))]).toEqual([key, [released]])
  }
})

test('a scenario delays receipts, cuts the open buy and sets terms, and leaves every record as it is', async () => {
  const planning = await openExample()
  const { session, ids } = planning
  const before = await gate(planning)
  const created = await session.post(scenarios, {
    name: ' Cautious ',
    delay_receipts_weeks: 2,
    open_buy_cuts: [
      { category_id: null, cut_bp: 10_000 },
      { category_id: ids.categories.Coats, cut_bp: 4_000 },
    ],
    group_terms: [{ group_key: 'net_28', terms_days: 35 }],
  })
  expect([created.status, created.body.data.name]).toEqual([201, 'Cautious'])
  const { scenario_id } = created.body.data
  const answer = await gate(planning, `?scenario=${scenario_id}`)
  expect(answer.scenario).toEqual({ scenario_id, name: 'Cautious' })
  // Late units are expected 2 weeks from now, and paid 5 weeks after that; the deposit is due as before.
  const openBuy = (terms: number) => weekOf(addDays(months[2]!.start, 14 + terms))
  expect(group(answer, 'net_28')).toMatchObject({
    open_buy_usd: 450,
    terms_days: 35,
    terms_source: 'scenario',
    terms_measured_from: 0,
    weekly_draw_usd: plus(draws({ 0: 700, 7: 420, 9: 2_800 }), openBuy(35), 450),
  })
  expect(group(answer, 'net_56')).toMatchObject({
    open_buy_usd: 150,
    terms_source: 'declared',
    weekly_draw_usd: plus(draws({ 0: 1_100 }), openBuy(56), 150),
    later_draw_usd: (36_666 + (openBuy(56) > 12 ? 15_000 : 0)) / 100,
  })
  expect((await session.get(scenarios)).body.data).toEqual([created.body.data])
  expect((await session.delete(`${scenarios}/${scenario_id}`)).status).toBe(204)
  expect(timeless(await gate(planning))).toEqual(timeless(before))
  expect(refusal(await planning.tenant.get(`${gatePath}?scenario=${scenario_id}`))).toEqual([400, 'scenario'])
})

test('the projection divides planned sales over days; it can be left out, and says why it is missing', async () => {
  const planning = await newCash([])
  const { session, tenant, ids } = planning
  const none = await gate(planning)
  expect(none).toMatchObject({ projected_in_source: null, projected_in_usd: null, committed_in_source: null })
  expect(none.projected_in_reason).toBe(
    `No buy plan with a published version covers the week from ${mondayOf(today)} on.`,
  )
  const mfp_id = await createPlan(planning)
  const daysOf = (at: number) => daysBetween(months[at]!.start, months[at]!.end) + 1
  // Two dollars a day in the running month, three in the next, four in the one after.
  const cells = [1, 2, 3].map((at) => ({
    category_id: ids.categories.Knitwear,
    sales_channel_id: ids.sales_channels.Web,
    month: at + 1,
    sales_cents: daysOf(at) * (at + 1) * 100,
  }))
  await session.patch(`${plans}/${mfp_id}/cells`, { cells })
  expect((await gate(planning)).projected_in_source).toBeNull()
  await session.post(`${plans}/${mfp_id}/publish`, { label: 'Budget', kind: 'budget' })
  const answer = await gate(planning, '?weeks=6')
  const perDay = (day: string) => months.findIndex(({ start, end }) => start <= day && day <= end) + 1
  const weekly = answer.weeks.map(({ start_date, end_date }: any) =>
    eachDay(start_date < today ? today : start_date, addDays(end_date, 1)).reduce((sum, day) => sum + perDay(day), 0),
  )
  expect(answer).toMatchObject({ projected_in_source: 'forward_curve', projected_in_reason: null })
  expect(answer.projected_in_usd).toEqual(weekly)
  expect(answer.planned_out_coverage.plans).toEqual([
    { mfp_id, name: 'Plan', version_id: expect.any(String), label: 'Budget' },
  ])
  const year = await gate(planning, '?weeks=52')
  expect(year.projected_in_usd.slice(0, 6)).toEqual(weekly)
  expect([year.projected_in_source, year.projected_in_usd.at(-1)]).toEqual(['forward_curve', null])
  expect(year.projected_in_reason).toContain('No buy plan with a published version covers the week from')
  const left_out = await gate(planning, '?include_projection=false')
  expect(left_out).toMatchObject({
    projected_in_source: null,
    projected_in_usd: null,
    projected_in_reason: 'The projection was not requested.',
  })
  await session.patch(`${plans}/${mfp_id}/cells`, { cells: [{ ...cells[0], sales_cents: null }] })
  await session.post(`${plans}/${mfp_id}/publish`, { label: 'Next', kind: 'reforecast' })
  const unplanned = await gate(planning, '?weeks=1')
  expect(unplanned.projected_in_reason).toContain('Some of the cells have no value')
  expect((await tenant.get(`${gatePath}?include_projection=maybe`)).status).toBe(400)
})

test('the open buy is what planned receipts exceed arrivals and orders; an overbought month has none', async () => {
  const ordered = (quantity: number) =>
    order(`Next ${quantity}`, 'Mill', quantity, '10.0000', { expected_delivery_date: months[2]!.start })
  const planning = await newCash([ordered(3), order('Coat', 'Weaver', 2, '10.0000', { status: 'draft', sku: 'C' })])
  const cell = { category_id: planning.ids.categories.Knitwear, month: 3 }
  await planCoats(planning, [
    { ...cell, receipts_cost_cents: 10_000 },
    { month: 3, receipts_cost_cents: 500 },
    { month: 4, receipts_cost_cents: 0 },
  ])
  const answer = await gate(planning, '?weeks=10')
  expect(group(answer, 'net_28').open_buy_usd).toBe(70)
  const unknown = answer.not_measured.find(({ subject }: any) => subject === 'open_buy')
  expect(unknown).toMatchObject({ name: 'Coats', group_key: null, amount: { cents: 500, currency: 'USD' } })
  expect(unknown.reason).toContain('Nothing of the category was ordered')
  expect(answer.planned_out_coverage.open_buy_months_left_out).toBe(1)
  const overbought = await newCash([ordered(30)])
  await planCoats(overbought, [
    { category_id: overbought.ids.categories.Knitwear, month: 3, receipts_cost_cents: 10_000 },
  ])
  expect(group(await gate(overbought, '?weeks=10'), 'net_28').open_buy_usd).toBe(0)
})

test('keys of a trading account are refused, as the figures are of the whole organisation', async () => {
  const { tenant } = await newCash([])
  const trading_partner_id = uuidv7()
  await insertRows(tenant, 'trading_partners', [{ trading_partner_id, name: 'Northwind' }])
  const { api_key } = await tenant.mint({ trading_partner_id })
  expect(refusal(await tenant.get(gatePath, { key: api_key }))).toEqual([403, 'account_mismatch'])
})

test('plans of different categories count together; of two plans of a category the one published last counts', async () => {
  const ordered = { status: 'closed', order_date: inDays(-100) }
  const planning = await newCash([
    order('Jumpers', 'Mill', 1, '10.0000', ordered),
    order('Coats', 'Mill', 1, '10.0000', { ...ordered, sku: 'C' }),
  ])
  const { session, ids } = planning
  const publishPlan = async (name: string, category: string, receipts_cost_cents: number, sales_cents: number) => {
    const category_id = ids.categories[category]!
    const mfp_id = await createPlan(planning, { name, category_ids: [category_id] })
    const cell = { category_id, sales_channel_id: ids.sales_channels.Web, month: 3, receipts_cost_cents, sales_cents }
    await session.patch(`${plans}/${mfp_id}/cells`, { cells: [cell] })
    await session.post(`${plans}/${mfp_id}/publish`, { label: name, kind: 'reforecast' })
    return mfp_id
  }
  const read = async () => {
    const { groups, planned_out_coverage, projected_in_usd } = await gate(planning, '?weeks=12')
    const named = planned_out_coverage.plans.map(({ name }: any) => name).toSorted()
    return [groups[0].open_buy_usd, named, projected_in_usd.filter((one: any) => one !== null)]
  }
  const daysNext = daysBetween(months[2]!.start, months[2]!.end) + 1
  await publishPlan('Coats', 'Coats', 10_000, daysNext * 100)
  const [first, , alone] = await read()
  expect(first).toBe(100)
  await publishPlan('Jumpers', 'Knitwear', 7_000, daysNext * 200)
  const [both, names, together] = await read()
  expect([both, names]).toEqual([170, ['Coats', 'Jumpers']])
  expect(together).toEqual(alone.map((usd: number) => usd * 3))
  const other = await publishPlan('Jumpers again', 'Knitwear', 4_000, 0)
  const [newest, newestNames, withoutJumpers] = await read()
  expect([newest, newestNames, withoutJumpers]).toEqual([140, ['Coats', 'Jumpers again'], alone])
  await session.post(`${plans}/${other}/archive`)
  expect((await read())[0]).toBe(170)
})
