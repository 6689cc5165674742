import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { newSession } from '../../support/service/session.ts'
import { refusal } from '../planning_fixture.ts'
import { before, current, newRecord, next } from './record_fixture.ts'

test('versions are listed newest first with their sums, and the newest is the plan of record', async () => {
  const { setPlan, cell, lock, versions, money, ids } = await newRecord()
  expect(await versions()).toMatchObject({ absence: 'No monthly plan has been set for the commitment.', versions: [] })
  const { Coats } = ids.categories
  await setPlan([
    cell(before, { budget_cents: 100_001, planned_closing_stock_cents: 7 }),
    cell(next, { budget_cents: 3, planned_closing_stock_cents: 40 }),
    cell(next, { planned_sales_cents: 11, planned_closing_stock_cents: 2 }, Coats),
  ])
  const budget = (await lock(' Budget ', 'budget')).body.data
  expect(budget).toMatchObject({
    number: 1,
    label: 'Budget',
    is_budget: true,
    cell_count: 3,
    first_month: { fiscal_year: before.fiscal_year, month: before.month },
    last_month: { fiscal_year: next.fiscal_year, month: next.month },
    budget_cents: 100_004,
    planned_sales_cents: 11,
    planned_closing_stock_cents: 42,
  })
  await setPlan([cell(current, { budget_cents: 5 })])
  expect((await money()).totals.budget_cents).toEqual([100_001, 0, 3])
  const reforecast = (await lock('March')).body.data
  expect(reforecast.is_budget).toBe(false)
  expect(await versions()).toMatchObject({
    absence: null,
    budget: { label: 'Budget', version_id: budget.version_id },
    versions: [reforecast, budget],
  })
  expect((await money()).totals.budget_cents).toEqual([5])
  const second = await lock('Second', 'budget')
  expect([...refusal(second), second.body.message.desc]).toEqual([
    409,
    'conflict',
    'Season already has a budget: Budget. Lock a reforecast.',
  ])
})

test('the database refuses every change of a locked version and of a declaration', async () => {
  const { setPlan, cell, lock, tenant, session, path } = await newRecord()
  await setPlan([cell(current, { budget_cents: 5 })])
  const { version_id } = (await lock('Budget', 'budget')).body.data
  await session.put(`${path}/money/declaration`, { declared_cents: 5 })
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  for (const change of [
    () => sql`update commitment_plan_versions set label = 'x' where version_id = ${version_id}`,
    () => sql`delete from commitment_plan_versions where version_id = ${version_id}`,
    () => sql`update commitment_plan_version_cells set budget_cents = 1 where version_id = ${version_id}`,
    () => sql`delete from commitment_plan_version_cells where version_id = ${version_id}`,
    () => sql`truncate commitment_plan_version_cells`,
    () => sql`
      insert into commitment_plan_version_cells (organization_id, version_id, cell_id, fiscal_year, month,
        planned_sales_cents, planned_markdown_cents, planned_closing_stock_cents, budget_cents)
      values (${organization_id}, ${version_id}, ${uuidv7()}, 2027, 1, 0, 0, 0, 0)`,
    () => sql`update commitment_declarations set declared_cents = 1 where organization_id = ${organization_id}`,
    () => sql`delete from commitment_declarations where organization_id = ${organization_id}`,
  ])
    expect((await Promise.resolve(change()).catch((error) => error)).message).toContain('never change')
})

test('the newest declaration stands next to what the plan of record contains', async () => {
  const { setPlan, cell, lock, session, tenant, path, money } = await newRecord()
  expect((await money()).company_declaration).toMatchObject({
    declared_cents: null,
    planned_cents: null,
    reason: "The company has not declared the season's total.",
  })
  const declare = (body: object) => session.put(`${path}/money/declaration`, body)
  await declare({ declared_cents: 900, note: 'First' })
  expect((await money()).company_declaration).toMatchObject({
    declared_cents: 900,
    difference_cents: null,
    reason: 'No version of the plan has been locked.',
  })
  await setPlan([cell(current, { budget_cents: 700 }), cell(next, { budget_cents: 100 })])
  await lock('Budget', 'budget')
  const answer = await declare({ declared_cents: 1_000 })
  const { company_declaration } = await money()
  expect(company_declaration).toEqual(answer.body.data)
  expect(company_declaration).toMatchObject({
    declared_cents: 1_000,
    declared_by: expect.any(String),
    declared_at: expect.any(String),
    note: null,
    planned_cents: 800,
    difference_cents: 200,
    reason: null,
  })
  const [stored] = await tenant.service.database.sql<{ count: number }[]>`
    select count(*)::int as count from commitment_declarations where organization_id = ${tenant.organization_id}`
  expect(stored!.count).toBe(2)
})

test('faulty plans are refused by field and nothing is written', async () => {
  const { setPlan, cell, session, path, lock, ids } = await newRecord()
  const other = await newRecord()
  const good = cell(current)
  for (const [cells, field] of [
    [[], 'cells'],
    [[good, good], 'cells[1]'],
    [[{ ...good, budget_cents: -1 }], 'cells[0].budget_cents'],
    [[{ ...good, budget_cents: 0.5 }], 'cells[0].budget_cents'],
    [[{ ...good, month: 13 }], 'cells[0].month'],
    [[good, cell(next, {}, other.ids.categories.Knitwear)], 'cells[1].category_id'],
    [[good, { ...good, fiscal_year: good.fiscal_year + 2 }], 'cells'],
  ] as const)
    expect([field, ...refusal(await setPlan([...cells]))]).toEqual([field, 400, field])
  expect(refusal(await lock('Budget', 'budget'))).toEqual([409, 'conflict'])
  expect((await session.get(`${path}/money/plan`)).body.data).toMatchObject({ updated_at: null, cells: [], months: [] })
  const saved = await setPlan([good, cell(next, { budget_cents: 9 }, ids.categories.Coats)])
  expect(saved.status).toBe(200)
  expect((await session.get(`${path}/money/plan`)).body.data).toEqual(saved.body.data)
  expect(saved.body.data.cells.map(({ category, month }: any) => [category, month])).toEqual([
    ['Coats', next.month],
    ['Knitwear', current.month],
  ])
})

test('a closed commitment takes no change, and only an admin locks and declares', async () => {
  const { setPlan, cell, lock, session, tenant, path } = await newRecord()
  await setPlan([cell(current)])
  const member = await newSession(tenant, { role: 'member' })
  for (const answer of [
    await member.post(`${path}/money/plan/versions`, { label: 'L', kind: 'budget' }),
    await member.put(`${path}/money/declaration`, { declared_cents: 1 }),
  ])
    expect(refusal(answer)).toEqual([403, 'admin_required'])
  expect((await member.put(`${path}/money/plan`, { cells: [cell(next)] })).status).toBe(200)
  await session.post(`${path}/approve`)
  await session.post(`${path}/close`)
  for (const answer of [
    await setPlan([cell(current)]),
    await lock('Budget', 'budget'),
    await session.put(`${path}/money/declaration`, { declared_cents: 1 }),
  ])
    expect(refusal(answer)).toEqual([409, 'conflict'])
})
