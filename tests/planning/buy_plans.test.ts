import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { newSession } from '../support/service/session.ts'
import { insertRows } from '../support/fixtures/insert_rows.ts'
import {
  createPlan,
  dollars,
  emptyPlan,
  fiscal_year,
  newPlanning,
  plans,
  refusal,
  startMonth,
} from './planning_fixture.ts'

const endMonth = ((startMonth + 10) % 12) + 1

test('an empty plan has a cell of zero for each category, channel and month, and is listed newest first', async () => {
  const planning = await newPlanning()
  const { session, tenant } = planning
  const created = await session.post(plans, { ...emptyPlan, name: ' First ' })
  expect([created.status, created.body.message.desc]).toEqual([201, 'Buy plan First created.'])
  expect(created.body.data).toEqual({
    mfp_id: expect.any(String),
    name: 'First',
    fiscal_year,
    fiscal_year_start_month: startMonth,
    fiscal_year_end_month: endMonth,
    calendar: 'gregorian',
    currency: 'USD',
    baseline_source: 'empty',
    baseline_through: null,
    cell_count: 48,
    status: 'draft',
    is_locked: false,
    total_planned_revenue: dollars(0),
    created_at: expect.any(String),
  })
  const second = await createPlan(planning, { name: 'Second', calendar: 'retail_4_5_4' })
  const listed = await tenant.get(plans)
  expect(listed.body.message.service).toBe('mfp')
  expect(listed.body.data.map(({ mfp_id }: any) => mfp_id)).toEqual([second, created.body.data.mfp_id])
  expect(listed.body.data[1]).toEqual(created.body.data)
  expect((await session.get(`${plans}/${second}`)).body.data).toEqual(listed.body.data[0])
})

test('edited cells roll up to rows, months and the year, and filters select rows', async () => {
  const planning = await newPlanning()
  const { session, tenant, ids } = planning
  const mfp_id = await createPlan(planning)
  const cell = (category: string, channel: string, month: number, figures: object) => ({
    category_id: ids.categories[category],
    sales_channel_id: ids.sales_channels[channel],
    month,
    ...figures,
  })
  const edit = await session.patch(`${plans}/${mfp_id}/cells`, {
    cells: [
      cell('Knitwear', 'Web', 1, { sales_cents: 10_001, margin_cents: 6_000 }),
      cell('Knitwear', 'Shop', 1, { sales_cents: 5_002, margin_cents: null }),
      cell('Knitwear', 'Web', 12, { sales_cents: 7, closing_stock_cost_cents: 900 }),
      cell('Coats', 'Web', 2, { sales_cents: 300, margin_cents: -20 }),
      { sales_channel_id: ids.sales_channels.Web, month: 1, sales_cents: 11 },
      cell('Coats', 'Shop', 3, { sales_cents: 0 }),
    ],
  })
  expect(edit.body.data).toMatchObject({ mfp_id, cells_created: 1, cells_changed: 4, cells_unchanged: 1 })
  expect(edit.body.data.totals).toMatchObject({ sales: dollars(15_321), closing_stock_cost: dollars(900) })
  expect(edit.body.data.totals.margin).toMatchObject({ cents: null, reason: expect.stringContaining('no value') })
  const table = async (query: Record<string, string> = {}) =>
    (await tenant.get(`${plans}/${mfp_id}/table?${new URLSearchParams(query).toString()}`)).body.data
  const revenue = await table()
  expect(revenue.rows.map((row: any) => [row.category, row.sales_channel, row.total.cents])).toEqual([
    ['Coats', 'Shop', 0],
    ['Coats', 'Web', 300],
    ['Knitwear', 'Shop', 5_002],
    ['Knitwear', 'Web', 10_008],
    [null, 'Web', 11],
  ])
  expect(revenue.totals.months.map(({ cents }: any) => cents)).toEqual([15_014, 300, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7])
  expect(revenue.totals.total).toEqual(dollars(15_321))
  expect(revenue).toMatchObject({ metric: 'revenue', view: { kind: 'working', version_id: null, label: null } })
  const filtered = async (...filters: [string, string, unknown][]) =>
    (
      await table({
        filter_args: JSON.stringify(filters.map(([key, operation, value]) => ({ key, operation, value }))),
      })
    ).totals.total.cents
  expect(await filtered(['category', 'eq', 'Knitwear'])).toBe(15_010)
  expect(await filtered(['category', 'in', ['Knitwear', 'Coats']])).toBe(15_310)
  expect(await filtered(['category', 'eq', 'knitwear'])).toBe(0)
  expect(await filtered(['sales_channel_id', 'eq', ids.sales_channels.Shop])).toBe(5_002)
  expect(await filtered(['sales_channel_id', 'eq', ids.sales_channels.Shop!.toUpperCase()])).toBe(5_002)
  expect(await filtered(['sales_channel_id', 'in', [ids.sales_channels.Web]], ['category', 'eq', 'Coats'])).toBe(300)
  expect(await filtered(['sales_channel_id', 'eq', uuidv7()])).toBe(0)
  const margin = await table({ metric: 'margin' })
  expect(margin.rows[3].total).toEqual(dollars(6_000))
  expect(margin.rows[2].total).toMatchObject({ cents: null, reason: expect.stringContaining('no value') })
  expect(margin.totals.months[1]).toEqual(dollars(-20))
  for (const filter of [
    { key: 'channel', operation: 'eq', value: 'x' },
    { key: 'category', operation: 'contains', value: 'x' },
    { key: 'sales_channel_id', operation: 'eq', value: 5 },
  ]) {
    const answer = await tenant.get(
      `${plans}/${mfp_id}/table?${new URLSearchParams({ filter_args: JSON.stringify([filter]) }).toString()}`,
    )
    expect([filter, answer.status, answer.body.data.field]).toEqual([
      filter,
      400,
      expect.stringContaining('filter_args[0]'),
    ])
  }
  expect((await tenant.get(`${plans}/${mfp_id}/table?metric=units`)).status).toBe(400)
})

