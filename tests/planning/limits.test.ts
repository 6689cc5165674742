import { expect, test } from 'bun:test'
import { limits } from '../../server/contract/limits.ts'
import { createPlan, emptyPlan, newPlanning, plans, refusal } from './planning_fixture.ts'

test('an organisation has a limited number of plans', async () => {
  const { tenant, session } = await newPlanning()
  await tenant.service.database.sql`
    insert into buy_plans (organization_id, mfp_id, name, fiscal_year, fiscal_year_start_month, calendar, currency,
      baseline_source, created_by)
    select ${tenant.organization_id}, gen_random_uuid(), 'Plan ' || n, 2026, 2, 'gregorian', 'USD', 'empty', 'test'
    from generate_series(1, ${limits.buy_plans_max}) n`
  const answer = await session.post(plans, emptyPlan)
  expect([answer.status, answer.body.message.desc]).toEqual([409, expect.stringContaining('maximum')])
})

test('a plan has a limited number of versions and of cells, and one without cells cannot be published', async () => {
  const planning = await newPlanning()
  const { tenant, session, ids } = planning
  const { sql } = tenant.service.database
  const mfp_id = await createPlan(planning)
  await sql`
    insert into buy_plan_versions (organization_id, version_id, mfp_id, number, label, kind, fiscal_year, cell_count,
      locked_at, locked_by)
    values (${tenant.organization_id}, gen_random_uuid(), ${mfp_id}, ${limits.buy_plan_versions_max}, 'Last',
      'reforecast', 2026, 1, now(), 'test')`
  const again = await session.post(`${plans}/${mfp_id}/publish`, { label: 'One more', kind: 'reforecast' })
  expect([again.status, again.body.message.desc]).toEqual([409, expect.stringContaining('maximum')])
  const other = await createPlan(planning, { name: 'Other' })
  await sql`delete from buy_plan_cells where organization_id = ${tenant.organization_id} and mfp_id = ${other}`
  for (const answer of [
    await session.post(`${plans}/${other}/publish`, { label: 'None', kind: 'budget' }),
    await session.post(`${plans}/${other}/spread`, { figure: 'sales', total_cents: 1 }),
  ])
    expect(refusal(answer)).toEqual([409, 'conflict'])
  expect((await tenant.get(`/api/v1/otb/${other}/rollup`)).body.data).toMatchObject({ rows: [], totals: [] })
  const cells = Array.from({ length: limits.buy_plan_cells_per_call_max + 1 }, () => ({
    sales_channel_id: ids.sales_channels.Web,
    month: 1,
    sales_cents: 1,
  }))
  expect(refusal(await session.patch(`${plans}/${mfp_id}/cells`, { cells }))).toEqual([400, 'cells'])
})

test('categories and channels that make too many cells are refused', async () => {
  const planning = await newPlanning()
  const { tenant, session, ids } = planning
  const mfp_id = await createPlan(planning)
  const { sql } = tenant.service.database
  await sql`
    insert into categories (organization_id, category_id, name)
    select ${tenant.organization_id}, gen_random_uuid(), 'Category ' || n from generate_series(1, 500) n`
  const answer = await session.post(plans, { ...emptyPlan, name: 'Wide' })
  expect(refusal(answer)).toEqual([400, 'category_ids'])
  await sql`
    insert into buy_plan_cells (organization_id, mfp_id, cell_id, category_id, sales_channel_id, month)
    select ${tenant.organization_id}, ${mfp_id}, gen_random_uuid(), c.category_id, n.sales_channel_id, m
    from categories c, sales_channels n, generate_series(1, 12) m
    where c.organization_id = ${tenant.organization_id} and n.organization_id = ${tenant.organization_id}
      and c.name like 'Category %' limit ${limits.buy_plan_cells_max - 48}`
  const cells = [{ sales_channel_id: ids.sales_channels.Web, month: 1, sales_cents: 1 }]
  expect(refusal(await session.patch(`${plans}/${mfp_id}/cells`, { cells }))).toEqual([400, 'cells'])
})
