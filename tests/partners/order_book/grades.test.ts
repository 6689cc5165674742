import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { gradesOf } from '../../../server/partners/order_book/anchor/grades.rules.ts'
import { insertRows } from '../../support/fixtures/insert_rows.ts'
import { newSession } from '../../support/service/session.ts'
import { bookMerchant, dataOf } from './book.ts'

async function open() {
  const merchant = await bookMerchant()
  const { tenant, account, record, commitment } = merchant
  const north = await account('Northgate')
  const session = await newSession(tenant)
  const line = (line_reference: string, sku: string) => ({
    trading_partner_id: north,
    season_code: 'SS27',
    line_reference,
    sku,
    quantity: 10,
    ship_window_start: '2027-02-01',
  })
  await record([line('1', 'J-M'), line('2', 'C-M'), line('3', 'D-30')])
  const anchor = (query: Record<string, string> = {}) =>
    dataOf(tenant, 'account-anchor', { trading_partner_id: north, season_code: 'SS27', ...query })
  const gradesIn = ({ styles }: any) =>
    Object.fromEntries(styles.map(({ title, grade, grade_reason }: any) => [title, grade ?? grade_reason]))
  /** Locks a plan with these planned sales by category, in two months. */
  const plan = async (commitment_id: string, sales: Record<string, number>, label: string, kind = 'reforecast') => {
    const cells = Object.entries(sales).flatMap(([category, cents]) =>
      [1, 2].map((month) => ({
        category_id: merchant.ids.categories[category] ?? null,
        fiscal_year: 2027,
        month,
        planned_sales_cents: month === 1 ? cents - 1 : 1,
        planned_markdown_cents: 0,
        planned_closing_stock_cents: 0,
        budget_cents: 0,
      })),
    )
    const path = `/api/v1/commitments/${commitment_id}/money/plan`
    const set = await session.put(path, { cells })
    if (set.status !== 200) throw new Error(set.text)
    const locked = await session.post(`${path}/versions`, { label, kind })
    if (locked.status !== 201) throw new Error(locked.text)
    return locked.body.data
  }
  return { ...merchant, session, anchor, gradesIn, plan, commitment }
}

test('styles are graded by the planned sales of their category in the plans of all commitments of the season', async () => {
  const { anchor, gradesIn, plan, commitment, tenant } = await open()
  const [first, second] = [await commitment('Season', 'ss27 '), await commitment('More', 'SS27')]
  const without = await anchor()
  expect([without.grades_state, without.grades_plans, gradesIn(without).Jumper]).toEqual([
    'not_on_plan',
    [],
    'No commitment of the season has a locked version of its plan.',
  ])
  await plan(first, { Knitwear: 9_500 }, 'Old', 'budget')
  const only = await anchor()
  const notPlanned = 'No plan of the season has the category of the style.'
  expect([only.grades_state, gradesIn(only)]).toEqual(['served', { Jumper: 'A', Cardigan: 'A', Jeans: notPlanned }])
  const newest = await plan(first, { Knitwear: 3_000, Denim: 500 }, 'New')
  const other = await plan(second, { Denim: 7_500 }, 'Budget', 'budget')
  const both = await anchor()
  // Denim is 8,000 of 11,000, so knitwear begins at 72.7 per cent, within the first 80.
  expect(gradesIn(both)).toEqual({ Jumper: 'A', Cardigan: 'A', Jeans: 'A' })
  expect(both.grades_plans).toEqual([
    { commitment_id: first, version_id: newest.version_id, label: 'New' },
    { commitment_id: second, version_id: other.version_id, label: 'Budget' },
  ])
  const [planned] = await tenant.service.database.sql<{ denim: number; all: number }[]>`
    select sum(k.planned_sales_cents) filter (where c.name = 'Denim')::int as denim, sum(k.planned_sales_cents)::int as all
    from commitment_plan_version_cells k join categories c on c.category_id = k.category_id
    where k.organization_id = ${tenant.organization_id} and k.version_id in (${newest.version_id}, ${other.version_id})`
  expect(planned).toEqual({ denim: 8_000, all: 11_000 })
  await plan(second, { Denim: 20_000 }, 'Larger')
  expect(gradesIn(await anchor())).toEqual({ Jumper: 'B', Cardigan: 'B', Jeans: 'A' })
  expect(gradesIn(await anchor({ commitment_id: first }))).toEqual({})
})

test('as_of reads the plan that was in force then, and a plan without sales is unreadable', async () => {
  const { anchor, gradesIn, plan, commitment, tenant } = await open()
  const season = await commitment('Season', 'SS27')
  await plan(season, { Knitwear: 1, Denim: 100 }, 'Budget', 'budget')
  const then = new Date().toISOString()
  expect(gradesIn(await anchor())).toMatchObject({ Jumper: 'C', Jeans: 'A' })
  await plan(season, { Knitwear: 100, Denim: 1 }, 'Later')
  expect(gradesIn(await anchor())).toMatchObject({ Jumper: 'A', Jeans: 'C' })
  expect(gradesIn(await anchor({ as_of: then }))).toMatchObject({ Jumper: 'C', Jeans: 'A' })
  await insertRows(tenant, 'commitments', [
    {
      commitment_id: uuidv7(),
      name: 'Euro',
      season_code: 'SS27',
      currency: 'EUR',
      status: 'declared',
      created_at: 'now',
    },
  ])
  expect((await anchor()).grades_state).toBe('served')
})

test('grades rank categories by what is larger, convert several currencies, and say what they cannot read', () => {
  const cell = (category_id: string | null, planned_sales_cents: number, currency = 'USD') => ({
    category_id,
    planned_sales_cents,
    currency,
  })
  const none = new Map()
  const ranked = gradesOf([cell('a', 80), cell('b', 10), cell(null, 5), cell('c', 5), cell('d', 0)], none, 'd')
  // b begins at 80 per cent, both fives at 90, and nothing is planned for d.
  expect(Object.fromEntries(ranked.grades)).toEqual({ a: 'A', b: 'B', '': 'B', c: 'B', d: 'C' })
  expect(gradesOf([], none, 'd')).toMatchObject({ grades_state: 'not_on_plan' })
  expect(gradesOf([cell('a', 0)], none, 'd')).toMatchObject({
    grades_state: 'unreadable',
    grades_reason: 'The plans of the season plan no sales.',
  })
  expect(gradesOf([cell('a', 1), cell('a', 1, 'EUR')], none, '2026-11-22')).toMatchObject({
    grades_state: 'unreadable',
    grades_reason: 'No exchange rate from USD to US dollars is in force on 2026-11-22.',
  })
})
