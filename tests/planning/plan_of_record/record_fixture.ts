/** A commitment for Knitwear and Coats whose plan has the fiscal month before the current one, the current and the next. */
import { addDays } from '../../../server/calendar/days.ts'
import { fiscalMonthOf } from '../../../server/calendar/retail_calendar.ts'
import { newPlanning, startMonth, today } from '../planning_fixture.ts'
import type { Fixture } from '../../support/fixtures/fixture.ts'

export const current = fiscalMonthOf(today, startMonth)
export const before = fiscalMonthOf(addDays(current.start, -1), startMonth)
export const next = fiscalMonthOf(addDays(current.end, 1), startMonth)
const keyOf = ({ fiscal_year, month }: typeof current) => ({ fiscal_year, month })

export const zeros = {
  planned_sales_cents: 0,
  planned_markdown_cents: 0,
  planned_closing_stock_cents: 0,
  budget_cents: 0,
}

export async function newRecord(more: Partial<Fixture> = {}) {
  const planning = await newPlanning(more)
  const { session, tenant, ids } = planning
  const declared = await session.post('/api/v1/commitments', {
    name: 'Season',
    season_code: 'SS27',
    budgets: [{ budget_cents: 1_000_000 }],
  })
  if (declared.status !== 201) throw new Error(declared.text)
  const { commitment_id } = declared.body.data
  const path = `/api/v1/commitments/${commitment_id}`
  const cell = (month: typeof current, figures: object = {}, category_id = ids.categories.Knitwear) => ({
    category_id,
    ...keyOf(month),
    ...zeros,
    ...figures,
  })
  return {
    ...planning,
    commitment_id,
    path,
    cell,
    setPlan: (cells: object[]) => session.put(`${path}/money/plan`, { cells }),
    lock: (label: string, kind = 'reforecast') => session.post(`${path}/money/plan/versions`, { label, kind }),
    money: async () => (await tenant.get(`${path}/money`)).body.data,
    versions: async () => (await tenant.get(`${path}/money/plan/versions`)).body.data,
    nameOrders: (names: readonly string[]) => tenant.service.database.sql`
      update purchase_orders set commitment_id = ${commitment_id}
      where organization_id = ${tenant.organization_id} and name in ${tenant.service.database.sql([...names])}`,
  }
}