test('a total spread over cells adds up to the cent, in proportion, and can be limited', async () => {
  const planning = await newPlanning()
  const { session, tenant, ids } = planning
  const mfp_id = await createPlan(planning)
  const spread = (body: object) => session.post(`${plans}/${mfp_id}/spread`, body)
  expect((await spread({ figure: 'sales', total_cents: 1_000_001 })).body.data).toMatchObject({
    cells_changed: 48,
    totals: { sales: dollars(1_000_001) },
  })
  const knit = { category_ids: [ids.categories.Knitwear], months: [1, 2, 3] }
  const again = await spread({ figure: 'sales', total_cents: 700_000, ...knit })
  expect(again.body.data.cells_changed).toBe(6)
  const { sql } = tenant.service.database
  const [sums] = await sql`
    select sum(sales_cents)::float8 as year,
      sum(sales_cents) filter (where category_id = ${ids.categories.Knitwear!} and month <= 3)::float8 as knit
    from buy_plan_cells where organization_id = ${tenant.organization_id} and mfp_id = ${mfp_id}`
  expect(sums!.knit).toBe(700_000)
  expect(again.body.data.totals.sales.cents).toBe(sums!.year)
  await spread({ figure: 'margin', total_cents: -99, by: 'equal' })
  await spread({ figure: 'receipts_cost', total_cents: 123_457, by: 'sales' })
  const { totals } = (await spread({ figure: 'closing_stock_cost', total_cents: 5_001, months: [12] })).body.data
  expect([totals.margin.cents, totals.receipts_cost.cents, totals.closing_stock_cost.cents]).toEqual([
    -99, 123_457, 5_001,
  ])
  for (const [body, field] of [
    [{ figure: 'closing_stock_cost', total_cents: 1 }, 'months'],
    [{ figure: 'sales', total_cents: -1 }, 'total_cents'],
    [{ figure: 'units', total_cents: 1 }, 'figure'],
    [{ figure: 'sales', total_cents: 1, months: [13] }, 'months[0]'],
    [{ figure: 'sales', total_cents: 1, category_ids: [uuidv7()] }, 'conflict'],
  ] as const)
    expect([body, (await spread(body)).body.data?.field ?? (await spread(body)).body.message.code]).toEqual([
      body,
      field,
    ])
})

test('a published version is frozen in the API and in the database; the newest one is live', async () => {
  const planning = await newPlanning()
  const { session, tenant, ids } = planning
  const mfp_id = await createPlan(planning)
  const at = `${plans}/${mfp_id}`
  const before = (await tenant.get(`${at}/versions`)).body.data
  expect(before).toMatchObject({ live_version_id: null, budget: null, versions: [], absence: expect.any(String) })
  expect((await tenant.get(`${at}/table?view=live`)).status).toBe(404)
  await session.post(`${at}/spread`, { figure: 'sales', total_cents: 4_800 })
  const budget = (await session.post(`${at}/publish`, { label: ' Board ', kind: 'budget' })).body.data
  expect(budget).toMatchObject({ number: 1, label: 'Board', is_budget: true, is_live: true, cell_count: 48 })
  await session.patch(`${at}/cells`, {
    cells: [
      {
        category_id: ids.categories.Coats,
        sales_channel_id: ids.sales_channels.Web,
        month: 1,
        sales_cents: 1_100,
        receipts_cost_cents: 40,
      },
    ],
  })
  const second = (await session.post(`${at}/publish`, { label: 'March', kind: 'reforecast' })).body.data
  const versions = (await tenant.get(`${at}/versions`)).body.data
  expect(versions.versions).toEqual([second, { ...budget, is_live: false }])
  expect(versions).toMatchObject({
    live_version_id: second.version_id,
    budget: { version_id: budget.version_id, label: 'Board' },
    absence: null,
    working: { cell_count: 48, totals: { sales: dollars(5_800) } },
  })
  expect(versions.versions[0].locked_by).toBe('Ada Merchant')
  const total = async (view: string) => (await tenant.get(`${at}/table?view=${view}`)).body.data
  expect((await total(budget.version_id)).totals.total.cents).toBe(4_800)
  expect((await total('live')).view).toEqual({ kind: 'live', version_id: second.version_id, label: 'March' })
  await session.post(`${at}/spread`, { figure: 'sales', total_cents: 9 })
  expect([(await total('live')).totals.total.cents, (await total('working')).totals.total.cents]).toEqual([5_800, 9])
  expect((await tenant.get(plans)).body.data[0].status).toBe('live')
  const compared = (await session.get(`${at}/compare?base=${budget.version_id}&against=live`)).body.data
  expect(compared.cells_different).toBe(1)
  expect(compared.rows.map((row: any) => [row.category, row.figures.sales.difference.cents])).toEqual([
    ['Coats', 1_000],
    ['Knitwear', 0],
  ])
  expect(compared.totals.receipts_cost).toEqual({ base: dollars(0), against: dollars(40), difference: dollars(40) })
  const { sql } = tenant.service.database
  const frozen = 'a published version of a buy plan never changes'
  const { version_id } = budget
  for (const change of [
    () => sql`update buy_plan_versions set label = 'x' where version_id = ${version_id}`,
    () => sql`delete from buy_plan_versions where version_id = ${version_id}`,
    () => sql`update buy_plan_version_cells set sales_cents = 1 where version_id = ${version_id}`,
    () => sql`delete from buy_plan_version_cells where version_id = ${version_id}`,
    () => sql`truncate buy_plan_version_cells`,
    () => sql`
      insert into buy_plan_version_cells (organization_id, version_id, cell_id, sales_channel_id, month)
      values (${tenant.organization_id}, ${version_id}, ${uuidv7()}, ${ids.sales_channels.Web!}, 1)`,
  ])
    expect((await Promise.resolve(change()).catch((error) => error)).message).toContain(frozen)
})

test('a fiscal year has one budget, also when two plans publish at once', async () => {
  const planning = await newPlanning()
  const { session } = planning
  const [one, other] = [await createPlan(planning), await createPlan(planning, { name: 'Other' })]
  const publish = (mfp_id: string, kind = 'budget') => session.post(`${plans}/${mfp_id}/publish`, { label: 'B', kind })
  const both = await Promise.all([publish(one), publish(other)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const refused = both.find(({ status }) => status === 409)!.body.message
  expect([refused.code, refused.desc]).toEqual(['conflict', expect.stringContaining(`Fiscal year ${fiscal_year}`)])
  for (const mfp_id of [one, other]) expect((await publish(mfp_id)).status).toBe(409)
  expect((await publish(other, 'reforecast')).status).toBe(201)
  const next = await createPlan(planning, { name: 'Next', fiscal_year: fiscal_year + 1 })
  expect((await publish(next)).status).toBe(201)
})

test('the versions can be read while one is published, each with its sums', async () => {
  const planning = await newPlanning()
  const { session, tenant } = planning
  const mfp_id = await createPlan(planning)
  const publish = async () => {
    for (let i = 0; i < 12; i++) await session.post(`${plans}/${mfp_id}/publish`, { label: 'V', kind: 'reforecast' })
  }
  const read = async () => {
    for (let i = 0; i < 25; i++) {
      const { status, body } = await tenant.get(`${plans}/${mfp_id}/versions`)
      expect(status).toBe(200)
      for (const { totals } of body.data.versions) expect(totals.sales).toEqual(dollars(0))
    }
  }
  await Promise.all([publish(), publish(), read(), read(), read(), read()])
})

test('a locked or archived plan refuses changes of its cells until it is opened again', async () => {
  const planning = await newPlanning()
  const { session, tenant, ids } = planning
  const mfp_id = await createPlan(planning)
  const at = `${plans}/${mfp_id}`
  const cells = [
    { category_id: ids.categories.Coats, sales_channel_id: ids.sales_channels.Web, month: 1, sales_cents: 5 },
  ]
  const changes = async () => [
    refusal(await session.patch(`${at}/cells`, { cells })),
    refusal(await session.post(`${at}/spread`, { figure: 'sales', total_cents: 5 })),
  ]
  const refused = [
    [409, 'conflict'],
    [409, 'conflict'],
  ]
  const locked = await session.post(`${at}/lock`)
  expect([locked.body.data.is_locked, locked.body.message.desc]).toEqual([true, 'Buy plan Plan is locked.'])
  expect(await changes()).toEqual(refused)
  expect((await session.post(`${at}/lock`)).body.data).toEqual(locked.body.data)
  expect((await session.post(`${at}/publish`, { label: 'L', kind: 'reforecast' })).status).toBe(201)
  expect((await session.post(`${at}/unlock`)).body.data.is_locked).toBe(false)
  expect((await session.post(`${at}/archive`)).body.data.status).toBe('archived')
  expect(await changes()).toEqual(refused)
  expect(refusal(await session.post(`${at}/publish`, { label: 'A', kind: 'reforecast' }))).toEqual([409, 'conflict'])
  expect((await tenant.get(plans)).body.data[0].status).toBe('archived')
  expect((await session.post(`${at}/restore`)).body.data.status).toBe('live')
  expect((await session.patch(`${at}/cells`, { cells })).status).toBe(200)
  const member = await newSession(tenant, { role: 'member' })
  for (const [act, body] of [['lock'], ['unlock'], ['publish', { label: 'M', kind: 'reforecast' }]] as const)
    expect(refusal(await member.post(`${at}/${act}`, body))).toEqual([403, 'admin_required'])
})

test('faulty requests are refused by field and nothing is written', async () => {
  const planning = await newPlanning()
  const { session, ids } = planning
  const other = await newPlanning()
  for (const [change, field] of [
    [{ name: '  ' }, 'name'],
    [{ fiscal_year: 1999 }, 'fiscal_year'],
    [{ calendar: 'lunar' }, 'calendar'],
    [{ baseline_source: 'guess' }, 'baseline_source'],
    [{ category_ids: [other.ids.categories.Coats] }, 'category_ids'],
    [{ sales_channel_ids: ['web'] }, 'sales_channel_ids'],
    [{ baseline_source: 'last_year_actuals', fiscal_year: fiscal_year + 5 }, 'fiscal_year'],
  ] as const)
    expect([change, ...refusal(await session.post(plans, { ...emptyPlan, ...change }))]).toEqual([change, 400, field])
  const mfp_id = await createPlan(planning)
  await createPlan(planning, { name: 'Second' })
  expect(refusal(await session.post(plans, { ...emptyPlan, name: 'PLAN' }))).toEqual([400, 'name'])
  expect(refusal(await session.patch(`${plans}/${mfp_id}`, { name: 'second' }))).toEqual([400, 'name'])
  expect((await session.patch(`${plans}/${mfp_id}`, { name: 'plan' })).body.data.name).toBe('plan')
  const cell = { category_id: ids.categories.Coats, sales_channel_id: ids.sales_channels.Web, month: 1, sales_cents: 5 }
  for (const [cells, field] of [
    [[], 'cells'],
    [[cell, cell], 'cells[1]'],
    [[{ ...cell, sales_cents: undefined }], 'cells[0]'],
    [[{ ...cell, sales_cents: -1 }], 'cells[0].sales_cents'],
    [[{ ...cell, sales_cents: 1.5 }], 'cells[0].sales_cents'],
    [[{ ...cell, month: 0 }], 'cells[0].month'],
    [[cell, { ...cell, month: 2, category_id: other.ids.categories.Coats }], 'cells[1].category_id'],
    [[cell, { ...cell, month: 2, sales_channel_id: 'web' }], 'cells[1].sales_channel_id'],
  ] as const)
    expect([field, ...refusal(await session.patch(`${plans}/${mfp_id}/cells`, { cells }))]).toEqual([field, 400, field])
  expect((await session.get(`${plans}/${mfp_id}`)).body.data.total_planned_revenue).toEqual(dollars(0))
})

test('a plan of another organisation, and an unknown view, are 404; account-bound keys are refused', async () => {
  const planning = await newPlanning()
  const { session, tenant } = planning
  const other = await newPlanning()
  const [mfp_id, foreign] = [await createPlan(planning), await createPlan(other)]
  const published = (await other.session.post(`${plans}/${foreign}/publish`, { label: 'B', kind: 'budget' })).body.data
  const reads = (id: string) => [
    `${plans}/${id}/table`,
    `${plans}/${id}/versions`,
    `${plans}/${id}/plan-side`,
    `/api/v1/otb/${id}/rollup`,
  ]
  for (const id of [foreign, uuidv7(), 'plan'])
    for (const read of reads(id)) expect([read, ...refusal(await tenant.get(read))]).toEqual([read, 404, 'not_found'])
  for (const read of reads(mfp_id).filter((one) => !one.endsWith('versions')))
    for (const view of [published.version_id, uuidv7(), 'tip', 'live']) {
      const answer = await tenant.get(`${read}?view=${view}`)
      expect([read, view, answer.status]).toEqual([read, view, 404])
    }
  for (const id of [foreign, 'plan']) {
    const answers = [
      await session.get(`${plans}/${id}`),
      await session.patch(`${plans}/${id}`, { name: 'x' }),
      await session.patch(`${plans}/${id}/cells`, {
        cells: [{ sales_channel_id: uuidv7(), month: 1, sales_cents: 1 }],
      }),
      await session.post(`${plans}/${id}/spread`, { figure: 'sales', total_cents: 1 }),
      await session.post(`${plans}/${id}/publish`, { label: 'x', kind: 'budget' }),
      await session.get(`${plans}/${id}/compare`),
      ...(await Promise.all(
        ['lock', 'unlock', 'archive', 'restore'].map((act) => session.post(`${plans}/${id}/${act}`)),
      )),
    ]
    for (const answer of answers) expect(refusal(answer)).toEqual([404, 'not_found'])
  }
  const trading_partner_id = uuidv7()
  await insertRows(tenant, 'trading_partners', [{ trading_partner_id, name: 'Northwind' }])
  const { api_key } = await tenant.mint({ trading_partner_id })
  for (const read of [plans, ...reads(mfp_id)])
    expect([read, ...refusal(await tenant.get(read, { key: api_key }))]).toEqual([read, 403, 'account_mismatch'])
})
